"""Killed at any instant while it downloads and stores, the program shows nothing wrong or torn from its caches later."""

import os
import random
import time
from pathlib import Path

from support import photos, pixels, replies
from support.photo_list import PhotoList
from support.server import PhotoServer
from support.waiting import wait_until

COUNT = 6  # all of them on the first screen, all under way at once
KILLS = 12
SIZE = 16_000_000  # bytes of a new photo: storing it takes some milliseconds
NAMES = [photos.name(number) for number in range(COUNT)]


class Editions:
    """Which edition of each photo the server has: another edition is another photo."""

    def __init__(self):
        self.current = [0] * COUNT

    def serve(self, server):
        for row, edition in enumerate(self.current):
            number = row + 100 * edition
            server.on(photos.path(row), replies.kept(photos.padded(number, SIZE if edition else 0), number, "max-age=0"))
        return server.serve_photos(COUNT)

    def shown(self, listed):
        """{row: the edition it shows} of all rows that show one; fails for a picture that is of none."""
        found = {}
        for row, state in listed.wait_until_done(within=30).items():
            if not state.startswith("failed"):
                found[row] = wait_until(
                    lambda: self._edition(listed, row), 3, lambda: f"row {row} shows one of the photos it was sent")[0]
        return found

    def _edition(self, listed, row):
        picture = pixels.middle(listed.picture(row))
        return [edition for edition in range(self.current[row] + 1) if pixels.difference(
            picture, pixels.middle(photos.filtered(row + 100 * edition))) <= pixels.ALIKE]


def being_stored(cache):
    """Photos that are being written, or never will be to their end."""
    found = set()
    for entry in os.scandir(cache):
        try:
            if entry.name.startswith(".") and entry.stat().st_size > 65_536:
                found.add(entry.name)
        except FileNotFoundError:
            pass  # it has its name now
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
        # One of them is new, and stored; what may be torn of the others stays as it is.
        editions.current[kill % COUNT] += 1
        editions.serve(server)
        old = being_stored(cache)
        since = time.monotonic()
        program = launch(url, home=home)
        wait_until(lambda: server.asked(since), 20, "a photo is asked for")
        if kill % 3:
            # In the midst of storing one, or just after it.
            wait_until(lambda: being_stored(cache) - old, 20, "a photo is being stored", every=0)
            desktop.pause(numbers.uniform(0, 0.01))
        else:
            desktop.pause(numbers.uniform(0, 0.5))
        program.kill()
        within_a_write += bool(being_stored(cache) - old)

        if kill % COUNT == 0:
            # Nobody can say what is right: what is shown is what the server once sent, whole, or nothing.
            server.end()
            assert shown(), "the cache held something"
            # The server can, and does.
            server = PhotoServer(port=server.port)
            request.addfinalizer(server.end)
            editions.serve(server)
            assert shown() == dict(enumerate(editions.current))
    assert within_a_write >= KILLS // 4, "the instants were chosen too well"
