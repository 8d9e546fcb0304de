"""OpenStack Swift with its S3 interface, from Debian's packages: a real store, which checks each signature."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.parse
from pathlib import Path

from .ports import free_port

ACCOUNT, USER, SECRET = "test", "tester", "testing/+="
KEY = f"{ACCOUNT}:{USER}"
PROGRAMS = ["swift-ring-builder", "swift-proxy-server", "swift-account-server", "swift-container-server",
            "swift-object-server", "memcached"]

STORAGE = """[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
workers = 0
user = {user}
swift_dir = {home}
devices = {home}/devices
mount_check = false
log_address = {home}/no-log
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""

PROXY = """[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
workers = 0
user = {user}
swift_dir = {home}
log_address = {home}/no-log
[pipeline:main]
pipeline = {slow} cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
# Seconds until it asks an object server again that did not answer; 60 if nothing is said.
error_suppression_interval = 2
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = {secret} .admin
[filter:s3api]
use = egg:swift#s3api
max_bucket_listing = {page_length}
location = us-east-1
allow_no_owner = true
[filter:slow]
paste.filter_factory = slow_bodies:factory
rate = {rate}
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{memcache}
"""


def missing():
    """The programs that are not installed."""
    return [program for program in PROGRAMS if not shutil.which(program)]


class ObjectStore:
    """Four servers in `home`: of accounts, containers and objects, and the one that clients see. From the next start of
    that one on, it sends each photo at `rate` KiB a second."""

    def __init__(self, home):
        self.home, self.rate = Path(home), None
        (self.home / "devices" / "d1").mkdir(parents=True)
        shutil.copy(Path(__file__).resolve().parent / "slow_bodies.py", self.home)
        self.processes = {}
        self.ports = {kind: free_port() for kind in ("account", "container", "object", "proxy")}
        (self.home / "swift.conf").write_text(
            "[swift-hash]\nswift_hash_path_suffix = a\nswift_hash_path_prefix = b\n"
            "[storage-policy:0]\nname = one\ndefault = yes\n")
        for kind in ("account", "container", "object"):
            builder = str(self.home / f"{kind}.builder")
            for words in (["create", "2", "1", "1"], ["add", f"r1z1-127.0.0.1:{self.ports[kind]}/d1", "1"],
                          ["rebalance"]):
                subprocess.run(["swift-ring-builder", builder, *words], check=True, stdout=subprocess.DEVNULL,
                               cwd=self.home)
        self.memcache = free_port()
        # Names in a page of a list, from the next start on.
        self.page_length = 1000
        self.address = f"http://127.0.0.1:{self.ports['proxy']}"

    def begin(self):
        self.processes["memcache"] = subprocess.Popen(
            ["memcached", "-l", "127.0.0.1", "-p", str(self.memcache), "-u", _user()], start_new_session=True)
        for kind in self.ports:
            self.start(kind)
        self.wait()

    def start(self, kind):
        facts = {"port": self.ports[kind], "home": self.home, "kind": kind, "secret": SECRET,
                 "user": _user(), "memcache": self.memcache, "rate": self.rate, "slow": "slow" if self.rate else ""}
        config = self.home / f"{kind}.conf"
        config.write_text((PROXY if kind == "proxy" else STORAGE).format(**facts, page_length=self.page_length))
        with (self.home / f"{kind}.log").open("ab") as log:
            self.processes[kind] = subprocess.Popen(
                [f"swift-{kind}-server", str(config), "-v"], stdout=log, stderr=log, start_new_session=True,
                env=os.environ | {"PYTHONWARNINGS": "ignore", "PYTHONPATH": str(self.home)})

    def kill(self, kind):
        process = self.processes.pop(kind)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def freeze(self, kind):
        """It answers nothing more, until it ends, or is to go on."""
        os.killpg(self.processes[kind].pid, signal.SIGSTOP)

    def run(self, kind):
        """It goes on, or starts."""
        if kind in self.processes:
            os.killpg(self.processes[kind].pid, signal.SIGCONT)
        else:
            self.start(kind)
        self.wait()

    def begin_again(self, kind):
        """Ends one as an administrator does, and starts it."""
        process = self.processes[kind]
        process.terminate()
        os.killpg(process.pid, signal.SIGCONT)
        process.wait(10)
        del self.processes[kind]
        self.run(kind)

    def wait(self):
        """Until it answers."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                self.token = self._request("GET", "/auth/v1.0", {
                    "X-Auth-User": KEY, "X-Auth-Key": SECRET})[1]["X-Auth-Token"]
                self.put("ready", None, b"")
                self.put("ready", "yes", b"yes")
                return
            except (OSError, KeyError, AssertionError):
                time.sleep(0.2)
        raise AssertionError("the store does not start:\n" + "\n".join(
            path.read_text()[-2000:] for path in self.home.glob("*.log")))

    def _request(self, method, path, headers, body=b""):
        connection = http.client.HTTPConnection("127.0.0.1", self.ports["proxy"], timeout=10)
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        reply.read()
        connection.close()
        return reply.status, dict(reply.getheaders())

    def put(self, bucket, name, data):
        """Stores an object by Swift's own interface; without a name, makes the bucket."""
        path = f"/v1/AUTH_{ACCOUNT}/{bucket}" + (f"/{urllib.parse.quote(name)}" if name else "")
        status, _ = self._request("PUT", path, {"X-Auth-Token": self.token}, data)
        assert status in (201, 202), status

    def delete(self, bucket, name):
        status, _ = self._request(
            "DELETE", f"/v1/AUTH_{ACCOUNT}/{bucket}/{urllib.parse.quote(name)}", {"X-Auth-Token": self.token})
        assert status == 204, status

    def asked(self, bucket):
        """The names of objects in the order in which their bytes were sent, since the beginning: the log of the server
        of objects has a line for each request."""
        line = re.compile(rf'"GET /d1/\d+/AUTH_{ACCOUNT}/{re.escape(bucket)}/([^" ]+)"')
        return [urllib.parse.unquote(name) for name in line.findall((self.home / "object.log").read_text())]

    def end(self):
        for kind in list(self.processes):
            self.kill(kind)


def _user():
    import pwd
    return pwd.getpwuid(os.getuid()).pw_name
