"""A stand-in for the system's low-memory-monitor.

GLib's GMemoryMonitor watches the system bus for the name org.freedesktop.LowMemoryMonitor, and then listens for the
signal LowMemoryWarning (y: level, 0 to 255) from its owner.
"""

from gi.repository import Gio, GLib

from .accessibility import TIMEOUT, connect

NAME = "org.freedesktop.LowMemoryMonitor"
PATH = "/org/freedesktop/LowMemoryMonitor"
DO_NOT_QUEUE = 4  # DBUS_NAME_FLAG_DO_NOT_QUEUE


class LowMemoryMonitor:
    def __init__(self, system_bus_address):
        self.connection = connect(system_bus_address)
        answer, = self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (NAME, DO_NOT_QUEUE)), None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
        assert answer == 1, f"{NAME} is already owned"

    def warn(self, level=100):
        self.connection.emit_signal(None, PATH, NAME, "LowMemoryWarning", GLib.Variant("(y)", (level,)))
        self.connection.flush_sync(None)

    def end(self):
        self.connection.close_sync(None)
