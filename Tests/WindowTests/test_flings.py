"""Whatever a person does to the list, the rows on screen end filtered or failed, and nothing stays in progress."""

import os
import random

import pytest

from support import photos
from support.flings import Hand, some_reply
from support.photo_list import DONE
from support.server import asked_twice_at_once, peak_in_flight

SEEDS = int(os.environ.get("CLASSIC_PHOTOS_SEEDS", "3"))
ROWS = 3_000
FLINGS = 50


@pytest.mark.parametrize("seed", range(SEEDS))
def test_after_fifty_random_flings_the_rows_on_screen_are_all_filtered_or_failed(server, open_list, desktop, seed):
    chance = random.Random(seed)
    for number in range(ROWS):
        server.on(photos.path(number), some_reply(number, chance))
    _, listed = open_list(ROWS)
    listed.take_keyboard()
    hand = Hand(listed, chance)
    for fling in range(1, FLINGS + 1):
        hand.fling()
        desktop.pause(chance.choice([0, 0, 0.05, 0.12, 0.25, 0.5]))
        if fling % 10 == 0:
            try:
                states = listed.wait_until_done(within=20, hidden=0)
                server.wait_until_quiet(quiet=0.3)
            except AssertionError as error:
                raise AssertionError(f"seed {seed}, after {hand.done[-10:]}: {error}") from None
            assert listed.states() == {row: states[row] for row in listed.rows_on_screen()}, "they stay complete"
            unfinished = [row for row, state in listed.all_states().items()
                          if not DONE.match(state) and state != "waiting"]
            assert not unfinished, f"seed {seed}: rows beyond the screen are still in progress: {unfinished}"
    assert not asked_twice_at_once(server.asked()), "a photo was in progress twice"
    assert peak_in_flight(server.asked()) <= 6
    assert len(set(server.numbers_asked())) > 30, "the flings covered few rows"
