"""Each page and each dialog, in each way of seeing: nothing is cut off, and a screen reader finds nothing wrong.

With CLASSIC_PHOTOS_PICTURES, the name of a folder, a picture of each is written there."""

import os
import pathlib
import re

import pytest
from PIL import Image

from support import cut_texts, pages, photos, replies
from support.dialogs import is_on, preference_tabs
from support.homes import with_high_contrast, without_animations
from support.photo_grid import remembers
from support.reading import cut_off, faults, read
from support.seeing import text_at
from support.waiting import wait_until

# The widths of a wide display and of a phone; in pictures, of those between, too.
WIDTHS = [1900, 1100, 480, 360] if "CLASSIC_PHOTOS_PICTURES" in os.environ else [1900, 360]
NAMES = ["Misty Forest", "A Very Long Name of a Photo From a Long Journey Through the Mountains", "Lake"]
# Names and addresses may be of any length. The name of the program is whole on its first page, below its title. All
# other texts are the program's own, and are to be whole.
OTHERS = re.compile(r"127\.0\.0\.1|catalogue\.plist|Classic Photos|" + "|".join(NAMES))
# At twice the usual size, a choice may be whole only in the list that it opens, and what an empty entry says only in
# its name.
AT_TWICE_THE_SIZE = (" in GtkListItemWidget", " in GtkText")
WAYS = ["strong contrasts", "strong contrasts, dark", "text at 200 %", "nothing moves", "Arabic"]


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """The environment of a program that tells which texts it cuts off."""
    return cut_texts.environment(tmp_path_factory.mktemp("texts"))


@pytest.fixture(params=WAYS)
def way(request, new_home, desktop, watched):
    """The home and the environment of a person who sees in this way."""
    home = remembers(new_home(), window_width=1900, filter="'sepia'")
    environment = dict(watched)
    if "contrasts" in request.param:
        with_high_contrast(home)
    if "dark" in request.param:
        environment["ADW_DEBUG_COLOR_SCHEME"] = "prefer-dark"
    if request.param == "nothing moves":
        without_animations(home)
    if request.param == "Arabic":
        environment.update(LANG="C.UTF-8", LANGUAGE="ar")
    with text_at(desktop, 200 if "200" in request.param else 100):
        yield request.param, {"home": home, **environment}


def resize(program, width):
    def is_there():
        # Like a hand that drags the edge: the window becomes narrower whenever it can.
        program.resize(width, 720)
        return abs(program.frame(program.window()).extents()[2] - width) <= 12
    wait_until(is_there, 5, f"the window is {width} points wide", every=0.1)


def cut(seen, width):
    return cut_off(seen, width)


def cut_or_misread(seen, width):
    return cut_off(seen, width) + faults(seen)


@pytest.fixture
def is_in_order(way):
    """`frame` is the accessible object of the window, `part` returns what is read of it, `what` names the picture,
    `finds` returns what is wrong."""
    def is_in_order(program, frame, what, window=None, part=lambda seen: seen, finds=cut_or_misread):
        def wrong():
            short = [each for each in cut_texts.of(program, OTHERS)
                     if "200" not in way[0] or not each.endswith(AT_TWICE_THE_SIZE)]
            return finds(part(read(frame)), frame.extents()[2]) + short
        show(program, way[0], what, window, wrong)
    return is_in_order


def show(program, way, what, window, wrong):
    wait_until(lambda: not wrong(), 5, lambda: f"{what}, {way}: nothing is wrong: " + "\n".join(wrong()), every=0.1)
    folder = os.environ.get("CLASSIC_PHOTOS_PICTURES")
    if folder:
        path = pathlib.Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        image = Image.fromarray(pages.picture(program, window).astype("uint8"))
        image.save(path / f"{way}, {what}.png".replace(" ", "-"))


@pytest.fixture
def listed(way, server, launch, desktop):
    server.on(photos.path(1), replies.status(404))
    catalogue = server.serve_catalogue([(f"{NAMES[row % 3]} {row}", photos.path(row)) for row in range(40)])
    program = launch(catalogue, **way[1])
    wait_until(lambda: program.accessible().find("list item", lambda name: f"{NAMES[0]} 0" in name), 20,
               "the list is there")
    desktop.park_pointer()
    pages.wait_until_still(program)
    return program


def of_list(seen):
    return seen


def of_welcome(seen):
    """Without the list behind it, which keeps the place that it had in a first frame."""
    def is_behind(each):
        below = [(every.role, every.name) for every in each.walk()]
        return any((("list", name) in below) for name in ("Photos", "الصور")) and "button" not in dict(below)
    for each in list(seen.walk()):
        each.children = [child for child in each.children if not is_behind(child)]
    return seen


def of_photo(seen):
    """The page with the photo; the list behind it keeps its last place."""
    return next(each for each in seen.walk() if each.role == "group" and each.name in ("Photo", "صورة"))


def test_the_welcome_page_is_in_order(way, is_in_order, launch, desktop):
    program = launch(**way[1])
    program.window()
    desktop.park_pointer()
    pages.wait_until_still(program)
    for width in WIDTHS:
        resize(program, width)
        is_in_order(program, program.frame(program.window()), f"welcome {width}", part=of_welcome)


def test_each_page_is_in_order(listed, is_in_order):
    for name in pages.PAGES:
        with pages.page(listed, name):
            for width in WIDTHS:
                resize(listed, width)
                is_in_order(listed, listed.frame(listed.window()), f"{name} {width}",
                            part=of_list if name in pages.OF_LIST else of_photo)


def test_each_dialog_is_in_order(listed, is_in_order):
    for name in pages.DIALOGS:
        with pages.dialog(listed, name) as window:
            frame = listed.accessible().children()[-1]
            is_in_order(listed, frame, name, window)
            for tab in preference_tabs(frame)[1:] if name == "preferences" else ():
                tab.do()
                wait_until(lambda shown=tab: is_on(shown), 5, lambda shown=tab: f"the page {shown.name} is shown")
                pages.wait_until_still(listed, window)
                is_in_order(listed, frame, f"{name}, {tab.name}", window, finds=cut)
