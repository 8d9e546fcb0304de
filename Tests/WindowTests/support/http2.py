"""HTTP/2 servers over TLS that send frames endlessly, and programs that trust their certificate."""

import asyncio
import os
import ssl
import subprocess
import threading
import time

import pytest
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import RequestReceived

from . import photos

TRUSTED = "/etc/ssl/certs/ca-certificates.crt"


class Authority:
    """A certificate for 127.0.0.1, and the authority that signed it, in files of `folder`."""

    def __init__(self, folder):
        self.folder = folder
        self.certificate, self.key, self.file = folder / "certificate.pem", folder / "key.pem", folder / "ca.pem"
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]
        (folder / "extensions").write_text("subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n")
        self._openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", self.file, "-subj", "/CN=CA", "-days", "2")
        self._openssl("req", *key, "-keyout", self.key, "-out", "request.pem", "-subj", "/CN=127.0.0.1")
        self._openssl("x509", "-req", "-in", "request.pem", "-CA", self.file, "-CAkey", "ca.key", "-CAcreateserial",
                      "-out", self.certificate, "-days", "2", "-extfile", "extensions")

    def _openssl(self, *arguments):
        subprocess.run(["openssl", *map(str, arguments)], cwd=self.folder, check=True, capture_output=True)

    def context(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.key)
        context.set_alpn_protocols(["h2"])
        return context

    def signed(self, address, days=2):
        """The context of a server without HTTP/2 whose certificate is for `address`; below 0 `days`, it has expired."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self.pair(address, days))
        return context

    def pair(self, address, days=2):
        """The files of a certificate for `address` and of its key."""
        name = self.folder / f"{address.replace('.', '-')} {days}"
        name.with_suffix(".extensions").write_text(f"subjectAltName=IP:{address}\nbasicConstraints=CA:FALSE\n")
        self._openssl("x509", "-req", "-in", "request.pem", "-CA", self.file, "-CAkey", "ca.key", "-CAcreateserial",
                      "-out", name.with_suffix(".pem"), "-days", days, "-extfile", name.with_suffix(".extensions"))
        return name.with_suffix(".pem"), self.key

    def trusting(self):
        """The prefix of a command that trusts it: it replaces the system's authorities, for this command only."""
        namespace = "-m" if os.geteuid() == 0 else "-rm"
        mount = f"mount --bind '{self.file}' {TRUSTED} && exec \"$@\""
        return ["unshare", namespace, "sh", "-c", mount, "sh"]

    def can_be_trusted(self):
        return not subprocess.run([*self.trusting(), "true"], check=False, capture_output=True).returncode


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    authority = Authority(tmp_path_factory.mktemp("authority"))
    if not authority.can_be_trusted():
        pytest.skip("no name space of its own can be made here, in which the program trusts the tests' authority")
    return authority


def frame(kind, flags, stream, payload=b""):
    """RFC 9113, section 4.1."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


class StormServer:
    """Answers requests for photos. Requests for the paths `stormy` get `begin(stream)`, and then `piece(stream)`
    repeatedly until the client hangs up; if it `waits`, from `go_on` on. Without a `piece`, the first of these
    connections is aborted, and later ones are answered."""

    def __init__(self, authority, begin, piece, stormy=(), waits=False):
        self.begin, self.piece, self.stormy, self.waits = begin, piece, set(stormy), waits
        self.asked = []
        self.sent_at = {}  # when a connection's storm sent its last piece, by time.monotonic()
        self.connections = set()
        self.connection_count = self.byte_count = 0
        self._loop = asyncio.new_event_loop()
        self._listener = self._loop.run_until_complete(
            self._loop.create_server(lambda: _Connection(self), "127.0.0.1", 0, ssl=authority.context()))
        self.port = self._listener.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever, name="storm server", daemon=True)
        self._thread.start()

    def go_on(self):
        self.waits = False

    def url(self, path):
        return f"https://127.0.0.1:{self.port}{path}"

    def is_ended(self, connection):
        """Whether it is closed, or the client has stopped reading: nothing can be sent for two seconds."""
        sent_at = self.sent_at.get(connection)
        return sent_at and (connection not in [each.number for each in list(self.connections)]
                            or time.monotonic() - sent_at > 2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        async def shut():
            self._listener.close()
            for connection in list(self.connections):
                connection.transport.abort()
            await asyncio.sleep(0)
            self._loop.stop()
        asyncio.run_coroutine_threadsafe(shut(), self._loop)
        self._thread.join(5)


class _Connection(asyncio.Protocol):
    def __init__(self, server):
        self.server = server
        self.http = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))

    def connection_made(self, transport):
        self.transport = transport
        self.server.connections.add(self)
        self.server.connection_count += 1
        self.number = self.server.connection_count
        self.storms = []
        self.http.initiate_connection()
        transport.write(self.http.data_to_send())

    def connection_lost(self, error):
        self.server.connections.discard(self)
        for storm in self.storms:
            storm.cancel()

    def eof_received(self):
        """The client has hung up. asyncio would wait up to 30 s to answer that, and drop what is written meanwhile."""
        self.transport.abort()

    def data_received(self, data):
        if self.storms:
            return  # the client's reaction to the storm
        for event in self.http.receive_data(data):
            if isinstance(event, RequestReceived):
                path = dict(event.headers)[":path"]
                self.server.asked.append(path)
                if path in self.server.stormy:
                    self.transport.write(self.http.data_to_send() + self.server.begin(event.stream_id))
                    self.storms.append(asyncio.ensure_future(self.storm(event.stream_id)))
                else:
                    self.send(event.stream_id, photos.jpeg(photos.number_of(path)))
        self.transport.write(self.http.data_to_send())

    def send(self, stream, body):
        self.http.send_headers(stream, [(":status", "200"), ("content-length", str(len(body)))])
        size = self.http.max_outbound_frame_size
        for start in range(0, len(body), size):
            self.http.send_data(stream, body[start:start + size])
        self.http.end_stream(stream)

    async def storm(self, stream):
        while self.server.waits:
            await asyncio.sleep(0.01)
        while not self.transport.is_closing():
            if not self.server.piece:
                self.server.stormy.clear()
                await asyncio.sleep(0.5)  # what has been sent arrives
                return self.transport.abort()
            if self.transport.get_write_buffer_size() < 1 << 20:
                piece = self.server.piece(stream)
                self.server.byte_count += len(piece)
                self.transport.write(piece)
                self.server.sent_at[self.number] = time.monotonic()
            await asyncio.sleep(0)
