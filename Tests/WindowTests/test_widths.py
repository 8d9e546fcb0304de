"""Every page in windows from a phone's width to a wide display's: with usual text, at 200 %, and from right to left."""

import contextlib

import pytest
from Xlib import Xatom

from support import photos, replies
from support.dialogs import Dialog
from support.finding import says
from support.photo_grid import remembers, show_grid
from support.photo_list import PhotoList
from support.photo_page import activate
from support.reading import outside, read, width_of
from support.waiting import wait_until

WIDTHS = [1900, 1100, 480, 360]
NAME = "Misty Forest"


@contextlib.contextmanager
def text_at(desktop, percent):
    """Text of this size in the programs that start meanwhile, as a desktop's setting makes it on X11."""
    root = desktop.session.display.root
    before = root.get_full_property(Xatom.RESOURCE_MANAGER, Xatom.STRING)
    root.change_property(Xatom.RESOURCE_MANAGER, Xatom.STRING, 8, f"Xft.dpi:\t{96 * percent // 100}\n".encode())
    desktop.session.display.connection.sync()
    yield
    root.change_property(Xatom.RESOURCE_MANAGER, Xatom.STRING, 8, before.value if before else b"")
    desktop.session.display.connection.sync()


@pytest.fixture(params=["usual", "200 %", "from right to left"])
def listed(request, server, launch, new_home, desktop):
    server.on(photos.path(1), replies.status(404))
    catalogue = server.serve_catalogue([(f"{NAME} {number}", photos.path(number)) for number in range(40)])
    variables = {"LANG": "C.UTF-8", "LANGUAGE": "ar"} if request.param == "from right to left" else {}
    with text_at(desktop, 200 if request.param == "200 %" else 100):
        program = launch(catalogue, home=remembers(new_home(), window_width=1900), **variables)
        listed = PhotoList(program, [f"{NAME} {number}" for number in range(40)]) if not variables else None
        frame = wait_until(lambda: program.accessible().find("list", lambda _: True), 20, "there is a list")
        wait_until(lambda: frame.children(), 20, "there are rows")
        program.listed = listed
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


def nothing_is_outside(program):
    def strays():
        return outside(read(program.frame(program.window())), content_width(program))
    wait_until(lambda: not strays(), 5, lambda: "all is within the window: " + "\n".join(strays()), every=0.1)


def rows_width(program):
    return program.accessible().find("list", lambda _: True).children()[0].extents()[2]


def test_the_list_and_the_grid_fit_every_width(listed, desktop):
    program = listed
    for width in each_width(program):
        nothing_is_outside(program)
        wait_until(lambda: rows_width(program) == min(content_width(program), 800), 5,
                   lambda: f"rows keep a width that serves them: {rows_width(program)} of {width}", every=0.1)
    assert lower_bar(program) == 3
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "2")
    wait_until(lambda: program.accessible().find("grid cell"), 5, "the grid is shown")
    for _ in each_width(program):
        nothing_is_outside(program)


def lower_bar(program):
    """How many buttons are below the list."""
    height = program.frame(program.window()).extents()[3]
    return sum(1 for each in read(program.frame(program.window())).walk()
               if each.role == "button" and each.extents[1] > height - 60)


def test_a_photos_page_fits_every_width(listed, desktop):
    program = listed
    desktop.keyboard.focus(program.window())
    wait_until(lambda: any("filtered" in text or text.endswith(", مُرشّحة") or "40" in text
                           for text in program.accessible().texts()), 10, "the list is there")
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    canvas = wait_until(lambda: canvas_of(program), 10, "the photo is shown")
    for _ in each_width(program):
        nothing_is_outside(program)
    desktop.keyboard.press("F9")
    for width in each_width(program):
        nothing_is_outside(program)
        wait_until(lambda: canvas.extents()[2] >= min(content_width(program), 240), 5,
                   lambda: f"at {width} the photo is beside its details, or above them: {canvas.extents()}", every=0.1)
        panel = wait_until(lambda: details_of(program), 5, "the details are shown")
        assert not overlap(canvas.extents(), panel), f"at {width} the details lie over the photo"
    desktop.keyboard.press("F9")
    desktop.keyboard.press("e")
    slider = wait_until(lambda: next((each for each in read(program.accessible()).walk() if each.role == "slider"),
                                     None), 5, "the filters are shown")
    assert slider
    for width in each_width(program):
        nothing_is_outside(program)
        wait_until(lambda: 100 <= slider_width(program) <= 640, 5,
                   lambda: f"the slider is of use at {width}: {slider_width(program)}", every=0.1)


def slider_width(program):
    return next((each.extents[2] for each in read(program.accessible()).walk() if each.role == "slider"), 0)


def canvas_of(program):
    return next((each for each in program.accessible().find_all("image", lambda name: NAME in name)
                 if each.extents()[2] > 1), None)


def details_of(program):
    """The place of the panel with the histogram."""
    for each in read(program.accessible()).walk():
        if each.role == "image" and NAME not in each.name and each.extents[2] > 100:
            return each.extents
    return None


def overlap(one, other):
    return (one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
            and one[1] < other[1] + other[3] and other[1] < one[1] + one[3])


def test_titles_of_dialogs_are_whole_at_any_size_of_text(listed, desktop):
    program = listed
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "a")
    desktop.keyboard.press("Control_L", "Shift_L", "e")
    dialog = Dialog(program)
    frame = program.accessible().children()[-1]
    title = frame.name
    narrow = width_of(read(frame), "label", title)
    dialog.window.configure(width=1500)
    desktop.session.display.connection.sync()
    wait_until(lambda: frame.extents()[2] > 1300, 5, "the dialog is wide")
    wide = width_of(read(frame), "label", title)
    assert 0 < wide <= narrow, f"{title!r} is cut off: {narrow} of {wide} points"
