"""The extraction of texts from Swift and the settings, and the translation of the help."""
import subprocess
import xml.etree.ElementTree

import calls
import pseudo
import pytest
import swift_text
import template
import translations
import unmarked
from template import manual

USAGE = """# Title

    program [OPTION…]

A paragraph of
two lines with `code`, and a [link](https://a.example/).

## Keys & more

- An item.

| | here |
|---|---|
| Open File: a file | Ctrl++, Page Down |
"""


def messages(code):
    return [(message.context, message.text, message.plural) for message in calls.messages(swift_text.Source(code))]


def test_values_become_placeholders():
    assert messages(r'localized("Saving \(a) of \(b.map { "(\($0))" }): “\(name)”")') \
        == [(None, "Saving {0} of {1}: “{2}”", None)]


def test_joined_literals_are_one():
    assert messages('localized(\n"From \\(a) "\n+ "to \\(b)")') == [(None, "From {0} to {1}", None)]


def test_lines_of_a_literal_lose_their_indentation():
    assert messages('localized(\n  """\n  One\n\n    two \\\n  three\n  """)') == [(None, "One\n\n  two three", None)]


def test_plurals_and_contexts():
    assert messages(r'localizedCount(n, "\(n) photo", "\(n) photos"); localized("Menu", context: "key")') \
        == [(None, "{0} photo", "{0} photos"), ("key", "Menu", None)]
    assert messages(r'localizedCount(n, "The first photo", "The first \(n) photos")') \
        == [(None, "The first photo", "The first {0} photos")]


def test_calls_inside_values_and_comments():
    assert messages(r'f("\(localized("inside"))"); // localized("comment")' '\n/* localized("other") */') \
        == [(None, "inside", None)]


@pytest.mark.parametrize("code", [
    "localized(text)", 'localized("a" + b)', 'localized(x ? "a" : "b")', r'localizedCount(n, "\(n) a", "\(m) b")',
    r'localizedCount(n, "\(n) a of \(m)", "\(m) b")', r'localizedCount(n, "\(n) a", "b")',
    r'translatable("\(a)")', 'localized("a", of: "b")'])
def test_what_cannot_be_extracted_is_reported(code):
    with pytest.raises(calls.Problem):
        messages(code)


def test_the_template_has_the_summaries_and_descriptions_of_the_settings():
    schema = xml.etree.ElementTree.parse(template.ROOT / template.SCHEMA)
    texts = [text.text for kind in ("summary", "description") for text in schema.iter(kind)]
    made = subprocess.run(
        ["msgcat", "--no-wrap", "-"], input=template.template(), check=True, capture_output=True, text=True).stdout
    assert "Metered network" in texts
    assert [text for text in texts if f"msgid {template.quoted(text)}\n" not in made] == []


def test_an_unmarked_text_is_found(tmp_path):
    folder = tmp_path / "Sources/Module"
    folder.mkdir(parents=True)
    (folder / "A.swift").write_text(
        'let a = localized("A sentence.")\nlet b = "Another sentence."\nlet c = "key-name"\nfatalError("Not read.")\n'
        'let d = "Word"\nlet e = "\\(name) failed to load"\n')
    found = unmarked.unmarked(tmp_path, [])
    assert [line.partition(": ")[0] for line in found] == [f"Sources/Module/A.swift:{line}" for line in (2, 5, 6)]


def test_pseudo_text_keeps_what_the_program_reads():
    text = pseudo.pseudo("_Save {0} as <key> &amp; --help")
    assert text.startswith("⟦_S") and text.endswith("⟧")
    assert all(kept in text for kept in ["{0}", "<key>", "&amp;", "--help"])
    assert pseudo.pseudo("{0}, {1}") == "{0}, {1}"


def help_in(folder, language, translated):
    """The translations of a language, for these texts or (context, text)."""
    path = folder / f"{language}.po"
    blocks = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n']
    for key, value in translated.items():
        context, text = key if isinstance(key, tuple) else (None, key)
        blocks.append(("" if context is None else f"msgctxt {template.quoted(context)}\n")
                      + f"msgid {template.quoted(text)}\nmsgstr {template.quoted(value)}\n")
    path.write_text("\n".join(blocks))
    return manual.translations_of(path)


PARAGRAPH = "A paragraph of two lines with `code`, and a [link](https://a.example/)."


def test_the_texts_of_the_help_are_its_blocks_and_the_names_of_keys():
    assert manual.messages(USAGE) == [
        (None, "Title"), (None, PARAGRAPH), (None, "Keys & more"), (None, "An item."), (None, "here"),
        (None, "Open File: a file"), ("key", "Ctrl"), ("key", "Page Down")]


@pytest.mark.parametrize("form", [manual.Mallard, manual.HTML])
def test_a_page_is_in_its_language_as_far_as_that_is_translated(tmp_path, form):
    arabic = help_in(tmp_path, "ar", {
        "Keys & more": "مفاتيح & <", PARAGRAPH: "[رابط](https://a.example/) `code`", ("key", "Page Down"): "صفحة"})
    page = manual.manual(USAGE, form, "ar", arabic)
    root = xml.etree.ElementTree.fromstring(page.replace("<!DOCTYPE html>", ""))
    assert "مفاتيح &amp; &lt;" in page and 'id="keys-more"' in page
    assert "<code>code</code>" in page and '="https://a.example/">رابط</' in page
    assert "An item." in page and "program [OPTION…]" in page
    if form is manual.HTML:
        assert (root.get("lang"), root.get("dir")) == ("ar", "rtl")
        assert "<kbd>Ctrl++</kbd>, <kbd>صفحة</kbd>" in page
    else:
        assert 'xml:lang="ar"' in page
        assert "<keyseq><key>Ctrl</key><key>+</key></keyseq>, <keyseq><key>صفحة</key></keyseq>" in page


@pytest.mark.parametrize(("translated", "is_right"), [
    ("[Bindung](https://a.example/), `code`", True), ("`Kode` [Bindung](https://a.example/)", False),
    ("`code` [Bindung](https://b.example/)", False), ("`code` Bindung", False),
    ("`code` ` [Bindung](https://a.example/)", False)])
def test_code_and_addresses_of_the_help_are_the_same_in_every_language(tmp_path, monkeypatch, translated, is_right):
    (tmp_path / "USAGE.md").write_text(USAGE)
    monkeypatch.setattr(template, "USAGE", tmp_path / "USAGE.md")
    german = help_in(tmp_path, "de", {PARAGRAPH: translated})
    assert (list(translations.changed_marks(german)) == []) == is_right


@pytest.mark.parametrize(("translated", "is_right"), [("Datei öffnen: eine Datei", True), ("Datei auf: eine", False)])
def test_the_help_calls_commands_as_the_program_does(tmp_path, monkeypatch, translated, is_right):
    (tmp_path / "USAGE.md").write_text(USAGE)
    monkeypatch.setattr(template, "USAGE", tmp_path / "USAGE.md")
    program = help_in(tmp_path, "program", {"Open _File…": "Datei _öffnen …"})
    german = help_in(tmp_path, "de", {"Open File: a file": translated})
    names = translations.names([(None, "Open _File…")], program)
    assert (list(translations.other_names(german, names)) == []) == is_right
