"""Ways of seeing, and what holds for all that is shown in each: nothing is cut off, a screen reader finds nothing
wrong, and Tab leads to everything.

With CLASSIC_PHOTOS_PICTURES, the name of a folder, a picture of each is written there.
"""

import os
import pathlib
import re

import pytest
from PIL import Image

from . import accented, focus, pages, texts
from .display import WAYLAND
from .homes import with_high_contrast, with_large_text, without_animations, without_blinking
from .photo_grid import remembers
from .preloaded import together
from .reading import cut_off, faults, read
from .seeing import text_at
from .waiting import wait_until, wait_until_same

ACCENTED = "accented English"  # a language whose texts are longer than most
# From a wide display to a phone.
WIDTHS = [1900, 1100, 480, 360]
NAMES = ["Misty Forest", "A Very Long Name of a Photo From a Long Journey Through the Mountains", "Lake"]
# Names and addresses may be of any length. The name of the program is whole on its first page, below its title. All
# other texts are the program's own, and are to be whole.
OTHERS = re.compile(r"127\.0\.0\.1|\.plist|2019( wird geöffnet )?…|\d+ May 2024 at|Classic Photos|" + "|".join(NAMES))
# A choice may be whole only in the list that it opens, what an empty entry says only in its name, and the title of a
# page of preferences only above them.
LARGE = (" in GtkListItemWidget", " in GtkText")
WHOLE_ELSEWHERE = {
    "text at 200 %": LARGE,
    "German at 200 %": LARGE,
    ACCENTED: (" in GtkListItemWidget", " of AdwViewSwitcherButton"),
}
WAYS = ["strong contrasts", "strong contrasts, dark", "text at 200 %", "German at 200 %", "nothing moves", "Arabic",
        ACCENTED]
LANGUAGES = {"Arabic": "ar", "German at 200 %": "de"}
# What the list and the photo's page are called.
LIST = {"Photos", "الصور", "Fotos", accented.pseudo("Photos")}
PAGE = {"Photo", "صورة", "Foto", accented.pseudo("Photo")}
HAS_TIME = "CLASSIC_PHOTOS_PICTURES" in os.environ
# For what takes long: more can be wrong in these than in the others.
HARD_WAYS = WAYS if HAS_TIME else ["text at 200 %", "German at 200 %", "Arabic", ACCENTED]
# In these, windows are laid out as in strong contrasts and dark.
ALIKE_WAYS = [] if HAS_TIME else ["strong contrasts", "nothing moves"]


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """The environment of a program that tells which texts it shows, and what can have the focus."""
    folder = tmp_path_factory.mktemp("watched")
    return together(texts.environment(folder), focus.environment(folder))


@pytest.fixture(params=WAYS)
def way(request, new_home, desktop, watched, tmp_path):
    """The home and the environment of a person who sees in this way."""
    home = remembers(new_home(), window_width=1900, filter="'sepia'")
    environment = dict(watched)
    if "contrasts" in request.param:
        with_high_contrast(home)
    if "dark" in request.param:
        environment["ADW_DEBUG_COLOR_SCHEME"] = "prefer-dark"
    if request.param == "nothing moves":
        without_animations(home)
    if request.param in LANGUAGES:
        environment.update(LANG="C.UTF-8", LANGUAGE=LANGUAGES[request.param])
    if request.param == ACCENTED:
        environment.update(accented.environment(tmp_path))
    # Else nothing that has an entry is ever still.
    without_blinking(home)
    if "200" in request.param:
        with_large_text(home, 200)
    with text_at(desktop, 200 if "200" in request.param else 100):
        yield request.param, {"home": home, **environment}


def resize(program, width, dialog=None):
    """Makes the main window this wide, or the content of a dialog at most."""
    window = dialog or program.window()

    def widths():
        return window.get_geometry().width, program.frame(window).extents()[2]

    def is_there():
        # Like a hand that drags the edge: the window becomes narrower whenever it can.
        if dialog:
            dialog.configure(width=width + 2 * program.frame_width(dialog)[0])
            program.desktop.session.display.connection.sync()
        else:
            program.resize(width, 720)
        # One that cannot be that narrow is so for a moment, and then becomes wider again.
        outer, inner = wait_until_same(widths, times=3, every=0.1)
        if dialog:
            return inner <= width + 12
        return abs(outer - width) <= 12 and abs(inner - width) <= 12
    wait_until(is_there, 10, lambda: f"the window is {width} points wide, not {widths()}", every=0.1)


def cut(seen, width):
    return cut_off(seen, width)


def cut_or_misread(seen, width):
    return cut_off(seen, width) + faults(seen)


def of_list(seen):
    """Without the welcome page behind it, which keeps the place that it had."""
    for each in list(seen.walk()):
        each.children = [child for child in each.children if (child.role, child.name) != ("group", "Classic Photos")]
    return seen


def of_welcome(seen):
    """Without the list behind it, which keeps the place that it had in a first frame."""
    def is_behind(each):
        below = [(every.role, every.name) for every in each.walk()]
        return any(("list", name) in below for name in LIST) and "button" not in dict(below)
    for each in list(seen.walk()):
        each.children = [child for child in each.children if not is_behind(child)]
    return seen


def of_photo(seen):
    """The page with the photo; the list behind it keeps its last place."""
    return next(each for each in seen.walk() if each.role == "group" and each.name in PAGE)


@pytest.fixture
def is_in_order(way):
    """`what` names the picture, `part` returns what is read of the window, `finds` returns what is wrong."""
    def is_in_order(program, what, window=None, part=lambda seen: seen, finds=cut_or_misread):
        window = window or program.window()

        def wrong():
            frame = program.frame(window)
            short = [each for each in texts.cut(program, OTHERS)
                     if not each.endswith(WHOLE_ELSEWHERE.get(way[0], ()))]
            # Most of what is about the program are libadwaita's own texts.
            is_ours = way[0] == ACCENTED and not what.startswith("about")
            plain = accented.forgotten(program, OTHERS) if is_ours else []
            faint = texts.faint(program, pages.picture(program, window)) if "contrasts" in way[0] else []
            markup = texts.unread(program)
            return finds(part(read(frame)), frame.extents()[2]) + short + plain + faint + markup
        wait_until(lambda: not wrong(), 5, lambda: f"{what}, {way[0]}: nothing is wrong: " + "\n".join(wrong()),
                   every=0.1)
        show(program, way[0], what, window)
    return is_in_order


def show(program, way, what, window):
    folder = os.environ.get("CLASSIC_PHOTOS_PICTURES")
    if folder:
        path = pathlib.Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        image = Image.fromarray(pages.picture(program, window).astype("uint8"))
        image.save(path / f"{way}, {what}.png".replace(" ", "-"))


@pytest.fixture
def is_a_round(way):
    """Tab leads round a window; in some of the ways, for it takes time."""
    def is_a_round(program, what, window=None):
        if way[0] in ("strong contrasts, dark", "Arabic"):
            pages.wait_until_still(program, window, times=3)
            focus.goes_round(program, f"{what}, {way[0]}", is_right_to_left=way[0] == "Arabic")
    return is_a_round


@pytest.fixture
def page_is_in_order(way, is_in_order, is_a_round):
    """The same for a page of the main window, at each width that it can have."""
    def page_is_in_order(program, what, **how):
        if WAYLAND and what in pages.FULL_SCREEN:
            is_in_order(program, what, **how)
            return
        for width in WIDTHS[::3] if way[0] in ALIKE_WAYS else WIDTHS:
            resize(program, width)
            is_in_order(program, f"{what} {width}", **how)
            if width in (WIDTHS[0], WIDTHS[-1]) and what not in pages.APART:
                is_a_round(program, f"{what} {width}")
    return page_is_in_order


@pytest.fixture
def dialog_is_in_order(way, is_in_order, is_a_round):
    """The same for a dialog, at its own width and on a phone."""
    def dialog_is_in_order(program, what, window, finds=cut_or_misread):
        is_in_order(program, what, window, finds=finds)
        is_a_round(program, what, window)
        if WAYLAND:
            # No hand reaches the edge of a window below its dialog there.
            return
        # A message is as wide as its window allows.
        resize(program, WIDTHS[-1])
        resize(program, WIDTHS[-1], window)
        is_in_order(program, f"{what} {WIDTHS[-1]}", window, finds=finds)
        resize(program, WIDTHS[0])
    return dialog_is_in_order
