"""Saving and exporting without the mouse: the dialog for files accepts a path as the name."""

from .dialogs import Dialog
from .waiting import wait_until


def save_original(program, path):
    """Saves the photo shown, or the selected ones, as they came."""
    program.desktop.keyboard.press("Control_L", "s")
    _name(Dialog(program), path)


def save_catalogue(program, path):
    program.desktop.keyboard.focus(program.window())
    program.desktop.keyboard.press("Control_L", "Shift_L", "s")
    _name(Dialog(program), path)


def export(program, path, prepare=lambda dialog: None):
    """Exports the photo shown, or the selected ones; `prepare` changes the options."""
    program.desktop.keyboard.focus(program.window())
    program.desktop.keyboard.press("Control_L", "Shift_L", "e")
    options = Dialog(program, "Export…")
    prepare(options)
    before = options.window.id
    options.press("Alt_L", "e")
    wait_until(lambda: before not in [each.id for each in program.windows()], 10, "the options are gone")
    _name(Dialog(program), path)


def _name(chooser, path):
    chooser.desktop.pause(0.5)
    chooser.type_instead(str(path))
    chooser.press("Return")
    chooser.wait_until_gone()
