"""A stand-in for what shows notifications on a desktop.

GApplication prefers org.gtk.Notifications, which only GNOME has; every other desktop has this one.
"""

from gi.repository import GLib

from .mock_service import MockService

NUMBER = 7  # of every notification


class Notifications(MockService):
    def __init__(self, session):
        super().__init__(session, "org.freedesktop.Notifications", "/org/freedesktop/Notifications", [
            ("Notify", "susssasa{sv}i", "u", f"ret = {NUMBER}"), ("CloseNotification", "u", "", ""),
            ("GetCapabilities", "", "as", "ret = ['actions', 'body']"),
            ("GetServerInformation", "", "ssss", "ret = ('stand-in', 'tests', '1', '1.2')")])

    def shown(self):
        """(text, {label: action}) of each notification, in order; "" is the label of the notification itself."""
        found = []
        for method, arguments in self.asked():
            if method == "Notify":
                _, _, _, text, _, actions, _, _ = arguments
                found.append((text, dict(zip(actions[1::2], actions[::2]))))
        return found

    def withdrawn(self):
        """How many were withdrawn."""
        return sum(method == "CloseNotification" for method, _ in self.asked())

    def press(self, action):
        """Activates an action of the notification, like a person who presses its button."""
        arguments = [GLib.Variant("u", NUMBER), GLib.Variant("s", action)]
        self.call("EmitSignal", "(sssav)", self.name, "ActionInvoked", "us", arguments)
