"""A photo taken along: saved as it came."""

from support import photos, replies
from support.dialogs import Dialog
from support.finding import says
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.waiting import wait_until


def save(program, path):
    program.desktop.keyboard.press("Control_L", "s")
    dialog = Dialog(program)
    program.desktop.pause(0.5)
    dialog.type_instead(str(path))
    dialog.press("Return")
    dialog.wait_until_gone()


def open_first(launch, server):
    program = launch(server.serve_photos(3))
    PhotoList(program, [photos.name(number) for number in range(3)]).wait_until_done()
    program.desktop.keyboard.focus(program.window())
    program.desktop.keyboard.press("Down")
    program.desktop.keyboard.press("Home")
    program.desktop.keyboard.press("Return")
    page = PhotoPage(program)
    wait_until(page.canvas, 10, "the photo is open", every=0.1)
    server.wait_until_quiet()
    return program


def test_a_photo_is_saved_byte_for_byte_and_not_fetched_again(launch, server, tmp_path):
    program = open_first(launch, server)
    asked = len(server.asked_for(photos.path(0)))
    save(program, tmp_path / "kept.jpg")
    says(program, "Saved as “kept.jpg”")
    assert (tmp_path / "kept.jpg").read_bytes() == photos.jpeg(0)
    assert not list(tmp_path.glob(".*.part"))
    assert len(server.asked_for(photos.path(0))) == asked


def test_what_cannot_be_written_is_said_and_leaves_nothing_behind(launch, server, tmp_path):
    program = open_first(launch, server)
    program.desktop.keyboard.focus(program.window())
    program.desktop.keyboard.press("Control_L", "s")
    dialog = Dialog(program)
    program.desktop.pause(0.5)
    # Nobody can make files there, not even root.
    dialog.type_instead("/proc/kept.jpg")
    dialog.press("Return")
    said = Dialog(program, "Oops!").texts()
    assert any("kept.jpg" in text and "Save it somewhere else" in text for text in said), said
