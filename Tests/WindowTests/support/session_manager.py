"""A stand-in for the desktop's session manager, which programs ask not to dim the screen: python-dbusmock."""

import sys

from gi.repository import Gio, GLib

from .accessibility import TIMEOUT, connect
from .processes import ChildProcess
from .waiting import wait_until

NAME = "org.gnome.SessionManager"
PATH = "/org/gnome/SessionManager"
MOCK = "org.freedesktop.DBus.Mock"

IDLE = 8  # a flag of Inhibit: the session is not marked as idle


class SessionManager:
    """GTK looks for it once, when a program starts."""

    def __init__(self, session):
        self.connection = connect(session.session_bus_address)
        self.process = ChildProcess(
            [sys.executable, "-B", "-m", "dbusmock", "--session", NAME, PATH, NAME], session.environment,
            session.directory / "session-manager.log")
        wait_until(self._is_there, 10, lambda: f"the session manager is on the bus; it said: {self.process.said()}")
        for method, takes, gives, code in [("Inhibit", "susu", "u", "ret = 7"), ("Uninhibit", "u", "", "")]:
            self._call("AddMethod", "(sssss)", NAME, method, takes, gives, code)

    def asked(self):
        """(method, arguments) of each call, in order."""
        calls, = self._call("GetCalls")
        return [(method, arguments) for _, method, arguments in calls]

    def end(self):
        self.process.end()
        wait_until(lambda: not self._is_there(), 5, "the session manager is gone")
        self.connection.close_sync(None)

    def _is_there(self):
        answer, = self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", (NAME,)), None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
        return answer

    def _call(self, method, signature=None, *arguments):
        variant = GLib.Variant(signature, arguments) if signature else None
        return self.connection.call_sync(
            NAME, PATH, MOCK, method, variant, None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
