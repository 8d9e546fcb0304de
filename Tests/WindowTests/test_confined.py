"""Decoding in workers: what is shown, what breaks, what is left behind."""

import io
import os
import re
import signal
import subprocess
from pathlib import Path

import numpy
import pytest
from PIL import Image

from support import photos, replies
from support.homes import filtered_by
from support.photo_list import PhotoList
from support.photo_page import activate
from support.program import path
from support.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]
# Libraries that only workers may map. Every GTK program maps some others: GTK links GdkPixbuf, libjpeg, libpng and
# libtiff (which links libwebp), and draws the theme's icons with librsvg.
LIBRARIES = re.compile(
    r"pixbufloader-(?!svg)|libturbojpeg|liblcms|libheif|libde265|libaom|libdav1d|libavif|libgexiv2|libexiv2")


def workers(program):
    """The kind of each worker, by process number."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            status = (entry / "status").read_text()
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue  # it has ended
        if re.search(rf"^PPid:\s+{program.pid}$", status, re.MULTILINE) and b"decoder" in words[0]:
            found[int(entry.name)] = words[1].decode()
    return found


def descriptors(program):
    return len(list(Path(f"/proc/{program.pid}/fd").iterdir()))


def is_running(process):
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def hostile(command):
    """A "picture" that makes the hostile decoder run a command: see Tests/HostileDecoder."""
    header = bytearray(26)
    header[0], header[1], header[14] = 0x42, 0x4D, 40
    return replies.of(bytes(header) + command.encode(), "image/bmp")


@pytest.fixture
def open_confined(server, launch, new_home):
    """Opens a catalogue of these replies, one per row, unfiltered; the other rows have the server's own photos."""
    def open_confined(*served, count=0, **variables):
        for number, reply in enumerate(served):
            server.on(photos.path(number), reply)
        count = max(count, len(served))
        program = launch(
            server.serve_photos(count), home=filtered_by("none", new_home()), **variables)
        return program, PhotoList(program, [photos.name(number) for number in range(count)])
    return open_confined


@pytest.fixture
def hostile_decoder():
    """The variable that makes the program start the hostile decoder."""
    program = ROOT / ".build/debug/hostile-decoder"
    if not program.exists():
        pytest.skip("only the debug build has Tests/HostileDecoder")
    return {"CLASSIC_PHOTOS_DECODER": str(program)}


def test_the_program_reads_no_picture_with_a_library_of_its_own(open_confined, desktop):
    frames = [Image.new("L", (300, 200), grey) for grey in (90, 180)]
    moving = io.BytesIO()
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:], duration=20, loop=0)
    picture = Image.fromarray(numpy.full((60, 90, 3), 77, dtype=numpy.uint8))
    served = []
    for kind in ("JPEG", "PNG", "TIFF", "WEBP", "BMP"):
        file = io.BytesIO()
        picture.save(file, kind)
        served.append(replies.of(file.getvalue(), f"image/{kind.lower()}"))
    served.append(replies.of(moving.getvalue(), "image/gif"))
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><text y="40">Text</text></svg>'
    served.append(replies.of(drawing, "image/svg+xml"))
    program, listed = open_confined(*served)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    page = activate(listed, 0, desktop)
    for number in range(len(served)):
        page.wait_for(photos.name(number))
        page.key("Page_Down")

    assert {"photos", "drawings"} <= set(workers(program).values())
    mapped = Path(f"/proc/{program.pid}/maps").read_text()
    assert not LIBRARIES.search(mapped), LIBRARIES.search(mapped)
    # The pattern matches the libraries of workers.
    assert any(LIBRARIES.search(Path(f"/proc/{worker}/maps").read_text()) for worker in workers(program))


def test_a_list_a_page_and_an_animation_show_what_they_are_to_show(open_confined, desktop):
    frames = [Image.new("L", (300, 200), grey) for grey in (90, 180)]
    moving = io.BytesIO()
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:], duration=20, loop=0)
    program, listed = open_confined(replies.of(moving.getvalue(), "image/gif"), count=100)
    listed.wait_until_done()
    listed.wait_until_found(1, photos.unfiltered(1))
    for row in (2, 3):
        listed.wait_until_shown(row, photos.unfiltered(row))
    page = activate(listed, 0, desktop)
    seen = set()

    def both():
        shown = page.pixels()
        middle = shown[shown.shape[0] // 2 - 2:shown.shape[0] // 2 + 2, shown.shape[1] // 2 - 2:shown.shape[1] // 2 + 2]
        seen.update(grey for grey in (90, 180) if numpy.abs(middle - grey).max(axis=2).min() <= 2)
        return len(seen) == 2
    wait_until(both, 10, lambda: f"both frames are seen, not only {seen}", every=0.01)
    page.key("Page_Down")
    page.wait_for(photos.name(1), width=photos.SIZE[0])
    page.wait_until_shows(photos.painted(1), alike=3)


def test_a_bomb_costs_one_row_and_no_time_of_the_others(open_confined):
    effects = '<feTurbulence type="turbulence" baseFrequency="0.9" numOctaves="20"/>' * 3000
    bomb = (f'<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><filter id="f">{effects}</filter>'
            '<rect width="800" height="800" filter="url(#f)"/></svg>')
    program, listed = open_confined(replies.of(bomb.encode(), "image/svg+xml"), count=5)
    for row in range(1, 5):
        listed.wait_for_state(row, "filtered$")
    listed.wait_for_state(0, r"failed to load: .*(stopped after \d+ seconds|memory)", within=40)
    wait_until(lambda: "drawings" not in workers(program).values(), 5, "its worker is gone")


def test_a_crash_is_said_and_not_repeated_until_retry(open_confined, hostile_decoder):
    program, listed = open_confined(
        hostile("crash"), hostile("abort"), hostile("exit"), hostile("environment"), **hostile_decoder)
    for row in range(3):
        listed.wait_for_state(row, "failed to load: The picture made its decoder crash")
    # Other pictures are still decoded: this one reports what the hostile decoder sees.
    listed.wait_for_state(3, "failed to load: .*LANG")
    before = workers(program)
    listed.retry(0).do()
    listed.wait_for_state(0, "failed to load: The picture made its decoder crash")
    wait_until(lambda: before.keys() - workers(program).keys(), 5, "Retry makes a worker crash again")


def test_a_decoder_that_is_killed_midway_costs_one_photo(open_confined, hostile_decoder):
    program, listed = open_confined(hostile("sleep"), hostile("environment"), **hostile_decoder)
    listed.wait_for_state(1, "failed to load: .*LANG")
    listed.wait_for_state(0, "filtering|waiting|downloading")
    # Kills all workers, including the one with the picture.
    for worker in workers(program):
        os.kill(worker, signal.SIGKILL)
    listed.wait_for_state(0, "failed to load: The system ended the picture’s decoder")
    assert all(is_running(worker) for worker in workers(program)), "another worker is prepared"


def test_workers_that_are_killed_at_rest_are_replaced_unseen(open_confined, desktop):
    program, listed = open_confined(count=300)
    listed.wait_until_done()
    for _ in range(3):
        killed = list(workers(program))
        for worker in killed:
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: not any(is_running(worker) for worker in killed), 5, "the workers have ended")
        desktop.pointer.move(*listed.middle())
        desktop.pointer.wheel(notches=20)
        assert set(listed.wait_until_done().values()) == {"filtered"}


def test_no_worker_outlives_the_program_however_it_ends(open_confined):
    for end in ("kill", "end"):
        program, listed = open_confined(count=30)
        listed.wait_until_done()
        left = list(workers(program))
        assert left
        if end == "kill":
            program.kill()
        else:
            program.process.end()
        wait_until(lambda: not any(is_running(worker) for worker in left), 5, f"the workers are gone after {end}")


def test_crashes_leave_no_descriptor_and_no_process(open_confined, hostile_decoder):
    count = 120
    served = [hostile(f"crash {number}") for number in range(count)]
    program, listed = open_confined(*served, **hostile_decoder)
    for row in range(4):
        listed.wait_for_state(row, "failed to load: The picture made its decoder crash")
    before = descriptors(program)
    for row in range(10, count - 10, 10):
        listed.wheel_to(row)
        listed.wait_until_done()
    wait_until(lambda: descriptors(program) <= before + 6, 10,
               lambda: f"{before} descriptors stay {before}, not {descriptors(program)}")
    assert len(workers(program)) <= (os.cpu_count() or 1) + 4
    assert not [worker for worker in workers(program) if not is_running(worker)], "no worker is a zombie"


def test_the_version_says_what_confines_the_decoders():
    confined = subprocess.run(
        [path(), "--version", "--verbose"], capture_output=True, text=True, check=True)
    assert re.search(r"^Decoding in workers: .*system calls", confined.stdout, re.MULTILINE), confined.stdout
    usual = subprocess.run(
        [path(), "--version", "--verbose"], env={**os.environ, "CLASSIC_PHOTOS_CONFINED": "0"}, capture_output=True,
        text=True, check=True)
    assert "Decoding in this process" in usual.stdout
