"""The page of one photo, as a person sees and uses it."""

import math
import re

import numpy

from . import pixels
from .accessibility import FOCUSED
from .waiting import wait_until

BACKGROUND = (34, 34, 38)
NAME = re.compile(r"^(?P<name>.*?)(, (?P<width>\d+) × (?P<height>\d+) pixels)?(, zoom (?P<percent>\d+)%)?$", re.S)
# Pictures other than photos; objects without a name have that of their type.
OTHERS = re.compile(r"^(Histogram|(Gtk|Adw|ClassicPhotos)\w+)?$")


class PhotoPage:
    """Reads the page of a running program."""

    def __init__(self, program):
        self.program = program

    def canvas(self):
        """The accessible object of the photo; None while the list is shown."""
        application = self.program.accessible()
        for each in application.find_all("image", lambda name: not OTHERS.match(name or "")):
            if each.extents()[2] > 1:
                return each
        return None

    def photo(self, within=10):
        """Waits for the accessible object of the photo."""
        return wait_until(self.canvas, within, "the page of a photo is shown", every=0.03)

    def said(self, within=10):
        """Waits for the text of `says`."""
        return wait_until(self.says, within, "a photo is reported as shown", every=0.03)

    def says(self):
        """The text for screen readers (name, width, height, percent), or None: for conditions."""
        canvas = self.canvas()
        # Its name may have changed, or be missing.
        found = NAME.match(canvas.name or "") if canvas else None
        return found.groupdict() if found else None

    def wait_for(self, name=None, within=10, **wanted):
        """Waits until the photo called `name` is reported as shown, in this size or at this zoom."""
        def fits():
            said = self.says()
            return (said and (name is None or said["name"] == name)
                    and all(said[key] == str(value) for key, value in wanted.items()))
        wait_until(fits, within, lambda: f"the page shows {name} {wanted}; it says {self.says()}", every=0.03)

    def extents(self):
        """(x, y, width, height) of the photo's place in the X window's pixels."""
        x, y, width, height = self.photo().extents()
        across, down = self.program.frame_width()
        return x + across, y + down, width, height

    def pixels(self):
        """The current pixels at the photo's place."""
        x, y, width, height = self.extents()
        return pixels.of_window(self.program.window(), x, y, width, height)

    def on_screen(self, x, y):
        """The place on the screen of a place in the photo's part of the window."""
        left, top, _, _ = self.extents()
        origin = self.program.window().translate_coords(self.program.desktop.session.display.root, 0, 0)
        return left - origin.x + x, top - origin.y + y

    def wait_until_shows(self, picture, within=10, alike=0.5, leave_out=64):
        """Waits until the middle of the page shows `picture`, as (height, width, 3), pixel for pixel; `leave_out`
        excludes the edges, where the controls are."""
        def away():
            shown = self.pixels()
            return min(pixels.difference(*each) for each in _middles(shown, picture, leave_out))
        wait_until(lambda: away() <= alike, within,
                   lambda: f"the page shows the photo; it is {away():.2f} of 255 away", every=0.05)

    def furthest(self, picture, leave_out=64):
        """The maximum difference of any channel between the middle of the page and `picture`."""
        return min(float(numpy.abs(one - other).max()) for one, other in _middles(self.pixels(), picture, leave_out))

    def middles(self, picture, leave_out=64):
        """The middle of the page, and the part of `picture` that it shows at 100%."""
        return min(_middles(self.pixels(), picture, leave_out), key=lambda each: pixels.difference(*each))

    def message(self):
        """The text of a failure; None without one."""
        for each in self.program.accessible().find_all(None, lambda name: "failed to load: " in (name or "")):
            if each.role != "list item" and each.extents()[2] > 1:
                return each.name
        return None

    def wait_for_message(self, part, within=5):
        """Waits until the text of a failure contains `part`."""
        wait_until(lambda: part in (self.message() or ""), within,
                   lambda: f"{part!r} is shown; the message is {self.message()!r}", every=0.05)

    def key(self, *names):
        self.program.desktop.keyboard.press(*names)

    def close(self):
        self.key("Escape")
        wait_until(lambda: self.canvas() is None, 5, "the list is shown again")


def _middles(shown, picture, leave_out):
    """The middle of both, in pairs: between two pixels, either may be the middle."""
    height = min(shown.shape[0], picture.shape[0]) - 2 * leave_out
    width = min(shown.shape[1], picture.shape[1]) - 2 * leave_out

    def starts(of):
        return (of.shape[0] - height) / 2, (of.shape[1] - width) / 2

    def part(of, top, left):
        return of[top:top + height, left:left + width]
    (top, left), (other_top, other_left) = starts(shown), starts(picture)
    ways = [(y, x) for y in {0, math.ceil((top + other_top) % 1)} for x in {0, math.ceil((left + other_left) % 1)}]
    return [(part(shown, int(top) + y, int(left) + x), part(picture, int(other_top), int(other_left)))
            for y, x in ways] + [
                (part(shown, int(top), int(left)), part(picture, int(other_top) + y, int(other_left) + x))
                for y, x in ways]


def activate(listed, row, desktop):
    """Moves to the row and presses Enter, without the mouse."""
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    for _ in range(row):
        desktop.keyboard.press("Down")
    wait_until(lambda: focused_row(listed) == row, 5, lambda: f"row {row} has the focus, not {focused_row(listed)}")
    desktop.keyboard.press("Return")
    return PhotoPage(listed.program)


def focused_row(listed):
    """The focused row, or None."""
    return next((row for row, each in listed.objects().items() if each.has_state(FOCUSED)), None)


def is_background(part):
    return bool(numpy.abs(part - numpy.array(BACKGROUND)).max() <= 2)
