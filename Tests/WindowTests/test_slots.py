"""Waiting on servers: those that never answer, that drip, or that wait for a password do not delay other photos."""

import pytest

from support import photos, replies
from support.dialogs import Dialog
from support.photo_list import PhotoList
from support.waiting import wait_until

COUNT = 9  # all of them on one screen of 880 pixels
GOOD = {0, 8}  # at its ends: photos near the middle begin first
BAD = sorted(set(range(COUNT)) - GOOD)  # one more than there are slots


KINDS = {"never": replies.never, "dripping head": replies.dripping_head, "dripping body": replies.dripping_body}


def open_mixed(launch, bad_server, good_server, reply):
    """Opens a catalogue in which some photos are bad; returns program and list."""
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


@pytest.mark.parametrize("kind", KINDS)
def test_photos_of_a_server_that_does_not_answer_keep_no_photo_of_another_waiting(server, other_server, launch, kind):
    _, listed = open_mixed(launch, other_server, server, KINDS[kind]())
    listed.wait_until_filtered(GOOD, within=10)
    assert len(other_server.in_flight()) >= 6


@pytest.mark.parametrize("kind", KINDS)
def test_photos_that_never_come_keep_no_other_of_the_same_server_waiting_for_long(server, launch, kind):
    _, listed = open_mixed(launch, server, server, KINDS[kind]())
    # Without room made for them, they would wait for a time-out of 30 seconds, or forever.
    listed.wait_until_filtered(GOOD)


def test_photos_behind_an_unanswered_question_keep_no_other_waiting(server, launch):
    refusal = replies.behind_password(replies.photo(0), "anna", "secret")
    program, listed = open_mixed(launch, server, server, refusal)
    Dialog(program, "Authentication Required")
    listed.wait_until_filtered(GOOD)
    states = listed.states()
    assert not [row for row, state in states.items() if row in BAD and state.startswith("failed")], states
