"""A share of the desktop's virtual file systems (GVfs) in the session under test; otherwise the session has none.

The share is an archive: GVfs mounts it like a server's folder, and it needs no server.
"""

import os
import subprocess
import urllib.parse

from .accessibility import connect, is_on_bus
from .processes import ChildProcess
from .waiting import wait_until

NAME = "org.gtk.vfs.Daemon"
DAEMON, FUSE = "/usr/libexec/gvfsd", "/usr/libexec/gvfsd-fuse"

# The variables of a program that sees shares; all other programs of the tests run without.
SEEN = {"GIO_USE_VFS": "gvfs"}


class Share:
    """The files of a mounted archive, at `address`. With `in_file_system` they have a path too, as on a desktop; raises
    CannotMount where this machine permits no mounts."""

    class CannotMount(Exception):
        pass

    def __init__(self, session, archive, log, in_file_system):
        self.environment = {**session.environment, **SEEN}
        self.address = "archive://" + urllib.parse.quote(urllib.parse.quote(archive.as_uri(), safe=""), safe="") + "/"
        self.folder = session.directory / "run" / "gvfs"
        self.children = [ChildProcess([DAEMON, "--no-fuse"], self.environment, log)]
        try:
            bus = connect(session.session_bus_address)
            wait_until(lambda: is_on_bus(bus, NAME), 10,
                       lambda: f"GVfs is on the bus; it said: {self.children[0].said()}")
            bus.close_sync(None)
            wait_until(self.mount, 10, lambda: f"the archive is mounted; GVfs said: {self.children[0].said()}",
                       every=0.1)
            if in_file_system:
                self.folder.mkdir(exist_ok=True)
                self.children.append(ChildProcess([FUSE, str(self.folder), "-f"], self.environment, log))
                wait_until(self.is_in_file_system, 10, "it is in the file system", every=0.1)
        except BaseException:
            self.end()
            raise

    def mount(self):
        done = subprocess.run(["gio", "mount", self.address], env=self.environment, capture_output=True, text=True)
        return done.returncode == 0 or "already mounted" in done.stderr

    def is_in_file_system(self):
        if self.children[-1].popen.poll() is not None:
            raise self.CannotMount(self.children[-1].said())
        return os.path.ismount(self.folder) and os.listdir(self.folder)

    def end(self):
        for child in reversed(self.children):
            child.end()
        if self.folder.is_mount():
            subprocess.run(["fusermount3", "-u", "-z", str(self.folder)], check=False)
