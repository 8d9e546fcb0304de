"""What is kept on the computer is removed on request: the cache, and passwords with what their servers have sent."""

from pathlib import Path

import pytest

from support import photos, replies
from support.accessibility import CHECKED, FOCUSED
from support.dialogs import Dialog
from support.finding import says
from support.homes import recent_pictures
from support.menus import beside_menus, enter, open_main_menu
from support.passwords import HEADING, log_in
from support.photo_list import PhotoList
from support.server import PhotoServer
from support.waiting import stays_true, wait_until

COUNT = 5  # all of them on the first screen
CLEAR, FORGET = ("c", "Clear the Cache?"), ("f", "Forget Passwords?")


def names(count=COUNT):
    return [photos.name(number) for number in range(count)]


def kept(number):
    return replies.of(photos.jpeg(number), ETag=f'"{number}"', Cache_Control="max-age=3600")


def cache(home):
    folder = Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "http"
    return sorted(folder.iterdir()) if folder.exists() else []


def ask(program, command):
    """Chooses a command of the Privacy menu; returns its question."""
    key, heading = command
    program.desktop.keyboard.focus(program.window())
    beside_menus(program)
    open_main_menu(program)
    enter(program, "p")
    program.desktop.keyboard.press(key)
    return Dialog(program, heading)


def untick(dialog, name):
    """From the keyboard alone."""
    box = dialog.frame.get("checkbox", name)
    assert box.has_state(CHECKED)
    for _ in range(6):
        if box.has_state(FOCUSED):
            break
        dialog.press("Tab")
        dialog.desktop.pause(0.2)
    dialog.press("space")
    wait_until(lambda: not box.has_state(CHECKED), 5, lambda: f"{name} is not ticked: {dialog.frame.describe()}")


def agree(dialog, key):
    dialog.press("Alt_L", key)
    dialog.wait_until_gone()


def test_the_cache_is_cleared_after_a_question_and_photos_stay_on_the_screen(server, launch, new_home):
    home = new_home()
    for number in range(COUNT):
        server.on(photos.path(number), kept(number))
    program = launch(server.serve_photos(COUNT), home=home)
    listed = PhotoList(program, names())
    listed.wait_until_done()
    server.wait_until_quiet()
    wait_until(lambda: len(cache(home)) >= COUNT, 5, lambda: f"the photos are cached: {cache(home)}")
    ask(program, CLEAR).dismiss()
    assert len(cache(home)) >= COUNT
    agree(ask(program, CLEAR), "l")
    says(program, "Cache cleared: ")
    assert any(" freed" in text for text in program.accessible().texts())
    assert cache(home) == []
    assert set(listed.states().values()) == {"filtered"}
    agree(ask(program, CLEAR), "l")
    says(program, "The cache is empty")
    program.quit()
    assert not recent_pictures(home), "what the window still showed is not kept again"
    known = len(server.asked())
    assert set(PhotoList(launch(home=home), names()).wait_until_done().values()) == {"filtered"}
    assert len(server.asked()) == known + COUNT


def test_photos_that_are_on_their_way_arrive_all_the_same(server, launch, new_home):
    home = new_home()
    for number in range(COUNT):
        server.on(photos.path(number), replies.trickling(photos.jpeg(number), 6))
    program = launch(server.serve_photos(COUNT), home=home)
    listed = PhotoList(program, names())
    wait_until(lambda: len(server.in_flight()) == COUNT, 10, "the photos are on their way")
    agree(ask(program, CLEAR), "l")
    wait_until(lambda: any("Cache cleared" in text or "The cache is empty" in text
                           for text in program.accessible().texts()), 5, "the cache is cleared")
    assert set(listed.wait_until_done(within=30).values()) == {"filtered"}
    assert len(server.asked()) == COUNT


def test_passwords_are_forgotten_with_what_their_server_has_sent(server, other_server, launch, new_home, keyring):
    home = new_home()
    for number in range(COUNT):
        server.on(photos.path(number), replies.behind_password(kept(number), "anna", "secret"))
    other_server.on(photos.path(COUNT), kept(COUNT))
    catalogue = photos.numbered(COUNT) + [(photos.name(COUNT), other_server.url(photos.path(COUNT)))]
    program = launch(server.serve_catalogue(catalogue), home=home)
    log_in(Dialog(program, HEADING), "anna", "secret", remember=True)
    listed = PhotoList(program, names(COUNT + 1))
    assert set(listed.wait_until_done().values()) == {"filtered"}
    wait_until(keyring.items, 5, "the keyring has the password")
    server.wait_until_quiet()
    wait_until(lambda: len(cache(home)) >= COUNT + 1, 5, lambda: f"the photos are cached: {cache(home)}")

    ask(program, FORGET).dismiss()
    assert len(keyring.items()) == 1
    agree(ask(program, FORGET), "f")
    says(program, "Passwords forgotten: ")
    assert keyring.items() == []
    left, = cache(home)
    assert other_server.url(photos.path(COUNT)).encode() in left.read_bytes().replace(b"\\/", b"/")
    program.quit()
    assert not recent_pictures(home), "what the window still showed is not kept again"
    again = launch(home=home)
    Dialog(again, HEADING).dismiss()
    states = PhotoList(again, names(COUNT + 1)).wait_until_done()
    assert [state == "filtered" for state in states.values()] == [False] * COUNT + [True], states


def test_one_server_of_two_is_signed_out_of(server, other_server, launch, new_home, keyring):
    home = new_home()
    both = [server, other_server]
    for number, each in enumerate(both):
        each.on(photos.path(number), replies.behind_password(kept(number), "anna", "secret"))
    catalogue = [(photos.name(number), each.url(photos.path(number))) for number, each in enumerate(both)]
    program = launch(server.serve_catalogue(catalogue), home=home)
    for _ in both:
        log_in(Dialog(program, HEADING), "anna", "secret", remember=True)
    assert set(PhotoList(program, names(2)).wait_until_done().values()) == {"filtered"}
    wait_until(lambda: len(keyring.items()) == 2, 5, "the keyring has the passwords")

    def has_photo_of(each):
        # The catalogue, which is stored too, names both. JSON may write a slash with a backslash.
        stored = [file.read_bytes().replace(b"\\/", b"/") for file in cache(home)]
        return any(each.url("/photo").encode() in one for one in stored if b"\xff\xd8\xff" in one)
    wait_until(lambda: all(map(has_photo_of, both)), 5, lambda: f"both photos are cached: {cache(home)}")

    dialog = ask(program, FORGET)
    kept_server, gone = sorted(both, key=lambda each: each.port)
    untick(dialog, f"127.0.0.1:{kept_server.port}")
    agree(dialog, "f")
    says(program, "Passwords forgotten: ")
    left, = keyring.items()
    assert left["port"] == str(kept_server.port)
    assert has_photo_of(kept_server) and not has_photo_of(gone)


def test_without_passwords_there_is_no_question(server, launch):
    program = launch(server.serve_photos(1))
    PhotoList(program, names(1)).wait_until_done()
    program.desktop.keyboard.focus(program.window())
    beside_menus(program)
    open_main_menu(program)
    enter(program, "p")
    program.desktop.keyboard.press("f")
    says(program, "No passwords are kept")


@pytest.fixture
def servers():
    servers = [PhotoServer() for _ in range(4)]
    yield servers
    for each in servers:
        each.end()


def test_a_catalogue_asks_for_three_servers_and_for_the_next_by_retry_only(servers, launch):
    entries = []
    for number, each in enumerate(servers):
        each.on(photos.path(number), replies.behind_password(replies.photo(number), "anna", "secret"))
        entries.append((photos.name(number), each.url(photos.path(number))))
    program = launch(servers[0].serve_catalogue(entries))
    for _ in range(3):
        Dialog(program, HEADING).dismiss()
    listed = PhotoList(program, names(4))
    states = listed.wait_until_done()
    assert all("Retry to enter them" in state for state in states.values()), states
    stays_true(lambda: len(program.windows()) == 1, 0.5, "no dialog appears")
    listed.retry(3).do()
    Dialog(program, HEADING).dismiss()
