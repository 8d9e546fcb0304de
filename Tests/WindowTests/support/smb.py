"""A loopback SMB server (Samba) of one folder of photos."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from .albums import fill
from .ports import free_port, is_answered
from .processes import ChildProcess
from .waiting import wait_until

SERVER, USERS = "/usr/sbin/smbd", "/usr/bin/pdbedit"

CONFIG = """[global]
server role = standalone server
interfaces = 127.0.0.1
bind interfaces only = yes
smb ports = {port}
disable netbios = yes
load printers = no
disable spoolss = yes
private dir = {home}
pid directory = {home}
lock directory = {home}
state directory = {home}
cache directory = {home}
ncalrpc dir = {home}/rpc
log file = {home}/log
passdb backend = tdbsam
username map = {home}/names
map to guest = Bad User
guest account = {account}
[photos]
path = {folder}
guest ok = {is_public}
"""


def missing():
    return [name for name in (SERVER, USERS) if not shutil.which(name)]


class SmbServer:
    """Serves photos 0 to `count` - 1 as the share "photos", to the person of `login`, (name, password), or, without
    `login`, to anyone."""

    def __init__(self, folder, count, login=None):
        # The server's sockets are in it: their paths must be short.
        self.home, self.port = Path(tempfile.mkdtemp(prefix="samba-")), free_port()
        self.folder, self.login = fill(folder, range(count)), login
        self.address = f"smb://127.0.0.1:{self.port}/photos/"
        self._names = [f"{number}.jpg" for number in range(count)]
        self._process = None
        try:
            self._start()
        except BaseException:
            self.end()
            raise

    def _start(self):
        # The person of the login is this account, under another name.
        account = pwd.getpwuid(os.getuid()).pw_name
        config = self.home / "smb.conf"
        config.write_text(CONFIG.format(
            home=self.home, port=self.port, account=account, folder=self.folder,
            is_public="no" if self.login else "yes"))
        if self.login:
            name, password = self.login
            (self.home / "names").write_text(f"{account} = {name}\n")
            subprocess.run([USERS, "--configfile", str(config), "--create", "--password-from-stdin", account],
                           input=f"{password}\n{password}\n", text=True, check=True, capture_output=True)
        self._process = ChildProcess(
            [SERVER, "--foreground", "--no-process-group", "--debug-stdout", "--configfile", str(config)],
            os.environ, self.home / "output", start_new_session=True)
        wait_until(lambda: is_answered(self.port), 10, lambda: f"the server listens; it said: {self._process.said()}")

    def names(self):
        return self._names

    def end(self):
        if self._process:
            # With the processes of its connections.
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.end()
        shutil.rmtree(self.home, ignore_errors=True)
