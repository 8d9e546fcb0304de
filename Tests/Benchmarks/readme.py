#!/usr/bin/python3
"""Keeps the results of the last run of each benchmark, and makes the README's figures from them.

    readme.py keep FOLDER NAME ROWS       keeps the rows of the benchmark NAME, with date, machine and peers, in FOLDER
    readme.py write FOLDER README         writes the figures between the markers of README

Without the results that a line needs, README stays as it is.
"""

import datetime
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

START, END = "<!-- figures: meson-helpers/bench --readme writes them -->", "<!-- end of the figures -->"

# The packages of the peers, by the benchmark that compares with them.
PEERS = {
    "filters": {"Pillow": "python3-pil", "ImageMagick": "imagemagick", "libvips": "libvips-tools"},
    "thumbnails": {"vipsthumbnail": "libvips-tools"},
    "photo": {"eog": "eog"},
}


class Missing(Exception):
    """A figure that the stored results lack."""


class Figures:
    """The stored rows, by benchmark."""

    def __init__(self, folder):
        self.stored = {path.stem: json.loads(path.read_text()) for path in Path(folder).glob("*.json")}

    def row(self, benchmark, what, who=None):
        for row in self.stored.get(benchmark, {}).get("rows", []):
            if re.fullmatch(what, row[0]) and (who is None or row[3] == who) and row[1] != "failed":
                return row
        raise Missing(f"no figure “{what}” of meson-helpers/bench {benchmark}")

    def ours(self, *of):
        return number(self.row(*of)[1])

    def theirs(self, *of):
        return number(self.row(*of)[2])


def number(text):
    return float(text.split()[0].replace(",", ""))


def whole(value):
    return f"{value:,.0f}"


def share(ratio):
    """A ratio a little above 1, in words."""
    more = round((ratio - 1) * 100)
    return f"{more}% more than" if more > 0 else f"{-more}% less than" if more < 0 else "as long as"


def lines(of):
    """The README's lines: text, and the benchmark that it is from."""
    bytes_ = ("fetch", "bytes of camera originals, list")
    mine, all_ = of.ours(*bytes_), of.theirs(*bytes_)
    yield (f"The list fetches only **{whole(100 * mine / all_)}%** of nineteen kinds of camera originals: "
           f"{mine / 1000:.1f} of {all_ / 1000:.1f} MB.", "fetch")
    row = ("thumbnails", "row picture of a 12 MP JPEG, 2 cores")
    yield (f"The row picture of a 12-megapixel JPEG takes **{whole(of.ours(*row))} ms** (vipsthumbnail: "
           f"{whole(of.theirs(*row))} ms).", "thumbnails")
    first = of.ours("catalogue", "first screen from first byte, s")
    hold = of.ours("catalogue", "longest hold of the main context, ms")
    yield (f"The first screen of a catalogue with a million rows appears **{first:.2f} s** after its first byte. Until "
           f"the last byte, the main context is never held for longer than **{whole(hold)} ms**.", "catalogue")
    key = of.ours("catalogue", "key to rows in the list, longest, ms")
    yield f"Searching a million photos shows the matches within **{whole(key)} ms** of a key press.", "catalogue"
    screen = of.row("window", "first screen, 10,000 rows")
    yield (f"The first screen of a list of 10,000 photos is complete **{whole(number(screen[1]))} ms** after the "
           f"request for its catalogue, over a network on which the three necessary round trips take "
           f"{whole(number(screen[2]))} ms.", "window")
    slow = of.ours("window", "frames while wheeling, photos in memory: 99%")
    slowest = of.ours("window", "frames while wheeling, photos in memory: all")
    yield (f"During continuous wheel scrolling through 100,000 photos in memory, 99% of frames take "
           f"**{whole(slow)} ms** or less, and none takes more than {whole(slowest)} ms.", "window")
    row = ("photo", "a key to a sharp 24 MP JPEG")
    yield (f"The next 24-megapixel JPEG is sharp **{whole(of.ours(*row))} ms** after a key press (eog: "
           f"{whole(of.theirs(*row))} ms).", "photo")
    row = ("photo", "100 megapixels open, as a whole")
    yield (f"A 100-megapixel photo, shown as a whole, takes **{whole(of.ours(*row))} MiB** of the program's own memory "
           f"(eog: {whole(of.theirs(*row))} MiB).", "photo")
    zoom = of.ours("photo", "zoom of .*100.*: 99% of frames")
    yield f"While zooming into it, 99% of frames take **{whole(zoom)} ms** or less.", "photo"
    sepia = of.row("filters", "sepia")
    ratio = number(sepia[1]) / number(sepia[2])
    peers = ", ".join(
        f"{name}: {whole(of.theirs('filters', '.*, the slowest', who))} ms"
        for name, who in [("Pillow", "Pillow convert"), ("ImageMagick", "ImageMagick -color-matrix"),
                          ("libvips", "vips recomb")])
    yield (f"Sepia over 24 megapixels takes **{whole(number(sepia[1]))} ms** on one core, {share(ratio)} a copy of "
           f"them ({peers}).", "filters")


def wrapped(text, width=119):
    """An item of a list, wrapped."""
    out, line = [], "-"
    for word in text.split(" "):
        if len(line) + 1 + len(word) > width:
            out.append(line)
            line = " "
        line += " " + word
    return "\n".join([*out, line])


def section(of):
    """What stands between the markers."""
    items = [wrapped(f"{text} `meson-helpers/bench {benchmark}`") for text, benchmark in lines(of)]
    used = [of.stored[name] for name in sorted(of.stored)]
    dates = sorted({each["date"] for each in used})
    peers = {name: version for each in used for name, version in each["peers"].items()}
    machines = sorted({each["machine"] for each in used})
    said = (f"Measured on {' to '.join(dict.fromkeys([dates[0], dates[-1]]))} on {'; '.join(machines)}; peers: "
            + ", ".join(f"{name} {version}" for name, version in sorted(peers.items())) + ".")
    return "\n".join([wrapped(said)[2:].replace("\n  ", "\n"), "", *items])


def write(folder, readme):
    text = readme.read_text(encoding="utf-8")
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise Missing(f"{readme.name} has no markers")
    readme.write_text(f"{before}{START}\n{section(Figures(folder))}\n{END}{after}", encoding="utf-8")


# The facts about a run.

def machine():
    """The processor, the number of its cores, and the system."""
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                 platform.machine())
    system = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    return f"{len(os.sched_getaffinity(0))} cores of {model}, {system}"


def versions(packages):
    """The upstream versions of the installed packages."""
    found = {}
    for name, package in packages.items():
        asked = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False)
        version = re.sub(r"^\d+:|[-+].*$", "", asked.stdout)
        if asked.returncode == 0 and version:
            found[name] = version
    return found


def keep(folder, name, rows):
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "date": datetime.date.today().isoformat(), "machine": machine(), "peers": versions(PEERS.get(name, {})),
        "rows": [json.loads(line) for line in rows.read_text().splitlines()],
    }
    # Complete, or as before.
    new = folder / f"{name}.new"
    new.write_text(json.dumps(kept, indent=1))
    new.replace(folder / f"{name}.json")


def main():
    match sys.argv[1:]:
        case ["keep", folder, name, rows]: keep(Path(folder), name, Path(rows))
        case ["write", folder, readme]:
            try:
                write(folder, Path(readme))
            except Missing as missing:
                sys.exit(f"bench: {missing}. The README stays as it is.")
        case _: sys.exit(__doc__)


if __name__ == "__main__":
    main()
