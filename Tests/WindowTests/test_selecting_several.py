"""Selecting several photos one by one, with the pointer, a finger or one key at a time alone."""

from support import clipboard, photos
from support.accessibility import FOCUSED, SELECTED
from support.dialogs import open_location
from support.finding import says
from support.homes import without_animations
from support.menus import beside_menus, open_main_menu, step_to, wait_until_closed
from support.photo_grid import remembers, show_grid
from support.photo_page import PhotoPage
from support.timeline import Timeline, name, serve
from support.waiting import stays_true, wait_until


def names(*numbers):
    return [photos.name(number) for number in numbers]


def begin(program):
    beside_menus(program)
    open_main_menu(program)
    step_to(program, "Selection")
    program.desktop.keyboard.press("Right")
    step_to(program, "Select Several")
    program.desktop.keyboard.press("Return")
    wait_until_closed(program)
    wait_until(lambda: bar(program), 5, lambda: f"the bar is shown: {program.accessible().describe()}")


def bar(program):
    return program.accessible().find("label", "Click photos to select them.")


def press_on(listed, row, button=1, times=1):
    view = listed.view()
    x, y, width, _ = listed.extents()
    pointer = listed.program.desktop.pointer
    pointer.move(x + width / 2, y + (row + 0.5) * view.row_height - view.offset)
    for _ in range(times):
        pointer.press(button)
        pointer.release(button)


def copied(program):
    program.desktop.keyboard.press("Control_L", "c")
    says(program, "copied")
    return clipboard.text(program.desktop.session.display.name).split("\n")


def test_clicks_alone_select_and_unselect_until_that_is_done(open_list, desktop):
    program, listed = open_list(50)
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    press_on(listed, 1, button=3)
    item = wait_until(lambda: program.accessible().find("menu item", "Select Several"), 5,
                      lambda: f"a menu: {program.accessible().describe()}")
    item.do()
    wait_until_closed(program)
    says(program, "1 selected")
    for row, text in ((3, "2 selected"), (5, "3 selected"), (1, "2 selected"), (4, "3 selected")):
        press_on(listed, row)
        says(program, text)
    # Rapid clicks select, unselect and select: they do not open the photo.
    press_on(listed, 2, times=3)
    says(program, "4 selected")
    # The menu of another photo adds it.
    press_on(listed, 0, button=3)
    says(program, "5 selected")
    wait_until(lambda: program.accessible().find("menu item", "Open Photo"), 5, "a menu")
    desktop.keyboard.press("Escape")
    wait_until_closed(program)
    assert copied(program) == names(0, 2, 3, 4, 5)
    program.click(program.accessible().get("button", "Done"))
    wait_until(lambda: bar(program) is None, 5, "the bar is gone")
    says(program, "5 selected")
    press_on(listed, 1)
    PhotoPage(program).wait_for(photos.name(1))


def test_arrows_pass_the_photos_and_space_selects_them(open_list, desktop):
    program, listed = open_list(50)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    says(program, "1 selected")
    begin(program)
    for _ in range(2):
        desktop.keyboard.press("Down")
    desktop.keyboard.press("space")
    says(program, "2 selected")
    # Enter opens a photo all the same, and the selection stays.
    desktop.keyboard.press("Return")
    page = PhotoPage(program)
    page.wait_for(photos.name(2))
    page.close()
    says(program, "2 selected")
    desktop.keyboard.press("Shift_L", "Down")
    says(program, "3 selected")
    desktop.keyboard.press("Escape")
    wait_until(lambda: bar(program) is None, 5, "the bar is gone")
    assert copied(program) == names(0, 2, 3)
    desktop.keyboard.press("Down")
    says(program, "1 selected")


def test_clicks_select_in_the_grid_too_and_another_catalogue_ends_it(server, open_list, desktop):
    program, listed = open_list(20)
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    begin(program)
    press_on(listed, 0)
    says(program, "1 selected")
    grid = show_grid(program, listed.names)
    for number in (2, 3, 2, 5):
        program.click(lambda: grid.object(number))
    says(program, "3 selected")
    assert copied(program) == names(0, 3, 5)
    open_location(program, server.serve_catalogue([("Other", photos.path(7))], path="/other.plist"))
    wait_until(lambda: bar(program) is None, 10, "the bar is gone")


def test_done_and_escape_leave_the_list_where_it_is(open_list, desktop):
    program, listed = open_list(200)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    says(program, "1 selected")
    for way in ("Done", "Escape"):
        begin(program)
        done = program.accessible().get("button", "Done")

        def tab(done=done):
            if done.has_state(FOCUSED):
                return True
            desktop.keyboard.press("Tab")
            return False
        wait_until(tab, 20, "Tab leads to the button", every=0.2)
        # What has had the keyboard before is no longer on screen.
        desktop.pointer.move(*listed.middle())
        desktop.pointer.wheel(notches=25)
        desktop.park_pointer()
        listed.wait_until_done()
        offset = listed.view().offset
        desktop.keyboard.press("space" if way == "Done" else "Escape")
        wait_until(lambda: bar(program) is None, 5, f"{way} takes the bar away")
        # What was at the lower edge stays there, where the list gets the bar's height.
        stays_true(lambda before=offset: abs(listed.view().offset - before) < 60, 1, "the list stays where it is")


def test_quick_presses_beside_the_photos_are_the_scrubbers(server, launch, new_home, desktop):
    choices = {"view": "'timeline'", "filter": "'none'", "window_width": 900, "window_height": 760}
    home = without_animations(remembers(new_home(), **choices))
    program = launch(serve(server, 2_000, is_sorted=True), home=home)
    shown = Timeline(program)
    wait_until(lambda: name(0) in shown.names(), 10, lambda: f"{shown.names()}")
    desktop.keyboard.focus(program.window())
    begin(program)
    x, y, width, height = shown.area().extents()
    across, down = program.place()
    left, top = across + x + width - 20, down + y
    desktop.pointer.click(left, top + 60)
    wait_until(lambda: shown.names() and name(0) not in shown.names(), 5, "a press leads there")
    desktop.pointer.drag(left, top + 60, top + 0.6 * height)

    def is_far():
        numbers = [int(each.removeprefix("Photo ")) for each in shown.names()]
        return numbers and min(numbers) > 600
    wait_until(is_far, 10, lambda: f"the timeline has followed: {shown.names()}")


def test_clicks_select_in_the_timeline(server, launch, new_home, desktop):
    choices = {"view": "'timeline'", "filter": "'none'", "window_width": 900, "window_height": 760}
    home = without_animations(remembers(new_home(), **choices))
    program = launch(serve(server, 30), home=home)
    shown = Timeline(program)
    wait_until(lambda: name(5) in shown.names(), 10, lambda: f"{shown.names()}")
    desktop.keyboard.focus(program.window())
    begin(program)

    def cell(number):
        return next(each for each in shown.items() if each.name.split(",")[0] == name(number))

    def selected():
        return sorted(each.name.split(",")[0] for each in shown.items() if each.has_state(SELECTED))
    for number, expected in ((1, [1]), (4, [1, 4]), (2, [1, 2, 4]), (4, [1, 2])):
        program.click(lambda: cell(number))
        wait_until(lambda: selected() == [name(each) for each in expected], 5, selected)
    desktop.keyboard.press("Right")
    desktop.keyboard.press("space")
    wait_until(lambda: selected() == [name(1), name(2), name(5)], 5, selected)
