"""The extraction of texts from Swift."""
import calls
import pseudo
import pytest
import swift_text
import unmarked


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


def test_calls_inside_values_and_comments():
    assert messages(r'f("\(localized("inside"))"); // localized("comment")' '\n/* localized("other") */') \
        == [(None, "inside", None)]


@pytest.mark.parametrize("code", [
    "localized(text)", 'localized("a" + b)', 'localized(x ? "a" : "b")', r'localizedCount(n, "\(n) a", "\(m) b")',
    r'translatable("\(a)")', 'localized("a", of: "b")'])
def test_what_cannot_be_extracted_is_reported(code):
    with pytest.raises(calls.Problem):
        messages(code)


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
