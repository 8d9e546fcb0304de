"""One photo: opened from its row, viewed, closed."""

import io

import numpy
import pytest
from PIL import Image

from support import photos, pixels, replies
from support.accessibility import FOCUSED
from support.menus import close_menu, enter, open_main_menu, wait_for_menu
from support.paintings import encoded, painted, png
from support.photo_page import PhotoPage, activate, focused_row, is_background
from support.waiting import wait_until


def test_enter_opens_a_photo_and_escape_leads_back_to_its_row(opened, desktop):
    listed, page = opened(*[png(painted(seed=number)) for number in range(3)], row=1)
    page.wait_for(photos.name(1), width=900, height=640)
    page.close()
    wait_until(lambda: focused_row(listed) == 1, 5, lambda: f"row 1 has the focus, not {focused_row(listed)}")


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
    wait_until(lambda: focused_row(listed) == 30, 5, lambda: f"row 30 has the focus, not {focused_row(listed)}")
    assert listed.is_whole(30)
    listed.wait_until_done()


def test_keys_pressed_at_once_after_the_photo_is_left_move_through_the_list(open_photos, desktop):
    listed = open_photos(40)
    listed.wait_until_done()
    for _ in range(10):
        page = activate(listed, 1, desktop)
        wait_until(page.canvas, 5, "the photo is shown")
        page.key("Escape")
        page.key("Down")
        page.key("Down")
        wait_until(lambda: page.canvas() is None and focused_row(listed) == 3, 5,
                   lambda: f"row 3 has the focus, not {focused_row(listed)}")


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


def test_a_photo_that_cannot_be_had_says_why_and_is_tried_again(opened, server):
    listed, page = opened(replies.status(404))
    wait_until(page.message, 5, "the failure is shown")
    page.wait_for_message("Not found on the server (404)")
    application = listed.program.accessible()
    assert page.said()["percent"] is None and not application.find("button", "Zoom In"), "zooming is unavailable"
    server.on(photos.path(0), png(painted()))
    wait_until(lambda: next(each for each in application.find_all("button", f"Retry {photos.name(0)}")
                            if each.extents()[2] > 1), 5, "Retry is offered").do()
    page.wait_for(photos.name(0), width=900)
    wait_until(lambda: page.message() is None, 5, lambda: f"the failure is gone: {page.message()}")
    application.get("button", "Zoom In")


def test_a_button_that_goes_leaves_the_keyboard_to_the_photo(opened):
    listed, page = opened(*[png(painted(seed=number)) for number in range(3)], row=1)
    page.wait_for(photos.name(1), width=900, height=640)
    button = wait_until(lambda: listed.program.accessible().find("button", "Next Photo"), 5, "there is a next photo")

    def tab():
        if button.has_state(FOCUSED):
            return True
        page.key("Tab")
        return False
    wait_until(tab, 20, "Tab leads to the button", every=0.2)
    page.key("space")
    # The last one.
    page.wait_for(photos.name(2))
    wait_until(lambda: page.photo().has_state(FOCUSED), 5, "the photo has the keyboard")
    page.key("Left")
    page.wait_for(photos.name(1))


def test_a_photo_that_is_cut_short_is_shown_as_far_as_it_goes(opened):
    picture = painted(900, 640)
    data = encoded(picture, "JPEG", quality=95, subsampling=0)
    listed, page = opened(replies.of(data[:len(data) // 2]))
    page.wait_for(f"{photos.name(0)}, cut short", width=900)
    assert page.message() is None, "a visible photo has no failure message"
    assert listed.program.accessible().find("label", "Cut short").extents()[2] > 1, "the page says so"
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
    wait_until(top_is_there, 15, "the upper part of the photo is shown while the rest arrives", every=0.1)
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
    # On a busy machine a late key counts as a pause.
    assert len(strays) <= 6, sorted(numbers)


def test_details_are_said_beside_the_photo_and_can_be_copied(opened):
    listed, page = opened(png(painted()))
    page.wait_for(photos.name(0), width=900)
    page.key("i")
    texts = listed.program.accessible().texts

    def said():
        return {"900 × 640 pixels (0.6 megapixels)", "PNG"} <= set(texts())
    wait_until(said, 5, lambda: f"the details are shown: {texts()}")
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
    wait_until(said, 5, lambda: f"a popover shows its address: {application.describe()}")
    desktop.keyboard.press("Escape")
    wait_until(lambda: len(listed.program.windows()) == 1, 5, "it is gone")
    assert page.canvas() is not None
    page.key("1")
    page.wait_for(percent=100)


def test_the_shortcuts_window_says_all_keys(opened, desktop):
    listed, page = opened(png(painted()))
    page.wait_for(photos.name(0), width=900)
    page.key("Control_L", "Shift_L", "slash")
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
    wait_until(page.message, 5, "the failure is shown")
    page.wait_for_message("(403)")
    middle = page.pixels()[page.extents()[3] // 2, 60:-60]
    assert not is_background(middle), "the row's picture is shown"
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
    wait_until(lambda: focused_row(listed) == 2, 5, "row 2 has the focus")
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
                   lambda: f"every item is shown, except {entries - set(listed.program.accessible().texts())}")

    for letter, entries in [
            (None, {"Next Photo", "Previous Photo", "Back to the List", "Details Sidebar", "Details Over the Photo",
                    "Fullscreen", "Save Original…", "Export…"}),
            ("z", {"Zoom In", "Zoom Out", "Fit to Window", "Fill the Window", "Original Size"}),
            ("i", {"Rotate Right", "Rotate Left", "Flip Horizontally", "Flip Vertically"}),
            ("t", {"Filters", "Show Original", "Compare Side by Side", "Apply Filter to All"}),
            ("h", {"Copy Picture", "Open With…", "Print…", "Move to Trash"})]:
        open_main_menu(listed.program)
        if letter:
            enter(listed.program, letter)
        expect(entries)
        close_menu(listed.program)
    assert page.canvas() is not None
