"""How soon the window answers."""

import threading
import time

from .stalls import Stalls

# A person perceives 100 ms as "at once". A loaded machine drops a frame now and then, which is not the program's fault;
# so the bound is twice that, and a standstill of the machine invalidates a measurement.
AT_ONCE = 0.2


class Answers:
    """Sends the program a simple question repeatedly, and records how long its main context takes to answer."""

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
        """(duration, time) of the slowest answer."""
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
