"""Fetched photos are cached: a second start requests nothing that is fresh, and shows it without a network."""

import pytest

from support import photos, replies
from support.photo_list import PhotoList
from support.server import PhotoServer

COUNT = 5  # all of them on the first screen


@pytest.fixture
def first_start(server, launch):
    """Opens a catalogue of cacheable photos in the given home, and closes it when all are shown."""
    def first_start(home, control="max-age=3600"):
        for number in range(COUNT):
            server.on(photos.path(number), replies.of(
                photos.jpeg(number), ETag=f'"{number}"', Cache_Control=control))
        program = launch(server.serve_photos(COUNT), home=home)
        listed = PhotoList(program, [photos.name(number) for number in range(COUNT)])
        assert set(listed.wait_until_done().values()) == {"filtered"}
        program.quit()
        server.wait_until_quiet()
    return first_start


def expect_second_start(launch, home, state="filtered"):
    listed = PhotoList(launch(home=home), [photos.name(number) for number in range(COUNT)])
    assert set(listed.wait_until_done().values()) == {state}
    listed.wait_until_found(0, photos.filtered(0))
    return listed


def test_a_second_start_asks_for_no_photo_that_is_fresh(server, launch, new_home, first_start):
    home = new_home()
    first_start(home)
    assert sorted(server.numbers_asked()) == list(range(COUNT))
    expect_second_start(launch, home)
    server.wait_until_quiet()
    assert len(server.asked()) == COUNT


def test_with_the_network_gone_a_second_start_shows_what_the_first_one_did(server, launch, new_home, first_start):
    home = new_home()
    first_start(home)
    server.end()
    expect_second_start(launch, home)


def test_what_could_not_be_checked_is_marked_as_offline_until_the_server_is_back(
        server, launch, new_home, first_start):
    home = new_home()
    first_start(home, control="max-age=0")
    server.end()
    listed = expect_second_start(launch, home, state="filtered, offline")
    listed.program.accessible().get("label", lambda name: name.endswith("5 photos · Offline"))
    again = PhotoServer(port=server.port)
    try:
        for number in range(COUNT):
            again.on(photos.path(number),
                     replies.of(photos.jpeg(number), ETag=f'"{number}"', Cache_Control="max-age=0"))
            listed.wait_for_state(number, "^filtered$", within=20)
        assert {each.headers.get("if-none-match") for each in again.asked()} == {f'"{n}"' for n in range(COUNT)}
        listed.wait_until_found(0, photos.filtered(0))
    finally:
        again.end()
