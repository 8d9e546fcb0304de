"""Real WebDAV servers on loopback: Apache's mod_dav, and rclone."""

import hashlib
import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path

from .ports import free_port, is_answered
from .waiting import wait_until

APACHE = "/usr/sbin/apache2"
MODULES = "/usr/lib/apache2/modules"
REALM = "Holiday"

CONFIG = """ServerRoot {home}
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {home}/apache.pid
ErrorLog {home}/error.log
LogFormat "%m %U %>s %B %{{Range}}i" requests
CustomLog {home}/access.log requests
Mutex file:{home}
User {user}
Group {group}
{modules}
TypesConfig /etc/mime.types
DocumentRoot {folder}
DavLockDB {home}/locks
<Directory {folder}>
  Dav On
  {access}
</Directory>
"""


class _Server:
    def __init__(self, home, folder):
        self.home, self.folder, self.port = Path(home), Path(folder), free_port()
        self.home.mkdir(exist_ok=True)
        self.process = None
        self.address = f"webdav://127.0.0.1:{self.port}/"

    def start(self):
        with (self.home / "output.log").open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, start_new_session=True)
        wait_until(lambda: is_answered(self.port), 15, "the server listens")
        return self

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def end(self):
        if self.process:
            self.kill()


class Apache(_Server):
    """With `scheme`, "Basic" or "Digest", only for anna, with the password "secret"."""

    def __init__(self, home, folder, scheme=None):
        super().__init__(home, folder)
        names = ["mpm_event", "authz_core", "authn_core", "mime", "dav", "dav_fs"]
        access = "Require all granted"
        if scheme:
            names += ["authn_file", "authz_user", "auth_basic", "auth_digest"]
            users = self.home / "users"
            if scheme == "Basic":
                subprocess.run(["htpasswd", "-cb", str(users), "anna", "secret"], check=True, capture_output=True)
            else:
                users.write_text(f"anna:{REALM}:" + hashlib.md5(f"anna:{REALM}:secret".encode()).hexdigest() + "\n")
            access = (f'AuthType {scheme}\n  AuthName "{REALM}"\n  Auth{scheme}Provider file\n  AuthUserFile {users}\n'
                      "  Require valid-user")
        account = pwd.getpwuid(os.getuid())
        is_root = account.pw_uid == 0
        (self.home / "apache.conf").write_text(CONFIG.format(
            home=self.home, port=self.port, folder=self.folder, access=access,
            user="www-data" if is_root else account.pw_name, group="www-data" if is_root else f"#{account.pw_gid}",
            modules="\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in names)))
        if is_root:
            # The server gives up its rights.
            for path in [self.home, self.folder, *self.folder.rglob("*")]:
                path.chmod(0o755 if path.is_dir() else 0o644)
            for path in [*self.home.parents]:
                if path.is_relative_to("/tmp") and path != Path("/tmp"):
                    path.chmod(path.stat().st_mode | 0o011)
            shutil.chown(self.home, "www-data")

    def command(self):
        return [APACHE, "-DFOREGROUND", "-f", str(self.home / "apache.conf")]

    def listed(self, folder):
        """The names in `folder`, in the server's order: the disk's."""
        return [entry.name for entry in os.scandir(folder)]

    def requests(self):
        """Method, path, status, bytes and range of each request."""
        lines = (self.home / "access.log").read_text().splitlines() if (self.home / "access.log").exists() else []
        return [line.split(" ") for line in lines]


class Rclone(_Server):
    """With a login for anna, with the password "secret"."""

    def __init__(self, home, folder, login=True):
        super().__init__(home, folder)
        self.login = login

    def listed(self, folder):
        return sorted(path.name for path in folder.iterdir())

    def command(self):
        words = ["rclone", "serve", "webdav", str(self.folder), "--addr", f"127.0.0.1:{self.port}",
                 "--config", str(self.home / "none")]
        return words + (["--user", "anna", "--pass", "secret", "--realm", REALM] if self.login else [])


def missing():
    return [name for name in (APACHE, "rclone", "htpasswd") if not shutil.which(name)]
