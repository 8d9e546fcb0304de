"""Menus, opened and operated like a person does: each key is pressed once, after the previous one has taken visible
effect.

A key pressed before the menu has the focus reaches another widget, and one "Down" too many chooses the next item.
"""

from .accessibility import ACCESSIBLE, FOCUSED, Gone, has_bit
from .waiting import wait_until


def focused_items(program):
    """The focused menu items, by name: with an open submenu, also its parent."""
    items = [(each, name) for each, role, name in program.accessible().walk() if role.endswith("menu item")]
    if not items:
        return []
    states = items[0][0].bus.call_all([each.question(ACCESSIBLE, "GetState") for each, _ in items])
    return [name for (_, name), state in zip(items, states) if not isinstance(state, Gone) and has_bit(state, FOCUSED)]


def wait_for_menu(program, within=5):
    """Waits until a menu has the focus."""
    wait_until(lambda: focused_items(program), within, "a menu has the focus")


def open_main_menu(program):
    def is_open():
        # In an open menu, the same key has another meaning.
        if len(program.windows()) == 1:
            program.desktop.keyboard.press("F10")
        try:
            wait_for_menu(program, 2)
        except AssertionError:
            return False
        return True
    wait_until(is_open, 10, lambda: f"F10 opens the menu:\n{program.accessible().describe()}")


def enter(program, letter):
    """Opens a submenu by its letter."""
    before = focused_items(program)
    program.desktop.keyboard.press(letter)
    wait_until(lambda: set(focused_items(program)) - set(before), 5,
               lambda: f"a submenu of {before} has the focus: {focused_items(program)}")


def step_to(program, wanted):
    """Goes down in the open menu, to the item `wanted`."""
    wait_for_menu(program)
    seen = []
    while wanted not in (at := focused_items(program)):
        assert at not in seen, f"the menu offers {wanted!r}: {seen}"
        seen.append(at)
        program.desktop.keyboard.press("Down")
        wait_until(lambda: focused_items(program) not in ([], at), 5, lambda: f"the focus moves on from {at}")


def close_menu(program):
    """Closes the open menu, and waits until the previous widget has the focus again."""
    program.desktop.keyboard.press("Escape")
    wait_until_closed(program)


def wait_until_closed(program):
    wait_until(lambda: len(program.windows()) == 1 and not focused_items(program), 5, "the menu is closed")


def beside_menus(program):
    """Moves the pointer to a place without menus: a submenu that appears under the pointer opens."""
    x, y = program.place()
    height = program.window().get_geometry().height
    program.desktop.pointer.move(x + 30, y + height - 60)
