"""The largest photos, several at once: program and workers together stay within the budget that SECURITY.md states."""

import functools
import io
import os
import struct
import threading
import zlib

import numpy
from PIL import Image

from support import photos, replies
from support.photo_list import PhotoList
from support.photo_page import activate
from support.processes import children_of
from support.waiting import wait_until

SIDE = 12288
# The budget of a machine with 8 GiB or more; libraries, the list, and the pages that processes share and count twice.
MOST = 2048
OWN = 120


@functools.lru_cache(maxsize=1)
def flat_png():
    """151 megapixels of one colour, in 450 KB."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    packer = zlib.compressobj(9)
    row = b"\0" + bytes((70, 120, 90)) * SIDE
    packed = b"".join(packer.compress(row) for _ in range(SIDE)) + packer.flush()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


def shared_with_workers(pid):
    """The bytes of decoded photos that the program holds, in memory that workers filled."""
    count = 0
    with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as maps:
        for line in maps:
            if "memfd:pixels" in line:
                start, end = line.split(" ", 1)[0].split("-")
                count += int(end, 16) - int(start, 16)
    return count


class Resident:
    """The most memory that the program and its workers had at the same time, in MB, sampled until the end."""

    def __init__(self, program):
        self.program, self.most, self.processes = program, 0, 1
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.sample)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()

    def sample(self):
        page = os.sysconf("SC_PAGESIZE")
        while not self.ended.wait(0.01):
            pids = [self.program.pid, *children_of(self.program.pid)]
            pages = 0
            for pid in pids:
                try:
                    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
                        pages += int(file.read().split()[1])
                except OSError:
                    continue  # it has ended
            # Memory of workers that the program has mapped is resident, whether the program has read it or not.
            most = (pages * page + shared_with_workers(self.program.pid)) / 2**20
            if most > self.most:
                self.most, self.processes = most, len(pids)


def test_the_largest_photos_together_stay_within_the_budget_in_the_list_and_on_their_pages(
        server, launch, desktop):
    for number in range(4):
        server.on(photos.path(number), replies.of(flat_png() + bytes(number), "image/png"))
    program = launch(server.serve_photos(6))
    listed = PhotoList(program, [photos.name(number) for number in range(6)])
    with Resident(program) as rows:
        states = listed.wait_until_done(within=120)
    assert states[4] == states[5] == "filtered", states
    # A build that is not optimized may use up the time of a decode, after it has used the memory.
    assert all(states[row] == "filtered" or "was stopped after" in states[row] for row in range(4)), states
    assert SIDE * SIDE * 3 / 2**20 < rows.most < MOST + OWN * rows.processes, rows.most

    with Resident(program) as pages:
        page = activate(listed, 0, desktop)
        for number in range(4):
            page.wait_for(photos.name(number), width=str(SIDE), within=60)
            wait_until(lambda: shared_with_workers(program.pid) > SIDE * SIDE * 3, 60, "the photo is decoded")
            page.key("Page_Down")
        page.wait_for(photos.name(4), within=60)
    assert SIDE * SIDE * 3 / 2**20 < pages.most < MOST + OWN * pages.processes, pages.most
    print(f"rows {rows.most:.0f} MiB, pages {pages.most:.0f} MiB")


def test_an_animation_is_decoded_at_the_size_at_which_it_is_shown(opened):
    width, height = 3200, 2400
    frames = [Image.new("L", (width, height), grey) for grey in (90, 180)]
    moving = io.BytesIO()
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:], duration=40, loop=0)
    listed, page = opened(replies.of(moving.getvalue(), "image/gif"))
    page.wait_for(photos.name(0), width=str(width), within=20)
    seen, most = [], 0

    def changes_ten_times():
        nonlocal most
        most = max(most, shared_with_workers(listed.program.pid))
        shown = page.pixels()
        middle = shown[shown.shape[0] // 2 - 2:shown.shape[0] // 2 + 2, shown.shape[1] // 2 - 2:shown.shape[1] // 2 + 2]
        grey = next((grey for grey in (90, 180) if numpy.abs(middle - grey).max() <= 2), None)
        if grey and grey != (seen and seen[-1]):
            seen.append(grey)
        return len(seen) >= 10
    wait_until(changes_ten_times, 20, lambda: f"the animation plays: {seen}", every=0.01)
    # The first frame in all its levels, as a photo has them; of the others, two at the size of the window.
    photo = width * height * 4 * 4 / 3
    assert 0 < most < photo * 1.3, f"{most / 2**20:.0f} MiB"
