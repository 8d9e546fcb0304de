"""Toasts and menu items: they are true at the time of reading."""

from support import photos, replies
from support.accessibility import SENSITIVE
from support.finding import says, search_for, shows
from support.menus import beside_menus, close_menu, enter, open_main_menu
from support.waiting import stays_true, wait_until


def toast(program):
    """The toast at the lower edge of the window."""
    return [text for text in program.accessible().texts() if text.endswith(" copied")]


def test_the_newest_word_takes_the_place_of_the_one_before(open_list, desktop):
    program, listed = open_list(10)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "a")
    desktop.keyboard.press("Control_L", "c")
    says(program, "10 names copied")
    desktop.keyboard.press("Control_L", "Shift_L", "a")
    desktop.keyboard.press("Control_L", "c")
    wait_until(lambda: toast(program) == ["1 name copied"], 3, lambda: f"the newest toast is shown: {toast(program)}",
               every=0.05)
    # Like a person who does not stop.
    for keys in (("c",), ("Shift_L", "c")) * 4:
        desktop.keyboard.press("Control_L", *keys)
    wait_until(lambda: toast(program) == ["1 address copied"], 3,
               lambda: f"the newest toast is shown: {toast(program)}", every=0.05)
    wait_until(lambda: not toast(program), 10, lambda: f"the toast is gone: {toast(program)}", every=0.1)
    stays_true(lambda: not toast(program), 1, lambda: f"no toast was queued: {toast(program)}")


def retry_all_is_offered(program):
    desktop = program.desktop
    desktop.keyboard.focus(program.window())
    beside_menus(program)
    open_main_menu(program)
    is_offered = program.accessible().get("menu item", "Retry All Failed").has_state(SENSITIVE)
    close_menu(program)
    desktop.keyboard.focus(program.window())
    return is_offered


def test_with_nothing_open_there_is_nothing_to_retry(launch):
    program = launch()
    says(program, "Open Location")
    assert not retry_all_is_offered(program)


def test_retry_all_failed_is_offered_while_something_has_failed(server, open_list):
    server.on(photos.path(1), replies.status(404))
    program, listed = open_list(3)
    listed.wait_until_done()
    assert retry_all_is_offered(program)
    server.on(photos.path(1), replies.photo(1))

    def is_there():
        # The focus returns from the menu after a delay.
        program.desktop.keyboard.press("Control_L", "Shift_L", "r")
        return listed.all_states().get(1) == "filtered"
    wait_until(is_there, 10, lambda: f"the photo was retried: {listed.all_states()}", every=0.5)
    assert not retry_all_is_offered(program)


def test_no_tooltip_lies_over_an_open_menu(open_list, desktop):
    program, listed = open_list(3)
    listed.wait_until_done()
    button = program.accessible().get("button", "Filter")
    x, y, width, height = button.extents()
    left, top = program.place()
    desktop.pointer.move(left + x + width / 2, top + y + height / 2)
    wait_until(lambda: len(program.windows()) == 2, 5, "the tooltip is there")
    # With its key: the pointer stays on the button.
    desktop.keyboard.focus(program.window())
    desktop.pointer.press()
    desktop.pointer.release()
    wait_until(lambda: any(program.accessible().find(role, "Sepia") for role in ("menu item", "radio menu item")),
               5, lambda: f"the menu is open:\n{program.accessible().describe()}")
    desktop.pointer.move(left + x + width / 2 + 2, top + y + height / 2)
    wait_until(lambda: len(program.windows()) == 2, 5, "only the menu is open")
    # Longer than a pointer rests before a tooltip appears.
    stays_true(lambda: len(program.windows()) == 2, 1.5, "no tooltip appears")


def test_an_ending_is_found_by_a_word_with_a_dot_only(server, launch):
    names = ["1.jpg", "gull.jpg", "3.png", "lake.jpeg"]
    program = launch(server.serve_catalogue([(name, f"photos/{number}.jpg") for number, name in enumerate(names)]))
    shows(program, names).wait_until_done()
    search_for(program, "g")
    says(program, "1 match")
    program.desktop.keyboard.press("BackSpace")
    program.desktop.keyboard.type(".jp")
    says(program, "3 matches")


def slideshow_entries(program, mnemonic):
    """The menu's items for slideshows, in the submenu with this mnemonic; then closes it."""
    beside_menus(program)
    open_main_menu(program)
    enter(program, mnemonic)
    program.accessible().get("menu item", "Start")
    found = [each.name for each in program.accessible().find_all("menu item")
             if each.name in ("Start", "Pause", "Continue", "End")]
    close_menu(program)
    program.desktop.keyboard.focus(program.window())
    return found


def test_where_no_slideshow_runs_one_can_only_be_begun(open_list):
    program, listed = open_list(5)
    listed.wait_until_done()
    listed.take_keyboard()
    assert slideshow_entries(program, "w") == ["Start"]
