"""Libraries of a PhotoPrism server: known in full at once; nothing keeps the tickets for their pictures."""

import threading
from pathlib import Path

import pytest

from support import immich, photoprism
from support.dialogs import Dialog
from support.homes import without_animations
from support.immich import Library, file_name, months_of
from support.libraries import items, libraries, rows
from support.menus import enter, open_main_menu, step_to
from support.passwords import HEADING, confirm, fill_in
from support.photo_grid import remembers
from support.photo_page import PhotoPage
from support.photoprism import PhotoPrismServer
from support.recorder import lines, with_a_recorder
from support.timeline import Timeline
from support.waiting import wait_until


@pytest.fixture
def serve(request):
    """Starts a server for months with these counts of photos."""
    def serve(*counts, library=None, **how):
        server = PhotoPrismServer(library or Library(months_of(counts)), **how)
        request.addfinalizer(server.end)
        return server
    return serve


def shows(home, view="timeline"):
    return without_animations(remembers(home, filter="'none'", window_width=900, window_height=760,
                                        view=f"'{view}'", library_sidebar="false"))


@pytest.fixture
def open_library(launch, new_home):
    """Opens a library, and gives the password if the server wants one."""
    def open_library(server, view="timeline", address=None):
        program = launch(address or server.url, home=shows(new_home(), view))
        if server.password:
            give_password(program)
        return program
    return open_library


def give_password(program, password=photoprism.PASSWORD, name=""):
    dialog = Dialog(program, HEADING)
    said = " ".join(dialog.texts())
    fill_in(dialog, name, password)
    dialog.press("Return")
    dialog.wait_until_gone()
    return said


def named(shown):
    return shown.names()


def wait_for(shown, numbers):
    wanted = [file_name(number) for number in numbers]
    wait_until(lambda: sorted(named(shown)[:len(wanted)]) == sorted(wanted) and filtered(shown, len(wanted)), 10,
               lambda: f"{wanted} are on screen: {shown.cells()}")


def filtered(shown, count):
    """Whether the first photos on screen have their final pictures."""
    names = [name for name, _ in shown.cells()]
    return len(names) >= count and all("filtered" in name for name in names[:count])


def number(shown):
    """The number of the first photo on screen."""
    return int(named(shown)[0][4:11])


def press(program, desktop, *keys):
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press(*keys)


def test_all_photos_are_there_and_only_the_month_on_screen_is_fetched(serve, launch, new_home, desktop):
    server = serve(40, 300, 20, 500, prefix="/photos")
    program = launch(server.url, home=shows(new_home()))
    said = give_password(program)
    assert "PhotoPrism" in said and "app password, without a name" in said and "Apps and Devices" in said, said
    shown = Timeline(program)
    wait_for(shown, range(3))
    assert "860 photos" in " ".join(program.accessible().texts())
    assert shown.headings()[0] == "May 2024"
    assert server.months_asked() == ["2024-05"]
    pictures = server.asked("t/")
    assert 0 < len(pictures) < 40 and {request.status for request in pictures} <= {200, None}
    # One question for all tickets.
    assert len([request for request in server.asked("photos") if "order" not in request.query]) == 1
    press(program, desktop, "End")
    last = server.library.count - 1
    wait_until(lambda: file_name(last) in named(shown), 10, lambda: shown.names())
    assert server.months_asked() == ["2024-05", "2024-02"]


def test_the_date_and_place_of_a_photo_that_is_named_by_its_file_are_read_out(serve, open_library):
    server = serve(40)
    shown = Timeline(open_library(server))
    wait_for(shown, range(3))
    for number in range(2):
        taken, (city, country) = server.library.local(number), immich.PLACES[number]
        parts = [*([f"{city}, {country}"] if city else []), f"{taken.day} {taken:%b} {taken.year}"]
        wanted = " · ".join(parts) + f", {number + 1} of 40"
        wait_until(lambda: shown.described(file_name(number)) == wanted, 5,
                   lambda: f"{wanted!r} is read out: {shown.described(file_name(number))!r}")


def test_the_address_of_the_server_is_enough(serve, open_library):
    server = serve(40)
    program = open_library(server, address=server.web)
    wait_for(Timeline(program), range(3))


def test_a_server_without_passwords_asks_for_none(serve, open_library):
    program = open_library(serve(40, password=None))
    wait_for(Timeline(program), range(3))


@pytest.mark.parametrize("view", ["list", "grid"])
def test_list_and_grid_show_the_same_library(serve, open_library, desktop, view):
    server = serve(40, 300, 20, 500)
    program = open_library(server, view=view)
    wait_until(lambda: file_name(0) in " ".join(rows(program)[:1]) and "filtered" in rows(program)[0], 10,
               lambda: rows(program)[:3])
    press(program, desktop, "End")
    wait_until(lambda: file_name(server.library.count - 1) in " ".join(rows(program)), 10, lambda: rows(program))
    assert server.months_asked() == ["2024-05", "2024-02"]


def test_a_wrong_password_is_said(serve, launch, new_home):
    server = serve(40)
    program = launch(server.url, home=shows(new_home()))
    give_password(program, "wrong")
    assert "The password is wrong" in give_password(program)
    wait_for(Timeline(program), range(3))


def test_a_name_and_a_password_begin_a_session_which_nothing_keeps(serve, keyring, launch, new_home, tmp_path, desktop):
    server = serve(40, 300)
    home = shows(new_home())
    program = launch(server.url, home=home)
    dialog = Dialog(program, HEADING)
    fill_in(dialog, photoprism.NAME, photoprism.LOGIN)
    confirm(dialog, remember=True)
    shown = Timeline(program)
    wait_for(shown, range(3))
    assert server.begun == 1
    item, = wait_until(keyring.items, 5, "the keyring has an item")
    assert item["user"] == photoprism.NAME
    secrets = [*server.sessions, photoprism.LOGIN]
    # The server ends the session: another one begins, and nobody is asked.
    server.sessions.clear()
    press(program, desktop, "End")
    wait_until(lambda: any(name.startswith(f"{file_name(339)}, ") and "filtered" in name for name, _ in shown.cells()),
               10, shown.cells)
    assert server.begun == 2 and HEADING not in program.accessible().texts()
    secrets += server.sessions
    program.quit()
    assert not server.sessions, "a session outlives the program"
    # The keyring's password begins another one.
    again = launch(server.url, home=home)
    wait_until(lambda: server.begun == 3 and filtered(Timeline(again), 3), 10, lambda: Timeline(again).cells())
    assert HEADING not in again.accessible().texts()
    secrets += server.sessions
    again.quit()
    for file in [*Path(home["HOME"]).rglob("*"), *tmp_path.rglob("program-*.log")]:
        if file.is_file() and "keyring" not in str(file):
            data = file.read_bytes()
            assert not [secret for secret in secrets if secret.encode() in data], file


def test_a_server_that_does_not_answer_holds_up_the_programs_end_for_seconds_only(serve, launch, new_home):
    server = serve(40)
    program = launch(server.url, home=shows(new_home()))
    give_password(program, photoprism.LOGIN, photoprism.NAME)
    wait_for(Timeline(program), range(3))
    is_over = threading.Event()

    def hold(request):
        if request.method == "DELETE":
            is_over.wait(60)
    server.on = hold
    try:
        program.quit()
    finally:
        is_over.set()


def test_signing_out_ends_the_session_at_the_server(serve, launch, new_home, desktop):
    server = serve(40)
    program = launch(server.url, home=shows(new_home()))
    give_password(program, photoprism.LOGIN, photoprism.NAME)
    wait_for(Timeline(program), range(3))
    assert len(server.sessions) == 1
    press(program, desktop, "Control_L", "n")
    # The topmost window lists the library.
    title, = wait_until(lambda: libraries(program), 10, lambda: program.accessible().describe())
    program.accessible().get("button", f"Sign Out of “{title}”", prune=()).do()

    def answer():
        return program.accessible().find("button", lambda name: (name or "").replace("_", "") == "Sign Out", prune=())
    wait_until(answer, 10, lambda: f"there is a question: {program.accessible().describe()}").do()
    wait_until(lambda: not server.sessions, 10, lambda: f"no session is left: {server.sessions}")
    request, = [request for request in server.requests if request.method == "DELETE"]
    assert request.status == 200


def test_a_wrong_name_or_password_is_said_and_the_name_stays(serve, launch, new_home):
    server = serve(40)
    program = launch(server.url, home=shows(new_home()))
    give_password(program, "wrong", photoprism.NAME)
    dialog = Dialog(program, HEADING)
    assert "The name or password is wrong" in " ".join(dialog.texts())
    dialog.type(photoprism.LOGIN)
    dialog.press("Return")
    dialog.wait_until_gone()
    wait_for(Timeline(program), range(3))


def test_an_account_with_a_second_factor_is_told_what_to_do(serve, launch, new_home):
    server = serve(40)
    server.refusal = {"error": "passcode required", "code": 32, "message": "Enter verification code"}
    program = launch(server.url, home=shows(new_home()))
    give_password(program, photoprism.LOGIN, photoprism.NAME)
    dialog = Dialog(program, HEADING)
    assert "two-factor authentication" in " ".join(dialog.texts())
    # The keyboard is at the password; an app password has no name.
    dialog.press("Shift_L", "Tab")
    dialog.press("BackSpace")
    dialog.press("Tab")
    dialog.type(photoprism.PASSWORD)
    dialog.press("Return")
    dialog.wait_until_gone()
    wait_for(Timeline(program), range(3))


def test_an_icon_in_place_of_a_smaller_picture_is_not_shown_as_the_photo(serve, open_library):
    server = serve(3)
    icon = b'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24"/></svg>'

    def broken(request):
        return (200, "image/svg+xml", icon, {}) if request.path.startswith("/api/v1/t/") else None
    server.on = broken
    program = open_library(server)
    wait_for(Timeline(program), range(3))
    # The photos themselves are.
    assert {photoprism.number_of(request.path.rpartition("/")[2]) for request in server.asked("dl/")} == {0, 1, 2}


def test_tickets_that_have_changed_are_asked_for_again(serve, open_library, desktop):
    server = serve(40, 300)
    program = open_library(server)
    shown = Timeline(program)
    wait_for(shown, range(3))
    server.preview, server.download = "look5e6f", "get7a8b"
    press(program, desktop, "End")
    wait_until(lambda: any(name.startswith(f"{file_name(339)}, ") and "filtered" in name for name, _ in shown.cells()),
               10, shown.cells)
    assert "failed" not in " ".join(rows(program))


def test_the_keyring_keeps_the_password_and_nothing_keeps_a_ticket(serve, keyring, launch, new_home, tmp_path):
    server = serve(40)
    home = shows(new_home())
    program = launch(server.url, home=home)
    dialog = Dialog(program, HEADING)
    fill_in(dialog, "", photoprism.PASSWORD)
    confirm(dialog, remember=True)
    wait_for(Timeline(program), range(3))
    program.quit()
    again = launch(server.url, home=home)
    wait_for(Timeline(again), range(3))
    again.quit()
    secrets = [text.encode() for text in (photoprism.PASSWORD, server.preview, server.download)]
    for file in [*Path(home["HOME"]).rglob("*"), *tmp_path.rglob("program-*.log")]:
        if file.is_file() and "keyring" not in str(file):
            data = file.read_bytes()
            assert not [secret for secret in secrets if secret in data], file


def test_a_second_start_shows_the_library_without_its_server(serve, launch, new_home):
    server = serve(40, 300)
    home = shows(new_home())
    program = launch(server.url, home=home)
    give_password(program)
    wait_for(Timeline(program), range(3))
    program.quit()
    server.end()
    again = launch(server.url, home=home)
    wait_for(Timeline(again), range(3))


def test_a_month_of_several_lists_is_one_section(serve, open_library, desktop):
    server = serve(4, 20_300, 4)
    program = open_library(server)
    shown = Timeline(program)
    wait_for(shown, range(3))
    for _ in range(4):
        press(program, desktop, "Page_Down")
    wait_until(lambda: filtered(shown, 3) and server.library.count - 4 > number(shown) >= 4, 20, shown.cells)
    # Each may be asked for twice: the month was on screen for a moment before those above it had their shapes.
    assert {request.query["offset"] for request in server.asked("photos")
            if request.query.get("month") == "4" and request.sent} == {"0", "20000"}
    press(program, desktop, "End")
    wait_until(lambda: file_name(server.library.count - 1) in named(shown), 10, lambda: shown.names())
    # The first one stops at the month's first photo.
    for _ in range(2):
        press(program, desktop, "Page_Up")
    wait_until(lambda: file_name(20_303) in named(shown) and filtered(shown, 1), 10, shown.cells)


def choose(program, part):
    """Chooses a part of the library from the main menu."""
    open_main_menu(program)
    enter(program, "y")
    step_to(program, part)
    program.desktop.keyboard.press("Return")


@pytest.mark.parametrize("part, names, first, question, count", [
    ("Albums", ["Birthday & more", "Holiday"], [0, 5], "s", 68),
    ("People", ["Anna", "Ben"], [0, 7], "subject", 49),
    ("Places", ["Kyōto", "Lisbon", "Zürich"], [2, 6], "state", 85),
    ("Folders", ["04", "05"], range(40, 43), "path", 300),
])
def test_parts_of_a_library_open_and_lead_back(serve, open_library, desktop, part, names, first, question, count):
    server = serve(40, 300)
    program = open_library(server)
    shown = Timeline(program)
    wait_for(shown, range(3))
    choose(program, part)
    wait_until(lambda: named(shown) == names, 10, shown.cells)
    press(program, desktop, "Home")
    press(program, desktop, "Return")
    wait_for(shown, first)
    assert f"{count} photos" in " ".join(program.accessible().texts()), program.accessible().texts()
    assert any(question in request.query for request in server.asked("photos"))
    press(program, desktop, "Alt_L", "Left")
    wait_until(lambda: named(shown) == names, 10, shown.cells)
    press(program, desktop, "Alt_L", "Left")
    wait_for(shown, range(3))


def test_favourites_are_a_list_of_their_own(serve, open_library):
    server = serve(40, 300)
    program = open_library(server)
    shown = Timeline(program)
    wait_for(shown, range(3))
    choose(program, "Favourites")
    wait_for(shown, [0, 9])
    assert "38 photos" in " ".join(program.accessible().texts())


def test_the_server_finds_what_is_not_known_here(serve, open_library, desktop):
    server = serve(40, 300, 60)
    program = open_library(server)
    wait_for(Timeline(program), range(3))
    press(program, desktop, "Control_L", "f")
    desktop.keyboard.type(file_name(399))
    wait_until(lambda: "No Results Found" in " ".join(program.accessible().texts()), 10, "nothing is known here")
    program.click(program.accessible().get("button", "Ask the Server"))
    wait_until(lambda: file_name(399) in " ".join(rows(program)), 10, lambda: rows(program))
    assert [request.query["q"] for request in server.asked("photos") if "q" in request.query] == [file_name(399)]
    assert f"“{file_name(399)}” at 127.0.0.1" in " ".join(program.accessible().texts())


def test_the_page_has_the_servers_picture_and_what_it_knows(serve, open_library, desktop):
    server = serve(3)
    program = open_library(server, view="list")
    wait_until(lambda: "filtered" in " ".join(rows(program)[:1]), 10, lambda: rows(program))
    page = PhotoPage(program)
    press(program, desktop, "Home", "Return")
    page.wait_for(name=file_name(0))
    wait_until(lambda: any(request.path.endswith("fit_1920") for request in server.asked("t/")), 10, "it is fetched")
    press(program, desktop, "F9")
    told = ["Nikon Z 6", "1/250 s", "f/2.8", "ISO 200", "35 mm", file_name(0), "Lisbon, Portugal", "Anna"]
    wait_until(lambda: set(told) <= set(program.accessible().texts()), 10, lambda: program.accessible().texts())
    assert any("4,000,000 bytes" in text for text in program.accessible().texts())


@pytest.mark.parametrize("kind", ["video", "motion"])
def test_a_video_is_handed_to_the_player(serve, launch, new_home, tmp_path, desktop, kind):
    one = frozenset([1])
    server = serve(library=Library(months_of([3]), videos=one if kind == "video" else frozenset(),
                                   motions=one if kind == "motion" else frozenset()))
    home = shows(new_home(), "list")
    noted = with_a_recorder(home, tmp_path)
    program = launch(server.url, home=home)
    give_password(program)
    wait_until(lambda: "filtered" in " ".join(rows(program)[:1]), 10, lambda: rows(program))
    shown = [each for each, _ in items(program)]
    words = "Video" if kind == "video" else "Motion Photo"
    assert words in shown[1].description and words not in shown[0].description
    press(program, desktop, "Home", "Down", "Return")
    if kind == "motion":
        PhotoPage(program).wait_for(name=file_name(1))
        program.accessible().get("button", "Play Video")
        press(program, desktop, "Return")
    path = Path(wait_until(lambda: lines(noted), 10, "the recorder was started")[0])
    assert path.read_bytes() == immich.VIDEO


def test_one_timeline_with_a_library_of_another_kind(request, serve, keyring, launch, new_home):
    home = shows(new_home())
    prism = serve(3)
    other = immich.ImmichServer(Library(months_of([3])))
    request.addfinalizer(other.end)
    for server, secret in ((prism, photoprism.PASSWORD), (other, immich.KEY)):
        program = launch(server.url, home=home)
        dialog = Dialog(program, HEADING)
        if server is prism:
            dialog.press("Tab")
        dialog.type(secret)
        confirm(dialog, remember=True)
        wait_until(lambda: "filtered" in " ".join(rows(program)[:1]), 10, lambda: rows(program))
        program.quit()
    program = launch("libraries:all", home=home)
    shown = Timeline(program)
    wait_until(lambda: len(shown.names()) == 6 and filtered(shown, 6), 15,
               lambda: f"{shown.cells()} {program.accessible().texts()}")
