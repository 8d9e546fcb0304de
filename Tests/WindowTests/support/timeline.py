"""Catalogues of dated photos, and the timeline that shows them."""

import datetime
import io
import json

import numpy
from PIL import Image

from . import photos, replies
from .accessibility import FOCUSED, Gone
from .waiting import wait_until

SHAPES = [(240, 160), (160, 240), (240, 180), (180, 180), (320, 180), (480, 160)]


def size(number):
    return SHAPES[number * 7 % len(SHAPES)]


def date(number, each_day=7, last=datetime.date(2024, 5, 20)):
    """Photos of one day follow each other; a few days have none, and every 40 days a month is left out."""
    day = number // each_day
    return last - datetime.timedelta(days=day + day // 4 + 30 * (day // 40))


def name(number):
    return f"Photo {number:05}"


def serve(server, count, path="/dated.json", zone="", undated=0, is_sorted=False, said=size, **how):
    """Serves a catalogue in no order, or in that of the dates, which says the size of each photo."""
    order = range(count) if is_sorted else sorted(range(count), key=lambda number: number * 7919 % count)
    rows = []
    for number in order:
        width, height = said(number)
        row = {"title": name(number), "url": photos.path(number), "width": width, "height": height}
        if number < count - undated:
            noon = 12 * 60 - number % 60
            row["date"] = f"{date(number, **how)}T{noon // 60:02}:{noon % 60:02}:00{zone}"
        rows.append(row)
    server.photo_reply = lambda number: replies.of(jpeg(number))
    server.on(path, replies.of(json.dumps({"photos": rows}).encode(), "application/json"))
    return server.url(path)


def jpeg(number):
    """A test photo in its own shape, with a frame that tells whether all of it is shown."""
    width, height = size(number)
    picture = Image.open(io.BytesIO(photos.jpeg(number))).resize((width, height))
    pixels = numpy.array(picture)
    pixels[:6], pixels[-6:], pixels[:, :6], pixels[:, -6:] = [255, 255, 255], [255, 255, 255], [255] * 3, [255] * 3
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=95, subsampling=0)
    return file.getvalue()


class Timeline:
    """Reads the timeline of a running program."""

    def __init__(self, program):
        self.program = program
        wait_until(self.cells, 20, "the timeline has photos")

    def area(self):
        return self.program.accessible().get("grid")

    def cells(self):
        """(name, (x, y, width, height)) of the photos on screen, from the top down."""
        try:
            area = self.area()
            left, top, width, height = area.extents()
            cells = [(cell.name, cell.extents()) for cell in area.children() if cell.role == "grid cell"]
        except (Gone, LookupError):
            return []
        shown = [cell for cell in cells if cell[1][1] + cell[1][3] > top and cell[1][1] < top + height
                 and cell[1][2] > 0 and -1000 < cell[1][1] < 10_000]
        return sorted(shown, key=lambda cell: (cell[1][1], cell[1][0]))

    def names(self):
        return [cell[0].split(",")[0] for cell in self.cells()]

    def headings(self):
        """The texts of headings on screen, from the top down."""
        try:
            area = self.area()
            _, top, _, height = area.extents()
            labels = [(child.name, child.extents()) for child in area.children() if child.role == "label"]
        except (Gone, LookupError):
            return []
        shown = [label for label in labels if top <= label[1][1] < top + height and label[1][2] > 100]
        return [text for text, _ in sorted(shown, key=lambda label: label[1][1])]

    def has_keyboard(self):
        """Whether one of its photos has the keyboard."""
        return any(each.has_state(FOCUSED) for each in self.items())

    def described(self, name):
        """What is read out after the name and the state of a photo; empty if it has no widget."""
        return next((each.description for each in self.items() if each.name.split(",")[0] == name), "")

    def items(self):
        """The photos that have widgets, on screen or around it."""
        return [child for child in self.area().children() if child.role == "grid cell"]
