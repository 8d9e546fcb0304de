"""Keeps the translations: see meson-helpers/translations."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import calls
import pseudo
import template
import unmarked

FOLDER = template.TEMPLATE.parent
DOMAIN = "classic-photos"


def languages():
    return (FOLDER / "LINGUAS").read_text().split()


def write_template():
    template.TEMPLATE.write_text(template.template())


def update():
    """Brings the template and all translations up to date; new texts are untranslated."""
    write_template()
    for language in languages():
        path = FOLDER / f"{language}.po"
        with tempfile.NamedTemporaryFile() as merged:
            subprocess.run(["msgmerge", "--quiet", "--no-fuzzy-matching", "--add-location=file", "--output-file",
                            merged.name, path, template.TEMPLATE], check=True)
            made = subprocess.run(["msgattrib", "--no-obsolete", "--width=100", "--add-location=file", merged.name],
                                  check=True, capture_output=True, text=True).stdout
        path.write_text(re.sub(r'^"(POT-Creation-Date|Report-Msgid-Bugs-To): .*\n', "", made, flags=re.MULTILINE))


def check():
    """What is wrong, in lines."""
    problems = unmarked.unmarked()
    if problems:
        problems.insert(0, "Not marked with localized(), nor in data/po/tools/unmarked-exceptions.txt:")
    if template.template() != template.TEMPLATE.read_text():
        problems.append("The template is not current: run meson-helpers/translations update.")
    for language in languages():
        path = FOLDER / f"{language}.po"
        result = subprocess.run(
            ["msgfmt", "--check", "--check-accelerators=_", "--statistics", "--output-file=/dev/null", path],
            capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
        # The files have no dates.
        lines = [line for line in result.stderr.splitlines() if "PO-Revision-Date" not in line]
        if result.returncode or len(lines) != 1 or not re.fullmatch(r"\d+ translated messages\.", lines[0]):
            problems += [f"{language}: {line}" for line in lines]
        same = subprocess.run(["msgcmp", path, template.TEMPLATE], capture_output=True, text=True)
        if same.returncode:
            problems += [f"{language}: {line}" for line in same.stderr.splitlines()]
    return problems


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
