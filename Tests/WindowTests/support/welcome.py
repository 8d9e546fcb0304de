"""The welcome page: what it lists and offers."""

from .accessibility import VISIBLE
from .waiting import wait_until


def recent(program, frame=0):
    """The titles of the recent catalogues in a window, in order."""
    frames = program.accessible().children()
    if len(frames) <= frame:
        return []
    start, end = "Remove “", "” from the List"
    return [name[len(start):-len(end)] for each, role, name in frames[frame].walk(prune=())
            if name and name.startswith(start) and each.has_state(VISIBLE)]


def wait_until_recent(program, titles, frame=0, within=10):
    wait_until(lambda: recent(program, frame) == titles, within,
               lambda: f"the recent catalogues are {titles}; there are {recent(program, frame)}")


def recent_row(program, title, frame=0):
    return program.accessible().children()[frame].get("list item", title)


def recent_button(program, start, title):
    return program.accessible().get(None, f"{start} “{title}” {'in' if start == 'Keep' else 'from'} the List", prune=())
