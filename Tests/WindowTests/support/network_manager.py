"""A stand-in for NetworkManager: python-dbusmock's, with the property "Metered", which its template lacks.

GLib's GNetworkMonitor looks for it on the system bus once, when a program starts. It gets the routes from the kernel,
and from NetworkManager whether they have an uplink ("Connectivity") and are metered ("Metered").
"""

import sys

from gi.repository import Gio, GLib

from .accessibility import TIMEOUT, connect
from .processes import ChildProcess
from .waiting import wait_until

NAME = "org.freedesktop.NetworkManager"
PATH = "/org/freedesktop/NetworkManager"
MOCK = "org.freedesktop.DBus.Mock"

NO_CONNECTIVITY, FULL_CONNECTIVITY = 1, 4  # NMConnectivityState
METERED, NOT_METERED = 1, 2  # NMMetered


class NetworkManager:
    def __init__(self, session):
        self.connection = connect(session.system_bus_address)
        self.process = ChildProcess(
            [sys.executable, "-B", "-m", "dbusmock", "--system", "--template", "networkmanager"],
            session.environment, session.directory / "network-manager.log")
        wait_until(self._is_there, 10, lambda: f"NetworkManager is on the bus; it said: {self.process.said()}")
        self._call(MOCK, "AddProperty", "(ssv)", NAME, "Metered", GLib.Variant("u", NOT_METERED))

    def go(self):
        self._set(Connectivity=NO_CONNECTIVITY)

    def come_back(self):
        self._set(Connectivity=FULL_CONNECTIVITY)

    def cost_money(self, does=True):
        self._set(Metered=METERED if does else NOT_METERED)

    def end(self):
        self.process.end()
        wait_until(lambda: not self._has_owner(), 5, "NetworkManager is gone")
        self.connection.close_sync(None)

    def _set(self, **properties):
        values = {name: GLib.Variant("u", value) for name, value in properties.items()}
        self._call(MOCK, "UpdateProperties", "(sa{sv})", NAME, values)

    def _is_there(self):
        if not self._has_owner():
            return False
        try:
            return self._call("org.freedesktop.DBus.Properties", "Get", "(ss)", NAME, "Connectivity")
        except GLib.Error:
            return False  # the name comes before the object

    def _has_owner(self):
        answer, = self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", (NAME,)), None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
        return answer

    def _call(self, interface, method, signature, *arguments):
        return self.connection.call_sync(
            NAME, PATH, interface, method, GLib.Variant(signature, arguments), None, Gio.DBusCallFlags.NONE, TIMEOUT,
            None)
