"""Photos in the addresses of a catalogue (data:), short and long: in rows, on the page, saved, without a request."""

import base64
import json

import pytest

from support import photos, replies
from support.finding import says
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.saving import save_original
from support.waiting import wait_until

NAMES = [photos.name(number) for number in range(2)]


def picture(number, more):
    """A photo with zeros after its end, which programs ignore."""
    return photos.jpeg(number) + bytes(more)


def address(number, more):
    return "data:image/jpeg;base64," + base64.b64encode(picture(number, more)).decode()


@pytest.mark.parametrize("more", [0, 3_000_000])
def test_photos_in_addresses_are_shown_and_saved_without_a_request(launch, server, tmp_path, more):
    body = {"items": [{"title": name, "image": address(number, more)} for number, name in enumerate(NAMES)]}
    server.on("/photos.json", replies.of(json.dumps(body).encode(), "application/json"))
    program = launch(server.url("/photos.json"))
    listed = PhotoList(program, NAMES)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(1, photos.filtered(1))
    program.desktop.keyboard.focus(program.window())
    for key in ("Down", "Home", "Return"):
        program.desktop.keyboard.press(key)
    page = PhotoPage(program)
    wait_until(page.canvas, 10, "the photo is open", every=0.1)
    save_original(program, tmp_path / "kept.jpg")
    says(program, "Saved as “kept.jpg”")
    assert (tmp_path / "kept.jpg").read_bytes() == picture(0, more)
    assert [each.path for each in server.exchanges] == ["/photos.json"]
