"""The program under test: started, located on the screen and on the accessibility bus, and ended."""

import os
import re
from pathlib import Path

from Xlib import X, error as xerror

from .processes import ChildProcess
from .waiting import Gone, wait_until, wait_until_same

# GTK and GLib report errors of a program on standard error; a test with such a report fails.
COMPLAINT = re.compile(r"-(CRITICAL|WARNING) \*\*|\((CRITICAL|WARNING)\)|Fatal error|Thread \d+ crashed")
# These are due to the tests' bare session, not to the program; to GTK 4.8's list, when a key arrives while the target
# rows are being removed (the list then stays where it is); to GIO and GTK, which say themselves what cannot be written
# or opened; and to libsoup, for a reply whose length is negative, and for an HTTP/2 connection that a storm keeps from
# closing properly when the program ends; to GTK's shortcuts window, which measures a narrow key (a comma) wrongly.
EXPECTED = re.compile(
    "dconf|portal|Vulkan|Unable to acquire session bus|cursor theme|failed to scroll to given position"
    "|unable to send notifications through org.freedesktop.Notifications"
    r"|Failed to write keyfile|Failed to create \S*/glib-2.0/settings|Failed to load icon .*Too many open files"
    "|of type 'gint64' is invalid or out of range for property 'content-length'"
    r"|GtkLabel \S+ \(label\) reported min width -\d, but sizes must be >= 0"
    "|soup_connection_manager_get_num_conns|Disposing connection .* while still connected|soup_host_free")


def path():
    """The built program."""
    program = os.environ.get("CLASSIC_PHOTOS_PROGRAM")
    if not program or not Path(program).exists():
        raise RuntimeError("CLASSIC_PHOTOS_PROGRAM is to name the built program")
    return program


class Program:
    def __init__(self, desktop, arguments, variables, log, within=()):
        self.desktop = desktop
        self._was_killed = False
        self.variables = variables
        environment = {**desktop.session.environment, **variables}
        # None removes a variable.
        environment = {name: value for name, value in environment.items() if value is not None}
        self.process = ChildProcess([*within, path(), *arguments], environment, log)

    @property
    def pid(self):
        return self.process.pid

    def accessible(self):
        if not hasattr(self, "_accessible"):
            self._accessible = self.desktop.accessibility.application(self.pid)
        return self._accessible

    # Windows, as the X server knows them

    def windows(self):
        """Its windows on the screen: the main window, dialogs, popovers."""
        if self.desktop.session.wayland:
            return self.desktop.session.wayland.windows(self)
        display = self.desktop.session.display
        pid_property = display.connection.get_atom("_NET_WM_PID")
        found = []
        for window in display.root.query_tree().children:
            try:
                if window.get_attributes().map_state != X.IsViewable:
                    continue
                pid = window.get_full_property(pid_property, X.AnyPropertyType)
                if pid and pid.value[0] == self.pid:
                    found.append(window)
            except (xerror.BadWindow, xerror.BadDrawable):
                continue  # already closed
        return found

    def window(self, within=20):
        """The main window: the first to appear."""
        if not hasattr(self, "_window"):
            self._window = wait_until(lambda: next(iter(self.windows()), None), within, self._no_window, every=0.02)
        return self._window

    def dialog_window(self, within=10):
        main = self.window()
        # A tooltip is a window, too: a slow start may leave one under the pointer.
        return wait_until(
            lambda: next((each for each in self.windows() if each.id != main.id and not self._is_popover(each)), None),
            within, "a second window is on the screen")

    def _is_popover(self, window):
        if self.desktop.session.wayland:
            return False
        try:
            return bool(window.get_attributes().override_redirect)
        except (xerror.BadWindow, xerror.BadDrawable):
            return True  # already closed

    def place(self, window=None):
        """(x, y) on the screen of the window's content, the origin of accessible extents."""
        window = window or self.window()
        origin = window.translate_coords(self.desktop.session.display.root, 0, 0)
        across, down = self.frame_width(window)
        return -origin.x + across, -origin.y + down

    def frame_width(self, window=None):
        """The distance from the X window's edge to its content: the width of GTK's frame, the same on all sides without
        a compositor's shadows."""
        window = window or self.window()
        geometry = window.get_geometry()
        _, _, width, height = self.frame(window).extents()
        return (geometry.width - width) // 2, (geometry.height - height) // 2

    def frame(self, window):
        """The accessible object of an X window: the main window's is the first."""
        index = 0 if window.id == self.window().id else -1
        return wait_until(lambda: self.accessible().children()[index], 10, "the window is on the accessibility bus")

    def title(self, window):
        """A window's title, as the desktop shows it."""
        name = self.desktop.session.display.connection.get_atom("_NET_WM_NAME")
        found = window.get_full_property(name, X.AnyPropertyType)
        return found.value.decode() if found else ""

    def resize(self, width, height):
        self.window().configure(width=width, height=height)
        self.desktop.session.display.connection.sync()

    def click(self, target, window=None):
        """Clicks the middle of an object, once it has its place: panes slide, and pages are laid out twice.

        `target` is the object, or a function that finds it: a list that changes replaces its rows.
        """
        def place():
            extents = (target() if callable(target) else target).extents()
            if extents[2] <= 0:
                raise Gone("it is not on screen")
            return extents
        x, y, width, height = wait_until_same(place, times=3, every=0.1)
        left, top = self.place(window)
        self.desktop.pointer.arrive(left + x + width / 2, top + y + height / 2)
        self.desktop.pointer.press()
        self.desktop.pointer.release()

    # Ending

    def complaints(self):
        return [line for line in self.process.said().splitlines()
                if COMPLAINT.search(line) and not EXPECTED.search(line)]

    def quit(self, within=10):
        """Quits it with its key, and waits until it has exited without an error."""
        self.desktop.keyboard.focus(self.window())
        self.desktop.keyboard.press("Control_L", "q")
        assert self.wait_for_exit(within) == 0

    def wait_for_exit(self, within=10):
        wait_until(lambda: not self.process.is_running, within, "the program has ended")
        return self.process.popen.returncode

    def kill(self):
        """Kills it, which nothing can intercept."""
        self._was_killed = True
        self.process.popen.kill()
        self.process.popen.wait()

    def end(self):
        """Ends it; returns its reported errors, as lines."""
        wrong = []
        status = self.process.popen.poll()
        if status is not None and status < 0 and not self._was_killed:
            wrong.append(f"ended by signal {-status}")
        self.process.end()
        return wrong + self.complaints()

    def _no_window(self):
        return f"the program shows a window; it said: {self.process.said()[-2000:]}"
