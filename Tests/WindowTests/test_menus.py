"""The menus: opened with F10 and with the pointer, as often as one likes, and what is chosen in them."""

from support import photos
from support.accessibility import FOCUSED
from support.waiting import wait_until

ENTRIES = ["Open Location…", "Open File…", "Show the Demo", "Reload", "Retry All Failed", "Inspector",
           "About Classic Photos", "Quit"]


def entries(program):
    texts = program.accessible().texts()
    return [each for each in ENTRIES if each in texts]


def open_menu(program, desktop, name):
    """Opens the menu of a button in the header bar by clicking on it."""
    button = program.accessible().find("button", name)
    x, y, width, height = button.extents()
    left, top = program.place()
    desktop.pointer.click(left + x + width / 2, top + y + height / 2)
    # A tooltip may be on the screen too.
    wait_until(lambda: len(program.windows()) >= 2, 5, f"the menu of {name!r} is open")


def test_f10_opens_the_main_menu_again_and_again(launch, desktop):
    program = launch()
    window = program.window()
    desktop.keyboard.focus(window)
    for _ in range(2):
        def is_open():
            desktop.keyboard.press("F10")
            return entries(program) == ENTRIES and len(program.windows()) == 2
        wait_until(is_open, 10, lambda: f"F10 opens the menu; there is {entries(program)}", every=0.5)
        desktop.keyboard.press("Escape")
        wait_until(lambda: len(program.windows()) == 1, 5, "Escape closes it")


def test_a_filter_chosen_in_the_menu_applies_to_the_list_again_and_again(open_list, desktop):
    program, listed = open_list(4)
    listed.wait_until_done()
    listed.wait_until_found(0, photos.filtered(0))
    desktop.keyboard.focus(program.window())
    for wanted, picture in [("None", photos.unfiltered(0)), ("Sepia", photos.filtered(0))]:
        open_menu(program, desktop, "Filter")

        def chosen():
            focused = [name for each, _, name in program.accessible().walk() if name and each.has_state(FOCUSED)]
            if wanted in focused:
                return True
            desktop.keyboard.press("Down")
            return False
        wait_until(chosen, 10, lambda: f"the menu offers {wanted!r}: {program.accessible().describe()}", every=0.1)
        desktop.keyboard.press("Return")
        wait_until(lambda: len(program.windows()) == 1, 5, "the menu is closed")
        listed.wait_until_shown(0, picture)
