"""The transitions of a photo: it grows from its row, shrinks into it, and fills the screen."""

import io
import math
import struct

import numpy
from PIL import Image

from support import photos, pixels, replies
from support.homes import filtered_by
from support.paintings import encoded, painted, png
from support.photo_list import PhotoList
from support.photo_page import is_background
from support.waiting import stays_true, wait_until


def test_a_photo_grows_from_its_row_and_shrinks_into_it(server, launch, new_home, desktop):
    server.on(photos.path(0), png(numpy.full((640, 900, 3), (200, 40, 40), dtype=numpy.uint8)))
    program = launch(server.serve_photos(3), home=filtered_by("none", new_home()))
    listed = PhotoList(program, [photos.name(number) for number in range(3)])
    listed.wait_until_done()
    window = program.window()
    x, _, _, _ = listed.extents()

    def red():
        """The photo's extent in a column through the row's picture: faster to read than the whole window."""
        shown = pixels.of_window(window, x + 60, 0, 1, window.get_geometry().height)
        return int((numpy.abs(shown - (200, 40, 40)).max(axis=2) <= 12).sum())
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    lengths = [red()]

    def grown():
        lengths.append(red())
        return lengths[-1] > 325
    wait_until(grown, 5, lambda: f"the photo fills the page: {lengths}", every=0.001)
    assert any(80 < each < 320 for each in lengths), lengths
    desktop.pause(0.5)
    lengths = []
    desktop.keyboard.press("Escape")

    def gone():
        lengths.append(red())
        return lengths[-1] <= photos.SHOWN
    wait_until(gone, 5, lambda: f"the list is shown: {lengths}", every=0.001)
    assert any(80 < each < 320 for each in lengths), lengths


def test_nothing_moves_on_a_desktop_that_wants_nothing_to(server, open_photos, desktop):
    server.on(photos.path(0), png(numpy.full((640, 900, 3), (200, 40, 40), dtype=numpy.uint8)))
    listed = open_photos(3, still=True)
    listed.wait_until_done()
    window = listed.program.window()

    def red():
        return int((numpy.abs(pixels.of_window(window) - (200, 40, 40)).max(axis=2) <= 12).sum())
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    areas = [red()]
    desktop.keyboard.press("Return")

    def is_open():
        areas.append(red())
        return areas[-1] > 100_000
    wait_until(is_open, 5, lambda: f"the photo fills the page: {areas}", every=0.001)
    # A row's picture is red as well.
    assert not any(photos.SHOWN ** 2 < each < 90_000 for each in areas), areas


def test_the_row_s_picture_lies_where_the_photo_will(opened, server):
    """It is the middle of the photo, blurred: compared with its successor, nothing has moved."""
    picture = numpy.zeros((600, 900, 3), numpy.uint8)
    picture[:, :, 2] = 200
    picture[150:450, 300:600] = (230, 230, 20)
    data = encoded(picture, "JPEG", quality=95, exif=with_thumbnail(picture))
    # Without animations, because the first visible place is compared: a photo growing from its row would be on its way
    # there.
    listed, page = opened(replies.trickling(data, 3, pieces=30), still=True)
    page.wait_for(photos.name(0), width=900, height=600)

    def yellow():
        shown = page.pixels()
        places = numpy.argwhere((shown[:, :, 0] > 128) & (shown[:, :, 2] < 110))
        return (*places.min(axis=0), *places.max(axis=0)) if len(places) else None
    first = wait_until(yellow, 3, "the row's picture is shown")
    wait_until(lambda: all(each.finished for each in server.asked_for(photos.path(0))[-1:]), 10,
               "the photo is complete")
    listed.program.desktop.pause(0.5)
    last = yellow()
    # A pixel of the row's picture is as large as several of the photo.
    assert max(abs(one - other) for one, other in zip(first, last)) <= page.extents()[2] / 80, (first, last)


def with_thumbnail(picture):
    """Exif with a small picture of it, as cameras write it."""
    small = io.BytesIO()
    height, width = picture.shape[:2]
    Image.fromarray(picture).resize((160, round(160 * height / width))).save(small, "JPEG", quality=80)
    body = small.getvalue()
    # Little-endian TIFF: an empty first directory, and the thumbnail's.
    entries = [(0x0103, 3, 6), (0x0201, 4, 14 + 2 + 3 * 12 + 4), (0x0202, 4, len(body))]
    tiff = struct.pack("<2sHI", b"II", 42, 8) + struct.pack("<HI", 0, 14) + struct.pack("<H", len(entries))
    for tag, kind, value in entries:
        tiff += struct.pack("<HHII", tag, kind, 1, value)
    return b"Exif\0\0" + tiff + struct.pack("<I", 0) + body


def test_fullscreen_shows_the_photo_alone_once_the_pointer_rests(manager, opened, desktop):
    # pylint: disable=unused-argument
    listed, page = opened(*[png(painted(seed=number)) for number in range(2)])
    page.wait_for(photos.name(0), width=900, height=640)
    window = listed.program.window()
    before = window.get_geometry().width
    page.key("f")
    wait_until(lambda: window.get_geometry().width > before, 5, "the window fills the screen")
    page.wait_for(percent=100)
    decoded = painted(seed=0).astype(float)

    def away():
        whole = page.pixels()
        top, left = (whole.shape[0] - 640) / 2, (whole.shape[1] - 900) / 2
        if not is_background(whole[:int(top) - 1]):
            return 255
        return min(pixels.difference(whole[y:y + 640, x:x + 900], decoded)
                   for y in {int(top), math.ceil(top)} for x in {int(left), math.ceil(left)})

    def is_alone():
        return away() == 0
    # The pointer is still in its first place: inside the window, over the photo.
    wait_until(is_alone, 8, lambda: f"only the photo is shown: {away()}", every=0.2)
    stays_true(is_alone, 1, "nothing reappears by itself", every=0.1)
    # On the photo, on a button that hides when the pointer rests, and on the title.
    for place in [(400, 300), (page.extents()[2] - 30, page.extents()[3] // 2), (500, 12)]:
        x, y = page.on_screen(*place)
        # A moving hand sends several positions on its way.
        for step in range(5):
            desktop.pointer.move(x - 4 + step, y)
            desktop.pause(0.02)
        wait_until(lambda: not is_alone(), 3, f"the controls are back at {place}", every=0.05)
        wait_until(is_alone, 8, lambda: f"only the photo is shown: {away()}", every=0.2)
        stays_true(is_alone, 1, "nothing reappears by itself", every=0.1)
    page.key("Escape")
    wait_until(lambda: window.get_geometry().width == before, 5, "the window has its former size")
    assert page.canvas() is not None
