"""A desktop with a touch screen: a Wayland compositor without a display of its own, and fingers on it.

X cannot simulate touches: XTEST has keys, buttons and wheels only. Mutter accepts touches from remote control
(org.gnome.Mutter.RemoteDesktop), and passes them to programs as those of a touch screen.
"""

import time

from gi.repository import Gio, GLib

from .processes import ChildProcess
from .waiting import wait_until

# Only slightly larger than the program's window, so that Mutter maximises the window: its content is at the positions
# it reports.
WIDTH, HEIGHT = 500, 740
MONITOR = "Meta-0"
# A touch screen's own rate.
INTERVAL = 1 / 60


class TouchScreen:
    """With `variables` a program appears on it, and fills the screen."""

    size = (WIDTH, HEIGHT)

    def __init__(self, session, log):
        self.variables = {"GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": "touch-screen"}
        environment = {**session.environment, "LIBGL_ALWAYS_SOFTWARE": "1", "GSETTINGS_BACKEND": "memory"}
        environment.pop("DISPLAY", None)
        self._children = []
        try:
            # The screen's content is streamed: places are those of the stream.
            self._children.append(ChildProcess(["pipewire"], environment, log / "pipewire.log"))
            self._compositor = ChildProcess(
                ["mutter", "--headless", "--wayland", "--no-x11", f"--virtual-monitor={WIDTH}x{HEIGHT}",
                 f"--wayland-display={self.variables['WAYLAND_DISPLAY']}"], environment, log / "mutter.log")
            self._children.append(self._compositor)
            self._bus = Gio.DBusConnection.new_for_address_sync(
                session.session_bus_address,
                Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
            self._session, self._stream = wait_until(
                self._connect, 20, lambda: f"the compositor takes touches; it said: {self._compositor.said()}")
            # Programs learn of the touch screen from the first touch, which none of them gets.
            self.tap(WIDTH / 2, HEIGHT / 2)
        except BaseException:
            self.end()
            raise

    def _call(self, name, path, interface, method, arguments=None):
        return self._bus.call_sync(
            f"org.gnome.Mutter.{name}", path, f"org.gnome.Mutter.{interface}", method, arguments, None,
            Gio.DBusCallFlags.NO_AUTO_START, 5000).unpack()

    def _connect(self):
        """The session of the touches, and the stream of their coordinates; None if it is too early."""
        root = "/org/gnome/Mutter"
        try:
            (session,) = self._call("RemoteDesktop", f"{root}/RemoteDesktop", "RemoteDesktop", "CreateSession")
            (number,) = self._bus.call_sync(
                "org.gnome.Mutter.RemoteDesktop", session, "org.freedesktop.DBus.Properties", "Get",
                GLib.Variant("(ss)", ("org.gnome.Mutter.RemoteDesktop.Session", "SessionId")), None,
                Gio.DBusCallFlags.NONE, 5000).unpack()
            (cast,) = self._call(
                "ScreenCast", f"{root}/ScreenCast", "ScreenCast", "CreateSession",
                GLib.Variant("(a{sv})", ({"remote-desktop-session-id": GLib.Variant("s", number)},)))
            (stream,) = self._call(
                "ScreenCast", cast, "ScreenCast.Session", "RecordMonitor",
                GLib.Variant("(sa{sv})", (MONITOR, {})))
            self._call("RemoteDesktop", session, "RemoteDesktop.Session", "Start")
            return session, stream
        except GLib.Error:
            return None

    def _touch(self, what, finger, place=None):
        arguments = (GLib.Variant("(sudd)", (self._stream, finger, *map(float, place))) if place
                     else GLib.Variant("(u)", (finger,)))
        self._call("RemoteDesktop", self._session, "RemoteDesktop.Session", f"NotifyTouch{what}", arguments)

    def tap(self, x, y):
        self._touch("Down", 0, (x, y))
        time.sleep(2 * INTERVAL)
        self._touch("Up", 0)

    def press_long(self, x, y):
        self._touch("Down", 0, (x, y))
        time.sleep(1)
        self._touch("Up", 0)

    def move(self, *ways, steps=20):
        """Puts a finger down at the first place of each path, and lifts all of them together at the last."""
        for finger, (start, _) in enumerate(ways):
            self._touch("Down", finger, start)
        for step in range(1, steps + 1):
            for finger, (start, end) in enumerate(ways):
                self._touch("Motion", finger, [a + (b - a) * step / steps for a, b in zip(start, end)])
            time.sleep(INTERVAL)
        for finger in range(len(ways)):
            self._touch("Up", finger)

    def end(self):
        for child in reversed(self._children):
            child.end()
