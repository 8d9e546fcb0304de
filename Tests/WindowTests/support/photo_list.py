"""The list of photos in the window, as a person sees it: the rows on screen, their texts and pictures.

The scrollbar tells which rows are on screen: its value is the distance scrolled, its maximum the height of all rows.
Extents of rows do not suffice, because GtkListView keeps some 200 rows alive, and hidden ones report their last place.
The pixels confirm the calculation: each photo is found at the place calculated for its row.
"""

import math
import re
import time
from dataclasses import dataclass

from . import photos, pixels
from .accessibility import FOCUSED, Gone, heights_of, names_of
from .input import WHEEL_DOWN, WHEEL_UP
from .waiting import wait_until, wait_until_same

DONE = re.compile(r"^(filtered(, offline)?(, cut short)?|folder|failed to load: .+)$", re.S)
STATE = re.compile(
    r"^(?P<name>.*), (?P<state>waiting|downloading( \d{1,3}%)?|filtering|filtered(, offline)?(, cut short)?"
    r"|folder|failed to load: .*)$", re.S)


@dataclass
class View:
    """The list's scroll position: distances in pixels."""

    offset: float
    row_height: float
    height: float
    count: int

    def rows(self, hidden=1.0):
        """The rows with more than `hidden` pixels on screen.

        A row with less than one visible pixel may count as on screen or not; with hidden=0 all of them count.
        """
        first = math.floor((self.offset + hidden) / self.row_height)
        last = math.ceil((self.offset + self.height - hidden) / self.row_height) - 1
        return range(max(first, 0), min(last, self.count - 1) + 1)

    def top_of(self, row):
        """The scroll position at which the row is the first."""
        return row * self.row_height

    def distance_from_middle(self, row):
        return abs((row + 0.5) * self.row_height - (self.offset + self.height / 2))


class PhotoList:
    """Reads the list of a running program. `names` are those of the catalogue, in order."""

    def __init__(self, program, names):
        self.program = program
        self.names = names
        self.index = {name: index for index, name in enumerate(names)}
        self._list = self._range = self.offset_of_picture = self._known_length = None
        wait_until(self._find, 20, lambda: f"the list shows rows; there is:\n{program.accessible().describe()}",
                   every=0.05)

    def _find(self):
        application = self.program.accessible()
        listed = application.find("list", lambda _: True)
        if not listed or not listed.children():
            return None
        try:
            self._range = listed.scroll_range()
            self._list = listed
            return self._view()
        except (Gone, LookupError, ValueError):
            return None

    # Geometry

    def view(self):
        """Waits for the scroll position. During a layout, when rows arrive or the window has just appeared, the list
        may have no height, and no row is on screen."""
        return wait_until(self._view, 10, "the list is laid out, with rows on the screen")

    def _view(self):
        """`view`, or None while no row is on screen, or the scrollbar does not have all rows yet."""
        view = self._read_view()
        return view if view.height > 0 and self._has_all(view) and view.rows() else None

    def _has_all(self, view):
        """Rows are added in steps, and a busy program lays them out late: until then, the scrollbar yields rows that
        are lower than those on screen."""
        length = view.row_height * view.count
        if length != self._known_length:
            # Rows that are not on screen have no height, or that of another size.
            height = min(filter(None, heights_of(self._list.children())), default=None)
            if height is None or view.row_height < height - 0.5:
                return False
            self._known_length = length
        return True

    def _read_view(self):
        _, top, _, height = self._list.extents()
        maximum = self._range.maximum()
        if maximum > height:
            row_height = maximum / len(self.names)
        else:
            row_height = self._height_of_first_row(top)  # all rows are on screen, and some room below them
        return View(self._range.value(), row_height, height, len(self.names))

    def _height_of_first_row(self, top):
        children = self._list.children()
        _, first, _, height = children[0].extents()
        if len(self.names) > 1:
            return children[1].extents()[1] - first
        return height + 2 * (first - top)

    def rows_on_screen(self, hidden=1.0):
        """The rows on screen, at least one."""
        return self.view().rows(hidden)

    def wait_for_top(self, row, within=10):
        """Waits until `row` is the first on screen."""
        wait_until(lambda: self.rows_on_screen()[0] == row, within,
                   lambda: f"row {row} is at the top; on screen are {self.rows_on_screen()}")

    def wait_for_bottom(self, row, within=10):
        """Waits until `row` is the last on screen."""
        wait_until(lambda: self.rows_on_screen()[-1] == row, within,
                   lambda: f"row {row} is at the bottom; on screen are {self.rows_on_screen()}")

    def rows_below(self):
        """The rows of the next screen downwards, which are read ahead after a movement in that direction."""
        on_screen = self.rows_on_screen(hidden=0)
        return range(on_screen.stop, min(on_screen.stop + len(on_screen), len(self.names)))

    def extents(self):
        """(x, y, width, height) of the list's visible part on the screen."""
        x, y, width, height = self._list.extents()
        left, top = self.program.place()
        return x + left, y + top, width, height

    def middle(self):
        x, y, width, height = self.extents()
        return x + width / 2, y + height / 2

    def middle_of(self, row):
        """(x, y) on the screen of the middle of a row."""
        view = self.view()
        x, y, width, _ = self.extents()
        return x + width / 2, y + (row + 0.5) * view.row_height - view.offset

    def wait_until_still(self, seconds, within=10):
        """Waits until the list has not moved for this long."""
        seen = []

        def is_still():
            now, offset = time.monotonic(), self.view().offset
            if not seen or seen[0][1] != offset:
                seen[:] = [(now, offset)]
            return now - seen[0][0] >= seconds
        wait_until(is_still, within, lambda: f"the list stays where it is for {seconds} s; it is at {seen}", every=0.02)

    # Taking hold of it

    def wheel_to(self, row):
        """Turns the wheel until `row` is the first on screen, or nearly; returns the times of the notches."""
        # The scrollbar yields a row's height only when all rows are there.
        wait_until(lambda: self.view().row_height > photos.SHOWN, 5, "the list has all of its rows")
        wait_until_same(lambda: self.view().row_height, times=3, every=0.02)
        pointer = self.program.desktop.pointer
        pointer.move(*self.middle())
        start = self.view()
        # Not from later heights: rows may arrive below meanwhile.
        goal = start.top_of(row)
        down = goal > start.offset

        def away():
            offset = self.view().offset
            return goal - offset if down else offset - goal

        def turn(notches):
            times.extend(pointer.wheel(notches, button=WHEEL_DOWN if down else WHEEL_UP, interval=0.01))
        times, before = [], away()
        if before <= 0:
            return times
        turn(1)
        wait_until(lambda: away() < before, 5, "a notch moves the list")
        a_notch = before - away()
        while (before := away()) > 0:
            notches = max(1, int(before / a_notch))
            turn(notches)
            # Each offset is rounded to a pixel.
            wait_until(lambda: before - away() >= min(before, notches * (a_notch - 1)), 5,
                       lambda: f"{notches} notches move the list by {a_notch} each; the distance is {away()}")
        return times

    def move_to(self, offset):
        """Moves the list to this position, as assistive technology does, and waits for the frame that shows it."""
        self._range.set_value(offset)
        # GTK rounds positions.
        wait_until(lambda: abs(self.view().offset - offset) <= 1, 5, lambda: f"it is at {offset}: {self.view()}")

    def take_keyboard(self):
        """Moves the focus into the list with the Tab key alone."""
        keyboard = self.program.desktop.keyboard
        keyboard.focus(self.program.window())
        for _ in range(20):
            try:
                wait_until(self.has_focus, 2, "a row has the focus")
                return
            except AssertionError:
                keyboard.press("Tab")
        raise AssertionError("Tab never leads to the list")

    def has_focus(self):
        """Whether a row has the focus."""
        try:
            return any(each.has_state(FOCUSED) for each in self._list.children())
        except Gone:
            return False

    def drag_scrollbar(self, start, end, **options):
        """Drags the scrollbar from one place to another, as fractions of its length.

        A press on the trough brings the slider under the pointer, so an exact aim is not needed.
        """
        x, top, height = self.scrollbar()
        self.program.desktop.pointer.move(*self.middle())  # the bar appears when the pointer is in the list
        self.program.desktop.pointer.drag(x, top + height * start, top + height * end, **options)

    def scrollbar(self):
        """The middle of the scrollbar, its top and its height, in points of the screen."""
        x, y, width, height = self._range.extents()
        left, top = self.program.place()
        return left + x + width / 2, top + y, height

    # Names and states

    def objects(self):
        """{row: its accessible object} of all rows alive, on screen or not."""
        children = self._list.children()
        found = {}
        for child, name in zip(children, names_of(children)):
            matched = STATE.match(name or "")
            if matched and matched["name"] in self.index:
                found[self.index[matched["name"]]] = child
        return found

    def object(self, row, within=10):
        """Waits for a row to be alive; returns its accessible object."""
        return wait_until(lambda: self.objects().get(row), within,
                          lambda: f"row {row} is alive; there are {sorted(self.objects())}", every=0.03)

    def retry(self, row, within=10):
        """Waits for the button of a failed row."""
        return self.object(row, within).get("button", within=within, prune=())

    def all_states(self):
        """{row: its state} of all rows alive, from their accessible names."""
        found = {}
        for name in names_of(self._list.children()):
            matched = STATE.match(name or "")
            if matched and matched["name"] in self.index:
                found[self.index[matched["name"]]] = matched["state"]
        return found

    def states(self, hidden=1.0):
        """{row: its state} of the rows on screen; None for a row without one."""
        rows = self.rows_on_screen(hidden)
        known = self.all_states()
        return {row: known.get(row) for row in rows}

    def wait_until_done(self, within=15, hidden=1.0):
        """Waits until every row on screen is filtered or has failed, and returns their states."""
        states = {}

        def is_done():
            nonlocal states
            before = self.view().offset
            states = self.states(hidden)
            return (states and all(state and DONE.match(state) for state in states.values())
                    and self.view().offset == before)
        wait_until(is_done, within, lambda: f"all rows on screen are filtered or failed: {states} at {self.view()}; "
                   f"all names: {names_of(self._list.children())}", every=0.05)
        return states

    def wait_until_filtered(self, rows, within=20):
        """Waits until these rows are filtered; other rows on screen may still load, or hang."""
        wait_until(lambda: all(self.states().get(row) == "filtered" for row in rows), within,
                   lambda: f"rows {list(rows)} are filtered: {self.states()}")

    def wait_for_state(self, row, pattern, within=10):
        def fits():
            state = self.all_states().get(row)
            return state if state and re.match(pattern, state, re.S) else None
        return wait_until(
            fits, within, lambda: f"row {row} says {pattern!r}; it says {self.all_states().get(row)!r}", every=0.03)

    # Pixels

    def row_pixels(self, row):
        """The pixels of a row that is completely on screen, to the right edge."""
        x, y = self._corner(row)
        return pixels.of_window(self.program.window())[y:y + math.floor(self.view().row_height), x:]

    def is_whole(self, row):
        view = self.view()
        top = row * view.row_height - view.offset
        return top >= 0 and top + view.row_height <= view.height

    def find_pictures(self, row, picture):
        """Locates the picture within a row, in a row that shows `picture`; returns the difference there."""
        self.offset_of_picture, found = pixels.locate(picture, self.row_pixels(row)[:, :200])
        return found

    def wait_until_found(self, row, picture, within=3):
        """Repeats `find_pictures` until the row shows `picture` twice at the same place: a fade takes a moment, as the
        first layouts may."""
        places = []

        def is_found():
            found = self.find_pictures(row, picture)
            places.append(self.offset_of_picture)
            return found <= pixels.ALIKE and places[-2:].count(places[-1]) == 2
        wait_until(is_found, within,
                   lambda: f"row {row} shows its photo; it is {self.find_pictures(row, picture):.1f} of 255 away")

    def wait_until_shown(self, row, picture, within=3):
        """Waits until the row shows `picture` where pictures were located."""
        def away():
            return pixels.difference(pixels.middle(self.picture(row)), pixels.middle(picture))
        wait_until(lambda: away() <= pixels.ALIKE, within,
                   lambda: f"row {row} shows its photo; it is {away():.1f} of 255 away")

    def place_of(self, row, offset=None):
        """(x, y) in the window of the row's picture, at the current scroll position or at `offset`."""
        assert self.offset_of_picture, "call find_pictures first"
        x, y = self._corner(row, offset)
        return x + self.offset_of_picture[0], y + self.offset_of_picture[1]

    def crop(self, place):
        """The 80 x 80 pixels at a place in the window."""
        return pixels.of_window(self.program.window(), *place, photos.SHOWN, photos.SHOWN)

    def picture(self, row):
        """The 80 x 80 pixels of a row's picture."""
        return self.crop(self.place_of(row))

    def _corner(self, row, offset=None):
        view = self.view()
        x, y, _, _ = self._list.extents()
        frame_x, frame_y = self.program.frame_width()
        return x + frame_x, y + frame_y + round(row * view.row_height - (view.offset if offset is None else offset))
