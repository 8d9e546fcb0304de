"""One photo: opened from its row, looked at, left."""

import io
import math
import struct

import numpy
import pytest
from PIL import Image

from support import photos, pixels, replies
from support.homes import filtered_by, without_animations
from support.menus import close_menu, enter, open_main_menu, wait_for_menu
from support.mutter import Mutter
from support.photo_list import PhotoList
from support.photo_page import PhotoPage, focused_row, is_background
from support.waiting import stays_true, wait_until
from support.window_manager import WindowManager

SIZE = (900, 640)


def painted(width=SIZE[0], height=SIZE[1], seed=1):
    """A picture whose every part is another, as (height, width, 3) bytes."""
    rng = numpy.random.default_rng(seed)
    fields = rng.integers(0, 256, ((height + 15) // 16, (width + 15) // 16, 3), dtype=numpy.uint8)
    fine = rng.integers(0, 24, (height, width, 3), dtype=numpy.uint8)
    picture = fields.repeat(16, axis=0).repeat(16, axis=1)[:height, :width].astype(int) + fine
    return numpy.clip(picture, 0, 255).astype(numpy.uint8)


def encoded(picture, kind="PNG", **options):
    file = io.BytesIO()
    Image.fromarray(picture).save(file, kind, **options)
    return file.getvalue()


def png(picture, **options):
    return replies.of(encoded(picture, **options), "image/png")


def shrunk(picture, scale):
    """Its rows, fewer by `scale`: each the mean of the area that it stands for."""
    sums = numpy.concatenate([numpy.zeros_like(picture[:1]), picture.cumsum(axis=0)])
    edges = numpy.minimum(numpy.arange(round(len(picture) * scale) + 1) / scale, len(picture))
    whole = numpy.minimum(edges.astype(int), len(picture) - 1)
    at_edges = sums[whole] + picture[whole] * (edges - whole).reshape(-1, 1, 1)
    return numpy.diff(at_edges, axis=0) * scale


@pytest.fixture
def open_photos(server, launch, new_home):
    """Opens a catalogue of so many photos, each as it is: with animations, as GTK has them, unless `still`."""
    def open_photos(count, filter="none", still=False, **variables):
        home = filtered_by(filter, new_home())
        program = launch(server.serve_photos(count), home=without_animations(home) if still else home, **variables)
        return PhotoList(program, [photos.name(number) for number in range(count)])
    return open_photos


@pytest.fixture
def opened(server, open_photos, desktop):
    """Opens a catalogue of these replies, one a row, and the page of one of its photos; returns the list and the page."""
    def opened(*served, row=0, wait=True, **options):
        for number, reply in enumerate(served):
            server.on(photos.path(number), reply)
        listed = open_photos(len(served), **options)
        if wait:
            listed.wait_until_done()
        return listed, activate(listed, row, desktop)
    return opened


def activate(listed, row, desktop):
    """Moves to the row and presses Enter, as a person without a mouse does."""
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    for _ in range(row):
        desktop.keyboard.press("Down")
    wait_until(lambda: focused_row(listed) == row, 5, lambda: f"row {row} has the keyboard, not {focused_row(listed)}")
    desktop.keyboard.press("Return")
    return PhotoPage(listed.program)


def test_enter_opens_a_photo_and_escape_leads_back_to_its_row(opened, desktop):
    listed, page = opened(*[png(painted(seed=number)) for number in range(3)], row=1)
    page.wait_for(photos.name(1), width=900, height=640)
    page.close()
    wait_until(lambda: focused_row(listed) == 1, 5, lambda: f"row 1 has the keyboard, not {focused_row(listed)}")


def test_a_click_opens_a_photo_and_alt_left_leads_back(server, open_photos, desktop):
    server.on(photos.path(0), png(painted()))
    listed = open_photos(3)
    listed.wait_until_done()
    x, y, _, _ = listed.extents()
    desktop.pointer.click(x + 40, y + 40)
    page = PhotoPage(listed.program)
    page.wait_for(photos.name(0))
    desktop.keyboard.focus(listed.program.window())
    desktop.keyboard.press("Alt_L", "Left")
    wait_until(lambda: page.canvas() is None, 5, "the list is shown again")


def test_after_next_and_back_the_list_shows_the_row_it_left_off_at(server, open_photos, desktop):
    listed = open_photos(200)
    listed.wait_until_done()
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0))
    for number in range(1, 31):
        page.key("Page_Down")
        page.wait_for(photos.name(number))
    page.close()
    wait_until(lambda: focused_row(listed) == 30, 5, lambda: f"row 30 has the keyboard, not {focused_row(listed)}")
    assert listed.is_whole(30)
    listed.wait_until_done()


def test_the_list_stands_where_it_stood(server, open_photos, desktop):
    listed = open_photos(300)
    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=20)
    listed.wait_until_done()
    offset = listed.view().offset
    x, y, _, height = listed.extents()
    desktop.pointer.click(x + 200, y + height / 2)
    page = PhotoPage(listed.program)
    page.wait_for()
    desktop.keyboard.focus(listed.program.window())
    page.close()
    assert listed.view().offset == offset


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
    assert is_background(page.pixels()[:free - 1])
    assert is_background(page.pixels()[height - free + 1:, :width // 2])


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
    """The place under the pointer is told by its colours: each field of the picture has its own."""
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
    assert numpy.abs(shown.mean(axis=(0, 1)) - picture[place[1], place[0]]).max() <= 24, (shown.mean(axis=(0, 1)), field)


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
    desktop.pause(0.3)  # a hand that rests before it lets go throws nothing
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
    # One after the other, also while the zoom before is on its way, and with a hand that is not quite still.
    for percent in (100, fitting, 100, fitting):
        desktop.pointer.click(x, y)
        desktop.pointer.click(x, y + 1)
        page.wait_for(percent=percent)
    for _ in range(2):
        desktop.pointer.click(x, y)
        desktop.pointer.click(x, y + 1)
    page.wait_for(percent=fitting)
    stays_true(lambda: page.says()["percent"] == str(fitting), 0.5, lambda: f"it stays so: {page.says()}")


def test_a_photo_that_is_just_being_opened_takes_a_double_click(server, open_photos, desktop):
    for number in range(3):
        server.on(photos.path(number), png(painted(seed=number)))
    listed = open_photos(3)
    listed.wait_until_done()
    x, y, width, height = listed.extents()
    page = PhotoPage(listed.program)
    for row in range(3):
        desktop.pointer.click(x + width / 2, y + (row + 0.5) * listed.view().row_height)
        # The page is there from now on; the photo is still growing out of its row.
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
        stays_true(lambda: page.says()["percent"] == str(fitting), 0.5, lambda: f"it stays so: {page.says()}")
    # Turned and flipped while it is on its way, it comes to where it was going.
    page.key("1")
    page.key("h")
    page.wait_for(percent=100)
    page.wait_until_shows(picture[:, ::-1].astype(float), alike=0)
    page.key("0")
    page.wait_for(percent=fitting)
    # What is about to be larger than the page is moved by an arrow, not left.
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
        # Found by its first row of pixels: no two rows of the picture are alike.
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
    wait_until(all_twice, 10, lambda: f"frames in turn: {seen}", every=0.01)
    start = colours.index(seen[1])
    assert seen[1:] == [colours[(start + index) % 4] for index in range(len(seen) - 1)]


def test_a_photo_that_cannot_be_had_says_why_and_is_tried_again(opened, server):
    listed, page = opened(replies.status(404))
    wait_until(page.message, 5, "the failure is said")
    page.wait_for_message("Not found on the server (404)")
    application = listed.program.accessible()
    assert page.said()["percent"] is None and not application.find("button", "Zoom In"), "there is nothing to zoom"
    server.on(photos.path(0), png(painted()))
    wait_until(lambda: next(each for each in application.find_all("button", f"Retry {photos.name(0)}")
                            if each.extents()[2] > 1), 5, "it can be tried again").do()
    page.wait_for(photos.name(0), width=900)
    wait_until(lambda: page.message() is None, 5, lambda: f"no failure is said any more: {page.message()}")
    application.get("button", "Zoom In")


def test_a_photo_that_is_cut_short_is_shown_as_far_as_it_goes(opened):
    picture = painted(900, 640)
    data = encoded(picture, "JPEG", quality=95, subsampling=0)
    listed, page = opened(replies.of(data[:len(data) // 2]))
    page.wait_for(f"{photos.name(0)}, cut short", width=900)
    assert page.message() is None, "what can be seen is no failure"
    assert listed.program.accessible().find("label", "Cut short").extents()[2] > 1, "it is said on the page"
    decoded = numpy.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=float)
    page.key("1")
    page.wait_for(percent=100)
    _, _, width, height = page.extents()
    left, top = (900 - width) // 2, (640 - height) // 2

    def upper_half_is_there():
        shown = page.pixels()[max(0, -top) + 120:max(0, -top) + 200, 100:width - 100]
        wanted = decoded[max(0, top) + 120:max(0, top) + 200, left + 100:left + width - 100]
        return pixels.difference(shown, wanted) == 0
    wait_until(upper_half_is_there, 5, "the upper part is shown")


def test_a_photo_that_never_ends_shows_what_came_and_is_given_up_on_leaving(opened, server):
    picture = painted(1600, 1200)
    data = encoded(picture, "JPEG", quality=95, subsampling=0)
    listed, page = opened(replies.trickling(data, 30, pieces=60), wait=False)
    page.wait_for(photos.name(0), width=1600, height=1200)

    def top_is_there():
        shown = page.pixels()
        middle = shown.shape[0] // 2
        return not is_background(shown[middle - 120:middle - 80, 100:-100])
    wait_until(top_is_there, 15, "the upper part of the photo is shown while the rest comes", every=0.1)
    page.close()
    wait_until(lambda: all(each.closed or each.finished for each in server.asked_for(photos.path(0))[:-1]), 5,
               "the request is closed")


def test_what_the_row_has_fetched_is_not_fetched_again(opened, server):
    listed, page = opened(png(painted()))
    page.wait_for(photos.name(0), width=900)
    page.key("1")
    page.wait_for(percent=100)
    server.wait_until_quiet()
    asked = server.asked_for(photos.path(0))
    whole = [each for each in asked if each.finished and "range" not in {key.lower() for key in each.headers}]
    assert len(whole) <= 1, [each.headers for each in asked]


def test_the_neighbours_are_there_before_they_are_asked_for(server, open_photos, desktop):
    listed = open_photos(40)
    listed.wait_until_done()
    page = activate(listed, 3, desktop)
    page.wait_for(photos.name(3), width=240)
    wait_until(lambda: not server.in_flight(), 5, "nothing is in flight")
    server.wait_until_quiet()
    before = len(server.exchanges)
    for number in (4, 3, 2):
        page.key("Page_Down" if number == 4 else "Page_Up")
        page.wait_for(photos.name(number), width=240, within=2)
    assert all(each.number in (1, 5, None) for each in server.exchanges[before:])


def test_photos_that_fly_by_are_not_loaded(server, open_photos, desktop):
    listed = open_photos(100)
    listed.wait_until_done()
    on_screen = set(listed.rows_on_screen(hidden=0))
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0), width=240)
    server.wait_until_quiet()
    asked = len(server.asked())
    for _ in range(60):
        page.key("Page_Down")
        desktop.pause(0.02)
    page.wait_for(photos.name(60), width=240)
    server.wait_until_quiet()
    numbers = {each.number for each in server.asked()[asked:]}
    strays = numbers - {59, 60, 61} - on_screen
    # A key that comes late on a busy machine is a rest.
    assert len(strays) <= 6, sorted(numbers)


def test_details_are_said_beside_the_photo_and_can_be_copied(opened):
    listed, page = opened(png(painted()))
    page.wait_for(photos.name(0), width=900)
    page.key("i")
    texts = listed.program.accessible().texts

    def said():
        return {"900 × 640 pixels (0.6 megapixels)", "PNG"} <= set(texts())
    wait_until(said, 5, lambda: f"the details are said: {texts()}")
    assert any(text.endswith("/photos/0.jpg") for text in texts())
    copy = listed.program.accessible().find_all("button", "Copy All Details")
    assert copy
    page.key("F9")
    page.close()


@pytest.mark.parametrize("way", ["menu", "key"])
def test_details_are_said_over_the_photo(opened, desktop, way):
    listed, page = opened(png(painted()))
    page.wait_for(photos.name(0), width=900)
    application = listed.program.accessible()
    if way == "menu":
        desktop.pointer.move(*page.on_screen(200, 200))
        desktop.pointer.press(3)
        desktop.pointer.release(3)
        wait_for_menu(listed.program)
        desktop.keyboard.press("e")
    else:
        page.key("Alt_L", "Return")

    def said():
        return (len(listed.program.windows()) == 2
                and any(text.endswith("/photos/0.jpg") for text in application.texts()))
    wait_until(said, 5, lambda: f"a popover says its address: {application.describe()}")
    desktop.keyboard.press("Escape")
    wait_until(lambda: len(listed.program.windows()) == 1, 5, "it has gone")
    assert page.canvas() is not None
    page.key("1")
    page.wait_for(percent=100)


def test_a_photo_grows_from_its_row_and_shrinks_into_it(server, launch, new_home, desktop):
    server.on(photos.path(0), png(numpy.full((640, 900, 3), (200, 40, 40), dtype=numpy.uint8)))
    program = launch(server.serve_photos(3), home=filtered_by("none", new_home()))
    listed = PhotoList(program, [photos.name(number) for number in range(3)])
    listed.wait_until_done()
    window = program.window()
    x, _, _, _ = listed.extents()

    def red():
        """How long the photo is in a column through the row's picture: quicker to look at than all of the window."""
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
    """It is the middle of the photo, unsharp: compared with what takes its place, nothing has moved."""
    picture = numpy.zeros((600, 900, 3), numpy.uint8)
    picture[:, :, 2] = 200
    picture[150:450, 300:600] = (230, 230, 20)
    data = encoded(picture, "JPEG", quality=95, exif=with_thumbnail(picture))
    # Still, for what is compared is the place of the first that is seen: growing from its row, it is on its way there.
    listed, page = opened(replies.trickling(data, 3, pieces=30), still=True)
    page.wait_for(photos.name(0), width=900, height=600)

    def yellow():
        shown = page.pixels()
        places = numpy.argwhere((shown[:, :, 0] > 128) & (shown[:, :, 2] < 110))
        return (*places.min(axis=0), *places.max(axis=0)) if len(places) else None
    first = wait_until(yellow, 3, "the row's picture is shown")
    wait_until(lambda: all(each.finished for each in server.asked_for(photos.path(0))[-1:]), 10, "all has come")
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


@pytest.fixture(params=["the least", "Mutter"])
def manager(request, desktop, tmp_path):
    """Something that fills the screen with a window: at once, or as a desktop's own window manager does."""
    manager = (WindowManager(desktop.session.display.name) if request.param == "the least"
               else Mutter(desktop.session, tmp_path / "mutter.log"))
    yield manager
    manager.end()


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
    # The pointer rests where it was all the time: inside the window, over the photo.
    wait_until(is_alone, 8, lambda: f"only the photo is shown: {away()}", every=0.2)
    stays_true(is_alone, 1, "nothing comes back by itself", every=0.1)
    # On the photo, on a button that is hidden when the pointer rests, and on the title.
    for place in [(400, 300), (page.extents()[2] - 30, page.extents()[3] // 2), (500, 12)]:
        x, y = page.on_screen(*place)
        # A hand that moves is seen more than once on its way.
        for step in range(5):
            desktop.pointer.move(x - 4 + step, y)
            desktop.pause(0.02)
        wait_until(lambda: not is_alone(), 3, f"the controls are back at {place}", every=0.05)
        wait_until(is_alone, 8, lambda: f"only the photo is shown: {away()}", every=0.2)
        stays_true(is_alone, 1, "nothing comes back by itself", every=0.1)
    page.key("Escape")
    wait_until(lambda: window.get_geometry().width == before, 5, "the window is as it was")
    assert page.canvas() is not None


def test_the_shortcuts_window_says_all_keys(opened, desktop):
    listed, page = opened(png(painted()))
    page.wait_for(photos.name(0), width=900)
    page.key("F1")
    wait_until(lambda: len(listed.program.windows()) == 2, 5, "a window is in front")
    texts = listed.program.accessible().texts()
    assert {"Next Photo", "Rotate Right", "Fullscreen", "Find"} <= set(texts)
    desktop.keyboard.focus(listed.program.dialog_window())
    desktop.keyboard.press("Escape")
    wait_until(lambda: len(listed.program.windows()) == 1, 5, "it is gone")
    assert page.canvas() is not None


def test_keys_of_the_list_do_nothing_to_it_while_a_photo_is_in_its_place(opened, desktop):
    listed, page = opened(*[png(painted(seed=number)) for number in range(2)])
    page.wait_for(photos.name(0), width=900)
    page.key("Control_L", "f")
    page.key("Control_L", "g")
    page.key("p")  # there is none before the first
    desktop.pause(0.5)
    assert len(listed.program.windows()) == 1
    assert page.said()["name"] == photos.name(0)
    page.close()
    assert focused_row(listed) == 0


def test_a_photo_that_has_changed_since_its_row_was_loaded_is_shown_as_it_is_now(open_photos, server, desktop):
    old, new = photos.camera_original(1), photos.camera_original(2)
    server.on(photos.path(0), replies.kept(old, "old", "max-age=0"))
    listed = open_photos(3)
    listed.wait_until_done()
    server.on(photos.path(0), replies.kept(new, "new", "max-age=0"))
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0), width=1500, height=1000)
    page.key("1")
    page.wait_for(percent=100)
    page.wait_until_shows(numpy.asarray(Image.open(io.BytesIO(new)).convert("RGB"), dtype=float), alike=0)


def test_a_photo_that_is_refused_on_opening_says_why_and_leaves_its_row_alone(open_photos, server, desktop):
    server.on(photos.path(0), replies.trickling(photos.camera_original(0), 5, pieces=20))
    listed = open_photos(3)
    listed.wait_until_done()
    server.on(photos.path(0), replies.status(403))
    page = activate(listed, 0, desktop)
    wait_until(page.message, 5, "the failure is said")
    page.wait_for_message("(403)")
    middle = page.pixels()[page.extents()[3] // 2, 60:-60]
    assert not is_background(middle), "what the row has is shown"
    page.close()
    assert listed.is_whole(0)
    assert "filtered" in listed.object(0).name


def test_the_menu_opens_the_photo_whose_row_had_the_keyboard(open_photos, desktop):
    listed = open_photos(5)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    for _ in range(2):
        desktop.keyboard.press("Down")
    wait_until(lambda: focused_row(listed) == 2, 5, "row 2 has the keyboard")
    open_main_menu(listed.program)
    desktop.keyboard.press("o")
    page = PhotoPage(listed.program)
    page.wait_for(photos.name(2))
    page.close()


def test_every_action_of_the_page_is_in_its_menu_with_a_key(opened, desktop):
    listed, page = opened(*[png(painted(seed=number)) for number in range(2)])
    page.wait_for(photos.name(0), width=900)

    def expect(entries):
        wait_until(lambda: entries <= set(listed.program.accessible().texts()), 5,
                   lambda: f"all are there, but {entries - set(listed.program.accessible().texts())}")

    for letter, entries in [
            (None, {"Next Photo", "Previous Photo", "Back to the List", "Details at the Side", "Details Over the Photo",
                    "Fullscreen", "Save Original…", "Export…"}),
            ("z", {"Zoom In", "Zoom Out", "Fit to Window", "Fill the Window", "Original Size"}),
            ("i", {"Rotate Right", "Rotate Left", "Flip Horizontally", "Flip Vertically"}),
            ("t", {"Filters", "Show the Original", "Compare Side by Side", "Apply Filter to All"}),
            ("h", {"Copy Picture", "Open With…", "Print…", "Move to Trash"})]:
        open_main_menu(listed.program)
        if letter:
            enter(listed.program, letter)
        expect(entries)
        close_menu(listed.program)
    assert page.canvas() is not None
