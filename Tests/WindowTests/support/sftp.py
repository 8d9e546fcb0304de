"""A loopback SFTP server (OpenSSH) of one folder of photos, and the `ssh` that GVfs connects to it with."""

import os
import shutil
import subprocess
from pathlib import Path

from .albums import fill
from .ports import free_port, is_answered
from .processes import ChildProcess, end_descendants_of
from .waiting import wait_until

SERVER = "/usr/sbin/sshd"
# The server looks for this folder when root runs it. Where no service has made it, this server alone sees one.
SEPARATION = Path("/run/sshd")
WITHIN = ["unshare", "--mount", "sh", "-c", f'mount -t tmpfs none /run && mkdir {SEPARATION} && exec "$@"', "sh"]

SERVER_CONFIG = """ListenAddress 127.0.0.1
Port {port}
HostKey {home}/host_key
PidFile {home}/sshd.pid
AuthorizedKeysFile {home}/person_key.pub
AuthenticationMethods publickey
StrictModes no
UsePAM no
Subsystem sftp internal-sftp
"""

CLIENT_CONFIG = """IdentityFile {home}/person_key
IdentitiesOnly yes
IdentityAgent none
UserKnownHostsFile {home}/known_hosts
GlobalKnownHostsFile none
"""

# ssh follows the first of two options that differ. Those of GVfs trust this computer's own addresses, and share a
# connection through a socket, whose path would be too long in the tests' sessions.
CLIENT = """#!/bin/sh
exec {ssh} -F {home}/client.conf -o NoHostAuthenticationForLocalhost=no -o ControlPath=none "$@"
"""


def missing():
    names = [name for name in (SERVER, "ssh", "ssh-keygen") if not shutil.which(name)]
    if subprocess.run([*_within(), "true"], capture_output=True).returncode != 0:
        names.append(str(SEPARATION))
    return names


def _within():
    return WITHIN if os.geteuid() == 0 and not SEPARATION.exists() else []


class SftpServer:
    """Serves photos 0 to `count` - 1 to the person who runs the tests, who logs in with a key. `variables` are those of
    a GVfs that connects to it."""

    def __init__(self, home, count):
        self.home, self.port = Path(home), free_port()
        self.folder = fill(self.home / "album", range(count))
        self.address = f"sftp://127.0.0.1:{self.port}{self.folder}"
        self._names = [f"{number}.jpg" for number in range(count)]
        for key in ("host_key", "person_key"):
            self._make_key(key)
        facts = {"home": self.home, "port": self.port, "ssh": shutil.which("ssh")}
        (self.home / "server.conf").write_text(SERVER_CONFIG.format(**facts))
        (self.home / "client.conf").write_text(CLIENT_CONFIG.format(**facts))
        client = self.home / "bin" / "ssh"
        client.parent.mkdir()
        client.write_text(CLIENT.format(**facts))
        client.chmod(0o755)
        self.variables = {"PATH": f"{client.parent}:{os.environ['PATH']}"}
        self._process = ChildProcess(
            [*_within(), SERVER, "-D", "-e", "-f", str(self.home / "server.conf")], os.environ, self.home / "sshd.log")
        try:
            wait_until(lambda: is_answered(self.port), 10,
                       lambda: f"the server listens; it said: {self._process.said()}")
        except BaseException:
            self.end()
            raise

    def _make_key(self, name):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.home / name)], check=True)

    def names(self):
        return self._names

    def known(self):
        """The computers that the person trusts, a line each."""
        file = self.home / "known_hosts"
        return file.read_text().splitlines() if file.exists() else []

    def become_another(self):
        """For the person, this address was another computer's before."""
        self._make_key("other_key")
        (self.home / "known_hosts").write_text(
            f"[127.0.0.1]:{self.port} {(self.home / 'other_key.pub').read_text()}")

    def end(self):
        # Its connections are sessions of their own.
        end_descendants_of(self._process.pid)
        self._process.end()
