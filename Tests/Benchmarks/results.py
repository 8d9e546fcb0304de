"""Shared by the benchmarks: their rows, the table of the rows, and the building of their programs.

A row is our figure, the figure it is compared with, their ratio, and the bound on the ratio. `meson-helpers/bench`
gathers the rows of all benchmarks in the file named by CLASSIC_PHOTOS_BENCH_ROWS.
"""

import json
import os
import subprocess
import sys
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GATHERED = os.environ.get("CLASSIC_PHOTOS_BENCH_ROWS")
HEAD = ["what", "ours", "theirs", "who", "ratio", "bound", ""]


class Results:
    """The rows of one benchmark."""

    def __init__(self):
        self.rows = []

    def at_most(self, what, ours, theirs, who, bound, unit=""):
        """`ours` should be at most `bound` times `theirs`; smaller is better."""
        self._add(what, ours, theirs, who, ours / theirs, f"at most {bound:.3g}", ours / theirs <= bound, unit)

    def faster(self, what, ours, theirs, who, bound, unit=""):
        """Of two times, `theirs` should be at least `bound` times `ours`."""
        self._add(what, ours, theirs, who, theirs / ours, f"at least {bound:.3g}", theirs / ours >= bound, unit)

    def within(self, what, ours, limit, who, unit=""):
        """`ours` should be at most `limit`, which is no peer's figure."""
        self._add(what, ours, limit, who, ours / limit, "at most 1", ours <= limit, unit)

    def no_less(self, what, ours, limit, who, unit=""):
        """`ours` should be at least `limit`, which is no peer's figure."""
        self._add(what, ours, limit, who, ours / limit, "at least 1", ours >= limit, unit)

    def part(self, name, measure):
        """Runs one part of a benchmark. A failed part becomes a missed row, and the others continue."""
        try:
            measure()
        except Exception:
            traceback.print_exc()
            self.failed(name)

    def failed(self, name):
        """A part without a figure is missed, and reported as such."""
        self._row([name, "failed", "", "", "", "", "MISSED"])

    def _add(self, what, ours, theirs, who, ratio, bound, is_met, unit):
        def text(value):
            return f"{value:,.{2 if abs(value) < 10 else 1}f}{' ' + unit if unit else ''}"
        self._row([what, text(ours), text(theirs), who, f"{ratio:.2f}", bound, "met" if is_met else "MISSED"])

    def _row(self, row):
        self.rows.append(row)
        # Immediately, because later parts may fail.
        if GATHERED:
            with open(GATHERED, "a") as rows:
                rows.write(json.dumps(row) + "\n")

    def finish(self):
        """Prints the table, unless the rows are gathered, and returns the exit code: 1 if a bound is missed."""
        if not GATHERED:
            print_table(self.rows)
        return 0 if all(row[-1] == "met" for row in self.rows) else 1


def run(name, main):
    """The exit code of a benchmark: `main`'s, which prints the table. A failure of `main` becomes a missed row."""
    try:
        return main()
    except (Exception, SystemExit) as failure:
        if isinstance(failure, SystemExit):
            print(failure.code, file=sys.stderr)
        else:
            traceback.print_exc()
        failed = Results()
        failed.failed(name)
        return failed.finish()


# A frame at 60 Hz, in milliseconds.
SLOT = 1000 / 60


def frame_times(frames):
    """The times of a trace's frames except the first, sorted, in milliseconds.

    A frame's time begins with its turn - a sixtieth of a second after the start of the previous frame, or at its end if
    that is later - and ends when the frame is done: it includes the frame's own work, and all other work that blocked
    the main context before.
    """
    spans = sorted((frame["ts"] / 1000, frame["dur"] / 1000) for frame in frames)
    return sorted(
        start + duration - max(before + SLOT, before + taken)
        for (before, taken), (start, duration) in zip(spans, spans[1:]))


def processor_times(frames):
    """The main context's processor time for each frame, including all work since the previous frame, sorted, in
    milliseconds. The machine's other work does not count."""
    return sorted(frame["args"].get("processor", 0) / 1000 for frame in frames)


def print_table(rows):
    widths = [max(len(row[column]) for row in [HEAD, *rows]) for column in range(len(HEAD))]
    right = {1, 2, 4}
    for row in [HEAD, *rows]:
        cells = [text.rjust(width) if column in right else text.ljust(width)
                 for column, (text, width) in enumerate(zip(row, widths))]
        print("  ".join(cells).rstrip())


def machine_speed():
    """How many millions of additions Python makes in a second, in one thread, at best. Bounds in
    milliseconds and in megabytes a second depend on it: two runs with other figures may be two speeds of a machine."""
    def seconds():
        begin = time.process_time()
        total = 0
        for number in range(2_000_000):
            total += number
        return time.process_time() - begin
    return 2 / min(seconds() for _ in range(5))


def build(product):
    """Builds a program of this package with the program's own flags, and returns its path."""
    subprocess.run([ROOT / "meson-helpers/pkg-config-files", ROOT / ".build/pkg-config"], check=True)
    environment = {**os.environ, "PKG_CONFIG_PATH": f"{ROOT}/.build/pkg-config:{os.environ.get('PKG_CONFIG_PATH', '')}"}
    subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", HERE, "-Xswiftc", "-use-ld=lld", "--product", product],
        check=True, env=environment, stdout=sys.stderr)
    return HERE / ".build/release" / product


if __name__ == "__main__":
    # The table of all benchmarks, from the named file, and what the machine does at its end.
    print_table([json.loads(line) for line in open(sys.argv[1])])
    print(f"Speed of the machine: {machine_speed():.1f} million additions of Python's a second.")
