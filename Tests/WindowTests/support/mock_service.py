"""A service of the desktop that is played by python-dbusmock."""

import sys

from gi.repository import Gio, GLib

from .accessibility import TIMEOUT, connect
from .processes import ChildProcess
from .waiting import wait_until

MOCK = "org.freedesktop.DBus.Mock"


class MockService:
    """Has `name` on the session's bus, an object at `path`, and `methods` of the interface called like the service:
    (name, signature of the arguments, signature of the result, code)."""

    def __init__(self, session, name, path, methods):
        self.name, self.path = name, path
        self.connection = connect(session.session_bus_address)
        self.process = ChildProcess(
            [sys.executable, "-B", "-m", "dbusmock", "--session", name, path, name], session.environment,
            session.directory / f"{name}.log")
        wait_until(self._is_there, 10, lambda: f"{name} is on the bus; it said: {self.process.said()}")
        for method in methods:
            self.call("AddMethod", "(sssss)", name, *method)

    def asked(self):
        """(method, arguments) of each call, in order."""
        calls, = self.call("GetCalls")
        return [(method, arguments) for _, method, arguments in calls]

    def call(self, method, signature=None, *arguments):
        """Calls a method of dbusmock's own."""
        variant = GLib.Variant(signature, arguments) if signature else None
        return self.connection.call_sync(
            self.name, self.path, MOCK, method, variant, None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()

    def end(self):
        self.process.end()
        wait_until(lambda: not self._is_there(), 5, f"{self.name} is gone")
        self.connection.close_sync(None)

    def _is_there(self):
        answer, = self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", (self.name,)), None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
        return answer
