"""What a library's server has told is kept: the next start shows it at once, and asks only for what has changed.
"""

import datetime
import threading
from pathlib import Path

import pytest

from support import immich
from support.dialogs import Dialog
from support.immich import ImmichServer, Library, months_of
from support.libraries import shows_a_timeline, sign_in
from support.passwords import HEADING
from support.timeline import Timeline
from support.waiting import wait_until
from test_immich import press, title, wait_for

COUNTS = [40, 60, 50]


@pytest.fixture
def server(request):
    server = ImmichServer(Library(months_of(COUNTS)))
    request.addfinalizer(server.end)
    return server


@pytest.fixture
def home(new_home):
    return shows_a_timeline(new_home())


@pytest.fixture
def first_start(server, keyring, launch, home):
    """Opens the library, keeps its key, has its first month read, and quits."""
    sign_in(launch, server, home).quit()


class EarlierMonth(immich.Month):
    def when(self, place):
        return super().when(place) - datetime.timedelta(hours=1)


def forget_requests(server):
    with server.lock:
        server.requests.clear()


def lists_asked(server):
    """How often the counts were told, and the months whose lists were."""
    told = [request for request in server.asked("/api/timeline/bucket") if request.status == 200]
    return (sum("timeBucket" not in request.query for request in told),
            [request.query["timeBucket"][:7] for request in told if "timeBucket" in request.query])


def subtitle(program):
    return " ".join(program.accessible().texts())


def test_a_second_start_asks_for_the_counts_only(first_start, server, launch, home, desktop):
    forget_requests(server)
    program = launch(server.url, home=home)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    wait_until(lambda: lists_asked(server)[0] == 1, 10, lambda: server.requests)
    wait_until(lambda: "150 photos" in subtitle(program), 5, lambda: subtitle(program))
    assert lists_asked(server) == (1, [])
    # A month that was not on screen before is not known.
    press(program, desktop, "End")
    wait_until(lambda: title(149, server.library) in " ".join(shown.names()), 10, lambda: shown.names())
    assert lists_asked(server) == (1, ["2024-03"])


def test_a_second_start_shows_the_library_while_its_server_says_nothing(first_start, server, launch, home):
    released = threading.Event()
    server.on = lambda request: released.wait(60) and None
    try:
        program = launch(server.url, home=home)
        shown = Timeline(program)
        wait_for(shown, range(3), server.library)
        assert "150 photos" in subtitle(program)
    finally:
        released.set()
    wait_until(lambda: "filtered" in shown.cells()[0][0], 20, lambda: shown.cells())


def test_without_a_server_the_library_is_said_to_be_offline(first_start, server, launch, home):
    server.end()
    program = launch(server.url, home=home)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    wait_until(lambda: "150 photos · Offline" in subtitle(program), 10, lambda: subtitle(program))
    assert len(program.windows()) == 1, "nobody has asked for anything that has failed"
    # A person who asks gets an answer.
    program.accessible().get("button", "Reload").do()
    wait_until(lambda: len(program.windows()) == 2, 10, "it is said that the server cannot be reached")


def test_a_month_with_another_count_is_read_again(first_start, server, launch, home):
    server.fill(Library(months_of([43, *COUNTS[1:]])))
    forget_requests(server)
    program = launch(server.url, home=home)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    wait_until(lambda: "153 photos" in subtitle(program), 10, lambda: subtitle(program))
    wait_until(lambda: lists_asked(server) == (1, ["2024-05"]), 10, lambda: lists_asked(server))


def test_reload_shows_a_photo_that_has_taken_the_place_of_another(first_start, server, launch, home):
    program = launch(server.url, home=home)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    # As many as before, and all of them an hour earlier.
    server.fill(Library([EarlierMonth(**vars(month)) for month in months_of(COUNTS)]))
    forget_requests(server)
    program.accessible().get("button", "Reload").do()
    wait_for(shown, range(3), server.library)
    assert lists_asked(server)[1] == ["2024-05"]


@pytest.mark.parametrize("damage", ["cut", "noise", "gone", "a folder"])
def test_what_is_damaged_is_fetched_again(first_start, server, launch, home, damage):
    files = list((Path(home["XDG_CACHE_HOME"]) / "classic-photos").glob("libraries.sqlite*"))
    assert any(b"timeline/bucket" in file.read_bytes() for file in files)
    for file in files:
        content = file.read_bytes()
        if damage == "cut":
            file.write_bytes(content[:len(content) // 2])
        elif damage == "noise":
            file.write_bytes(bytes(97 * number % 251 for number in range(len(content))))
        else:
            file.unlink()
            if damage == "a folder":
                file.mkdir()
    program = launch(server.url, home=home)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    assert "150 photos" in subtitle(program)


def test_another_key_that_the_server_wants_is_asked_for(first_start, server, launch, home):
    server.key = "another-key"
    program = launch(server.url, home=home)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    dialog = Dialog(program, HEADING)
    dialog.type("another-key")
    dialog.press("Return")
    dialog.wait_until_gone()
    wait_until(lambda: "Offline" not in subtitle(program) and len(program.windows()) == 1, 10,
               lambda: subtitle(program))
