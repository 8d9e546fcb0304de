"""The dialog of the preferences, as a person uses it: each row is found by a search, and changed with the keyboard."""

from .accessibility import ACCESSIBLE, FOCUSED, Gone, has_bit
from .dialogs import Dialog, is_on
from .waiting import wait_until


def open_preferences(program):
    program.desktop.keyboard.focus(program.window())
    before = [each.id for each in program.windows()]
    program.desktop.keyboard.press("Control_L", "comma")
    dialog = Dialog(program, "Style")
    # There may be other windows.
    dialog.window = wait_until(lambda: next((each for each in program.windows() if each.id not in before), None), 5,
                               "the window of the preferences is there")
    program.desktop.keyboard.focus(dialog.window)
    return dialog


def shown(dialog, role, title):
    """The first object with this role and title that is on the screen; None if there is none."""
    found = dialog.frame.find_all(role, title, prune=())
    return next((each for each in found if each.extents()[2] > 0), None)


def focused(frame):
    """The role and the name of what has the focus."""
    known = list(frame.walk(prune=()))
    states = frame.bus.call_all([each.question(ACCESSIBLE, "GetState") for each, _, _ in known])
    return next(((role, name) for (_, role, name), state in zip(known, states)
                 if not isinstance(state, Gone) and has_bit(state, FOCUSED)), None)


def reach(dialog, role, title):
    """Searches for a row, and moves the focus to its input, which is returned."""
    dialog.press("Control_L", "f")
    dialog.type_instead(title)

    def found():
        # The row itself may be on the page that was shown before; what is found has no input.
        return next(each for each in dialog.frame.find_all("list item", title, prune=())
                    if each.extents()[2] > 0 and not each.find(role, prune=()))
    wait_until(found, 5, lambda: f"{title} is found: {dialog.frame.describe()}")
    # Each letter searches again, a moment later.
    dialog.program.click(found, dialog.window)
    # A row that is an input has the focus itself.
    at = wait_until(lambda: (now := focused(dialog.frame)) in ((role, title), ("list item", title)) and now, 5,
                    lambda: f"{title} has the focus: {focused(dialog.frame)}")
    if at[0] != role:
        dialog.press("Tab")
        wait_until(lambda: focused(dialog.frame) == (role, title), 5,
                   lambda: f"the input of {title} has the focus: {focused(dialog.frame)}")
    return wait_until(lambda: shown(dialog, role, title), 5, f"the input of {title} is shown")


def switch(dialog, title):
    """Turns a switch on or off. GTK does so at the end of an animation, if the window is still open then."""
    it = reach(dialog, "switch", title)
    before = is_on(it)
    dialog.press("space")
    wait_until(lambda: is_on(it) != before, 5, f"{title} is switched")


def set_number(dialog, title, number):
    enter_number(dialog, reach(dialog, "spin button", title), number)


def enter_number(dialog, spin, number):
    """Replaces the number of an input that has the focus."""
    dialog.type_instead(str(number))
    dialog.press("Return")
    wait_until(lambda: spin.value() == number, 5, lambda: f"{spin.name} is {number}: {spin.value()}")


def choose(dialog, title, choice, among):
    """Opens the choices of a row, and goes from the first down to `choice`."""
    row = reach(dialog, "combo box", title)
    for key in ("space", "Home", *["Down"] * among.index(choice), "Return"):
        dialog.press(key)
    wait_until(lambda: row.description == choice, 5, lambda: f"{title} is {choice}: {row.description}")
