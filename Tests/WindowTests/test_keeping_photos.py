"""Saving photos unchanged: one or several."""

import os
import shutil
import subprocess

import pytest

from support import photos, replies
from support.accessibility import FOCUSED
from support.dialogs import Dialog
from support.finding import says
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.saving import save_original
from support.waiting import wait_until


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
    save_original(program, tmp_path / "kept.jpg")
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
    # A place where not even root can create files.
    dialog.type_instead("/proc/kept.jpg")
    dialog.press("Return")
    said = Dialog(program, "Oops!").texts()
    assert any("kept.jpg" in text and "Save it somewhere else" in text for text in said), said


def open_some(launch, server, count=6):
    program = launch(server.serve_photos(count))
    listed = PhotoList(program, [photos.name(number) for number in range(count)])
    listed.wait_until_done()
    listed.take_keyboard()
    return program, listed


def cancel_of(program):
    """Waits for the bar's button."""
    return wait_until(lambda: program.accessible().find("button", "Cancel Saving"), 10, "a bar offers Cancel",
                      every=0.05)


def test_selected_photos_are_saved_together_and_those_that_fail_are_told_with_their_reasons(launch, server, tmp_path):
    server.on(photos.path(2), replies.status(404))
    program, listed = open_some(launch, server)
    program.desktop.keyboard.press("Control_L", "a")
    says(program, "6 selected")
    (tmp_path / "album").mkdir()
    save_original(program, tmp_path / "album")
    said = Dialog(program, "Oops!")
    told = " ".join(said.texts())
    assert "1 of 6 photos was not saved" in told and f"{photos.name(2)}: Not found on the server (404)" in told
    said.dismiss()
    says(program, "5 of 6 photos saved to “album”")
    assert sorted(each.name for each in (tmp_path / "album").iterdir()) == [f"{n}.jpg" for n in (0, 1, 3, 4, 5)]
    assert (tmp_path / "album" / "5.jpg").read_bytes() == photos.jpeg(5)
    # The list is unchanged.
    states = listed.states()
    assert [state for row, state in sorted(states.items()) if row != 2] == ["filtered"] * 5


def test_a_photo_that_never_ends_is_cancelled_from_its_bar_and_leaves_nothing(launch, server, tmp_path):
    server.on(photos.path(0), replies.kept(photos.jpeg(0), "old", "no-cache"))
    program, listed = open_some(launch, server)
    # Since its row was fetched, the photo has changed, and the server hangs.
    server.on(photos.path(0), replies.never_ending_body(photos.padded(0, 400_000)))
    program.desktop.keyboard.press("Home")
    save_original(program, tmp_path / "endless.jpg")
    button = cancel_of(program)
    says(program, f"Saving “{photos.name(0)}”")
    button.do()
    says(program, "Cancelled. Nothing was saved.")
    assert list(tmp_path.glob("*.jpg")) + list(tmp_path.glob(".*")) == []
    wait_until(lambda: not server.in_flight(), 5, "the request is closed")
    assert set(listed.states().values()) == {"filtered"}


def test_the_keyboard_is_with_the_list_once_the_bar_that_has_it_goes(launch, server, tmp_path):
    server.on(photos.path(0), replies.kept(photos.jpeg(0), "old", "no-cache"))
    program, listed = open_some(launch, server)
    server.on(photos.path(0), replies.never_ending_body(photos.padded(0, 400_000)))
    program.desktop.keyboard.press("Home")
    save_original(program, tmp_path / "endless.jpg")
    button = cancel_of(program)
    program.desktop.keyboard.focus(program.window())

    def tab():
        if button.has_state(FOCUSED):
            return True
        program.desktop.keyboard.press("Tab")
        return False
    wait_until(tab, 20, "Tab leads to Cancel", every=0.2)
    program.desktop.keyboard.press("space")
    says(program, "Cancelled. Nothing was saved.")
    wait_until(listed.has_focus, 5, "a row has the focus", every=0.05)


def test_what_is_saved_is_the_photo_as_it_is_on_the_server_now(launch, server, tmp_path):
    for number in range(3):
        server.on(photos.path(number), replies.kept(photos.jpeg(number), "old", "no-cache"))
    program, _ = open_some(launch, server, 3)
    server.on(photos.path(0), replies.kept(photos.jpeg(7), "new", "no-cache"))
    program.desktop.keyboard.press("Home")
    save_original(program, tmp_path / "now.jpg")
    says(program, "Saved as “now.jpg”")
    assert (tmp_path / "now.jpg").read_bytes() == photos.jpeg(7)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make file systems")
@pytest.mark.parametrize("options, reason",
                         [("size=16k", "There is not enough space"), ("ro", "not have permission to write")])
def test_a_disk_that_is_full_or_read_only_is_said_to_be_and_has_nothing_half_written(
        launch, server, tmp_path, options, reason):
    disk = tmp_path / "disk"
    disk.mkdir()
    server.on(photos.path(1), replies.of(photos.padded(1, 200_000)))
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", disk], check=False).returncode:
        pytest.skip("no file systems can be made here")
    try:
        program, listed = open_some(launch, server, 3)
        program.desktop.keyboard.press("Home")
        program.desktop.keyboard.press("Down")
        save_original(program, disk / "kept.jpg")
        said = Dialog(program, "Oops!")
        assert any("kept.jpg" in text and reason in text for text in said.texts()), said.texts()
        said.dismiss()
        assert list(disk.iterdir()) == []
        assert set(listed.states().values()) == {"filtered"}
    finally:
        subprocess.run(["umount", "-l", disk], check=False)


def test_a_folder_that_goes_meanwhile_is_said_to_be_gone(launch, server, tmp_path):
    server.on(photos.path(0), replies.kept(photos.jpeg(0), "old", "no-cache"))
    program, _ = open_some(launch, server)
    server.on(photos.path(0), replies.trickling(photos.padded(0, 400_000), 3))
    (tmp_path / "album").mkdir()
    program.desktop.keyboard.press("Home")
    save_original(program, tmp_path / "album" / "kept.jpg")
    cancel_of(program)
    shutil.rmtree(tmp_path / "album")
    said = Dialog(program, "Oops!").texts()
    assert any("The folder does not exist" in text for text in said), said


def test_a_program_that_is_killed_while_it_saves_leaves_nothing_behind(launch, server, tmp_path):
    server.on(photos.path(0), replies.kept(photos.jpeg(0), "old", "no-cache"))
    program, _ = open_some(launch, server)
    server.on(photos.path(0), replies.trickling(photos.padded(0, 400_000), 20))
    (tmp_path / "album").mkdir()
    program.desktop.keyboard.press("Home")
    save_original(program, tmp_path / "album" / "kept.jpg")
    cancel_of(program)
    program.kill()
    assert list((tmp_path / "album").iterdir()) == []


def save_all_of(program, window, folder):
    """Saves all photos of one of several windows to a folder."""
    keyboard = program.desktop.keyboard
    before = [each.id for each in program.windows()]
    keyboard.focus(window)
    keyboard.press("Control_L", "a")
    keyboard.press("Control_L", "s")
    chooser = wait_until(
        lambda: next(each for each in program.windows() if each.id not in before), 10, "it asks for a folder")
    keyboard.focus(chooser)
    program.desktop.pause(0.5)
    keyboard.press("Control_L", "a")
    keyboard.type(str(folder))
    keyboard.press("Return")
    wait_until(lambda: chooser.id not in [each.id for each in program.windows()], 10, "the dialog is gone")


def test_two_windows_that_save_the_same_name_into_one_folder_at_once_keep_both(launch, server, tmp_path, new_home):
    paths = ["/one/IMG_0001.jpg", "/other/IMG_0001.jpg"]
    for number, path in enumerate(paths):
        server.on(path, replies.kept(photos.jpeg(number), "old", "no-cache"))
    first, second = (
        server.serve_catalogue(
            [("Mine", server.url(path)), (photos.name(5), server.url(photos.path(5 + number)))], f"/{number}.plist")
        for number, path in enumerate(paths))
    home = new_home()
    program = launch(first, home=home)
    PhotoList(program, ["Mine", photos.name(5)]).wait_until_done()
    window = program.window()
    assert launch(second, home=home).wait_for_exit() == 0
    other = wait_until(lambda: next(each for each in program.windows() if each.id != window.id), 10,
                       "another window is open")
    wait_until(lambda: server.asked_for(paths[1]), 10, "it shows its photos")
    server.wait_until_quiet()
    # Since then both have changed, and arrive slowly.
    bodies = [photos.padded(number + 2, 100_000) for number in range(2)]
    for path, body in zip(paths, bodies):
        server.on(path, replies.trickling(body, 8))
    (tmp_path / "album").mkdir()
    for each in (window, other):
        save_all_of(program, each, tmp_path / "album")
    wait_until(lambda: {each.path for each in server.in_flight()} == set(paths), 10, "both are in flight")
    server.wait_until_quiet(within=30)

    def saved():
        return {each.name: each.read_bytes() for each in (tmp_path / "album").iterdir()}
    names = {"IMG_0001.jpg", "IMG_0001 (2).jpg", "5.jpg", "6.jpg"}
    wait_until(lambda: set(saved()) == names, 10, lambda: f"four files are there: {sorted(saved())}")
    assert {saved()["IMG_0001.jpg"], saved()["IMG_0001 (2).jpg"]} == set(bodies)
