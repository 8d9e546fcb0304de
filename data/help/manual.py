#!/usr/bin/python3
"""Makes the installed manual from USAGE.md, its one source, in English and in every language of LINGUAS.

    data/help/manual.py USAGE.md data/po HELP PAGES

The folder HELP gets the pages of the desktop's help viewer, LANGUAGE/classic-photos/index.page ("C" is English), and
the folder PAGES those for a browser, where there is no help viewer: LANGUAGE.html. The languages are those of
data/po/LINGUAS, and their texts those of data/po/help. What is not translated stays English.

It knows what USAGE.md uses: headings, paragraphs, lists, tables, code, and links in lines. The columns of a table but
the first have keys. Blocks of code are the same in every language.
"""

import gettext
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

INLINE = re.compile(r"`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)")


KEY_NAME = re.compile(r"[A-Z][a-z]+( [A-Z][a-z]+)?")
RIGHT_TO_LEFT = {"ar", "fa", "he", "ur"}


def blocks(text):
    """(kind, content) of each block: heading, code, item, table or paragraph."""
    lines = text.splitlines()
    while lines:
        line = lines.pop(0)
        if not line.strip():
            continue
        if line.startswith("#"):
            yield "heading", (len(line) - len(line.lstrip("#")), line.lstrip("# "))
        elif line.startswith("    "):
            code = [line]
            while lines and (lines[0].startswith("    ") or not lines[0].strip()):
                code.append(lines.pop(0))
            yield "code", "\n".join(each[4:] for each in code).strip("\n")
        elif line.startswith("|"):
            table = [line]
            while lines and lines[0].startswith("|"):
                table.append(lines.pop(0))
            rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", each)[1:-1]] for each in table]
            yield "table", [row for row in rows if not all(re.fullmatch(":?-+:?", cell) for cell in row)]
        else:
            words = [line]
            while lines and lines[0].strip() and not re.match(r"#|\||- ", lines[0]):
                words.append(lines.pop(0))
            content = " ".join(each.strip() for each in words)
            yield ("item", content[2:]) if content.startswith("- ") else ("paragraph", content)


def inline(text, code, link):
    """The text of a line, escaped; `code` and `link` are what stands around either."""
    parts, end = [], 0
    for found in INLINE.finditer(text):
        parts.append(escape(text[end:found.start()]))
        if found[1] is not None:
            parts.append(code.format(escape(found[1])))
        else:
            parts.append(link.format(quoteattr(found[3]), escape(found[2])))
        end = found.end()
    return "".join(parts) + escape(text[end:])


class Mallard:
    """A page of the desktop's help (projectmallard.org)."""

    code, link = "<code>{}</code>", "<link href={}>{}</link>"
    start = """<?xml version="1.0" encoding="UTF-8"?>
<page xmlns="http://projectmallard.org/1.0/" xml:lang="{language}" type="guide" id="index">
<info><desc>{title}</desc></info>
<title>{title}</title>
"""
    section, section_end, end = '<section id="{id}">\n<title>{title}</title>\n', "</section>\n", "</page>\n"
    paragraph, item, block = "<p>{}</p>\n", "<item><p>{}</p></item>\n", "<screen>{}</screen>\n"
    list_start, list_end = "<list>\n", "</list>\n"
    table_start, table_end = '<table frame="top bottom" rules="rows">\n', "</table>\n"
    row, head_row, cell = "<tr>{}</tr>\n", "<thead><tr>{}</tr></thead>\n", "<td><p>{}</p></td>"

    @staticmethod
    def keys(names):
        return "<keyseq>" + "".join(f"<key>{escape(each)}</key>" for each in names) + "</keyseq>"


class HTML:
    """A page for a browser."""

    code, link = "<code>{}</code>", "<a href={}>{}</a>"
    start = """<!DOCTYPE html>
<html lang="{language}" dir="{direction}">
<head>
<meta charset="UTF-8"/>
<meta name="viewport" content="width=device-width"/>
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; width: 100%; }}
td, th {{ text-align: start; padding: .25rem .5rem; border-bottom: 1px solid #8884; vertical-align: top; }}
pre {{ overflow-x: auto; padding: .5rem; background: #8882; border-radius: .5rem; }}
code, kbd, pre {{ direction: ltr; unicode-bidi: isolate; }}
kbd {{ font: inherit; }}
</style>
</head>
<body>
<h1>{title}</h1>
"""
    section, section_end, end = '<section id="{id}">\n<h2>{title}</h2>\n', "</section>\n", "</body>\n</html>\n"
    paragraph, item, block = "<p>{}</p>\n", "<li>{}</li>\n", "<pre>{}</pre>\n"
    list_start, list_end = "<ul>\n", "</ul>\n"
    table_start, table_end = "<table>\n", "</table>\n"
    row, head_row, cell = "<tr>{}</tr>\n", "<thead><tr>{}</tr></thead>\n", "<td>{}</td>"

    @staticmethod
    def keys(names):
        return "<kbd>" + escape("+".join(names)) + "</kbd>"


def manual(text, form, language="en", translations=gettext.NullTranslations()):
    """The page of this form and language, from the text of USAGE.md."""
    parts, state = [], {"section": False, "list": False}

    def end_list():
        if state["list"]:
            parts.append(form.list_end)
        state["list"] = False

    def translated(words):
        # An empty text is gettext's name for a file's header.
        return translations.gettext(words) if words else ""

    def shown(words):
        return inline(translated(words), form.code, form.link)

    def shown_keys(cell):
        """The keys of a cell like "Ctrl++, Page Down"."""
        combinations = [re.split(r"(?<=.)\+(?=.)", each) for each in cell.split(", ") if each]
        return ", ".join(
            form.keys([translations.pgettext("key", key) if KEY_NAME.fullmatch(key) else key for key in combination])
            for combination in combinations)

    for kind, content in blocks(text):
        if kind != "item":
            end_list()
        if kind == "heading":
            level, title = content
            if level == 1:
                parts.append(form.start.format(
                    title=escape(translated(title)), language=language.replace("_", "-"),
                    direction="rtl" if language.partition("_")[0] in RIGHT_TO_LEFT else "ltr"))
                continue
            if state["section"]:
                parts.append(form.section_end)
            state["section"] = True
            name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
            parts.append(form.section.format(id=name, title=escape(translated(title))))
        elif kind == "item":
            if not state["list"]:
                parts.append(form.list_start)
            state["list"] = True
            parts.append(form.item.format(shown(content)))
        elif kind == "table":
            parts.append(form.table_start)
            for number, row in enumerate(content):
                cells = [shown_keys(cell) if number and column else shown(cell) for column, cell in enumerate(row)]
                made = "".join(form.cell.format(each) for each in cells)
                parts.append((form.row if number else form.head_row).format(made))
            parts.append(form.table_end)
        elif kind == "code":
            parts.append(form.block.format(escape(content)))
        else:
            parts.append(form.paragraph.format(shown(content)))
    end_list()
    if state["section"]:
        parts.append(form.section_end)
    return "".join(parts) + form.end


class Recorder:
    """Stands in for translations, and notes the texts that are looked up, each with its context."""

    def __init__(self):
        self.messages = []

    def gettext(self, text):
        self.messages.append((None, text))
        return text

    def pgettext(self, context, text):
        self.messages.append((context, text))
        return text


def messages(text):
    """(context, text) of all that is translated, each once, in the order of USAGE.md."""
    recorder = Recorder()
    manual(text, HTML, translations=recorder)
    return list(dict.fromkeys(recorder.messages))


def translations_of(path):
    """The translations of a file of texts."""
    compiled = subprocess.run(["msgfmt", "--output-file=-", path], check=True, capture_output=True).stdout
    return gettext.GNUTranslations(io.BytesIO(compiled))


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    source, texts, viewer, browser = map(Path, sys.argv[1:])
    usage = source.read_text(encoding="utf-8")
    write(viewer / "C/classic-photos/index.page", manual(usage, Mallard))
    write(browser / "en.html", manual(usage, HTML))
    for language in (texts / "LINGUAS").read_text().split():
        translations = translations_of(texts / "help" / f"{language}.po")
        write(viewer / language / "classic-photos/index.page", manual(usage, Mallard, language, translations))
        write(browser / f"{language}.html", manual(usage, HTML, language, translations))
    # Ninja compares the times of the folders, which files in subfolders do not change.
    for folder in (viewer, browser):
        os.utime(folder)


if __name__ == "__main__":
    main()
