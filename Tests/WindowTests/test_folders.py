"""A folder as a catalogue: what is in it is shown, and what becomes of it."""

import os

from support import photos
from support.photo_list import PhotoList
from support.waiting import wait_until
from support.finding import row_names


def fill(folder, numbers):
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        (folder / f"{number}.jpg").write_bytes(photos.jpeg(number))


def shown(program):
    return [name.rsplit(", ", 1)[0] for name in row_names(program)]


def expect(program, names):
    wait_until(lambda: shown(program) == names, 10, lambda: f"the list shows {names}; it shows {shown(program)}", every=0.1)


def test_a_folders_pictures_are_shown_in_the_order_of_their_names(launch, tmp_path):
    fill(tmp_path / "album", [10, 9, 1])
    fill(tmp_path / "album" / "within", [2])
    (tmp_path / "album" / "notes.txt").write_text("no picture")
    listed = PhotoList(launch(str(tmp_path / "album")), ["1.jpg", "9.jpg", "10.jpg"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(1))
    listed.wait_until_shown(2, photos.filtered(10))


def test_the_folders_within_too_if_they_are_wanted(launch, tmp_path):
    fill(tmp_path / "album", [1])
    fill(tmp_path / "album" / "within", [2])
    program = launch("--recursive", str(tmp_path / "album"))
    assert set(PhotoList(program, ["1.jpg", "2.jpg"]).wait_until_done().values()) == {"filtered"}
    fill(tmp_path / "album" / "within", [3])
    expect(program, ["1.jpg", "2.jpg", "3.jpg"])


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

    # Another picture by the same name.
    (album / "3.jpg").write_bytes(photos.jpeg(7))
    listed = PhotoList(program, ["3.jpg", "4.jpg", "5.jpg"])
    listed.offset_of_picture = None
    listed.wait_until_found(0, photos.filtered(7), within=10)
    assert set(listed.wait_until_done().values()) == {"filtered"}


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
