"""The program on a Wayland desktop, whose screens have any number of pixels a point."""

import math

import pytest

from support import focus, pages, photos, pixels, replies, texts
from support.accessibility import FOCUSED
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.preloaded import together
from support.reading import cut_off, faults, read
from support.waiting import wait_until, wait_until_same
from support.wayland_screen import WaylandScreen
from support.ways import OTHERS, of_list, of_photo

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
    def opened(count, **variables):
        home = remembers(new_home(), window_maximized="true", filter="'none'")
        program = launch(server.serve_photos(count), home=home, **screen.variables, **variables)
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


@pytest.fixture
def watched(tmp_path):
    """The environment of a program that tells which texts it shows, and what can have the focus."""
    return together(texts.environment(tmp_path), focus.environment(tmp_path))


def press(screen, program, *keys):
    """Presses keys, and waits until the windows show the same for a while."""
    def shown():
        return tuple((each.role, each.name, tuple(each.extents)) for frame in program.accessible().children()
                     for each in read(frame).walk())
    screen.press(*keys)
    wait_until_same(shown, 4, within=15, every=0.1)


def wrong(program, window, part=lambda seen: seen):
    """What is cut off, or is said wrongly, in one of its windows."""
    frame = program.accessible().children()[window]
    seen = part(read(frame))
    return cut_off(seen, frame.extents()[2]) + faults(seen) + texts.cut(program, OTHERS)


def test_each_page_is_in_order(opened, screen, server, watched):
    server.on(photos.path(1), replies.status(404))
    program = opened(40, **watched).program
    for name, (there, back) in pages.PAGES.items():
        # What a menu leads to is performed over the bus elsewhere.
        if any(isinstance(step, str) for step in there):
            continue
        for keys in there:
            press(screen, program, *keys)
        part = of_list if name in pages.OF_LIST else of_photo
        wait_until(lambda shown=part: not wrong(program, 0, shown), 5,
                   lambda shown=part, page=name: f"{page}: nothing is wrong: {wrong(program, 0, shown)}", every=0.1)
        assert focus.focused(program), f"{name}: something has the focus"
        for keys in back:
            press(screen, program, *keys)


def test_each_dialog_is_in_order_and_gives_the_focus_back(opened, screen, watched):
    program = opened(40, **watched).program
    for name, steps in pages.DIALOGS.items():
        # The list of programs is of the desktop's own widgets.
        if any(isinstance(step, str) for step in steps) or name == "programs":
            continue
        press(screen, program, "Home")
        before = focus.focused(program)
        for keys in steps:
            press(screen, program, *keys)
        wait_until(lambda: len(program.accessible().children()) == 2, 5, lambda dialog=name: f"{dialog} is open")
        wait_until(lambda: not wrong(program, -1), 5,
                   lambda dialog=name: f"{dialog}: nothing is wrong: {wrong(program, -1)}", every=0.1)
        assert focus.focused(program), f"{name}: something has the focus"
        press(screen, program, "Escape")
        wait_until(lambda: len(program.accessible().children()) == 1, 5, lambda dialog=name: f"{dialog} is closed")
        assert focus.focused(program) == before, f"{name} gives the focus back"
        press(screen, program, "Control_L", "Shift_L", "a")


def test_a_photo_is_opened_and_left_with_the_pointer(opened, screen):
    # All of them on screen: where some are not, GTK's first guess of a row's height counts.
    listed = opened(5)
    program = listed.program
    # A busy compositor enlarges the window late.
    left, top, width, height = wait_until_same(lambda: tuple(listed.object(2).extents()), 5, within=15, every=0.2)
    screen.click(left + width / 2, top + height / 2, times=2)
    page = PhotoPage(program)
    page.wait_for(photos.name(2))
    back = wait_until(lambda: program.accessible().find("button", "Back"), 5, "a button leads back")
    left, top, width, height = back.extents()
    screen.click(left + width / 2, top + height / 2)
    wait_until(lambda: has_focus(listed, 2), 5, "its row has the focus again")
