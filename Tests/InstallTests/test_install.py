"""`meson install` into a folder, as a package is made, and the program started from there like on a desktop.

Run by meson-helpers/test, or directly with

    meson-helpers/with-display /usr/bin/python3 -m pytest Tests/InstallTests
"""

import os
import re
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest
import Xlib.display
import Xlib.error
import Xlib.X
import Xlib.Xatom
from Xlib.protocol import event

ROOT = Path(__file__).resolve().parents[2]
APPLICATION_ID = "org.classicphotos.ClassicPhotos"

# The program opens its window within a second; this limit is for a busy machine.
SECONDS_TO_START = 60
SECONDS_TO_END = 20


class Installation:
    """The result of `meson install` under DESTDIR, with the caches that a package's triggers create."""

    def __init__(self, folder):
        build = folder / "build"
        self.destination = folder / "root"
        self.build = build
        subprocess.run(["meson", "setup", "--prefix=/usr", build, ROOT], check=True)
        subprocess.run(
            ["meson", "install", "-C", build],
            check=True,
            env={**os.environ, "DESTDIR": str(self.destination)},
        )
        self.usr = self.destination / "usr"
        self.program = self.usr / "bin/classic-photos"
        self.decoder = self.usr / "libexec/classic-photos-decoder"
        self.share = self.usr / "share"
        subprocess.run(["glib-compile-schemas", "--strict", self.share / "glib-2.0/schemas"], check=True)
        subprocess.run(["update-desktop-database", self.share / "applications"], check=True)

    @property
    def environment(self):
        """The environment of a desktop with this installation and without Swift."""
        inherited = {name: value for name, value in os.environ.items() if name != "GSETTINGS_SCHEMA_DIR"}
        return {
            **inherited,
            "PATH": f"{self.usr}/bin:/usr/bin:/bin",
            "XDG_DATA_DIRS": f"{self.share}:/usr/local/share:/usr/share",
        }


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    return Installation(tmp_path_factory.mktemp("install"))


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_every_file_is_in_its_place(installation):
    share = Path("usr/share")
    expected = {
        Path("usr/bin/classic-photos"),
        Path("usr/libexec/classic-photos-decoder"),
        share / f"applications/{APPLICATION_ID}.desktop",
        share / f"metainfo/{APPLICATION_ID}.metainfo.xml",
        share / f"glib-2.0/schemas/{APPLICATION_ID}.gschema.xml",
        share / f"mime/packages/{APPLICATION_ID}.xml",
        share / f"icons/hicolor/scalable/apps/{APPLICATION_ID}.svg",
        share / f"icons/hicolor/symbolic/apps/{APPLICATION_ID}-symbolic.svg",
    }
    caches = {share / "glib-2.0/schemas/gschemas.compiled", share / "applications/mimeinfo.cache"}
    destination = installation.destination
    found = {path.relative_to(destination) for path in destination.rglob("*") if not path.is_dir()}
    assert found - caches == expected


def test_everyone_may_read_the_files_and_run_the_program(installation):
    for path in installation.destination.rglob("*"):
        wanted = 0o755 if path.is_dir() or path in (installation.program, installation.decoder) else 0o644
        assert path.stat().st_mode & 0o777 == wanted, path


def test_the_data_files_are_valid(installation):
    tests = output_of("meson", "test", "-C", installation.build, "--no-rebuild")
    assert re.search(r"^Ok: +3 *$", tests, re.MULTILINE), tests


def test_the_program_brings_the_swift_runtime_along(installation):
    for program in (installation.program, installation.decoder):
        libraries = output_of("ldd", program)
        assert "not found" not in libraries
        assert not re.search(r"swift|Foundation|dispatch|BlocksRuntime", libraries), libraries


def test_the_program_looks_for_libraries_only_where_the_system_has_them(installation):
    for program in (installation.program, installation.decoder):
        dynamic_section = output_of("readelf", "--dynamic", program)
        assert "NEEDED" in dynamic_section
        assert not re.search(r"R(UN)?PATH", dynamic_section), dynamic_section


def test_the_desktop_entry_opens_a_window_and_closing_it_ends_the_program(installation, tmp_path):
    with Windows() as windows, open(tmp_path / "stderr", "w+") as stderr:
        subprocess.run(
            ["gtk-launch", APPLICATION_ID],
            check=True,
            env=installation.environment,
            stdout=stderr,
            stderr=stderr,
            timeout=SECONDS_TO_START,
        )
        try:
            window = windows.wait_for(installation.program, SECONDS_TO_START)
            stderr.seek(0)
            assert window, f"no window within {SECONDS_TO_START} s; the program said: {stderr.read()}"
            entry = (installation.share / f"applications/{APPLICATION_ID}.desktop").read_text()
            assert f"\nStartupWMClass={window.get_wm_class()[1]}\n" in entry, "no desktop finds the window's entry"
            ended = os.pidfd_open(windows.process_of(window))
            windows.close(window)
            assert select.select([ended], [], [], SECONDS_TO_END)[0], "the program outlives its window"
        finally:
            kill_whatever_runs(installation.program)


def kill_whatever_runs(program):
    """gtk-launch does not wait for its child, so nothing else would end the program of a failed test."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if Path(os.readlink(entry / "exe")) == program:
                os.kill(int(entry.name), signal.SIGKILL)
        except OSError:
            continue  # it has ended, or belongs to another user


class Windows:
    """The windows on the X display; the server's events report new ones."""

    def __enter__(self):
        self.display = Xlib.display.Display()
        self.root = self.display.screen().root
        self.root.change_attributes(event_mask=Xlib.X.SubstructureNotifyMask)
        return self

    def __exit__(self, *_):
        self.display.close()

    def wait_for(self, program, seconds):
        """A viewable window of a process that runs `program`, or None after this many seconds."""
        deadline = time.monotonic() + seconds
        while True:
            while self.display.pending_events():
                self.display.next_event()
            for window in self.below(self.root):
                if self.is_shown_by(program, window):
                    return window
            remaining = deadline - time.monotonic()
            # The search itself reads from the server, so an event may be pending.
            if not self.display.pending_events() and (
                remaining <= 0 or not select.select([self.display.fileno()], [], [], remaining)[0]
            ):
                return None

    def below(self, window):
        try:
            children = window.query_tree().children
        except Xlib.error.BadWindow:
            return
        for child in children:
            yield child
            yield from self.below(child)

    def is_shown_by(self, program, window):
        try:
            if window.get_attributes().map_state != Xlib.X.IsViewable:
                return False
            process = self.process_of(window)
            return process is not None and Path(os.readlink(f"/proc/{process}/exe")) == program
        except (Xlib.error.BadWindow, OSError):
            return False  # the window or its process is gone

    def process_of(self, window):
        identifier = window.get_full_property(self.display.get_atom("_NET_WM_PID"), Xlib.Xatom.CARDINAL)
        return identifier.value[0] if identifier else None

    def close(self, window):
        """Asks the window to close, like a window manager when its button is clicked."""
        protocols, delete = (self.display.get_atom(name) for name in ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
        message = event.ClientMessage(window=window, client_type=protocols,
                                      data=(32, [delete, Xlib.X.CurrentTime, 0, 0, 0]))
        window.send_event(message)
        self.display.flush()
