"""Time limits that an occasional byte does not extend: on a handshake, a head and a body, each with its message."""

import asyncio

from support import photos, replies
from support.dialogs import Dialog
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.raw_server import RawServer, record
from support.waiting import wait_until


class DrippingServer(RawServer):
    """Sends the first record of a handshake byte by byte."""

    def __init__(self):
        super().__init__(record(22, bytes(16000))[:5], b"\x02")

    async def pause(self):
        await asyncio.sleep(0.5)


def test_a_handshake_a_head_and_a_body_that_drip_are_given_up_in_words_after_a_minute_and_two(server, launch):
    handshake = DrippingServer()
    try:
        server.on(photos.path(1), replies.dripping_head())
        server.on(photos.path(2), replies.dripping_body())
        # It arrives within the time limit of a body.
        server.on(photos.path(3), replies.trickling(photos.padded(3, 60_000), 100, pieces=200))
        entries = [(photos.name(number), server.url(photos.path(number))) for number in range(4)]
        program = launch(server.serve_catalogue([("Handshake", handshake.url("/1.jpg")), *entries]))
        listed = PhotoList(program, ["Handshake", *(name for name, _ in entries)])
        listed.wait_for_state(1, "filtered$")
        for row in (0, 2):
            listed.wait_for_state(row, "failed to load: 127.0.0.1 did not answer for 60 seconds", within=90)
        listed.wait_for_state(4, "filtered$", within=60)
        listed.wait_for_state(3, "failed to load: 127.0.0.1 has sent almost nothing for 120 seconds", within=90)
        # What the list asks once more may be in flight.
        for number in (1, 2):
            wait_until(lambda path=photos.path(number): server.asked_for(path)[0].closed, 10,
                       lambda: f"its connection is closed: {server.exchanges}")
    finally:
        handshake.end()


def test_photos_behind_a_question_fail_no_other_and_come_when_it_is_answered_late(server, launch, new_home):
    for number in range(7):
        server.on(photos.path(number), replies.behind_password(replies.photo(number), "anna", "secret"))
    program = launch(server.serve_photos(9), home=remembers(new_home(), window_width=480, window_height=880))
    listed = PhotoList(program, [photos.name(number) for number in range(9)])
    dialog = Dialog(program, "Authentication Required")
    # While it waits, all slots of the server are free again.
    wait_until(lambda: all(listed.states().get(row) == "filtered" for row in (7, 8)), 20, listed.states)
    dialog.type_instead("anna")
    dialog.press("Tab")
    dialog.type("secret")
    wait_until(lambda: dialog.is_offered("Log In"), 5, "Log In is offered")
    dialog.press("Return")
    dialog.wait_until_gone()
    wait_until(lambda: set(listed.wait_until_done().values()) == {"filtered"}, 20, listed.states)
