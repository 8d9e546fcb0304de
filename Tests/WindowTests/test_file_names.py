"""Names of files are bytes: files whose names are not UTF-8 are opened, shown, cached, trashed and saved like others.
Their names are read in the encoding that their bytes suggest.
"""

import io
import json
import os
import tarfile
from pathlib import Path

import pytest
from PIL import Image

from support import photos
from support.dialogs import open_location
from support.finding import row_names, shows
from support.photo_list import PhotoList
from support.waiting import wait_until

# Latin-1 for "é" and "ü", and UTF-8 with a byte that is not.
FOLDER, NAME, OTHER = b"\xfcber", b"caf\xe9.jpg", b"\xff \xc3\xa9%41.jpg"
SHOWN, SHOWN_OTHER = "café.jpg", "\ufffd é%41.jpg"
STRANGE = {"写真 2.jpg": "写真 2.jpg".encode("cp932"), "照片集.jpg": "照片集.jpg".encode("gb18030"),
           "Straße – 9.jpg": "Straße – 9.jpg".encode("cp1252"), "two lines.jpg": b"two\nlines.jpg"}


@pytest.fixture
def album(tmp_path):
    folder = os.fsencode(tmp_path) + b"/" + FOLDER
    os.mkdir(folder)
    for number, name in enumerate((NAME, OTHER)):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(photos.jpeg(number))
        os.utime(os.path.join(folder, name), (1_600_000_000, 1_600_000_000))
    return folder


def expect_both(program, by_name=True):
    listed = PhotoList(program, [SHOWN, SHOWN_OTHER] if by_name else [SHOWN_OTHER, SHOWN])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    return listed


def order(program):
    """The collation decides which of the two comes first."""
    shows(program, [SHOWN, SHOWN_OTHER])
    names = [each.name or "" for each in program.accessible().find("list", lambda _: True).children()]
    return names[0].startswith(SHOWN)


def test_a_folder_and_the_photos_in_it_are_opened_by_name_and_again_at_the_next_start(launch, new_home, album):
    home = new_home()
    program = launch(album, home=home)
    listed = expect_both(program, order(program))
    listed.wait_until_found(listed.names.index(SHOWN), photos.filtered(0))
    wait_until(lambda: len(list(Path(home["XDG_CACHE_HOME"]).glob("thumbnails/*/*.png"))) == 2, 60,
               "both thumbnails are stored")
    for file in Path(home["XDG_CACHE_HOME"]).glob("thumbnails/*/*.png"):
        assert Image.open(file).text["Thumb::URI"].startswith("file:///")
        assert "%FCber/" in Image.open(file).text["Thumb::URI"]
    program.quit()
    program = launch(home=home)
    expect_both(program, order(program))


@pytest.mark.parametrize("way", ["path", "relative", "address"])
def test_photos_are_opened_however_they_are_named(desktop, launch, album, tmp_path, way):
    names = [os.path.join(album, NAME), os.path.join(album, OTHER)]
    if way == "address":
        names = [Path(os.fsdecode(name)).as_uri() for name in names]
    if way == "relative":
        names = [os.path.relpath(name, os.getcwdb()) for name in names]
    program = launch(*names)
    listed = expect_both(program)
    listed.wait_until_found(0, photos.filtered(0))
    listed.wait_until_shown(1, photos.filtered(1))


def test_a_location_is_opened_by_its_address(launch, server, album):
    program = launch(server.serve_photos(1))
    PhotoList(program, [photos.name(0)]).wait_until_done()
    open_location(program, Path(os.fsdecode(album)).as_uri() + "/")
    expect_both(program, order(program))


def test_a_trace_and_a_screenshot_are_written_under_such_names(desktop, launch, album):
    trace, picture = os.path.join(album, b"tr\xe4ce.json"), os.path.join(album, b"sh\xf6t.png")
    program = launch(b"--trace=" + trace, b"--screenshot", picture, os.path.join(album, NAME))
    assert program.wait_for_exit(30) == 0
    with open(trace, "rb") as file:
        assert json.load(file)
    with open(picture, "rb") as file:
        assert file.read(4) == b"\x89PNG"


def test_changes_in_the_folder_are_followed(launch, album):
    program = launch(album)
    shows(program, [SHOWN, SHOWN_OTHER])
    with open(os.path.join(album, b"n\xe9w.jpg"), "wb") as file:
        file.write(photos.jpeg(5))
    shows(program, [SHOWN, SHOWN_OTHER, "néw.jpg"])


def test_photos_go_to_the_trash_and_come_back(desktop, launch, new_home, album, tmp_path):
    # The home's trash accepts only files of its own file system.
    home = {**new_home(), "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    program = launch(album, home=home)
    expect_both(program, order(program)).take_keyboard()
    desktop.keyboard.press("Control_L", "a")
    desktop.keyboard.press("Delete")
    wait_until(lambda: os.listdir(album) == [], 10, lambda: f"no photo remains: {os.listdir(album)}")
    assert sorted(os.listdir(os.fsencode(tmp_path / "data/Trash/files"))) == sorted([NAME, OTHER])
    desktop.keyboard.press("Control_L", "z")
    wait_until(lambda: sorted(os.listdir(album)) == sorted([NAME, OTHER]), 10, "both are back")
    assert os.listdir(tmp_path / "data/Trash/info") == []
    expect_both(program, order(program))


def expect_strange(program):
    def in_order():
        return [name for row in row_names(program) for name in STRANGE if row.startswith(name)]
    wait_until(lambda: len(in_order()) == len(STRANGE), 20, lambda: f"all are shown: {row_names(program)}")
    names = in_order()
    listed = PhotoList(program, names)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(names.index("two lines.jpg"), photos.filtered(3))
    for name in STRANGE:
        listed.wait_until_shown(names.index(name), photos.filtered(list(STRANGE).index(name)))


def test_names_in_the_encodings_of_old_computers_are_readable(launch, tmp_path):
    folder = os.fsencode(tmp_path) + b"/old"
    os.mkdir(folder)
    for number, name in enumerate(STRANGE.values()):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(photos.jpeg(number))
    expect_strange(launch(folder))


def test_members_of_an_archive_have_readable_names_too(launch, tmp_path):
    with tarfile.open(tmp_path / "old.tar", "w", format=tarfile.GNU_FORMAT, encoding="utf-8",
                      errors="surrogateescape") as archive:
        for number, name in enumerate(STRANGE.values()):
            data = photos.jpeg(number)
            member = tarfile.TarInfo(os.fsdecode(name))
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    expect_strange(launch(str(tmp_path / "old.tar")))
