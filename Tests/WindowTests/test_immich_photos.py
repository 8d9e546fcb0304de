"""A photo of an Immich library: its page, its details, its video, and its file."""

import time
from pathlib import Path

import pytest

from support import immich
from support.dialogs import Dialog
from support.homes import without_animations
from support.immich import ImmichServer, Library, months_of
from support.libraries import items, rows
from support.passwords import HEADING
from support.photo_grid import remembers
from support.photo_page import PhotoPage
from support.recorder import lines, with_a_recorder
from support.waiting import wait_until


@pytest.fixture
def show(request, launch, new_home, tmp_path):
    """Opens a library of three photos in a list, with a program that takes videos; returns all of it."""
    def show(**how):
        library = Library(months_of([3]), **how)
        server = ImmichServer(library, picture=immich.enlarged(library.enlarged))
        request.addfinalizer(server.end)
        home = without_animations(remembers(new_home(), filter="'none'", window_width=900, window_height=760))
        noted = with_a_recorder(home, tmp_path)
        program = launch(server.url, home=home)
        dialog = Dialog(program, HEADING)
        dialog.type(immich.KEY)
        dialog.press("Return")
        dialog.wait_until_gone()
        wait_until(lambda: "filtered" in " ".join(rows(program)[:1]), 10, lambda: rows(program))
        return server, program, noted
    return show


def press(program, desktop, *keys):
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press(*keys)


def asked(server, last):
    return [request for request in server.asked("/api/assets/") if request.path.endswith("/" + last)]


def handed(noted):
    return wait_until(lambda: lines(noted), 10, "the recorder was started")


def test_the_page_has_the_servers_picture_and_the_original_only_when_zoomed_past_it(show, desktop):
    server, program, _ = show(enlarged=4)
    page = PhotoPage(program)
    press(program, desktop, "Down", "Return")
    # Fit to the window, the picture is shown at its own size: 240 of 960 pixels are too few for the page of 900.
    page.wait_for(width=4 * 160, height=4 * 240)
    wait_until(lambda: any(immich.asset_id(1) in each.path for each in asked(server, "original")), 10,
               "the window is larger than the server's picture")


def test_a_picture_that_suffices_is_all_that_is_fetched(show, desktop):
    server, program, _ = show(enlarged=2)
    page = PhotoPage(program)
    server.picture = lambda number, size: immich.enlarged(2)(number, "original" if size == "preview" else size)
    press(program, desktop, "Down", "Return")
    page.wait_for(width=2 * 160, height=2 * 240)
    press(program, desktop, "1")
    page.wait_for(percent=100)
    press(program, desktop, "plus", "plus")
    desktop.pause(0.5)
    assert not asked(server, "original")
    press(program, desktop, "F9")
    told = ["Nikon Z 6", "1/250 s", "f/2.8", "ISO 200", "35 mm", immich.file_name(1)]
    wait_until(lambda: set(told) <= set(program.accessible().texts()), 10, lambda: program.accessible().texts())
    assert any("4,000,001 bytes" in text for text in program.accessible().texts())
    assert not asked(server, "original")


def test_an_original_that_may_not_be_downloaded_leaves_the_servers_picture(show, desktop):
    server, program, _ = show(enlarged=4)
    server.scopes = frozenset({"asset.read", "asset.view"})
    page = PhotoPage(program)
    press(program, desktop, "Down", "Return")
    page.wait_for(width=4 * 160, height=4 * 240)
    page.wait_for_message("asset.download", within=10)


@pytest.mark.parametrize("kind", ["video", "motion"])
def test_a_video_is_handed_to_the_player(show, desktop, kind):
    server, program, noted = show(videos=frozenset([1] if kind == "video" else []),
                                  motions=frozenset([1] if kind == "motion" else []))
    shown = [each for each, _ in items(program)]
    words = "Video" if kind == "video" else "Motion Photo"
    assert words in shown[1].description and words not in shown[0].description
    press(program, desktop, "Down", "Return")
    if kind == "motion":
        page = PhotoPage(program)
        page.wait_for(width=160)
        program.accessible().get("button", "Play Video")
        press(program, desktop, "Return")
    path = Path(handed(noted)[0])
    assert path.read_bytes() == immich.VIDEO
    # No other program opens it, whatever the server calls it.
    assert path.suffix == (".mp4" if kind == "video" else ".MP4"), path
    assert [request.key for request in asked(server, "original")] == [immich.KEY]


def test_a_video_among_photos_has_a_button_to_play_it(show, desktop):
    server, program, noted = show(videos=frozenset([1]))
    page = PhotoPage(program)
    press(program, desktop, "Home", "Return")
    page.photo()
    assert not any(name == "Play Video" for _, role, name in program.accessible().walk() if role == "button")
    press(program, desktop, "Page_Down")
    button = wait_until(lambda: next((each for each, role, name in program.accessible().walk()
                                      if role == "button" and name == "Play Video"), None), 10, "a button")
    assert not lines(noted)
    button.do()
    assert Path(handed(noted)[0]).read_bytes() == immich.VIDEO


def test_a_slideshow_that_begins_at_a_video_shows_its_picture_and_goes_on(show, desktop):
    server, program, noted = show(videos=frozenset([0]))
    page = PhotoPage(program)
    press(program, desktop, "Home")
    press(program, desktop, "Shift_L", "F5")
    first = page.said()["name"]
    wait_until(lambda: (page.says() or {"name": first})["name"] != first, 15, "the next photo follows")
    assert not lines(noted)
    page.close()


def test_a_video_that_cannot_be_had_says_why(show, desktop):
    server, program, noted = show(videos=frozenset([1]))
    server.scopes = frozenset({"asset.read", "asset.view"})
    press(program, desktop, "Down", "Return")
    wait_until(lambda: "asset.download" in " ".join(program.accessible().texts()), 10,
               lambda: program.accessible().texts())
    assert not lines(noted)


def test_a_server_that_does_not_answer_holds_up_no_dialog(show, desktop):
    server, program, _ = show()
    server.on = lambda request: time.sleep(20) if request.path.endswith(immich.asset_id(1)) else None
    press(program, desktop, "Down", "Control_L", "s")
    dialog = Dialog(program, within=5)
    dialog.dismiss()


def test_details_lead_to_the_servers_page_and_tell_of_the_video(show, desktop):
    server, program, _ = show(videos=frozenset([1]))
    press(program, desktop, "Home", "Return")
    PhotoPage(program).photo()
    press(program, desktop, "F9", "Page_Down")
    told = [f"{server.web}/photos/{immich.asset_id(1)}", "4.0 MB (4,000,001 bytes)"]
    wait_until(lambda: set(told) <= set(program.accessible().texts()), 10, lambda: program.accessible().texts())
