"""Tab moves through a window stop by stop; the list or the grid is one stop."""

from support import photos, replies
from support.accessibility import FOCUSED
from support.photo_grid import show_grid
from support.waiting import wait_until


def focused(program):
    """(role, name) of the focused object; None if none reports the focus."""
    for each, role, name in program.accessible().walk(prune=()):
        if each.has_state(FOCUSED):
            return role, name
    return None


def photo_focused(program, listed):
    """The number of the photo whose row or button has the focus."""
    role, name = focused(program) or ("", "")
    for number, each in enumerate(listed.names):
        if role in ("list item", "grid cell") and name.startswith(f"{each}, ") or name == f"Retry {each}":
            return number, role
    return None


def press(program, *keys):
    program.desktop.keyboard.press(*keys)


def wait_until_focused(program, listed, number, role):
    wait_until(lambda: photo_focused(program, listed) == (number, role), 5,
               lambda: f"the {role} of photo {number} has the focus; instead: {focused(program)}", every=0.05)


def wait_until_list_is_left(program, listed):
    wait_until(lambda: focused(program) and not photo_focused(program, listed), 5,
               lambda: f"the focus has left the list: {focused(program)}", every=0.05)
    return focused(program)


def test_the_list_is_one_stop(open_list):
    program, listed = open_list(40)
    listed.wait_until_done()
    listed.take_keyboard()
    for _ in range(3):
        press(program, "Down")
    wait_until_focused(program, listed, 3, "list item")
    press(program, "Tab")
    after = wait_until_list_is_left(program, listed)
    press(program, "Shift_L", "Tab")
    wait_until_focused(program, listed, 3, "list item")
    press(program, "Shift_L", "Tab")
    before = wait_until_list_is_left(program, listed)
    assert after != before, "it leaves the list at both ends"
    press(program, "Tab")
    wait_until_focused(program, listed, 3, "list item")


def test_a_failed_rows_retry_is_the_next_stop_and_then_the_list_is_left(server, open_list):
    for number in (1, 2):
        server.on(photos.path(number), replies.status(404))
    program, listed = open_list(30)
    listed.wait_until_done()
    listed.take_keyboard()
    press(program, "Down")
    wait_until_focused(program, listed, 1, "list item")
    press(program, "Tab")
    wait_until_focused(program, listed, 1, "button")
    press(program, "Shift_L", "Tab")
    wait_until_focused(program, listed, 1, "list item")
    press(program, "Tab")
    wait_until_focused(program, listed, 1, "button")
    press(program, "Down")
    wait_until_focused(program, listed, 2, "list item")
    press(program, "Tab")
    wait_until_focused(program, listed, 2, "button")
    press(program, "Tab")
    wait_until_list_is_left(program, listed)


def test_so_is_the_grid(server, open_list):
    server.on(photos.path(1), replies.status(404))
    program, listed = open_list(40)
    grid = show_grid(program, listed.names)
    grid.wait_until_done()
    grid.take_keyboard()
    press(program, "Home")
    wait_until_focused(program, grid, 0, "grid cell")
    press(program, "Tab")
    after = wait_until_list_is_left(program, grid)
    press(program, "Shift_L", "Tab")
    wait_until_focused(program, grid, 0, "grid cell")
    press(program, "Shift_L", "Tab")
    assert wait_until_list_is_left(program, grid) != after
    press(program, "Tab")
    wait_until_focused(program, grid, 0, "grid cell")
    press(program, "Right")
    wait_until_focused(program, grid, 1, "grid cell")
    press(program, "Tab")
    wait_until_focused(program, grid, 1, "button")
    press(program, "Shift_L", "Tab")
    wait_until_focused(program, grid, 1, "grid cell")
    press(program, "Tab")
    wait_until_focused(program, grid, 1, "button")
    press(program, "Tab")
    assert wait_until_list_is_left(program, grid) == after
