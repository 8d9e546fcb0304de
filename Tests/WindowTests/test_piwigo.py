"""A Piwigo gallery: found at its address alone, read page by page, and shown again without its server. A private one
asks for a name and a password, which begin a session."""

from pathlib import Path

import pytest

from support import immich, photos, piwigo
from support.dialogs import Dialog
from support.homes import without_animations
from support.libraries import items, rows, shows_a_timeline
from support.passwords import HEADING, log_in
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.piwigo import NAME, PASSWORD, PHOTOS, PiwigoServer
from support.recorder import lines, with_a_recorder
from support.timeline import Timeline
from support.waiting import wait_until
from test_next_pages import wait_for_text

COUNT = 1100


def test_a_gallery_opens_by_its_address_and_all_its_pages_are_read(server, launch, desktop, new_home):
    home = new_home()
    program = launch(piwigo.serve(server, COUNT), home=home)
    names = [photos.name(row) for row in range(COUNT)]
    PhotoList(program, names).wait_until_found(0, photos.filtered(0))
    assert program.title(program.window()) == "127.0.0.1"
    wait_for_text(program, f"{COUNT:,} photos")
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("End")
    PhotoList(program, names).wait_until_found(COUNT - 1, photos.filtered(COUNT - 1))
    server.wait_until_quiet()
    assert piwigo.pages_asked(server) == [0, 1, 2]
    # It is kept like other libraries.
    program.quit()
    program = launch("--new-window", home=home)
    wait_until(lambda: any(name == "Forget “127.0.0.1”" for _, _, name in program.accessible().walk(prune=())), 10,
               lambda: program.accessible().describe())


@pytest.fixture
def serve(request):
    """Starts a private gallery."""
    def serve(count, **how):
        server = PiwigoServer(count, **how)
        request.addfinalizer(server.end)
        return server
    return serve


@pytest.fixture
def home(new_home):
    return without_animations(remembers(new_home(), filter="'none'", view="'list'"))


def wait_for_photos(program):
    wait_until(lambda: photos.name(0) in " ".join(rows(program)[:1]) and "filtered" in rows(program)[0], 15,
               lambda: f"{rows(program)[:3]} {program.accessible().texts()}")


@pytest.mark.parametrize("refuses_guests", [True, False])
def test_a_private_gallery_asks_for_a_name_and_a_password(serve, launch, home, refuses_guests):
    server = serve(5, prefix="/photos", refuses_guests=refuses_guests)
    program = launch(server.url, home=home)
    dialog = Dialog(program, HEADING)
    assert "requires a name and a password for “Piwigo (/photos/)”" in " ".join(dialog.texts()), dialog.texts()
    log_in(dialog, NAME, "wrong")
    dialog = Dialog(program, HEADING)
    assert "The name or password is wrong" in " ".join(dialog.texts()), dialog.texts()
    # The name is there already.
    dialog.type(PASSWORD)
    dialog.press("Return")
    dialog.wait_until_gone()
    wait_for_photos(program)
    assert len(server.logins()) == 2
    pictures = server.asked("_data/")
    assert pictures and all(request.status == 200 for request in pictures), pictures


@pytest.mark.parametrize("refuses_guests", [True, False])
def test_a_session_that_has_ended_is_begun_anew(serve, launch, home, refuses_guests):
    server = serve(1100, refuses_guests=refuses_guests)
    program = launch(server.url, home=home)
    log_in(Dialog(program, HEADING), NAME, PASSWORD)
    wait_for_photos(program)
    wait_for_text(program, "1,100 photos")
    server.sessions.clear()
    server.count += 1
    program.accessible().get("button", "Reload").do()
    wait_for_text(program, "1,101 photos")
    assert server.pages_asked() == [0, 1, 2]
    assert HEADING not in " ".join(program.accessible().texts())
    # Once for the list, and once for its pictures: they do not wait for each other.
    assert 2 <= len(server.logins()) <= 3


def test_the_keyring_keeps_the_password_and_nothing_keeps_the_session(serve, keyring, launch, home, tmp_path):
    server = serve(5)
    program = launch(server.url, home=home)
    log_in(Dialog(program, HEADING), NAME, PASSWORD, remember=True)
    wait_for_photos(program)
    program.quit()
    again = launch(server.url, home=home)
    wait_for_photos(again)
    wait_until(lambda: len(server.logins()) == 2, 10, lambda: server.logins())
    again.quit()
    secrets = [text.encode() for text in (PASSWORD, *server.sessions)]
    for file in [*Path(home["HOME"]).rglob("*"), *tmp_path.rglob("program-*.log")]:
        if file.is_file() and "keyring" not in str(file):
            data = file.read_bytes()
            assert not [secret for secret in secrets if secret in data], file


def test_albums_open_and_lead_back(serve, launch, home, desktop):
    server = serve(5)
    program = launch(server.url + "ws.php?format=json&method=pwg.categories.getList&recursive=true", home=home)
    log_in(Dialog(program, HEADING), NAME, PASSWORD)

    def names():
        return [name.split(",")[0] for name in rows(program)]

    wait_until(lambda: names() == ["Holiday & more", "Zürich"], 10, lambda: rows(program))
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    wait_until(lambda: len(rows(program)) == 3 and "filtered" in rows(program)[2], 15, lambda: rows(program))
    assert program.title(program.window()) == "Holiday & more"
    assert {request.query["cat_id"] for request in server.asked("ws.php") if "cat_id" in request.query} == {"1"}
    desktop.keyboard.press("Alt_L", "Left")
    wait_until(lambda: names() == ["Holiday & more", "Zürich"], 10, lambda: rows(program))


def opened(serve, launch, home, count=5, part=PHOTOS, **how):
    """A gallery, and a program that shows a part of it."""
    server = serve(count, **how)
    program = launch(server.web + part, home=home)
    log_in(Dialog(program, HEADING), NAME, PASSWORD)
    return server, program


def test_a_second_start_shows_the_gallery_without_its_server(serve, launch, home):
    server, program = opened(serve, launch, home)
    wait_for_photos(program)
    wait_for_text(program, "5 photos")
    program.quit()
    server.end()
    again = launch(server.web + PHOTOS, home=home)
    wait_for_photos(again)
    wait_for_text(again, "5 photos · Offline")


def test_a_second_start_asks_for_new_photos_only(serve, keyring, launch, home):
    server = serve(5)
    program = launch(server.web + PHOTOS, home=home)
    log_in(Dialog(program, HEADING), NAME, PASSWORD, remember=True)
    wait_for_photos(program)
    program.quit()
    again = launch(server.web + PHOTOS, home=home)
    wait_for_photos(again)
    wait_until(lambda: len(server.newest_asked()) == 2 and server.newest_asked()[-1].status == 200, 10,
               lambda: server.newest_asked())
    again.quit()
    assert server.pages_asked() == [0]
    server.count = 6
    last = launch(server.web + PHOTOS, home=home)
    wait_for_text(last, "6 photos")
    assert server.pages_asked() == [0]


def test_the_page_has_the_servers_picture_and_what_it_knows(serve, launch, home, desktop):
    server, program = opened(serve, launch, home)
    wait_for_photos(program)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    PhotoPage(program).wait_for(name=photos.name(0))
    wait_until(lambda: server.asked("_data/i/upload/0-xx.jpg"), 10, "the picture for a page is fetched")
    desktop.keyboard.press("F9")
    told = ["Anna", "Cold & wide", "dsc_0.jpg", "Sea & sand, Winter", "4.5"]
    wait_until(lambda: set(told) <= set(program.accessible().texts()), 10, lambda: program.accessible().texts())
    assert any("4,096,000 bytes" in text for text in program.accessible().texts())
    # A row has the picture of a cell's size, and nothing has fetched the original.
    assert server.asked("_data/i/upload/1-me.jpg") and not server.asked("upload/")


def test_a_video_is_marked_shows_its_picture_and_is_handed_to_the_player(serve, launch, home, tmp_path, desktop):
    noted = with_a_recorder(home, tmp_path)
    server, program = opened(serve, launch, home, videos=frozenset([1]))
    wait_for_photos(program)
    wait_until(lambda: "filtered" in rows(program)[1], 10, lambda: rows(program)[:3])
    shown = [each for each, _ in items(program)]
    assert "Video" in shown[1].description and "Video" not in shown[0].description
    assert not server.asked("upload/")
    desktop.keyboard.focus(program.window())
    for key in ("Home", "Down", "Return"):
        desktop.keyboard.press(key)
    path = Path(wait_until(lambda: lines(noted), 10, "the recorder was started")[0])
    assert path.read_bytes() == immich.VIDEO and path.suffix == ".mp4"


def test_the_timeline_shows_a_gallery_by_its_dates(serve, launch, new_home):
    _, program = opened(serve, launch, shows_a_timeline(new_home()))
    shown = Timeline(program)
    wait_until(lambda: len(shown.names()) == 5, 10, lambda: shown.names())
    assert any("2024" in heading for heading in shown.headings()), shown.headings()


def test_the_server_finds_what_is_not_known_here(serve, launch, home, desktop):
    server, program = opened(serve, launch, home)
    wait_for_photos(program)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "f")
    desktop.keyboard.type(piwigo.WORD)
    wait_until(lambda: "No Results Found" in " ".join(program.accessible().texts()), 10, "nothing is known here")
    program.click(program.accessible().get("button", "Ask the Server"))
    wait_until(lambda: [name.split(",")[0] for name in rows(program)] == [photos.name(row) for row in piwigo.FOUND], 10,
               lambda: rows(program))
    assert {request.query["query"] for request in server.asked("ws.php") if "query" in request.query} == {piwigo.WORD}
    assert f"“{piwigo.WORD}” at 127.0.0.1" in " ".join(program.accessible().texts())


def test_tags_open_and_lead_back(serve, launch, home, desktop):
    _, program = opened(serve, launch, home, part="/ws.php?format=json&method=pwg.tags.getList")

    def names():
        return [name.split(",")[0] for name in rows(program)]

    wait_until(lambda: names() == ["Sea & sand", "Winter"], 10, lambda: rows(program))
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    wait_until(lambda: names() == [photos.name(row) for row in range(2)], 15, lambda: rows(program))
    assert program.title(program.window()) == "Sea & sand"
    desktop.keyboard.press("Alt_L", "Left")
    wait_until(lambda: names() == ["Sea & sand", "Winter"], 10, lambda: rows(program))


def test_favourites_are_a_list_of_their_own(serve, launch, home):
    part = "/ws.php?format=json&method=pwg.users.favorites.getList&order=date_creation%20desc,id%20desc&per_page=500"
    _, program = opened(serve, launch, home, part=part)
    wait_until(lambda: [name.split(",")[0] for name in rows(program)] == [photos.name(row) for row in
                                                                         piwigo.FAVOURITES], 15, lambda: rows(program))
    assert program.title(program.window()) == "Favourites"
