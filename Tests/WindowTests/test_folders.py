"""A folder as a catalogue: its photos are shown, and its changes."""

import os
import shutil
import threading
import time

import pytest

from support import photos, replies
from support.albums import expect, fill, shown
from support.dialogs import Dialog, open_location
from support.photo_list import PhotoList
from support.waiting import ends_true, wait_until


def test_a_folders_pictures_are_shown_in_the_order_of_their_names(launch, tmp_path):
    fill(tmp_path / "album", [10, 9, 1])
    fill(tmp_path / "album" / "within", [2])
    (tmp_path / "album" / "notes.txt").write_text("no picture")
    listed = PhotoList(launch(str(tmp_path / "album")), ["within", "1.jpg", "9.jpg", "10.jpg"])
    assert list(listed.wait_until_done().values()) == ["folder", "filtered", "filtered", "filtered"]
    listed.wait_until_found(1, photos.filtered(1))
    listed.wait_until_shown(3, photos.filtered(10))


def test_the_folders_within_too_if_they_are_wanted(launch, tmp_path):
    fill(tmp_path / "album", [1])
    fill(tmp_path / "album" / "within", [2])
    program = launch("--recursive", str(tmp_path / "album"))
    assert set(PhotoList(program, ["1.jpg", "within/2.jpg"]).wait_until_done().values()) == {"filtered"}
    fill(tmp_path / "album" / "within", [3])
    expect(program, ["1.jpg", "within/2.jpg", "within/3.jpg"])


def test_what_happens_in_a_folder_is_followed(launch, tmp_path):
    album = tmp_path / "album"
    fill(album, [1, 2, 3])
    program = launch(str(album))
    listed = PhotoList(program, ["1.jpg", "2.jpg", "3.jpg"])
    listed.wait_until_done()
    listed.wait_until_found(0, photos.filtered(1))

    (album / "2.jpg").unlink()
    expect(program, ["1.jpg", "3.jpg"])
    os.rename(album / "1.jpg", album / "4.jpg")
    expect(program, ["3.jpg", "4.jpg"])
    fill(album, [5])
    expect(program, ["3.jpg", "4.jpg", "5.jpg"])

    # Another picture under the same name.
    (album / "3.jpg").write_bytes(photos.jpeg(7))
    listed = PhotoList(program, ["3.jpg", "4.jpg", "5.jpg"])
    listed.offset_of_picture = None
    listed.wait_until_found(0, photos.filtered(7), within=10)
    assert set(listed.wait_until_done().values()) == {"filtered"}


def test_a_change_in_the_folder_on_screen_does_not_end_the_opening_of_something_else(server, launch, tmp_path):
    album = fill(tmp_path / "album", [1])
    program = launch(str(album))
    PhotoList(program, ["1.jpg"]).wait_until_done()
    slow = server.serve_photos(2)
    path = "/catalogue.plist"
    server.on(path, replies.after(3, server.reply_to(path)))
    open_location(program, slow)
    wait_until(lambda: any(each.path == path for each in server.exchanges), 10, "the catalogue is asked for")
    fill(album, [2])
    expect(program, [photos.name(0), photos.name(1)])
    # And if there is nothing else, the folder is up to date.
    open_location(program, str(album))
    expect(program, ["1.jpg", "2.jpg"])
    server.on("/gone.plist", replies.after(2, replies.status(404)))
    open_location(program, server.url("/gone.plist"))
    wait_until(lambda: any(each.path == "/gone.plist" for each in server.exchanges), 10, "the other is asked for")
    fill(album, [3])
    Dialog(program, "Oops!").dismiss()
    expect(program, ["1.jpg", "2.jpg", "3.jpg"])


@pytest.mark.parametrize("gap", [0.4, 0.5, 0.55, 0.6, 0.7])
def test_what_happens_while_the_folder_is_read_is_shown_too(launch, tmp_path, gap):
    album = tmp_path / "album"
    fill(album, [1, 2])
    # A file that takes long to read, and is no picture.
    for number in range(20000):
        (album / f"{number}.txt").touch()
    program = launch(str(album))
    PhotoList(program, ["1.jpg", "2.jpg"]).wait_until_done()
    for turn in range(4):
        (album / "1.jpg").unlink()
        # The folder is read half a second after a change. With these delays, the next change comes before that, during
        # it, or after it.
        time.sleep(gap + turn * 0.01)
        fill(album, [1])
        expect(program, ["1.jpg", "2.jpg"])
    # A busy program may still show the list from before the last removal, which looks the same.
    ends_true(lambda: shown(program) == ["1.jpg", "2.jpg"], 1, 10, lambda: f"it shows {shown(program)}")


def test_files_that_keep_coming_do_not_keep_the_folder_from_being_shown(launch, tmp_path):
    album = tmp_path / "album"
    fill(album, [1])
    for number in range(20000):
        (album / f"{number}.txt").touch()
    program = launch(str(album))
    PhotoList(program, ["1.jpg"]).wait_until_done()
    coming = threading.Event()

    def come():
        number = 0
        while not coming.wait(0.05):
            number += 1
            (album / f"late-{number}.txt").touch()
    thread = threading.Thread(target=come)
    thread.start()
    try:
        fill(album, [2])
        expect(program, ["1.jpg", "2.jpg"])
    finally:
        coming.set()
        thread.join()


def test_a_folder_within_that_goes_and_comes_again_is_followed(launch, tmp_path):
    album = tmp_path / "album"
    fill(album, [1])
    fill(album / "within", [2])
    program = launch("--recursive", str(album))
    expect(program, ["1.jpg", "within/2.jpg"])
    shutil.rmtree(album / "within")
    expect(program, ["1.jpg"])
    fill(album / "within", [2])
    expect(program, ["1.jpg", "within/2.jpg"])
    fill(album / "within", [3])
    expect(program, ["1.jpg", "within/2.jpg", "within/3.jpg"])


def test_a_folder_without_pictures_says_so(launch, tmp_path):
    (tmp_path / "empty").mkdir()
    program = launch(str(tmp_path / "empty"))
    wait_until(lambda: any("no pictures" in text for text in program.accessible().texts()), 10,
               lambda: program.accessible().texts(), every=0.1)


def test_pictures_on_the_command_line_share_a_window(server, launch, tmp_path):
    fill(tmp_path, [1, 2])
    program = launch(str(tmp_path / "2.jpg"), server.url("/photos/3.jpg"), str(tmp_path / "1.jpg"))
    listed = PhotoList(program, ["2.jpg", "3.jpg", "1.jpg"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(2))
    listed.wait_until_shown(1, photos.filtered(3))
