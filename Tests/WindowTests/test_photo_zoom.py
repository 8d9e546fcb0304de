"""One photo in detail: its pixels, upright, zoomed, moved."""

import io

import numpy
import pytest
from PIL import Image

from support import photos, pixels, replies
from support.homes import filtered_by
from support.paintings import encoded, painted, png, shrunk
from support.photo_list import PhotoList
from support.photo_page import PhotoPage, is_background
from support.waiting import stays_true, wait_until


@pytest.mark.parametrize("kind, options", [
    ("PNG", {}), ("JPEG", {"quality": 95, "subsampling": 0}), ("WEBP", {"lossless": True}), ("BMP", {}), ("TIFF", {})])
def test_at_100_percent_the_screen_shows_the_decoded_file(opened, kind, options):
    data = encoded(painted(), kind, **options)
    decoded = numpy.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=float)
    _, page = opened(replies.of(data, f"image/{kind.lower()}"))
    page.wait_for(photos.name(0), width=900, height=640)
    page.key("1")
    page.wait_for(percent=100)
    page.wait_until_shows(decoded, alike=0)


def test_a_photo_is_shown_as_a_whole_and_in_the_middle(opened):
    picture = painted()
    _, page = opened(png(picture))
    page.wait_for(photos.name(0), width=900, height=640)
    _, _, width, height = page.extents()
    shown_height = round(640 * width / 900)
    smaller = shrunk(shrunk(picture.astype(float), width / 900).swapaxes(0, 1), width / 900).swapaxes(0, 1)
    page.wait_until_shows(smaller, alike=1)
    free = (height - shown_height) // 2
    # The page was opened by the keyboard: the focus has a ring along its edges.
    ring = 3
    assert is_background(page.pixels()[ring:free - 1, ring:-ring])
    assert is_background(page.pixels()[height - free + 1:-ring, ring:width // 2])


def test_a_photo_is_upright_whatever_its_exif_says(opened):
    picture = painted()
    exif = Image.Exif()
    exif[0x0112] = 6
    data = encoded(picture, "JPEG", quality=95, subsampling=0, exif=exif)
    turned = numpy.asarray(Image.open(io.BytesIO(data)).transpose(Image.Transpose.ROTATE_270), dtype=float)
    _, page = opened(replies.of(data))
    page.wait_for(photos.name(0), width=640, height=900)
    page.key("1")
    page.wait_until_shows(turned, alike=0)


def test_turning_and_flipping_do_what_they_say(opened):
    picture = painted(300, 200)
    _, page = opened(png(picture))
    page.wait_for(photos.name(0), percent=100)
    shown = Image.fromarray(picture)
    for keys, change in [
            (("r",), Image.Transpose.ROTATE_270), (("h",), Image.Transpose.FLIP_LEFT_RIGHT),
            (("Shift_L", "r"), Image.Transpose.ROTATE_90), (("v",), Image.Transpose.FLIP_TOP_BOTTOM)]:
        page.key(*keys)
        shown = shown.transpose(change)
        page.wait_until_shows(numpy.asarray(shown, dtype=float), alike=0, leave_out=20)


def test_the_wheel_keeps_the_place_under_the_pointer(opened, desktop):
    """Its colours identify the place under the pointer: each field of the picture has its own."""
    picture = painted(1800, 1280)
    _, page = opened(png(picture))
    page.wait_for(photos.name(0), width=1800, height=1280)
    page.key("1")
    page.wait_for(percent=100)
    page.wait_until_shows(picture.astype(float), alike=0)
    _, _, width, height = page.extents()
    at = (width // 3, height // 3)
    place = ((1800 - width) // 2 + at[0], (1280 - height) // 2 + at[1])
    desktop.pointer.move(*page.on_screen(*at))
    desktop.pointer.wheel(notches=3, button=4)
    wait_until(lambda: int(page.says()["percent"]) > 200, 5, lambda: f"it is larger: {page.says()}")
    desktop.pause(0.4)
    field = picture[place[1] // 16 * 16:place[1] // 16 * 16 + 16, place[0] // 16 * 16:place[0] // 16 * 16 + 16]
    shown = page.pixels()[at[1] - 2:at[1] + 3, at[0] - 2:at[0] + 3]
    mean = shown.mean(axis=(0, 1))
    assert numpy.abs(mean - picture[place[1], place[0]]).max() <= 24, (mean, field)


def test_dragging_moves_the_photo_with_the_pointer(opened, desktop):
    picture = painted(1800, 1280)
    _, page = opened(png(picture))
    page.wait_for(photos.name(0), width=1800, height=1280)
    page.key("1")
    page.wait_until_shows(picture.astype(float), alike=0)
    before = page.pixels()
    x, y = page.on_screen(200, 300)
    desktop.pointer.move(x, y)
    desktop.pointer.press()
    for step in range(1, 11):
        desktop.pointer.move(x + 6 * step, y + 3 * step)
        desktop.pause(0.02)
    desktop.pause(0.3)  # a hand that rests before it releases throws nothing
    desktop.pointer.release()
    wait_until(lambda: pixels.difference(page.pixels()[130:330, 160:300], before[100:300, 100:240]) == 0, 3,
               "the photo has moved by as much as the pointer")


def test_keys_zoom_in_steps_fit_and_fill(opened):
    _, page = opened(png(painted()))
    page.wait_for(photos.name(0), width=900)
    fitting = int(page.said()["percent"])
    page.key("plus")
    page.wait_for(percent=round(fitting * 1.5))
    page.key("minus")
    page.wait_for(percent=fitting)
    page.key("2")
    wait_until(lambda: int(page.says()["percent"]) > fitting, 5, "it fills the window")
    page.key("0")
    page.wait_for(percent=fitting)
    page.key("1")
    page.wait_for(percent=100)


def test_a_double_click_leads_to_100_percent_and_back(opened, desktop):
    _, page = opened(png(painted()))
    page.wait_for(photos.name(0), width=900)
    fitting = int(page.said()["percent"])
    x, y = page.on_screen(150, 300)
    # In sequence, also while the previous zoom is animated, and with a slightly unsteady hand.
    for percent in (100, fitting, 100, fitting):
        desktop.pointer.click(x, y)
        desktop.pointer.click(x, y + 1)
        page.wait_for(percent=percent)
    for _ in range(2):
        desktop.pointer.click(x, y)
        desktop.pointer.click(x, y + 1)
    page.wait_for(percent=fitting)
    stays_true(lambda: page.says()["percent"] == str(fitting), 0.5, lambda: f"the zoom stays: {page.says()}")


def test_a_photo_that_is_just_being_opened_takes_a_double_click(server, open_photos, desktop):
    for number in range(3):
        server.on(photos.path(number), png(painted(seed=number)))
    listed = open_photos(3)
    listed.wait_until_done()
    x, y, width, height = listed.extents()
    page = PhotoPage(listed.program)
    for row in range(3):
        desktop.pointer.click(x + width / 2, y + (row + 0.5) * listed.view().row_height)
        # The page exists from now on; the photo is still growing out of its row.
        wait_until(page.says, 5, "the page is open", every=0.001)
        for _ in range(2):
            desktop.pointer.click(x + width / 2, y + height / 2)
        page.wait_for(photos.name(row), percent=100)
        desktop.keyboard.focus(listed.program.window())
        page.close()
        listed.wait_until_done()


def test_what_follows_a_zoom_at_once_finds_it_done(opened):
    picture = painted()
    _, page = opened(png(picture))
    page.wait_for(photos.name(0), width=900)
    fitting = int(page.said()["percent"])
    for keys in (["z", "z"], ["1", "0"], ["plus", "minus"]):
        for key in keys:
            page.key(key)
        page.wait_for(percent=fitting)
        stays_true(lambda: page.says()["percent"] == str(fitting), 0.5, lambda: f"the zoom stays: {page.says()}")
    # Turned and flipped during its transition, it arrives at its destination.
    page.key("1")
    page.key("h")
    page.wait_for(percent=100)
    page.wait_until_shows(picture[:, ::-1].astype(float), alike=0)
    page.key("0")
    page.wait_for(percent=fitting)
    # An arrow moves a photo that is about to be larger than the page, and does not leave it.
    page.key("2")
    page.key("0")
    page.key("1")
    page.key("Right")
    page.wait_for(photos.name(0), percent=100)


def test_on_a_screen_of_twice_the_density_100_percent_is_a_pixel_for_a_pixel(server, launch, new_home, desktop):
    picture = painted(2000, 1400)
    server.on(photos.path(0), png(picture))
    program = launch(server.serve_photos(1), home=filtered_by("none", new_home()), GDK_SCALE="2")
    listed = PhotoList(program, [photos.name(0)])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Return")
    page = PhotoPage(program)
    page.wait_for(photos.name(0), width=2000)
    page.key("1")
    page.wait_for(percent=100)

    def away():
        shown = pixels.of_window(program.window())
        part = shown[300:500, 300:600]
        # Identified by its first row of pixels: no two rows of the picture are alike.
        wide = picture.astype(float)
        candidates = numpy.abs(wide[:, :1700, :] - part[0, 0]).sum(axis=2) == 0
        for y, x in zip(*numpy.nonzero(candidates[:1200])):
            if numpy.array_equal(wide[y:y + 200, x:x + 300], part):
                return 0
        return 1
    wait_until(lambda: away() == 0, 10, "the window shows the photo's own pixels", every=0.3)


def test_what_lets_light_through_lies_on_a_chessboard(opened):
    picture = numpy.zeros((200, 300, 4), dtype=numpy.uint8)
    picture[:, 150:] = (10, 200, 30, 255)
    _, page = opened(png(picture))
    page.wait_for(photos.name(0), percent=100)

    def shown():
        part = page.pixels()
        top, left = (part.shape[0] - 200) // 2, (part.shape[1] - 300) // 2
        return part[top:top + 200, left:left + 300]
    wait_until(lambda: numpy.array_equal(shown()[50, 250], (10, 200, 30)), 5, "the photo is shown")
    greys = {tuple(each) for each in shown()[40:80, 40:100].reshape(-1, 3).astype(int).tolist()}
    assert greys == {(0x99,) * 3, (0x66,) * 3}


@pytest.mark.parametrize("kind", ["GIF", "WEBP"])
def test_photos_that_move_are_played(opened, kind):
    colours = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)]
    frames = [Image.new("RGB", (120, 80), colour) for colour in colours]
    file = io.BytesIO()
    frames[0].save(file, kind, save_all=True, append_images=frames[1:], duration=300, loop=0,
                   **({"lossless": True} if kind == "WEBP" else {}))
    _, page = opened(replies.of(file.getvalue(), f"image/{kind.lower()}"))
    page.wait_for(photos.name(0), width=120)
    seen = []
    x, y, width, height = page.extents()
    window = page.program.window()

    def all_twice():
        now = tuple(int(each) for each in pixels.of_window(window, x + width // 2, y + height // 2, 1, 1)[0, 0])
        if now in colours and (not seen or seen[-1] != now):
            seen.append(now)
        return len(seen) >= 8
    wait_until(all_twice, 10, lambda: f"the frames alternate: {seen}", every=0.01)
    start = colours.index(seen[1])
    assert seen[1:] == [colours[(start + index) % 4] for index in range(len(seen) - 1)]
