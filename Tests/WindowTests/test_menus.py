"""The menus: opened with F10 and with the pointer, repeatedly, and their commands."""

from support import photos, pixels
from support.accessibility import VISIBLE
from support.menus import close_menu, open_main_menu, step_to, wait_until_closed
from support.waiting import wait_until

ENTRIES = ["New Window", "Open Location…", "Open File…", "Show the Demo", "Reload", "Retry All Failed", "Inspector",
           "About Classic Photos", "Quit"]


def entries(program):
    texts = program.accessible().texts()
    return [each for each in ENTRIES if each in texts]


def open_menu(program, desktop, name):
    """Opens the menu of a button in the header bar by clicking on it."""
    button = program.accessible().get("button", name)
    x, y, width, height = button.extents()
    left, top = program.place()
    window = program.window()
    across, down = program.frame_width(window)

    def look():
        return pixels.of_window(window, across + x, down + y, width, height).tobytes()
    desktop.pointer.hover(left + x + width / 2, top + y + height / 2, look)
    desktop.pointer.press()
    desktop.pointer.release()


def test_f10_opens_the_main_menu_again_and_again(launch, desktop):
    program = launch()
    window = program.window()
    # Inside the window, but outside the menu: a submenu that appears under the pointer opens as well.
    desktop.pointer.move(60, 560)
    desktop.keyboard.focus(window)
    for _ in range(2):
        open_main_menu(program)
        wait_until(lambda: entries(program) == ENTRIES, 5, lambda: f"the menu offers all; there is {entries(program)}")
        close_menu(program)


def test_a_filter_chosen_in_the_menu_applies_to_the_list_again_and_again(open_list, desktop):
    program, listed = open_list(4)
    listed.wait_until_done()
    listed.wait_until_found(0, photos.filtered(0))
    desktop.keyboard.focus(program.window())
    for wanted, picture in [("None", photos.unfiltered(0)), ("Sepia", photos.filtered(0))]:
        open_menu(program, desktop, "Filter")
        step_to(program, wanted)
        desktop.keyboard.press("Return")
        wait_until_closed(program)
        listed.wait_until_shown(0, picture)


def test_in_a_narrow_window_the_header_bar_keeps_what_has_no_other_place(open_list, desktop):
    program, listed = open_list(30)

    def right_edges():
        """{name: right edge} of the visible buttons in the header bar."""
        found = {}
        for each in program.accessible().find_all("button"):
            x, y, width, height = each.extents()
            if y < 47 and width > 0 and each.has_state(VISIBLE):
                found[each.name] = x + width
        return found

    def has_filter():
        """Whether a button for the filter is somewhere: in the header bar, or below the list."""
        return any(each.name == "Filter" and each.has_state(VISIBLE) and each.extents()[2] > 0
                   for each in program.accessible().find_all("button"))

    def fits(width, least):
        edges = right_edges()
        return len(edges) >= least and max(edges.values()) <= width and "Main Menu" in edges and has_filter()
    program.resize(600, 640)
    wait_until(lambda: "Reload" in right_edges(), 5, lambda: f"all fit: {right_edges()}")
    usual = right_edges()
    assert {"Open Location", "Reload", "Search", "Grid", "Filter", "Main Menu"} <= set(usual)

    def drag_to(width):
        # Like a hand that drags the edge: the window becomes narrower whenever it can.
        program.resize(width, 640)
        return fits(width, 4)
    wait_until(lambda: drag_to(360), 5, lambda: f"the remaining buttons are visible: {right_edges()}", every=0.1)
    assert "Grid" not in right_edges()
    listed.wait_until_done()
    program.resize(600, 640)
    wait_until(lambda: set(right_edges()) == set(usual) and fits(600, 4), 5, right_edges)

    wait_until(lambda: drag_to(360), 5, lambda: f"it is narrow again: {right_edges()}", every=0.1)
    listed.take_keyboard()
    desktop.keyboard.press("Return")
    wait_until(lambda: "Back" in right_edges(), 5, "the photo is open")
    edges = right_edges()
    # The menu has the filters, too.
    assert max(edges.values()) <= 360 and {"Back", "Photo Menu", "Close"} <= set(edges), edges
