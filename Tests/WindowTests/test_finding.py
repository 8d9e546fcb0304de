"""Searching, sorting and going to a row, with real keys."""

import pytest

from support import photos, replies
from support.accessibility import FOCUSED, VISIBLE
from support.finding import entry_of, go_to, row_names, says, search_for, shows, sort_by
from support.photo_list import PhotoList
from support.waiting import wait_until

PLACES = ["Old Harbour", "Café am See", "Mountain Lake", "Misty Forest", "CAFE 2"]


def place(number):
    return f"{PLACES[number % len(PLACES)]} {number}"


@pytest.fixture
def open_places(launch, server):
    """Opens a catalogue of these places, whose photos have the same numbers."""
    def open_places(count, **options):
        names = [place(number) for number in range(count)]
        program = launch(server.serve_catalogue(
            [(name, f"photos/{number}.jpg") for number, name in enumerate(names)]), **options)
        listed = PhotoList(program, names)
        listed.wait_until_done()
        return program, listed
    return open_places


def test_typing_in_the_list_finds_photos_and_loads_only_those_on_screen(server, open_places, desktop):
    program, listed = open_places(500)
    listed.take_keyboard()
    known = len(server.asked())
    desktop.keyboard.type("cafe 3")
    found = shows(program, [place(number) for number in range(500) if number % 5 in (1, 4) and "3" in str(number)])
    says(program, f"{len(found.names)} matches")
    assert set(found.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    on_screen = {found.names[row] for row in found.rows_on_screen(hidden=0)}
    asked = {place(number) for number in server.numbers_asked()[known:]}
    # The matches of a shorter text may have been requested and cancelled.
    given_up = {place(each.number) for each in server.asked()[known:] if each.closed}
    assert on_screen <= asked | {place(number) for number in server.numbers_asked()[:known]}
    assert len(asked - on_screen - given_up) <= 2 * len(on_screen), asked - on_screen


def test_escape_gives_the_list_back_at_the_same_place_and_nothing_is_loaded_again(server, open_places, desktop):
    program, listed = open_places(1000)
    listed.wheel_to(300)
    before = listed.wait_until_done()
    server.wait_until_quiet()
    offset = listed.view().offset
    search_for(program, "harbour")
    shows(program, [place(number) for number in range(0, 1000, 5)]).wait_until_done()
    desktop.keyboard.press("Escape")
    wait_until(lambda: not entry_of(program), 5, "the search bar is gone")
    listed = shows(program, [place(number) for number in list(before)[:3]] + listed.names[3:])
    listed.names = [place(number) for number in range(1000)]
    listed.index = {name: index for index, name in enumerate(listed.names)}
    wait_until(lambda: listed.view().offset == pytest.approx(offset, abs=1), 10,
               lambda: f"the list is at {offset}; it is at {listed.view().offset}")
    assert listed.wait_until_done() == before
    server.wait_until_quiet()
    asked = server.numbers_asked()
    assert all(asked.count(number) == 1 for number in before), "photos on screen were loaded again"


@pytest.mark.parametrize("hand", ["End", "Page Down", "wheel", "scrollbar"])
def test_a_person_who_moves_on_right_after_a_search_is_not_taken_back(open_places, desktop, hand):
    names = [place(number) for number in range(300)]
    program, listed = open_places(300)
    for _ in range(4):
        go_to(program, "41")
        listed.wait_for_top(40)
        listed.wait_until_done()
        listed.take_keyboard()
        desktop.keyboard.type("cafe")
        shows(program, [each for number, each in enumerate(names) if number % 5 in (1, 4)]).wait_until_done()
        desktop.keyboard.press("Escape")
        wait_until(listed.has_focus, 5, "a row has the focus", every=0.005)
        if hand == "wheel":
            desktop.pointer.move(*listed.middle())
            desktop.pointer.wheel(notches=5, interval=0.004)
        elif hand == "scrollbar":
            listed.drag_scrollbar(0.1, 0.9)
        else:
            desktop.keyboard.press("End" if hand == "End" else "Next")
        # The held place ends with the last rows, 0.6 s after them at most.
        listed.wait_until_still(1)
        listed.wait_until_done()
        first = listed.rows_on_screen()[0]
        # Page Down moves the focus to the last row on screen.
        assert {"End": 290 < first, "Page Down": first == 40 and not listed.object(40).has_state(FOCUSED),
                "wheel": 42 <= first < 60, "scrollbar": 150 < first}[hand], f"{hand} led to row {first}"


def test_a_search_without_result_says_so_and_goes_on_from_there(open_places, desktop):
    program, _ = open_places(50)
    search_for(program, "zebra")
    says(program, "No Results Found")
    says(program, "No matches")
    assert entry_of(program).has_state(FOCUSED)
    for _ in "zebra":
        desktop.keyboard.press("BackSpace")
    shows(program, [place(number) for number in range(50)]).wait_until_done()
    desktop.keyboard.type("lake 47")
    shows(program, [place(47)]).wait_until_done()
    says(program, "1 match")


def test_return_leads_from_the_search_to_the_photos_and_escape_from_there_back(open_places, desktop):
    program, _ = open_places(50)
    search_for(program, "forest")
    shows(program, [place(number) for number in range(3, 50, 5)]).wait_until_done()
    desktop.keyboard.press("Return")
    wait_until(lambda: any(each.has_state(FOCUSED) for each in program.accessible().find_all("list item")), 5,
               "a row has the focus", every=0.1)
    desktop.keyboard.press("Escape")
    wait_until(lambda: not entry_of(program), 5, "the search bar is gone")
    shows(program, [place(number) for number in range(50)])


def by_name(count):
    """The numbers of the places, sorted by name: digits precede letters, and accents do not count."""
    places = ["CAFE 2", "Café am See", "Misty Forest", "Mountain Lake", "Old Harbour"]
    return sorted(range(count), key=lambda number: (places.index(PLACES[number % len(PLACES)]), number))


def test_sorted_by_name_numbers_count_and_photos_stay_with_their_names(open_places, desktop):
    program, _ = open_places(200)
    sort_by(program, "n")
    in_order = by_name(200)
    listed = shows(program, [place(number) for number in in_order])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(in_order[0]))
    listed.take_keyboard()
    desktop.keyboard.press("End")
    listed.wait_for_bottom(199, 5)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_shown(199, photos.filtered(in_order[199]))
    desktop.keyboard.press("Home")
    listed.wait_for_top(0, 5)


def test_the_order_is_remembered(server, launch, new_home):
    home = new_home()
    url = server.serve_catalogue([("b 10", "photos/1.jpg"), ("a", "photos/2.jpg"), ("b 9", "photos/3.jpg")])
    program = launch(url, home=home)
    PhotoList(program, ["b 10", "a", "b 9"]).wait_until_done()
    sort_by(program, "n")
    shows(program, ["a", "b 9", "b 10"])
    wait_until(lambda: first_rows(program, 3) == ["a", "b 9", "b 10"], 5, lambda: first_rows(program, 3))
    program.quit()
    program = launch(url, home=home)
    wait_until(lambda: first_rows(program, 3) == ["a", "b 9", "b 10"], 20, lambda: first_rows(program, 3), every=0.1)


def first_rows(program, count):
    return [name.rsplit(", ", 1)[0] for name in row_names(program)][:count]


def test_photos_under_way_go_on_while_they_are_sorted(server, launch):
    server.latency = 1.5
    entries = [(f"{'edcba'[number]} {number}", f"photos/{number}.jpg") for number in range(5)]
    program = launch(server.serve_catalogue(entries))
    PhotoList(program, [name for name, _ in entries])
    wait_until(lambda: len(server.in_flight()) == 5, 10, "all five are in flight")
    sort_by(program, "n")
    listed = shows(program, sorted(name for name, _ in entries))
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    assert sorted(server.numbers_asked()) == [0, 1, 2, 3, 4], "a photo was requested again"
    listed.wait_until_found(0, photos.filtered(4))
    for row in range(1, 5):
        listed.wait_until_shown(row, photos.filtered(4 - row))


def test_photos_that_failed_come_first_when_that_is_wanted(server, launch):
    for number in (2, 4):
        server.on(photos.path(number), replies.status(404))
    names = [f"Photo {number}" for number in range(6)]
    program = launch(server.serve_catalogue([(name, f"photos/{number}.jpg") for number, name in enumerate(names)]))
    PhotoList(program, names).wait_until_done()
    sort_by(program, "f")
    wait_until(lambda: [each.split(",")[0] for each in row_names(program)][:6]
               == ["Photo 2", "Photo 4", "Photo 0", "Photo 1", "Photo 3", "Photo 5"], 10,
               lambda: row_names(program), every=0.1)


def test_go_to_leads_to_a_row_a_percentage_and_a_names_beginning(open_places):
    program, listed = open_places(1000)
    go_to(program, "501")
    listed.wait_for_top(500, 10)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    go_to(program, "25%")
    listed.wait_for_top(249, 10)
    sort_by(program, "n")
    names = [place(number) for number in by_name(1000)]
    in_order = shows(program, names)
    go_to(program, "mo")
    in_order.wait_for_top(600, 10)
    assert set(in_order.wait_until_done().values()) == {"filtered"}


def test_while_a_long_list_moves_it_says_where_one_is_and_then_no_more(open_places, desktop):
    program, listed = open_places(1000)
    desktop.pointer.move(*listed.middle())

    def said():
        found = program.accessible().find_all("label", lambda name: name.endswith(" of 1,000"))
        return [each.name for each in found if each.has_state(VISIBLE)]
    desktop.pointer.wheel(notches=20)
    wait_until(said, 2, "it shows the position")
    wait_until(lambda: not said(), 10, "the label is gone")
    listed.wait_until_done()
