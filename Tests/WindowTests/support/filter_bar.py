"""The filters of a photo's page, as a person uses them."""

import numpy

from . import photos
from .accessibility import CHECKED, FOCUSED, PRESSED
from .paintings import png
from .waiting import wait_until

NAMES = ["None", "Mono", "Noir", "Fade", "Warm", "Cool", "Invert", "Sepia", "Blur", "Sharpen", "Vignette"]
WHITE_FRAME = 110  # the divider's handle and the labels are within this many pixels of the edges


class FilterBar:
    """The strip, the slider and the buttons below a photo."""

    def __init__(self, page):
        self.page = page
        self.keyboard = page.program.desktop.keyboard

    def choices(self):
        """{name: button} of the filters on screen."""
        groups = [each for each in self.page.program.accessible().find_all(None, "Filters") if each.children()]
        found = {}
        for group in groups or self.page.program.accessible().find_all(None, "Filters", prune=()):
            for child in group.children():
                if child.name in NAMES:
                    found[child.name] = child
        return found

    def chosen(self):
        return [name for name, each in self.choices().items()
                if each.has_state(PRESSED) or each.has_state(CHECKED)]

    def open(self):
        self.page.key("e")
        wait_until(self.has_keyboard, 5, "the strip has the focus")

    def has_keyboard(self):
        return any(each.has_state(FOCUSED) for each in self.choices().values())

    def choose(self, name):
        """Chooses with arrow keys, from any position."""
        self.page.key("Home")
        for _ in range(NAMES.index(name)):
            self.page.key("Right")
        wait_until(lambda: self.chosen() == [name], 5, lambda: f"{name} is chosen, not {self.chosen()}")

    def amount(self):
        return self.page.program.accessible().get("slider", "Amount")

    def set_amount(self, percent):
        """Chooses with Tab and arrow keys."""
        self.page.key("Tab")
        wait_until(lambda: self.amount().has_state(FOCUSED), 5, "the amount has the focus")
        self.page.key("Home")
        for _ in range(percent // 10):
            self.page.key("Page_Up")
        if round(self.amount().value() * 100) != percent // 10 * 10:
            self.page.key("Home")
            for _ in range(percent // 10):
                self.page.key("Page_Down")
        for _ in range(percent % 10):
            self.page.key("Right")
        wait_until(lambda: round(self.amount().value() * 100) == percent, 5,
                   lambda: f"the amount is {percent}%, not {self.amount().value()}")


def toggle(page, name):
    return page.program.accessible().get(None, lambda each: each == name)


def wait_until_is(page, picture, away=1, within=10, leave_out=64):
    wait_until(lambda: page.furthest(picture, leave_out) <= away, within,
               lambda: f"the page shows the picture; the difference is {page.furthest(picture, leave_out)}", every=0.1)


def shown_at_100(opened, *pictures, **options):
    listed, page = opened(*[png(each) for each in pictures], **options)
    page.wait_for(photos.name(0), width=pictures[0].shape[1])
    page.key("1")
    page.wait_for(percent=100)
    return listed, page, FilterBar(page)


def divider(page, picture, other, leave_out=WHITE_FRAME):
    """The divider's position, as a fraction of the page's width: `picture` is left of it, `other` right of it; None if
    no such position exists."""
    inner, left = page.middles(picture, leave_out)
    right = page.middles(other, leave_out)[1]
    is_left = (numpy.abs(inner - left) <= 1).all(axis=(0, 2))
    is_right = (numpy.abs(inner - right) <= 1).all(axis=(0, 2))
    edges = [x for x in range(1, len(is_left)) if is_left[:x].all() and is_right[x + 4:].all()]
    width = page.extents()[2]
    return (edges[-1] + 2 + (width - inner.shape[1]) / 2) / width if edges else None
