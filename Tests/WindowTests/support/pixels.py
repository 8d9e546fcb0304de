"""Pixels of a window, and the search for a picture among them."""

import numpy
from Xlib import X, error

from .waiting import Gone

MARGIN = 10  # excluded on each side of a picture: its corners are round
ALIKE = 1.5  # of 255, on average: two decoders round and scale a JPEG differently


def of_window(window, x=0, y=0, width=None, height=None):
    """(height, width, 3) of the window's current pixels, or of a part of it."""
    data, width, height = bytes_of_window(window, x, y, width, height)
    data = numpy.frombuffer(data, numpy.uint8).reshape(height, width, 4)
    return data[:, :, 2::-1].astype(float)


def bytes_of_window(window, x=0, y=0, width=None, height=None):
    """The same as bytes, four for each pixel, with the width and the height: to see only whether something changed."""
    if width is None:
        geometry = window.get_geometry()
        width, height = geometry.width - x, geometry.height - y
    try:
        image = window.get_image(x, y, width, height, X.ZPixmap, 0xFFFFFFFF)
    except error.BadMatch:
        # A window that grows or shrinks reports this before or after its parts do.
        raise Gone(f"{width} × {height} pixels at {x}, {y} of the window") from None
    return image.data, width, height


def middle(picture):
    return picture[MARGIN:-MARGIN, MARGIN:-MARGIN]


def difference(one, other):
    """The mean difference of a channel, of 255."""
    return float(numpy.abs(one - other).mean())


def locate(picture, within):
    """((x, y), difference): the best place in `within` for the middle of `picture`, as the picture's top left corner.
    """
    wanted = middle(picture)
    height, width, _ = wanted.shape
    best = (None, 256.0)
    # Coarsely first, on every 4th pixel at every place; then the true difference at the best places.
    sample = wanted[::4, ::4]
    places = []
    for y in range(within.shape[0] - height + 1):
        for x in range(within.shape[1] - width + 1):
            places.append((difference(within[y:y + height:4, x:x + width:4], sample), x, y))
    for _, x, y in sorted(places)[:60]:
        place = x - MARGIN, y - MARGIN
        inner = difference(within[y:y + height, x:x + width], wanted)
        found = max(inner, _difference_to_edges(picture, within, *place))
        if found < best[1]:
            best = (place, found)
    return best


def _difference_to_edges(picture, within, x, y):
    """The same with the edges and without the corners, where all of the picture is `within`.

    A regular pattern amid a fade resembles its neighbour; its edges do not.
    """
    height, width, _ = picture.shape
    there = within[max(y, 0):y + height, max(x, 0):x + width]
    if there.shape != picture.shape:
        return 0.0
    return max(difference(there[MARGIN:-MARGIN], picture[MARGIN:-MARGIN]),
               difference(there[:, MARGIN:-MARGIN], picture[:, MARGIN:-MARGIN]))
