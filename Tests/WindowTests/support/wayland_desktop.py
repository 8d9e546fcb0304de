"""A Wayland desktop in a window that fills the tests' screen: Mutter, nested. Its windows are those of a person who has
screens of any scale, but what is on the screen stays in points: hands and looks are those of the screen."""

import contextlib
import os
import time
from types import SimpleNamespace

import pytest
from Xlib import X

from .accessibility import ACTIVE, VISIBLE, Gone
from .display import HEIGHT, WAYLAND, WIDTH
from .preloaded import build
from .processes import ChildProcess
from .waiting import wait_until

# How far outside a window its edge is taken hold of, in points, and a hand's pause there, in seconds.
EDGE = 2
SETTLING = 0.1


def needs_x(what):
    """Ends a test on Wayland, where no other program can do `what`."""
    if WAYLAND:
        pytest.skip(f"on Wayland no other program {what}")


class WaylandDesktop:
    """With `variables` a program appears on it."""

    def __init__(self, session, log):
        self.variables = {"GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": "wayland-tests"}
        self._display = session.display
        # Where the windows stand that a hand has made smaller or larger.
        self.places = {}
        environment = {
            **session.environment, **session.new_home("mutter"), **build("seat_version.c", session.directory),
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "MUTTER_DEBUG_DUMMY_MODE_SPECS": f"{round(WIDTH * WAYLAND)}x{round(HEIGHT * WAYLAND)}",
            "MUTTER_DEBUG_DUMMY_MONITOR_SCALES": f"{WAYLAND:g}"}
        keys = os.path.join(environment["XDG_CONFIG_HOME"], "glib-2.0", "settings")
        os.makedirs(keys)
        with open(os.path.join(keys, "keyfile"), "w") as file:
            # Other scales than whole ones, and windows whose places follow from their sizes.
            file.write("[org/gnome/mutter]\nexperimental-features=['scale-monitor-framebuffer']\n"
                       "center-new-windows=true\n")
        self._compositor = ChildProcess(
            ["mutter", "--nested", "--wayland", "--no-x11", f"--wayland-display={self.variables['WAYLAND_DISPLAY']}"],
            environment, log)
        socket = os.path.join(environment["XDG_RUNTIME_DIR"], self.variables["WAYLAND_DISPLAY"])
        try:
            self.window = wait_until(
                self._find, 20, lambda: f"the compositor is there; it said: {self._compositor.said()[-2000:]}")
            wait_until(lambda: os.path.exists(socket), 20, "the compositor listens")
            # Without a window manager nobody else gives it the keys of the screen.
            self.window.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
            self._display.connection.sync()
        except BaseException:
            self.end()
            raise

    def _find(self):
        """The compositor's own window."""
        for window in self._display.root.query_tree().children:
            geometry = window.get_geometry()
            if (geometry.width, geometry.height) == (WIDTH, HEIGHT):
                return window
        return None

    def windows(self, program):
        """Those of a program, the oldest first."""
        try:
            application = program.desktop.accessibility.application(program.pid, within=0)
        except AssertionError:
            return []
        return [WaylandWindow(self, program, frame) for frame in application.children() if frame.has_state(VISIBLE)]

    def end(self):
        self._compositor.end()


class WaylandWindow:
    """A window as tests know those of X."""

    def __init__(self, desktop, program, frame):
        self._desktop = desktop
        self._program = program
        self._frame = frame
        self.id = frame.path

    def get_geometry(self):
        x, y, width, height = self._frame.extents()
        if width <= 0:
            raise Gone("the window has no size yet")
        return SimpleNamespace(width=width, height=height, x=x, y=y)

    def _place(self):
        """Mutter centres windows, and dialogs above their parents."""
        geometry = self.get_geometry()
        if self.id in self._desktop.places and geometry.width < WIDTH:
            return self._desktop.places[self.id]
        main = self._program.window()
        if self.id == main.id:
            return (WIDTH - geometry.width) // 2, (HEIGHT - geometry.height) // 2
        below = main.get_geometry()
        left, top = main._place()
        return left + (below.width - geometry.width) // 2, top + (below.height - geometry.height) // 3

    def translate_coords(self, root, x, y):
        left, top = self._place()
        return SimpleNamespace(x=x - left, y=y - top)

    def get_image(self, x, y, width, height, kind, planes):
        left, top = self._place()
        return self._desktop.window.get_image(left + x, top + y, width, height, kind, planes)

    def get_full_property(self, name, kind):
        return SimpleNamespace(value=self._frame.name.encode())

    def configure(self, width=None, height=None):
        """Drags its lower right corner like a hand, which takes hold of it again if it has slipped."""
        left, top = self._desktop.places[self.id] = self._place()
        before = self._size()
        wanted = width or before[0], height or before[1]
        if left + wanted[0] > WIDTH or top + wanted[1] > HEIGHT:
            pytest.skip("a window of {} × {} points does not fit on the screen".format(*wanted))
        for _ in range(4):
            if self._size() == wanted:
                break
            self._drag((left, top), self._size(), wanted)

    def _size(self):
        geometry = self.get_geometry()
        return geometry.width, geometry.height

    def _drag(self, place, size, wanted):
        pointer = self._program.desktop.pointer

        def move(size, away):
            pointer.move(*(start + side + away for start, side in zip(place, size)))
            time.sleep(SETTLING)
        # The window has to know the pointer at its edge before the press.
        move(size, 0)
        move(size, EDGE)
        pointer.press()
        time.sleep(SETTLING)
        # A busy program asks for the resize late: the hand goes on once the window follows.
        move([sum(sides) / 2 for sides in zip(size, wanted)], EDGE)
        self._look_for(lambda: self._size() != size)
        move(wanted, EDGE)
        self._look_for(lambda: self._size() == wanted)
        pointer.release()
        time.sleep(SETTLING)

    @staticmethod
    def _look_for(condition):
        with contextlib.suppress(AssertionError):
            wait_until(condition, 1, "the window follows", every=0.02)

    def set_input_focus(self, revert, time):
        """The compositor gives it to the newest window, and to the one below when that is closed: soon. Dialogs do not
        tell whether they are active."""
        main = self._program.window()
        wait_until(lambda: main._frame.has_state(ACTIVE) == (self.id == main.id), 10, "the window has the keys",
                   every=0.02)
