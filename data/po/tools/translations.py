"""Keeps the translations: see meson-helpers/translations."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import typing

import calls
import pseudo
import template
import unmarked

FOLDER = template.TEMPLATE.parent
DOMAIN = "classic-photos"
# What menus have in labels, and tables of keys do not: "_Open File…", and "開く(_O)…".
LABEL_ONLY = re.compile(r"\(_.\)|_|…")


class Texts(typing.NamedTuple):
    """A template, what it is to have, and how its translations are merged and checked."""

    template: pathlib.Path
    current: typing.Callable
    merge_options: tuple
    check_options: tuple

    def translation(self, language):
        return self.template.parent / f"{language}.po"


PROGRAM = Texts(template.TEMPLATE, template.template, ("--no-fuzzy-matching",), ("--check-accelerators=_",))
# A paragraph with one word changed keeps its translation, to be looked through; until then it is English.
HELP = Texts(template.HELP_TEMPLATE, template.help_template, ("--previous",), ())


def languages():
    return (FOLDER / "LINGUAS").read_text().split()


def update():
    """Brings the templates and all translations up to date; new texts are untranslated."""
    for texts in (PROGRAM, HELP):
        texts.template.write_text(texts.current())
        for language in languages():
            merge(texts, texts.translation(language))


def merge(texts, path):
    with tempfile.NamedTemporaryFile() as merged:
        subprocess.run(["msgmerge", "--quiet", *texts.merge_options, "--add-location=file", "--output-file",
                        merged.name, path, texts.template], check=True)
        made = subprocess.run(["msgattrib", "--no-obsolete", "--width=100", "--add-location=file", merged.name],
                              check=True, capture_output=True, text=True).stdout
    path.write_text(re.sub(r'^"(POT-Creation-Date|Report-Msgid-Bugs-To): .*\n', "", made, flags=re.MULTILINE))


def check():
    """What is wrong, in lines."""
    problems = unmarked.unmarked()
    if problems:
        problems.insert(0, "Not marked with localized(), nor in data/po/tools/unmarked-exceptions.txt:")
    for texts in (PROGRAM, HELP):
        if texts.current() != texts.template.read_text():
            problems.append(f"{texts.template.name} is not current: run meson-helpers/translations update.")
        for language in languages():
            problems += incomplete(texts, texts.translation(language))
    labels = [key for key, entry in template.swift_entries().items() if entry["plural"] is None]
    for language in languages():
        path = HELP.translation(language)
        help_texts = template.manual.translations_of(path)
        problems += named(path, changed_marks(help_texts))
        program = template.manual.translations_of(PROGRAM.translation(language))
        problems += named(path, other_names(help_texts, names(labels, program)))
    return problems


def named(path, lines):
    """The lines, with the file that they are about."""
    return [f"{path.relative_to(FOLDER).with_suffix('')}: {line}" for line in lines]


def incomplete(texts, path):
    result = subprocess.run(
        ["msgfmt", "--check", *texts.check_options, "--statistics", "--output-file=/dev/null", path],
        capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    problems = []
    # The files have no dates.
    lines = [line for line in result.stderr.splitlines() if "PO-Revision-Date" not in line]
    if result.returncode or len(lines) != 1 or not re.fullmatch(r"\d+ translated messages\.", lines[0]):
        problems += named(path, lines)
    same = subprocess.run(["msgcmp", path, texts.template], capture_output=True, text=True)
    if same.returncode:
        problems += named(path, same.stderr.splitlines())
    return problems


def in_help(translations):
    """Each text of the help with its translation, as far as it is translated."""
    for context, text in template.manual.messages(template.USAGE.read_text()):
        translated = looked_up(translations, context, text)
        if translated != text:
            yield text, translated


def looked_up(translations, context, text):
    return translations.gettext(text) if context is None else translations.pgettext(context, text)


def marks(text):
    """The code and the addresses of a text, which are the same in every language."""
    return sorted(found[3] or found[0] for found in template.manual.INLINE.finditer(text))


def changed_marks(translations):
    """The texts of the help whose translation has other code or other addresses."""
    for text, translated in in_help(translations):
        if marks(translated) != marks(text):
            yield f"other code or addresses than “{text}”: {marks(translated)} instead of {marks(text)}"
        elif translated.count("`") != text.count("`"):
            yield f"a backtick too many or too few: “{translated}”"


def names(labels, translations):
    """What commands, pages and the like are called in the program, by their English names; a name may have several."""
    found = {}
    for context, text in labels:
        english, translated = (
            LABEL_ONLY.sub("", label).strip() for label in (text, looked_up(translations, context, text)))
        found.setdefault(english, set()).add(translated)
    return found


def other_names(translations, names):
    """The texts of the help that begin with a name that the program has, whose translations do not."""
    for text, translated in in_help(translations):
        wanted = names.get(text.partition(": ")[0])
        if wanted and not translated.startswith(tuple(wanted)):
            yield f"“{text}” is “{translated}”, but the program calls it {' or '.join(sorted(wanted))}"


def build(target):
    """Compiles the translations for the program, below `target`."""
    for language in languages():
        source, made = FOLDER / f"{language}.po", target / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
        if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
            compile_file(source, made)


def compile_file(source, made):
    made.parent.mkdir(parents=True, exist_ok=True)
    # Others may run the program from there.
    new = made.with_suffix(f".{os.getpid()}")
    subprocess.run(["msgfmt", "--output-file", new, source], check=True)
    new.rename(made)


def make_pseudo(target, language):
    """Compiles a language made of accented English."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / f"{language}.po"
        source.write_text(pseudo.translated(template.swift_entries(), language))
        compile_file(source, target / language / "LC_MESSAGES" / f"{DOMAIN}.mo")


def main(arguments):
    match arguments:
        case ["update"]:
            update()
        case ["check"]:
            problems = check()
            print("\n".join(problems), end="\n" if problems else "")
            return 1 if problems else 0
        case ["build", target]:
            build(pathlib.Path(target))
        case ["pseudo", target, language]:
            make_pseudo(pathlib.Path(target), language)
        case _:
            return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except calls.Problem as problem:
        sys.exit(str(problem))
