"""The desktop's size of text changes while the program runs: "Large Text" is a switch in its menu."""

import numpy
import pytest

from support import pages, photos, replies
from support.desktop_settings import DesktopSettings
from support.display import WAYLAND
from support.finding import entry_of, search_for, shows
from support.homes import without_blinking
from support.photo_list import PhotoList
from support.waiting import wait_until

COUNT = 40
SCROLLBAR = 14

pytestmark = pytest.mark.skipif(bool(WAYLAND), reason="on Wayland, a portal tells the size")


@pytest.fixture
def settings(desktop):
    settings = DesktopSettings(desktop.session.display.connection)
    yield settings
    settings.close()


@pytest.fixture
def open_used(launch, server, desktop, new_home):
    """Opens photos, one of which has failed, and uses the rows again: a search tears them down."""
    def open_used(*keys):
        server.on(photos.path(1), replies.status(404))
        program = launch(server.serve_photos(COUNT), home=without_blinking(new_home()))
        names = [photos.name(number) for number in range(COUNT)]
        PhotoList(program, names).wait_until_done()
        if keys:
            desktop.keyboard.focus(program.window())
            desktop.keyboard.press(*keys)
            pages.wait_until_still(program)
        search_for(program, "3")
        if not keys:
            shows(program, [name for name in names if "3" in name])
        pages.wait_until_still(program)
        desktop.keyboard.press("Escape")
        wait_until(lambda: not entry_of(program), 5, "the search bar is gone")
        return program
    return open_used


@pytest.fixture
def is_as_after_a_start(settings):
    """Whether what `open_it` opens looks, after each change of the size, as after a start with that size."""
    def picture(program):
        # The scrollbar fades out.
        return pages.picture(program)[:, :-SCROLLBAR]

    def still(program):
        # GTK shows for 3 seconds after a key what has the focus.
        pages.wait_until_still(program, times=34)
        return picture(program)

    def differ(one, other):
        return one.shape != other.shape or (numpy.abs(one.astype(int) - other) > 8).sum() > 40

    def check(open_it):
        settings.scale_text(2)
        started = open_it()
        large = still(started)
        started.end()
        settings.scale_text(1)
        program = open_it()
        usual = still(program)
        assert differ(usual, large), "the texts are as large as usual"
        settings.scale_text(2)
        wait_until(lambda: not differ(picture(program), large), 10, "the texts are large", every=0.1)
        settings.scale_text(1)
        wait_until(lambda: not differ(picture(program), usual), 10, "the texts are as large as before", every=0.1)
    return check


@pytest.mark.parametrize("keys", [(), ("Control_L", "2"), ("Control_L", "3")], ids=["list", "grid", "timeline"])
def test_what_is_shown_is_as_after_a_start_with_that_size(open_used, is_as_after_a_start, keys):
    is_as_after_a_start(lambda: open_used(*keys))


# The other pages scroll by points, or show what the pointer is over.
@pytest.mark.parametrize("name", ["failure", "neighbours"])
def test_a_page_that_is_open_is_as_after_a_start_with_that_size(
        launch, server, new_home, is_as_after_a_start, name):
    server.on(photos.path(1), replies.status(404))

    def open_page():
        program = launch(server.serve_photos(COUNT), home=without_blinking(new_home()))
        PhotoList(program, [photos.name(number) for number in range(COUNT)]).wait_until_done()
        pages.open_page(program, name)
        return program
    is_as_after_a_start(open_page)
