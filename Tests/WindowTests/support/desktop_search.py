"""The desktop's search, as GNOME Shell asks a program."""

from gi.repository import Gio, GLib

from .accessibility import connect

NAME = "org.classicphotos.ClassicPhotos"
PATH = "/org/classicphotos/ClassicPhotos/SearchProvider"
INTERFACE = "org.gnome.Shell.SearchProvider2"
TIMEOUT = 10_000  # ms


class DesktopSearch:
    """Asks the running program over the session's bus."""

    def __init__(self, session):
        self.connection = connect(session.session_bus_address)

    def call(self, method, signature, *arguments, flags=Gio.DBusCallFlags.NO_AUTO_START):
        return self.connection.call_sync(
            NAME, PATH, INTERFACE, method, GLib.Variant(signature, arguments), None, flags, TIMEOUT, None).unpack()

    def find(self, *terms):
        return self.call("GetInitialResultSet", "(as)", terms)[0]

    def narrow(self, results, *terms):
        return self.call("GetSubsearchResultSet", "(asas)", results, terms)[0]

    def describe(self, *results):
        return self.call("GetResultMetas", "(as)", results)[0]

    def names(self, *terms):
        return [each["name"] for each in self.describe(*self.find(*terms))]

    def activate(self, result, *terms):
        self.call("ActivateResult", "(sasu)", result, terms, 0)

    def launch(self, *terms):
        self.call("LaunchSearch", "(asu)", terms, 0)

    def find_later(self, answered, *terms):
        """Asks, and calls `answered` with the results when the default main context runs."""
        def done(connection, result):
            answered(connection.call_finish(result).unpack()[0])
        self.connection.call(
            NAME, PATH, INTERFACE, "GetInitialResultSet", GLib.Variant("(as)", (terms,)), None,
            Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT, None, done)

    def end(self):
        self.connection.close_sync(None)
