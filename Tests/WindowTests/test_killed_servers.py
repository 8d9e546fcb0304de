"""WebDAV servers that are killed and restarted while their folders and photos arrive."""

import re

import pytest

from support import photos
from support.dav_servers import Apache, Nginx, Rclone
from support.dialogs import Dialog
from support.photo_list import PhotoList
from support.waiting import wait_until

COUNT = 12
LOST = r"failed to load: .*(The connection was lost|Cannot connect)"
# KiB a second: the beginning of a photo, which suffices for its row, takes some seconds.
SLOW = 3


@pytest.fixture
def folder(tmp_path):
    """Photos of a megabyte each, as a camera writes them."""
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(COUNT):
        (folder / f"{photos.name(number)}.jpg").write_bytes(photos.camera_original(number))
    return folder


# Each sends 6 photos at once; the rate of rclone is that of all together.
KINDS = {
    "Apache": (Apache, (), SLOW), "Apache with TLS": (Apache, (), SLOW), "nginx": (Nginx, (), SLOW),
    "nginx with TLS": (Nginx, (), SLOW), "rclone": (Rclone, (False,), 6 * SLOW)}


@pytest.fixture(params=KINDS)
def midway(request, serve_dav, folder, launch):
    """A server, and a list of its photos of which some are there and others arrive."""
    kind, arguments, rate = KINDS[request.param]
    authority = request.getfixturevalue("authority") if "TLS" in request.param else None
    server = serve_dav(kind, folder, *arguments, rate=rate,
                       certificate=authority and (authority.certificate, authority.key))
    program = launch(server.address, within=authority.trusting() if authority else ())
    program.resize(480, 1000)
    listed = PhotoList(program, server.listed(folder))
    wait_until(lambda: is_midway(listed.states()), 30, lambda: listed.states())
    return server, listed


def is_midway(states):
    return "filtered" in states.values() and any(re.match(r"downloading \d", state) for state in states.values())


def expect_all(listed, within):
    wait_until(lambda: set(listed.states().values()) == {"filtered"}, within, lambda: listed.states())
    row = listed.rows_on_screen()[-2]
    listed.find_pictures(row, photos.filtered(number(listed, row)))
    listed.wait_until_found(row, photos.filtered(number(listed, row)))


def number(listed, row):
    return int(listed.names[row].removesuffix(".jpg").rsplit(" ", 1)[1])


def test_photos_of_a_server_that_is_killed_midway_say_so_and_arrive_once_it_is_back(midway):
    server, listed = midway
    server.kill()
    wait_until(lambda: all(state == "filtered" or re.match(LOST, state, re.S) for state in listed.states().values()),
               15, lambda: listed.states())
    states = set(listed.states().values())
    assert "filtered" in states and len(states) > 1, states
    server.rate = None
    server.start()
    # Nobody presses Retry.
    expect_all(listed, within=40)


def test_a_server_that_is_restarted_midway_costs_no_photo(midway):
    server, listed = midway
    server.rate = None
    server.restart()
    expect_all(listed, within=40)


MANY = 150


def texts(program):
    return " ".join(program.accessible().texts())


@pytest.mark.parametrize("kind", [Apache, Nginx])
def test_a_folder_whose_server_is_killed_while_it_is_listed_says_so_and_is_whole_once_it_is_back(
        serve_dav, folder, launch, desktop, kind):
    for number in range(COUNT, MANY):
        (folder / f"{photos.name(number)}.jpg").write_bytes(photos.jpeg(number))
    server = serve_dav(kind, folder, rate=SLOW)
    program = launch(server.address)
    wait_until(lambda: ".jpg" in texts(program), 30, lambda: texts(program))
    server.kill()
    dialog = Dialog(program, "Oops!")
    assert any(re.search("The connection was lost|Cannot connect", text) for text in dialog.texts()), dialog.texts()
    dialog.dismiss()
    assert ".jpg" in texts(program) and f"{MANY} photos" not in texts(program)
    server.rate = None
    server.start()
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "r")
    wait_until(lambda: f"{MANY} photos" in texts(program), 10, lambda: texts(program))
    listed = PhotoList(program, server.listed(folder))
    expect_all(listed, within=20)
