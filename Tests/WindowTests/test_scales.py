"""The program on a Wayland desktop, whose screens have any number of pixels a point."""

import math

import pytest

from support import photos, pixels
from support.accessibility import FOCUSED
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.waiting import wait_until
from support.wayland_screen import WaylandScreen

pytestmark = pytest.mark.platforms

# Mutter accepts no scale that would leave less than 800 points.
WIDTH, HEIGHT = 900, 700


@pytest.fixture(scope="module", params=[1, 1.5, 2])
def screen(desktop, tmp_path_factory, request):
    screen = WaylandScreen(
        desktop.session, tmp_path_factory.mktemp("wayland"), WIDTH, HEIGHT, request.param)
    yield screen
    screen.end()


@pytest.fixture
def opened(screen, launch, server, new_home):
    """Opens a catalogue of `count` photos in a window that fills the screen, without a filter."""
    def opened(count):
        home = remembers(new_home(), window_maximized="true", filter="'none'")
        program = launch(server.serve_photos(count), home=home, **screen.variables)
        listed = PhotoList(program, [photos.name(number) for number in range(count)])
        wait_until(lambda: program.accessible().children()[0].extents()[2:] == screen.size, 10,
                   lambda: f"the window fills the screen: {program.accessible().children()[0].extents()}")
        listed.wait_until_done()
        return listed
    return opened


def has_focus(listed, row):
    return listed.object(row).has_state(FOCUSED)


def test_keys_and_the_wheel_move_the_list_and_open_a_photo(opened, screen):
    listed = opened(200)
    screen.point(WIDTH / 2, HEIGHT / 2)
    screen.point(WIDTH / 2, HEIGHT / 2 + 1)
    screen.turn_wheel(3)
    wait_until(lambda: listed.view().offset > 0, 5, "the wheel moves the list")
    listed.wait_until_done()
    screen.press("End")
    listed.wait_for_bottom(199)
    listed.wait_until_done()
    screen.press("Return")
    PhotoPage(listed.program).wait_for(photos.name(199))


def test_rows_show_their_pictures_in_the_pixels_of_the_screen(opened, screen):
    listed = opened(3)
    side = round(photos.SHOWN * screen.scale)
    wanted = photos.unfiltered(1, side)

    def away():
        shown = screen.pixels()
        assert shown.shape[:2] == (round(HEIGHT * screen.scale), round(WIDTH * screen.scale))
        left, top, _, height = (round(each * screen.scale) for each in listed.object(1).extents())
        return pixels.locate(wanted, shown[top:top + height, left:left + side + round(40 * screen.scale)])[1]
    wait_until(lambda: away() <= 2 * pixels.ALIKE, 10, lambda: f"row 1 shows its photo; it is {away():.1f} of 255 away")


def test_a_photo_at_its_own_size_has_one_pixel_for_each_of_a_screen_of_a_whole_scale(opened, screen):
    listed = opened(1)
    screen.press("Return")
    page = PhotoPage(listed.program)
    page.wait_for(photos.name(0))
    # For other scales, GTK 4.8 draws with the next whole one, and the compositor scales the window down.
    drawn = math.ceil(screen.scale)
    wide, high = (round(each * screen.scale / drawn) for each in photos.SIZE)
    wanted = photos.resized(0, (wide, high))

    def away():
        shown = screen.pixels()
        x, y, width, height = (each * screen.scale for each in page.photo().extents())
        left, top = round(x + (width - wide) / 2), round(y + (height - high) / 2)
        return pixels.locate(wanted, shown[top - 2:top + high + 2, left - 2:left + wide + 2])[1]
    wait_until(lambda: away() <= 2 * pixels.ALIKE, 10, lambda: f"it is shown sharply; it is {away():.1f} of 255 away")
