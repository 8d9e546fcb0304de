"""Machines on which something is missing: room on the disk, a home, a bus, the right time, descriptors. Photos are
shown all the same, what cannot be done is said, and nothing half written stays."""

import os
import re
import struct
import subprocess
from pathlib import Path

import pytest

from support import photos, preloaded, replies
from support.confinement import without
from support.photo_list import PhotoList
from support.waiting import wait_until

COUNT = 5  # all of them on the first screen
NAMES = [photos.name(number) for number in range(COUNT)]
KEPT = 300_000  # bytes of a photo
UNSEEN = {"GTK_A11Y": "none"}
NO_FOLDERS = {f"XDG_{name}_HOME": None for name in ("CONFIG", "CACHE", "STATE", "DATA")}
DAY = 86_400  # seconds


@pytest.fixture
def disk(tmp_path):
    """A file system in memory with a home; returns the home's variables."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], check=False).returncode:
        pytest.skip("no file systems can be made here")
    yield Disk(folder)
    subprocess.run(["umount", "-l", folder], check=False)


class Disk:
    def __init__(self, folder):
        self.folder = folder
        self.home = {"HOME": str(folder)}
        for name in ("CONFIG", "CACHE", "STATE", "DATA"):
            (folder / name.lower()).mkdir()
            self.home[f"XDG_{name}_HOME"] = str(folder / name.lower())

    def fill(self):
        with open(self.folder / "full", "ab", buffering=0) as file:
            for piece in (65_536, 4_096, 1):
                try:
                    while True:
                        file.write(bytes(piece))
                except OSError:
                    pass

    def make_read_only(self):
        subprocess.run(["mount", "-o", "remount,ro", self.folder], check=True)

    def make_well(self):
        subprocess.run(["mount", "-o", "remount,rw", self.folder], check=True)
        (self.folder / "full").unlink(missing_ok=True)

    def temporary(self):
        # GIO leaves settings without a byte, and reads them as the defaults.
        return [file for file in self.folder.rglob("*") if file.is_file() and file.name != "keyfile" and (
            file.name.startswith(".") or file.suffix in (".part", ".sums") or not file.stat().st_size)]


def serve(server):
    for number in range(COUNT):
        server.on(photos.path(number), replies.kept(photos.padded(number, KEPT), number, "max-age=3600"))
    return server.serve_photos(COUNT)


def expect_photos(listed):
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(0))
    for row in range(COUNT):
        listed.wait_until_shown(row, photos.filtered(row))


@pytest.mark.parametrize("is_full", [True, False], ids=["full", "read-only"])
def test_on_a_disk_that_cannot_be_written_photos_are_shown_and_later_starts_are_well(
        server, launch, desktop, disk, is_full):
    url = serve(server)
    if is_full:
        disk.fill()
    else:
        disk.make_read_only()
    program = launch(url, home=disk.home)
    listed = PhotoList(program, NAMES)
    expect_photos(listed)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "2")
    desktop.keyboard.press("Control_L", "1")
    program.quit()
    assert disk.temporary() == []

    disk.make_well()
    for _ in range(2):
        program = launch(url, home=disk.home)
        expect_photos(PhotoList(program, NAMES))
        program.quit()
    assert disk.temporary() == []
    assert [each for each in disk.folder.rglob("*") if "http" in each.parts and each.is_file()], "photos are cached"


def test_a_disk_that_fills_up_while_photos_are_cached_leaves_nothing_half_written(server, launch, disk):
    # Room for some of the photos.
    (disk.folder / "full").write_bytes(bytes(1_000_000))
    url = serve(server)
    program = launch(url, home=disk.home)
    expect_photos(PhotoList(program, NAMES))
    program.quit()
    assert disk.temporary() == []
    # What is cached is right.
    known = len(server.asked())
    expect_photos(PhotoList(launch(url, home=disk.home), NAMES))
    assert len(server.asked()) - known < COUNT, "some were cached"


@pytest.mark.parametrize("home", ["/proc/none", None], ids=["none that can be", "not named"])
def test_without_a_home_photos_are_shown(server, launch, desktop, home):
    # Without a name for it, it is that of the person, here root's: an empty one instead.
    within = [] if home else ["unshare", "-m", "sh", "-c", "mount -t tmpfs tmpfs /root && exec \"$@\"", "sh"]
    if within and (os.geteuid() or subprocess.run([*within, "true"], check=False).returncode):
        pytest.skip("no file systems can be made here")
    program = launch(server.serve_photos(COUNT), home={"HOME": home, **NO_FOLDERS}, within=within)
    expect_photos(PhotoList(program, NAMES))
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "2")
    program.quit()


def test_with_buses_that_lead_nowhere_photos_are_shown(server, launch, new_home, tmp_path):
    nowhere = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere"}
    program = launch("--screenshot", str(tmp_path / "shot.png"), server.serve_photos(COUNT),
                     home={**new_home(), **nowhere}, **UNSEEN)
    assert program.wait_for_exit(within=30) == 0, program.process.said()
    rows = [line.split("\t") for line in program.process.said().splitlines() if line.count("\t") == 2]
    assert rows == [[name, "filtered", ""] for name in NAMES]
    # As people start it, too.
    program = launch(server.serve_photos(COUNT), home={**new_home(), **nowhere}, **UNSEEN)
    program.window()
    wait_until(lambda: len(server.asked()) == 2 * COUNT, 20, "its photos are requested")
    server.wait_until_quiet()
    program.quit()


class Clock:
    """The program's clock, which a test sets."""

    def __init__(self, folder):
        self.file = folder / "clock"
        self.variables = {**preloaded.build("clock.c", folder), "CLOCK": str(self.file)}

    def set(self, days):
        # In place: the program has it mapped.
        with open(self.file, "r+b" if self.file.exists() else "wb") as file:
            file.write(struct.pack("q", days * DAY))


@pytest.fixture
def clock(tmp_path):
    return Clock(tmp_path)


def test_a_clock_that_jumps_back_makes_nothing_stay_and_nothing_wrong(server, launch, new_home, desktop, clock):
    home = new_home()
    url = serve(server)
    for days in [0, 30, -30, 0]:
        clock.set(days)
        program = launch(url, home=home, **clock.variables)
        listed = PhotoList(program, NAMES)
        expect_photos(listed)
        # Set back while it runs.
        clock.set(days - 10)
        listed.take_keyboard()
        known = len(server.exchanges)
        desktop.keyboard.press("Control_L", "r")
        wait_until(lambda: len(server.exchanges) > known, 10, "the catalogue is requested again")
        expect_photos(PhotoList(program, NAMES))
        program.quit()
        server.wait_until_quiet(quiet=0.1)
    cache = Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "http"
    assert len([file for file in cache.iterdir() if file.suffix not in (".part", ".sums")]) >= COUNT
    assert not [file for file in cache.iterdir() if file.name.startswith(".")]


# The window alone needs some 22, and a few more for moments: without them GLib ends the program. Few are left for
# connections and workers.
@pytest.mark.parametrize("most", [36, 44])
def test_with_few_descriptors_rows_are_shown_or_say_why_and_are_shown_when_there_are_more(
        server, launch, desktop, most):
    program = launch(serve(server), within=["prlimit", f"--nofile={most}:1024"])
    listed = PhotoList(program, NAMES)
    for state in listed.wait_until_done(within=30).values():
        assert re.match("filtered$|failed to load: .{8,}", state), state
    subprocess.run(["prlimit", "--pid", str(program.pid), "--nofile=1024:1024"], check=True)
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "Shift_L", "r")
    wait_until(lambda: set(listed.states().values()) == {"filtered"}, 30, listed.states)
    expect_photos(listed)
    program.quit()


# Without any descriptor GLib and libdispatch end the program sooner or later: here those for connections are missing.
def test_without_descriptors_for_connections_each_row_says_so_and_local_photos_are_shown(
        server, launch, desktop, tmp_path):
    (tmp_path / "here.jpg").write_bytes(photos.jpeg(9))
    entries = [(name, server.url(photos.path(number))) for number, name in enumerate(NAMES)] + [("Here", "here.jpg")]
    (tmp_path / "photos.plist").write_bytes(photos.catalogue(entries))
    program = launch(str(tmp_path / "photos.plist"), within=without("sockets"))
    program.resize(480, 880)
    listed = PhotoList(program, [name for name, _ in entries])

    def is_said():
        *others, here = listed.states().values()
        return here == "filtered" and len(others) == COUNT and all(
            re.match("failed to load: .*Too many open files", state) for state in others)
    # They are tried again now and then, and at once on demand.
    wait_until(is_said, 30, listed.states)
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "Shift_L", "r")
    wait_until(is_said, 30, listed.states)
    listed.wait_until_found(COUNT, photos.filtered(9))
    assert not server.asked()
    program.quit()
