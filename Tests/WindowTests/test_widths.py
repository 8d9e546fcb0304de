"""Every page in windows from a phone's width to a wide display's: with usual text, at 200 %, and from right to left."""

import pytest

from support import photos, replies
from support.dialogs import Dialog
from support.homes import with_large_text
from support.photo_grid import remembers
from support.reading import SLACK, cut_off, read, width_of
from support.seeing import text_at
from support.waiting import wait_until
from support.wayland_desktop import needs_x

WIDTHS = [1900, 1100, 480, 360]
NAME = "Misty Forest"


@pytest.fixture(params=["usual text", "text at 200 %", "right to left"])
def program(request, server, launch, new_home, desktop):
    server.on(photos.path(1), replies.status(404))
    catalogue = server.serve_catalogue([(f"{NAME} {number}", photos.path(number)) for number in range(40)])
    language = {"LANG": "C.UTF-8", "LANGUAGE": "ar"} if request.param == "right to left" else {}
    percent = 200 if request.param == "text at 200 %" else 100
    home = with_large_text(remembers(new_home(), window_width=1900), percent)
    with text_at(desktop, percent):
        program = launch(catalogue, home=home, **language)
        wait_until(lambda: program.accessible().find("list item", lambda name: f"{NAME} 1" in name), 20,
                   "the list is there")
        desktop.keyboard.focus(program.window())
        yield program


def content_width(program):
    return program.frame(program.window()).extents()[2]


def each_width(program):
    """Resizes the window to each width, as far as it can become that narrow."""
    for width in WIDTHS:
        def is_there():
            # Like a hand that drags the edge: the window becomes narrower whenever it can.
            program.resize(width, 720)
            return abs(content_width(program) - width) <= 12
        wait_until(is_there, 5, lambda: f"the window is {width} points wide, not {content_width(program)}", every=0.1)
        yield width


def nothing_is_cut_off(program, part=None):
    """`part` returns what is read instead of the whole window."""
    def cut():
        return cut_off(part(program) if part else read(program.frame(program.window())), content_width(program))
    wait_until(lambda: not cut(), 5, lambda: "nothing is cut off: " + "\n".join(cut()), every=0.1)


def photo_page(program):
    """The page with the photo; the list behind it keeps its last place."""
    found = next(each for each in read(program.accessible()).walk() if each.role == "image" and NAME in each.name)
    while not (found.role == "group" and found.name):
        found = found.parent
    return found


def rows_width(program):
    return program.accessible().find("list", lambda _: True).children()[0].extents()[2]


def test_the_list_and_the_grid_fit_every_width(program, desktop):
    for width in each_width(program):
        nothing_is_cut_off(program)
        wait_until(lambda: abs(rows_width(program) - min(content_width(program), 800)) <= SLACK, 5,
                   lambda: f"rows keep a width that serves them: {rows_width(program)} of {width}", every=0.1)
        # In a phone's width a word would leave three letters of the name, in some languages.
        wait_until(lambda: 0 < retry_width(program) <= (60 if width == 360 else 200), 5,
                   lambda: f"Retry leaves room for the name at {width}: {retry_width(program)}", every=0.1)
    # The filter, too, where the title needs its place.
    assert lower_bar(program) in (3, 4)
    desktop.keyboard.press("Control_L", "2")
    wait_until(lambda: program.accessible().find("grid cell"), 5, "the grid is shown")
    for _ in each_width(program):
        nothing_is_cut_off(program)


def retry_width(program):
    return next((each.extents[2] for each in read(program.frame(program.window())).walk()
                 if each.role == "button" and f"{NAME} 1" in each.name), 0)


def lower_bar(program):
    """How many buttons are below the list."""
    found = list(read(program.frame(program.window())).walk())
    bottom = min(each.extents[1] + each.extents[3] for each in found if each.role == "list")
    return sum(1 for each in found if each.role == "button" and each.extents[1] >= bottom)


@pytest.mark.parametrize("width", [460, 720, 1100])
def test_a_window_starts_with_all_the_buttons_that_fit(server, launch, new_home, width):
    catalogue = server.serve_catalogue(photos.numbered(3), "/a.plist")
    program = launch(catalogue, home=remembers(new_home(), window_width=width))

    def buttons():
        return {each.name for role in ("button", "toggle button") for each in program.accessible().find_all(role)
                if each.extents()[2] > 0}
    wanted = {"Open Location", "Reload", "Search", "Grid"}
    wait_until(lambda: wanted <= buttons(), 10, lambda: f"all are there: {buttons()}")
    # Those without room above the list are below it.
    wait_until(lambda: lower_bar(program) == (3 if width == 460 else 0), 5,
               lambda: f"{lower_bar(program)} are below the list")


def test_a_photos_page_fits_every_width(program, desktop):
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    canvas = wait_until(lambda: canvas_of(program), 10, "the photo is shown")
    for _ in each_width(program):
        nothing_is_cut_off(program, photo_page)
    desktop.keyboard.press("F9")
    for width in each_width(program):
        nothing_is_cut_off(program, photo_page)
        wait_until(lambda: canvas.extents()[2] >= min(content_width(program), 240), 5,
                   lambda: f"at {width} the photo is beside its details, or above them: {canvas.extents()}", every=0.1)
        panel = wait_until(lambda: details_of(program), 5, "the details are shown")
        assert not overlap(canvas.extents(), panel), f"at {width} the details lie over the photo"
    desktop.keyboard.press("F9")
    desktop.keyboard.press("e")
    wait_until(lambda: slider_width(program), 5, "the filters are shown")
    for width in each_width(program):
        nothing_is_cut_off(program, photo_page)
        wait_until(lambda: 100 <= slider_width(program) <= 640, 5,
                   lambda: f"the slider is of use at {width}: {slider_width(program)}", every=0.1)


def slider_width(program):
    return next((each.extents[2] for each in read(program.accessible()).walk() if each.role == "slider"), 0)


def canvas_of(program):
    return next((each for each in program.accessible().find_all("image", lambda name: NAME in name)
                 if each.extents()[2] > 1), None)


def details_of(program):
    """The place of the panel with the histogram."""
    for each in photo_page(program).walk():
        if each.role == "image" and NAME not in each.name and each.extents[2] > 100:
            return each.extents
    return None


def overlap(one, other):
    return (one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
            and one[1] < other[1] + other[3] and other[1] < one[1] + one[3])


DIALOGS = {
    "a location": ("Control_L", "l"), "a row": ("Control_L", "g"), "an export": ("Control_L", "Shift_L", "e"),
    "the preferences": ("Control_L", "comma"), "the keys": ("Control_L", "Shift_L", "slash"),
}


@pytest.mark.parametrize("keys", DIALOGS.values(), ids=DIALOGS)
def test_dialogs_fit_a_phones_width(program, desktop, keys):
    needs_x("makes a dialog that a person cannot resize narrower")
    desktop.keyboard.press("Control_L", "a")
    desktop.keyboard.press(*keys)
    dialog = Dialog(program)
    frame = program.accessible().children()[-1]

    def is_narrow():
        dialog.window.configure(width=WIDTHS[-1])
        desktop.session.display.connection.sync()
        return abs(frame.extents()[2] - WIDTHS[-1]) <= 40
    wait_until(is_narrow, 5, lambda: f"the dialog is narrow, not {frame.extents()}", every=0.1)

    def cut():
        return cut_off(read(frame), frame.extents()[2])
    wait_until(lambda: not cut(), 5, lambda: "nothing is cut off: " + "\n".join(cut()), every=0.1)


def test_the_title_of_a_dialog_is_whole(program, desktop):
    desktop.keyboard.press("Control_L", "a")
    desktop.keyboard.press("Control_L", "Shift_L", "e")
    dialog = Dialog(program)
    frame = program.accessible().children()[-1]
    title = frame.name
    narrow = width_of(read(frame), "label", title)

    def is_wide():
        dialog.window.configure(width=1500)
        desktop.session.display.connection.sync()
        return frame.extents()[2] > 1300
    wait_until(is_wide, 5, "the dialog is wide", every=0.1)
    wide = width_of(read(frame), "label", title)
    assert 0 < wide <= narrow, f"{title!r} is cut off: {narrow} of {wide} points"
