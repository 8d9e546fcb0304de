"""Makes the template of the translations from the Swift sources, the desktop entry, the metainfo, the MIME type and the
settings' schema; and that of the help from USAGE.md."""
import pathlib
import re
import subprocess
import sys
import tempfile

import calls
import swift_text

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "data/help"))
import manual  # noqa: E402

TEMPLATE = ROOT / "data/po/classic-photos.pot"
HELP_TEMPLATE = ROOT / "data/po/help/help.pot"
USAGE = ROOT / "USAGE.md"
SCHEMA = "data/org.classicphotos.ClassicPhotos.gschema.xml"
OTHERS = [
    *("data/org.classicphotos.ClassicPhotos." + end for end in ("desktop", "metainfo.xml.in", "mime.xml")), SCHEMA]

HEADER = '''# Texts of Classic Photos.
# Copyright (C) The Classic Photos contributors
# This file is distributed under the same license as the classic-photos package.
msgid ""
msgstr ""
"Project-Id-Version: classic-photos\\n"
"Report-Msgid-Bugs-To: \\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Last-Translator: FULL NAME <EMAIL@ADDRESS>\\n"
"Language-Team: LANGUAGE <LL@li.org>\\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
'''


def sources(root=ROOT):
    return sorted((root / "Sources").rglob("*.swift"))


def swift_entries(root=ROOT):
    """The entries of a template, for the Swift sources; raises calls.Problem."""
    entries = {}
    for path in sources(root):
        source = swift_text.Source(path.read_text())
        try:
            messages = calls.messages(source)
        except calls.Problem as problem:
            raise calls.Problem(f"{path.relative_to(root)}:{problem}") from None
        for message in messages:
            key = (message.context, message.text)
            entry = entries.setdefault(key, {"plural": None, "comments": [], "places": [], "line": message.line})
            if message.plural is not None:
                if entry["plural"] not in (None, message.plural):
                    raise calls.Problem(f"{path.relative_to(root)}:{message.line}: another plural of the same text")
                entry["plural"] = message.plural
            if message.comment and message.comment not in entry["comments"]:
                entry["comments"].append(message.comment)
            place = str(path.relative_to(root))
            if place not in entry["places"]:
                entry["places"].append(place)
    return entries


def quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return '"' + escaped.replace("\n", "\\n") + '"'


def written(entries):
    blocks = []
    for (context, text), entry in entries.items():
        lines = [f"#. {line}" for comment in entry["comments"] for line in comment.split("\n")]
        lines += [f"#: {place}" for place in entry["places"]]
        if re.search(r"\{\d\}", text + (entry["plural"] or "")):
            lines.append("#, csharp-format")
        if context is not None:
            lines.append("msgctxt " + quoted(context))
        lines.append("msgid " + quoted(text))
        if entry["plural"] is None:
            lines.append('msgstr ""')
        else:
            lines += ["msgid_plural " + quoted(entry["plural"]), 'msgstr[0] ""', 'msgstr[1] ""']
        blocks.append("\n".join(lines) + "\n")
    return HEADER + "\n" + "\n".join(blocks)


def template(root=ROOT):
    """The text of the template."""
    with tempfile.TemporaryDirectory() as folder:
        own = pathlib.Path(folder) / "swift.pot"
        own.write_text(written(swift_entries(root)))
        other = pathlib.Path(folder) / "data.pot"
        subprocess.run(
            ["xgettext", "--from-code=UTF-8", "--add-location=file", "--output", other, *OTHERS], cwd=root, check=True)
        return joined(own, other)


def help_template():
    """The text of the help's template."""
    entries = {}
    for context, text in manual.messages(USAGE.read_text()):
        comments = ["The name of a key, as it is printed on keyboards."] if context == "key" else []
        entries[context, text] = {"plural": None, "comments": comments, "places": [USAGE.name]}
    with tempfile.TemporaryDirectory() as folder:
        own = pathlib.Path(folder) / "help.pot"
        own.write_text(written(entries))
        return joined(own)


def joined(*templates):
    """The text of one template, of several."""
    made = subprocess.run(
        ["msgcat", "--use-first", "--width=100", "--add-location=file", *templates], check=True, capture_output=True,
        text=True)
    # Dates would make every template a new one.
    return re.sub(r'^"POT-Creation-Date: .*\n', "", made.stdout, flags=re.MULTILINE)
