"""A private screen: Xvfb, and a connection to it."""

import os

from Xlib.display import Display

from .processes import ChildProcess

WIDTH, HEIGHT = 1024, 900


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
