"""The window answers at all times: nothing slow runs on the main context."""

import pytest

from support import photos, replies
from support.answers import assert_answers_at_once
from support.dialogs import open_location
from support.photo_list import PhotoList
from support.waiting import wait_until

pytestmark = pytest.mark.alone


def test_the_window_answers_at_once_while_photos_load_and_the_list_moves(server, open_list, desktop):
    server.latency = 0.02
    program, listed = open_list(10_000)
    listed.wait_until_done()
    desktop.pointer.move(*listed.middle())

    def scroll():
        for _ in range(6):
            desktop.pointer.wheel(notches=12)
            desktop.pause(0.4)  # long enough for the list to come to rest and load
    assert_answers_at_once(program.accessible(), scroll)
    assert len(server.asked()) > 40


def property_list(server):
    return server.serve_photos(300_000)


def unknown_words(server):
    """A reply whose photos are found by evidence alone, each within a record that also has a face and a page."""
    records = (
        f'{{"id": "{number}", "account": {{"handle": "ann", "avatar": "/faces/ann.png"}}, "permalink": "/p/{number}", '
        f'"attachments": [{{"kind": "image", "source": "{photos.path(number)}", "small": "{photos.path(number)}?s", '
        f'"width": 4000, "height": 3000, "caption": "{photos.name(number)}"}}]}}\n' for number in range(300_000))
    server.on("/reply", replies.of(f'{{"cursor": null, "posts": [{",".join(records)}]}}'.encode(), "application/json"))
    return server.url("/reply")


@pytest.mark.parametrize("large", [property_list, unknown_words])
def test_the_window_answers_at_once_while_a_large_catalogue_is_read(server, launch, large):
    address = large(server)
    program = launch(server.serve_catalogue([("First", "photos/1.jpg")], "/small.plist"))
    PhotoList(program, ["First"]).wait_until_done()

    def open_large():
        open_location(program, address)
        wait_until(lambda: program.accessible().find("list item", f"{photos.name(0)}, filtered"), 30,
                   "the large catalogue is on screen", every=0.1)
    assert_answers_at_once(program.accessible(), open_large)
