"""Killed at any time while it downloads and stores, the program later shows nothing wrong or torn from its caches."""

import asyncio
import os
import random
import time
from pathlib import Path

import pytest

from support import photos, pixels, replies
from support.photo_list import PhotoList
from support.server import PhotoServer
from support.waiting import wait_until

COUNT = 6  # all of them on the first screen, and loading at once
KILLS = 12
SIZE = 16_000_000  # bytes of a new photo: storing it takes some milliseconds
NAMES = [photos.name(number) for number in range(COUNT)]


class Editions:
    """The server's edition of each photo: another edition is another photo."""

    def __init__(self):
        self.current = [0] * COUNT

    def serve(self, server):
        for row, edition in enumerate(self.current):
            number = row + 100 * edition
            server.on(photos.path(row),
                      replies.kept(photos.padded(number, SIZE if edition else 0), number, "max-age=0"))
        return server.serve_photos(COUNT)

    def shown(self, listed):
        """{row: its edition} of all rows with a picture; fails if a picture is of no edition."""
        found = {}
        for row, state in listed.wait_until_done(within=30).items():
            if not state.startswith("failed"):
                found[row] = wait_until(
                    lambda: self._edition(listed, row), 3, lambda: f"row {row} shows an edition of its photo")[0]
        return found

    def _edition(self, listed, row):
        picture = pixels.middle(listed.picture(row))
        return [edition for edition in range(self.current[row] + 1) if pixels.difference(
            picture, pixels.middle(photos.filtered(row + 100 * edition))) <= pixels.ALIKE]


def being_stored(cache):
    """Photos in the middle of being written, or never finished."""
    found = set()
    for entry in os.scandir(cache):
        try:
            if entry.name.endswith(".part") and entry.stat().st_size > 65_536:
                found.add((entry.name, entry.inode()))
        except FileNotFoundError:
            pass  # already renamed
    return found


def test_killed_at_random_instants_it_shows_nothing_later_that_was_not_so_on_the_server(
        server, launch, new_home, desktop, request):
    numbers = random.Random(11)
    editions = Editions()
    home = new_home()
    cache = Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "http"
    url = editions.serve(server)
    place = None

    def shown():
        nonlocal place
        listed = PhotoList(launch(url, home=home), NAMES)
        if place is None:
            listed.wait_until_done()
            listed.wait_until_found(0, photos.filtered(0))
            place = listed.offset_of_picture
        listed.offset_of_picture = place
        found = editions.shown(listed)
        listed.program.kill()
        return found
    assert shown() == {row: 0 for row in range(COUNT)}

    within_a_write = 0
    for kill in range(1, KILLS + 1):
        # One of them is new and is stored; the others stay as they are, possibly torn.
        editions.current[kill % COUNT] += 1
        editions.serve(server)
        old = being_stored(cache)
        since = time.monotonic()
        program = launch(url, home=home)
        wait_until(lambda: server.asked(since), 20, "a photo is requested")
        if kill % 3:
            # While one is being stored, or just after.
            wait_until(lambda: being_stored(cache) - old, 20, "a photo is being stored", every=0)
            desktop.pause(numbers.uniform(0, 0.01))
        else:
            desktop.pause(numbers.uniform(0, 0.5))
        program.kill()
        within_a_write += bool(being_stored(cache) - old)

        if kill % COUNT == 0:
            # Without a server, any complete picture that it once sent is right, and so is none.
            server.end()
            assert shown(), "the cache held something"
            # With the server, only the current one is right.
            server = PhotoServer(port=server.port)
            request.addfinalizer(server.end)
            editions.serve(server)
            assert shown() == dict(enumerate(editions.current))
    assert within_a_write >= KILLS // 4, "too few kills interrupted a write"


class Stalling:
    """A photo whose first bytes arrive, and then nothing, until the server recovers; then in ranges too."""

    def __init__(self, number, sent):
        self.number, self.sent = number, sent
        self.body = photos.padded(number, SIZE // 8)
        self.is_well = False

    async def __call__(self, connection):
        fields = {"Content-Type": "image/jpeg", "ETag": f'"{self.number}"'}
        first, _, _ = connection.exchange.headers.get("range", "bytes=0-").removeprefix("bytes=").partition("-")
        rest = self.body[int(first):]
        if int(first):
            assert connection.exchange.headers["if-range"] == fields["ETag"]
            fields["Content-Range"] = f"bytes {first}-{len(self.body) - 1}/{len(self.body)}"
        await connection.write_head(206 if int(first) else 200, {**fields, "Content-Length": len(rest)})
        if self.is_well:
            return await connection.write(rest)
        await connection.write(rest[:self.sent])
        await asyncio.get_running_loop().create_future()


def parts(cache):
    """The number of bytes stored of each incomplete photo."""
    try:
        return sorted(entry.stat().st_size - 40 for entry in os.scandir(cache) if entry.name.endswith(".part"))
    except FileNotFoundError:
        return []


@pytest.mark.parametrize("sent", [1_000_000, 5_000], ids=["many bytes", "few bytes"])
@pytest.mark.parametrize("is_killed", [True, False], ids=["killed", "quit"])
def test_downloads_under_way_are_gone_on_from_by_the_next_start(server, launch, new_home, desktop, is_killed, sent):
    home = new_home()
    cache = Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "http"
    stalling = [Stalling(number, sent) for number in range(COUNT)]
    for number, reply in enumerate(stalling):
        server.on(photos.path(number), reply)
    url = server.serve_photos(COUNT)
    program = launch(url, home=home)
    wait_until(lambda: len(server.in_flight()) == COUNT, 20, "all are in progress")
    if is_killed:
        # The last bytes may wait for a second until their block is full.
        wait_until(lambda: len(parts(cache)) == COUNT and parts(cache)[0] >= sent, 20,
                   lambda: f"the received bytes are on disk: {parts(cache)}")
        program.kill()
    else:
        wait_until(lambda: all(each.began for each in server.in_flight()), 20, "all have started")
        if sent > 65_536:
            # After a second, even less is stored than a block.
            wait_until(lambda: len(parts(cache)) == COUNT and parts(cache)[0] >= 65_536 - 4_096, 20,
                       lambda: f"a part of each has arrived: {parts(cache)}")
        else:
            desktop.pause(0.3)
        program.quit()

    since = time.monotonic()
    for reply in stalling:
        reply.is_well = True
    listed = PhotoList(launch(url, home=home), NAMES)
    assert set(listed.wait_until_done(within=30).values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(0))
    for row in range(COUNT):
        listed.wait_until_shown(row, photos.filtered(row))
    asked = server.asked(since)
    assert sorted(each.number for each in asked) == list(range(COUNT))
    begun = [int(each.headers["range"].removeprefix("bytes=").partition("-")[0]) for each in asked]
    assert all(0 < offset <= sent for offset in begun), begun
    if is_killed:
        assert begun == [sent] * COUNT
    else:
        assert min(begun) >= min(sent, 65_536) - 4_096, begun
    server.wait_until_quiet()
    assert parts(cache) == []


class Dripping:
    """A body that drips, or its rest; counts what it sends. While it is held, each reply sends only so much."""

    PIECE = 8_192
    MOST = 20 * PIECE

    def __init__(self, body, kind):
        self.body, self.kind = body, kind
        self.sent = self.sent_in_all = 0  # the offset in the body, and how many bytes
        self.begun = []
        self.is_held = True

    async def __call__(self, connection):
        fields = {"Content-Type": self.kind, "ETag": '"it"'}
        wanted = connection.exchange.headers.get("range")
        first = int(wanted.removeprefix("bytes=").partition("-")[0]) if wanted else 0
        if first:
            assert connection.exchange.headers["if-range"] == fields["ETag"]
            fields["Content-Range"] = f"bytes {first}-{len(self.body) - 1}/{len(self.body)}"
        self.begun.append(first)
        await connection.write_head(206 if first else 200, {**fields, "Content-Length": len(self.body) - first})
        for self.sent in range(first, len(self.body), self.PIECE):
            piece = self.body[self.sent:self.sent + self.PIECE]
            await connection.write(piece)
            self.sent_in_all += len(piece)
            if self.is_held and self.sent + len(piece) - first >= self.MOST:
                await asyncio.get_running_loop().create_future()
            await asyncio.sleep(0.02)


def long_table(count):
    """A catalogue of some hundred KB."""
    return ("name,url,description\n" + "".join(
        f"{photos.name(number)},photos/{number}.jpg,{'long ' * 1_000}\n" for number in range(count))).encode()


@pytest.mark.parametrize("is_photo", [True, False], ids=["a photo", "a catalogue"])
def test_what_drips_gets_further_with_each_start_however_often_the_program_is_killed(
        server, launch, new_home, desktop, is_photo):
    home = new_home()
    if is_photo:
        dripping = Dripping(photos.padded(0, 600_000), "image/jpeg")
        server.on(photos.path(0), dripping)
        url, names = server.serve_photos(1), NAMES[:1]
    else:
        dripping = Dripping(long_table(COUNT * 20), "text/csv")
        server.on("/table.csv", dripping)
        url, names = server.url("/table.csv"), [photos.name(number) for number in range(COUNT * 20)]
    # All but a block is kept, and what is in transit: a piece each in the server, the socket and the program.
    lost = 65_536 + 3 * Dripping.PIECE
    cache = Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "http"

    def kept():
        return sum(file.stat().st_size for file in cache.iterdir())
    for kill in range(2):
        program = launch(url, home=home)
        wait_until(lambda: len(dripping.begun) > kill and dripping.sent >= dripping.begun[-1] + 150_000, 20,
                   lambda: f"some more has been sent: {dripping.begun}, {dripping.sent}")
        # A busy program may read later than the server writes, which holds the rest.
        wait_until(lambda: kept() >= dripping.begun[-1] + 150_000 - lost, 20, lambda: f"it is kept: {kept()}")
        program.kill()
        server.wait_until_quiet(quiet=0.1)
    dripping.is_held = False
    assert PhotoList(launch(url, home=home), names).wait_until_done()[0] == "filtered"
    server.wait_until_quiet(within=30)
    assert dripping.begun[0] == 0 and dripping.begun[1] >= 150_000 - lost, dripping.begun
    assert dripping.begun[2] >= dripping.begun[1] + 150_000 - lost, dripping.begun
    assert dripping.sent_in_all <= len(dripping.body) + 2 * lost
