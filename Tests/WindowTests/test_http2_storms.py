"""HTTP/2 connections with endless frames, and TLS connections with endless records: a limit ends each, and other photos
arrive meanwhile."""

import pytest

from support import photos
from support.http2 import StormServer, frame
from support.photo_grid import PhotoGrid, remembers
from support.photo_list import PhotoList
from support.processes import memory_at_most
from support.waiting import wait_until

COUNT = 5  # all of them on the first screen
STORMY = 2
OTHERS = sorted(set(range(COUNT)) - {STORMY})
MEMORY = 600  # MB; a program with a list takes some 200
LIMIT = 64 << 20  # bytes: FloodWatch.mostBytesBesideBodies, and what the systems and this server buffer

DATA, HEADERS, PRIORITY, RESET, SETTINGS, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 2, 3, 4, 6, 7, 8, 9
END_HEADERS, END_STREAM, PADDED = 4, 1, 8
OK = b"\x88"  # ":status 200", by HPACK's static table
EARLY_HINTS = b"\x08\x03103"
FIELD = b"\x00\x01a\x01b"
LARGE = 60_000  # fits the table of 64 KiB that the program offers


def literal(name, value, is_kept=False):
    """RFC 7541, section 6.2: a field with a literal name, with or without an entry in the table."""
    length, rest = b"\x7f", len(value) - 127
    while rest >= 128:
        length, rest = length + bytes([rest % 128 + 128]), rest // 128
    return (b"\x40" if is_kept else b"\x00") + bytes([len(name)]) + name + length + bytes([rest]) + value


def nothing(stream):
    return b""


def head(stream):
    return frame(HEADERS, END_HEADERS, stream, OK)


def part(stream):
    return head(stream) + frame(DATA, 0, stream, photos.jpeg(STORMY)[:4000])


def again(kind, flags, payload=b"", of_stream=False, count=1000):
    return lambda stream: frame(kind, flags, stream if of_stream else 0, payload) * count


def bomb(stream):
    """A field of 60 KB that enters the table, and then one byte for each repetition."""
    return frame(HEADERS, 0, stream, b"\x3f\xe1\xff\x03" + OK) + b"".join(
        frame(CONTINUATION, 0, stream, part) for part in parts(literal(b"a", b"b" * LARGE, is_kept=True)))


def parts(block):
    return [block[start:start + 16000] for start in range(0, len(block), 16000)]


# Frames within a body that do not extend it, or hardly.
WITHIN_BODIES = {
    "empty pieces of a body": (head, again(DATA, 0, b"", True)),
    "padding": (head, again(DATA, PADDED, b"\xff" + bytes(255), True)),
    "padding of no bytes": (head, again(DATA, PADDED, b"\0", True)),
    "padding around single bytes": (part, again(DATA, PADDED, b"\xffa" + bytes(255), True)),
    "padding after a part of the photo": (part, again(DATA, PADDED, b"\xff" + bytes(255), True)),
    "empty pieces after a part of the photo": (part, again(DATA, 0, b"", True)),
}

STORMS = {
    "pings": (nothing, again(PING, 0, b"12345678")),
    "answers to pings": (nothing, again(PING, 1, b"12345678")),
    "settings": (nothing, again(SETTINGS, 0)),
    "settings in full": (nothing, again(SETTINGS, 0, b"\0\x04\0\1\0\0" * 2700, count=4)),
    "answers to settings": (nothing, again(SETTINGS, 1)),
    "windows": (nothing, again(WINDOW_UPDATE, 0, b"\0\0\0\1")),
    "windows of the stream": (nothing, again(WINDOW_UPDATE, 0, b"\0\0\0\1", True)),
    "priorities": (nothing, again(PRIORITY, 0, b"\0\0\0\0\1", True)),
    "frames of an unknown kind": (nothing, again(0xF0, 0, b"a" * 100)),
    "farewells": (nothing, again(GOAWAY, 0, b"\x7f\xff\xff\xff\0\0\0\0")),
    "interim replies": (nothing, again(HEADERS, END_HEADERS, EARLY_HINTS, True)),
    "header fields": (
        lambda stream: frame(HEADERS, 0, stream, OK), again(CONTINUATION, 0, FIELD * 3000, True, 1)),
    "empty pieces of a head": (lambda stream: frame(HEADERS, 0, stream, OK), again(CONTINUATION, 0, b"", True)),
    "a field of 60 KB, again and again": (bomb, again(CONTINUATION, 0, b"\xbe" * 16000, True, 1)),
    "interim replies of 60 KB": (
        nothing, lambda stream: bomb(stream) + frame(CONTINUATION, END_HEADERS, stream, b"\xbe" * 1000)),
    **WITHIN_BODIES,
    "a body": (head, again(DATA, 0, bytes(16000), True, 10)),
    "trailers": (lambda stream: head(stream) + frame(DATA, 0, stream, b"a"), again(HEADERS, END_HEADERS, FIELD, True)),
    "resets": (head, again(RESET, 0, b"\0\0\0\x08", True)),
}


def catalogue(count, storm, server):
    return server.serve_catalogue([
        (photos.name(number), (storm if number == STORMY else server).url(photos.path(number)))
        for number in range(count)])


def open_with(storm, server, launch, authority):
    program = launch(catalogue(COUNT, storm, server), within=authority.trusting())
    return program, PhotoList(program, [photos.name(number) for number in range(COUNT)])


@pytest.mark.parametrize("kind", STORMS)
def test_frames_without_end_keep_no_photo_of_another_server_waiting_and_are_ended(authority, server, launch, kind):
    begin, piece = STORMS[kind]
    with StormServer(authority, begin, piece, [photos.path(STORMY)]) as storm:
        program, listed = open_with(storm, server, launch, authority)
        listed.wait_until_filtered(OTHERS)
        wait_until(lambda: storm.asked, 10, "the storm has begun")

        def is_ended():
            # OpenSSL may continue to accept data that cannot be sent.
            return storm.is_ended(1) or "without end" in listed.states()[STORMY]

        def state():
            return f"the storm is ended: {listed.states()}, {storm.byte_count} bytes"
        # The limit is one of bytes. Frames of 9 bytes take a busy machine a minute to reach it.
        wait_until(lambda: is_ended() or storm.byte_count > LIMIT, 300, state)
        wait_until(is_ended, 30, state)
        assert memory_at_most(program) < MEMORY


@pytest.mark.parametrize("kind", WITHIN_BODIES)
def test_a_body_that_does_not_grow_fails_in_words_and_twelve_photos_of_another_server_come(
        authority, server, launch, new_home, kind):
    count = 13
    with StormServer(authority, *STORMS[kind], [photos.path(STORMY)]) as storm:
        program = launch(
            catalogue(count, storm, server), home=remembers(new_home(), view="'grid'"), within=authority.trusting())
        program.resize(1000, 800)
        grid = PhotoGrid(program, [photos.name(number) for number in range(count)])
        wait_until(lambda: len(grid.rows_on_screen()) == count, 5, "all photos are on screen")
        grid.wait_until_filtered(set(range(count)) - {STORMY})
        grid.wait_for_state(STORMY, "failed to load: The server sends without end", within=30)
        assert len(storm.asked) == 1, "it is not requested again without being asked for"
        assert memory_at_most(program) < MEMORY


def test_frames_that_go_on_after_the_photo_are_ended_though_nothing_is_asked_for_any_more(authority, server, launch):
    body = photos.jpeg(STORMY)

    def photo(stream):
        return head(stream) + frame(DATA, 0, stream, body[:16000]) + frame(DATA, END_STREAM, stream, body[16000:])
    with StormServer(authority, photo, again(0xF0, 0, b"a" * 100), [photos.path(STORMY)], waits=True) as storm:
        program, listed = open_with(storm, server, launch, authority)
        assert set(listed.wait_until_done().values()) == {"filtered"}
        storm.go_on()
        wait_until(lambda: storm.is_ended(1), 30, lambda: f"the storm is ended: {storm.byte_count} bytes")


def test_a_connection_that_ends_within_a_body_is_noticed_and_the_photo_is_requested_again(
        authority, server, launch):
    with StormServer(authority, part, None, [photos.path(STORMY)]) as storm:
        _, listed = open_with(storm, server, launch, authority)
        listed.wait_until_filtered(range(COUNT), within=30)
        assert len(storm.asked) == 2
