"""The grid: the right photos are on screen, and the rules for requests are those of the list."""

import itertools
import math

import pytest

from support import photos, replies
from support.accessibility import PRESSED
from support.finding import search_for
from support.photo_grid import PhotoGrid, filtered, remembers, show_grid, whole_photos
from support.photo_list import PhotoList
from support.photo_page import PhotoPage, focused_row
from support.server import peak_in_flight
from support.waiting import wait_until

REST = 0.1  # how long after its last movement the grid counts as at rest


@pytest.fixture
def open_grid(server, launch, new_home):
    """Opens a catalogue of `count` photos in a window that last showed a grid."""
    def open_grid(count, side=140, **settings):
        home = remembers(new_home(), view="'grid'", grid_picture_size=side, **settings)
        program = launch(server.serve_photos(count), home=home)
        return program, PhotoGrid(program, [photos.name(number) for number in range(count)], side)
    return open_grid


def test_every_photo_on_screen_is_the_one_served_for_it_at_the_size_shown(open_grid, desktop):
    _, grid = open_grid(1_000)
    assert set(grid.wait_until_done().values()) == {"filtered"}
    assert grid.columns() == 3
    for photo in whole_photos(grid):
        grid.wait_until_shown(photo, filtered(photo))
    desktop.pointer.move(*grid.middle())
    desktop.pointer.wheel(notches=37)
    grid.wait_until_done()
    shown = whole_photos(grid)
    assert shown[0] > 20
    for photo in shown:
        grid.wait_until_shown(photo, filtered(photo))


def test_the_first_screen_is_asked_for_from_its_middle_outwards_and_nothing_else_is(server, open_grid):
    server.latency = 0.05
    _, grid = open_grid(10_000)
    grid.wait_until_done()
    server.wait_until_quiet()
    asked = server.numbers_asked()
    assert sorted(asked) == list(grid.rows_on_screen(hidden=0))
    assert peak_in_flight(server.asked()) <= 6
    away = grid.view().distance_from_middle
    # Six requests are sent at once, in any order of arrival.
    nearest = sorted(away(photo) for photo in asked)
    for place, photo in enumerate(asked):
        assert away(photo) <= nearest[min(place + 6, len(nearest) - 1)] + 1, (place, photo, asked)


def test_a_screen_that_fills_bit_by_bit_asks_for_each_of_its_photos_once(server, open_grid):
    # More cells than the grid gets at once, and a photo takes longer than they do.
    server.latency = 0.3
    _, grid = open_grid(1_000, side=80, window_width=1_100, window_height=760)
    grid.wait_until_done(60)
    server.wait_until_quiet()
    assert sorted(server.numbers_asked()) == list(grid.rows_on_screen(hidden=0))


def test_while_it_moves_nothing_starts_and_what_only_went_by_is_never_asked_for(server, open_grid, desktop):
    _, grid = open_grid(10_000)
    grid.wait_until_done()
    allowed = set(grid.rows_on_screen(hidden=0))
    desktop.pointer.move(*grid.middle())
    notches = desktop.pointer.wheel(seconds=3)
    grid.wait_until_done()
    server.wait_until_quiet()
    too_early = [
        each.number for each in server.asked(since=notches[0])
        if any(0 <= each.received - notch < REST * 0.9 for notch in notches)]
    assert not too_early, f"requested while the grid moved: {too_early}"
    if max(later - earlier for earlier, later in itertools.pairwise(notches)) < REST * 0.9:
        allowed |= {*grid.rows_on_screen(hidden=0), *grid.rows_below()}
        assert set(server.numbers_asked()) <= allowed


def test_what_scrolled_away_is_given_up_and_one_screen_read_ahead(server, open_grid, desktop):
    _, grid = open_grid(10_000)
    grid.wait_until_done()
    on_screen = len(grid.rows_on_screen(hidden=0))
    for number in range(300, 400):
        server.on(photos.path(number), replies.never())
    grid.wheel_to(330)
    server.wait_until_in_flight(6)
    hanging = server.in_flight()
    last = desktop.pointer.wheel(notches=60)[-1]
    grid.wait_until_done()
    assert all(each.closed for each in hanging)
    server.wait_until_quiet()
    ahead = set(server.numbers_asked(since=last)) - set(grid.rows_on_screen(hidden=0))
    below = grid.rows_on_screen(hidden=0).stop
    assert ahead and ahead <= set(range(below, below + on_screen + 3))


def test_list_and_grid_change_places_and_the_photo_at_the_top_stays_in_sight(server, open_list, desktop):
    program, listed = open_list(1_000)
    listed.wait_until_done()
    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=40)
    listed.wait_until_done()
    top = listed.rows_on_screen()[0]
    assert top > 10
    desktop.park_pointer()
    grid = show_grid(program, listed.names)
    wait_until(lambda: top in grid.rows_on_screen(), 5, lambda: f"{top} is on screen: {grid.rows_on_screen()}")
    grid.wait_until_done()
    for photo in whole_photos(grid):
        grid.wait_until_shown(photo, filtered(photo))
    desktop.keyboard.press("Control_L", "1")
    again = PhotoList(program, listed.names)
    again.wait_for_top(top, 5)
    again.wait_until_done()


def test_the_button_and_its_name_say_what_is_shown(open_list, desktop):
    program, listed = open_list(50)
    listed.wait_until_done()
    # In a window of default size it makes room for the title.
    program.resize(600, 720)
    program.accessible().get("button", "Grid")
    button = program.accessible().find_all("button", "Grid")
    assert len(button) == 1 and not button[0].has_state(PRESSED)
    program.click(button[0])
    PhotoGrid(program, listed.names).wait_until_done()
    assert button[0].has_state(PRESSED)


def test_larger_pictures_are_asked_for_where_they_are_seen_and_smaller_ones_not_at_all(server, open_grid, desktop):
    program, grid = open_grid(1_000)
    grid.wait_until_done()
    server.wait_until_quiet()
    before = len(server.asked())
    known = set(grid.rows_on_screen(hidden=0))
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "minus")
    smaller = PhotoGrid(program, grid.names, 112)
    smaller.wait_until_done()
    server.wait_until_quiet()
    assert not known & set(server.numbers_asked()[before:])
    before = len(server.asked())
    desktop.keyboard.press("Control_L", "0")
    grid = PhotoGrid(program, grid.names)
    desktop.keyboard.press("Control_L", "plus")
    larger = PhotoGrid(program, grid.names, 192)
    server.wait_until_quiet()
    larger.wait_until_done()
    for photo in whole_photos(larger):
        # The tests' photos are 160 pixels high: GTK enlarges them by a fifth.
        larger.wait_for_state(photo, "filtered")
    assert set(server.numbers_asked()[before:]) <= known
    for _ in range(3):
        desktop.keyboard.press("Control_L", "minus")
    PhotoGrid(program, grid.names, 80).wait_until_done()


def test_the_photo_at_the_top_stays_there_at_another_size(open_grid, desktop):
    program, grid = open_grid(1_000)
    grid.wait_until_done()
    grid.wheel_to(300)
    grid.wait_until_done()
    top = grid.rows_on_screen()[0]
    desktop.keyboard.focus(program.window())
    for key, side in (("plus", 192), ("minus", 140), ("minus", 112)):
        desktop.keyboard.press("Control_L", key)
        sized = PhotoGrid(program, grid.names, side)
        wait_until(lambda: top in list(sized.rows_on_screen())[:sized.columns()], 5,
                   lambda: f"{top} is in the first row: {sized.rows_on_screen()}")


def test_a_line_of_which_a_strip_is_on_screen_is_complete(open_grid):
    _, grid = open_grid(1_000)
    grid.wait_until_done()
    # Movements after which GTK keeps cells of the line before, and not the next one's last cells.
    for first, second in ((60, 180), (60, 520), (180, 60), (180, 200), (180, 220), (180, 360), (180, 380), (180, 400)):
        grid.move_to(0)
        for offset in (5_000, 5_000 + first, 5_000 + first + second):
            grid.move_to(offset)
        view = grid.view()
        line = math.ceil((view.offset + view.height) / view.row_height)
        grid.move_to(line * view.row_height - view.height + 3)
        states = grid.wait_until_done()
        assert len(states) % view.columns == 0 and set(states.values()) == {"filtered"}


def test_keys_move_through_the_grid_and_load(open_grid, desktop):
    _, grid = open_grid(1_000)
    grid.wait_until_done()
    grid.take_keyboard()
    start = focused_row(grid)
    for key, step in (("Right", 1), ("Down", grid.columns()), ("Left", -1)):
        desktop.keyboard.press(key)
        start += step
        wait_until(lambda: focused_row(grid) == start, 5,
                   lambda: f"{key} moves the focus to {start}: {focused_row(grid)}")
    desktop.keyboard.press("End")
    grid.wait_for_bottom(999, 5)
    assert set(grid.wait_until_done().values()) == {"filtered"}
    desktop.keyboard.press("Home")
    grid.wait_for_top(0, 5)


def test_a_photo_opens_from_its_cell_and_escape_leads_back_to_it(open_grid, desktop):
    program, grid = open_grid(1_000)
    grid.wait_until_done()
    grid.wheel_to(60)
    grid.wait_until_done()
    photo = whole_photos(grid)[4]
    at = grid.view().offset
    desktop.keyboard.focus(program.window())
    desktop.pointer.click(*grid.middle_of(photo))
    page = PhotoPage(program)
    page.wait_for(photos.name(photo))
    # There, these keys zoom.
    page.key("Control_L", "2")
    wait_until(lambda: int(page.says()["percent"]) > 100, 5, lambda: f"it fills the window: {page.says()}")
    page.key("Control_L", "1")
    page.wait_for(percent=100)
    page.close()
    wait_until(lambda: focused_row(grid) == photo, 5, lambda: f"its cell has the focus: {focused_row(grid)}")
    assert grid.view().offset == at
    desktop.keyboard.press("Return")
    page.wait_for(photos.name(photo))


def test_a_failed_photo_says_why_in_its_cell_and_can_be_tried_again(server, open_grid, desktop):
    server.on(photos.path(1), replies.status(404))
    program, grid = open_grid(50)
    said = grid.wait_until_done()
    assert said[1].startswith("failed to load: ") and len(said[1]) > len("failed to load: ") + 8
    server.on(photos.path(1), replies.photo(1))
    retry = program.accessible().get("button", f"Retry {photos.name(1)}", prune=())
    program.click(retry)
    grid.wait_for_state(1, "filtered")
    grid.wait_until_shown(1, filtered(1))


def test_what_is_found_and_selected_is_so_in_the_grid_too(open_grid, desktop):
    program, grid = open_grid(1_000)
    grid.wait_until_done()
    search_for(program, "77")
    found = [name for name in grid.names if "77" in name]
    wait_until(lambda: len(grid._list.children()) == len(found), 5, "the search has found its match")
    matches = PhotoGrid(program, found)
    assert set(matches.wait_until_done().values()) == {"filtered"}
    matches.wait_until_shown(0, filtered(77))


def test_a_window_of_another_width_has_other_columns_and_asks_for_what_it_uncovers(server, open_grid):
    program, grid = open_grid(1_000)
    grid.wait_until_done()
    program.resize(800, 720)
    wait_until(lambda: grid.columns() == 5, 5, lambda: f"five photos are side by side: {grid.columns()}")
    grid.wait_until_done()
    server.wait_until_quiet()
    asked = server.numbers_asked()
    assert sorted(asked) == sorted(set(asked)), "nothing is requested twice"
    for photo in whole_photos(grid):
        grid.wait_until_shown(photo, filtered(photo))
    program.resize(360, 720)
    wait_until(lambda: grid.columns() == 2, 5, lambda: f"two photos are side by side: {grid.columns()}")
    grid.wait_until_done()


def test_the_next_start_shows_the_grid_as_it_was(server, open_list, launch, new_home, desktop):
    home = new_home()
    program, listed = open_list(50, home=home)
    listed.wait_until_done()
    grid = show_grid(program, listed.names)
    grid.wait_until_done()
    desktop.keyboard.press("Control_L", "minus")
    PhotoGrid(program, listed.names, 112).wait_until_done()
    program.quit()
    again = PhotoGrid(launch(home=home), listed.names, 112)
    assert set(again.wait_until_done().values()) == {"filtered"}
