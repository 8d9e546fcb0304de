"""The second start's first screen: its only requests check whether the cache is current."""

from pathlib import Path

import pytest

from support import photos, replies
from support.photo_list import PhotoList

COUNT = 1_000
CATALOGUE = "/catalogue.plist"


@pytest.fixture
def start(launch, server, new_home):
    """Starts the program in the same home each time, shows the first screen, and quits; returns its rows."""
    home = new_home()

    def start(*arguments, shown=photos.filtered):
        program = launch(*arguments, home=home)
        listed = PhotoList(program, [photos.name(number) for number in range(COUNT)])
        assert set(listed.wait_until_done().values()) == {"filtered"}
        listed.wait_until_found(0, shown(0))
        for row in filter(listed.is_whole, listed.rows_on_screen()):
            listed.wait_until_shown(row, shown(row))
        rows = list(listed.rows_on_screen(hidden=0))
        program.quit()
        server.wait_until_quiet()
        return rows
    start.cache = Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "http"
    return start


def serve(server, reply, control):
    """Serves the catalogue, and `reply(number)` for each photo of the first screens."""
    catalogue = photos.catalogue(photos.numbered(COUNT))
    server.on(CATALOGUE, replies.kept(catalogue, "catalogue", control, "application/x-plist"))
    for number in range(12):
        server.on(photos.path(number), reply(number))
    return server.url(CATALOGUE)


def test_what_is_still_fresh_is_not_asked_about(server, start):
    def reply(number):
        return replies.kept(photos.jpeg(number), number, "max-age=3600")
    rows = start(serve(server, reply, "max-age=3600"))
    known = len(server.exchanges)
    assert sorted(server.numbers_asked()) == rows
    assert start() == rows
    assert [each.path for each in server.exchanges[known:]] == []


def test_what_may_have_changed_is_asked_about_and_not_sent_again(server, start):
    def reply(number):
        return replies.kept(photos.jpeg(number), number, "no-cache")
    rows = start(serve(server, reply, "no-cache"))
    known = len(server.exchanges)
    assert start() == rows
    again = server.exchanges[known:]
    assert sorted(each.path for each in again) == sorted([CATALOGUE, *map(photos.path, rows)])
    for each in again:
        assert each.headers["if-none-match"] == ('"catalogue"' if each.number is None else f'"{each.number}"')


def test_what_has_changed_is_shown_as_it_is_now(server, start):
    url = serve(server, lambda number: replies.kept(photos.jpeg(number), number, "no-cache"), "no-cache")
    rows = start(url)
    for number in (0, 2):
        server.on(photos.path(number), replies.kept(photos.jpeg(500 + number), 500 + number, "no-cache"))
    assert start(shown=lambda row: photos.filtered(500 + row if row in (0, 2) else row)) == rows


@pytest.mark.parametrize("is_gone", [False, True], ids=["", "the network is gone"])
def test_a_beginning_that_was_enough_is_still_enough(server, start, is_gone):
    def reply(number):
        return replies.kept(photos.camera_original(number), number, "max-age=3600")
    rows = start(serve(server, reply, "max-age=3600"))
    assert sorted(server.numbers_asked()) == rows
    kept = sum(file.stat().st_size for file in start.cache.iterdir())
    assert kept < len(rows) * len(photos.camera_original(0)) / 2, "the cache has only the beginnings"
    known = len(server.exchanges)
    if is_gone:
        server.end()
    assert start() == rows
    assert [each.path for each in server.exchanges[known:]] == []


def test_a_beginning_of_what_may_have_changed_is_asked_about(server, start):
    def reply(number):
        return replies.kept(photos.camera_original(number), number, "no-cache")
    rows = start(serve(server, reply, "max-age=3600"))
    known = len(server.exchanges)
    assert start() == rows
    again = server.exchanges[known:]
    assert sorted(each.number for each in again) == rows
    assert all(each.headers["if-none-match"] == f'"{each.number}"' for each in again)
