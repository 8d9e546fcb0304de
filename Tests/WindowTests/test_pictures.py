"""The pixels of rows."""

import io
import time

import numpy
import pytest
from PIL import Image

from support import photos, pixels, replies
from support.photo_list import PhotoList
from support.waiting import stays_true, wait_until


@pytest.fixture
def shown(server, launch):
    """Opens a catalogue of the given replies, one per row, and returns its list, completely loaded; row 0 is photo 0,
    which locates the pictures."""
    def shown(*served):
        for number, reply in enumerate(served, 1):
            server.on(photos.path(number), reply)
        count = len(served) + 1
        listed = PhotoList(launch(server.serve_photos(count)), [photos.name(number) for number in range(count)])
        listed.wait_until_done()
        listed.wait_until_found(0, photos.filtered(0))
        return listed
    return shown


def test_every_row_on_screen_shows_the_sepia_of_the_photo_served_for_it(server, open_list, desktop):
    _, listed = open_list(1_000)
    listed.wait_until_done()
    listed.wait_until_found(0, photos.filtered(0))
    rows = [row for row in listed.rows_on_screen() if listed.is_whole(row)]
    assert len(rows) >= 6
    for row in rows:
        listed.wait_until_shown(row, photos.filtered(row))

    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=37)
    listed.wait_until_done()
    rows = [row for row in listed.rows_on_screen() if listed.is_whole(row)]
    assert rows[0] > 10
    for row in rows:
        listed.wait_until_shown(row, photos.filtered(row))


def test_a_lossless_photo_of_the_size_shown_is_filtered_exactly(shown):
    colours = numpy.random.default_rng(0).integers(0, 256, (10, 10, 3), dtype=numpy.uint8)
    colours[5, 4:7] = [[255, 0, 0], [136, 136, 136], [204, 102, 51]]  # a red, a grey and an orange
    square = colours.repeat(8, axis=0).repeat(8, axis=1)
    file = io.BytesIO()
    Image.fromarray(square).save(file, "PNG")
    listed = shown(replies.of(file.getvalue(), "image/png"))

    expected = photos.sepia(square.astype(float))
    assert expected[40, 32:56:8].tolist() == [[131, 71, 55], [174, 158, 129], [175, 140, 104]]
    listed.wait_until_found(1, expected)  # its hard edges show the place to the pixel

    def away():
        return numpy.abs(pixels.middle(listed.picture(1)) - pixels.middle(expected)).max()
    wait_until(lambda: away() == 0, 3, lambda: f"the pictures are equal; the difference is {away()}")


def test_a_photo_is_cropped_to_fill_its_square(shown):
    """A wide photo with differently coloured sides, a tall one with differently coloured ends: only the middles show.
    """
    def striped(size, box):
        image = Image.new("RGB", size, (255, 0, 255))
        image.paste((90, 120, 60), box)
        file = io.BytesIO()
        image.save(file, "PNG")
        return replies.of(file.getvalue(), "image/png")
    listed = shown(striped((400, 100), (145, 0, 255, 100)), striped((100, 400), (0, 145, 100, 255)))
    plain = photos.sepia(numpy.full((80, 80, 3), [90., 120., 60.]))
    listed.wait_until_shown(1, plain)
    listed.wait_until_shown(2, plain)


def test_a_photo_is_turned_as_its_exif_orientation_says(shown):
    image = Image.fromarray((photos.painted(3) + 0.5).astype(numpy.uint8))
    exif = Image.Exif()
    exif[0x0112] = 6  # shown turned by 90 degrees clockwise
    file = io.BytesIO()
    image.save(file, "JPEG", quality=95, subsampling=0, exif=exif)
    listed = shown(replies.of(file.getvalue()))
    turned = photos.cropped_to_square(image.transpose(Image.Transpose.ROTATE_270))
    listed.wait_until_shown(1, photos.sepia(turned))


def test_failed_rows_show_the_failed_placeholder_and_rows_under_way_another(server, open_list):
    for number, reply in ((1, replies.status(404)), (2, replies.text()), (3, replies.empty()), (4, replies.never())):
        server.on(photos.path(number), reply)
    _, listed = open_list(5)
    for row, state in enumerate(("filtered", "failed", "failed", "failed", "downloading")):
        listed.wait_for_state(row, state)
    listed.wait_until_found(0, photos.filtered(0))
    failed = [pixels.middle(listed.picture(row)) for row in (1, 2, 3)]
    assert numpy.array_equal(failed[0], failed[1]) and numpy.array_equal(failed[0], failed[2])
    assert failed[0].std() > 1, "the placeholder shows an icon"
    under_way = pixels.middle(listed.picture(4))
    assert pixels.difference(failed[0], under_way) > 0.5, "a failed row looks like a loading one"


FADE = 0.3  # seconds (RowStyle.fadeMilliseconds)


def looks_on_the_way(listed, row):
    """How far the row was from its unfiltered photo (0) to its filtered one (1), at each look before it was there, and
    the longest time between two looks since a fade before that."""
    before, after = pixels.middle(photos.unfiltered(row)), pixels.middle(photos.filtered(row))
    way = after - before
    seen, times = [], []

    def arrives():
        shown = pixels.middle(listed.picture(row))
        times.append(time.monotonic())
        part = float(((shown - before) * way).sum() / (way * way).sum())
        if pixels.difference(shown, before + part * way) <= 2:
            seen.append(part)
        return pixels.difference(shown, after) <= pixels.ALIKE
    wait_until(arrives, 10, f"row {row} shows its filtered photo", every=0.002)
    pause = max((late - early for early, late in zip(times, times[1:]) if late > times[-1] - FADE), default=FADE)
    stays_true(arrives, 0.4, f"row {row} shows its filtered photo")
    return seen, pause


def test_a_photo_is_shown_unfiltered_then_fades_over_to_its_filtered_form(server, open_list):
    late = {1: 1.5, 2: 4, 3: 6.5, 4: 9, 5: 11.5}
    for number, seconds in late.items():
        server.on(photos.path(number), replies.after(seconds, replies.photo(number)))
    _, listed = open_list(6)
    listed.wait_for_state(0, "filtered")
    listed.wait_until_found(0, photos.filtered(0))
    pauses = []
    for row in late:
        seen, pause = looks_on_the_way(listed, row)
        pauses.append(pause)
        assert all(later >= earlier - 0.05 for earlier, later in zip(seen, seen[1:])), f"the fade is monotonic: {seen}"
        # On a busy machine a fade fits between two looks, and nothing is known of it: another row is looked at.
        if pause < FADE / 3:
            assert min(seen) < 0.9, f"the unfiltered photo was never visible: {seen}"
            assert any(0.05 < part < 0.95 for part in seen), f"no fade was visible: {seen}"
        if row >= 3 and min(pauses) < FADE / 3:
            break
    assert min(pauses) < FADE / 3, f"nobody has looked often enough: {pauses}"


def test_what_memory_holds_is_shown_without_a_fade(server, open_list, desktop):
    program, listed = open_list(500)
    listed.wait_until_done()
    listed.wait_until_found(0, photos.filtered(0))
    listed.take_keyboard()
    desktop.keyboard.press("End")
    listed.wait_for_bottom(499, 5)
    listed.wait_until_done()

    place = listed.place_of(0, offset=0)
    wanted = pixels.middle(photos.filtered(0))
    elsewhere = pixels.middle(listed.crop(place))
    desktop.keyboard.press("Home")
    seen = []

    def arrives():
        shown = pixels.middle(listed.crop(place))
        if pixels.difference(shown, elsewhere) > 0.1 and pixels.difference(shown, wanted) > pixels.ALIKE:
            seen.append(shown)
        return pixels.difference(shown, wanted) <= pixels.ALIKE
    wait_until(arrives, 5, "the first photo is back", every=0.002)
    before = pixels.middle(photos.unfiltered(0))
    way = wanted - before
    for shown in seen:
        part = float(((shown - before) * way).sum() / (way * way).sum())
        assert not (part < 0.9 and pixels.difference(shown, before + part * way) <= 2), \
            f"the photo was visible {part:.2f} of the way to its filtered form"


def test_on_a_screen_of_twice_the_density_photos_are_shown_at_twice_the_pixels(server, launch):
    program = launch(server.serve_photos(3), GDK_SCALE="2")
    listed = PhotoList(program, [photos.name(number) for number in range(3)])
    listed.wait_until_done()
    wanted = photos.filtered(1, 2 * photos.SHOWN)

    def away():
        shown = pixels.of_window(program.window(), 0, 0, 400, 800)
        return pixels.locate(wanted, shown[2 * 130:2 * 270, :2 * 120])[1]
    wait_until(lambda: away() <= pixels.ALIKE, 10, lambda: f"the photo is shown sharply; it is {away():.1f} away",
               every=0.2)
