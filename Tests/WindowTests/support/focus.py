"""Where Tab leads, and where it is to lead: focus.c asks GTK from within the program."""

import signal
from dataclasses import dataclass

from .preloaded import Preloaded
from .waiting import wait_until

_LIBRARY = Preloaded("focus.c", "FOCUS", signal.SIGUSR1)
# More stops than any window has, and more widgets than Tab leads to in one: a row, and what is in it.
ENDLESS, ENDLESS_WITHIN = 80, 3


@dataclass(frozen=True)
class Focusable:
    """A widget of the active window that can have the focus."""

    widget: str
    stop: str  # Tab leads to one widget of each stop
    type: str
    text: str

    def __str__(self):
        return f"{self.type} {self.text!r}"


def environment(folder):
    """The variables of a program that answers. `folder` is for files."""
    return _LIBRARY.environment(folder)


def known(program):
    """All that can have the focus, and what has it, or None."""
    found, focused = [], None
    for line in _LIBRARY.ask(program):
        widget, stop, has_focus, kind, text = line.split("\t")
        found.append(Focusable(widget, stop, kind, text))
        if has_focus == "1":
            focused = found[-1]
    return found, focused


def focused(program):
    return known(program)[1]


def round_of(program, *keys):
    """Presses `keys` from the focused widget on, until a stop comes again. Returns one widget for each stop, and the
    one that came again."""
    seen = [wait_until(lambda: focused(program), 5, "something has the focus")]
    at, within = seen[0], 1
    for _ in range(ENDLESS):
        program.desktop.keyboard.press(*keys)

        def moved(before=at):
            now = focused(program)
            return now if now and now.widget != before.widget else None
        at = wait_until(moved, 5, lambda: f"{' + '.join(keys)} moves the focus on from {at}; so far: {said(seen)}")
        within = within + 1 if at.stop == seen[-1].stop else 1
        assert within < ENDLESS_WITHIN, f"{' + '.join(keys)} stays within {seen[-1]}, at {at}"
        if within > 1:
            continue
        if at.stop in [each.stop for each in seen]:
            return seen, at
        seen.append(at)
    raise AssertionError(f"{' + '.join(keys)} leads round; so far: {said(seen)}")


def said(stops):
    return ", ".join(map(str, stops))


def goes_round(program, what):
    """Checks that Tab leads to each stop of the active window once and back to the first, and that Shift+Tab leads the
    same way back. The window is still."""
    all_of_them, start = known(program)
    assert start, f"{what}: something of {said(all_of_them)} has the focus"
    if all(each.stop == start.stop for each in all_of_them):
        return
    there, again = round_of(program, "Tab")
    reached = {each.stop for each in there}
    missed = [each for each in all_of_them if each.stop not in reached]
    assert not missed, f"{what}: Tab leads to {said(missed)}, too, not only to {said(there)}"
    assert again.stop == start.stop, f"{what}: Tab leads back to {start}, not to {again}, of {said(there)}"
    back, again = round_of(program, "Shift_L", "Tab")
    wanted = [start, *reversed(there[1:])]
    assert again.stop == start.stop and [each.stop for each in back] == [each.stop for each in wanted], (
        f"{what}: Shift+Tab leads the same way back: {said(back)}; Tab: {said(there)}")
