"""The desktop's virtual file systems (GVfs) in the session under test; otherwise the session has none."""

import os
import subprocess
import urllib.parse
from pathlib import Path

import pytest

from .accessibility import connect, is_on_bus
from .keyring import ActivatedKeyring
from .processes import ChildProcess, end_descendants_of
from .waiting import wait_until

NAME = "org.gtk.vfs.Daemon"
DAEMON, FUSE = "/usr/libexec/gvfsd", "/usr/libexec/gvfsd-fuse"

# The variables of a program that sees shares; all other programs of the tests run without.
SEEN = {"GIO_USE_VFS": "gvfs"}


class CannotMount(Exception):
    """This machine has no GVfs, or permits no mounts."""


class VirtualFileSystems:
    """GVfs, with further `variables`. With `in_file_system`, what it mounts has a path too, as on a desktop; raises
    CannotMount where that cannot be."""

    def __init__(self, session, log, in_file_system, **variables):
        if not Path(DAEMON).exists() or in_file_system and not Path(FUSE).exists():
            raise CannotMount("GVfs is not installed")
        self.environment = {**session.environment, **SEEN, **variables}
        self.folder = session.directory / "run" / "gvfs"
        self.keyring = ActivatedKeyring(session)
        self.children = [ChildProcess([DAEMON, "--no-fuse"], self.environment, log)]
        try:
            bus = connect(session.session_bus_address)
            wait_until(lambda: is_on_bus(bus, NAME), 10,
                       lambda: f"GVfs is on the bus; it said: {self.children[0].said()}")
            bus.close_sync(None)
            self.prepare()
            if in_file_system:
                self.folder.mkdir(exist_ok=True)
                self.children.append(ChildProcess([FUSE, str(self.folder), "-f"], self.environment, log))
                wait_until(self.is_in_file_system, 10, "it is in the file system", every=0.1)
        except BaseException:
            self.end()
            raise

    def prepare(self):
        """Mounts what is to be there before its file system."""

    def said(self):
        return self.children[0].said()

    def is_in_file_system(self):
        if self.children[-1].popen.poll() is not None:
            raise CannotMount(self.children[-1].said())
        return os.path.ismount(self.folder)

    def end(self):
        for child in reversed(self.children):
            # GVfs's backends would run on without it.
            end_descendants_of(child.pid)
            child.end()
        self.keyring.end()
        if self.folder.is_mount():
            subprocess.run(["fusermount3", "-u", "-z", str(self.folder)], check=False)


@pytest.fixture
def virtual_file_systems(desktop, tmp_path):
    """Starts GVfs in the session under test; skips the test where nothing can be mounted."""
    started = []

    def start(in_file_system=True, **variables):
        try:
            started.append(VirtualFileSystems(desktop.session, tmp_path / "gvfs.log", in_file_system, **variables))
        except CannotMount as error:
            pytest.skip(f"nothing can be mounted here: {error}")
        return started[-1]
    yield start
    for each in started:
        each.end()


class Share(VirtualFileSystems):
    """The files of a mounted archive, at `address`: GVfs mounts it like a server's folder, and it needs no server."""

    def __init__(self, session, archive, log, in_file_system):
        self.address = "archive://" + urllib.parse.quote(urllib.parse.quote(archive.as_uri(), safe=""), safe="") + "/"
        super().__init__(session, log, in_file_system)

    def prepare(self):
        wait_until(self.mount, 10, lambda: f"the archive is mounted; GVfs said: {self.said()}", every=0.1)

    def mount(self):
        done = subprocess.run(["gio", "mount", self.address], env=self.environment, capture_output=True, text=True)
        return done.returncode == 0 or "already mounted" in done.stderr

    def is_in_file_system(self):
        return super().is_in_file_system() and os.listdir(self.folder)
