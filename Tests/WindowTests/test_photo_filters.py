"""The filter of one photo: chosen, adjusted, compared with the original, remembered."""

import time
from pathlib import Path

import numpy
import pytest

from support import filters, photos, pixels
from support.accessibility import FOCUSED, PRESSED, VISIBLE
from support.filter_bar import NAMES, FilterBar, divider, shown_at_100, toggle, wait_until_is
from support.menus import close_menu, wait_for_menu
from support.paintings import painted, png
from support.photo_page import PhotoPage, activate
from support.waiting import wait_until, wait_until_same

# A channel's maximum distance from the reference: matrices are exact to one rounding step, blurs to two.
AWAY = {"Blur": 3, "Sharpen": 4, "Vignette": 1}


@pytest.mark.parametrize("name, percent", [
    ("Mono", 100), ("Noir", 63), ("Fade", 100), ("Warm", 47), ("Cool", 100), ("Invert", 31), ("Sepia", 80),
    ("Blur", 20), ("Blur", 90), ("Sharpen", 50), ("Vignette", 75)])
def test_a_filter_at_an_amount_is_its_reference(opened, name, percent):
    picture = painted()
    _, page, bar = shown_at_100(opened, picture)
    bar.open()
    bar.choose(name)
    bar.set_amount(percent)
    wait_until_is(page, filters.filtered(picture, name, percent / 100), AWAY.get(name, 1))


@pytest.mark.parametrize("name", ["Sepia", "Noir", "Vignette"])
def test_a_graphics_card_draws_a_filter_as_the_processor_does(server, open_photos, desktop, name):
    picture = painted()
    server.on(photos.path(0), png(picture))
    listed = open_photos(1, GSK_RENDERER="gl")
    listed.wait_until_done()
    if "dri.so" not in Path(f"/proc/{listed.program.pid}/maps").read_text():
        pytest.skip("no OpenGL here, not even the processor's")
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0), width=900)
    page.key("1")
    page.wait_for(percent=100)
    bar = FilterBar(page)
    bar.open()
    bar.choose(name)
    bar.set_amount(63)
    wait_until_is(page, filters.filtered(picture, name, 0.63))


def test_a_photo_opens_with_its_list_s_filter(server, open_photos, desktop):
    picture = painted()
    server.on(photos.path(0), png(picture))
    listed = open_photos(2, filter="sepia")
    listed.wait_until_done()
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0), width=900)
    page.key("1")
    page.wait_for(percent=100)
    wait_until_is(page, filters.filtered(picture, "Sepia", 0.8))
    bar = FilterBar(page)
    bar.open()
    assert bar.chosen() == ["Sepia"]
    assert round(bar.amount().value(), 2) == 0.8


def test_arrow_keys_lead_through_the_strip_and_tab_past_it(opened):
    _, page, bar = shown_at_100(opened, painted())
    bar.open()
    assert list(bar.choices()) == NAMES
    page.key("Right")
    wait_until(lambda: bar.chosen() == ["Mono"], 5, lambda: f"Mono is chosen: {bar.chosen()}")
    assert bar.choices()["Mono"].has_state(FOCUSED)
    page.key("End")
    wait_until(lambda: bar.chosen() == ["Vignette"], 5, lambda: f"the last one is chosen: {bar.chosen()}")
    page.key("Right")
    page.key("Left")
    wait_until(lambda: bar.chosen() == ["Sharpen"], 5, lambda: f"Sharpen is chosen: {bar.chosen()}")
    page.key("Tab")
    wait_until(lambda: bar.amount().has_state(FOCUSED), 5, "Tab moves the focus to the amount")
    page.key("Escape")
    wait_until(lambda: page.canvas().has_state(FOCUSED), 5, "Escape moves the focus to the photo")
    assert page.canvas() is not None


def test_the_previews_are_of_this_photo_under_each_filter(opened):
    red = numpy.full((600, 900, 3), (200, 60, 40), dtype=numpy.uint8)
    green = numpy.full((600, 900, 3), (30, 170, 60), dtype=numpy.uint8)
    listed, page = opened(png(red), png(green))
    page.wait_for(photos.name(0), width=900)
    bar = FilterBar(page)
    bar.open()
    window = listed.program.window()

    def away(picture):
        worst = 0
        across, down = listed.program.frame_width()
        for name, button in bar.choices().items():
            x, y, width, _ = button.extents()
            if not 0 <= x <= window.get_geometry().width - width - 2 * across:
                continue  # beyond the strip's end
            shown = pixels.of_window(window, x + across + width // 2 - 8, y + down + 28, 16, 16)
            default = {"Sepia": 0.8, "Blur": 0.5, "Sharpen": 0.5, "Vignette": 0}.get(name, 1)
            if name != "Vignette":
                wanted = filters.filtered(picture[:16, :16], name, default)
                worst = max(worst, numpy.abs(shown - wanted).max())
        return worst
    wait_until(lambda: away(red) <= 2, 5, lambda: f"the previews show the red photo; the difference is {away(red)}",
               every=0.1)
    page.key("n")
    page.wait_for(photos.name(1))
    wait_until(lambda: away(green) <= 2, 5,
               lambda: f"the previews show the green photo; the difference is {away(green)}", every=0.1)


def test_a_key_held_shows_the_original(opened):
    picture = painted()
    _, page, bar = shown_at_100(opened, picture)
    bar.open()
    bar.choose("Invert")
    page.key("Escape")
    inverted = filters.filtered(picture, "Invert", 1)
    wait_until_is(page, inverted)
    with page.program.desktop.keyboard.held("o"):
        wait_until_is(page, picture, 0)
    wait_until_is(page, inverted)


def test_a_button_held_shows_the_original(opened, desktop):
    picture = painted()
    listed, page, bar = shown_at_100(opened, picture)
    bar.open()
    bar.choose("Noir")
    noir = filters.filtered(picture, "Noir", 1)
    wait_until_is(page, noir)
    x, y, width, height = wait_until_same(toggle(page, "Show Original").extents)
    left, top = listed.program.place()
    desktop.pointer.arrive(left + x + width / 2, top + y + height / 2)
    desktop.pointer.press()
    wait_until_is(page, picture, 0)
    desktop.pointer.release()
    wait_until_is(page, noir)


def sign(page):
    """Whether a label over the photo says that it is the original."""
    label = page.program.accessible().find("label", "Original")
    return bool(label and label.has_state(VISIBLE))


def test_the_original_that_was_switched_on_says_so_and_ends_with_the_next_filter(opened, desktop):
    picture = painted()
    _, page, bar = shown_at_100(opened, picture)
    bar.open()
    bar.choose("Invert")
    inverted = filters.filtered(picture, "Invert", 1)
    wait_until_is(page, inverted)
    assert not sign(page)

    def switch():
        button = toggle(page, "Show Original")
        wait_until(lambda: button.has_state(FOCUSED) or page.key("Tab"), 5, "the button has the focus", every=0.2)
        desktop.keyboard.press("space")
        return button
    button = switch()
    wait_until_is(page, picture, 0)
    wait_until(lambda: sign(page) and button.has_state(PRESSED), 5, "the label is shown")
    wait_until(lambda: page.canvas().description == "Original", 5, "the accessible description says so")
    # A second press switches it off.
    desktop.keyboard.press("space")
    wait_until_is(page, inverted)
    wait_until(lambda: not sign(page) and not button.has_state(PRESSED), 5, "the label is gone")
    # The next filter appears immediately.
    switch()
    wait_until(lambda: sign(page), 5, "the page shows the original again")
    bar.choices()["Noir"].do()
    wait_until_is(page, filters.filtered(picture, "Noir", 1))
    wait_until(lambda: not sign(page) and not button.has_state(PRESSED), 5, "the label is gone")


def test_a_key_whose_release_goes_elsewhere_leaves_no_original_behind(opened, desktop):
    picture = painted()
    listed, page, bar = shown_at_100(opened, picture)
    bar.open()
    bar.choose("Invert")
    page.key("Escape")
    inverted = filters.filtered(picture, "Invert", 1)
    wait_until_is(page, inverted)
    # Another key comes in between: the released key is not a small o.
    with desktop.keyboard.held("o"):
        wait_until_is(page, picture, 0)
        with desktop.keyboard.held("Shift_L"):
            page.key("F10")
            wait_for_menu(listed.program)
    close_menu(listed.program)
    wait_until_is(page, inverted)


def test_the_original_and_the_filtered_photo_lie_side_by_side(opened, desktop):
    picture = painted()
    _, page, bar = shown_at_100(opened, picture)
    bar.open()
    bar.choose("Invert")
    page.key("Escape")
    page.key("c")
    inverted = filters.filtered(picture, "Invert", 1)

    def at():
        return divider(page, picture.astype(float), inverted)
    wait_until(lambda: at() is not None and abs(at() - 0.5) < 0.02, 5, lambda: f"the divider is in the middle: {at()}")
    # With keys.
    slider = page.program.accessible().get("slider", lambda name: name.startswith("Divider"))
    wait_until(lambda: slider.has_state(FOCUSED), 5, "the divider has the focus")
    for _ in range(5):
        page.key("Left")
    wait_until(lambda: at() is not None and abs(at() - 0.41) < 0.02, 5, lambda: f"it has moved: {at()}")
    # With the pointer, anywhere on the line.
    _, _, width, height = page.extents()
    x, y = page.on_screen(at() * width, height / 3)
    desktop.pointer.arrive(x, y)
    desktop.pointer.press()
    for step in range(1, 11):
        desktop.pointer.move(x + 8 * step, y)
        desktop.pause(0.02)
    desktop.pointer.release()
    wait_until(lambda: at() is not None and abs(at() - 0.41 - 80 / width) < 0.02, 5, lambda: f"it was dragged: {at()}")
    page.key("c")
    wait_until_is(page, inverted)


def test_a_photo_keeps_its_filter_and_its_row_shows_it(opened, desktop):
    listed, page = opened(*[png(photos.painted(number).astype(numpy.uint8)) for number in range(3)])
    page.wait_for(photos.name(0), percent=100)
    bar = FilterBar(page)
    bar.open()
    bar.choose("Invert")
    page.key("Escape")
    page.key("n")
    page.wait_for(photos.name(1))
    wait_until_is(page, photos.painted(1).astype(numpy.uint8).astype(float), 0, leave_out=50)
    page.key("p")
    page.wait_for(photos.name(0))
    inverted = filters.filtered(photos.painted(0).astype(numpy.uint8), "Invert", 1)
    wait_until_is(page, inverted, leave_out=50)
    page.close()
    listed.wait_until_done()
    listed.wait_until_found(1, photos.unfiltered(1))
    listed.wait_until_shown(0, 255 - photos.unfiltered(0))
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0))
    wait_until_is(page, inverted, leave_out=50)


def test_a_filter_is_applied_to_all_photos(opened, desktop):
    listed, page = opened(*[png(photos.painted(number).astype(numpy.uint8)) for number in range(3)])
    page.wait_for(photos.name(0), percent=100)
    bar = FilterBar(page)
    bar.open()
    bar.choose("Invert")
    page.key("n")
    page.wait_for(photos.name(1))
    bar.choose("Sepia")
    page.key("Shift_L", "e")
    page.key("Escape")
    page.close()
    listed.wait_until_done()
    listed.wait_until_found(2, photos.filtered(2))
    for row in range(2):
        listed.wait_until_shown(row, photos.filtered(row))


def test_what_all_photos_had_is_put_back_by_undo(opened):
    listed, page = opened(*[png(photos.painted(number).astype(numpy.uint8)) for number in range(3)])
    page.wait_for(photos.name(0), percent=100)
    bar = FilterBar(page)
    bar.open()
    bar.choose("Invert")
    page.key("n")
    page.wait_for(photos.name(1))
    bar.choose("Sepia")
    page.key("Shift_L", "e")
    undo = wait_until(lambda: page.program.accessible().find("button", lambda name: "Undo" in (name or "")), 5,
                      "Undo is offered")
    undo.do()
    # Sepia remains this photo's own filter.
    assert bar.chosen() == ["Sepia"]
    page.key("Escape")
    page.close()
    listed.wait_until_done()
    listed.wait_until_found(2, photos.unfiltered(2))
    listed.wait_until_shown(0, 255 - photos.unfiltered(0))
    listed.wait_until_shown(1, photos.filtered(1))


def test_a_filter_is_chosen_through_the_accessibility_tree_alone(opened):
    picture = painted()
    _, page, bar = shown_at_100(opened, picture)
    wait_until(
        lambda: next(each for each in page.program.accessible().find_all(None, "Filters") if each.role != "group"),
        5, "there is a button for the filters").do()
    wait_until(lambda: len(bar.choices()) == len(NAMES), 5, lambda: f"all filters are there: {list(bar.choices())}")
    bar.choices()["Warm"].do()
    wait_until_is(page, filters.filtered(picture, "Warm", 1))
    assert bar.chosen() == ["Warm"]
    toggle(page, "Show Original").do()
    wait_until_is(page, picture, 0)
    toggle(page, "Show Original").do()
    wait_until_is(page, filters.filtered(picture, "Warm", 1))


@pytest.mark.parametrize("name", ["Sepia", "Vignette"])
def test_what_lets_light_through_keeps_its_board(opened, name):
    picture = numpy.zeros((200, 300, 4), dtype=numpy.uint8)
    picture[:, 150:] = (10, 200, 30, 255)
    _, page = opened(png(picture))
    page.wait_for(photos.name(0), percent=100)
    bar = FilterBar(page)
    bar.open()
    bar.choose(name)
    wanted = filters.filtered(picture[:, :, :3], name, {"Sepia": 0.8, "Vignette": 0.5}[name])

    def shown():
        part = page.pixels()
        top, left = (part.shape[0] - 200) // 2, (part.shape[1] - 300) // 2
        return part[top:top + 200, left:left + 300]
    wait_until(lambda: numpy.abs(shown()[100, 250] - wanted[100, 250]).max() <= 1, 5, lambda: f"{shown()[100, 250]}")
    greys = {tuple(each) for each in shown()[40:80, 40:100].reshape(-1, 3).astype(int).tolist()}
    assert greys == {(0x99,) * 3, (0x66,) * 3}


def test_on_a_screen_of_twice_the_density_the_strip_and_the_photo_are_filtered_alike(
        server, open_photos, desktop):
    picture = painted(1600, 1200)
    server.on(photos.path(0), png(picture))
    listed = open_photos(1, filter="mono", GDK_SCALE="2")
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Return")
    page = PhotoPage(listed.program)
    page.wait_for(photos.name(0), width=1600)
    window = listed.program.window()
    wait_until(lambda: numpy.ptp(pixels.of_window(window)[300:500, 300:600], axis=2).max() <= 1, 5,
               "the photo is black and white")


@pytest.mark.parametrize("name", ["blur", "vignette"])
def test_the_next_photo_is_filtered_from_its_first_frame_on(server, open_photos, desktop, name):
    # Fields of black and one of three colours, too small to survive a blur; for a vignette, one colour.
    count = 7
    fields = (numpy.indices((640, 900)) // 4).sum(axis=0) % 2 == 0
    for number in range(count):
        picture = numpy.zeros((640, 900, 3), dtype=numpy.uint8)
        picture[fields | (name == "vignette"), number % 3] = 250
        server.on(photos.path(number), png(picture))
    listed = open_photos(count, filter=name)
    listed.wait_until_done()
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0), width=900)
    x, y, width, height = page.extents()
    window = page.program.window()
    # The middle shows nothing of a vignette, so the edge is checked.
    up = 20 if name == "blur" else width * 640 // 900 // 2 - 4
    place = (x + width // 2 - 20, y + height // 2 - up)

    def seen():
        part = pixels.of_window(window, *place, 40, 40)
        return int(part.mean(axis=(0, 1)).argmax()), part.max()
    desktop.pause(1)
    filtered = seen()[1]
    assert filtered < 215, "it is filtered"
    wrong = []
    for number in range(1, count):
        page.key("Page_Down")
        shown = []
        until = time.monotonic() + 5
        while time.monotonic() < until:
            shown.append(seen())
            if shown[-1][0] == number % 3:
                # It does not change.
                until = min(until, time.monotonic() + 0.3) if until > time.monotonic() + 1 else until
        colours = [colour for colour, _ in shown]
        changes = [new for old, new in zip(colours, colours[1:]) if new != old]
        if changes not in ([number % 3], []) or colours[-1] != number % 3:
            wrong.append(f"photo {number}: {changes}")
        if max(value for _, value in shown) > filtered + 12:
            wrong.append(f"photo {number} is shown unfiltered: {max(value for _, value in shown)}, not {filtered}")
    assert not wrong, wrong
