"""Names and passwords: requested in a dialog, by keyboard alone, and stored in the keyring on request."""

import pytest

from support import photos, replies
from support.dialogs import Dialog
from support.passwords import HEADING, confirm, fill_in, log_in
from support.photo_list import PhotoList
from support.waiting import stays_true, wait_until

COUNT = 12


@pytest.fixture
def protected(server):
    """Photos that only anna may see, with the password "secret"; returns the catalogue's URL."""
    for number in range(COUNT):
        server.on(photos.path(number), replies.behind_password(replies.photo(number), "anna", "secret"))
    return server.serve_photos(COUNT)


def names():
    return [photos.name(number) for number in range(COUNT)]


def expect_all_filtered(listed):
    wait_until(lambda: set(listed.states().values()) == {"filtered"}, 10,
               lambda: f"all photos are shown: {listed.states()}")


def no_dialog(program):
    stays_true(lambda: len(program.windows()) == 1, 0.5, "no dialog appears")


def test_a_password_is_asked_for_once_however_many_photos_wait_and_a_wrong_one_again(protected, server, launch):
    program = launch(protected)
    dialog = Dialog(program, HEADING)
    said = " ".join(dialog.texts())
    assert f"127.0.0.1:{server.port}" in said and "Holiday" in said and "not encrypted" in said
    assert "wrong" not in said
    assert not dialog.is_offered("Log In")
    assert "Remember" not in said, "without a keyring no password is remembered"
    log_in(dialog, "anna", "wrong")

    dialog = Dialog(program, HEADING)
    assert "wrong" in " ".join(dialog.texts())
    # The name is still there, and the password has the focus.
    dialog.type("secret")
    dialog.press("Return")
    dialog.wait_until_gone()
    listed = PhotoList(program, names())
    assert set(listed.wait_until_done().values()) == {"filtered"}
    no_dialog(program)


def test_a_password_that_is_not_given_fails_the_photos_and_is_asked_for_again_by_retry_only(protected, launch, desktop):
    program = launch(protected)
    Dialog(program, HEADING).dismiss()
    listed = PhotoList(program, names())
    states = set(listed.wait_until_done().values())
    assert all("name and a password (401)" in state for state in states), states
    no_dialog(program)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "Shift_L", "r")
    log_in(Dialog(program, HEADING), "anna", "secret")
    expect_all_filtered(listed)


def press_retry(listed, row):
    listed.retry(row).do()


def test_when_a_server_lets_one_photo_in_all_that_it_had_refused_come_back_by_themselves(
        protected, server, launch, desktop):
    program = launch(protected)
    Dialog(program, HEADING).dismiss()
    listed = PhotoList(program, names())
    assert all("401" in state for state in listed.wait_until_done().values())
    # Those further down were refused too.
    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=30)
    listed.wait_until_done()
    on_screen = listed.rows_on_screen()
    assert on_screen[0] > 0 and on_screen[-1] == COUNT - 1
    server.wait_until_quiet()

    press_retry(listed, on_screen[1])
    log_in(Dialog(program, HEADING), "anna", "secret")
    expect_all_filtered(listed)
    desktop.pointer.wheel(notches=30, button=4)
    wait_until(lambda: listed.view().offset == 0, 5, "the list is at its top")
    assert set(listed.wait_until_done().values()) == {"filtered"}
    no_dialog(program)


def test_retry_asks_again_as_often_as_it_is_pressed_and_no_leaves_all_as_it_was(protected, server, launch):
    program = launch(protected)
    Dialog(program, HEADING).dismiss()
    listed = PhotoList(program, names())
    listed.wait_until_done()
    server.wait_until_quiet()
    for row in (0, 1):
        known = len(server.asked())
        press_retry(listed, row)
        Dialog(program, HEADING).dismiss()
        server.wait_until_quiet()
        assert all("401" in state for state in listed.wait_until_done().values()), listed.states()
        assert {each.number for each in server.asked()[known:]} == {row}, "the others were not requested in vain"
    press_retry(listed, 2)
    log_in(Dialog(program, HEADING), "anna", "secret")
    expect_all_filtered(listed)


def test_photos_that_come_on_screen_while_the_question_stands_are_shown_with_its_answer(protected, server, launch):
    program = launch(protected)
    dialog = Dialog(program, HEADING)
    listed = PhotoList(program, names())
    before = set(listed.rows_on_screen())
    program.resize(480, 880)
    wait_until(lambda: set(listed.rows_on_screen()) > before, 5, "more rows are on screen")
    log_in(dialog, "anna", "secret")
    assert set(listed.wait_until_done().values()) == {"filtered"}
    no_dialog(program)


def test_one_windows_answer_brings_back_what_was_refused_in_another(protected, server, launch, new_home, desktop):
    home = new_home()
    program = launch(protected, home=home)
    Dialog(program, HEADING).dismiss()
    listed = PhotoList(program, names())
    assert all("401" in state for state in listed.wait_until_done().values())
    server.wait_until_quiet()
    # A second start opens another window of the same program. The person asks for the photos again, so the program asks
    # once more.
    assert launch(server.serve_catalogue([("Other", "photos/0.jpg")], "/other.plist"), home=home).wait_for_exit() == 0
    wait_until(lambda: len(program.windows()) == 3, 10, "there are two windows and a question")
    desktop.keyboard.focus(program.windows()[-1])  # the topmost
    desktop.keyboard.type("anna")
    desktop.keyboard.press("Tab")
    desktop.keyboard.type("secret")
    desktop.keyboard.press("Return")
    expect_all_filtered(listed)


def test_a_catalogue_behind_a_password_opens_and_its_photos_ask_no_more(server, launch, desktop):
    catalogue = photos.catalogue(photos.numbered(3))
    server.on("/mine.plist", replies.behind_password(replies.of(catalogue, "application/x-plist"), "anna", "secret"))
    for number in range(3):
        server.on(photos.path(number), replies.behind_password(replies.photo(number), "anna", "secret"))
    program = launch(server.url("/mine.plist"))
    log_in(Dialog(program, HEADING), "anna", "secret")
    assert set(PhotoList(program, names()[:3]).wait_until_done().values()) == {"filtered"}
    no_dialog(program)


def test_what_the_keyring_remembers_is_not_asked_for_at_the_next_start(protected, server, launch, keyring):
    # Another home each time, so that photos cached by the first start do not count.
    program = launch(protected)
    dialog = Dialog(program, HEADING)
    fill_in(dialog, "anna", "secret")
    assert keyring.items() == []
    confirm(dialog, remember=True)
    assert set(PhotoList(program, names()).wait_until_done().values()) == {"filtered"}
    item, = wait_until(keyring.items, 5, "the keyring has an item")
    assert (item["user"], item["server"], item["port"], item["protocol"], item["authtype"], item["object"]) == (
        "anna", "127.0.0.1", str(server.port), "http", "basic", "Holiday")

    program.quit()
    again = launch(protected)
    assert set(PhotoList(again, names()).wait_until_done().values()) == {"filtered"}
    no_dialog(again)


def test_another_name_takes_the_place_of_the_one_that_the_keyring_remembers(protected, server, launch, keyring):
    program = launch(protected)
    log_in(Dialog(program, HEADING), "anna", "secret", remember=True)
    assert set(PhotoList(program, names()).wait_until_done().values()) == {"filtered"}
    wait_until(keyring.items, 5, "the keyring has an item")
    program.quit()

    for number in range(COUNT):
        server.on(photos.path(number), replies.behind_password(replies.photo(number), "berta", "secret"))
    again = launch(protected)
    dialog = Dialog(again, HEADING)
    # The name is there, and the password has the focus.
    dialog.press("Shift_L", "Tab")
    log_in(dialog, "berta", "secret", remember=True)
    assert set(PhotoList(again, names()).wait_until_done().values()) == {"filtered"}
    wait_until(lambda: [item["user"] for item in keyring.items()] == ["berta"], 5,
               lambda: f"the keyring has the new name only: {keyring.items()}")


def test_a_keyring_that_never_answers_fails_the_photos_in_time_and_is_asked_again_by_retry(
        protected, server, launch, keyring, desktop):
    program = launch(protected)
    log_in(Dialog(program, HEADING), "anna", "secret", remember=True)
    assert set(PhotoList(program, names()).wait_until_done().values()) == {"filtered"}
    wait_until(keyring.items, 5, "the keyring has an item")
    program.quit()

    with keyring.silent():
        again = launch(protected)
        listed = PhotoList(again, names())
        wait_until(lambda: server.asked(), 5, "photos are requested")
        # Meanwhile the window reacts.
        before = listed.view().height
        again.resize(480, 880)
        wait_until(lambda: listed.view().height != before, 3, "the list has another height")
        states = set(listed.wait_until_done(within=30).values())
        assert all("keyring" in state and "does not answer" in state for state in states), states
        no_dialog(again)
    # It is there again: the password that it remembers is used.
    desktop.keyboard.focus(again.window())
    desktop.keyboard.press("Control_L", "Shift_L", "r")
    expect_all_filtered(listed)
    no_dialog(again)
