"""A Nextcloud server: found at its address alone, and opened by signing in with the browser."""

import pytest

from support import photos
from support.dialogs import Dialog
from support.nextcloud import NextcloudServer
from support.passwords import HEADING, log_in
from support.photo_list import PhotoList
from support.photo_grid import remembers
from support.recorder import lines, with_a_recorder
from support.timeline import Timeline
from support.waiting import stays_true, wait_until

COUNT = 6
BUTTON = "Sign In with the Browser"


@pytest.fixture
def serve(request):
    def serve(**how):
        server = NextcloudServer(COUNT, **how)
        request.addfinalizer(server.end)
        return server
    return serve


@pytest.fixture
def browser(new_home, tmp_path):
    """A home whose browser records the pages that it opens; and the record."""
    home = new_home()
    return home, with_a_recorder(home, tmp_path)


def press(dialog, label=BUTTON):
    dialog.frame.get("button", label, prune=()).do()


def opened(noted, count=1):
    wait_until(lambda: len(lines(noted)) == count, 10, lambda: f"the browser opens a page: {lines(noted)}")
    return lines(noted)[-1]


def expect_photos(program, server):
    listed = PhotoList(program, server.names())
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(0))


def test_the_browser_signs_in_and_the_keyring_keeps_the_password(serve, browser, keyring, launch):
    home, noted = browser
    server = serve()
    program = launch(server.url, home=home)
    dialog = Dialog(program, HEADING)
    assert "Nextcloud" in " ".join(dialog.texts())
    press(dialog)
    page = opened(noted)
    assert page.startswith(server.url) and page.removeprefix(server.url.rstrip("/")) in server.pages
    wait_until(lambda: "Waiting for the Browser…" in [name for _, role, name in dialog.frame.walk(prune=())], 5,
               lambda: dialog.frame.describe())
    wait_until(lambda: len(server.polls) >= 2, 10, "the program asks whether the person has signed in")
    # The server calls the program's password by this name.
    assert server.agents[0].startswith("ClassicPhotos/"), server.agents
    server.sign_in(page)
    dialog.wait_until_gone()
    expect_photos(program, server)
    item, = wait_until(keyring.items, 5, "the keyring has the password")
    assert item["user"] == "anna" and item["object"] == "Nextcloud", item
    program.quit()
    asked = len(server.polls)

    program = launch(server.url, home=home)
    expect_photos(program, server)
    assert len(program.windows()) == 1 and len(server.polls) == asked and len(lines(noted)) == 1


def test_photos_are_in_the_order_in_which_they_were_taken(serve, new_home, launch):
    server = serve()
    home = remembers(new_home(), view="'timeline'", window_width=900, window_height=760, filter="'none'")
    program = launch(server.url, home=home)
    dialog = Dialog(program, HEADING)
    server.login = "anna:secret"
    log_in(dialog, "anna", "secret")
    shown = Timeline(program)
    wait_until(lambda: shown.names()[:2] == [f"{photos.name(number)}.jpg" for number in (5, 4)], 10, shown.names)
    assert shown.headings()[:3] == ["May 2024", "Monday, 6 May", "Sunday, 5 May"], shown.headings()
    # Not when the files were written: 2025.
    assert not any("2025" in heading for heading in shown.headings())
    wait_until(lambda: all("filtered" in name for name, _ in shown.cells()[:2]), 10, shown.cells)
    _, (_, _, width, height) = shown.cells()[0]
    assert abs(width / height - photos.SIZE[0] / photos.SIZE[1]) < 0.05, (width, height)


def test_a_name_and_a_password_are_enough_without_the_browser(serve, browser, launch):
    home, noted = browser
    server = serve()
    server.login = "anna:secret"
    program = launch(server.url, home=home)
    log_in(Dialog(program, HEADING), "anna", "secret")
    expect_photos(program, server)
    assert lines(noted) == [] and server.polls == []


def test_giving_up_ends_the_questions(serve, browser, launch):
    home, noted = browser
    server = serve()
    program = launch(server.url, home=home)
    dialog = Dialog(program, HEADING)
    press(dialog)
    opened(noted)
    wait_until(lambda: server.polls, 10, "the program asks whether the person has signed in")
    dialog.dismiss()
    # A question may be on its way.
    asked = []
    wait_until(lambda: asked.append(len(server.polls)) or len(asked) > 1 and asked[-1] == asked[-2], 10,
               lambda: f"no more questions: {asked}", every=2.5)
    stays_true(lambda: len(server.polls) == asked[-1], 2.5, "nobody asks any more")


def elsewhere(answer):
    return {**answer, "poll": {**answer["poll"], "endpoint": "http://elsewhere.example/poll"}}


def test_a_login_that_fails_does_not_remember_the_password_that_is_typed_instead(serve, browser, keyring, launch):
    home, _ = browser
    server = serve(change=elsewhere)
    server.login = "anna:secret"
    program = launch(server.url, home=home)
    dialog = Dialog(program, HEADING)
    press(dialog)
    wait_until(lambda: any("names another one" in text for text in dialog.texts()), 10, lambda: dialog.texts())
    log_in(dialog, "anna", "secret")
    expect_photos(program, server)
    stays_true(lambda: keyring.items() == [], 1, "the keyring has no password")


def a_file(answer):
    return {**answer, "login": "file:///etc/passwd"}


@pytest.mark.parametrize("how, sentence", [
    ({"change": elsewhere}, "The server names another one to sign in to: elsewhere.example. Open that one."),
    ({"change": a_file}, "The server has no page to sign in with a browser."),
    ({"change": lambda _: ["nothing"]}, "The server has no page to sign in with a browser."),
    ({"status": 404}, "The server has no page to sign in with a browser."),
    ({"status": 500}, "500")])
def test_what_is_wrong_is_said_and_a_password_still_opens_the_library(serve, browser, launch, how, sentence):
    home, noted = browser
    server = serve(**how)
    server.login = "anna:secret"
    program = launch(server.url, home=home)
    dialog = Dialog(program, HEADING)
    press(dialog)
    wait_until(lambda: any(sentence in text for text in dialog.texts()), 10, lambda: dialog.texts())
    assert lines(noted) == [] and server.polls == []
    wait_until(lambda: dialog.frame.get("button", BUTTON, prune=()), 5, "it is offered again")
    dialog.frame.get(None, "Name", prune=())
    dialog.press("Escape")
    dialog.wait_until_gone()
