"""A desktop and the person who uses it, for tests and benchmarks of the window."""

import time

from .accessibility import AccessibilityBus
from .display import HEIGHT, WAYLAND, WIDTH
from .input import Keyboard, Pointer
from .memory_monitor import LowMemoryMonitor
from .session import DesktopSession

# In the lower half of a window of default size, above its edge.
INSIDE = (WIDTH // 2, HEIGHT // 2 + 100) if WAYLAND else (250, 560)


class Desktop:
    """The session, its accessibility bus, its memory monitor, and a person's hands."""

    def __init__(self):
        self.session = DesktopSession()
        try:
            self.accessibility = AccessibilityBus(self.session.session_bus_address)
            self.memory_monitor = LowMemoryMonitor(self.session.system_bus_address)
            self.pointer = Pointer(self.session.display.connection)
            self.keyboard = Keyboard(self.session.display.connection)
        except BaseException:
            self.session.end()
            raise

    def pause(self, seconds):
        """A person's pause: part of the person's actions, not a wait for a condition."""
        time.sleep(seconds)

    def rest_pointer(self):
        """Moves the pointer to its usual place on a desktop: inside the window, which appears at the top left."""
        self.pointer.release_all()
        self.pointer.move(*INSIDE)

    def park_pointer(self):
        """Moves the pointer outside every window: for tests that compare pixels, because hovering changes them."""
        self.pointer.move(WIDTH - 1, HEIGHT - 1)

    def end(self):
        self.accessibility.end()
        self.memory_monitor.end()
        self.session.end()
