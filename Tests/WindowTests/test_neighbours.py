"""The strip of neighbours on a photo's page: the list's photos, loaded as in the list."""

import pytest

from support import photos, pixels, replies
from support.finding import says
from support.homes import without_animations
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage, activate
from support.strip import SIDE, Strip
from support.waiting import wait_until

HEBREW = {"LANGUAGE": "he"}  # GTK's own translation states the direction of its language


def names(count):
    return [photos.name(number) for number in range(count)]


@pytest.fixture
def opened_strip(server, launch, new_home, desktop):
    """Opens photo `row` of `count`, with the strip; returns the list, the page and the strip."""
    def open_strip(count, row=0, shown=True, **variables):
        home = without_animations(remembers(new_home(), filter="'none'", photo_strip="true" if shown else "false"))
        program = launch(server.serve_photos(count), home=home, **variables)
        listed = PhotoList(program, names(count))
        listed.wait_until_done()
        page = activate(listed, row, desktop)
        page.wait_for(photos.name(row))
        return listed, page, Strip(page, names(count))
    return open_strip


def test_f4_shows_the_photos_before_and_after_and_is_remembered(opened_strip, launch, new_home, server):
    _, page, strip = opened_strip(20, row=3, shown=False)
    assert not strip.is_shown()
    page.key("F4")
    strip.wait_for(3)
    assert {0, 1, 2, 3, 4, 5} <= set(strip.on_screen())
    page.key("F4")
    wait_until(lambda: not strip.is_shown(), 5, "the strip is hidden")


def test_it_goes_along_with_the_photo_and_the_photo_with_it(opened_strip, desktop):
    _, page, strip = opened_strip(40)
    strip.wait_for(0)
    for row in range(1, 12):
        page.key("n")
        page.wait_for(photos.name(row))
    strip.wait_for(11)
    # In the middle.
    x = strip.places()[11] + SIDE / 2
    assert abs(x - page.photo().extents()[2] / 2) <= SIDE / 2
    child = strip.items()[13]
    wait_until(lambda: child.description.endswith("14 of 40"), 5, lambda: f"it says its place: {child.description}")
    page.program.click(child)
    page.wait_for(photos.name(13))
    strip.wait_for(13)
    # A click leaves the keyboard with the photo.
    page.key("Right")
    page.wait_for(photos.name(14))
    page.key("Left")
    page.wait_for(photos.name(13))
    for _ in range(12):
        page.key("Tab")
        if strip.focused() is not None:
            break
    wait_until(lambda: strip.focused() == 13, 5, lambda: f"Tab leads to the photo shown: {strip.focused()}")
    page.key("Right")
    page.wait_for(photos.name(14))
    wait_until(lambda: strip.focused() == 14, 5, lambda: f"photo 14 has the focus: {strip.focused()}")
    page.key("End")
    page.wait_for(photos.name(39))
    strip.wait_for(39)
    page.key("Home")
    page.wait_for(photos.name(0))
    strip.wait_for(0)


def test_a_reload_behind_the_photo_leaves_it_marked(opened_strip, server):
    _, page, strip = opened_strip(20, row=3)
    strip.wait_for(3)
    server.serve_photos(21)
    page.key("F5")

    def place():
        item = strip.items().get(3)
        return item.description if item else ""
    wait_until(lambda: place().endswith("4 of 21"), 10, lambda: f"the other version is shown: {place()}")
    strip.wait_for(3)
    page.key("Right")
    page.wait_for(photos.name(4))
    strip.wait_for(4)


def test_only_photos_on_screen_are_loaded_and_those_that_the_list_holds_are_not_asked_for_again(opened_strip, server):
    _, page, strip = opened_strip(200)
    strip.wait_for(0)
    server.wait_until_quiet()
    asked = server.numbers_asked()
    # The opened photo, and the next, may have been fetched once more for their pages.
    assert all(asked.count(number) <= 2 for number in range(2, 8)), asked
    shown = strip.on_screen()
    assert max(asked) <= max(shown) + len(shown) + 2, asked
    assert len(strip.items()) <= len(shown) + 4, "only photos on screen have widgets"


def test_photos_that_are_scrolled_past_are_not_loaded(opened_strip, server, desktop):
    _, page, strip = opened_strip(300)
    strip.wait_for(0)
    server.wait_until_quiet()
    server.latency = 5
    known = len(server.asked())
    x, y, width, height = strip.items()[3].extents()
    left, top = page.program.place()
    desktop.pointer.move(left + x + width / 2, top + y + height / 2)
    desktop.pointer.wheel(100)
    wait_until(lambda: len(strip.on_screen()) > 3 and min(strip.on_screen()) > 30, 10,
               lambda: f"the strip has moved: {strip.on_screen()}")
    wait_until(lambda: set(strip.on_screen()) & set(each.number for each in server.in_flight()), 10,
               lambda: f"the photos on screen are asked for: {server.numbers_asked()[known:]}")
    shown = strip.on_screen()
    passed = [number for number in server.numbers_asked()[known:] if 15 < number < min(shown) - 2]
    assert not passed, passed
    # Not the photo.
    assert page.said()["name"] == photos.name(0)


def test_fullscreen_and_slideshows_show_only_the_photo(opened_strip, manager):
    _, page, strip = opened_strip(5)
    strip.wait_for(0)
    page.key("F11")
    wait_until(lambda: not strip.is_shown(), 5, "the strip is hidden in fullscreen")
    page.key("F11")
    strip.wait_for(0)


def test_a_filter_chosen_for_the_photo_is_seen_in_the_strip(opened_strip):
    _, page, strip = opened_strip(3)
    strip.wait_for(0)
    x, y, width, height = strip.items()[0].extents()
    across, down = page.program.frame_width()

    def color():
        part = pixels.of_window(page.program.window(), x + across + 16, y + down + 16, 32, 32)
        return abs(part[..., 0].astype(int) - part[..., 2]).max()
    wait_until(lambda: color() > 8, 5, "the photo has colours")
    page.key("e")
    page.key("Right")
    # The strip has moved up by the height of the filters.
    wait_until(lambda: strip.items() and strip.items()[0].extents()[1] < y, 5, "the filters are shown")
    y = strip.items()[0].extents()[1]
    wait_until(lambda: color() <= 3, 5, lambda: f"the photo is grey in the strip: {color()}")


def test_from_right_to_left_the_next_photo_is_at_the_left(opened_strip):
    _, page, strip = opened_strip(30, **HEBREW)
    strip.wait_for(0)
    places = strip.places()
    assert places[0] - places[1] == SIDE and places[1] - places[2] == SIDE
    page.key("Left")
    page.wait_for(photos.name(1))
    strip.wait_for(1)


def test_it_works_with_a_million_photos(server, launch, new_home, desktop):
    count = 1_000_000
    server.on("/catalogue.plist", replies.of(
        photos.large_catalogue([f"Photo {number}" for number in range(count)]), "application/x-plist"))
    home = without_animations(remembers(new_home(), filter="'none'", photo_strip="true"))
    program = launch(server.url("/catalogue.plist"), home=home)
    says(program, "1,000,000 photos", within=60)
    listed = PhotoList(program, [f"Photo {number}" for number in range(count)])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("End")
    listed.wait_for_bottom(count - 1)
    desktop.keyboard.press("Return")
    page = PhotoPage(program)
    page.wait_for(f"Photo {count - 1}")
    strip = Strip(page, listed.names)
    strip.wait_for(count - 1)
    assert len(strip.items()) < 20
    page.key("Page_Up")
    page.wait_for(f"Photo {count - 2}")
    strip.wait_for(count - 2)
    places = strip.places()
    assert places[count - 1] - places[count - 2] == SIDE
