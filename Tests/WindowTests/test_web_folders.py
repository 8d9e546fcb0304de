"""Folders of WebDAV servers, read over HTTP: real servers, with and without a login, killed midway."""

import socket

import pytest

from support import dav_servers, photos
from support.dav_servers import Apache, Nginx, Rclone
from support.dialogs import Dialog, open_location
from support.http2 import Authority
from support.libraries import libraries, open_library_at
from support.passwords import HEADING, log_in
from support.photo_list import PhotoList
from support.waiting import wait_until

COUNT = 5


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "files"
    inner = folder / INNER
    inner.mkdir(parents=True)
    for number in range(COUNT):
        (folder / f"{photos.name(number)}.jpg").write_bytes(photos.jpeg(number))
        (inner / f"{photos.name(number + COUNT)}.jpg").write_bytes(photos.jpeg(number + COUNT))
    (folder / "notes.txt").write_text("no picture")
    return folder


@pytest.fixture
def serve(serve_dav, folder):
    return lambda kind, *arguments, **options: serve_dav(kind, folder, *arguments, **options)


INNER = "Am See & Söhne"


def names(server, folder):
    return [name for name in server.listed(folder) if name.endswith(".jpg")]


def all_names(server, folder):
    """The folder's own pictures, then those of the folder in it, as the server lists them."""
    return names(server, folder) + [f"{INNER}/{name}" for name in names(server, folder / INNER)]


def number(name):
    return int(name.removesuffix(".jpg").rsplit(" ", 1)[1])


@pytest.mark.parametrize("kind, options", [
    (Apache, ()), (Apache, ("Basic",)), (Apache, ("Digest",)), (Nginx, (False,)), (Nginx, (True,)),
    (Rclone, (False,)), (Rclone, (True,))])
def test_pictures_of_a_folder_and_of_those_in_it_are_one_list(serve, folder, launch, kind, options):
    server = serve(kind, *options)
    program = launch("--recursive", server.address)
    if options and options[0]:
        dialog = Dialog(program, HEADING)
        assert dav_servers.REALM in " ".join(dialog.texts())
        log_in(dialog, "anna", "secret")
    expected = all_names(server, folder)
    assert len(expected) == 2 * COUNT
    listed = PhotoList(program, expected)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(number(expected[0])))


@pytest.mark.parametrize("kind", [Apache, Nginx])
def test_folders_are_rows_that_open_and_only_what_is_asked_for_is_requested(serve, folder, launch, desktop, kind):
    server = serve(kind)
    program = launch()
    open_location(program, server.address)
    wait_until(lambda: INNER in " ".join(program.accessible().texts()), 10, "the folder is a row")
    asked = [(method, path) for method, path, *_ in server.requests()]
    assert {method for method, _ in asked} == {"PROPFIND", "GET"}
    assert [path for method, path in asked if method == "PROPFIND"] == ["/"]
    assert not any("notes" in path for _, path in asked)
    desktop.keyboard.press("Home")
    for _ in range([name for name in server.listed(folder) if name != "notes.txt"].index(INNER)):
        desktop.keyboard.press("Down")
    desktop.keyboard.press("Return")
    expected = names(server, folder / INNER)
    listed = PhotoList(program, expected)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(number(expected[0])))


def texts(program):
    return " ".join(program.accessible().texts())


@pytest.mark.parametrize("kind", [Apache, Nginx])
@pytest.mark.parametrize("options", [(), ("--recursive",)], ids=["a folder", "all folders"])
def test_a_second_start_needs_no_server_and_finds_what_is_new(serve, folder, launch, new_home, options, kind):
    server = serve(kind)
    home = new_home()
    expected = (all_names if options else names)(server, folder)
    program = launch(*options, server.address, home=home)
    PhotoList(program, expected).wait_until_done()
    program.quit()
    server.kill()
    program = launch(*options, server.address, home=home)
    listed = PhotoList(program, expected)
    wait_until(lambda: "Offline" in texts(program), 10, lambda: texts(program))
    assert "Oops!" not in texts(program)
    listed.wait_until_found(0, photos.filtered(number(expected[0])))
    program.quit()
    (folder / INNER / f"{photos.name(0)} again.jpg").write_bytes(photos.jpeg(0))
    (folder / f"{photos.name(11)}.jpg").write_bytes(photos.jpeg(11))
    (folder / expected[1]).unlink()
    server.start()
    program = launch(*options, server.address, home=home)
    after = (all_names if options else names)(server, folder)
    assert len(after) == len(expected) + (1 if options else 0)
    listed = PhotoList(program, after)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    if options:
        listed.wait_until_found(after.index(f"{photos.name(11)}.jpg"), photos.filtered(11))
    assert "Offline" not in texts(program)


def listening(port):
    """A socket that accepts connections at `port`; None while another one has it."""
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError:
        return None


def test_a_server_that_accepts_and_says_nothing_holds_up_no_second_start(serve, folder, launch, new_home):
    server = serve(Apache)
    home = new_home()
    expected = all_names(server, folder)
    program = launch("--recursive", server.address, home=home)
    PhotoList(program, expected).wait_until_done()
    program.quit()
    server.kill()
    with wait_until(lambda: listening(server.port), 10, "the port is free"):
        program = launch("--recursive", server.address, home=home)
        # Their pictures wait for its answer, and so does the list's check.
        PhotoList(program, expected)
        wait_until(lambda: f"{len(expected)} photos" in texts(program), 10, lambda: texts(program))
        assert "Offline" not in texts(program) and "Oops!" not in texts(program)
        program.quit()


@pytest.mark.parametrize("kind, options", [(Apache, ()), (Nginx, ()), (Rclone, (False,))])
def test_a_server_that_is_killed_says_so_and_comes_back(serve, folder, launch, desktop, kind, options):
    server = serve(kind, *options)
    program = launch("--recursive", server.address)
    listed = PhotoList(program, all_names(server, folder))
    listed.wait_until_done()
    server.kill()
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "r")
    dialog = Dialog(program, "Oops!")
    assert any("Cannot connect" in text for text in dialog.texts()), dialog.texts()
    dialog.dismiss()
    assert set(listed.states().values()) == {"filtered"}
    server.start()
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "r")
    wait_until(lambda: set(listed.states().values()) == {"filtered"}, 10, lambda: listed.states())


@pytest.mark.parametrize("kind, arguments", [
    (Apache, ()), (Apache, ("Basic",)), (Apache, ("Digest",)), (Nginx, (False,)), (Nginx, (True,)), (Rclone, (True,))])
@pytest.mark.parametrize("is_encrypted", [False, True], ids=["plain", "TLS"])
def test_a_folder_is_found_by_its_address_alone_and_is_a_library_from_then_on(
        serve, folder, launch, new_home, request, kind, arguments, is_encrypted):
    authority = request.getfixturevalue("authority") if is_encrypted else None
    server = serve(kind, *arguments, certificate=authority and (authority.certificate, authority.key))
    options = {"home": new_home(), "within": authority.trusting() if authority else ()}
    program = launch(**options)
    open_library_at(program, server.site)
    if arguments and arguments[0]:
        log_in(Dialog(program, HEADING), "anna", "secret")
    wait_until(lambda: INNER in texts(program), 10, lambda: texts(program))
    wait_until(lambda: f"{number(names(server, folder)[-1])}.jpg" in texts(program), 10, lambda: texts(program))
    assert {method for method, *_ in server.requests()} <= {"GET", "OPTIONS", "PROPFIND"}
    program.quit()
    server.kill()
    again = launch("--new-window", **options)
    wait_until(lambda: libraries(again) == ["127.0.0.1"], 10, lambda: again.accessible().describe())
    again.click(lambda: again.accessible().find("list item", "127.0.0.1"))
    wait_until(lambda: INNER in texts(again) and "Offline" in texts(again), 10, lambda: texts(again))


def test_the_page_of_a_servers_outermost_folder_is_called_by_its_server(serve, launch):
    program = launch(serve(Rclone, False).site)
    wait_until(lambda: INNER in texts(program), 10, lambda: texts(program))
    assert program.title(program.window()) == "127.0.0.1"


FAULTS = {"of another": "another server", "expired": "expired", "of nobody": "nobody that this computer trusts"}


@pytest.mark.parametrize("kind, form, fault", [
    *((Apache, "address", fault) for fault in FAULTS), (Apache, "site", "of another"), (Nginx, "address", "of another"),
    (Nginx, "site", "expired"), (Rclone, "address", "of another")])
def test_a_server_with_a_wrong_certificate_is_refused_in_words_and_asked_nothing(
        serve, launch, authority, tmp_path, kind, form, fault):
    (tmp_path / "nobody").mkdir()
    pair = {"of another": lambda: authority.pair("127.0.0.2"), "expired": lambda: authority.pair("127.0.0.1", days=-1),
            "of nobody": lambda: Authority(tmp_path / "nobody").pair("127.0.0.1")}[fault]()
    server = serve(kind, certificate=pair)
    program = launch(getattr(server, form), within=authority.trusting())
    dialog = Dialog(program, "Oops!")
    said = " ".join(dialog.texts())
    assert "No secure connection" in said and FAULTS[fault] in said, said
    assert HEADING not in said
    dialog.dismiss()
    assert not server.requests()
