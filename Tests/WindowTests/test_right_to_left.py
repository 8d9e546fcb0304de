"""The program in right-to-left locales: the next item is on the left."""

import numpy
import pytest

from support import filters, photos, pixels
from support.filter_bar import FilterBar, divider
from support.paintings import painted, png
from support.photo_list import PhotoList
from support.photo_page import activate
from support.waiting import wait_until

HEBREW = {"LANGUAGE": "he"}  # GTK's own translation states the direction of its language


@pytest.fixture
def page(server, open_photos, desktop):
    for number in range(3):
        server.on(photos.path(number), png(painted(seed=number)))
    listed = open_photos(3, **HEBREW)
    listed.wait_until_done()
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0), width=900)
    return page


@pytest.mark.parametrize("language", [{}, HEBREW], ids=["left to right", "right to left"])
@pytest.mark.parametrize("name", ["Lake 7", "7 \u05d0\u05d2\u05dd"], ids=["Latin", "Hebrew"])
def test_names_begin_beside_the_picture(server, launch, language, name):
    program = launch(server.serve_catalogue([(name, photos.path(0))]), **language)
    listed = PhotoList(program, [name])
    listed.wait_until_done()
    x, y, width, height = listed.object(0).extents()
    across, down = program.frame_width()
    row = pixels.of_window(program.window(), x + across, y + down, width, height // 2)
    if language:
        row = row[:, ::-1]
    # Right of the picture and the space around it.
    text = row[:, 12 + 80 + 8:]
    ink = numpy.nonzero((text < 120).all(axis=2).any(axis=0))[0]
    assert ink.size and ink.min() < 12 and ink.max() < 100, (ink.min(), ink.max())


def test_arrow_keys_lead_where_they_point(page):
    page.key("Left")
    page.wait_for(photos.name(1))
    page.key("Left")
    page.wait_for(photos.name(2))
    page.key("Right")
    page.wait_for(photos.name(1))


def test_arrow_keys_lead_through_the_strip_as_it_lies(page):
    bar = FilterBar(page)
    bar.open()
    page.key("Home")
    wait_until(lambda: bar.chosen() == ["None"], 5, lambda: f"{bar.chosen()}")
    page.key("Left")
    wait_until(lambda: bar.chosen() == ["Mono"], 5, lambda: f"{bar.chosen()}")
    page.key("Right")
    wait_until(lambda: bar.chosen() == ["None"], 5, lambda: f"{bar.chosen()}")


def test_the_original_is_at_the_left_as_anywhere(page):
    bar = FilterBar(page)
    bar.open()
    page.key("Home")
    for _ in range(6):
        page.key("Left")
    wait_until(lambda: bar.chosen() == ["Invert"], 5, lambda: f"{bar.chosen()}")
    page.key("Escape")
    page.key("1")
    page.wait_for(percent=100)
    page.key("c")
    picture = painted(seed=0)

    def at():
        return divider(page, picture.astype(float), filters.filtered(picture, "Invert", 1))
    wait_until(lambda: at() is not None and abs(at() - 0.5) < 0.02, 5, lambda: f"the divider is in the middle: {at()}")
    for _ in range(5):
        page.key("Left")
    wait_until(lambda: at() is not None and abs(at() - 0.41) < 0.02, 5, lambda: f"it follows the key: {at()}")
    application = page.program.accessible()
    original, filtered = (application.get("label", text).extents()[0] for text in ("Original", "Invert"))
    handle = application.get("slider", lambda name: name.startswith("Divider"))
    assert original < filtered and handle.value() < 0.5
