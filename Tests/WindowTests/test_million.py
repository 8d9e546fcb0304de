"""A million photos: the right ones are on screen, and only those are loaded."""

import plistlib

import pytest

from support import photos, replies
from support.answers import assert_answers_at_once
from support.finding import entry_of, says, search_for, shows, sort_by
from support.photo_grid import show_grid
from support.photo_list import PhotoList
from support.waiting import wait_until

COUNT = 1_000_000
PLACES = ["Fjord", "Old Harbour", "Mountain Lake", "Misty Forest", "Beach", "River", "Garden", "City"]


def place(number):
    return f"{PLACES[number % 8]} {number}"


@pytest.fixture(scope="module")
def names():
    return [place(number) for number in range(COUNT)]


@pytest.fixture(scope="module")
def catalogue(names):
    """As plistlib writes it; plistlib itself takes minutes for this many."""
    head, tail = plistlib.dumps({}).split(b"<dict/>")
    entries = "".join(
        f"\t<key>{name}</key>\n\t<string>photos/{number}.jpg</string>\n" for number, name in enumerate(names))
    return head + b"<dict>\n" + entries.encode() + b"</dict>" + tail


@pytest.fixture
def million(server, launch, catalogue, names):
    server.on("/catalogue.plist", replies.of(catalogue, "application/x-plist"))
    program = launch(server.url("/catalogue.plist"))
    says(program, "1,000,000 photos", within=60)
    listed = PhotoList(program, names)
    listed.wait_until_done()
    return program, listed


class Watch:
    """The permitted requests: the photos on screen, and one screen more, each time that the list came to rest."""

    def __init__(self, server):
        self.server = server
        self.allowed = set()

    def rest(self, listed):
        assert set(listed.wait_until_done(within=30).values()) == {"filtered"}
        self.server.wait_until_quiet()
        rows = listed.rows_on_screen(hidden=0)
        # One screen is read ahead, in the direction of travel.
        near = range(max(0, rows[0] - len(rows)), min(len(listed.names), rows[-1] + 1 + len(rows)))
        self.allowed |= {listed.names[row] for row in near}

    def strays(self):
        # The matches of a shorter text were requested while the longer one was typed, and cancelled.
        return [place(each.number) for each in self.server.asked()
                if not each.closed and place(each.number) not in self.allowed]


def test_a_million_photos_are_gone_through_by_end_home_wheel_search_and_sort(server, million, names, desktop):
    program, listed = million
    watch = Watch(server)
    watch.rest(listed)
    listed.wait_until_found(0, photos.filtered(0))

    listed.take_keyboard()
    desktop.keyboard.press("End")
    listed.wait_for_bottom(COUNT - 1, 10)
    watch.rest(listed)
    last = COUNT - 1
    listed.wait_until_shown(last, photos.filtered(last))
    desktop.keyboard.press("Home")
    listed.wait_for_top(0, 10)
    watch.rest(listed)

    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=60)
    watch.rest(listed)
    at = listed.rows_on_screen()
    offset = listed.view().offset

    search_for(program, "harbour 77")
    found = shows(program, [name for number, name in enumerate(names) if number % 8 == 1 and "77" in str(number)])
    says(program, f"{len(found.names):,} matches")
    watch.rest(found)
    first = int(found.names[0].split()[-1])
    found.wait_until_found(0, photos.filtered(first))
    desktop.keyboard.press("Escape")
    wait_until(lambda: not entry_of(program), 5, "the search bar is gone")
    wait_until(lambda: listed.view().offset == pytest.approx(offset, abs=1), 10, "the list is at its former position")
    watch.rest(listed)
    assert listed.rows_on_screen() == at

    sort_by(program, "n")
    order = sorted(range(COUNT), key=lambda number: (PLACES[number % 8], number))
    in_order = shows(program, [names[number] for number in order], within=30)
    watch.rest(in_order)
    in_order.wait_for_top(0)
    in_order.take_keyboard()
    desktop.keyboard.press("End")
    in_order.wait_for_bottom(last, 10)
    watch.rest(in_order)
    in_order.wait_until_found(last, photos.filtered(order[last]))
    assert not watch.strays()


@pytest.mark.alone
def test_the_window_answers_at_once_while_a_million_photos_are_searched_and_sorted(million, desktop):
    program, _ = million

    def find_and_sort():
        search_for(program, "")
        for key in "lake 12":
            desktop.keyboard.type(key)
            desktop.pause(0.15)
        desktop.keyboard.press("Escape")
        for key in "nc":
            sort_by(program, key)
            desktop.pause(2)
    assert_answers_at_once(program.accessible(), find_and_sort)


def test_a_million_photos_are_gone_through_as_a_grid(server, million, names, desktop):
    program, listed = million
    watch = Watch(server)
    watch.rest(listed)
    grid = show_grid(program, names)
    watch.rest(grid)
    grid.wait_until_shown(0, photos.filtered(0, grid.side))
    grid.take_keyboard()
    desktop.keyboard.press("End")
    grid.wait_for_bottom(COUNT - 1, 10)
    watch.rest(grid)
    last = COUNT - 1
    grid.wait_until_shown(last, photos.filtered(last, grid.side))
    desktop.pointer.move(*grid.middle())
    desktop.pointer.wheel(notches=60, button=4)
    watch.rest(grid)
    for photo in grid.rows_on_screen():
        if grid.is_whole(photo):
            grid.wait_until_shown(photo, photos.filtered(photo, grid.side))
    desktop.keyboard.press("Home")
    grid.wait_for_top(0, 10)
    watch.rest(grid)
    assert not watch.strays()
