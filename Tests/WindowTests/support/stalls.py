"""Distinguishes a slow program from a slow machine."""

import threading
import time

PULSE = 0.005


class Stalls:
    """A pulse that records when it was late: then this process or the machine stood still, and a concurrent measurement
    of milliseconds measured that."""

    def __enter__(self):
        self._late = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="pulse", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def longest(self, since, until):
        """The longest standstill between two times, in seconds."""
        return max((length for when, length in self._late if since <= when and when - length <= until), default=0)

    def _beat(self):
        last = time.monotonic()
        while not self._stop.wait(PULSE):
            now = time.monotonic()
            if now - last > 2 * PULSE:
                self._late.append((now, now - last - PULSE))
            last = now
