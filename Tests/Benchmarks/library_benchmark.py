"""Measures a library of 2,000,184 photos in 310 months, one of which has 70,000, in a real window, and prints a table.

    CLASSIC_PHOTOS_PROGRAM=FILE library_benchmark.py [timeline] [months] [again] [bucket]

- timeline: from the server's reply with the months' counts until the timeline has a place for every photo; the requests
  for months while the scrubber is dragged for 10 seconds with 60 stops; the main context's longest hold, the month of
  70,000 included; the times of frames (results.frame_times) while the scrubber and the wheel move.
- months: resident memory when every month has been on screen.
- again: a second start, without the server.
- bucket: 1,000,000 objects at 20 ms a page: the first screen, and all rows, compared with the time in which the pages
  arrive one after the other.

Immich's server and the store are the stand-ins of the window tests. Both run in this process.
"""

import http.client
import io
import pathlib
import re
import statistics
import sys
import tempfile
import time
from urllib.parse import quote

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "WindowTests"))

from PIL import Image  # noqa: E402
from support.bucket import BucketServer  # noqa: E402
from support.desktop import Desktop  # noqa: E402
from support.dialogs import Dialog  # noqa: E402
from support.homes import without_animations  # noqa: E402
from support.immich import KEY, ImmichServer, Library, months_of  # noqa: E402
from support.passwords import HEADING  # noqa: E402
from support.photo_grid import remembers  # noqa: E402
from support.program import Program  # noqa: E402
from support.timeline import Timeline  # noqa: E402
from support.waiting import wait_until  # noqa: E402

import results  # noqa: E402
import watched_window  # noqa: E402

MONTHS, LARGEST, COUNT = 310, 100, 2_000_184
LATENCY = 0.02  # of a page of a bucket


def two_million():
    counts = [6246] * MONTHS
    counts[LARGEST] = 70_000
    counts[-1] += COUNT - sum(counts)
    return Library(months_of(counts))


def small_photo():
    file = io.BytesIO()
    Image.effect_noise((240, 180), 40).convert("RGB").save(file, "JPEG")
    return file.getvalue()


class Scrubber:
    """The scrubber of a timeline, under the pointer."""

    def __init__(self, desktop, program):
        self.pointer = desktop.pointer
        x, y, width, height = Timeline(program).area().extents()
        across, down = program.place()
        self.left, self.top, self.height = across + x + width - 20, down + y + 40, height - 60
        self.middle = (across + x + width / 2, down + y + height / 2)

    def move(self, share):
        self.pointer.move(self.left, self.top + self.height * share)


class Bench:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.desktop = Desktop()
        self.count = 0
        self.table = results.Results()
        self.photo = small_photo()

    def serve(self):
        server = ImmichServer(two_million(), picture=lambda number, size: self.photo)
        # The server of a benchmark does not make its replies while it is measured.
        for month in (0, LARGEST, MONTHS - 1):
            server.warm(server.library.months[month])
        return server

    def home(self, view="timeline"):
        self.count += 1
        home = remembers(self.desktop.session.new_home(f"bench-{self.count}"), view=f"'{view}'", filter="'none'",
                         window_width=900, window_height=760)
        nowhere = str(self.folder / "none")
        return {**without_animations(home), "AWS_SHARED_CREDENTIALS_FILE": nowhere, "AWS_CONFIG_FILE": nowhere}

    def launch(self, address, home):
        self.trace = self.folder / f"{self.count}-{time.monotonic_ns()}.json"
        return Program(self.desktop, ["--trace", str(self.trace), address], home, self.folder / f"{self.count}.log")

    def sign_in(self, server, home):
        program = self.launch(server.url, home)
        dialog = Dialog(program, HEADING)
        dialog.type(KEY)
        dialog.press("Return")
        dialog.wait_until_gone()
        wait_until(lambda: server.months_asked(), 20, "a month is asked for")
        return program

    def ended(self, program):
        """The events of a program that is asked to quit."""
        program.quit()
        return watched_window.events(self.trace)

    # Two million photos

    def timeline(self):
        usable, holds, busiest, frames = [], [], [], []
        for _ in range(3):
            server = self.serve()
            program = self.sign_in(server, self.home())
            scrubber = Scrubber(self.desktop, program)
            time.sleep(1)
            begin = time.monotonic()
            moving, worst = self.scrub(server, scrubber)
            self.desktop.pointer.move(*scrubber.middle)
            self.desktop.pointer.wheel(seconds=5, interval=0.008)
            end = time.monotonic()
            self.visit(program, server, LARGEST)
            time.sleep(2)
            events = self.ended(program)
            server.end()
            replied = max(each.ended for each in server.asked("/api/timeline/buckets"))
            usable.append(self.first_frame_of_all(events, COUNT) - replied)
            after = [each for each in events if each["ts"] > replied * 1e6]
            without, with_frames = watched_window.longest_hold(after)
            self.print_longest(after, replied)
            print(f"months asked for: {moving} while the scrubber moved, {worst} at one stop, "
                  f"{len(server.months_asked())} in all")
            holds.append(without)
            busiest.append(with_frames)
            shown = [each for each in events if each["name"] == "frame" and begin * 1e6 < each["ts"] < end * 1e6]
            assert len(shown) > 100
            frames.append([of[at] for of in (results.frame_times(shown), results.processor_times(shown))
                           for at in (len(of) * 99 // 100, -1)])
        table = self.table
        table.within("a place for each of 2,000,184 photos after the counts", statistics.median(usable), 0.3, "bound",
                     "s")
        # A request that is made while it moves counts as too many.
        table.within("requests for months at one of 60 stops, the most", worst + 2 * moving, 2, "bound")
        table.within("longest hold, a month of 70,000 included", statistics.median(holds), 8, "bound", "ms")
        table.within("longest hold, turns with frames too", statistics.median(busiest), 33, "bound", "ms")
        for what, limit, values in zip(("99%", "all", "99%, processor", "all, processor"), (17, 33, 17, 33),
                                       zip(*frames)):
            table.within(
                f"frames while scrubbing and wheeling: {what}", statistics.median(values), limit, "bound", "ms")

    @staticmethod
    def print_longest(events, start):
        turns = [each for each in events if each["name"] in ("wake-up", "iteration")]
        for each in sorted(turns, key=lambda each: -min(each["dur"], each["tdur"]))[:5]:
            print(f"a turn of {each['tdur'] / 1000:.1f} ms {each['ts'] / 1e6 - start:.2f} s after the reply")

    def first_frame_of_all(self, events, count):
        """The time of the end of the first frame with this many rows, in seconds."""
        there = next(each["ts"] for each in events if each["name"] == "rows" and each["args"]["rows"] == count)
        return next((each["ts"] + each["dur"]) / 1e6 for each in events
                    if each["name"] == "frame" and each["ts"] > there)

    def scrub(self, server, scrubber):
        """Drags for 10 seconds with 60 stops; returns how often a month was asked for while the scrubber moved, and the
        most requests at one stop."""
        moving, worst = 0, 0
        scrubber.move(0)
        self.desktop.pointer.press()
        asked = len(server.months_asked())
        for stop in range(60):
            for step in range(3):
                scrubber.move((stop * 3 + step + 1) / 180)
                time.sleep(0.01)
            now = len(server.months_asked())
            moving, asked = moving + now - asked, now
            # The view rests after 0.1 seconds.
            time.sleep(0.137)
            now = len(server.months_asked())
            worst, asked = max(worst, now - asked), now
        self.desktop.pointer.release()
        return moving, worst

    def visit(self, program, server, month):
        """Goes to the middle of a month by its row, and waits until the month is asked for."""
        months = server.library.months
        name = months[month].name[:7]
        self.desktop.keyboard.focus(program.window())
        self.desktop.keyboard.press("Control_L", "g")
        dialog = Dialog(program)
        dialog.type_instead(str(months[month].first + months[month].count // 2 + 1))
        dialog.press("Return")
        dialog.wait_until_gone()
        wait_until(lambda: name in server.months_asked(), 5, f"{name} is asked for")

    # Every month

    @staticmethod
    def kinds_of_memory(program):
        return {kind: round(watched_window.memory(program.pid, kind)) for kind in ("RssAnon", "RssFile", "RssShmem")}

    def months(self):
        server = self.serve()
        program = self.sign_in(server, self.home())
        scrubber = Scrubber(self.desktop, program)
        time.sleep(1)
        first = self.kinds_of_memory(program)
        asked = lambda: len(set(server.months_asked()))  # noqa: E731
        scrubber.move(0)
        self.desktop.pointer.press()
        for step in range(4 * MONTHS):
            scrubber.move(step / (4 * MONTHS - 1))
            # A stop: longer than the view's rest.
            time.sleep(0.16)
            if asked() == MONTHS:
                break
        self.desktop.pointer.release()
        for month in range(MONTHS):
            if server.library.months[month].name[:7] not in server.months_asked():
                self.visit(program, server, month)
        time.sleep(3)
        assert asked() == MONTHS, f"{asked()} months"
        resident = watched_window.memory(program.pid, "VmRSS")
        print(f"of that, in MiB: {self.kinds_of_memory(program)}; at first: {first}")
        self.table.within("resident after every month", resident, 300, "bound", "MiB")
        self.ended(program)
        server.end()

    # Again

    def again(self):
        server, home = self.serve(), self.home()
        program = self.sign_in(server, home)
        time.sleep(3)
        self.ended(program)
        server.end()
        first, pictures = [], []
        for _ in range(5):
            start = time.monotonic()
            program = self.launch(server.url, home)
            time.sleep(3)
            events = self.ended(program)
            first.append(self.first_frame_of_all(events, COUNT) - start)
            pictures.append(max(each["ts"] / 1e6 for each in events if each["name"].startswith("shown")) - start)
        print(f"all pictures of the first screen after {statistics.median(pictures):.2f} s")
        self.table.within("second start without a server: first screen, from the fork", statistics.median(first), 0.5,
                          "bound", "s")

    # A million objects

    def bucket(self):
        names = [f"{1990 + number * 30 // 1_000_000}/{number:07}.jpg" for number in range(1_000_000)]
        store = BucketServer("photos", names, self.photo, latency=LATENCY)
        first, whole = [], []
        for _ in range(3):
            store.pages = []
            program = self.launch(store.url, self.home("list"))
            watched_window.wait_for_rows(self.trace, 1_000_000)
            events = self.ended(program)
            begin = store.pages[0]
            rows = [each for each in events if each["name"] == "rows" and each["args"]["rows"] > 0]
            shown = next((each["ts"] + each["dur"]) / 1e6 for each in events
                         if each["name"] == "frame" and each["ts"] > rows[0]["ts"])
            first.append(shown - begin)
            whole.append(next(each["ts"] for each in rows if each["args"]["rows"] == 1_000_000) / 1e6 - begin)
        self.table.within("1,000,000 objects, 20 ms a page: first screen", statistics.median(first), 0.5, "bound", "s")
        self.table.at_most("1,000,000 objects, 20 ms a page: all rows", statistics.median(whole), self.in_turn(store),
                           "one page after another", 0.25, "s")
        store.end()

    @staticmethod
    def in_turn(store):
        """The seconds in which the pages of a bucket arrive one after the other, over one connection; nothing is read
        in them but where the next one is."""
        connection = http.client.HTTPConnection(store.web.removeprefix("http://"))
        begin, token, pages = time.monotonic(), b"", 0
        while token is not None:
            follows = f"&continuation-token={quote(token, safe='')}" if token else ""
            connection.request("GET", f"/{store.bucket}?list-type=2&encoding-type=url{follows}")
            body = connection.getresponse().read()
            pages += 1
            found = re.search(rb"<NextContinuationToken>([^<]*)<", body)
            token = found and found[1]
        assert pages == 1000, f"{pages} pages"
        return time.monotonic() - begin

    def end(self):
        self.desktop.end()


def main():
    wanted = sys.argv[1:] or ["timeline", "months", "again", "bucket"]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        try:
            for name in wanted:
                bench.table.part(f"library {name}", getattr(bench, name))
        finally:
            bench.end()
    return bench.table.finish()


if __name__ == "__main__":
    sys.exit(results.run("library", main))
