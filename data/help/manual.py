#!/usr/bin/python3
"""Makes the installed manual from USAGE.md, its one source.

    data/help/manual.py mallard USAGE.md > index.page     for the desktop's help viewer
    data/help/manual.py html USAGE.md > manual.html       for a browser, where there is no help viewer

It knows what USAGE.md uses: headings, paragraphs, lists, tables, code, and links in lines.
"""

import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

INLINE = re.compile(r"`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)")


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
<page xmlns="http://projectmallard.org/1.0/" type="guide" id="index">
<info><desc>{title}</desc></info>
<title>{title}</title>
"""
    section, section_end, end = '<section id="{id}">\n<title>{title}</title>\n', "</section>\n", "</page>\n"
    paragraph, item, block = "<p>{}</p>\n", "<item><p>{}</p></item>\n", "<screen>{}</screen>\n"
    list_start, list_end = "<list>\n", "</list>\n"
    table_start, table_end = '<table frame="top bottom" rules="rows">\n', "</table>\n"
    row, head_row, cell = "<tr>{}</tr>\n", "<thead><tr>{}</tr></thead>\n", "<td><p>{}</p></td>"


class HTML:
    """A page for a browser."""

    code, link = "<code>{}</code>", "<a href={}>{}</a>"
    start = """<!DOCTYPE html>
<html lang="en">
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


def manual(text, form):
    parts, state = [], {"section": False, "list": False}

    def end_list():
        if state["list"]:
            parts.append(form.list_end)
        state["list"] = False

    def shown(words):
        return inline(words, form.code, form.link)

    for kind, content in blocks(text):
        if kind != "item":
            end_list()
        if kind == "heading":
            level, title = content
            if level == 1:
                parts.append(form.start.format(title=escape(title)))
                continue
            if state["section"]:
                parts.append(form.section_end)
            state["section"] = True
            name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
            parts.append(form.section.format(id=name, title=escape(title)))
        elif kind == "item":
            if not state["list"]:
                parts.append(form.list_start)
            state["list"] = True
            parts.append(form.item.format(shown(content)))
        elif kind == "table":
            parts.append(form.table_start)
            for number, row in enumerate(content):
                cells = "".join(form.cell.format(shown(cell)) for cell in row)
                parts.append((form.row if number else form.head_row).format(cells))
            parts.append(form.table_end)
        elif kind == "code":
            parts.append(form.block.format(escape(content)))
        else:
            parts.append(form.paragraph.format(shown(content)))
    end_list()
    if state["section"]:
        parts.append(form.section_end)
    return "".join(parts) + form.end


def main():
    forms = {"mallard": Mallard, "html": HTML}
    if len(sys.argv) != 3 or sys.argv[1] not in forms:
        sys.exit(__doc__)
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(manual(Path(sys.argv[2]).read_text(encoding="utf-8"), forms[sys.argv[1]]))


main()
