"""Mounts of other computers and of archives: addresses that are not files themselves."""

import zipfile

import pytest

from support import photos
from support.dialogs import Dialog
from support.photo_list import PhotoList
from support.share import SEEN, Share


@pytest.fixture
def archive(tmp_path):
    with zipfile.ZipFile(tmp_path / "album.zip", "w") as album:
        for number in (1, 2, 10):
            album.writestr(f"{number}.jpg", photos.jpeg(number))
        album.writestr("notes.txt", "no picture")
    return tmp_path / "album.zip"


@pytest.fixture
def mount(desktop, archive, tmp_path):
    shares = []

    def mount(in_file_system):
        try:
            shares.append(Share(desktop.session, archive, tmp_path / "gvfs.log", in_file_system))
        except Share.CannotMount as error:
            pytest.skip(f"nothing can be mounted here: {error}")
        return shares[-1]
    yield mount
    for share in shares:
        share.end()


def test_a_share_that_is_mounted_is_a_folder_like_any_other(mount, launch):
    share = mount(in_file_system=True)
    program = launch(share.address, **SEEN)
    listed = PhotoList(program, ["1.jpg", "2.jpg", "10.jpg"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(1))
    listed.wait_until_shown(2, photos.filtered(10))


def test_a_folder_that_no_path_leads_to_is_refused_in_words_and_the_list_is_unharmed(mount, launch, server):
    share = mount(in_file_system=False)
    program = launch(server.serve_photos(3), **SEEN)
    listed = PhotoList(program, [photos.name(number) for number in range(3)])
    listed.wait_until_done()
    listed.take_keyboard()
    program.desktop.keyboard.press("Home")
    program.desktop.keyboard.press("Control_L", "s")
    dialog = Dialog(program)
    program.desktop.pause(0.5)
    dialog.type_instead(share.address + "kept.jpg")
    # GVfs answers whether such a folder exists.
    program.desktop.pause(1)
    dialog.press("Return")
    said = Dialog(program, "Oops!")
    assert any("kept.jpg" in text and "Choose a folder on this computer" in text for text in said.texts()), said.texts()
    said.dismiss()
    assert set(listed.states().values()) == {"filtered"}
