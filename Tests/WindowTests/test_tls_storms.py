"""Servers that never come to the end of a TLS handshake, or go on with it when it is done: the photos of others come
meanwhile, and a limit ends it."""

import asyncio
import socket
import subprocess
import threading

import pytest

from support import photos
from support.http2 import authority  # noqa: F401
from support.photo_list import PhotoList
from support.processes import memory_at_most
from support.waiting import wait_until

COUNT = 5  # all of them on the first screen
EVIL = 2
MEMORY = 600  # MB; a program with a list takes some 200


def record(kind, data):
    """RFC 8446, section 5.1: alerts are 21, handshakes 22, changes of the cipher 20."""
    return bytes([kind, 3, 3]) + len(data).to_bytes(2, "big") + data


STORMS = {
    "warnings": (b"", record(21, b"\x01\x6e") * 1000),
    "empty records": (b"", record(22, b"") * 1000),
    "changes of the cipher": (b"", record(20, b"\x01") * 1000),
    "hellos without end": (b"", record(22, b"\x02\xff\xff\xff" + bytes(16000))),
    "a hello of 16 MB": (record(22, b"\x02\xff\xff\xff"), record(22, bytes(16000))),
    "hello requests": (b"", record(22, b"\0\0\0\0") * 1000),
    "no TLS at all": (b"", bytes(16000)),
}


class RawServer:
    """Sends `beginning` once something has come, and then `piece` again and again until the client hangs up."""

    def __init__(self, beginning, piece):
        self.beginning, self.piece = beginning, piece
        self.connections = set()
        self.count = 0
        self._loop = asyncio.new_event_loop()
        self._server = self._loop.run_until_complete(asyncio.start_server(self._answer, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever, name="raw server", daemon=True)
        self._thread.start()

    async def _answer(self, reader, writer):
        self.count += 1
        self.connections.add(writer)
        try:
            await reader.read(1)
            writer.write(self.beginning)
            while True:
                writer.write(self.piece)
                await writer.drain()
                await self.pause()
        except OSError:
            pass
        finally:
            self.connections.discard(writer)
            writer.close()

    async def pause(self):
        await asyncio.sleep(0)

    def url(self, path):
        return f"https://127.0.0.1:{self.port}{path}"

    def end(self):
        async def shut():
            self._server.close()
            for writer in list(self.connections):
                writer.transport.abort()
            await asyncio.sleep(0)
            self._loop.stop()
        asyncio.run_coroutine_threadsafe(shut(), self._loop)
        self._thread.join(5)


def open_with(url, server, launch, **options):
    entries = [
        (photos.name(number), url if number == EVIL else server.url(photos.path(number))) for number in range(COUNT)]
    program = launch(server.serve_catalogue(entries), **options)
    return program, PhotoList(program, [name for name, _ in entries])


def wait_for_the_others(listed):
    wait_until(
        lambda: all(listed.states().get(number) == "filtered" for number in range(COUNT) if number != EVIL), 20,
        lambda: f"the other server's photos are there: {listed.states()}")


@pytest.mark.parametrize("kind", STORMS)
def test_a_handshake_without_end_keeps_no_photo_of_another_server_waiting_and_fails(server, launch, kind):
    evil = RawServer(*STORMS[kind])
    try:
        program, listed = open_with(evil.url(photos.path(EVIL)), server, launch)
        wait_for_the_others(listed)
        listed.wait_for_state(EVIL, "failed", within=30)
        wait_until(lambda: not evil.connections, 30, "its connection is closed")
        assert memory_at_most(program) < MEMORY
    finally:
        evil.end()


# What OpenSSL's server can be told to do, once a handshake is done: by its options, or by a line again and again.
AFTERWARDS = {
    "session tickets": (["-num_tickets", "100000"], None),
    "updates of the key": (["-tls1_3"], b"k\n"),
    "handshakes": (["-tls1_2"], b"r\n"),
}


@pytest.mark.parametrize("kind", AFTERWARDS)
def test_handshakes_after_the_handshake_keep_no_photo_of_another_server_waiting(
        authority, server, launch, kind):  # noqa: F811
    options, line = AFTERWARDS[kind]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    evil = subprocess.Popen(
        ["openssl", "s_server", "-accept", str(port), "-cert", authority.certificate, "-key", authority.key, *options],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    heard = threading.Event()

    def read():
        while data := evil.stdout.read1():
            if b"GET " in data:
                heard.set()
    threading.Thread(target=read, daemon=True).start()

    def storm():
        try:
            while line:
                evil.stdin.write(line)
                evil.stdin.flush()
        except OSError:
            pass  # it has ended
    try:
        program, listed = open_with(f"https://127.0.0.1:{port}{photos.path(EVIL)}", server, launch,
                                    within=authority.trusting())
        wait_until(heard.is_set, 20, "the photo is asked for")
        threading.Thread(target=storm, daemon=True).start()
        wait_for_the_others(listed)
        assert memory_at_most(program) < MEMORY
    finally:
        evil.kill()
        evil.wait()
