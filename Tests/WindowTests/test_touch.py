"""The program on a touch screen, which is a Wayland desktop's."""

import time

import pytest

from support import photos
from support.display import WAYLAND
from support.finding import says
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.touch_screen import TouchScreen
from support.waiting import wait_until


@pytest.fixture(scope="module")
def screen(desktop, tmp_path_factory):
    if WAYLAND:
        pytest.skip("its Wayland desktop is one of its own, and each session has one")
    screen = TouchScreen(desktop.session, tmp_path_factory.mktemp("touch-screen"))
    yield screen
    screen.end()


@pytest.fixture
def open_touched(screen, launch, server, desktop):
    def open_touched(count):
        program = launch(server.serve_photos(count), **screen.variables)
        listed = PhotoList(program, [photos.name(number) for number in range(count)])
        wait_until(lambda: frame(program)[2:] == screen.size, 5,
                   lambda: f"the window fills the screen: {frame(program)}")
        # The compositor moves it there after it has been drawn in that size, and does not report it.
        desktop.pause(0.5)
        return listed
    return open_touched


def frame(program):
    return wait_until(lambda: program.accessible().children()[0], 10, "the window is there").extents()


def middle(extents):
    x, y, width, height = extents
    return x + width / 2, y + height / 2


def open_photo(listed, screen, row):
    wait_until(lambda: listed.states().get(row) == "filtered", 10, lambda: f"{listed.states()}")
    page = PhotoPage(listed.program)

    def is_open():
        # A person whose finger came before the window was in place tries again.
        screen.tap(*middle(listed.object(row).extents()))
        try:
            page.wait_for(photos.name(row), within=3)
        except AssertionError:
            return False
        return True
    wait_until(is_open, 10, lambda: f"{photos.name(row)} is open: {listed.program.accessible().describe()}")
    return page


def test_a_tap_opens_a_photo_and_swipes_lead_to_its_neighbours(open_touched, screen):
    listed = open_touched(5)
    page = open_photo(listed, screen, 1)
    x, y = middle(page.photo().extents())
    screen.move(((x + 150, y), (x - 150, y)), steps=8)
    page.wait_for(photos.name(2))
    screen.move(((x + 150, y), (x - 150, y)), steps=8)
    page.wait_for(photos.name(3))
    screen.move(((x - 150, y), (x + 150, y)), steps=8)
    page.wait_for(photos.name(2))


def test_two_fingers_zoom_and_then_one_leafs_no_more(open_touched, screen, desktop):
    listed = open_touched(3)
    page = open_photo(listed, screen, 0)
    x, y = middle(page.photo().extents())
    before = int(page.said()["percent"])
    screen.move(((x - 30, y), (x - 120, y)), ((x + 30, y), (x + 120, y)))
    page.wait_for(photos.name(0), percent=4 * before)
    # One finger moves a photo that is larger than the page: there is nothing to leaf through.
    screen.move(((x + 150, y), (x - 150, y)), steps=8)
    desktop.pause(0.5)
    assert page.said()["name"] == photos.name(0)
    screen.move(((x - 120, y), (x - 60, y)), ((x + 120, y), (x + 60, y)))
    page.wait_for(photos.name(0), percent=2 * before)


def test_a_finger_throws_the_list_and_where_it_rests_all_is_shown(open_touched, screen, server):
    listed = open_touched(2_000)
    x, y = middle(listed.program.accessible().get("list").extents())
    throws, thrown = 0, False
    # On a busy machine a quick finger sometimes counts as slow, and a slow finger throws nothing.
    while not thrown:
        assert throws < 20, f"the list is dragged but not thrown: {listed.view()}"
        for _ in range(6 if throws == 0 else 1):
            screen.move(((x, y + 250), (x, y - 250)), steps=6)
            throws += 1
        end = time.monotonic() + 2
        while not thrown and time.monotonic() < end:
            thrown = listed.view().offset > throws * 500 + 250
    listed.wait_until_done()
    server.wait_until_quiet()
    shown = listed.rows_on_screen(hidden=0)
    # It was suspended on its way: photos that flew by were not requested. Those where it rested between two throws
    # were.
    flew_by = set(range(2 * len(shown), shown.start - len(shown)))
    assert not flew_by <= set(server.numbers_asked()), f"all were requested on the way to {shown}"


def test_a_finger_that_stays_opens_the_menu_of_a_row(open_touched, screen):
    listed = open_touched(3)
    wait_until(lambda: listed.states().get(1) == "filtered", 10, lambda: f"{listed.states()}")
    application = listed.program.accessible()
    screen.press_long(*middle(listed.object(1).extents()))
    wait_until(lambda: application.find("menu item", "Open Photo"), 5, lambda: f"a menu: {application.describe()}")
    assert PhotoPage(listed.program).canvas() is None, "the photo is not opened"


def test_taps_select_several_photos(open_touched, screen):
    listed = open_touched(5)
    wait_until(lambda: listed.states().get(3) == "filtered", 10, lambda: f"{listed.states()}")
    application = listed.program.accessible()
    screen.press_long(*middle(listed.object(1).extents()))
    item = wait_until(lambda: application.find("menu item", "Select Several"), 5,
                      lambda: f"a menu: {application.describe()}")
    item.do()
    says(listed.program, "1 selected")
    wait_until(lambda: not application.find("menu item", "Select Several"), 5, "the menu is closed")
    for row, text in ((3, "2 selected"), (0, "3 selected"), (1, "2 selected")):
        screen.tap(*middle(listed.object(row).extents()))
        says(listed.program, text)
    assert PhotoPage(listed.program).canvas() is None, "no photo is opened"


def test_a_finger_that_stays_tells_of_the_photo(open_touched, screen):
    listed = open_touched(3)
    page = open_photo(listed, screen, 0)
    application = listed.program.accessible()

    def told():
        return application.find("label", lambda text: (text or "").endswith(photos.path(0)))
    assert not told()
    screen.press_long(*middle(page.photo().extents()))
    details = wait_until(lambda: application.find("menu item", "Details"), 5,
                         lambda: f"a menu: {application.describe()}")
    # The menu is that of the photo, at the finger's position.
    details.do()
    wait_until(told, 5, lambda: f"its address is shown: {application.describe()}")
    assert page.said()["name"] == photos.name(0)
