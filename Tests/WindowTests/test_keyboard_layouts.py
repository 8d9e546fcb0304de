"""Keys on keyboards of other countries: a key's label counts; letters also work when another script is active."""

import pytest

from support import photos
from support.accessibility import PRESSED
from support.dialogs import Dialog
from support.finding import entry_of, says
from support.paintings import painted, png
from support.photo_page import activate
from support.waiting import wait_until

SHIFT, CONTROL, ALT = "LFSH", "LCTL", "LALT"

# The keys' places on each keyboard, with their shift. Russian and Hebrew keyboards also have Latin letters, in an
# inactive layout.
US = {"+": (SHIFT, "AE12"), "=": ("AE12",), "-": ("AE11",), "0": ("AE10",), "1": ("AE01",), "2": ("AE02",),
      "?": (SHIFT, "AB10"), "z": ("AB01",), "a": ("AC01",), "e": ("AD03",), "f": ("AC04",), "g": ("AC05",),
      "h": ("AC06",), "i": ("AD08",), "l": ("AC09",), "n": ("AB06",), "o": ("AD09",), "p": ("AD10",), "q": ("AD01",),
      "r": ("AD04",), "v": ("AB04",), "w": ("AD02",), "c": ("AB03",), "s": ("AC02",)}
GERMAN = {**US, "+": ("AD12",), "=": (SHIFT, "AE10"), "-": ("AB10",), "?": (SHIFT, "AE11"), "z": ("AD06",)}
FRENCH = {**US, "-": ("AE06",), "?": (SHIFT, "AB07"), "z": ("AD02",), "a": ("AD01",), "q": ("AC01",), "w": ("AB01",)}
RUSSIAN = {**US, "?": (SHIFT, "AE07")}
HEBREW = {**US}
KEYBOARDS = {"us": US, "de": GERMAN, "fr": FRENCH, "ru,us": RUSSIAN, "il,us": HEBREW}


class Keys:
    """Presses keys by their labels."""

    def __init__(self, keyboard, places):
        self._keyboard, self._places = keyboard, places

    def __call__(self, *names):
        """press("Control", "+"): the modifiers first."""
        *held, key = names
        held = [{"Control": CONTROL, "Shift": SHIFT, "Alt": ALT}[each] for each in held]
        *shift, place = self._places[key]
        self._keyboard.press_place(*held, *[each for each in shift if each not in held], place)


@pytest.fixture(params=KEYBOARDS, ids=lambda layout: layout.split(",")[0])
def press(request, desktop):
    with desktop.keyboard.layout(request.param):
        yield Keys(desktop.keyboard, KEYBOARDS[request.param])


def is_pressed(program, name):
    return any(each.has_state(PRESSED) for each in program.accessible().find_all(None, lambda each: each == name))


def expect_pressed(program, name, wanted):
    wait_until(lambda: is_pressed(program, name) == wanted, 5, f"{name} is {'on' if wanted else 'off'}", every=0.05)


def opened_page(server, open_photos, desktop):
    for number in range(3):
        server.on(photos.path(number), png(painted(seed=number)))
    listed = open_photos(3)
    listed.wait_until_done()
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0), width=900)
    return page


def test_keys_of_the_page(press, server, open_photos, desktop):
    page = opened_page(server, open_photos, desktop)
    program = page.program
    fitting = int(page.said()["percent"])
    larger = round(fitting * 1.5)
    filling = None
    for keys, percent in [
            (("+",), larger), (("-",), fitting), (("=",), larger), (("0",), fitting), (("Control", "+"), larger),
            (("Control", "-"), fitting), (("1",), 100), (("Control", "0"), fitting), (("Control", "1"), 100),
            (("0",), fitting), (("z",), 100), (("z",), fitting)]:
        press(*keys)
        page.wait_for(percent=percent)
    for keys in [("2",), ("Control", "2")]:
        press(*keys)
        wait_until(lambda: int(page.says()["percent"]) not in (fitting, 100), 5, "it fills the window")
        filling = filling or page.said()["percent"]
        assert page.said()["percent"] == filling
        press("0")
        page.wait_for(percent=fitting)
    press("n")
    page.wait_for(photos.name(1), percent=fitting)
    press("p")
    page.wait_for(photos.name(0), percent=fitting)
    # Upright, the whole photo is smaller.
    press("r")
    wait_until(lambda: int(page.says()["percent"]) != fitting, 5, "it is turned")
    press("Shift", "r")
    page.wait_for(percent=fitting)
    press("e")
    expect_pressed(program, "Filters", True)
    press("Control", "e")
    expect_pressed(program, "Filters", False)
    size = "900 × 640 pixels (0.6 megapixels)"
    assert size not in program.accessible().texts()
    press("i")
    wait_until(lambda: size in program.accessible().texts(), 5, "its details are shown")
    press("Control", "q")
    program.wait_for_exit()


def test_keys_of_the_list(press, server, open_list, desktop):
    program, listed = open_list(30)
    # A narrow header has no Grid button, which tells the layout.
    program.resize(600, 720)
    listed.wait_until_done()
    listed.take_keyboard()
    press("Control", "f")
    wait_until(lambda: entry_of(program), 5, "the search bar is there", every=0.05)
    desktop.keyboard.press("Escape")
    wait_until(lambda: not entry_of(program), 5, "it is gone", every=0.05)
    listed.take_keyboard()
    press("Control", "a")
    says(program, "30 selected")
    press("Control", "i")
    press("Control", "i")
    says(program, "30 selected")
    press("Control", "Shift", "a")
    press("Control", "i")
    says(program, "30 selected")
    press("Control", "c")
    says(program, "30 names copied")
    press("Control", "Shift", "c")
    says(program, "30 addresses copied")
    for key, wanted in [("l", "Open Location"), ("g", "Go To")]:
        press("Control", key)
        dialog = Dialog(program)
        assert any(wanted in (text or "") for text in [dialog.frame.name, *dialog.texts()]), dialog.texts()
        press("Control", "w")
        dialog.wait_until_gone()
    press("Control", "2")
    expect_pressed(program, "Grid", True)
    press("Control", "1")
    expect_pressed(program, "Grid", False)
    press("Control", "2")
    expect_pressed(program, "Grid", True)

    def side():
        grid = program.accessible().find("grid", "Photos")
        return max((each.extents()[3] for each in grid.children()), default=0) if grid else 0
    usual = wait_until(side, 5, "the grid has cells")
    for keys, fits in [
            (("Control", "+"), lambda: side() > usual), (("Control", "-"), lambda: side() == usual),
            (("Control", "="), lambda: side() > usual), (("Control", "0"), lambda: side() == usual)]:
        press(*keys)
        wait_until(fits, 5, f"the pictures' size follows {keys}: {side()}, {usual} at first", every=0.05)
    press("Control", "?")
    Dialog(program)
    press("Control", "q")
    program.wait_for_exit()
