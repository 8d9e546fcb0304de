"""The timeline: months and days with their photos, fetched under the rules of the list, and its keys and selection."""

import itertools

import numpy
import pytest

from support import photos, pixels, replies, timeline
from support.accessibility import SELECTED
from support.finding import says, search_for
from support.homes import without_animations
from support.photo_grid import remembers
from support.photo_page import PhotoPage
from support.timeline import Timeline, name, serve
from support.waiting import wait_until

REST = 0.1  # how long after its last movement the timeline counts as at rest


@pytest.fixture
def open_timeline(server, launch, new_home):
    """Opens a catalogue of `count` dated photos in a window that last showed a timeline."""
    def open_timeline(count, variables=None, settings=None, **served):
        choices = {"filter": "'none'", "window_width": 900, "window_height": 760, **(settings or {})}
        home = without_animations(remembers(new_home(), view="'timeline'", **choices))
        program = launch(serve(server, count, **served), home=home, **(variables or {}))
        return program, Timeline(program)
    return open_timeline


def press(program, desktop, *keys):
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press(*keys)


def wait_for(shown, names, within=10):
    wait_until(lambda: set(names) <= set(shown.names()), within, lambda: f"{names} are on screen: {shown.names()}")


def test_the_newest_photos_come_first_under_their_month_and_day(server, open_timeline):
    _, shown = open_timeline(300)
    wait_for(shown, [name(number) for number in range(7)])
    assert shown.names()[:7] == [name(number) for number in range(7)]
    assert shown.headings()[:3] == ["May 2024", "Monday, 20 May", "Sunday, 19 May"]
    # Justified lines end at the same edge, but for the last one of a day.
    lines = [list(line) for _, line in itertools.groupby(shown.cells()[:7], key=lambda cell: cell[1][1])]
    ends = {line[-1][1][0] + line[-1][1][2] for line in lines[:-1]}
    assert len(lines) > 1 and len(ends) == 1, lines


def test_photos_are_shown_whole_in_their_own_shapes(server, open_timeline):
    _, shown = open_timeline(100)
    wait_for(shown, [name(0), name(5)])
    for photo, (_, _, width, height) in shown.cells()[:6]:
        wanted = timeline.size(int(photo.split(",")[0].removeprefix("Photo ")))
        assert abs(width / height - wanted[0] / wanted[1]) < 0.03, photo


def test_the_name_date_and_place_of_a_photo_are_read_out(server, open_timeline):
    _, shown = open_timeline(300)
    wait_for(shown, [name(0)])
    for number in (0, 3):
        taken = timeline.date(number)
        wanted = f"{taken.day} {taken:%b} {taken.year}, {number + 1} of 300"
        wait_until(lambda: shown.described(name(number)) == wanted, 5,
                   lambda: f"{wanted!r} is read out: {shown.described(name(number))!r}")


def test_only_what_is_on_screen_is_asked_for(server, open_timeline):
    # Otherwise others would be on screen while the catalogue arrives.
    _, shown = open_timeline(2_000, is_sorted=True)
    wait_for(shown, [name(0)])
    server.wait_until_quiet()
    asked = sorted(server.numbers_asked())
    assert asked == sorted(int(each.removeprefix("Photo ")) for each in shown.names()), (
        shown.area().extents(), shown.cells())


def test_dragging_the_scrubber_asks_for_nothing_until_it_rests(server, open_timeline, desktop):
    program, shown = open_timeline(5_000)
    wait_for(shown, [name(0)])
    server.wait_until_quiet()
    x, y, width, _ = shown.area().extents()
    across, down = program.place()
    left, top = across + x + width - 20, down + y
    desktop.pointer.move(left, top + 60)
    before = len(server.asked())
    desktop.pointer.press()
    for step in range(40):
        desktop.pointer.move(left, top + 60 + step * 10)
        assert len(server.asked()) == before, "asked for while it was dragged"
    wait_until(lambda: bubble_is_at(program, shown, 60 + 39 * 10), 5, "the date is in a bubble next to the pointer")
    desktop.pointer.release()
    wait_until(lambda: len(server.asked()) > before, 10, "the photos at rest are asked for")
    server.wait_until_quiet()
    on_screen = [int(each.removeprefix("Photo ")) for each in shown.names()]
    asked = [each.number for each in server.asked()[before:]]
    # And a screen ahead, at most.
    assert asked and min(asked) >= min(on_screen) and max(asked) <= max(on_screen) + len(on_screen)


def test_a_right_click_just_after_a_jump_opens_the_menu_of_the_photo_there(server, open_timeline, desktop):
    program, shown = open_timeline(5_000)
    wait_for(shown, [name(0)])
    server.wait_until_quiet()
    desktop.keyboard.focus(program.window())
    x, y, width, height = shown.area().extents()
    across, down = program.place()
    track = across + x + width - 20, down + y + 0.6 * height

    def on_screen():
        # The photo that has the keyboard has a cell wherever it is.
        return [photo.split(",")[0] for photo, _ in shown.cells()]

    def photo_at(across_area, down_area):
        return next((photo.split(",")[0] for photo, (left, top, wide, high) in shown.cells()
                     if left <= across_area < left + wide and top <= down_area < top + high), None)
    # Once its months are laid out, a place of the scrubber leads to the same photos.
    for _ in range(2):
        desktop.pointer.click(*track)
        wait_until(lambda: on_screen() and name(0) not in on_screen(), 5,
                   lambda: f"a press on the scrubber leads there: {on_screen()}")
        server.wait_until_quiet()
        places = [place for _, place in shown.cells() if place[1] >= y and place[1] + place[3] <= y + height]
        desktop.keyboard.press("Home")
        wait_until(lambda: name(0) in on_screen(), 5, "the keyboard leads back")
        server.wait_until_quiet()
    left, top, wide, high = places[len(places) // 2]
    middle = left + wide / 2, top + high / 2
    desktop.pointer.click(*track)
    desktop.pointer.move(across + middle[0], down + middle[1])
    desktop.pointer.press(3)
    desktop.pointer.release(3)
    wait_until(lambda: program.accessible().find("menu item", "Open Photo"), 5, "the menu is open")
    desktop.keyboard.press("Escape")
    wait_until(lambda: selected(shown) and selected(shown) == [photo_at(*middle)], 5,
               lambda: f"{photo_at(*middle)} is selected: {selected(shown)}")


def bubble_is_at(program, shown, down):
    """Whether a dark bubble with bright text is next to the scrubber, this far below the timeline's upper edge. Screen
    readers do not read it. It is darker than any photo."""
    x, y, width, height = shown.area().extents()
    across, above = program.frame_width()
    # The scrubber's width, a gap, and the bubble's empty edge and text.
    edge, gap, empty, text = 52, 4, 12, 80
    left = across + x + width - edge - gap - text
    part = pixels.of_window(program.window(), left, above + y, text, height).max(axis=2)
    dark = numpy.flatnonzero((part[:, -empty:-4] < 60).all(axis=1))
    if not len(dark) or dark[-1] - dark[0] >= 40 or abs((dark[0] + dark[-1]) / 2 - down) > 4:
        return False
    return (part[dark[0]:dark[-1] + 1, :-empty] > 180).any()


def test_keys_move_and_select_as_in_the_grid(server, open_timeline, desktop):
    program, shown = open_timeline(300)
    wait_for(shown, [name(0)])
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    wait_until(lambda: selected(shown) == [name(0)], 5, lambda: f"the first is selected: {selected(shown)}")
    desktop.keyboard.press("Right")
    wait_until(lambda: selected(shown) == [name(1)], 5, lambda: f"the second is selected: {selected(shown)}")
    with desktop.keyboard.held("Shift_L"):
        desktop.keyboard.press("Right")
        desktop.keyboard.press("Right")
    wait_until(lambda: selected(shown) == [name(1), name(2), name(3)], 5, lambda: f"three: {selected(shown)}")
    with desktop.keyboard.held("Control_L"):
        desktop.keyboard.press("Left")
        desktop.keyboard.press("space")
    wait_until(lambda: selected(shown) == [name(1), name(3)], 5, lambda: f"two: {selected(shown)}")
    desktop.keyboard.press("End")
    wait_until(lambda: selected(shown) == [name(299)], 5, lambda: f"the last is selected: {selected(shown)}")
    assert shown.names()[-1] == name(299)


def test_all_are_selected_and_none_with_the_keys_of_the_list(server, open_timeline, desktop):
    program, shown = open_timeline(300)
    wait_for(shown, [name(0)])
    press(program, desktop, "Home")
    wait_until(lambda: selected(shown) == [name(0)], 5, lambda: f"the first is selected: {selected(shown)}")
    desktop.keyboard.press("Control_L", "a")
    says(program, "300 selected")
    wait_until(lambda: set(shown.names()) <= set(selected(shown)), 5, lambda: f"all look so: {selected(shown)}")
    desktop.keyboard.press("Control_L", "Shift_L", "a")
    wait_until(lambda: not selected(shown), 5, lambda: f"none is selected: {selected(shown)}")


def selected(shown):
    return [cell.name.split(",")[0] for cell in sorted(shown.items(), key=lambda cell: cell.name)
            if cell.has_state(SELECTED)]


def test_end_leads_to_the_last_photo_where_its_month_is_longer_than_it_seemed(server, open_timeline, desktop):
    # Fewer would be laid out at once; and panoramas have lines of their own, which is not foreseen.
    count = 60_000
    program, shown = open_timeline(count, is_sorted=True, said=lambda _: (420, 100))
    wait_for(shown, [name(0)])
    press(program, desktop, "End")
    wait_until(lambda: selected(shown) == [name(count - 1)], 10, lambda: f"the last is selected: {selected(shown)}")

    def is_whole():
        _, top, _, height = shown.area().extents()
        return any(photo.startswith(name(count - 1)) and y + below <= top + height
                   for photo, (_, y, _, below) in shown.cells())
    wait_until(is_whole, 5, lambda: f"the last is on screen: {shown.names()}")


def test_the_keyboard_stays_with_a_photo_that_is_tried_again(server, open_timeline, desktop):
    server.on(photos.path(3), replies.status(404))
    program, shown = open_timeline(300, is_sorted=True)
    wait_for(shown, [name(0), name(4)])

    def retry():
        cell = next((each for each in shown.items() if each.name.startswith(f"{name(3)}, failed")), None)
        return cell and cell.find("button", lambda text: (text or "").startswith("Retry"), prune=())
    button = wait_until(retry, 10, lambda: f"Retry is offered: {shown.names()}")
    press(program, desktop, "Home")
    wait_until(lambda: selected(shown) == [name(0)], 5, lambda: f"the first is selected: {selected(shown)}")
    program.click(button)
    desktop.keyboard.press("Right")
    wait_until(lambda: selected(shown) == [name(4)], 5, lambda: f"the next is selected: {selected(shown)}")
    # Tab leads back to the same photo.
    desktop.keyboard.press("Tab")
    wait_until(lambda: not shown.has_keyboard(), 5, "Tab leads out of the photos")
    desktop.keyboard.press("Shift_L", "Tab")
    wait_until(shown.has_keyboard, 5, "Shift+Tab leads back")
    desktop.keyboard.press("Right")
    wait_until(lambda: selected(shown) == [name(5)], 5, lambda: f"the next is selected: {selected(shown)}")


def test_a_photo_opens_and_one_returns_to_its_place(server, open_timeline, desktop):
    program, shown = open_timeline(300)
    wait_for(shown, [name(0)])
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    for _ in range(6):
        desktop.keyboard.press("Page_Down")
    wait_until(lambda: selected(shown) and selected(shown)[0] in shown.names(), 10, "a later photo is selected")
    photo = selected(shown)[0]
    before = dict(shown.cells())
    desktop.keyboard.press("Return")
    page = PhotoPage(program)
    page.wait_for(photo)
    desktop.keyboard.press("Escape")
    wait_for(shown, [photo])
    after = dict(shown.cells())
    place = next(extents for text, extents in before.items() if text.startswith(photo))
    assert next(extents for text, extents in after.items() if text.startswith(photo)) == place


def test_the_list_and_the_timeline_show_the_same_catalogue_in_their_own_orders(server, open_timeline, desktop):
    program, shown = open_timeline(120)
    wait_for(shown, [name(0)])
    press(program, desktop, "Control_L", "1")
    application = program.accessible()
    # As the catalogue has them.
    wait_until(lambda: [each.name.split(",")[0] for each in application.find_all("list item")][:2]
               == [name(number) for number in sorted(range(120), key=lambda number: number * 7919 % 120)[:2]],
               10, "the list begins as the catalogue does")
    press(program, desktop, "Control_L", "3")
    wait_until(lambda: shown.headings()[:1] == ["May 2024"], 10, "the timeline is there again")


def test_a_search_leaves_its_matches_under_their_dates(server, open_timeline, desktop):
    program, shown = open_timeline(300)
    wait_for(shown, [name(0)])
    search_for(program, "0012")
    wanted = [name(12)] + [name(number) for number in range(120, 126)]
    wait_until(lambda: shown.names()[:7] == wanted, 10, lambda: f"only matches: {shown.names()}")
    assert shown.headings()[:2] == ["May 2024", "Sunday, 19 May"]


def test_photos_without_a_date_come_last(server, open_timeline, desktop):
    program, shown = open_timeline(60, undated=5)
    wait_for(shown, [name(0)])
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("End")
    wait_until(lambda: "No Date" in shown.headings(), 10, lambda: f"their heading: {shown.headings()}")


def test_right_to_left_it_is_mirrored(server, open_timeline):
    _, shown = open_timeline(300, variables={"LANG": "ar_EG.UTF-8", "LANGUAGE": "ar"})
    wait_until(lambda: len(shown.cells()) > 6, 10, "there are photos")
    x, _, width, _ = shown.area().extents()
    first = next(cell for cell in shown.cells() if cell[0].startswith(name(0)))
    second = next(cell for cell in shown.cells() if cell[0].startswith(name(1)))
    assert first[1][0] + first[1][2] == x + width - 12
    assert second[1][0] + second[1][2] == first[1][0] - 4


@pytest.mark.parametrize("width", [360, 1_400])
def test_lines_fit_any_width(server, open_timeline, width):
    _, shown = open_timeline(300, settings={"window_width": width})
    wait_for(shown, [name(0)])
    x, _, area, _ = shown.area().extents()
    for _, (left, _, across, height) in shown.cells():
        assert left >= x + 12 and left + across <= x + area - 52
        assert height <= 1.5 * 161 + 1
