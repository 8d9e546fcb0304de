"""Where Tab leads, and where it is to lead: focus.c asks GTK from within the program."""

import signal
from dataclasses import dataclass, field

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
    place: tuple = field(compare=False)  # x, y, width and height of the stop in the window
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
        widget, stop, has_focus, place, kind, text = line.split("\t")
        found.append(Focusable(widget, stop, tuple(map(int, place.split())), kind, text))
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


def leads_back(one, other, is_right_to_left):
    """Whether `other` is read before `one`: it is right above, or before it in a line."""
    (x, y, width, height), (to_x, to_y, to_width, to_height) = one.place, other.place
    if x < to_x + to_width and to_x < x + width:
        return to_y + to_height <= y
    if min(y + height, to_y + to_height) - max(y, to_y) < min(height, to_height) / 2:
        return False
    return to_x > x if is_right_to_left else to_x < x


def goes_round(program, what, is_right_to_left=False):
    """Checks that Tab leads to each stop of the active window once and back to the first, in the order of reading, and
    that Shift+Tab leads the same way back. The window is still."""
    all_of_them, start = known(program)
    assert start, f"{what}: something of {said(all_of_them)} has the focus"
    if all(each.stop == start.stop for each in all_of_them):
        return
    there, again = round_of(program, "Tab")
    reached = {each.stop for each in there}
    missed = [each for each in all_of_them if each.stop not in reached]
    assert not missed, f"{what}: Tab leads to {said(missed)}, too, not only to {said(there)}"
    assert again.stop == start.stop, f"{what}: Tab leads back to {start}, not to {again}, of {said(there)}"
    # Where all were at one time: a page scrolls to what has the focus. A row around others has no place unless it has
    # the focus.
    at = {each.stop: each for each in all_of_them}
    stops = [at[each.stop] for each in there if each.stop in at]
    # Once, from the last to the first.
    steps = [(one, other) for one, other in zip(stops, [*stops[1:], stops[0]])
             if leads_back(one, other, is_right_to_left)]
    assert len(steps) <= 1, f"{what}: Tab leads back " + " and ".join(
        f"from {one} at {one.place} to {other} at {other.place}" for one, other in steps)
    back, again = round_of(program, "Shift_L", "Tab")
    wanted = [start, *reversed(there[1:])]
    assert again.stop == start.stop and [each.stop for each in back] == [each.stop for each in wanted], (
        f"{what}: Shift+Tab leads the same way back: {said(back)}; Tab: {said(there)}")
