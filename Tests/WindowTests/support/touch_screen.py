"""A desktop with a touch screen: a Wayland compositor without a display of its own, and fingers on it.

X cannot simulate touches: XTEST has keys, buttons and wheels only. Mutter accepts touches from remote control
(org.gnome.Mutter.RemoteDesktop), and passes them to programs as those of a touch screen.
"""

import time

from .wayland_screen import WaylandScreen

# Only slightly larger than the program's window, so that Mutter maximises the window: its content is at the positions
# it reports.
WIDTH, HEIGHT = 500, 740
# A touch screen's own rate.
INTERVAL = 1 / 60


class TouchScreen(WaylandScreen):
    """With `variables` a program appears on it, and fills the screen."""

    def __init__(self, session, log):
        super().__init__(session, log, WIDTH, HEIGHT)
        # Programs learn of the touch screen from the first touch, which none of them gets.
        self.tap(WIDTH / 2, HEIGHT / 2)

    def _touch(self, what, finger, place=None):
        if place:
            self._act(f"NotifyTouch{what}", "(sudd)", self._stream, finger, *self.in_stream(place))
        else:
            self._act(f"NotifyTouch{what}", "(u)", finger)

    def tap(self, x, y):
        self._touch("Down", 0, (x, y))
        time.sleep(2 * INTERVAL)
        self._touch("Up", 0)

    def press_long(self, x, y):
        self._touch("Down", 0, (x, y))
        time.sleep(1)
        self._touch("Up", 0)

    def move(self, *ways, steps=20):
        """Puts a finger down at the first place of each path, and lifts all of them together at the last."""
        for finger, (start, _) in enumerate(ways):
            self._touch("Down", finger, start)
        for step in range(1, steps + 1):
            for finger, (start, end) in enumerate(ways):
                self._touch("Motion", finger, [a + (b - a) * step / steps for a, b in zip(start, end)])
            time.sleep(INTERVAL)
        for finger in range(len(ways)):
            self._touch("Up", finger)
