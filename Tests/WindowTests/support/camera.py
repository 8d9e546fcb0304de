"""A stand-in for GVfs's monitor of cameras (org.gtk.Private.RemoteVolumeMonitor): python-dbusmock.

What it lists are mounts of folders here, and devices that are not mounted: a camera's mount, as gvfsd-gphoto2 makes
it, would need the camera.
"""

import sys

from gi.repository import Gio, GLib

from .accessibility import TIMEOUT, connect, is_on_bus
from .processes import ChildProcess
from .waiting import wait_until

NAME = "org.gtk.vfs.GPhoto2VolumeMonitor"
PATH = "/org/gtk/Private/RemoteVolumeMonitor"
INTERFACE = "org.gtk.Private.RemoteVolumeMonitor"
MOCK = "org.freedesktop.DBus.Mock"
# id, name, icon, symbolic icon, uuid, root, can be unmounted, volume, content types, sort key, expansion
MOUNT = "(ssssssbsassa{sv})"
# id, name, icon, symbolic icon, uuid, activation root, can be mounted, mounts itself, drive, mount, identifiers, sort
# key, expansion
VOLUME = "(ssssssbbssa{ss}sa{sv})"
LISTS = "a(ssssbbbbbbbbuasa{ss}sa{sv})a" + VOLUME + "a" + MOUNT


class CameraMonitor:
    """Programs that start while it is there ask it."""

    def __init__(self, session):
        self.connection = connect(session.session_bus_address)
        self.process = ChildProcess(
            [sys.executable, "-B", "-m", "dbusmock", "--session", NAME, PATH, INTERFACE], session.environment,
            session.directory / "cameras.log")
        wait_until(lambda: is_on_bus(self.connection, NAME), 10,
                   lambda: f"the monitor is on the bus; it said: {self.process.said()}")
        self._call("AddMethod", "(sssss)", INTERFACE, "IsSupported", "", "b", "ret = True")
        self.mounts, self.devices = [], []
        self._list()

    def plug_in(self, name, folder):
        self.mounts.append((f"{len(self.mounts)}", name, "camera-photo", "camera-photo-symbolic", "", folder.as_uri(),
                            True, "", [], "", {}))
        self._list()
        self._tell("MountAdded", MOUNT, self.mounts[-1])

    def plug_in_unmounted(self, name, address):
        """A device that would be mounted at `address`, and is not."""
        self.devices.append((f"device {len(self.devices)}", name, "camera-photo", "camera-photo-symbolic", "", address,
                             True, False, "", "", {}, "", {}))
        self._list()
        self._tell("VolumeAdded", VOLUME, self.devices[-1])

    def plug_out(self):
        mount = self.mounts.pop()
        self._list()
        self._tell("MountRemoved", MOUNT, mount)

    def end(self):
        self.process.end()
        wait_until(lambda: not is_on_bus(self.connection, NAME), 5, "the monitor is gone")
        self.connection.close_sync(None)

    def _list(self):
        self._call("AddMethod", "(sssss)", INTERFACE, "List", "", LISTS,
                   f"ret = ([], {self.devices!r}, {self.mounts!r})")

    def _tell(self, signal, kind, each):
        self._call("EmitSignal", "(sssav)", INTERFACE, signal, f"ss{kind}", [
            GLib.Variant("s", NAME), GLib.Variant("s", each[0]), GLib.Variant(kind, each)])

    def _call(self, method, signature, *arguments):
        return self.connection.call_sync(
            NAME, PATH, MOCK, method, GLib.Variant(signature, arguments), None, Gio.DBusCallFlags.NONE, TIMEOUT, None)
