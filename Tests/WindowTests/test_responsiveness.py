"""The window answers at all times: nothing that takes long happens on the main context."""

import threading
import time

import pytest

from support import photos
from support.dialogs import open_location
from support.photo_list import PhotoList
from support.stalls import Stalls
from support.waiting import wait_until

pytestmark = pytest.mark.alone
# What a person takes for "at once" is 100 ms; a frame that a loaded machine drops here and there is none of the
# program's, so the bound is twice that, and a standstill of the machine itself voids a measurement.
AT_ONCE = 0.2


class Answers:
    """Asks the program something simple, over and over, and notes how long its main context took to answer."""

    def __init__(self, asked):
        self.asked = asked
        self.times = []

    def __enter__(self):
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._ask, name="answers", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    @property
    def slowest(self):
        """(how long it took, when it was answered) of the slowest answer."""
        return max((answered - asked, answered) for asked, answered in self.times)

    def _ask(self):
        while not self._stop.wait(0.005):
            asked = time.monotonic()
            self.asked.ask_synchronously()
            self.times.append((asked, time.monotonic()))


def assert_answers_at_once(accessible, during):
    for _ in range(3):
        with Stalls() as stalls, Answers(accessible) as answers:
            during()
        took, when = answers.slowest
        if took <= AT_ONCE:
            return
        if stalls.longest(when - took, when) <= 0.05:
            raise AssertionError(f"the window took {took:.3f} s to answer")
    raise AssertionError("the machine is too busy to measure on")


def test_the_window_answers_at_once_while_photos_load_and_the_list_moves(server, open_list, desktop):
    server.latency = 0.02
    program, listed = open_list(10_000)
    listed.wait_until_done()
    desktop.pointer.move(*listed.middle())

    def scroll():
        for _ in range(6):
            desktop.pointer.wheel(notches=12)
            desktop.pause(0.4)  # long enough for the list to come to rest and load
    assert_answers_at_once(program.accessible(), scroll)
    assert len(server.asked()) > 40


def test_the_window_answers_at_once_while_a_large_catalogue_is_read(server, launch):
    server.serve_photos(300_000)
    program = launch(server.serve_catalogue([("First", "photos/1.jpg")], "/small.plist"))
    PhotoList(program, ["First"]).wait_until_done()

    def open_large():
        open_location(program, server.url("/catalogue.plist"))
        wait_until(lambda: program.accessible().find("list item", f"{photos.name(0)}, filtered"), 30,
                   "the large catalogue is on screen", every=0.1)
    assert_answers_at_once(program.accessible(), open_large)
