"""One list with every kind of fault: each row says what happened, the others are shown, no connection or descriptor is
left, and once the servers are well the next start shows them all."""

import gzip
import itertools
import re
import socket
import struct
import threading
from pathlib import Path

import pytest

from support import photos, replies
from support.http2 import Authority
from support.photo_list import PhotoList
from support.server import PhotoServer
from support.waiting import wait_until

PHOTO = photos.jpeg(1)
PAGE = b"<!DOCTYPE html><html><body><h1>Sorry</h1></body></html>" * 20
TAG = {"ETag": '"photo"', "Cache_Control": "max-age=3600"}


def resetting(sent):
    """The first bytes of a reply, and then a reset."""
    async def reply(connection):
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(PHOTO)}\r\nETag: \"photo\"\r\n\r\n".encode()
        await connection.write((head + PHOTO)[:sent])
        linger = struct.pack("ii", 1, 0)
        connection.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        connection.transport.abort()
        return replies.CLOSE
    return reply


def ending(body, **fields):
    """A reply that begins like the photo's, and then the end of the connection."""
    async def reply(connection):
        headers = {**TAG, **fields}
        await connection.write_head(
            200, {"Content-Type": "image/jpeg", **{key.replace("_", "-"): value for key, value in headers.items()}})
        await connection.write(body)
        return replies.CLOSE
    return reply


def becoming_another():
    """Each request has another picture, of which half arrives; who asks for the rest has the rest of the next one."""
    asked = itertools.count(2)

    async def reply(connection):
        number = next(asked)
        body = photos.padded(number, 200_000)
        start = int((re.match("bytes=([0-9]+)-", connection.exchange.headers.get("range", "")) or ["", "0"])[1])
        fields = {"ETag": f'"photo-{number}"', "Content-Type": "image/jpeg", "Content-Length": len(body) - start}
        if start:
            fields["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
        await connection.write_head(206 if start else 200, fields)
        await connection.write(body[start:start + 100_000])
        return replies.CLOSE
    return reply


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


def busy(code, retry_after):
    return replies.of(b"Busy", "text/plain", code, Retry_After=retry_after)


HALF, PACKED = PHOTO[:len(PHOTO) // 2], gzip.compress(PHOTO)
CHUNKED = {"Transfer_Encoding": "chunked"}
SHOWN = "filtered$"
REPLIES = {
    "reset at once": (resetting(0), "The connection was lost"),
    "reset in the head": (resetting(20), "The connection was lost"),
    "reset in the body": (resetting(2_000), "The connection was lost after"),
    "a page with 200": (replies.of(PAGE, "text/html", **TAG), "This is a web page, not a picture"),
    "a page called a picture": (replies.of(PAGE, "image/jpeg", **TAG), "This is a web page, not a picture"),
    "a text called a picture": (replies.of(b"Sorry. " * 100, "image/jpeg", **TAG), "Not a picture"),
    "no bytes": (replies.of(b"", "image/jpeg", **TAG), "The file is empty"),
    "no content": (replies.of(b"", "image/jpeg", 204), "The file is empty"),
    "part of it unasked": (
        replies.of(PHOTO[:500], code=206, Content_Range=f"bytes 0-499/{len(PHOTO)}", **TAG), "206"),
    "unchanged, unasked": (replies.of(b"", code=304, **TAG), "304"),
    "redirects to each other": (replies.redirect("/photos/11.jpg"), "redirects too many times"),
    "and back": (replies.redirect("/photos/10.jpg"), "redirects too many times"),
    "a redirect to nowhere": (replies.redirect("http://"), "redirects to"),
    "too many requests": (busy(429, "3600"), "429"),
    "busy for ages": (busy(503, "99999999999999999999999"), "503"),
    "busy till the past": (busy(503, "Sun, 06 Nov 1994 08:49:37 GMT"), "503"),
    "busy for less than no time": (busy(503, "-1"), "503"),
    "gone": (replies.status(410), "410"),
    "text": (replies.of(PHOTO, "text/plain", **TAG), SHOWN),
    "a page by name": (replies.of(PHOTO, "text/html", **TAG), SHOWN),
    "no type of this world": (replies.of(PHOTO, ";;/,=", **TAG), SHOWN),
    "an empty type": (replies.of(PHOTO, "", **TAG), SHOWN),
    "no type": (replies.of(PHOTO, None, **TAG), SHOWN),
    "less than its length": (
        ending(HALF, Content_Length=len(PHOTO), Connection="close"), f"was lost after .* of {len(PHOTO):,} bytes"),
    "chunks without the last": (ending(chunk(HALF), **CHUNKED), "The connection was lost after"),
    "a chunk size that is no number": (ending(chunk(HALF) + b"zzzz\r\n" + HALF, **CHUNKED), "chunks is malformed"),
    "a negative chunk size": (ending(chunk(HALF) + b"-40\r\n" + HALF, **CHUNKED), "chunks is malformed"),
    "gzip cut short": (
        ending(PACKED[:len(PACKED) // 2], Content_Length=len(PACKED) // 2, Content_Encoding="gzip"),
        "The connection was lost|damaged"),
    "gzip that is none": (replies.not_gzipped(PHOTO), SHOWN),
    "gzip of no picture": (replies.gzipped(bytes(1 << 20)), "Not a picture"),
    "another picture each time": (becoming_another(), "The connection was lost"),
    "a negative length": (replies.of(PHOTO, Content_Length=-5, **TAG), "invalid length.*-5"),
    "two lengths": (replies.of(PHOTO, Content_Length=f"{len(PHOTO)}, 5", **TAG), "invalid length"),
    "a head of a megabyte": (replies.of(PHOTO, X_Large="a" * 1_000_000, **TAG), "64 KiB of header fields"),
    "a proxy's question": (replies.of(PHOTO, code=407, Proxy_Authenticate='Basic realm="a"', **TAG), "407"),
    "no question": (replies.of(PHOTO, code=401, **TAG), "401.*does not support"),
}
SCREENS = [list(REPLIES)[start:start + 8] for start in range(0, len(REPLIES), 8)]


class Faults:
    """A program with some faults on its screen, and a photo that is well."""

    def __init__(self, entries, server, launch, home, **options):
        self.server, self.launch, self.home, self.options = server, launch, home, options
        self.names = [name for name, _ in entries] + ["Well"]
        self.entries = [*entries, ("Well", server.url(photos.path(999)))]

    def open(self):
        self.program = self.launch(self.server.serve_catalogue(self.entries), home=self.home, **self.options)
        self.program.resize(480, 880)
        self.listed = PhotoList(self.program, self.names)
        wait_until(lambda: len(self.listed.rows_on_screen(hidden=0)) == len(self.names), 10, "all are on one screen")

    def states(self):
        return dict(zip(self.names, self.listed.wait_until_done(within=30).values(), strict=True))

    def expect(self, reasons):
        # Some are tried again, and are not done for a moment.
        def is_so():
            states = self.states()
            return all(re.match(expected(reason), states[name], re.DOTALL) for name, reason in reasons.items()) \
                and states["Well"] == "filtered"
        wait_until(is_so, 15, self.states)

    def descriptors(self):
        return len(list(Path(f"/proc/{self.program.pid}/fd").iterdir()))

    def retry_all(self, reasons, asked):
        """Retries all rows three times, each time until the servers were `asked` again and the rows tell why; then no
        descriptor is left."""
        before = self.descriptors()
        for _ in range(3):
            known = asked()
            self.program.desktop.keyboard.focus(self.program.window())
            self.program.desktop.keyboard.press("Control_L", "Shift_L", "r")
            wait_until(lambda known=known: asked() > known, 10, "they are requested again")
            self.expect(reasons)
        wait_until(lambda: self.descriptors() <= before + 6, 10,
                   lambda: f"no descriptor is left: {before} before, {self.descriptors()} now")


def expected(reason):
    return reason if reason == SHOWN else f"failed to load: .*({reason})"


@pytest.mark.parametrize("kinds", SCREENS, ids=[kinds[0] for kinds in SCREENS])
def test_each_fault_is_said_in_its_row_harms_no_other_and_is_forgotten_when_it_is_over(
        server, launch, new_home, kinds):
    numbers = {kind: list(REPLIES).index(kind) for kind in kinds}
    for kind, number in numbers.items():
        server.on(photos.path(number), REPLIES[kind][0])
    entries = [(kind, server.url(photos.path(number))) for kind, number in numbers.items()]
    faults = Faults(entries, server, launch, new_home())
    reasons = {kind: REPLIES[kind][1] for kind in kinds}
    faults.open()
    faults.expect(reasons)
    faults.retry_all(reasons, lambda: len(server.asked()))
    # Rows that will be tried again have no request in between.
    wait_until(lambda: not server.in_flight(), 10, lambda: f"no request is left: {server.in_flight()}")
    # The server takes a moment to see the end of those whose reply was broken off.
    wait_until(lambda: len(server._connections) <= 6, 10, lambda: f"at most six are left: {server._connections}")
    faults.program.quit()

    for number in numbers.values():
        server.on(photos.path(number), replies.of(PHOTO, **TAG))
    since = len(server.exchanges)
    faults.open()
    assert set(faults.states().values()) == {"filtered"}
    faults.listed.wait_until_found(0, photos.filtered(1))
    for row in range(len(kinds)):
        faults.listed.wait_until_shown(row, photos.filtered(1))
    wrong = [numbers[kind] for kind in kinds if REPLIES[kind][1] != SHOWN]
    again = [each for each in server.exchanges[since:] if each.number in wrong]
    assert len(again) == len(wrong)
    assert not [each for each in again if {"if-none-match", "if-modified-since"} & set(each.headers)]
    server.wait_until_quiet()


class Silent:
    """A port whose connections are ended at once, or after the first bytes of a client."""

    def __init__(self, after_hello):
        self._after_hello = after_hello
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.count = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.count += 1
            with connection:
                if self._after_hello:
                    connection.recv(1 << 16)

    def end(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(5)


def test_hosts_that_cannot_be_reached_or_trusted_are_said_to_be_each_in_its_row(
        server, launch, new_home, authority, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        closed = taken.getsockname()[1]
    at_once, after_hello = Silent(False), Silent(True)
    (tmp_path / "nobody").mkdir()
    nobody = PhotoServer(tls=Authority(tmp_path / "nobody").signed("127.0.0.1"))
    expired = PhotoServer(tls=authority.signed("127.0.0.1", days=-1))
    other = PhotoServer(tls=authority.signed("127.0.0.2"))
    impostors = (nobody, expired, other)
    try:
        kinds = {
            "closed": (f"http://127.0.0.1:{closed}/1.jpg", "Cannot connect to 127.0.0.1"),
            "unknown": ("http://no-such-host.invalid/1.jpg",
                        # Where names are not resolved at all, the system may say that there is no network.
                        "The host .no-such-host.invalid. is unknown"
                        "|There is no network connection to reach no-such-host.invalid"),
            "ends": (f"http://127.0.0.1:{at_once.port}/1.jpg", "The connection was lost|Cannot connect"),
            "ends in TLS": (f"https://127.0.0.1:{after_hello.port}/1.jpg", "No secure connection|was lost"),
            "no TLS": (server.url("/1.jpg").replace("http:", "https:"), "No secure connection"),
            "signed by nobody": (nobody.url("/1.jpg"), "No secure connection.*nobody that this computer trusts"),
            "expired": (expired.url("/1.jpg"), "No secure connection.*expired"),
            "of another": (other.url("/1.jpg"), "No secure connection.*another server"),
        }
        faults = Faults([(kind, url) for kind, (url, _) in kinds.items()], server, launch, new_home(),
                        within=authority.trusting())
        faults.open()
        reasons = {kind: reason for kind, (_, reason) in kinds.items()}
        faults.expect(reasons)
        # What may be over soon is tried again.
        wait_until(lambda: at_once.count >= 3, 10, lambda: f"it is tried again: {at_once.count}")
        faults.retry_all(reasons, lambda: at_once.count)
        assert not [each.exchanges for each in impostors if each.exchanges], "a server that could be anybody was asked"
    finally:
        for each in (at_once, after_hello, *impostors):
            each.end()


def test_a_redirect_from_https_to_http_is_followed_without_the_password(server, launch, new_home, authority):
    secure = PhotoServer(tls=authority.signed("127.0.0.1"))
    try:
        secure.on("/1.jpg", replies.behind_password(replies.redirect(server.url("/there.jpg")), "anna", "secret"))
        server.on("/there.jpg", replies.of(PHOTO))
        url = secure.url("/1.jpg").replace("https://", "https://anna:secret@")
        faults = Faults([("down", url)], server, launch, new_home(), within=authority.trusting())
        faults.open()
        assert faults.states() == {"down": "filtered", "Well": "filtered"}
        assert [each for each in secure.exchanges if "authorization" in each.headers]
        there = server.asked_for("/there.jpg")
        assert there and not [each for each in there if "authorization" in each.headers or "referer" in each.headers]
    finally:
        secure.end()
