"""Dialogs and the keys of their window."""

from support.dialogs import Dialog
from support.waiting import wait_until


def test_a_dialog_keeps_the_keys_of_its_window_to_itself(open_list):
    program, listed = open_list(40)
    listed.wait_until_done()
    keyboard = program.desktop.keyboard
    keyboard.focus(program.window())
    keyboard.press("Control_L", "l")
    dialog = Dialog(program)
    dialog.press("Control_L", "l")
    dialog.type_instead("http://a.example/")
    wait_until(lambda: dialog.is_offered("Open"), 5, lambda: f"the text is there: {dialog.frame.describe()}")
    assert len(Dialog.all_of(program)) == 1, program.accessible().describe()
    dialog.press("Control_L", "w")
    dialog.wait_until_gone()
    # The window is still there, and so are its keys.
    keyboard.press("Control_L", "l")
    Dialog(program).dismiss()
    wait_until(lambda: set(listed.states().values()) == {"filtered"}, 5, "the list is shown")


def test_the_program_quits_while_a_dialog_is_open(open_list):
    program, listed = open_list(40)
    listed.wait_until_done()
    keyboard = program.desktop.keyboard
    keyboard.focus(program.window())
    keyboard.press("Control_L", "l")
    Dialog(program).press("Control_L", "q")
    assert program.wait_for_exit() == 0
