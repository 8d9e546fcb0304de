"""A stand-in for what shows notifications on a desktop: python-dbusmock.

GApplication prefers org.gtk.Notifications, which only GNOME has; every other desktop has this one.
"""

import sys

from gi.repository import Gio, GLib

from .accessibility import TIMEOUT, connect
from .processes import ChildProcess
from .waiting import wait_until

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
MOCK = "org.freedesktop.DBus.Mock"

NUMBER = 7  # of every notification


class Notifications:
    def __init__(self, session):
        self.connection = connect(session.session_bus_address)
        self.process = ChildProcess(
            [sys.executable, "-B", "-m", "dbusmock", "--session", NAME, PATH, NAME], session.environment,
            session.directory / "notifications.log")
        wait_until(self._is_there, 10, lambda: f"notifications are on the bus; they said: {self.process.said()}")
        for method, takes, gives, code in [
                ("Notify", "susssasa{sv}i", "u", f"ret = {NUMBER}"), ("CloseNotification", "u", "", ""),
                ("GetCapabilities", "", "as", "ret = ['actions', 'body']"),
                ("GetServerInformation", "", "ssss", "ret = ('stand-in', 'tests', '1', '1.2')")]:
            self._call("AddMethod", "(sssss)", NAME, method, takes, gives, code)

    def shown(self):
        """(text, {label: action}) of each notification, in order; "" is the label of the notification itself."""
        found = []
        for method, arguments in self._asked():
            if method == "Notify":
                _, _, _, text, _, actions, _, _ = arguments
                found.append((text, dict(zip(actions[1::2], actions[::2]))))
        return found

    def withdrawn(self):
        """How many were withdrawn."""
        return sum(method == "CloseNotification" for method, _ in self._asked())

    def press(self, action):
        """Activates an action of the notification, like a person who presses its button."""
        arguments = [GLib.Variant("u", NUMBER), GLib.Variant("s", action)]
        self._call("EmitSignal", "(sssav)", NAME, "ActionInvoked", "us", arguments)

    def end(self):
        self.process.end()
        wait_until(lambda: not self._is_there(), 5, "notifications are gone")
        self.connection.close_sync(None)

    def _asked(self):
        calls, = self._call("GetCalls")
        return [(method, arguments) for _, method, arguments in calls]

    def _is_there(self):
        answer, = self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", (NAME,)), None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
        return answer

    def _call(self, method, signature=None, *arguments):
        variant = GLib.Variant(signature, arguments) if signature else None
        return self.connection.call_sync(
            NAME, PATH, MOCK, method, variant, None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
