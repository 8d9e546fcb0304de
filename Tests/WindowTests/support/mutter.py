"""A desktop's window manager on the tests' screen: Mutter for X, which moves windows and notifies them."""

from Xlib import X

from .processes import ChildProcess
from .waiting import wait_until


class Mutter:
    """Manages the windows of a session until `end`."""

    def __init__(self, session, log):
        environment = {**session.environment, "LIBGL_ALWAYS_SOFTWARE": "1", "GSETTINGS_BACKEND": "memory"}
        self._display = session.display
        self._process = ChildProcess(["mutter", "--x11", "--sm-disable"], environment, log)
        try:
            wait_until(
                self._is_there, 20, lambda: f"Mutter manages the screen; it said: {self._process.said()[-2000:]}")
        except BaseException:
            self.end()
            raise

    def _is_there(self):
        """A running window manager owns the screen's selection, and publishes its window (EWMH 1.5)."""
        display = self._display.connection
        check = self._display.root.get_full_property(display.get_atom("_NET_SUPPORTING_WM_CHECK"), X.AnyPropertyType)
        return check and display.get_selection_owner(display.get_atom("WM_S0")) != X.NONE

    def end(self):
        self._process.end()
