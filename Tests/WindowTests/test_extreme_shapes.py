"""Photos of shapes and sizes that no screen has, with all animations enabled."""

import io

import numpy
import pytest
from PIL import Image

from support import photos, replies
from support.homes import filtered_by
from support.paintings import encoded
from support.photo_list import PhotoList
from support.photo_page import activate
from support.waiting import wait_until

FRAMES = (90, 180)  # greys


@pytest.fixture
def open_moving(server, launch, new_home, desktop):
    """Opens the page of the only photo of a catalogue, on a desktop with GTK's defaults."""
    def open_moving(reply, filter="none"):
        server.on(photos.path(0), reply)
        program = launch(server.serve_photos(1), home=filtered_by(filter, new_home()))
        listed = PhotoList(program, [photos.name(0)])
        listed.wait_until_done()
        return activate(listed, 0, desktop)
    return open_moving


def moving(width, height):
    """A GIF of two frames, 20 ms each, with a few bytes per row."""
    frames = [Image.new("L", (width, height), grey) for grey in FRAMES]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=20, loop=0)
    return replies.of(file.getvalue(), "image/gif")


def wait_until_moves(page):
    """Both frames have been visible in the middle of the page."""
    seen = set()

    def both():
        shown = page.pixels()
        middle = shown[shown.shape[0] // 2 - 2:shown.shape[0] // 2 + 2, shown.shape[1] // 2 - 2:shown.shape[1] // 2 + 2]
        seen.update(grey for grey in FRAMES if numpy.abs(middle - grey).max(axis=2).min() <= 2)
        return len(seen) == 2
    wait_until(both, 10, lambda: f"both frames are seen, not {seen} alone", every=0.01)


@pytest.mark.parametrize("width, height", [(65_535, 40), (40, 65_535), (65_535, 1), (1, 65_535), (1, 1)])
def test_an_animation_of_any_shape_is_shown_and_left(open_moving, width, height):
    page = open_moving(moving(width, height))
    page.wait_for(photos.name(0), width=width, height=height)
    wait_until_moves(page)
    page.key("1")
    page.wait_for(percent=100)
    wait_until_moves(page)
    page.key("r")
    wait_until_moves(page)
    page.key("0")
    wait_until_moves(page)
    page.close()
    assert page.canvas() is None, "the list is shown again"


@pytest.mark.parametrize("name", ["vignette", "sharpen", "blur"])
def test_a_large_photo_is_left_from_its_original_size_with_its_filter(open_moving, name):
    picture = numpy.zeros((4000, 6000, 3), numpy.uint8)
    picture[:, :, 1] = numpy.arange(6000) // 24
    page = open_moving(replies.of(encoded(picture, compress_level=1), "image/png"), filter=name)
    page.wait_for(photos.name(0), width=6000, height=4000, within=30)
    page.key("1")
    page.wait_for(percent=100)
    page.program.desktop.pause(0.5)
    page.close()
    assert page.canvas() is None, "the list is shown again"


def test_a_photo_that_says_it_is_larger_than_can_be_is_said_to_have_failed(open_moving):
    """Width and height of 2^32 - 1: their product overflows."""
    whole = encoded(numpy.zeros((8, 8, 3), numpy.uint8))
    page = open_moving(replies.of(whole[:16] + b"\xff" * 8 + whole[24:], "image/png"))
    wait_until(page.message, 10, "the page says that it failed")
    page.close()
    assert page.canvas() is None, "the list is shown again"
