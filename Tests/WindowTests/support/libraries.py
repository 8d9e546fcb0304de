"""Libraries on servers that a person has opened before."""

from . import immich
from .dialogs import Dialog
from .passwords import HEADING, confirm
from .timeline import Timeline
from .waiting import wait_until


def sign_in(launch, server, home):
    """Opens the library of a stand-in in a timeline, and has the keyring keep its key. Returns the program, which shows
    the first photos."""
    program = launch(server.url, home=home)
    dialog = Dialog(program, HEADING)
    dialog.type(immich.KEY)
    confirm(dialog, remember=True)
    shown = Timeline(program)
    wait_until(lambda: shown.cells() and all("filtered" in name for name, _ in shown.cells()[:3]), 10,
               lambda: shown.cells())
    return program


def items(program, roles=("list item", "grid cell")):
    """The accessible objects of the rows or cells, on screen or around it, with their names: not those of the
    sidebar."""
    sidebar = [row for each in program.accessible().find_all("list") if each.name == "Libraries"
               for row in each.find_all("list item")]
    return [(each, name) for each, role, name in program.accessible().walk() if role in roles and each not in sidebar]


def rows(program):
    """Their names."""
    return [name for _, name in items(program)]
