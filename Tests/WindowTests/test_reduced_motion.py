"""A desktop that wants nothing to move: what changes, changes at once."""

import io
import threading

import numpy
import pytest
from PIL import Image

from support import photos, pixels, replies
from support.paintings import png
from support.photo_list import PhotoList
from support.waiting import wait_until

STILL = [False, True]

# A movement lasts a few frames: it is seen by a test that has the processors for itself.
pytestmark = pytest.mark.alone


class Watch:
    """Looks at a number as often as it can, from an action until the number has its last value."""

    def __init__(self, number):
        self.number = number
        self.seen = []

    def until(self, is_last, within=5):
        def look():
            now = self.number()
            if not self.seen or self.seen[-1] != now:
                self.seen.append(now)
            return is_last(now)
        wait_until(look, within, lambda: f"it is there: {self.seen}", every=0.001)
        return self

    def rest(self, within=10):
        """Looks on until the number rests, and returns it."""
        lasting = []

        def rests():
            lasting.append(self.number())
            if self.seen[-1] != lasting[-1]:
                self.seen.append(lasting[-1])
            return len(lasting) > 30 and len(set(lasting[-30:])) == 1
        wait_until(rests, within, lambda: f"it rests: {self.seen}", every=0.005)
        return self.seen[-1]

    def between(self, first, last, slack=2):
        """The values that are neither."""
        return [each for each in self.seen if abs(each - first) > slack and abs(each - last) > slack]


def square():
    """Red, and smaller than the window."""
    return png(numpy.full((200, 200, 3), (255, 0, 0), dtype=numpy.uint8))


def is_red(shown):
    return (shown[:, :, 0] > 200) & (shown[:, :, 1:].max(axis=2) < 60)


@pytest.fixture
def page(opened):
    def page(still):
        _, page = opened(square(), square(), square(), still=still)
        page.wait_for(photos.name(0), width=200)
        wait_until(lambda: is_red(page.pixels()).any(), 5, "the photo is shown")
        return page
    return page


@pytest.mark.parametrize("still", STILL)
def test_a_photo_is_zoomed_at_once(page, still, desktop):
    page = page(still)
    _, y, _, height = page.extents()
    line = y + height // 2

    def width():
        window = page.program.window()
        return int(is_red(pixels.of_window(window, 0, line, window.get_geometry().width, 1)).sum())
    before = wait_until(width, 5, "the photo is shown")
    desktop.keyboard.press("plus")
    watch = Watch(width).until(lambda now: now > before)
    last = watch.rest()
    assert bool(watch.between(before, last, slack=1)) != still, watch.seen


@pytest.mark.parametrize("key", ["e", "F9", "F4"], ids=["filters", "details", "thumbnails"])
@pytest.mark.parametrize("still", STILL)
def test_what_slides_into_a_page_is_there_at_once(page, still, key, desktop):
    page = page(still)

    canvas = page.photo()

    def free():
        """Half of the way around the photo's place."""
        return sum(canvas.extents()[2:])
    before = free()
    desktop.keyboard.press(key)
    watch = Watch(free).until(lambda now: now < before)
    last = watch.rest()
    assert bool(watch.between(before, last)) != still, watch.seen


@pytest.mark.parametrize("still", STILL)
def test_a_filtered_photo_takes_the_place_of_its_original_at_once(server, open_photos, still, desktop):
    # White, which the filter makes black.
    file = io.BytesIO()
    Image.new("RGB", (240, 160), "white").save(file, "PNG")
    watched = threading.Event()
    server.on(photos.path(0), replies.when(watched, replies.of(file.getvalue(), "image/png")))
    desktop.park_pointer()
    listed = open_photos(1, filter="invert", still=still)
    program = listed.program
    x, y, _, height = wait_until(lambda: listed.object(0).extents(), 10, "there is a row")
    across, down = program.frame_width()

    def light():
        return int(pixels.of_window(program.window(), x + across + 12 + 40, y + down + height // 2, 1, 1)[0, 0, 0])
    watch = Watch(light)
    watch.until(lambda _: True)
    watched.set()
    watch.until(lambda now: now <= 2, within=10)
    # The placeholder is nearly white.
    grey = [each for each in watch.seen if 5 < each < 200]
    assert bool(grey) != still, watch.seen


def test_keys_scroll_the_list_at_once(open_photos, desktop):
    listed = open_photos(60, still=True)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("End")
    last = 60 * listed.view().row_height - listed.view().height
    watch = Watch(lambda: listed.view().offset).until(lambda now: now >= last - 1)
    assert not watch.between(0, last), watch.seen


@pytest.mark.parametrize("still", STILL)
def test_a_moving_photo_comes_to_rest_after_five_seconds(opened, still):
    frames = [Image.new("L", (400, 300), grey) for grey in (60, 200)]
    moving = io.BytesIO()
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:], duration=100, loop=0)
    _, page = opened(replies.of(moving.getvalue(), "image/gif"), still=still)
    page.wait_for(photos.name(0), width=400)

    x, y, width, height = page.extents()

    def light():
        return int(pixels.of_window(page.program.window(), x + width // 2, y + height // 2, 1, 1)[0, 0, 0])
    watch = Watch(light).until(lambda _: len(watch_of(light)) == 2)
    assert watch.seen
    seen = []

    def rests():
        seen.append(light())
        return len(seen) > 100 and len(set(seen[-100:])) == 1
    if still:
        # Frames may come later than they are due.
        wait_until(rests, 40, "it rests", every=0.01)
    else:
        with pytest.raises(AssertionError):
            wait_until(rests, 7, "it rests", every=0.01)


def watch_of(number, times=60):
    return {number() for _ in range(times)}
