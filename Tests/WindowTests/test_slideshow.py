"""A slideshow: automatically from photo to photo, never to one that is not loaded."""

import io
import json
import time

import numpy
import pytest
from PIL import Image

from support import photos, replies
from support.finding import says
from support.homes import without_animations
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.photo_page import BACKGROUND, PhotoPage, focused_row
from support.session_manager import IDLE, SessionManager
from support.waiting import stays_true, wait_until


@pytest.fixture
def show(server, launch, new_home, desktop):
    """Opens a list of `count` photos with these slideshow settings; its first row has the focus."""
    def show(count, still=False, catalogue=None, **settings):
        # Unfiltered: tests check their pixels.
        told = {f"slideshow_{key}": value for key, value in settings.items()}
        home = remembers(new_home(), filter="'none'", **told)
        if still:
            without_animations(home)
        program = launch(catalogue or server.serve_photos(count), home=home)
        listed = PhotoList(program, [photos.name(number) for number in range(count)])
        listed.wait_until_done()
        listed.take_keyboard()
        return listed, PhotoPage(program)
    return show


def begin(page):
    page.key("Shift_L", "F5")


def shown(page):
    said = page.says()
    return said and said["name"]


def is_over(page):
    return page.canvas() is None


def test_photos_follow_each_other_and_it_ends_in_the_list_at_the_last(show):
    listed, page = show(5, interval=2, loop="false")
    begin(page)
    for number in range(5):
        page.wait_for(photos.name(number))
    wait_until(lambda: is_over(page), 5, "the slideshow is over")
    wait_until(lambda: focused_row(listed) == 4, 5,
               lambda: f"the last photo's row has the focus: {focused_row(listed)}")


@pytest.mark.alone
def test_a_photo_is_shown_for_the_interval(show):
    _, page = show(5, interval=2, loop="false")
    begin(page)
    page.wait_for(photos.name(1))
    start = time.monotonic()
    page.wait_for(photos.name(2))
    assert 1.7 < time.monotonic() - start < 3


def test_it_begins_again_after_the_last(show):
    _, page = show(2, interval=2)
    begin(page)
    for number in (0, 1, 0, 1):
        page.wait_for(photos.name(number))
    page.close()


def test_it_waits_for_the_next_photo_and_loads_none_before_its_time(server, show):
    # Rows show small pictures; the photos themselves are requested when they are opened.
    entries = [{"name": photos.name(number), "url": f"/photos/{number}.jpg", "thumbnail": f"/small/{number}.jpg"}
               for number in range(9)]
    server.on("/catalogue.json", replies.of(json.dumps(entries).encode(), "application/json"))
    for number in range(9):
        server.on(f"/small/{number}.jpg", replies.photo(number))
    server.on(photos.path(2), replies.after(4, replies.photo(2)))
    _, page = show(9, interval=1, catalogue=server.url("/catalogue.json"))
    begin(page)
    page.wait_for(photos.name(1))
    wait_until(lambda: 2 in server.numbers_asked(), 3, "the next one is requested")
    stays_true(lambda: shown(page) == photos.name(1), 2, "the previous photo is shown until the next is loaded")
    assert sorted(server.numbers_asked()) == [0, 1, 2]
    page.wait_for(photos.name(2))
    page.key("Escape")
    wait_until(lambda: is_over(page), 5, "Escape ends it")


def test_a_photo_that_cannot_be_had_is_passed_over_and_that_is_said(server, show):
    server.on(photos.path(1), replies.status(404))
    listed, page = show(3, interval=3, loop="false")
    begin(page)
    page.wait_for(photos.name(0))
    seen = set()

    def goes_on():
        seen.add(shown(page))
        return photos.name(2) in seen
    wait_until(goes_on, 10, "the following photo is shown", every=0.05)
    assert photos.name(1) not in seen
    says(listed.program, f"“{photos.name(1)}” failed to load")


def test_space_pauses_arrows_step_and_escape_ends_it_at_the_photo_last_shown(show):
    listed, page = show(30, interval=1)
    begin(page)
    page.wait_for(photos.name(1))
    page.key("space")
    here = shown(page)
    stays_true(lambda: shown(page) == here, 2.5, "it stays where it is")
    number = int(here.split()[-1])
    page.key("Right")
    page.wait_for(photos.name(number + 1))
    page.key("Right")
    page.wait_for(photos.name(number + 2))
    page.key("Left")
    page.wait_for(photos.name(number + 1))
    page.key("space")
    page.wait_for(photos.name(number + 3))
    page.key("Escape")
    wait_until(lambda: is_over(page), 5, "the list is shown")
    wait_until(lambda: focused_row(listed) in (number + 3, number + 4), 5,
               lambda: f"its row has the focus: {focused_row(listed)}")


def test_of_several_selected_photos_it_shows_these(show, desktop):
    listed, page = show(30, interval=2, loop="false")
    x, y, width, _ = listed.extents()
    with desktop.keyboard.held("Control_L"):
        for row in (1, 3, 4):
            desktop.pointer.click(x + width / 2, y + (row + 0.5) * listed.view().row_height)
    says(listed.program, "3 selected")
    begin(page)
    seen = []

    def ends():
        name = shown(page)
        if name and name not in seen:
            seen.append(name)
        return seen and not name
    wait_until(ends, 15, lambda: f"the slideshow ends: {seen}", every=0.05)
    assert seen == [photos.name(number) for number in (1, 3, 4)]


def test_at_random_each_photo_comes_once(show):
    _, page = show(6, interval=2, loop="false", random="true")
    begin(page)
    seen = []

    def ends():
        name = shown(page)
        if name and (not seen or seen[-1] != name):
            seen.append(name)
        return seen and not name
    wait_until(ends, 25, lambda: f"the slideshow ends: {seen}", every=0.05)
    assert sorted(seen) == [photos.name(number) for number in range(6)]


def test_from_the_page_of_a_photo_it_goes_on_there_and_ends_there(show):
    _, page = show(30, interval=1)
    page.key("Return")
    page.wait_for(photos.name(0))
    begin(page)
    page.wait_for(photos.name(2))
    begin(page)
    wait_until(lambda: page.program.accessible().find("button", "Slideshow"), 5, "the slideshow can be started again")
    assert not is_over(page)


def test_it_fills_the_screen_shows_nothing_but_the_photo_and_gives_the_screen_back(manager, show, desktop):
    # pylint: disable=unused-argument
    listed, page = show(5, interval=30)
    window = listed.program.window()

    def size():
        geometry = window.get_geometry()
        return geometry.width, geometry.height
    before = size()
    begin(page)
    page.wait_for(photos.name(0))
    wait_until(lambda: size()[0] > before[0], 5, "the window fills the screen")
    wait_until(lambda: page.extents()[3] >= window.get_geometry().height - 12, 5,
               lambda: f"the photo fills it: {page.extents()}, {window.get_geometry().height}")

    def is_alone():
        return numpy.ptp(page.pixels()[:40].reshape(-1, 3), axis=0).max() <= 2
    wait_until(is_alone, 5, "no header bar covers it")
    # The pointer rests inside the window.
    stays_true(is_alone, 1, "no header bar appears by itself", every=0.1)
    for step in range(5):
        desktop.pointer.move(300 + step, 400)
        desktop.pause(0.02)
    wait_until(lambda: not is_alone(), 3, "a moving pointer shows it", every=0.05)
    wait_until(is_alone, 8, "a resting pointer hides it", every=0.1)
    stays_true(is_alone, 1, "it stays hidden", every=0.1)
    page.key("Escape")
    wait_until(lambda: is_over(page), 5, "the list is shown")
    # Mutter and GTK exchange sizes and shadows at the same time; only the final state counts.
    lasting = [0]

    def is_back():
        lasting[0] = lasting[0] + 1 if size() == before else 0
        return lasting[0] >= 50
    wait_until(is_back, 6, lambda: f"the window has its former size {before}, for a second: {size()}", every=0.02)


def test_one_that_begins_with_the_keyboard_has_no_frame_around_its_photos(manager, show):
    # pylint: disable=unused-argument
    _, page = show(3, still=True, interval=30)
    # What has the keyboard is visible from now on.
    page.key("Home")
    page.key("Return")
    page.wait_for(photos.name(0))

    def edges():
        """The colours along the edges of the photo's place."""
        pixels = page.pixels()
        lines = (pixels[:2], pixels[-2:], pixels[:, :2], pixels[:, -2:])
        return {tuple(colour) for line in lines for colour in line.reshape(-1, line.shape[-1])[:, :3].tolist()}
    wait_until(lambda: edges() != {BACKGROUND}, 5, lambda: f"the photo has the keyboard: {edges()}")
    begin(page)
    wait_until(lambda: page.extents()[3] >= page.program.window().get_geometry().height - 12, 5, "it fills the screen")
    wait_until(lambda: edges() == {BACKGROUND}, 8, lambda: f"nothing but what is around a photo: {edges()}")
    begin(page)
    wait_until(lambda: page.program.accessible().find("button", "Slideshow"), 5, "it is over")
    wait_until(lambda: edges() != {BACKGROUND}, 5, lambda: f"the photo has the keyboard again: {edges()}")


# A fade lasts a few frames.
@pytest.mark.alone
@pytest.mark.parametrize("still", [False, True])
def test_one_photo_fades_into_the_next_where_things_may_move(server, show, still):
    for number, light in enumerate((40, 220)):
        file = io.BytesIO()
        Image.new("RGB", (1200, 900), (light, light, light)).save(file, "PNG")
        server.on(photos.path(number), replies.of(file.getvalue(), "image/png"))
    _, page = show(2, still=still, interval=2)
    begin(page)
    page.wait_for(photos.name(0))
    seen = set()

    def light():
        _, _, width, height = page.extents()
        now = int(page.pixels()[height // 2, width // 2, 0])
        seen.add(now)
        return now
    wait_until(lambda: light() == 40, 5, lambda: f"the first is shown: {sorted(seen)}", every=0.01)
    seen.clear()
    wait_until(lambda: light() == 220, 8, lambda: f"the second is shown: {sorted(seen)}", every=0.01)
    between = [each for each in seen if 45 < each < 215]
    assert bool(between) != still, sorted(seen)


def test_the_screen_stays_bright_for_as_long_as_it_runs(show, desktop):
    manager = SessionManager(desktop.session)
    try:
        _, page = show(3, interval=30)
        assert not [each for each in manager.asked() if each[0] == "Inhibit"]
        begin(page)
        page.wait_for(photos.name(0))
        wait_until(lambda: any(method == "Inhibit" and arguments[3] & IDLE for method, arguments in manager.asked()),
                   5, lambda: f"dimming is inhibited: {manager.asked()}")
        page.key("Escape")
        wait_until(lambda: ("Uninhibit", [7]) in manager.asked(), 5,
                   lambda: f"dimming is allowed again: {manager.asked()}")
    finally:
        manager.end()
