"""A private desktop session: display, session bus, system bus, accessibility bus, directories."""

import os
import shutil
import tempfile
from pathlib import Path

from .display import WAYLAND, VirtualDisplay
from .processes import ChildProcess, end_all_that_carry
from .wayland_desktop import WaylandDesktop

# Variables through which the session that runs the tests would leak into the session under test.
LEAKS = ("DISPLAY", "WAYLAND_DISPLAY", "AT_SPI_BUS_ADDRESS", "NO_AT_BRIDGE", "GTK_THEME", "GTK_DEBUG", "GDK_SCALE",
         "GTK_MODULES", "DESKTOP_STARTUP_ID", "http_proxy", "https_proxy", "all_proxy", "no_proxy", "ftp_proxy")

SYSTEM_BUS_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>custom</type>
  <listen>unix:path={path}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class DesktopSession:
    """The environment of a desktop program, without anything of the session that the tests run in."""

    def __init__(self):
        self.directory = Path(tempfile.mkdtemp(prefix="classic-photos-session-"))
        self.children = []
        try:
            self._start()
        except BaseException:
            self.end()
            raise

    def _start(self):
        self.environment = {
            name: value for name, value in os.environ.items()
            if name not in LEAKS and name.lower() not in LEAKS and not name.startswith(("DBUS_", "XDG_"))}
        self.environment.update(
            LANG="C.UTF-8", LC_ALL="C.UTF-8", GDK_BACKEND="x11", GSK_RENDERER="cairo", GTK_A11Y="atspi",
            GSETTINGS_BACKEND="keyfile", GTK_USE_PORTAL="0", GIO_USE_VFS="local",
            XDG_RUNTIME_DIR=str(self._private_directory("run")))
        if "XDG_DATA_DIRS" in os.environ:
            self.environment["XDG_DATA_DIRS"] = os.environ["XDG_DATA_DIRS"]
        self.environment.update(self.new_home("session"))
        self._hide_services()

        self.display = VirtualDisplay(self.environment, self.directory / "xvfb.log")
        self.children.append(self.display)
        self.environment["DISPLAY"] = self.display.name
        self.system_bus_address = self._start_system_bus()
        self.environment["DBUS_SYSTEM_BUS_ADDRESS"] = self.system_bus_address
        # Last, because everything that this bus starts (at-spi) inherits the environment at this point.
        self.session_bus_address = self._start_bus("session", ["--session"])
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.session_bus_address
        self.wayland = None
        if WAYLAND:
            self.wayland = WaylandDesktop(self, self.directory / "wayland.log")
            self.children.append(self.wayland)
            self.environment.update(self.wayland.variables)

    def new_home(self, name):
        """The variables of a home of its own, so that starts share no state."""
        home = self._private_directory(f"home-{name}")
        variables = {"HOME": str(home)}
        for variable in ("CONFIG", "CACHE", "STATE", "DATA"):
            directory = home / variable.lower()
            directory.mkdir(exist_ok=True)
            variables[f"XDG_{variable}_HOME"] = str(directory)
        return variables

    def end(self):
        """Ends every process of the session, also after an incomplete start."""
        for child in reversed(self.children):
            child.end()
        end_all_that_carry("XDG_RUNTIME_DIR", self.directory / "run")
        shutil.rmtree(self.directory, ignore_errors=True)

    def _hide_services(self):
        """A bus looks for services in the home first. Those it finds there cannot start, so a program that asks for the
        keyring, for shares, for cameras or for notifications gets an immediate error. A test that needs one starts it
        (keyring.py, share.py, camera.py, notifications.py)."""
        services = Path(self.environment["XDG_DATA_HOME"]) / "dbus-1" / "services"
        services.mkdir(parents=True)
        monitors = [f"org.gtk.vfs.{kind}VolumeMonitor" for kind in ("Afc", "GPhoto2", "Goa", "MTP", "UDisks2")]
        for name in ("org.freedesktop.secrets", "org.freedesktop.Notifications", "org.gtk.vfs.Daemon", *monitors):
            (services / f"{name}.service").write_text(f"[D-BUS Service]\nName={name}\nExec=/bin/false\n")

    def _private_directory(self, name):
        directory = self.directory / name
        directory.mkdir(mode=0o700, exist_ok=True)
        return directory

    def _start_system_bus(self):
        configuration = self.directory / "system-bus.conf"
        configuration.write_text(SYSTEM_BUS_CONFIGURATION.format(path=self.directory / "system-bus"))
        return self._start_bus("system", [f"--config-file={configuration}"])

    def _start_bus(self, name, arguments):
        reading, writing = os.pipe()
        bus = ChildProcess(
            ["dbus-daemon", *arguments, "--nofork", "--nopidfile", "--nosyslog", f"--print-address={writing}"],
            self.environment, self.directory / f"{name}-bus.log", pass_fds=[writing])
        self.children.append(bus)
        os.close(writing)
        with os.fdopen(reading) as answer:
            address = answer.readline().strip()
        if not address:
            raise RuntimeError(f"the {name} bus did not start: {bus.said()}")
        return address
