"""Real WebDAV servers on loopback: Apache's mod_dav, nginx with its module for WebDAV, and rclone."""

import hashlib
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from .ports import free_port, is_answered
from .waiting import wait_until

APACHE = "/usr/sbin/apache2"
APACHE_MODULES = Path("/usr/lib/apache2/modules")
NGINX = "/usr/sbin/nginx"
NGINX_MODULE = Path("/usr/lib/nginx/modules/ngx_http_dav_ext_module.so")
REALM = "Holiday"
# Whom servers run as that root starts: Debian's account for them.
ACCOUNT = "www-data"

APACHE_CONFIG = """ServerRoot {home}
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {home}/apache.pid
ErrorLog {home}/error.log
LogFormat "%m %U %>s %B %{{Range}}i" requests
CustomLog {home}/access.log requests
Mutex file:{home}
{modules}
TypesConfig /etc/mime.types
DocumentRoot {folder}
DavLockDB {home}/locks
{more}
<Directory {folder}>
  Dav On
  {access}
</Directory>
"""

NGINX_CONFIG = """daemon off;
pid {home}/nginx.pid;
error_log {home}/error.log;
load_module {module};
events {{}}
http {{
  include /etc/nginx/mime.types;
  log_format requests "$request_method $uri $status $body_bytes_sent $http_range";
  access_log {home}/access.log requests;
  client_body_temp_path {home}/bodies;
  proxy_temp_path {home}/proxy;
  fastcgi_temp_path {home}/fastcgi;
  scgi_temp_path {home}/scgi;
  uwsgi_temp_path {home}/uwsgi;
  server {{
    listen 127.0.0.1:{port}{ssl};
    root {folder};
    {more}
    location / {{
      dav_methods PUT DELETE MKCOL COPY MOVE;
      dav_ext_methods PROPFIND OPTIONS;
    }}
  }}
}}
"""


class _Server:
    """Serves `folder`; its own files are in `home`. With `certificate`, the files of one and of its key, it serves over
    TLS. From its next start on it sends at most `rate` KiB a second in each reply."""

    def __init__(self, home, folder, certificate=None, rate=None):
        self.home, self.folder, self.port = Path(home), Path(folder), free_port()
        self.rate = rate
        self.process = None
        self.home.mkdir(exist_ok=True)
        self.certificate = [str(shutil.copy(file, self.home / name))
                            for file, name in zip(certificate or (), ("certificate.pem", "key.pem"))]
        secure = "s" if certificate else ""
        self.address = f"webdav{secure}://127.0.0.1:{self.port}/"
        self.site = f"http{secure}://127.0.0.1:{self.port}/"

    def start(self):
        self.configure()
        account = {"user": ACCOUNT, "group": ACCOUNT, "extra_groups": []} if os.geteuid() == 0 else {}
        if account:
            self._give_to(ACCOUNT)
        with (self.home / "output.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, start_new_session=True, **account)
        wait_until(lambda: is_answered(self.port) or self.process.poll() is not None, 15, "the server listens")
        assert self.process.poll() is None, (self.home / "output.log").read_text()
        return self

    def _give_to(self, account):
        for path in [self.folder, *self.folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        for path in self.home.parents:
            if path.is_relative_to("/tmp") and path != Path("/tmp"):
                path.chmod(path.stat().st_mode | 0o011)
        for path in [self.home, *self.home.rglob("*")]:
            shutil.chown(path, account)

    def configure(self):
        """Writes what it reads when it starts."""

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        # Its children end later, and listen until then.
        wait_until(lambda: not is_answered(self.port), 10, "nobody listens any longer")
        self.process = None

    def restart(self):
        """Ends it as an administrator does, and starts it."""
        self.process.terminate()
        try:
            self.process.wait(10)
        finally:
            self.end()
        self.start()

    def end(self):
        if self.process:
            try:
                self.kill()
            except ProcessLookupError:
                self.process.wait()
                self.process = None

    def listed(self, folder):
        """The names in `folder`, in the server's order: the disk's."""
        return [entry.name for entry in os.scandir(folder)]

    def requests(self):
        """Method, path, status, bytes and range of each request."""
        lines = (self.home / "access.log").read_text().splitlines() if (self.home / "access.log").exists() else []
        return [line.split(" ") for line in lines]


class Apache(_Server):
    """With `scheme`, "Basic" or "Digest", only for anna, with the password "secret"."""

    def __init__(self, home, folder, scheme=None, **options):
        super().__init__(home, folder, **options)
        self.scheme = scheme

    def configure(self):
        names = ["mpm_event", "authz_core", "authn_core", "mime", "dav", "dav_fs"]
        access, more = "Require all granted", ""
        if self.scheme:
            names += ["authn_file", "authz_user", "auth_basic", "auth_digest"]
            users = self.home / "users"
            if self.scheme == "Basic":
                subprocess.run(["htpasswd", "-cb", str(users), "anna", "secret"], check=True, capture_output=True)
            else:
                users.write_text(f"anna:{REALM}:" + hashlib.md5(f"anna:{REALM}:secret".encode()).hexdigest() + "\n")
            access = (f'AuthType {self.scheme}\n  AuthName "{REALM}"\n  Auth{self.scheme}Provider file\n'
                      f"  AuthUserFile {users}\n  Require valid-user")
        if self.certificate:
            names.append("ssl")
            more += "SSLEngine on\nSSLCertificateFile {}\nSSLCertificateKeyFile {}\n".format(*self.certificate)
        if self.rate:
            names += ["env", "ratelimit"]
            more += f"SetOutputFilter RATE_LIMIT\nSetEnv rate-limit {self.rate}\n"
        (self.home / "apache.conf").write_text(APACHE_CONFIG.format(
            home=self.home, port=self.port, folder=self.folder, access=access, more=more,
            modules="\n".join(f"LoadModule {name}_module {APACHE_MODULES}/mod_{name}.so" for name in names)))

    def command(self):
        return [APACHE, "-DFOREGROUND", "-f", str(self.home / "apache.conf")]


class Nginx(_Server):
    """With `login`, only for anna, with the password "secret"."""

    def __init__(self, home, folder, login=False, **options):
        super().__init__(home, folder, **options)
        self.login = login

    def configure(self):
        more = []
        if self.login:
            users = self.home / "users"
            subprocess.run(["htpasswd", "-cb", str(users), "anna", "secret"], check=True, capture_output=True)
            more += [f'auth_basic "{REALM}"', f"auth_basic_user_file {users}"]
        if self.certificate:
            more += ["ssl_certificate {}", "ssl_certificate_key {}"]
        if self.rate:
            more.append(f"limit_rate {self.rate}k")
        (self.home / "nginx.conf").write_text(NGINX_CONFIG.format(
            home=self.home, port=self.port, folder=self.folder, module=NGINX_MODULE,
            ssl=" ssl" if self.certificate else "",
            more="\n    ".join(f"{line};" for line in more).format(*self.certificate)))

    def command(self):
        return [NGINX, "-e", str(self.home / "error.log"), "-c", str(self.home / "nginx.conf")]


class Rclone(_Server):
    """With a login for anna, with the password "secret". Its `rate` is that of all replies together."""

    def __init__(self, home, folder, login=True, **options):
        super().__init__(home, folder, **options)
        self.login = login

    def listed(self, folder):
        return sorted(path.name for path in folder.iterdir())

    def command(self):
        words = ["rclone", "serve", "webdav", str(self.folder), "--addr", f"127.0.0.1:{self.port}",
                 "--config", str(self.home / "none"), "--cache-dir", str(self.home / "cache")]
        if self.login:
            words += ["--user", "anna", "--pass", "secret", "--realm", REALM]
        if self.certificate:
            words += ["--cert", self.certificate[0], "--key", self.certificate[1]]
        return words + (["--bwlimit", f"{self.rate}k"] if self.rate else [])


def missing():
    programs = [name for name in (APACHE, NGINX, "rclone", "htpasswd") if not shutil.which(name)]
    return programs + [str(module) for module in (NGINX_MODULE,) if not module.exists()]


@pytest.fixture
def serve_dav(tmp_path):
    """Starts a server of a kind, of a folder; all end with the test."""
    if missing():
        pytest.skip(f"not installed: {missing()}")
    servers = []

    def serve(kind, folder, *arguments, **options):
        servers.append(kind(tmp_path / f"server-{len(servers)}", folder, *arguments, **options))
        return servers[-1].start()
    yield serve
    for server in servers:
        server.end()
