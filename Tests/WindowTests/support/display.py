"""A private screen: Xvfb, and a connection to it."""

import contextlib
import os

from Xlib import X
from Xlib.display import Display

from .processes import ChildProcess

# The scale of the Wayland desktop on which the tests run; none is X.
WAYLAND = float(os.environ["CLASSIC_PHOTOS_WAYLAND"]) if os.environ.get("CLASSIC_PHOTOS_WAYLAND") else None
# In points. On X, windows may be larger than the screen.
WIDTH, HEIGHT = (2000, 1300) if WAYLAND else (1024, 900)


@contextlib.contextmanager
def other_window(display):
    """A window of another program, in the corner of the screen."""
    window = display.root.create_window(WIDTH - 20, HEIGHT - 20, 20, 20, 0, X.CopyFromParent)
    window.map()
    display.connection.sync()
    yield window
    window.destroy()
    display.connection.sync()


class VirtualDisplay:
    """Xvfb on a display number of its own choice, without a window manager: windows appear at the top left."""

    def __init__(self, environment, log):
        reading, writing = os.pipe()
        self.server = ChildProcess(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp",
             "-noreset"],
            environment, log, pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()  # an empty line if Xvfb could not start
        if not number:
            raise RuntimeError(f"Xvfb did not start: {self.server.said()}")
        self.name = f":{number}"
        self.connection = Display(self.name)

    @property
    def root(self):
        return self.connection.screen().root

    def end(self):
        self.connection.close()
        self.server.end()
