"""A low-memory warning: everything held beyond the screen is released, and the rows on screen return."""

from support import photos, replies
from support.waiting import wait_until


def test_a_low_memory_warning_empties_what_is_beyond_the_screen_and_the_rows_on_screen_come_back(
        server, open_list, desktop):
    program, listed = open_list(1_000)
    first = set(listed.wait_until_done())
    listed.wheel_to(30)
    second = set(listed.wait_until_done())
    server.wait_until_quiet()
    assert not first & second

    def is_emptied():
        # Repeatedly, because the program hears it only after it has found the monitor on the bus.
        desktop.memory_monitor.warn()
        states = listed.all_states()
        return all(states[row] == "waiting" for row in first if row in states)
    wait_until(is_emptied, 10, lambda: f"rows beyond the screen are waiting again: {listed.all_states()}", every=0.3)

    assert set(listed.wait_until_done()) == second
    assert set(listed.states().values()) == {"filtered"}
    server.wait_until_quiet()

    known = len(server.asked())
    listed.wheel_to(0)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    again = server.numbers_asked()[known:]
    assert first <= set(again), f"memory still held rows of the first screen: {first - set(again)}"
    assert len(again) == len(set(again))


def test_after_a_low_memory_warning_photos_under_way_are_given_up_and_those_on_screen_asked_for_again(
        server, open_list, desktop):
    for number in range(10):
        server.on(photos.path(number), replies.never())
    _, listed = open_list(100)
    server.wait_until_in_flight(6)
    hanging = server.in_flight()
    for number in range(10):
        server.on(photos.path(number), replies.photo(number))

    def is_given_up():
        desktop.memory_monitor.warn()
        return all(each.closed for each in hanging)
    wait_until(is_given_up, 10, lambda: f"the requests in flight are cancelled: {hanging}", every=0.3)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
