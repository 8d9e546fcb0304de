"""The server's replies to a path, good or bad. A reply is a coroutine function over a connection; it returns CLOSE if
the server hangs up afterwards."""

import asyncio
import base64
import gzip
import socket
import struct
import zlib

from . import photos

CLOSE = object()

REASONS = {200: "OK", 206: "Partial Content", 302: "Found", 304: "Not Modified", 401: "Unauthorized", 403: "Forbidden",
           404: "Not Found", 500: "Internal Server Error"}


def of(body, content_type="image/jpeg", code=200, **headers):
    """The complete `body`, with its length. A type of None adds no field."""
    async def reply(connection):
        fields = {} if content_type is None else {"Content-Type": content_type}
        fields["Content-Length"] = len(body)
        fields.update({key.replace("_", "-"): value for key, value in headers.items()})
        await connection.write_head(code, fields)
        await connection.write(body)
    return reply


def photo(number):
    return of(photos.jpeg(number))


def kept(body, tag, control, content_type="image/jpeg"):
    """`body` under a tag; 304 for a client that has it."""
    fields = {"ETag": f'"{tag}"', "Cache_Control": control}
    whole, unchanged = of(body, content_type, **fields), of(b"", content_type, 304, **fields)

    async def either(connection):
        has_it = connection.exchange.headers.get("if-none-match") == f'"{tag}"'
        return await (unchanged if has_it else whole)(connection)
    return either


def in_ranges(body, tag, held_after=None, seconds=0, control="max-age=3600"):
    """`body` under a tag, or the requested range of it, over `seconds`; after `held_after` bytes of the whole, nothing
    more is sent."""
    async def reply(connection):
        wanted = connection.exchange.headers.get("range")
        fields = {"Content-Type": "image/jpeg", "ETag": f'"{tag}"', "Cache-Control": control}
        if not wanted:
            await connection.write_head(200, {**fields, "Content-Length": len(body)})
            await _write_slowly(connection, body[:held_after], seconds)
            if held_after is not None:
                await asyncio.get_running_loop().create_future()
            return None
        first, _, last = wanted.removeprefix("bytes=").partition("-")
        first, last = int(first), min(int(last or len(body)), len(body) - 1)
        if first > last:  # RFC 9110, 15.5.17
            return await connection.write_head(416, {"Content-Range": f"bytes */{len(body)}", "Content-Length": 0})
        await connection.write_head(206, {
            **fields, "Content-Length": last - first + 1, "Content-Range": f"bytes {first}-{last}/{len(body)}"})
        await _write_slowly(connection, body[first:last + 1], seconds)
        return None
    return reply


def status(code):
    return of(f"<h1>{code}</h1>".encode(), "text/html", code)


def behind_password(reply, name, password, realm="Holiday"):
    """`reply` with the right name and password, otherwise 401."""
    token = "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()
    refusal = of(b"<h1>401</h1>", "text/html", 401, WWW_Authenticate=f'Basic realm="{realm}"')

    async def either(connection):
        allowed = connection.exchange.headers.get("authorization") == token
        return await (reply if allowed else refusal)(connection)
    return either


def text():
    return of(b"This is no picture, although it says so.\n" * 20)


def empty():
    return of(b"")


def after(seconds, reply):
    """`reply`, delayed: a server that hangs for a while."""
    async def later(connection):
        await asyncio.sleep(seconds)
        return await reply(connection)
    return later


def when(event, reply):
    """`reply`, once the threading.Event is set."""
    async def later(connection):
        while not event.is_set():
            await asyncio.sleep(0.02)
        return await reply(connection)
    return later


def never():
    """No reply at all, not even a head, until the client hangs up."""
    async def reply(connection):
        await asyncio.get_running_loop().create_future()
    return reply


def hanging_up():
    """No reply: the connection ends."""
    async def reply(connection):
        return CLOSE
    return reply


def reset(body):
    """Half of the body, then a reset."""
    async def reply(connection):
        await connection.write_head(200, {"Content-Type": "image/jpeg", "Content-Length": len(body)})
        await connection.write(body[:len(body) // 2])
        connection.transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return CLOSE
    return reply


def to_tls():
    """Leads to this server by https, which it does not speak."""
    async def reply(connection):
        _, port = connection.transport.get_extra_info("sockname")[:2]
        return await redirect(f"https://127.0.0.1:{port}/a.jpg")(connection)
    return reply


def never_ending_body(body):
    """The head and half of the body, then nothing until the client hangs up."""
    async def reply(connection):
        await connection.write_head(200, {"Content-Type": "image/jpeg", "Content-Length": len(body)})
        await connection.write(body[:len(body) // 2])
        await asyncio.get_running_loop().create_future()
    return reply


def trickling(body, seconds, pieces=20):
    """The complete body, in pieces, over `seconds`."""
    async def reply(connection):
        await connection.write_head(200, {"Content-Type": "image/jpeg", "Content-Length": len(body)})
        await _write_slowly(connection, body, seconds, pieces)
    return reply


async def _write_slowly(connection, body, seconds, pieces=20):
    size = -(-len(body) // pieces) if seconds else max(1, len(body))
    for start in range(0, len(body), size):
        await asyncio.sleep(seconds / pieces)
        await connection.write(body[start:start + size])


def dripping_head():
    """A head that arrives byte by byte, without an end."""
    async def reply(connection):
        await connection.write(b"HTTP/1.1 200 OK\r\nX: ")
        while not connection.transport.is_closing():
            await asyncio.sleep(0.2)
            await connection.write(b"a")
    return reply


def dripping_body():
    """A picture's first bytes, then a body that arrives byte by byte."""
    async def reply(connection):
        await connection.write_head(200, {"Content-Type": "image/jpeg", "Content-Length": 1_000_000})
        await connection.write(photos.jpeg(0)[:20])
        while not connection.transport.is_closing():
            await asyncio.sleep(0.2)
            await connection.write(b"\xff")
    return reply


def cut_short(body):
    """A body shorter than its Content-Length, from a server that hangs up: libsoup reports no error."""
    async def reply(connection):
        await connection.write_head(
            200, {"Content-Type": "image/jpeg", "Content-Length": len(body), "Connection": "close"})
        await connection.write(body[:len(body) * 2 // 3])
        return CLOSE
    return reply


def chunked_cut_short(body):
    """Chunks without the last one: libsoup reports no error."""
    async def reply(connection):
        await connection.write_head(200, {"Content-Type": "image/jpeg", "Transfer-Encoding": "chunked"})
        await connection.write(_chunk(body[:len(body) * 2 // 3]))
        return CLOSE
    return reply


def invalid_chunk_size(body):
    """A chunk with an invalid size: libsoup reports no error."""
    async def reply(connection):
        await connection.write_head(200, {"Content-Type": "image/jpeg", "Transfer-Encoding": "chunked"})
        half = len(body) // 2
        await connection.write(_chunk(body[:half]) + b"zzzz\r\n" + body[half:] + b"\r\n0\r\n\r\n")
        return CLOSE
    return reply


def not_gzipped(body):
    """Claims gzip for other bytes: libsoup reports no error."""
    return of(body, Content_Encoding="gzip")


def gzipped(body):
    return of(gzip.compress(body), Content_Encoding="gzip")


def gzip_cut_short(body):
    """Half of its gzip form, with the right length for that."""
    packed = gzip.compress(body)
    return of(packed[:len(packed) // 2], Content_Encoding="gzip")


def redirect(location):
    return of(b"", "text/plain", 302, Location=location)


class InParts:
    """A body in parts, each at the test's command; then, by `end`: "whole", "cut" or "open"."""

    def __init__(self, *parts, end="whole"):
        self.parts, self.end = parts, end
        self.released = 1

    def release(self):
        self.released += 1

    async def __call__(self, connection):
        length = sum(len(part) for part in self.parts)
        await connection.write_head(
            200, {"Content-Type": "application/x-plist", "Content-Length": length + (self.end != "whole")})
        for number, part in enumerate(self.parts):
            while self.released <= number:
                await asyncio.sleep(0.005)
            await connection.write(part)
        if self.end == "open":
            await asyncio.get_running_loop().create_future()
        return CLOSE


def tagged(body, tag):
    """`body` under an entity tag; 304 for a client that has it."""
    async def either(connection):
        if connection.exchange.headers.get("if-none-match") == tag:
            return await connection.write_head(304, {"ETag": tag})
        return await of(body, "application/x-plist", ETag=tag, Cache_Control="no-cache")(connection)
    return either


def endless(beginning, piece, most=1 << 31):
    """A body without length or end (up to `most` bytes, so that no test fills a disk)."""
    async def reply(connection):
        await connection.write_head(200, {"Content-Type": "application/x-plist", "Transfer-Encoding": "chunked"})
        await connection.write(_chunk(beginning))
        chunk = _chunk(piece)
        for _ in range(most // len(piece)):
            await connection.write(chunk)
            if connection.transport.is_closing():
                return None
            await asyncio.sleep(0)
        return CLOSE
    return reply


def storm(head, piece=bytes(1 << 16)):
    """`head` unchanged, and then `piece` repeatedly until the client hangs up."""
    async def reply(connection):
        await connection.write(head)
        while not connection.transport.is_closing():
            await connection.write(piece)
            await asyncio.sleep(0)
    return reply


def _chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


def enormous_png(width=20000, height=20000):
    """A valid PNG of 20000 x 20000 black pixels: some 50 KB on the wire, 1.2 GB in memory when decoded."""
    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    packer = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)  # one bit per pixel
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
            + part(b"IDAT", data) + part(b"IEND", b""))
