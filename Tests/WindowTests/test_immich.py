"""Libraries of an Immich server: known in full at once, and fetched month by month where the eye rests."""

import pytest

from support import immich
from support.dialogs import Dialog
from support.homes import without_animations
from support.immich import ImmichServer, Library, months_of
from support.passwords import HEADING
from support.photo_grid import remembers
from support.timeline import Timeline
from support.waiting import wait_until


@pytest.fixture
def serve(request):
    """Starts a server for months with these counts of photos."""
    def serve(*counts, library=None, **how):
        server = ImmichServer(library or Library(months_of(counts)), **how)
        request.addfinalizer(server.end)
        return server
    return serve


@pytest.fixture
def open_library(launch, new_home):
    """Opens a library in a window that last showed a timeline."""
    def open_library(server, view="timeline", **variables):
        choices = {"filter": "'none'", "window_width": 900, "window_height": 760, "view": f"'{view}'"}
        return launch(server.url, home=without_animations(remembers(new_home(), **choices)), **variables)
    return open_library


def give_key(program, key=immich.KEY):
    dialog = Dialog(program, HEADING)
    dialog.type(key)
    dialog.press("Return")
    dialog.wait_until_gone()
    return dialog


def wait_for(shown, numbers, within=10):
    wait_until(lambda: shown_numbers(shown)[:len(numbers)] == list(numbers), within,
               lambda: f"{numbers} are on screen: {shown.names()}")


def test_a_look(serve, open_library):
    server = serve(40, 300, 20, 500)
    program = open_library(server)
    give_key(program)
    import time; time.sleep(3)
    from support.pages import picture
    from PIL import Image; Image.fromarray(picture(program).astype("uint8")).save("/tmp/look1.png")
    [print(r.method, r.path, r.query, r.status) for r in server.requests]
    shown = Timeline(program)
    print(shown.names(), shown.headings())
    for r in server.requests: print(r.method, r.path, r.query, r.status)
    assert 0
