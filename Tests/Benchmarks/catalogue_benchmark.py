#!/usr/bin/python3
"""The cost of a catalogue of 1,000,000 rows: parsing it, compared with its peers on the same bytes in the same run;
opening it in the real window over loopback; searching and sorting it, with and without the window; and a folder of
100,000 files.

    CLASSIC_PHOTOS_PROGRAM=FILE catalogue_benchmark.py [parse] [window] [folder] [finding]
                                                                            (under meson-helpers/uninstalled)

Prints a table: our figure, the peer or bound, and whether it is met; exits with 1 if a bound is missed. Rates are in
bytes per second of processor time, so that the machine's other work does not count. Needs no network. A failed part is
a missed row, and the others continue.
"""

import csv
import html.parser
import io
import json
import os
import pathlib
import plistlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from PIL import Image

import results
from catalogue_documents import (
    RECORD_TEXT, ROWS, SOME_ROWS, address_list, csv_table, directory_page, gallery, json_array, json_map, media_rss,
    openstep, packed, property_list, records)
from watched_window import Server, events, longest_hold, memory, processor, wait_for_rows

HERE = pathlib.Path(__file__).resolve().parent
# Files of the folder.
FILES = 100_000
TABLE = results.Results()


def row(what, ours, bound, text, at_least=False):
    """A figure with an upper or lower limit, which `text` explains."""
    print(f"{what}: {text}", flush=True)
    if at_least:
        TABLE.no_less(what, ours, bound, "bound")
    else:
        TABLE.within(what, ours, bound, "bound")


def peer(what, ours, text):
    """A figure without a bound."""
    print(f"{what.strip()}: {ours:,.1f} ({text})", flush=True)


def figures(program, kind, file):
    output = subprocess.run([program, kind, file], check=True, capture_output=True, text=True).stdout
    return {name: float(value) for name, value in (line.split() for line in output.splitlines())}


def processor_seconds(command):
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def parse(folder):
    program = results.build("catalogue-benchmark")
    file = property_list(folder / "million.plist", b"https://photos.example.org/full")
    megabytes = file.stat().st_size / 1e6
    # In turn, the best of three: the others include the machine's other work.
    ours, foundation, theirs, lint = [], [], [], []
    for _ in range(3):
        ours.append(figures(program, "ours", file))
        foundation.append(figures(program, "foundation", file))
        data = file.read_bytes()
        start = time.process_time()
        assert len(plistlib.loads(data, fmt=plistlib.FMT_XML)) == ROWS
        theirs.append(time.process_time() - start)
        if shutil.which("xmllint"):
            lint.append(processor_seconds(["xmllint", "--stream", "--noout", file]))
    best = max(ours, key=lambda each: each["rate"])
    assert best["rows"] == ROWS
    row("XML property list, MB/s", best["rate"], 60, f"{megabytes:.0f} MB, with rows made", at_least=True)
    peer("  Foundation's XMLParser, MB/s", max(each["rate"] for each in foundation), "with a delegate that only counts")
    peer("  plistlib, MB/s", megabytes / min(theirs),
         f"ours is {best['rate'] * min(theirs) / megabytes:.1f} times as fast")
    if lint:
        peer("  xmllint --stream --noout, MB/s", megabytes / min(lint), "syntax alone, reading the file included")
    others(program, folder)
    feeds_and_pages(program, folder)
    row("bytes a row beyond its text", best["overhead"], 64, f"{best['text'] / ROWS:.0f} bytes of text a row")


def others(program, folder):
    """The other formats, compared with Python's own parser if it has one. Bytes are those of the file, also if it is
    compressed: the rate for gzip is that of its content."""
    def load_json(file):
        with open(file, "rb") as document:
            return len(json.load(document))

    def load_posts(file):
        with open(file, "rb") as document:
            return len(json.load(document)["posts"])

    def load_csv(file):
        with open(file, newline="") as document:
            return sum(1 for _ in csv.DictReader(document))

    formats = [
        ("JSON, objects in an array", json_array(folder / "million.json"), "json", load_json),
        ("JSON, photos found by evidence", records(folder / "records.json", "https://photos.example.org"), "json",
         load_posts),
        ("JSON, names to addresses", json_map(folder / "map.json"), "json", load_json),
        ("CSV", csv_table(folder / "million.csv"), "csv.DictReader", load_csv),
        ("list of addresses", address_list(folder / "million.txt"), None, None),
        ("OpenStep property list", openstep(folder / "openstep.plist"), None, None),
    ]
    for name, file, module, load in formats:
        megabytes = file.stat().st_size / 1e6
        ours, theirs = [], []
        for _ in range(3):
            ours.append(figures(program, "ours", file))
            if load:
                start = time.process_time()
                assert load(file) == ROWS
                theirs.append(time.process_time() - start)
        best = max(ours, key=lambda each: each["rate"])
        assert best["rows"] == ROWS
        row(f"{name}, MB/s", best["rate"], 60, f"{megabytes:.0f} MB, with rows made", at_least=True)
        if load is load_posts:
            row("  bytes a row beyond its text", best["overhead"], 64, f"{best['text'] / ROWS:.0f} bytes of text a row")
        if load:
            rate = megabytes / min(theirs)
            peer(f"  {module}, MB/s", rate, f"ours is {best['rate'] / rate:.1f} times as fast")
    file = packed(folder / "million.json.gz")
    megabytes = (folder / "million.json").stat().st_size / 1e6
    seconds = min(figures(program, "ours", file)["seconds"] for _ in range(3))
    row("JSON in gzip, MB/s unpacked", megabytes / seconds, 60, f"{file.stat().st_size / 1e6:.0f} MB", at_least=True)


def feeds_and_pages(program, folder):
    """Without a bound: libxml2's parser for HTML, which handles the syntax, takes a third of the time alone."""
    def read_html(file):
        class Counter(html.parser.HTMLParser):
            links = 0

            def handle_starttag(self, tag, attributes):
                self.links += tag == "a"
        counter = Counter()
        counter.feed(file.read_text())
        return counter.links

    def read_feed(file):
        import feedparser
        return len(feedparser.parse(file.read_bytes()).entries)

    feed = media_rss(folder / "feed.rss")
    for name, file, module, load, lint in [
            ("RSS with Media RSS", feed, None, None, ["--stream"]),
            ("a server's page of a folder", directory_page(folder / "folder.html"), "html.parser", read_html,
             ["--html"]),
            ("web page of thumbnails", gallery(folder / "gallery.html"), "html.parser", read_html, ["--html"])]:
        megabytes = file.stat().st_size / 1e6
        ours = [figures(program, "ours", file) for _ in range(3)]
        assert ours[0]["rows"] == SOME_ROWS
        best = max(each["rate"] for each in ours)
        peer(f"{name}, MB/s", best, f"{megabytes:.0f} MB, with rows made")
        if load:
            against(module, load, file, SOME_ROWS, best)
        if shutil.which("xmllint"):
            seconds = min(processor_seconds(["xmllint", *lint, "--noout", file]) for _ in range(3))
            what = "syntax alone" if lint == ["--stream"] else "syntax and a tree"
            peer(f"  xmllint {lint[0]}, MB/s", megabytes / seconds, f"{what}, reading the file included")
    # feedparser keeps everything that it reads, and more.
    head, *items = feed.read_text().split("<item>")
    short = folder / "short.rss"
    short.write_text("<item>".join([head, *items[:SOME_ROWS // 20]]) + "</channel>\n</rss>\n")
    against("feedparser", read_feed, short, SOME_ROWS // 20,
            max(figures(program, "ours", short)["rate"] for _ in range(3)))


def against(module, load, file, rows, ours):
    start = time.process_time()
    try:
        assert load(file) == rows
    except ImportError:
        return
    rate = file.stat().st_size / 1e6 / (time.process_time() - start)
    peer(f"  {module}, MB/s", rate, f"ours is {ours / rate:.1f} times as fast")


# The window

def window(folder):
    sys.path.insert(0, str(HERE.parent / "WindowTests"))
    from support.desktop import Desktop
    from support.program import Program

    server = Server()
    photos = f"http://127.0.0.1:{server.port}/photos"
    desktop = Desktop()
    try:
        program = Program(desktop, [], desktop.session.new_home("empty"), folder / "empty.log")
        program.window()
        time.sleep(2)
        empty = Opened(processor=processor(program.pid), resident=memory(program.pid, "VmRSS"))
        program.end()
        server.file = property_list(folder / "million.plist", photos.encode())
        opened("", server, desktop, folder, empty, 250)
        server.file = records(folder / "million.json", photos)
        # Each row keeps its text, which is longer, and 64 bytes.
        opened("JSON by evidence: ", server, desktop, folder, empty,
               empty.resident + ROWS * (RECORD_TEXT + 64) / 2**20)
    finally:
        desktop.end()


@dataclass
class Opened:
    """The cost of a catalogue in a window: seconds, milliseconds, MiB."""

    processor: float
    resident: float
    peak: float = 0
    first: float = 0
    whole: float = 0
    hold: float = 0
    drawn: float = 0


def opened(what, server, desktop, folder, empty, most):
    """Opens the server's file three times. `most` bounds the resident memory, in MiB."""
    megabytes = server.file.stat().st_size / 1e6
    runs = [open_once(server, desktop, folder, f"{server.file.stem}-{server.file.suffix[1:]}-{number}")
            for number in range(3)]
    row(f"{what}first screen from first byte, s", statistics.median(each.first for each in runs), 0.5,
        "1,000,000 rows over loopback")
    row(f"{what}all rows, s of the processor", min(each.processor for each in runs) - empty.processor, megabytes / 60,
        f"all threads, less an empty window's; {megabytes:.0f} MB at 60 MB/s")
    peer("  from first byte, s", min(each.whole for each in runs), "by the clock, on a machine with other work")
    row(f"{what}longest hold of the main context, ms", statistics.median(each.hold for each in runs), 8,
        "processor time while it is read")
    peer("  with the frames that GTK lays out and draws, ms", statistics.median(each.drawn for each in runs),
         "without a GPU")
    row(f"{what}resident, MiB", max(each.resident for each in runs), most, f"an empty window: {empty.resident:.0f} MiB")
    peer("  at its peak, MiB", max(each.peak for each in runs), "VmHWM")


def open_once(server, desktop, folder, name):
    from support.program import Program

    trace = folder / f"trace-{name}.json"
    home = desktop.session.new_home(f"catalogue-{name}")
    program = Program(
        desktop, ["--trace", str(trace), f"http://127.0.0.1:{server.port}/{server.file.name}"], home,
        folder / f"{name}.log")
    wait_for_rows(trace, ROWS)
    time.sleep(2)  # and afterwards: the store, the pass over the rows on screen
    run = Opened(processor(program.pid), memory(program.pid, "VmRSS"), memory(program.pid, "VmHWM"))
    os.kill(program.pid, signal.SIGTERM)
    program.process.popen.wait()
    told = events(trace)
    began = server.first_bytes[-1] * 1e6
    filled = next(each["ts"] for each in told if each["name"] == "rows" and each["args"]["rows"] > 0)
    frame = next(each for each in told if each["name"] == "frame" and each["ts"] >= filled)
    run.first = (frame["ts"] + frame["dur"] - began) / 1e6
    done = next(each["ts"] for each in told if each["name"] == "rows" and each["args"]["rows"] == ROWS)
    run.whole = (done - began) / 1e6
    run.hold, run.drawn = longest_hold(
        [each for each in told if began <= each["ts"] + each.get("dur", 0) <= done + 100_000])
    steps = [each for each in told if each["name"] == "rows"]
    print(f"{name}: first screen {run.first:.3f} s, all rows {run.whole:.3f} s, {run.processor:.2f} of the processor, "
          f"in {len(steps)} steps, longest hold {run.hold:.2f} ms, with frames {run.drawn:.2f} ms, "
          f"resident {run.resident:.0f} MiB, peak {run.peak:.0f} MiB", file=sys.stderr)
    return run


def folder_of_files(folder):
    """A folder of many files, opened from the command line; the cost is that of reading, sorting and showing it."""
    sys.path.insert(0, str(HERE.parent / "WindowTests"))
    from support.desktop import Desktop
    from support.program import Program

    files = folder / "files"
    files.mkdir()
    picture = io.BytesIO()
    Image.effect_noise((320, 240), 40).convert("RGB").save(picture, "JPEG")
    for number in range(FILES):
        # File systems limit the links to one file to some tens of thousands.
        first = files / f"IMG_{number - number % 10_000:06}.jpg"
        if number % 10_000 == 0:
            first.write_bytes(picture.getvalue())
        else:
            os.link(first, files / f"IMG_{number:06}.jpg")
    desktop = Desktop()
    whole, used, holds, drawn = [], [], [], []
    try:
        for number in range(3):
            trace = folder / f"folder-{number}.json"
            program = Program(
                desktop, ["--trace", str(trace), str(files)], desktop.session.new_home(f"folder-{number}"),
                folder / f"folder-{number}.log")
            wait_for_rows(trace, FILES)
            time.sleep(1)
            used.append(processor(program.pid))
            os.kill(program.pid, signal.SIGTERM)
            program.process.popen.wait()
            told = events(trace)
            shown = min(each["ts"] for each in told if each["name"] == "frame")
            done = next(each["ts"] for each in told if each["name"] == "rows" and each["args"]["rows"] == FILES)
            whole.append((done - shown) / 1000)
            hold, with_frames = longest_hold([each for each in told if shown < each["ts"] < done + 500_000])
            holds.append(hold)
            drawn.append(with_frames)
    finally:
        desktop.end()
    row("a folder's longest hold of the main context, ms", statistics.median(holds), 8,
        f"{FILES:,} files; processor time, while it is read; with frames {statistics.median(drawn):.1f}")
    peer("  from the window's first frame to all rows, ms", min(whole), "by the clock")
    peer("  of the processor, s", min(used), "all threads, the start included")


# Finding

def finding(folder):
    """Without the window: every kind of name, by the processor time of all threads, halved if two threads share the
    work."""
    program = results.build("finding-benchmark")
    output = subprocess.run([program, str(ROWS)], check=True, capture_output=True, text=True).stdout
    told = {name: float(value) for name, value in (line.split("\t") for line in output.splitlines())}
    kinds = list(dict.fromkeys(name.split(":")[0] for name in told))
    for kind in kinds:
        def figure(what):
            return told[f"{kind}: {what}"]
        row(f"{kind}: keystroke, longest, ms", figure("keystroke, longest, processor ms") / 2, 50,
            f"median {figure('keystroke, median, processor ms') / 2:.1f}; "
            f"on the clock {figure('keystroke, longest, ms'):.0f}")
        row(f"{kind}: keystroke while sorted, longest, ms", figure("keystroke sorted, longest, processor ms") / 2, 50,
            f"median {figure('keystroke sorted, median, processor ms') / 2:.1f}")
        for order in ("name", "newest", "failed"):
            # Names are sorted on two threads, everything else on one.
            share = 2 if order == "name" else 1
            row(f"{kind}: sort by {order}, ms", figure(f"sort by {order}, processor ms") / share, 2000,
                f"{figure(f'sort by {order}, peak MiB more'):.0f} MiB more meanwhile")
        row(f"{kind}: longest hold, ms", figure("longest hold of the main context, processor ms"), 8, "in the finder")
        peer(f"{kind}: the index, MiB", figure("index, MiB"), f"beside {figure('catalogue, MiB'):.0f} of the catalogue")
    finding_in_window(folder)


def finding_in_window(folder):
    """With real keys: the time from a key to the rows in the list, and how long the main context is blocked meanwhile.
    """
    sys.path.insert(0, str(HERE.parent / "WindowTests"))
    from support.desktop import Desktop
    from support.finding import sort_by
    from support.program import Program

    server = Server()
    server.file = property_list(folder / "million.plist", b"http://127.0.0.1:%d/photos" % server.port)
    desktop = Desktop()
    try:
        trace = folder / "finding.json"
        program = Program(
            desktop, ["--trace", str(trace), f"http://127.0.0.1:{server.port}/million.plist"],
            desktop.session.new_home("finding"), folder / "finding.log")
        wait_for_rows(trace, ROWS)
        time.sleep(3)
        before = memory(program.pid, "VmRSS")
        began = time.monotonic() * 1e6
        # Without questions to the accessibility bus: every row whose name was requested also announces its end on the
        # bus.
        desktop.keyboard.focus(program.window())
        desktop.keyboard.press("Control_L", "f")
        time.sleep(1)
        keys = []
        for key in "photo 12345":
            keys.append(time.monotonic() * 1e6)
            desktop.keyboard.type(key)
            time.sleep(0.6)
        for _ in range(9):
            keys.append(time.monotonic() * 1e6)
            desktop.keyboard.press("BackSpace")
            time.sleep(0.6)
        desktop.keyboard.press("Escape")
        time.sleep(1)
        searched = time.monotonic() * 1e6
        for key in "nec":
            sort_by(program, key)
            time.sleep(3)
        ended = time.monotonic() * 1e6
        resident, peak = memory(program.pid, "VmRSS"), memory(program.pid, "VmHWM")
        os.kill(program.pid, signal.SIGTERM)
        program.process.popen.wait()
    finally:
        desktop.end()
    told = events(trace)
    # First the old rows become fewer. The new ones arrive in the turn that empties the list, or when it is empty.
    counts = [each for each in told if each["name"] == "rows"]
    filled = [each["ts"] for before, each in zip(counts, counts[1:])
              if not each["args"]["rows"] or not before["args"]["rows"]]
    # A space requests nothing new.
    times = sorted(
        next((each for each in filled if each >= key), ended) - key for key in keys
        if any(key <= each < key + 600_000 for each in filled))
    row("key to rows in the list, longest, ms", times[-1] / 1000, 50,
        f"median {statistics.median(times) / 1000:.1f} of {len(times)} keys, in the window")

    def longest(name, since, until):
        return max((each["dur"] for each in told
                    if each["name"] == name and since <= each["ts"] and each["ts"] + each["dur"] <= until),
                    default=0) / 1000
    row("longest hold while searching, ms", longest("wake-up", began, searched), 8,
        f"turns of the main loop, GTK's layout included, up to {longest('iteration', began, searched):.1f}")
    row("longest hold while sorting, ms", longest("wake-up", searched, ended), 8,
        f"turns of the main loop, GTK's layout included, up to {longest('iteration', searched, ended):.1f}")
    row("resident after it all, MiB", resident, 250, f"before {before:.0f}, at its peak {peak:.0f}")


def main():
    parts = {"parse": parse, "window": window, "folder": folder_of_files, "finding": finding}
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or parts:
            place = pathlib.Path(folder, name)
            place.mkdir()
            TABLE.part(f"catalogue {name}", lambda: parts[name](place))
            shutil.rmtree(place)
    return TABLE.finish()


if __name__ == "__main__":
    sys.exit(results.run("catalogue", main))
