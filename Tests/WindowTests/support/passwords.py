"""The dialog for a name and a password, answered by keyboard alone."""

from .accessibility import CHECKED, FOCUSED
from .preferences import focused
from .waiting import wait_until

HEADING = "Authentication Required"


def log_in(dialog, name, password, remember=False):
    fill_in(dialog, name, password)
    confirm(dialog, remember)


def log_in_as_another(dialog, name, password):
    """Where a name and a domain are there already: the keyboard is at the password."""
    wait_until(lambda: dialog.frame.get("text box", "Password").has_state(FOCUSED), 5, "the password has the focus")
    dialog.press("Shift_L", "Tab")
    dialog.press("Shift_L", "Tab")
    dialog.type_instead(name)
    dialog.press("Tab")
    dialog.press("Tab")
    dialog.type(password)
    confirm(dialog)


def fill_in(dialog, name, password):
    """An empty name stays as it is."""
    if name:
        dialog.type_instead(name)
    dialog.press("Tab")
    dialog.type(password)


def confirm(dialog, remember=False):
    if remember:
        _switch_on(dialog)
    wait_until(lambda: dialog.is_offered("Log In"), 5, "Log In is offered")
    dialog.press("Return")
    dialog.wait_until_gone()


def _switch_on(dialog):
    """From the password, past its buttons, to the switch."""
    for _ in range(4):
        before = focused(dialog.frame)
        dialog.press("Tab")
        # A slow dialog must not be given more keys than these: what follows the switch ends it.
        role, name = wait_until(lambda: (now := focused(dialog.frame)) != before and now, 5, "the focus has moved")
        if name == "Remember" and role != "label":
            break
    dialog.press("space")
    wait_until(lambda: _switch(dialog).has_state(CHECKED), 5, dialog.frame.describe)


def _switch(dialog):
    return wait_until(
        lambda: next(each for each, role, name in dialog.frame.walk() if name == "Remember" and role != "label"), 5,
        "there is a switch")
