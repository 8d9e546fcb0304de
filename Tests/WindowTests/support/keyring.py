"""A keyring in the session under test: gnome-keyring, unlocked; otherwise the session has none."""

import contextlib
import os
import signal
import subprocess

from gi.repository import Gio, GLib

from .accessibility import TIMEOUT, connect, is_on_bus
from .waiting import wait_until

NAME = "org.freedesktop.secrets"


class ActivatedKeyring:
    """Ends the keyring that the session's bus starts by itself while this is in use, because something looks for
    passwords. Another test would find it in place of its own."""

    def __init__(self, session):
        self.address = session.session_bus_address
        self.was_there = self._asked(lambda bus: is_on_bus(bus, NAME))

    def end(self):
        if not self.was_there:
            self._asked(self._end)

    def _asked(self, ask):
        bus = connect(self.address)
        try:
            return ask(bus)
        finally:
            bus.close_sync(None)

    @staticmethod
    def _end(bus):
        if not is_on_bus(bus, NAME):
            return
        process, = bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
            GLib.Variant("(s)", (NAME,)), None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
        os.kill(process, signal.SIGKILL)
        wait_until(lambda: not is_on_bus(bus, NAME), 5, "the keyring is gone")


class Keyring:
    """gnome-keyring-daemon with a new, unlocked keyring."""

    def __init__(self, session, home):
        self.connection = connect(session.session_bus_address)
        reading, writing = os.pipe()
        os.write(writing, b"master password")
        os.close(writing)
        environment = {**session.environment, **home}
        log = session.directory / "keyring.log"
        with open(log, "ab") as output:
            # It reads the password from standard input, which ChildProcess keeps closed.
            self.daemon = subprocess.Popen(
                ["gnome-keyring-daemon", "--unlock", "--foreground", "--components=secrets",
                 f"--control-directory={home['HOME']}/keyring"],
                stdin=reading, stdout=output, stderr=output, env=environment)
        os.close(reading)
        wait_until(self.is_there, 10, lambda: f"the keyring is on the bus; it said: {log.read_text()}")

    def is_there(self):
        return is_on_bus(self.connection, NAME)

    def items(self):
        """The attributes of all stored items, as dictionaries."""
        unlocked, _ = self.connection.call_sync(
            NAME, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "SearchItems",
            GLib.Variant("(a{ss})", ({},)), None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
        return [attributes for path in unlocked if (attributes := self._attributes(path)) is not None]

    def _attributes(self, path):
        """The attributes of the item at path; nothing when it was removed after the search that found it."""
        try:
            return self.connection.call_sync(
                NAME, path, "org.freedesktop.DBus.Properties", "Get",
                GLib.Variant("(ss)", ("org.freedesktop.Secret.Item", "Attributes")), None,
                Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()[0]
        except GLib.Error as error:
            # The daemon answers so for a path that it no longer has.
            if error.matches(Gio.dbus_error_quark(), Gio.DBusError.UNKNOWN_METHOD) or \
                    error.matches(Gio.dbus_error_quark(), Gio.DBusError.UNKNOWN_OBJECT):
                return None
            raise

    @contextlib.contextmanager
    def silent(self):
        """Meanwhile it is on the bus, but never answers."""
        self.daemon.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.daemon.send_signal(signal.SIGCONT)

    def end(self):
        self.daemon.terminate()
        self.daemon.wait(10)
        wait_until(lambda: not self.is_there(), 5, "the keyring is gone")
        self.connection.close_sync(None)
