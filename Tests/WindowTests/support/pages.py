"""Every page and dialog, opened by keys and by the actions of menus, whatever the language."""

from contextlib import contextmanager

from gi.repository import Gio, GLib

from . import pixels
from .accessibility import TIMEOUT, connect
from .waiting import wait_until, wait_until_same

# The keys, or the action, that open each page from the list, and the keys that lead back.
PAGES = {
    "list": ((), ()),
    "search": ((("Control_L", "f"),), (("Escape",),)),
    "selection": ((("Control_L", "a"),), (("Control_L", "Shift_L", "a"),)),
    "several": (("select-several",), (("Escape",),)),
    "grid": ((("Control_L", "2"),), (("Control_L", "1"),)),
    "timeline": ((("Control_L", "3"),), (("Control_L", "1"),)),
    "photo": ((("Home",), ("Return",)), (("Escape",),)),
    "neighbours": ((("Home",), ("Return",), ("F4",)), (("F4",), ("Escape",))),
    "details": ((("Home",), ("Return",), ("F9",)), (("F9",), ("Escape",))),
    "filters": ((("Home",), ("Return",), ("e",)), (("e",), ("Escape",))),
    "comparison": ((("Home",), ("Return",), ("c",)), (("c",), ("Escape",))),
    "failure": ((("Home",), ("Down",), ("Return",)), (("Escape",),)),
    "details over it": ((("Home",), ("Return",), ("Alt_L", "Return")), (("Escape",), ("Escape",))),
    "slideshow": ((("Home",), ("Shift_L", "F5"), ("space",)), (("Escape",),)),
}
OF_LIST = ("list", "search", "selection", "grid", "timeline", "several")
# It lies over its page like a dialog: Tab stays within it until it is closed.
APART = ("details over it",)
# It fills the screen of a desktop with a window manager.
FULL_SCREEN = ("slideshow",)
# The keys, or the actions, that open each dialog over the list.
DIALOGS = {
    "location": (("Control_L", "l"),),
    "library": (("Control_L", "Shift_L", "l"),),
    "row": (("Control_L", "g"),),
    "export": (("Control_L", "a"), ("Control_L", "Shift_L", "e")),
    "preferences": (("Control_L", "comma"),),
    "keys": (("Control_L", "Shift_L", "slash"),),
    "programs": (("Home",), ("Control_L", "Return")),
    "about": ("about",),
    "cache": ("clear-cache",),
    "recent": ("clear-recent",),
}


def picture(program, window=None):
    """The current pixels of a window without GTK's frame."""
    return pixels.of_window(*_inner(program, window))


def _inner(program, window):
    """A window, and the place within GTK's frame of it."""
    window = window or program.window()
    across, down = program.frame_width(window)
    geometry = window.get_geometry()
    return window, across, down, geometry.width - 2 * across, geometry.height - 2 * down


def wait_until_still(program, window=None, times=4):
    """Waits until a window shows the same for a while."""
    wait_until_same(lambda: pixels.bytes_of_window(*_inner(program, window)), times, within=15, every=0.1)


@contextmanager
def page(program, name):
    """Opens a page of the main window, and leads back to the list."""
    open_page(program, name)
    yield
    for keys in PAGES[name][1]:
        _press(program, keys)


def open_page(program, name):
    """Opens a page of the main window."""
    for keys in PAGES[name][0]:
        if isinstance(keys, str):
            perform(program, keys)
            wait_until_still(program)
        else:
            _press(program, keys)


def _press(program, keys):
    program.desktop.keyboard.focus(program.window())
    program.desktop.keyboard.press(*keys)
    wait_until_still(program)


def perform(program, action):
    """Performs what an entry of a menu does, as a desktop may."""
    bus = connect(program.desktop.session.session_bus_address)
    bus.call_sync("org.classicphotos.ClassicPhotos", "/org/classicphotos/ClassicPhotos/window/1", "org.gtk.Actions",
                  "Activate", GLib.Variant("(sava{sv})", (action, [], {})), None, Gio.DBusCallFlags.NONE, TIMEOUT, None)
    bus.close_sync(None)


@contextmanager
def dialog(program, name):
    """Opens a dialog over the list, passes its window, and closes it."""
    keyboard = program.desktop.keyboard
    keyboard.focus(program.window())
    for step in DIALOGS[name]:
        if isinstance(step, str):
            perform(program, step)
            continue
        keyboard.press(*step)
        if step[-1] in ("a", "Home"):
            wait_until_still(program)
    window = program.dialog_window()
    keyboard.focus(window)
    wait_until_still(program, window)
    yield window
    keyboard.press("Escape")
    wait_until(lambda: len(program.windows()) == 1, 5, "the dialog is gone")
    keyboard.focus(program.window())
