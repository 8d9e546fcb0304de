"""A loopback HTTP/1.1 server that records exactly when something was requested, answered, or cancelled.

It writes HTTP itself, so that it can also write it wrongly. It notices a disconnecting client immediately, because it
always reads.
"""

import asyncio
import threading
import time
from dataclasses import dataclass, field

from . import photos, replies
from .waiting import wait_until


@dataclass
class Exchange:
    """One request and its outcome; times are those of time.monotonic()."""

    path: str
    received: float
    connection: int
    headers: dict = field(default_factory=dict)
    began: float = None  # the first byte of the reply
    finished: float = None  # the whole reply, as planned by the server
    closed: float = None  # the client hung up before that

    @property
    def number(self):
        return photos.number_of(self.path)

    @property
    def is_in_flight(self):
        return self.finished is None and self.closed is None

    @property
    def ended(self):
        return self.finished or self.closed


class PhotoServer:
    """Serves photo N at /photos/N.jpg after `latency` seconds; `on` changes the reply for a path; `photo_reply` gives
    that for all other photos, by their numbers."""

    def __init__(self, tls=None, port=0):
        self.latency = 0.0
        self.photo_reply = replies.photo
        self.exchanges = []
        self.errors = []  # of replies: their clients would wait forever
        self._replies = {}
        self._tls = tls
        self._connections = set()
        self._connection_count = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="photo server", daemon=True)
        ready = threading.Event()
        self._loop.call_soon(ready.set)
        self._listener = self._loop.run_until_complete(
            self._loop.create_server(lambda: _Connection(self), "127.0.0.1", port, ssl=tls))
        self.port = self._listener.sockets[0].getsockname()[1]
        self._thread.start()
        ready.wait()

    # What to serve

    def url(self, path="/"):
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}{path}"

    def on(self, path, reply):
        """From now on, `reply` answers `path` (see replies.py)."""
        self._replies[path] = reply

    def serve_catalogue(self, entries, path="/catalogue.plist"):
        """Serves (name, URL) pairs as an XML property list, and returns its URL."""
        self.on(path, replies.of(photos.catalogue(entries), "application/x-plist"))
        return self.url(path)

    def serve_photos(self, count):
        return self.serve_catalogue(photos.numbered(count))

    def reply_to(self, path):
        if path in self._replies:
            return self._replies[path]
        number = photos.number_of(path)
        return self.photo_reply(number) if number is not None else replies.status(404)

    # What was asked

    def asked(self, since=0.0):
        """The requests for photos, in order."""
        return [each for each in list(self.exchanges) if each.number is not None and each.received >= since]

    def numbers_asked(self, since=0.0):
        return [each.number for each in self.asked(since)]

    def asked_for(self, path):
        return [each for each in list(self.exchanges) if each.path == path]

    def in_flight(self):
        return [each for each in list(self.exchanges) if each.is_in_flight]

    def wait_until_in_flight(self, count, within=10):
        """Waits until `count` requests are in flight, or more: after three seconds without a byte others begin, too."""
        wait_until(lambda: len(self.in_flight()) >= count, within,
                   lambda: f"{count} requests are in flight: {[each.path for each in self.in_flight()]}")

    def wait_until_quiet(self, quiet=0.5, within=15):
        """Waits until no request is in flight, and nothing was requested or answered for `quiet` seconds.

        `quiet` is several times the 100 ms after which the list counts as at rest: the list has then made all its
        requests.
        """
        def is_quiet():
            known = list(self.exchanges)
            if any(each.is_in_flight for each in known):
                return False
            last = max((max(each.received, each.ended) for each in known), default=0)
            return time.monotonic() - last >= quiet
        wait_until(is_quiet, within, lambda: f"the server is quiet; in flight: {[e.path for e in self.in_flight()]}")

    # Running

    def end(self):
        async def shut():
            self._listener.close()
            for connection in list(self._connections):
                connection.transport.abort()
            await asyncio.sleep(0)
            self._loop.stop()
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(shut(), self._loop)
            self._thread.join(5)
        assert not self.errors, f"the server failed: {self.errors}"

    def _run(self):
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            for task in asyncio.all_tasks(self._loop):
                task.cancel()
            self._loop.run_until_complete(asyncio.sleep(0))
            self._loop.close()


# A client that cancels one request and makes another uses two connections, and the server may hear of the new one
# first; a shorter overlap does not count.
HANDOVER = 0.05


def peak_in_flight(exchanges):
    """The maximum number of `exchanges` in flight at a time."""
    now = time.monotonic()
    events = []
    for each in exchanges:
        ended = each.ended or now
        events += [(each.received, 1), (max(each.received, ended - HANDOVER) if each.closed else ended, -1)]
    current = peak = 0
    for _, change in sorted(events):  # an end sorts before a start of the same time
        current += change
        peak = max(peak, current)
    return peak


def asked_twice_at_once(exchanges):
    """The paths requested while a request for the same path was in flight."""
    now = time.monotonic()
    until, twice = {}, set()
    for each in exchanges:
        if each.received < until.get(each.path, 0) - HANDOVER:
            twice.add(each.path)
        until[each.path] = max(until.get(each.path, 0), each.ended or now)
    return sorted(twice)


class _Connection(asyncio.Protocol):
    """One client's connection: requests in sequence, and its end."""

    def __init__(self, server):
        self.server = server
        self.received = b""
        self.exchange = None
        self.task = None
        self.may_write = asyncio.Event()
        self.may_write.set()

    def connection_made(self, transport):
        self.transport = transport
        self.server._connections.add(self)
        self.server._connection_count += 1
        self.number = self.server._connection_count

    def data_received(self, data):
        self.received += data
        if self.received[:1].isalpha():
            self.begin_next()
        else:  # no HTTP: a client that expects TLS
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.transport.close()

    def eof_received(self):
        return False  # the client has hung up

    def connection_lost(self, error):
        self.server._connections.discard(self)
        if self.exchange and self.exchange.is_in_flight:
            self.exchange.closed = time.monotonic()
        if self.task:
            self.task.cancel()
        self.may_write.set()

    def pause_writing(self):
        self.may_write.clear()

    def resume_writing(self):
        self.may_write.set()

    def begin_next(self):
        if self.task or b"\r\n\r\n" not in self.received:
            return
        head, self.received = self.received.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        path = first.split(" ")[1]
        headers = {key.strip().lower(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
        self.exchange = Exchange(path, time.monotonic(), self.number, headers)
        self.server.exchanges.append(self.exchange)
        self.task = asyncio.ensure_future(self.answer(self.exchange))

    async def answer(self, exchange):
        if self.server.latency:
            await asyncio.sleep(self.server.latency)
        try:
            keep_alive = await self.server.reply_to(exchange.path)(self)
        except Exception as error:
            self.server.errors.append(f"{exchange.path}: {error!r}")
            self.transport.abort()
            return
        await self.may_write.wait()
        if self.transport.is_closing() and keep_alive is not replies.CLOSE:
            return
        exchange.finished = time.monotonic()
        self.task = None
        if keep_alive is replies.CLOSE:
            self.transport.close()
        else:
            self.begin_next()

    # What replies write with

    async def write(self, data):
        if self.exchange.began is None:
            self.exchange.began = time.monotonic()
        self.transport.write(data)
        await self.may_write.wait()

    async def write_head(self, code, headers):
        lines = [f"HTTP/1.1 {code} {replies.REASONS.get(code, 'Whatever')}"]
        lines += [f"{key}: {value}" for key, value in headers.items()]
        await self.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
