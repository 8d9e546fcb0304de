"""Whatever a person does to the list, the rows on screen end filtered or failed, and nothing stays in progress."""

import os
import random

import pytest

from support import photos, replies
from support.photo_list import DONE
from support.server import asked_twice_at_once, peak_in_flight

SEEDS = int(os.environ.get("CLASSIC_PHOTOS_SEEDS", "3"))
ROWS = 3_000
FLINGS = 50


def some_reply(number, chance):
    """The photo's reply: mostly good, otherwise slow, wrong, or very late."""
    body = photos.jpeg(number)
    kind = chance.random()
    if kind < 0.60:
        return replies.after(chance.uniform(0, 0.25), replies.photo(number))
    return chance.choice([
        replies.after(3, replies.photo(number)),
        replies.trickling(body, 1.5),
        replies.status(404),
        replies.status(500),
        replies.text(),
        replies.empty(),
        replies.cut_short(body),
        replies.chunked_cut_short(body),
        replies.not_gzipped(body),
    ])


class Hand:
    """A hurried person's hand."""

    def __init__(self, listed, chance):
        self.listed, self.chance = listed, chance
        self.pointer, self.keyboard = listed.program.desktop.pointer, listed.program.desktop.keyboard
        self.done = []

    def fling(self):
        movement = self.chance.choices(
            [self.wheel, self.page, self.end, self.home, self.scrollbar], [8, 4, 1, 1, 3])[0]
        self.done.append(movement())

    def wheel(self):
        notches, button = self.chance.randint(1, 30), self.chance.choice([5, 5, 5, 4])
        self.pointer.move(*self.listed.middle())
        self.pointer.wheel(notches=notches, button=button, interval=self.chance.choice([0.004, 0.015, 0.03]))
        return f"wheel {'down' if button == 5 else 'up'} {notches}"

    def page(self):
        key, times = self.chance.choice(["Next", "Next", "Prior"]), self.chance.randint(1, 5)
        for _ in range(times):
            self.keyboard.press(key)
        return f"{key} {times}"

    def end(self):
        self.keyboard.press("End")
        return "End"

    def home(self):
        self.keyboard.press("Home")
        return "Home"

    def scrollbar(self):
        start, end = self.chance.uniform(0.02, 0.98), self.chance.uniform(0.02, 0.98)
        self.listed.drag_scrollbar(start, end, steps=self.chance.randint(2, 15), interval=0.01)
        return f"scrollbar {start:.2f} to {end:.2f}"


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
    assert len(set(server.numbers_asked())) > 50, "the flings covered few rows"
