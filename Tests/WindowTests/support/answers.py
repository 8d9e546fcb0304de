"""How soon the window answers."""

import threading
import time

from .stalls import Stalls

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
