"""Names of 130 Chinese characters, 390 bytes; a file's name may have 255. Every file made of such a photo cuts its name
between two characters, and keeps its extension."""

import os
from pathlib import Path
from urllib.parse import quote

import pytest

from support import clipboard, photos, replies
from support.albums import open_photo
from support.dialogs import Dialog
from support.finding import says
from support.recorder import choose_program, lines, with_a_recorder
from support.saving import export, save_original
from support.waiting import wait_until

NAMES = ["青山绿水长" * 26 + ending for ending in (".jpg", "之二.jpg")]


@pytest.fixture
def catalogue(server):
    paths = [f"/album/{quote(name)}" for name in NAMES]
    for number, path in enumerate(paths):
        server.on(path, replies.of(photos.jpeg(number)))
    return server.serve_catalogue([(name.removesuffix(".jpg"), server.url(path)) for name, path in zip(NAMES, paths)])


def open_first(program):
    return open_photo(program, [name.removesuffix(".jpg") for name in NAMES])


def expect_name(name):
    """As many of its characters as fit, and its extension."""
    stem, ending = name[:-4], name[-4:]
    assert ending == ".jpg" and NAMES[0].startswith(stem), name
    assert 252 < len(os.fsencode(name)) <= 255


def expect_file(path):
    assert path.is_file()
    expect_name(path.name)


def test_such_a_photo_is_opened_with_another_program(launch, catalogue, tmp_path, new_home):
    home = new_home()
    noted = with_a_recorder(home, tmp_path)
    program = launch(catalogue, home=home)
    open_first(program).key("Control_L", "Return")
    choose_program(program)
    wait_until(lambda: lines(noted), 10, lambda: f"it is opened; the window says {program.accessible().texts()}")
    path = Path(lines(noted)[0])
    expect_file(path)
    assert path.read_bytes() == photos.jpeg(0)


def test_such_a_photo_is_the_wallpaper(launch, catalogue, services):
    service = services()
    program = launch(catalogue)
    open_first(program).key("Control_L", "F8")
    says(program, "Wallpaper set")
    call, = service.asked()
    assert bytes.fromhex(call["bytes"])[:2] == b"\xff\xd8"


@pytest.mark.parametrize("way", ["saved", "exported"])
def test_such_photos_are_saved_and_exported_to_a_folder(launch, catalogue, tmp_path, way):
    program = launch(catalogue)
    page = open_first(program)
    page.close()
    keyboard = program.desktop.keyboard
    keyboard.press("Control_L", "a")
    says(program, "2 selected")
    folder = tmp_path / "album"
    folder.mkdir()
    if way == "saved":
        save_original(program, folder)
    else:
        export(program, folder)
    says(program, f"2 photos {way} to “album”")
    # Both begin with the same characters, so one has a number.
    numbered, = [path for path in folder.iterdir() if path.stem.endswith(" (2)")]
    other, = [path for path in folder.iterdir() if path != numbered]
    expect_file(other)
    assert numbered.suffix == ".jpg" and len(numbered.name.encode()) <= 255
    assert NAMES[0].startswith(numbered.stem.removesuffix(" (2)"))


def test_the_name_that_is_offered_for_one_fits(launch, catalogue):
    program = launch(catalogue)
    open_first(program).key("Control_L", "s")
    chooser = Dialog(program)
    program.desktop.pause(0.5)
    chooser.press("Control_L", "a")
    chooser.press("Control_L", "c")
    expect_name(clipboard.text(program.desktop.session.display.name))
