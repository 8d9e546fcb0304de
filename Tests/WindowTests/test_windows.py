"""Windows of the program: a further window, and keys that work in all of them."""

import pytest

from support import photos, replies
from support.accessibility import FOCUSED
from support.dialogs import Dialog
from support.finding import says
from support.photo_list import PhotoList
from support.waiting import wait_until


def frames(program):
    return program.accessible().children()


def focus_other(program, desktop, other_than):
    """Focuses a window that is not `other_than`, like a window manager; returns it."""
    window = wait_until(lambda: next((each for each in program.windows() if each.id != other_than.id), None), 5,
                        "another window is open")
    desktop.keyboard.focus(window)
    return window


def test_a_new_window_shows_what_can_be_opened_and_is_closed_alone(open_list, desktop):
    program, listed = open_list(3)
    listed.wait_until_done()
    first = program.window()
    desktop.keyboard.focus(first)
    desktop.keyboard.press("Control_L", "n")
    second = focus_other(program, desktop, first)
    wait_until(lambda: len(frames(program)) == 2 and "Show the Demo" in program.accessible().texts(), 5,
               lambda: f"the welcome page is shown: {program.accessible().describe()}")
    desktop.keyboard.press("Control_L", "w")
    wait_until(lambda: [each.id for each in program.windows()] == [first.id], 5, "the window is closed")
    assert set(listed.wait_until_done().values()) == {"filtered"}
    # From the welcome page of a second window it continues, and nothing remains of the last one.
    desktop.keyboard.focus(first)
    desktop.keyboard.press("Control_L", "n")
    second = focus_other(program, desktop, first)
    desktop.keyboard.press("Control_L", "n")
    wait_until(lambda: len(program.windows()) == 3, 5, "a third window is open")
    for window in program.windows():
        desktop.keyboard.focus(window)
        desktop.keyboard.press("Control_L", "w")
        wait_until(lambda: window.id not in [each.id for each in program.windows()], 5, "the window is closed")
    program.wait_for_exit()
    assert second.id != first.id


def a_failure(server, launch):
    server.on("/catalogue.plist", replies.status(404))
    return Dialog(launch(server.url("/catalogue.plist")), "Oops!")


def a_password(server, launch):
    for number in range(3):
        server.on(photos.path(number), replies.behind_password(replies.photo(number), "anna", "secret"))
    return Dialog(launch(server.serve_photos(3)), "Authentication Required")


def asked_by(*keys):
    def asked(server, launch):
        program = launch(server.serve_photos(3))
        PhotoList(program, [photos.name(number) for number in range(3)]).wait_until_done()
        program.desktop.keyboard.focus(program.window())
        program.desktop.keyboard.press(*keys)
        return Dialog(program)
    return asked


def where_to_save(server, launch):
    program = launch(server.serve_photos(3))
    listed = PhotoList(program, [photos.name(number) for number in range(3)])
    listed.wait_until_done()
    listed.take_keyboard()
    program.desktop.keyboard.press("Control_L", "s")
    return Dialog(program)


def where_to_save_some(server, launch):
    return asked_by_selection(server, launch, "Control_L", "s")


def about_export(server, launch):
    return asked_by_selection(server, launch, "Control_L", "Shift_L", "e")


def asked_by_selection(server, launch, *keys):
    program = launch(server.serve_photos(3))
    listed = PhotoList(program, [photos.name(number) for number in range(3)])
    listed.wait_until_done()
    listed.take_keyboard()
    program.desktop.keyboard.press("Control_L", "a")
    says(program, "3 selected")
    program.desktop.keyboard.press(*keys)
    return Dialog(program)


@pytest.mark.parametrize("keys", [("Control_L", "q")])
@pytest.mark.parametrize("dialog", [
    a_failure, a_password, asked_by("Control_L", "l"), asked_by("Control_L", "g"),
    asked_by("Control_L", "Shift_L", "slash"),
    asked_by("Control_L", "o"), asked_by("Control_L", "Shift_L", "o"), where_to_save, where_to_save_some, about_export],
    ids=["a failure", "a password", "a location", "a row", "the keys", "a file to open", "a folder to open",
         "a file to save", "a folder to save in", "an export's options"])
def test_the_program_is_quit_while_a_dialog_is_open(dialog, keys, server, launch):
    dialog = dialog(server, launch)
    dialog.press(*keys)
    assert dialog.program.wait_for_exit() == 0


@pytest.mark.parametrize("dialog", [
    a_failure, a_password, asked_by("Control_L", "l"), asked_by("Control_L", "g")],
    ids=["a failure", "a password", "a location", "a row"])
def test_a_dialog_is_closed_by_the_key_that_closes_a_window(dialog, server, launch):
    dialog = dialog(server, launch)
    dialog.press("Control_L", "w")
    dialog.wait_until_gone()
    assert len(dialog.program.windows()) == 1


def test_keys_of_the_list_are_heeded_while_a_button_has_the_keyboard(open_list, desktop):
    program, listed = open_list(5)
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    # The list has the focus at first; the way back to the header bar is short.
    button = program.accessible().get("button", "Open Location")

    def has_keyboard():
        if button.has_state(FOCUSED):
            return True
        desktop.keyboard.press("Shift_L", "Tab")
        return False
    wait_until(has_keyboard, 10, "a button has the focus", every=0.2)
    desktop.keyboard.press("Control_L", "i")
    says(program, "5 selected")
    desktop.keyboard.press("Control_L", "c")
    says(program, "5 names copied")
    desktop.keyboard.press("Control_L", "i")
    wait_until(lambda: not any("selected" in text for text in program.accessible().texts()), 5, "none is selected")
