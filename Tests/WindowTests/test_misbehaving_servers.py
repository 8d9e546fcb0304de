"""Servers that send more than requested: the excess is cut off, and other photos arrive meanwhile."""

import gzip
import re

import pytest

from support import photos, replies
from support.dialogs import Dialog
from support.photo_list import PhotoList
from support.processes import memory_at_most
from support.waiting import wait_until

COUNT = 5  # all of them on the first screen
EVIL = 1
MEMORY = 600  # MB; a program with a list takes some 200
CHALLENGE = b"WWW-Authenticate: Basic realm=\"Holiday\"\r\n"


def endless(line, fields=b""):
    return replies.storm(b"HTTP/1.1 " + line + b"\r\n" + fields + b"\r\n")


ENDLESS_BODIES = {
    "behind a redirect": (endless(b"302 Found", b"Location: /photos/0.jpg\r\n"), "filtered"),
    "behind a redirect to a file": (endless(b"302 Found", b"Location: file:///etc/hostname\r\n"), "failed.*redirect"),
    "behind a redirect in a circle": (endless(b"301 Moved", b"Location: /photos/1.jpg\r\n"), "failed.*redirect"),
    "of a 401 without a challenge": (endless(b"401 Unauthorized"), "failed.*401"),
    "of a 407": (endless(b"407 Proxy", b"Proxy-Authenticate: Basic realm=\"a\"\r\n"), "failed.*407"),
    "of a 421": (endless(b"421 Misdirected Request"), "failed.*421"),
    "of a 404": (endless(b"404 Not Found"), "failed.*404"),
}


@pytest.mark.parametrize("kind", ENDLESS_BODIES)
def test_an_endless_body_that_nobody_wants_is_cut_off_and_not_held(server, open_list, kind):
    reply, state = ENDLESS_BODIES[kind]
    server.on(photos.path(EVIL), reply)
    program, listed = open_list(COUNT)
    states = listed.wait_until_done()
    assert re.match(state, states.pop(EVIL), re.IGNORECASE | re.DOTALL), listed.states()
    assert set(states.values()) == {"filtered"}
    wait_until(lambda: not server.in_flight(), 10, lambda: f"the reply is cut off: {server.in_flight()}")
    assert memory_at_most(program) < MEMORY


def test_an_endless_body_behind_a_password_is_cut_off_before_the_question_is_answered(server, open_list):
    server.on(photos.path(EVIL), endless(b"401 Unauthorized", CHALLENGE))
    program, listed = open_list(COUNT)
    dialog = Dialog(program, "Authentication Required")
    wait_until(lambda: not server.in_flight(), 10, lambda: f"the reply is cut off: {server.in_flight()}")
    server.on(photos.path(EVIL), replies.photo(EVIL))
    dialog.type_instead("anna")
    dialog.press("Tab")
    dialog.type("secret")
    dialog.press("Return")
    dialog.wait_until_gone()
    assert set(listed.wait_until_done().values()) == {"filtered"}
    assert memory_at_most(program) < MEMORY


@pytest.mark.parametrize("location", [b"/photos/0.jpg", b"file:///etc/hostname"], ids=["photo", "file"])
def test_an_endless_body_behind_a_catalogues_redirect_is_cut_off(server, launch, location):
    server.on("/catalogue.plist", endless(b"302 Found", b"Location: " + location + b"\r\n"))
    program = launch(server.url("/catalogue.plist"))
    wait_until(lambda: server.exchanges, 10, "the catalogue is requested")
    wait_until(lambda: not server.in_flight(), 10, lambda: f"the reply is cut off: {server.in_flight()}")
    assert memory_at_most(program) < MEMORY


# Bodies that do not grow, or hardly.
PADDED_BODIES = {
    "gzip that unpacks to nothing": replies.storm(
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(b"")[:10], b"\0\0\0\xff\xff" * 12_000),
    "chunks with long extensions": replies.storm(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n190\r\n" + photos.jpeg(EVIL)[:400] + b"\r\n",
        b"1;" + b"a" * 8000 + b"\r\na\r\n"),
}

STORMS = {
    **PADDED_BODIES,
    "100 Continue": replies.storm(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 1000),
    "103 Early Hints": replies.storm(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 1000),
    "101 Switching Protocols": replies.storm(b"", b"HTTP/1.1 101 Switching Protocols\r\n\r\n" * 1000),
    "header fields": replies.storm(b"HTTP/1.1 200 OK\r\n", b"A: b\r\n" * 10_000),
    "a header line": replies.storm(b"HTTP/1.1 200 OK\r\nA: ", b"b" * 50_000),
    "a status line": replies.storm(b"HTTP/1.1 200 ", b"b" * 50_000),
    "empty lines": replies.storm(b"", b"\r\n" * 10_000),
    "chunks of a byte": replies.storm(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n" * 10_000),
    "a chunk's size": replies.storm(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"0" * 50_000),
    "a chunk's extension": replies.storm(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", b"a" * 50_000),
    "trailers": replies.storm(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"A: b\r\n" * 10_000),
}


@pytest.mark.parametrize("kind", STORMS)
def test_a_storm_on_six_connections_keeps_no_photo_of_another_server_waiting(server, other_server, launch, kind):
    for number in range(6):
        server.on(photos.path(number), STORMS[kind])
    names = [f"Photo {number}" for number in range(8)]
    entries = [(names[number], server.url(photos.path(number))) for number in range(6)]
    entries += [(names[number], other_server.url(photos.path(number))) for number in range(6, 8)]
    program = launch(server.serve_catalogue(entries))
    listed = PhotoList(program, names)
    wait_until(lambda: len(server.asked()) >= 6, 20, "the storms have begun")
    program.resize(480, 1000)
    listed.wait_until_filtered(range(6, 8))
    assert memory_at_most(program) < MEMORY


# What a row says of each.
SAID = {
    "100 Continue": "endless interim replies (100)", "103 Early Hints": "endless interim replies (103)",
    "101 Switching Protocols": "switched to another protocol", "header fields": "more than 64 KiB of header fields",
    "a header line": "more than 64 KiB of header fields", "a status line": "more than 64 KiB of header fields",
    "empty lines": "Its head is not HTTP", "a chunk's size": "One of its chunks is malformed",
    "a chunk's extension": "One of its chunks is malformed", "trailers": "One of its chunks is malformed",
    "a body": "Larger than the limit of 256 MiB", "zeros": "Not a picture, or in an unknown format",
}
JPEG = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\r\n"
STORMS_OF_BODIES = {"a body": replies.storm(JPEG + photos.jpeg(EVIL)[:2000]), "zeros": replies.storm(JPEG)}


@pytest.mark.parametrize("kind", SAID)
def test_a_storm_is_said_in_words_on_its_own_row_and_leaves_nothing(server, launch, new_home, kind):
    home = new_home()
    server.on(photos.path(EVIL), STORMS.get(kind) or STORMS_OF_BODIES[kind])
    program = launch(server.serve_photos(COUNT), home=home)
    names = [photos.name(number) for number in range(COUNT)]
    listed = PhotoList(program, names)
    listed.wait_until_filtered(set(range(COUNT)) - {EVIL})
    said = wait_until(lambda: (listed.states()[EVIL].startswith("failed") or None) and listed.states()[EVIL], 60,
                      lambda: f"the row says why: {listed.states()}", every=0.1)
    assert SAID[kind] in said, said
    assert memory_at_most(program) < MEMORY
    wait_until(lambda: not server.in_flight(), 10, lambda: f"nothing is sent any more: {server.in_flight()}")
    program.quit()
    # Nothing of it is kept.
    server.on(photos.path(EVIL), replies.photo(EVIL))
    listed = PhotoList(launch(server.serve_photos(COUNT), home=home), names)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(EVIL, photos.filtered(EVIL))


@pytest.mark.parametrize("kind", PADDED_BODIES)
def test_a_body_that_hardly_grows_fails_in_words_long_before_its_time_limit(server, open_list, kind):
    server.on(photos.path(EVIL), PADDED_BODIES[kind])
    program, listed = open_list(COUNT)
    listed.wait_until_filtered(set(range(COUNT)) - {EVIL})
    listed.wait_for_state(EVIL, "failed to load: The server sends without end", within=60)
    wait_until(lambda: not server.in_flight(), 10, lambda: f"its connection is gone: {server.in_flight()}")
    assert memory_at_most(program) < MEMORY
