"""A person's actions to find photos: typing, sorting, going to a row."""

from .accessibility import PRESSED
from .dialogs import Dialog
from .menus import beside_menus, enter, open_main_menu, wait_until_closed
from .photo_list import PhotoList
from .waiting import wait_until


def shows(program, names, within=20):
    """Waits until the list begins with the first of `names`, its new rows, and returns it."""
    wanted = names[:3]
    found = []

    def begins():
        nonlocal found
        # The rows alive are in the order of the list; rows that were never on screen may precede them.
        found = [name.rsplit(", ", 1)[0] for name in row_names(program)]
        return all(name in found for name in wanted) and len(found) >= min(len(names), 3)
    wait_until(begins, within, lambda: f"the list shows {wanted}; it shows {found[:6]}", every=0.05)
    return PhotoList(program, names)


def row_names(program):
    listed = program.accessible().find("list", lambda _: True)
    if not listed:
        return []
    return [name for _, role, name in listed.walk() if role == "list item" and name]


def search_for(program, text):
    """Types `text`, immediately after the keys that open the search bar."""
    keyboard = program.desktop.keyboard
    keyboard.focus(program.window())
    keyboard.press("Control_L", "f")
    wait_until(lambda: entry_of(program), 5, "the search bar is there", every=0.05)
    keyboard.type(text)


def entry_of(program):
    """The search entry, while the search bar is open. GTK calls no entry "showing", but the bar's button is pressed
    then."""
    window = program.accessible()
    if any(each.has_state(PRESSED) for each in window.find_all("button", lambda name: name == "Search")):
        return window.find("search box", lambda name: name == "Search")
    return None


def sort_by(program, key):
    """Uses the mnemonics of the main menu: n is Name."""
    program.desktop.keyboard.focus(program.window())
    beside_menus(program)
    open_main_menu(program)
    enter(program, "s")
    program.desktop.keyboard.press(key)
    wait_until_closed(program)


def go_to(program, text):
    program.desktop.keyboard.focus(program.window())
    program.desktop.keyboard.press("Control_L", "g")
    dialog = Dialog(program, "Go To")
    dialog.type(text)
    wait_until(lambda: dialog.is_offered("Go"), 5, lambda: f"Go is offered for {text!r}")
    dialog.press("Return")
    dialog.wait_until_gone()


def says(program, text, within=10):
    """Waits until a text in the window contains `text`."""
    wait_until(lambda: any(text in each for each in program.accessible().texts()), within,
               lambda: f"the window says {text!r}; it says {program.accessible().texts()}", every=0.05)
