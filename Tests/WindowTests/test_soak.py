"""Hurried scrolling through a million photos, of which one in three fails or is late: every screen completes, and
memory, descriptors and threads stay as they are, and no frame is late because of the program.

    meson-helpers/soak [MINUTES]

runs it for that long, or for a thousand flings, then for a third of it without faults, for comparison, and prints the
figures; as one of the tests it takes a minute.
"""

import json
import os
import random
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from support import photos, replies
from support.finding import says
from support.flings import Hand, some_reply
from support.photo_list import PhotoList
from support.processes import children_of
from support.server import peak_in_flight


@dataclass
class Length:
    """How long the flings go on, and how many there are at least."""

    minutes: float = 0
    flings: int = 0

    def is_over(self, begin, done):
        return len(done) >= self.flings and time.monotonic() >= begin + 60 * self.minutes

    def third(self):
        return Length(self.minutes / 3, self.flings // 3)


WANTED = Length(float(os.environ.get("CLASSIC_PHOTOS_SOAK_MINUTES", "0")),
                int(os.environ.get("CLASSIC_PHOTOS_SOAK_FLINGS", "0")))
SOAK = WANTED != Length()
LENGTHS = {"faults": WANTED, "no faults": WANTED.third()} if SOAK else {"faults": Length(minutes=1)}
COUNT = 1_000_000
# Flings until the list may rest.
LAP = 5
# MiB for row pictures (HeldPhotos.defaultBudget), which fill gradually.
PICTURES = 96
# A heap that has grown and shrunk keeps some of its pages.
ROOM = 32
# Six more connections and their replies; the threads of queues that were idle.
SPARE_DESCRIPTORS = 16
SPARE_THREADS = 12
# Milliseconds of the main context's processor time in a frame, by the share of frames. Wall-clock would measure the
# other programs of a busy machine. In the frame of a jump GTK binds up to 200 rows, and one or two frames in a hundred
# are jumps: 17 ms are exceeded by 2% of frames, 18 to 25 ms by 1%, and the longest took 34 to 58 ms on two processors
# with other work, which slows down the same instructions. So the rare ones have room.
FRAMES = {98: 33, 99: 50, 100: 150}
# Percent of frames over 33 ms: as many more may be so with faults as the same flings differ from run to run.
FRAMES_OVER = 0.5
over = {}


@dataclass
class Sample:
    """What the program has: MiB, with those of its own processes, and pieces."""

    time: float
    memory: float
    descriptors: int
    threads: int
    pictures: float = 0

    @property
    def rest(self):
        return self.memory - self.pictures

    @classmethod
    def of(cls, pid):
        processes = [pid, *children_of(pid)]
        return cls(time.monotonic(), sum(map(_memory, processes)), len(list(Path(f"/proc/{pid}/fd").iterdir())),
                   len(list(Path(f"/proc/{pid}/task").iterdir())))


def reply_of(number):
    """One photo in two hundred never comes, if there is time to wait for it."""
    chance = random.Random(number)
    return replies.never() if SOAK and chance.random() < 0.005 else some_reply(number, chance)


def _memory(pid):
    """Without the pages of files: the share of a library in them depends on the other programs that use it."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0  # it has ended
    return sum(int(line.split()[1]) for line in lines if line.startswith(("Pss_Anon:", "Pss_Shmem:"))) / 1024


def most(samples, part):
    return max(getattr(sample, part) for sample in samples)


@pytest.mark.alone
@pytest.mark.parametrize("kind", LENGTHS)
def test_flings_through_a_million_photos_with_faults_leave_memory_descriptors_threads_and_frames_flat(
        server, launch, desktop, tmp_path, kind):
    names = [photos.name(number) for number in range(COUNT)]
    server.on("/catalogue.plist", replies.of(photos.large_catalogue(names), "application/x-plist"))
    if kind == "faults":
        server.photo_reply = reply_of
    trace = tmp_path / "trace.json"
    program = launch("--trace", str(trace), server.url("/catalogue.plist"))
    says(program, "1,000,000 photos", within=60)
    listed = PhotoList(program, names)
    listed.wait_until_done(within=20)
    listed.take_keyboard()

    chance = random.Random(0)
    hand = Hand(listed, chance)
    samples = []
    begin = time.monotonic()
    length = LENGTHS[kind]
    while not length.is_over(begin, hand.done) or len(samples) < 6:
        for _ in range(LAP):
            hand.fling()
            desktop.pause(chance.choice([0, 0, 0.05, 0.12, 0.25]))
        try:
            listed.wait_until_done(within=60, hidden=0)
            server.wait_until_quiet(quiet=0.3, within=60)
        except AssertionError as error:
            raise AssertionError(f"after {len(hand.done)} flings, the last: {hand.done[-LAP:]}: {error}") from None
        samples.append(Sample.of(program.pid))
    program.quit()

    events = json.loads(trace.read_text())
    note_pictures(samples, events)
    # The first third warms up.
    third = len(samples) // 3
    before, after = samples[:third], samples[-third:]
    work = frames(events, begin)
    report(hand, server, samples, before, after, work)
    assert len(hand.done) == LAP * len(samples) >= length.flings
    assert peak_in_flight(server.asked()) <= 6
    assert len({each.number for each in server.asked()}) > 10 * len(samples), "the flings covered few rows"
    assert most(after, "descriptors") <= most(before, "descriptors") + SPARE_DESCRIPTORS
    assert most(after, "threads") <= most(before, "threads") + SPARE_THREADS
    assert most(samples, "pictures") <= PICTURES
    assert most(after, "rest") <= samples[0].rest + ROOM
    assert len(work) > 10 * len(samples), "the trace tells the frames"
    assert all(within(work, percent) <= most for percent, most in FRAMES.items())
    over[kind] = 100 * sum(each > 33 for each in work) / len(work)
    if len(over) == 2:
        assert over["faults"] <= over["no faults"] + FRAMES_OVER, f"faults cost frames: {over}"


def note_pictures(samples, events):
    """What row pictures took at the time of each sample, as the trace says."""
    held = [(event["ts"] / 1e6, sum(event["args"].values()) / 2**20) for event in events
            if event["name"] == "bytes held"]
    assert held, "the trace tells the memory of row pictures"
    for sample in samples:
        sample.pictures = max(held_at for held_at in held if held_at[0] <= sample.time)[1]


def frames(events, begin):
    """The main context's processor time of each frame since `begin` that follows another, sorted, in milliseconds: the
    time before other frames contains what the test asks by way of the accessibility bus."""
    return sorted(event["args"]["processor"] / 1000 for event in events
                  if event["name"] == "frame" and event["ts"] > begin * 1e6 and "interval" in event["args"])


def within(work, percent):
    """The time that this share of the sorted `work` does not exceed."""
    return work[min(len(work) - 1, len(work) * percent // 100)]


def report(hand, server, samples, before, after, work):
    print(f"\n{len(hand.done)} flings over {COUNT:,} rows, {len(samples)} screens, {len(server.asked())} requests for "
          "photos")
    for part, unit in [("memory", " MiB"), ("pictures", " MiB"), ("rest", " MiB"), ("descriptors", ""),
                       ("threads", "")]:
        first, early, late = getattr(samples[0], part), most(before, part), most(after, part)
        print(f"{part}: {first:.0f}{unit} at first, at most {early:.0f} in the first third, {late:.0f} in the last")
    print(f"{100 * sum(each > 33 for each in work) / len(work):.2f}% of frames over 33 ms")
    print(f"{len(work)} frames; processor time: " + ", ".join(
        f"{percent}% within {within(work, percent):.1f} ms" for percent in FRAMES))
