"""The strip of neighbours below a photo, as a person sees it."""

import re

from .accessibility import CHECKED, FOCUSED, PRESSED
from .photo_list import STATE, names_of
from .waiting import wait_until

SIDE = 64  # of a photo's place
ROLES = re.compile("toggle button|radio button|push button|button")


class Strip:
    """Reads the strip of a running program; `names` are those of the list's photos."""

    def __init__(self, page, names):
        self.page = page
        self.index = {name: row for row, name in enumerate(names)}

    def items(self):
        """{row: accessible object} of the photos that have widgets."""
        found = {}
        for group in self.page.program.accessible().find_all(None, "Thumbnails", prune=()):
            children = group.children()
            for child, name in zip(children, names_of(children)):
                matched = STATE.match(name or "")
                if matched and matched["name"] in self.index and child.extents()[2] > 1:
                    found[self.index[matched["name"]]] = child
        return found

    def places(self):
        """{row: x in the window} of these photos."""
        return {row: child.extents()[0] for row, child in self.items().items()}

    def on_screen(self):
        """The rows of the photos that are completely visible."""
        width = self.page.photo().extents()[2]
        return sorted(row for row, x in self.places().items() if 0 <= x <= width - SIDE)

    def states(self):
        return {row: STATE.match(child.name)["state"] for row, child in self.items().items()}

    def marked(self):
        return [row for row, each in self.items().items() if each.has_state(PRESSED) or each.has_state(CHECKED)]

    def focused(self):
        return next((row for row, each in self.items().items() if each.has_state(FOCUSED)), None)

    def wait_for(self, row, within=10):
        """Waits until the photo of `row` is the marked one, and the photos on screen are done."""
        def fits():
            states = self.states()
            return self.marked() == [row] and all(
                re.match("filtered|failed", states.get(each, "")) for each in self.on_screen())
        wait_until(fits, within, lambda: f"photo {row} is marked: {self.marked()}; {self.states()}", every=0.05)

    def is_shown(self):
        return bool(self.items())
