"""A Piwigo gallery: found at its address alone, and read page by page as the list is scrolled towards its end. A
private one asks for a name and a password, which begin a session."""

from pathlib import Path

import pytest

from support import photos, piwigo
from support.dialogs import Dialog
from support.homes import without_animations
from support.libraries import rows
from support.passwords import HEADING, log_in
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.piwigo import NAME, PASSWORD, PiwigoServer
from support.waiting import wait_until
from test_next_pages import wait_for_text

COUNT = 1100


def test_a_gallery_opens_by_its_address_and_reads_its_pages_at_the_end(server, launch, desktop, new_home):
    home = new_home()
    program = launch(piwigo.serve(server, COUNT), home=home)
    names = [photos.name(row) for row in range(COUNT)]
    listed = PhotoList(program, names[:500])
    listed.wait_until_found(0, photos.filtered(0))
    assert program.title(program.window()) == "127.0.0.1"
    wait_for_text(program, "500 photos so far")
    server.wait_until_quiet()
    assert piwigo.pages_asked(server) == [0]
    desktop.keyboard.focus(program.window())
    for page in (1, 2):
        desktop.keyboard.press("End")
        wait_until(lambda: piwigo.pages_asked(server) == list(range(page + 1)), 10,
                   lambda: f"page {page} is read: {piwigo.pages_asked(server)}")
        wait_for_text(program, f"1 of {min(COUNT, 500 * (page + 1)):,} selected")
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
    pictures = server.asked("upload/")
    assert pictures and all(request.status == 200 for request in pictures), pictures


@pytest.mark.parametrize("refuses_guests", [True, False])
def test_a_session_that_has_ended_is_begun_anew(serve, launch, home, desktop, refuses_guests):
    server = serve(1100, refuses_guests=refuses_guests)
    program = launch(server.url, home=home)
    log_in(Dialog(program, HEADING), NAME, PASSWORD)
    wait_for_photos(program)
    server.sessions.clear()
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("End")
    wait_until(lambda: server.pages_asked() == [0, 1], 10, lambda: server.pages_asked())
    wait_for_text(program, "1 of 1,000 selected")
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
    again.quit()
    assert len(server.logins()) == 2
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
    assert [request.query["cat_id"] for request in server.asked("ws.php") if "cat_id" in request.query] == ["1"]
    desktop.keyboard.press("Alt_L", "Left")
    wait_until(lambda: names() == ["Holiday & more", "Zürich"], 10, lambda: rows(program))
