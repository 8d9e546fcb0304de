"""Rows whose address has no picture: its first bytes suffice to tell, and the rest is not fetched."""

import zlib

import pytest

from support import photos, replies
from support.processes import memory_at_most
from support.waiting import wait_until

FILM = b"\0\0\0\x18ftypisom\0\0\2\0isomiso2\0\0\0\x08mdat"
LENGTH = 250_000_000
KINDS = {
    "a film": (FILM, "video/mp4", "This is a video, not a picture."),
    "a film that is called a picture": (FILM, "image/jpeg", "This is a video, not a picture."),
    "Matroska": (b"\x1aE\xdf\xa3", "application/octet-stream", "This is a video, not a picture."),
    "what is called a film": (b"whatever", "video/x-unknown", "This is a video, not a picture."),
    "an archive": (b"PK\3\4", "application/zip", "This is an archive, not a picture."),
    "a format that no decoder knows": (
        b"\0\0\0\x18ftypcrx ", "image/x-canon-cr3", "Not a picture, or in an unknown format"),
    "a page": (b"<!DOCTYPE html><html>", "text/html", "This is a web page, not a picture."),
}


class Long:
    """A very long body that counts the bytes sent."""

    def __init__(self, beginning, kind):
        self.beginning, self.kind, self.sent = beginning, kind, 0

    async def __call__(self, connection):
        await connection.write_head(200, {"Content-Type": self.kind, "Content-Length": LENGTH, "ETag": '"film"'})
        piece = self.beginning + bytes(65_536 - len(self.beginning))
        while self.sent < LENGTH and not connection.transport.is_closing():
            await connection.write(piece)
            self.sent += len(piece)
            piece = bytes(65_536)
        return replies.CLOSE


@pytest.mark.parametrize("is_opened", [False, True], ids=["in the list", "on its page"])
def test_what_is_no_picture_ends_with_its_first_bytes_and_says_what_it_is(server, open_list, desktop, is_opened):
    long = [Long(beginning, kind) for beginning, kind, _ in KINDS.values()]
    for number, reply in enumerate(long):
        server.on(photos.path(number), reply)
    program, listed = open_list(len(KINDS) + 1)
    program.resize(480, 1000)
    wait_until(lambda: len(listed.rows_on_screen()) > len(KINDS), 5, "all of them are on the first screen")
    states = listed.wait_until_done()
    for number, (_, _, said) in enumerate(KINDS.values()):
        assert states[number] == f"failed to load: {said}", states
    assert states[len(KINDS)] == "filtered"
    if is_opened:
        listed.take_keyboard()
        desktop.keyboard.press("Return")
        wait_until(lambda: program.accessible().find("label", lambda name: "This is a video" in name), 10,
                   "the page says what the address has")
    server.wait_until_quiet()
    # The socket buffers of both sides fill before the connection ends.
    assert max(reply.sent for reply in long) < 16_000_000, [reply.sent for reply in long]


def bomb(megabytes):
    """The beginning of a picture and very many zeros, compressed: some hundred KB on the wire."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    zeros = bytes(1 << 20)
    packed = [packer.compress(b"\xff\xd8\xff\xe0" + zeros)] + [packer.compress(zeros) for _ in range(megabytes)]
    return b"".join(packed) + packer.flush()


def test_bodies_that_swell_share_what_memory_there_is_for_all(server, open_list):
    bombs = range(5)
    for number in bombs:
        server.on(photos.path(number), replies.of(bomb(255), Content_Encoding="gzip"))
    program, listed = open_list(6)
    # Some of them restarted when there was room.
    wait_until(lambda: all("256 MiB" in listed.all_states()[number] for number in bombs), 120,
               lambda: f"each is larger than the limit: {listed.all_states()}", every=0.1)
    assert listed.wait_until_done()[5] == "filtered"
    most = memory_at_most(program)
    # 256 MiB for all bodies, a growing body's extra, and the program's own 200.
    assert most < 600, f"{most:.0f} MB"
