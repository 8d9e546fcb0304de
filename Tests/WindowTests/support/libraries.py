"""Libraries on servers that a person has opened before."""

from . import immich
from .dialogs import Dialog
from .homes import without_animations
from .passwords import HEADING, confirm
from .photo_grid import remembers
from .timeline import Timeline
from .waiting import wait_until


def shows_a_timeline(home, width=900):
    """A home in which the last window showed a timeline."""
    return without_animations(remembers(
        home, filter="'none'", view="'timeline'", window_width=width, window_height=760))


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


def libraries(program):
    """The names of the libraries that the welcome page lists."""
    start, end = "Forget “", "”"
    return [name[len(start):-len(end)] for _, role, name in program.accessible().walk(prune=())
            if role == "button" and name and name.startswith(start)]


def open_library_at(program, address):
    program.click(program.accessible().get(name="Open Library…"))
    dialog = Dialog(program, "Open Library")
    dialog.type(address)
    dialog.press("Return")
    dialog.wait_until_gone()


def entries(program):
    """The entries of the sidebar."""
    return [row for each in program.accessible().find_all("list") if each.name == "Libraries"
            for row in each.find_all("list item")]


def entry(program, name):
    """The one of this name."""
    return next(row for row in entries(program) if row.name == name)


def sidebar(program):
    """The names of the entries, with what is said below each."""
    return [(row.name, row.description) for row in entries(program)]


def items(program, roles=("list item", "grid cell")):
    """The accessible objects of the rows or cells, on screen or around it, with their names: not those of the
    sidebar."""
    others = entries(program)
    return [(each, name) for each, role, name in program.accessible().walk() if role in roles and each not in others]


def rows(program):
    """Their names."""
    return [name for _, name in items(program)]
