"""Camera originals in rows and cells: their thumbnails are shown immediately, and suffice where a person sees no
difference."""

import numpy
import pytest
from PIL import Image

from support import photos, replies
from support.photo_grid import PhotoGrid, remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.waiting import wait_until

COUNT = 40
# A camera's thumbnail of a 3:2 photo, without bars.
THUMBNAIL = (160, 107)
# The thumbnail, and the bytes before it.
BEGINNING = 40_000


@pytest.fixture
def open_view(server, launch, new_home):
    """Opens a catalogue of camera originals in a list or a grid; each stops after `held_after` bytes."""
    def open_view(held_after=None, scale=1, grid_side=None):
        for number in range(COUNT):
            body = photos.camera_original(number % 12, THUMBNAIL)
            server.on(photos.path(number), replies.in_ranges(body, number, held_after))
        home = new_home()
        if grid_side:
            home = remembers(home, view="'grid'", grid_picture_size=grid_side)
        program = launch(server.serve_photos(COUNT), home=home, GDK_SCALE=str(scale))
        names = [photos.name(number) for number in range(COUNT)]
        return PhotoGrid(program, names, grid_side) if grid_side else PhotoList(program, names)
    return open_view


@pytest.mark.parametrize(
    "view", [dict(), dict(scale=2), dict(grid_side=140)], ids=["list", "list at scale 2", "grid at its usual size"])
def test_a_thumbnail_is_all_that_a_picture_of_the_usual_size_waits_for(server, open_view, view):
    listed = open_view(held_after=BEGINNING, **view)
    wait_until(lambda: len(server.numbers_asked()) >= 3, 15, "photos are requested")
    wait_until(lambda: list(listed.all_states().values()).count("filtered") >= 3, 15,
               lambda: f"at least three are shown: {listed.all_states()}")
    server.wait_until_quiet()
    asked = server.numbers_asked()
    states = listed.all_states()
    assert all(states[number] == "filtered" for number in asked), states
    assert len(set(asked)) == len(asked), "nothing is requested twice"


def test_a_thumbnail_too_small_is_shown_until_everything_has_one_and_then_the_photos_come(server, open_view):
    grid = open_view(grid_side=344)
    grid.wait_until_done()
    wait_until(lambda: any("range" in each.headers for each in server.exchanges if each.path.startswith("/photos/")),
               15, "the rest of a photo is requested")
    server.wait_until_quiet()
    exchanges = [each for each in server.exchanges if each.path.startswith("/photos/")]
    on_screen = set(grid.rows_on_screen())
    firsts = [index for index, each in enumerate(exchanges)
              if each.number in on_screen and each.number not in {before.number for before in exchanges[:index]}]
    again = [index for index, each in enumerate(exchanges)
             if each.headers.get("range", "").endswith("-") and each.number in on_screen]
    assert len(firsts) == len(on_screen) and {exchanges[index].number for index in again} == on_screen
    assert max(firsts) < min(again), "the beginning of each, then the rest of each"
    for photo in on_screen:
        assert "filtered" in grid.all_states()[photo]


def test_the_page_shows_all_of_the_thumbnail_until_the_photo_is_there(open_view, desktop):
    """The row's own picture is square: the photo's proportions come from the thumbnail."""
    listed = open_view(held_after=BEGINNING)
    listed.wait_for_state(0, "filtered")
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    page = PhotoPage(listed.program)
    page.wait_for(photos.name(0), width=1500, height=1000)

    def away():
        shown = page.pixels()
        scale = min(shown.shape[1] / 1500, shown.shape[0] / 1000)
        width, height = round(1500 * scale), round(1000 * scale)
        image = Image.fromarray((photos.painted(0) + 0.5).astype(numpy.uint8)).resize((width, height))
        expected = photos.sepia(numpy.asarray(image, dtype=float))
        top, left = (shown.shape[0] - height) // 2, (shown.shape[1] - width) // 2
        edge = slice(width // 50, width // 10)
        middle = slice(height // 4, 3 * height // 4)
        part = shown[top:top + height, left:left + width]
        return float(numpy.abs(part[middle, edge] - expected[middle, edge]).mean())
    wait_until(lambda: away() < 14, 10, lambda: f"the photo's left edge is shown; it is {away():.1f} of 255 away")
