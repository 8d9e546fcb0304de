"""A Wayland desktop without a display of its own, at any scale: Mutter, with a person's hands by remote control
(org.gnome.Mutter.RemoteDesktop), and its picture as it is recorded (org.gnome.Mutter.ScreenCast, PipeWire)."""

import json
import subprocess
from pathlib import Path

import numpy
from PIL import Image
from gi.repository import Gio, GLib

from .processes import ChildProcess
from .waiting import wait_until

MONITOR = "Meta-0"
ROOT = "/org/gnome/Mutter"
# Key codes of the kernel (linux/input-event-codes.h).
KEYS = {
    "Escape": 1, "1": 2, "2": 3, "3": 4, "e": 18, "Return": 28, "Control_L": 29, "a": 30, "f": 33, "g": 34, "l": 38,
    "Shift_L": 42, "c": 46, "comma": 51, "slash": 53, "Alt_L": 56, "space": 57, "F4": 62, "F5": 63, "F9": 67,
    "Home": 102, "Page_Up": 104, "End": 107, "Down": 108, "Page_Down": 109}
LEFT_BUTTON = 0x110
VERTICAL = 0


class WaylandScreen:
    """With `variables` a program appears on it. `width` and `height` are in points; the screen has `scale` times as
    many pixels each way."""

    def __init__(self, session, log, width, height, scale=1):
        self.size = (width, height)
        self.scale = scale
        self.variables = {"GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": f"wayland-{scale}"}
        self._environment = {**session.environment, "LIBGL_ALWAYS_SOFTWARE": "1"}
        self._environment.update(session.new_home(f"mutter-{scale}"))
        self._environment.pop("DISPLAY", None)
        keys = Path(self._environment["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
        keys.parent.mkdir(parents=True, exist_ok=True)
        # Scales other than whole numbers.
        keys.write_text("[org/gnome/mutter]\nexperimental-features=['scale-monitor-framebuffer']\n")
        self._log = log
        self._children = []
        self._is_recorded = False
        try:
            # Places are those of the recorded stream.
            self._start(["pipewire"])
            self._compositor = self._start(
                ["mutter", "--headless", "--wayland", "--no-x11",
                 f"--virtual-monitor={round(width * scale)}x{round(height * scale)}",
                 f"--wayland-display={self.variables['WAYLAND_DISPLAY']}"])
            self._bus = Gio.DBusConnection.new_for_address_sync(
                session.session_bus_address,
                Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
            wait_until(self._set_scale, 20, lambda: f"the screen has its scale; {self._compositor.said()}")
            self._session, self._stream = wait_until(
                self._connect, 20, lambda: f"the compositor is ready; it said: {self._compositor.said()}")
            # Programs learn of a pointer and of a keyboard from the first use, which none of them gets.
            self.point(0, 0)
            self.press("Escape")
        except BaseException:
            self.end()
            raise

    def _start(self, command):
        child = ChildProcess(command, self._environment, self._log / f"{command[0]}.log")
        self._children.append(child)
        return child

    def _call(self, name, path, interface, method, arguments=None):
        return self._bus.call_sync(
            f"org.gnome.Mutter.{name}", path, f"org.gnome.Mutter.{interface}", method, arguments, None,
            Gio.DBusCallFlags.NO_AUTO_START, 30_000).unpack()

    def _set_scale(self):
        try:
            serial, monitors, logical, _ = self._call(
                "DisplayConfig", f"{ROOT}/DisplayConfig", "DisplayConfig", "GetCurrentState")
            if logical and logical[0][2] == self.scale:
                return True
            (connector, *_), modes, _ = monitors[0]
            self._call(
                "DisplayConfig", f"{ROOT}/DisplayConfig", "DisplayConfig", "ApplyMonitorsConfig",
                GLib.Variant("(uua(iiduba(ssa{sv}))a{sv})", (
                    serial, 1, [(0, 0, self.scale, 0, True, [(connector, modes[0][0], {})])], {})))
        except (GLib.Error, IndexError) as error:
            self._compositor.log.open("a").write(f"{error}\n")
        return False

    def _connect(self):
        """The session of the person's hands, and the stream of their places; None if it is too early."""
        try:
            (session,) = self._call("RemoteDesktop", f"{ROOT}/RemoteDesktop", "RemoteDesktop", "CreateSession")
            (number,) = self._bus.call_sync(
                "org.gnome.Mutter.RemoteDesktop", session, "org.freedesktop.DBus.Properties", "Get",
                GLib.Variant("(ss)", ("org.gnome.Mutter.RemoteDesktop.Session", "SessionId")), None,
                Gio.DBusCallFlags.NONE, 5000).unpack()
            (cast,) = self._call(
                "ScreenCast", f"{ROOT}/ScreenCast", "ScreenCast", "CreateSession",
                GLib.Variant("(a{sv})", ({"remote-desktop-session-id": GLib.Variant("s", number)},)))
            (stream,) = self._call(
                "ScreenCast", cast, "ScreenCast.Session", "RecordMonitor",
                GLib.Variant("(sa{sv})", (MONITOR, {})))
            self._call("RemoteDesktop", session, "RemoteDesktop.Session", "Start")
            return session, stream
        except GLib.Error:
            return None

    def _act(self, method, signature, *values):
        self._call("RemoteDesktop", self._session, "RemoteDesktop.Session", method, GLib.Variant(signature, values))

    def in_stream(self, place):
        """A place in points, as remote control wants it: in pixels."""
        return [float(each) * self.scale for each in place]

    def press(self, *keys):
        """All at once, the last one last."""
        for key in keys:
            self._act("NotifyKeyboardKeycode", "(ub)", KEYS[key], True)
        for key in reversed(keys):
            self._act("NotifyKeyboardKeycode", "(ub)", KEYS[key], False)

    def click(self, x, y, times=1):
        # It enters what is there, and then moves within it.
        self.point(x - 1, y)
        self.point(x, y)
        for _ in range(times):
            for is_down in (True, False):
                self._act("NotifyPointerButton", "(ib)", LEFT_BUTTON, is_down)

    def point(self, x, y):
        self._act("NotifyPointerMotionAbsolute", "(sdd)", self._stream, *self.in_stream((x, y)))

    def turn_wheel(self, notches):
        """Downwards."""
        for _ in range(notches):
            self._act("NotifyPointerAxisDiscrete", "(ui)", VERTICAL, 1)

    def pixels(self):
        """(height, width, 3): what is on the screen, in its own pixels."""
        def stream():
            said = subprocess.run(["pw-dump"], env=self._environment, capture_output=True, timeout=10).stdout
            return next((each["id"] for each in json.loads(said or "[]") if each["type"].endswith(":Node")
                         and each["info"]["props"].get("media.class") == "Stream/Output/Video"), None)
        number = wait_until(stream, 10, "the screen is recorded")
        if not self._is_recorded:
            # It connects the stream with those who read it.
            self._start(["wireplumber"])
            self._is_recorded = True
        path = self._log / "screen.png"
        subprocess.run(
            ["gst-launch-1.0", "--quiet", "pipewiresrc", f"path={number}", "num-buffers=1", "!", "videoconvert", "!",
             "pngenc", "!", "filesink", f"location={path}"], env=self._environment, check=True, timeout=30)
        return numpy.asarray(Image.open(path).convert("RGB"), dtype=float)

    def end(self):
        for child in reversed(self._children):
            child.end()
