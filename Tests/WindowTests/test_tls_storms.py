"""Servers that never finish a TLS handshake, or continue it afterwards: other photos arrive meanwhile, and a limit ends
it."""

import socket
import subprocess
import threading

import pytest

from support import photos
from support.photo_list import PhotoList
from support.processes import memory_at_most
from support.raw_server import RawServer, record
from support.waiting import wait_until

COUNT = 5  # all of them on the first screen
EVIL = 2
OTHERS = sorted(set(range(COUNT)) - {EVIL})
MEMORY = 600  # MB; a program with a list takes some 200


STORMS = {
    "warnings": (b"", record(21, b"\x01\x6e") * 1000),
    "empty records": (b"", record(22, b"") * 1000),
    "changes of the cipher": (b"", record(20, b"\x01") * 1000),
    "hellos without end": (b"", record(22, b"\x02\xff\xff\xff" + bytes(16000))),
    "a hello of 16 MB": (record(22, b"\x02\xff\xff\xff"), record(22, bytes(16000))),
    "hello requests": (b"", record(22, b"\0\0\0\0") * 1000),
    "no TLS at all": (b"", bytes(16000)),
}


def open_with(url, server, launch, **options):
    entries = [
        (photos.name(number), url if number == EVIL else server.url(photos.path(number))) for number in range(COUNT)]
    program = launch(server.serve_catalogue(entries), **options)
    return program, PhotoList(program, [name for name, _ in entries])


@pytest.mark.parametrize("kind", STORMS)
def test_a_handshake_without_end_keeps_no_photo_of_another_server_waiting_and_fails(server, launch, kind):
    evil = RawServer(*STORMS[kind])
    try:
        program, listed = open_with(evil.url(photos.path(EVIL)), server, launch)
        listed.wait_until_filtered(OTHERS)
        listed.wait_for_state(EVIL, "failed", within=30)
        wait_until(lambda: not evil.connections, 30, "its connection is closed")
        assert memory_at_most(program) < MEMORY
    finally:
        evil.end()


# OpenSSL's server can do this after a handshake: by its options, or by a repeated line of input.
AFTERWARDS = {
    "session tickets": (["-num_tickets", "100000"], None),
    "updates of the key": (["-tls1_3"], b"k\n"),
    "handshakes": (["-tls1_2"], b"r\n"),
}


@pytest.mark.parametrize("kind", AFTERWARDS)
def test_handshakes_after_the_handshake_keep_no_photo_of_another_server_waiting(
        authority, server, launch, kind):
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
        wait_until(heard.is_set, 20, "the photo is requested")
        threading.Thread(target=storm, daemon=True).start()
        listed.wait_until_filtered(OTHERS)
        if kind == "handshakes":
            # GnuTLS writes behind a buffer's end if it goes along with them.
            listed.wait_for_state(EVIL, "failed.*renegotiation", within=30)
        assert memory_at_most(program) < MEMORY
    finally:
        evil.kill()
        evil.wait()
