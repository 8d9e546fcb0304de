"""A file system's statements about its files are untrusted: times and lengths can be any number."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from support import photos
from support.finding import row_names, shows, sort_by
from support.photo_list import PhotoList
from support.waiting import wait_until

LEAST, MOST = -2**63, 2**63 - 1
# From the oldest to the newest.
TIMES = [LEAST, LEAST + 1, -2**55, -62_135_596_801, -2**31 - 1, -1, 0, 1, 2**32, 253_402_300_800, 2**55, MOST - 1, MOST]


@pytest.fixture
def extremes():
    """A folder that stores every time and length: a file system in memory."""
    folder = Path(tempfile.mkdtemp(prefix="classic-photos-", dir="/dev/shm"))
    yield folder
    shutil.rmtree(folder)


def set_time(file, seconds):
    os.utime(file, ns=(seconds * 10**9, seconds * 10**9))
    assert os.stat(file).st_mtime_ns == seconds * 10**9


def fill(folder):
    names = []
    for index, seconds in enumerate(TIMES):
        file = folder / f"{index:02}.jpg"
        file.write_bytes(photos.jpeg(index))
        set_time(file, seconds)
        names.append(file.name)
    return names


def test_photos_with_times_of_any_number_are_shown_kept_and_shown_again(desktop, launch, new_home, extremes):
    home = new_home()
    names = fill(extremes)
    for _ in range(2):
        program = launch(str(extremes), home=home)
        listed = PhotoList(program, names)
        assert set(listed.wait_until_done().values()) == {"filtered"}
        listed.take_keyboard()
        desktop.keyboard.press("End")
        wait_until(lambda: listed.rows_on_screen().stop == len(names), 5, "the last row is on screen")
        assert set(listed.wait_until_done().values()) == {"filtered"}
        listed.wait_until_found(len(names) - 1, photos.filtered(len(names) - 1))
        program.quit()
    # The program reopens the last catalogue by itself.
    assert set(PhotoList(launch(home=home), names).wait_until_done().values()) == {"filtered"}


def test_photos_with_times_of_any_number_are_sorted_by_them(launch, extremes):
    names = fill(extremes)
    program = launch(str(extremes))
    shows(program, names)
    sort_by(program, "e")
    # Times outside the calendar come last, like photos without a date.
    dated = [name for name, seconds in zip(names, TIMES) if -62_135_596_800 <= seconds < 253_402_300_800]
    wanted = dated[::-1] + [name for name in names if name not in dated]
    wait_until(lambda: [name.rsplit(", ", 1)[0] for name in row_names(program)] == wanted, 10,
               lambda: f"the list shows {wanted}; it shows {row_names(program)}", every=0.1)


def test_photos_with_times_of_any_number_go_to_the_trash_and_come_back(desktop, launch, new_home, extremes):
    # The home's trash accepts only files of its own file system; a file system in memory has no trash.
    home = {**new_home(), "HOME": str(extremes), "XDG_DATA_HOME": str(extremes / "data")}
    names = fill(extremes)
    program = launch(str(extremes), home=home)
    listed = PhotoList(program, names)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "a")
    desktop.keyboard.press("Delete")
    wait_until(lambda: not list(extremes.glob("*.jpg")), 10, lambda: f"no photo remains: {os.listdir(extremes)}")
    desktop.keyboard.press("Control_L", "z")
    wait_until(lambda: len(list(extremes.glob("*.jpg"))) == len(TIMES), 10, "all photos are back")
    assert sorted(os.stat(file).st_mtime_ns // 10**9 for file in extremes.glob("*.jpg")) == TIMES


def test_a_photo_and_a_catalogue_of_eight_exbibytes_are_refused_in_words(launch, extremes):
    fill(extremes)
    for name in ("endless.jpg", "endless.plist"):
        (extremes / name).write_bytes(photos.jpeg(1) if name.endswith("jpg") else b"<plist>")
        os.truncate(extremes / name, MOST)
    names = sorted(file.name for file in extremes.glob("*.jpg"))
    program = launch(str(extremes))
    listed = PhotoList(program, names)
    listed.wait_until_done()
    program = launch("--trace", str(extremes / "trace.json"), str(extremes / "endless.jpg"))
    listed = PhotoList(program, ["endless.jpg"])
    assert "Larger than the limit" in listed.wait_until_done(within=60)[0]
    program = launch("--trace", str(extremes / "other.json"), str(extremes / "endless.plist"))
    wait_until(lambda: any("not a catalogue" in text for text in program.accessible().texts()), 60,
               lambda: f"the catalogue is refused; the program says {program.accessible().texts()}", every=0.1)


def test_files_in_the_cache_of_any_time_and_length_do_no_harm(launch, server, new_home, extremes):
    home = {**new_home(), "XDG_CACHE_HOME": str(extremes / "cache")}
    names = [photos.name(number) for number in range(3)]
    for times in ((LEAST, MOST), (MOST, LEAST), (0, 0)):
        program = launch(server.serve_photos(3), home=home)
        assert set(PhotoList(program, names).wait_until_done().values()) == {"filtered"}
        program.quit()
        kept = [file for file in (extremes / "cache" / "classic-photos").rglob("*") if file.is_file()]
        assert kept
        for index, file in enumerate(kept):
            os.truncate(file, MOST)
            set_time(file, times[index % 2])
