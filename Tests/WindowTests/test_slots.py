"""Who waits for whom: servers that never answer, that drip, and that wait for a password keep no other photo waiting."""

import asyncio

import pytest

from support import photos, replies
from support.dialogs import Dialog
from support.photo_list import PhotoList
from support.server import PhotoServer
from support.waiting import wait_until

COUNT = 9  # all of them on one screen of 880 pixels
GOOD = {0, 8}  # at its ends: what is nearest the middle is begun first
BAD = sorted(set(range(COUNT)) - GOOD)  # one more than there are slots


@pytest.fixture
def other_server():
    other = PhotoServer()
    yield other
    other.end()


def dripping_head():
    """A head that comes byte by byte, and never ends."""
    async def reply(connection):
        await connection.write(b"HTTP/1.1 200 OK\r\nX: ")
        while not connection.transport.is_closing():
            await asyncio.sleep(0.2)
            await connection.write(b"a")
        return replies.CLOSE
    return reply


def dripping_body():
    """A body that comes byte by byte."""
    async def reply(connection):
        await connection.write_head(200, {"Content-Type": "image/jpeg", "Content-Length": 1_000_000})
        while not connection.transport.is_closing():
            await asyncio.sleep(0.2)
            await connection.write(b"\xff")
        return replies.CLOSE
    return reply


KINDS = {"never": replies.never, "dripping head": dripping_head, "dripping body": dripping_body}


def open_mixed(launch, bad_server, good_server, reply):
    """Opens a catalogue of which some are bad; returns program and list."""
    for number in BAD:
        bad_server.on(photos.path(number), reply)
    entries = [
        (photos.name(number), (good_server if number in GOOD else bad_server).url(photos.path(number)))
        for number in range(COUNT)]
    program = launch(good_server.serve_catalogue(entries))
    program.resize(480, 880)
    listed = PhotoList(program, [photos.name(number) for number in range(COUNT)])
    wait_until(lambda: len(listed.rows_on_screen(hidden=0)) == COUNT, 10, "all are on one screen")
    return program, listed


def wait_for_the_good(listed, within):
    wait_until(
        lambda: all(listed.states().get(row) == "filtered" for row in GOOD), within,
        lambda: f"the good photos are there: {listed.states()}")


@pytest.mark.parametrize("kind", KINDS)
def test_photos_of_a_server_that_does_not_answer_keep_no_photo_of_another_waiting(server, other_server, launch, kind):
    _, listed = open_mixed(launch, other_server, server, KINDS[kind]())
    wait_for_the_good(listed, 10)
    assert len(other_server.in_flight()) >= 6


@pytest.mark.parametrize("kind", KINDS)
def test_photos_that_never_come_keep_no_other_of_the_same_server_waiting_for_long(server, launch, kind):
    _, listed = open_mixed(launch, server, server, KINDS[kind]())
    # Without room made for them, they would wait for a time-out of 30 seconds, or for good.
    wait_for_the_good(listed, 20)


def test_photos_behind_an_unanswered_question_keep_no_other_waiting(server, launch):
    refusal = replies.behind_password(replies.photo(0), "anna", "secret")
    program, listed = open_mixed(launch, server, server, refusal)
    Dialog(program, "Authentication Required")
    wait_for_the_good(listed, 20)
    states = listed.states()
    assert not [row for row, state in states.items() if row in BAD and state.startswith("failed")], states
