"""Loads that start and are cancelled while the list moves and when it comes to rest."""

import itertools
import os
import signal
import threading
import time

import pytest

from support import photos, replies
from support.photo_page import PhotoPage
from support.stalls import Stalls
from support.waiting import wait_until

REST = 0.1  # how long after its last movement the list counts as at rest
PROMPT = 0.3  # how soon after that, the photos on screen are requested


def test_during_a_five_second_wheel_no_request_starts(server, open_list, desktop):
    # A screenful that keeps all slots busy: some are answered while the wheel turns, and their slots become free.
    turns = threading.Event()
    for number in range(10):
        server.on(photos.path(number), replies.never() if number % 2 else replies.when(turns, replies.photo(number)))
    _, listed = open_list(10_000)
    desktop.pointer.move(*listed.middle())
    wait_until(lambda: len(server.asked()) >= 6, 10, "the first six photos are requested")

    answering = threading.Timer(1, turns.set)
    answering.start()
    notches = desktop.pointer.wheel(seconds=5)

    # The machine may delay the wheel's turning itself. A start counts as one during the movement only if it follows a
    # notch sooner than the list can rest.
    too_early = [
        each.number for each in server.asked(since=notches[0])
        if any(0 <= each.received - notch < REST * 0.9 for notch in notches)]
    assert not too_early, f"requested while the list moved: {too_early}"
    assert [each for each in server.asked() if each.finished and notches[0] < each.finished < notches[-1]], \
        "no slot became free while the wheel turned, so the test proves nothing"


@pytest.mark.alone
def test_soon_after_the_wheels_last_notch_rows_gone_by_are_given_up_and_rows_on_screen_asked_for(
        server, open_list, desktop):
    _, listed = open_list(10_000)
    desktop.pointer.move(*listed.middle())
    listed.wait_until_done()

    # Three attempts; only an attempt without a standstill of the machine counts.
    for _ in range(3):
        start = listed.view().rows()[-1] + 10
        stuck = range(start, start + 40)
        for number in stuck:
            server.on(photos.path(number), replies.never())
        listed.wheel_to(start + 10)
        server.wait_until_in_flight(6)
        hanging = server.in_flight()
        assert all(each.number in stuck for each in hanging)

        with Stalls() as stalls:
            last = desktop.pointer.wheel(notches=150)[-1]
            listed.wait_until_done()
        if stalls.longest(last, last + PROMPT) > 0.03:
            continue
        asked = {each.number: each.received for each in server.asked(since=last)}
        for each in hanging:
            assert each.closed and each.closed <= last + PROMPT, \
                f"photo {each.number} was cancelled {each.closed and each.closed - last} s after the last notch"
        for row in listed.rows_on_screen():
            assert row in asked, f"row {row} is on screen and was not requested"
            assert last + REST * 0.9 <= asked[row] <= last + PROMPT, \
                f"row {row} was requested {asked[row] - last:.3f} s after the last notch"
        return
    raise AssertionError("the machine is too busy to measure 300 ms on")


@pytest.mark.parametrize("interval", [0.004, 0.01, 0.025])
def test_a_notch_moves_the_list_as_far_however_fast_the_wheel_turns(open_list, desktop, interval):
    """GTK 4.8's list view miscalculates when its adjustment changes twice within a frame, which happens when a wheel
    turns faster than frames are drawn: it then jumps by thousands of rows."""
    _, listed = open_list(10_000)
    listed.wait_until_done()
    desktop.pointer.move(*listed.middle())
    desktop.pointer.notch()
    wait_until(lambda: listed.view().offset > 0, 5, "the list has moved")
    a_notch = listed.view().offset
    desktop.pointer.wheel(notches=40, interval=interval)
    listed.wait_until_done()
    assert listed.view().offset == pytest.approx(41 * a_notch, abs=41)  # each offset is rounded to a pixel


def test_rows_that_only_went_by_are_never_asked_for(server, open_list, desktop):
    _, listed = open_list(10_000)
    listed.wait_until_done()
    first_screen = set(listed.rows_on_screen(hidden=0))
    desktop.pointer.move(*listed.middle())
    notches = desktop.pointer.wheel(notches=100)
    listed.wait_until_done()
    server.wait_until_quiet()
    if max(later - earlier for earlier, later in itertools.pairwise(notches)) < REST * 0.9:
        wanted = first_screen | {*listed.rows_on_screen(hidden=0), *listed.rows_below()}
        assert set(server.numbers_asked()) <= wanted


def test_scrolled_away_and_back_a_photo_is_not_downloaded_again(server, open_list, desktop):
    _, listed = open_list(1_000)
    listed.wait_until_done()
    listed.wheel_to(60)
    listed.wait_until_done()
    listed.wheel_to(0)
    listed.wait_until_done()
    server.wait_until_quiet()
    asked = server.numbers_asked()
    assert listed.view().offset == 0
    assert sorted(asked) == sorted(set(asked))


def test_a_row_given_up_on_its_way_is_asked_for_again_when_it_comes_back(server, open_list, desktop):
    for number in range(8):
        server.on(photos.path(number), replies.never())
    _, listed = open_list(1_000)
    server.wait_until_in_flight(6)
    listed.wheel_to(60)
    listed.wait_until_done()
    assert not [each for each in server.in_flight() if each.number < 8]
    for number in range(8):
        server.on(photos.path(number), replies.photo(number))
    listed.wheel_to(0)
    assert set(listed.wait_until_done().values()) == {"filtered"}


def test_a_taller_window_asks_for_the_rows_that_it_uncovers_and_no_others(server, open_list):
    program, listed = open_list(1_000)
    listed.wait_until_done()
    server.wait_until_quiet()
    before, height = len(server.asked()), listed.view().height
    program.resize(480, 880)
    wait_until(lambda: listed.view().height > height + 100, 5, "the list is taller")
    listed.wait_until_done()
    server.wait_until_quiet()
    view, asked = listed.view(), server.numbers_asked()
    assert len(asked) > before
    assert sorted(asked) == sorted(set(asked))
    assert set(view.rows()) <= set(asked) <= set(view.rows(hidden=0))


def test_the_keyboard_alone_scrolls_and_loads(server, open_list, desktop):
    program, listed = open_list(1_000)
    listed.wait_until_done()
    listed.take_keyboard()
    offsets = [listed.view().offset]
    for key, moves in (("Next", "down"), ("Next", "down"), ("Prior", "up"), ("Prior", "up"), ("End", "down"),
                       ("Home", "up")):
        before = offsets[-1]

        def has_moved():
            return listed.view().offset > before if moves == "down" else listed.view().offset < before
        desktop.keyboard.press(key)
        try:
            wait_until(has_moved, 0.5, f"{key} scrolls {moves}")
        except AssertionError:
            desktop.keyboard.press(key)  # a page from the first row is still on the first screen
            wait_until(has_moved, 5, f"{key} scrolls {moves} from {before}")
        assert set(listed.wait_until_done().values()) == {"filtered"}
        offsets.append(listed.view().offset)
        if key == "End":
            listed.wait_for_bottom(999)
    listed.wait_for_top(0)


def test_dragging_the_scrollbar_loads_what_it_stops_at_and_nothing_on_the_way(server, open_list, desktop):
    _, listed = open_list(10_000)
    listed.wait_until_done()
    first_screen = set(listed.rows_on_screen(hidden=0))
    listed.drag_scrollbar(0.1, 0.7)
    wait_until(lambda: listed.rows_on_screen()[0] > 5_000, 5, "the list has moved")
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    wanted = first_screen | {*listed.rows_on_screen(hidden=0), *listed.rows_below()}
    strays = set(server.numbers_asked()) - wanted
    assert not strays, f"requested on the way: {sorted(strays)}"


def test_a_click_as_soon_as_the_list_is_at_rest_opens_the_row_under_the_pointer(server, open_list, desktop):
    _, listed = open_list(300)
    listed.wait_until_done()
    desktop.pointer.move(*listed.middle())
    last = desktop.pointer.wheel(notches=30)[-1]
    time.sleep(max(0, last + REST - time.monotonic()))  # a hand takes longer from the wheel to the button
    x, y, _, height = listed.extents()
    desktop.pointer.click(x + 200, y + height / 2)
    view = listed.view()
    PhotoPage(listed.program).wait_for(photos.name(int((view.offset + view.height / 2) / view.row_height)))


@pytest.mark.parametrize("notches", [0, 1, 5, 40])
def test_a_click_that_a_busy_program_reads_together_with_the_wheel_opens_the_row_under_the_pointer(
        server, open_list, desktop, notches):
    program, listed = open_list(300)
    listed.wait_until_done()
    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=1)
    listed.wait_until_done()
    x, y, _, height = listed.extents()
    # Stopped, it finds all of them at once: the list has moved, and is not laid out yet.
    os.kill(program.pid, signal.SIGSTOP)
    desktop.pointer.wheel(notches=notches, interval=0.001)
    desktop.pointer.click(x + 200, y + height / 2)
    os.kill(program.pid, signal.SIGCONT)
    page = PhotoPage(program)
    page.wait_for()
    view = listed.view()
    page.wait_for(photos.name(int((view.offset + view.height / 2) / view.row_height)))


def test_a_press_on_the_scrollbar_that_a_busy_program_reads_before_it_is_shown_opens_no_photo(open_list, desktop):
    program, listed = open_list(300)
    listed.wait_until_done()
    x, top, height = listed.scrollbar()
    middle = listed.middle()
    os.kill(program.pid, signal.SIGSTOP)
    desktop.pointer.move(*middle)
    desktop.pointer.wheel(notches=3, interval=0.001)
    desktop.pointer.move(*middle)
    desktop.pointer.drag(x, top + height * 0.56, top + height * 0.56 + 3, steps=2, interval=0.01)
    os.kill(program.pid, signal.SIGCONT)
    wait_until(lambda: listed.view().offset > 0, 5, "the list scrolls")
    desktop.pointer.move(*middle)
    listed.wait_until_done()
