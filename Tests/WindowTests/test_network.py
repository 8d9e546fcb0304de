"""The desktop's reports on the network: it is back, it is metered."""

import time

import pytest

from support import photos, replies
from support.network_manager import NetworkManager
from support.reading_ahead import read_ahead
from support.waiting import stays_true, wait_until

COUNT = 5  # all of them on the first screen


@pytest.fixture
def network(desktop):
    network = NetworkManager(desktop.session)
    yield network
    network.end()


def beyond(listed, asked):
    """The rows of `asked` that are not on screen."""
    return sorted(set(asked) - set(listed.rows_on_screen(hidden=0)))


@pytest.mark.alone
def test_photos_that_failed_while_the_network_was_away_are_tried_again_at_once_when_it_is_back(
        network, server, open_list):
    for number in range(COUNT):
        server.on(photos.path(number), replies.hanging_up())
    network.go()
    _, listed = open_list(COUNT)

    def has_failed_often():
        return all(len(server.asked_for(photos.path(number))) >= 3 for number in range(COUNT))
    wait_until(has_failed_often, 20, lambda: f"each is tried three times: {server.numbers_asked()}")
    server.wait_until_quiet(quiet=0.2)
    assert all(state.startswith("failed to load") for state in listed.states().values()), listed.states()
    # Each waits for a random 4 to 8 seconds now: it is practically impossible that all five are due at once.
    for number in range(COUNT):
        server.on(photos.path(number), replies.photo(number))
    back = time.monotonic()
    network.come_back()
    listed.wait_until_done()
    assert set(listed.states().values()) == {"filtered"}
    asked = server.asked(since=back)
    assert sorted(each.number for each in asked) == list(range(COUNT))
    assert max(each.received for each in asked) - back < 1.0


def test_over_a_network_that_costs_money_nothing_is_read_ahead_until_it_costs_none(network, server, open_list, desktop):
    network.cost_money()
    _, listed = open_list(1_000)
    listed.wait_until_done()
    listed.wheel_to(30)
    known = time.monotonic()
    desktop.pointer.wheel(notches=3)
    listed.wait_until_done()
    server.wait_until_quiet()
    assert not [number for number in beyond(listed, server.numbers_asked(since=known)) if number > 30]

    network.cost_money(False)
    last = listed.rows_on_screen(hidden=0)[-1]
    wait_until(lambda: last + 1 in server.numbers_asked(), 5, "the next photos are read ahead")
    server.wait_until_quiet()


def test_what_is_being_read_ahead_is_given_up_when_the_network_begins_to_cost_money(
        network, server, open_list):
    _, listed = open_list(1_000)
    read_ahead(server, listed)
    ahead = wait_until(server.in_flight, 5, "photos are read ahead")
    network.cost_money()
    wait_until(lambda: all(each.closed for each in ahead), 5, lambda: f"they are cancelled: {ahead}")
    stays_true(lambda: not server.in_flight(), 0.5, lambda: f"nothing is read ahead: {server.in_flight()}")
