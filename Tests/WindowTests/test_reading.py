"""Every page, dialog and menu as a screen reader reads it: what is called how, and what is said when it changes."""

import json
import zipfile

import pytest

from support import photos, replies
from support.accessibility import ACCESSIBLE, names_of
from support.albums import expect, fill, home_of
from support.dialogs import Dialog, is_on, preference_tabs
from support.filter_bar import FilterBar
from support.finding import says
from support.menus import beside_menus, close_menu, enter, open_main_menu, step_to, wait_for_menu
from support.photo_grid import show_grid
from support.photo_list import PhotoList
from support.photo_page import activate, focused_row
from support.preferences import open_preferences
from support.reading import faults, read
from support.waiting import wait_until


def reads_well(program):
    """Waits until a person who listens stumbles over nothing in any window of the program."""
    wait_until(lambda: not faults(read(program.accessible())), 5,
               lambda: "nothing is wrong: " + "\n".join(faults(read(program.accessible()))))


@pytest.fixture
def listed(server, open_list):
    server.on(photos.path(1), replies.status(404))
    program, listed = open_list(60)
    listed.wait_until_done()
    listed.take_keyboard()
    beside_menus(program)
    return listed


def test_the_first_page_reads_well(launch):
    program = launch()
    says(program, "Open Location")
    reads_well(program)


def test_the_list_and_its_menus_read_well(listed, desktop):
    program = listed.program
    reads_well(program)
    open_main_menu(program)
    enter(program, "v")
    reads_well(program)
    close_menu(program)
    listed.take_keyboard()
    desktop.keyboard.press("Menu")
    wait_for_menu(program)
    reads_well(program)
    close_menu(program)
    desktop.keyboard.press("Control_L", "f")
    desktop.keyboard.type("nothing")
    says(program, "No Results Found")
    reads_well(program)


@pytest.mark.parametrize("keys", [
    ("Control_L", "l"), ("Control_L", "g"), ("Control_L", "Shift_L", "slash"),
    ("Control_L", "Shift_L", "e")],
    ids=["a location", "a row", "the keys", "an export's options"])
def test_dialogs_read_well(listed, desktop, keys):
    desktop.keyboard.press(*keys)
    Dialog(listed.program)
    reads_well(listed.program)


# What is read after the name of an input of the preferences.
SAID = {
    "Amount": "80%", "Time per Photo": "5 Seconds", "Loop": "Start over after the last photo", "Random Order": "",
    "Load Ahead": "Load the photos of the next screen in advance", "Downloads at Once": "6 photos\nFrom each server",
    "Photos Filtered at Once": "Automatic\n0 for one per processor core",
    "Memory for Pictures": "Automatic\nIn MiB; 0 for a share of the computer’s memory",
    "Files on Disk": "512 MiB\nIn MiB, for photos and catalogues from the network",
}


def test_the_preferences_are_read_with_their_units_and_with_what_stands_below_their_names(listed):
    program = listed.program
    dialog = open_preferences(program)
    said = {}

    def inputs():
        return {each.name: each.description for each in read(dialog.frame).walk()
                if each.role in ("spin button", "switch")}
    for tab in preference_tabs(dialog.frame):
        tab.do()
        wait_until(lambda shown=tab: is_on(shown) and inputs().keys() - said.keys(), 5,
                   lambda shown=tab: f"{shown.name} is shown")
        reads_well(program)
        said |= inputs()
    assert {name: said.get(name) for name in SAID} == SAID


@pytest.mark.parametrize("path", [("About Classic Photos",), ("p", "Clear Cache…")], ids=["about", "the cache"])
def test_what_the_menu_asks_reads_well(listed, desktop, path):
    program = listed.program
    open_main_menu(program)
    for letter in path[:-1]:
        enter(program, letter)
    step_to(program, path[-1])
    desktop.keyboard.press("Return")
    wait_until(lambda: len(program.accessible().children()) == 2, 5, "a dialog is open")
    Dialog(program)
    reads_well(program)


def test_a_failure_reads_well(server, launch):
    server.on("/catalogue.plist", replies.status(404))
    program = launch(server.url("/catalogue.plist"))
    Dialog(program, "Oops!")
    reads_well(program)


def test_a_question_for_a_password_reads_well(server, launch):
    for number in range(3):
        server.on(photos.path(number), replies.behind_password(replies.photo(number), "anna", "secret"))
    program = launch(server.serve_photos(3))
    Dialog(program, "Authentication Required")
    reads_well(program)


def test_the_inspector_reads_well(listed, desktop):
    desktop.keyboard.press("Control_L", "Shift_L", "i")
    says(listed.program, "Recent Events")
    reads_well(listed.program)


def test_a_photos_page_reads_well(listed, desktop):
    program = listed.program
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0))
    reads_well(program)
    desktop.keyboard.press("F9")
    says(program, "Copy All Details")
    reads_well(program)
    desktop.keyboard.press("F9")
    desktop.keyboard.press("e")
    says(program, "Amount")
    reads_well(program)
    desktop.keyboard.press("Escape")
    desktop.keyboard.press("c")
    says(program, "Divider")
    reads_well(program)
    open_main_menu(program)
    reads_well(program)
    close_menu(program)
    # The divider has the keyboard again, and moves by this key.
    desktop.keyboard.press("c")
    desktop.keyboard.press("Page_Down")
    page.wait_for_message("Not found")
    reads_well(program)


def descriptions(items):
    asked = [each.property_question(ACCESSIBLE, "Description") for each in items]
    return [answer[0] for answer in items[0].bus.call_all(asked)]


def test_rows_and_cells_say_what_they_show_and_where_they_are(listed):
    program = listed.program
    rows = program.accessible().find("list", "Photos").children()
    wait_until(lambda: descriptions(rows[:3]) == ["Sepia, 1 of 60", "2 of 60", "Sepia, 3 of 60"], 5,
               lambda: f"each says its place: {descriptions(rows[:3])}")
    assert names_of(rows[:2]) == [
        "Photo 000000, filtered", "Photo 000001, failed to load: Not found on the server (404)"]
    # All that is in a row and can be used; the rest is its name.
    inner = [(each.role, each.name) for row in rows[:3] for each in read(row).walk() if each.name]
    assert inner == [("list item", "Photo 000000, filtered"),
                     ("list item", "Photo 000001, failed to load: Not found on the server (404)"),
                     ("button", "Retry Photo 000001"), ("list item", "Photo 000002, filtered")]
    show_grid(program, listed.names).wait_until_done()
    reads_well(program)
    cells = program.accessible().find("grid", "Photos").children()
    wait_until(lambda: descriptions(cells[:2]) == ["Sepia, 1 of 60", "2 of 60"], 5, lambda: descriptions(cells[:2]))


def test_each_of_a_million_rows_says_where_it_is(server, launch, desktop):
    count = 1_000_000
    names = [f"Photo {number}" for number in range(count)]
    server.on("/catalogue.plist", replies.of(photos.large_catalogue(names), "application/x-plist"))
    program = launch(server.url("/catalogue.plist"))
    says(program, "1,000,000 photos", within=60)
    listed = PhotoList(program, names)
    listed.take_keyboard()

    def place(row):
        return listed.object(row).description
    wait_until(lambda: place(0).endswith("1 of 1,000,000"), 10, lambda: f"the first says where it is: {place(0)}")
    desktop.keyboard.press("End")
    wait_until(lambda: place(count - 1).endswith("1,000,000 of 1,000,000"), 20,
               lambda: f"the last says where it is: {place(count - 1)}")
    reads_well(program)

    show_grid(program, names)
    cells = wait_until(lambda: program.accessible().find("grid", "Photos").children(), 10, "there are cells")
    wait_until(lambda: descriptions(cells)[-1].endswith("1,000,000 of 1,000,000"), 20, lambda: descriptions(cells))
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    wait_until(lambda: descriptions(program.accessible().find("grid", "Photos").children())[0].endswith(
        "1 of 1,000,000"), 20, "the first cell says where it is")


def announced(program):
    return program.accessible().find("status").name


def announces(program, text):
    wait_until(lambda: text in announced(program), 10, lambda: f"{text!r} is announced, not {announced(program)!r}")


def test_what_changes_is_said_aloud(server, listed, desktop):
    program = listed.program
    announces(program, "60 photos")
    desktop.keyboard.press("Control_L", "a")
    announces(program, "60 of 60 selected")
    desktop.keyboard.press("Control_L", "Shift_L", "a")
    announces(program, "60 photos")
    desktop.keyboard.press("Down")
    wait_until(lambda: focused_row(listed) == 1, 5, "the second row has the focus")
    listed.retry(1).do()
    announces(program, "Photo 000001, failed to load: Not found on the server (404)")
    # The same happens again: it is said again, in place of what was said since.
    desktop.keyboard.press("Control_L", "a")
    announces(program, "60 of 60 selected")
    desktop.keyboard.press("Control_L", "Shift_L", "a")
    announces(program, "60 photos")
    listed.retry(1).do()
    announces(program, "Photo 000001, failed to load: Not found on the server (404)")
    server.on(photos.path(1), replies.photo(1))
    listed.retry(1).do()
    announces(program, "Photo 000001, filtered")
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0))
    announces(program, "Photo 000000, 240 × 160 pixels, zoom 100%, Sepia, 80%")
    desktop.keyboard.press("plus")
    wait_until(lambda: "zoom 100%" not in announced(program) and "zoom" in announced(program), 5,
               lambda: f"the new zoom is announced: {announced(program)}")
    assert announced(program).endswith("%, Sepia, 80%")
    bar = FilterBar(page)
    bar.open()
    bar.choose("Noir")
    wait_until(lambda: announced(program).startswith("Photo 000000, ") and announced(program).endswith("%, Noir, 100%"),
               5, lambda: f"the new filter is announced: {announced(program)}")
    bar.choose("None")
    wait_until(lambda: announced(program).endswith("%, Original"), 5,
               lambda: f"that there is no filter any more is announced: {announced(program)}")


def test_a_photo_that_fails_on_its_page_is_said_aloud_at_each_attempt(server, launch, desktop):
    # The row has a picture, which the page shows in place of the photo.
    server.on("/catalogue.json", replies.of(json.dumps([
        {"name": photos.name(row), "url": photos.path(row)[1:], "thumbnail": photos.path(row + 10)[1:]}
        for row in range(2)]).encode(), "application/json"))
    server.on(photos.path(0), replies.status(404))
    program = launch(server.url("/catalogue.json"))
    listed = PhotoList(program, [photos.name(0), photos.name(1)])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    page = activate(listed, 0, desktop)
    page.wait_for_message("Not found")
    failure = "Photo 000000 failed to load: Not found on the server (404)"
    announces(program, failure)
    assert "selected" in announced(program), announced(program)
    program.accessible().get("button", "Retry Photo 000000", prune=()).do()
    # Again, and without what was said with it before.
    wait_until(lambda: failure in announced(program) and "selected" not in announced(program), 5,
               lambda: f"the failure is announced again: {announced(program)}")


def test_a_bar_about_further_pages_reads_well_and_is_said_aloud(server, launch, desktop):
    server.on("/page1", replies.of(json.dumps({
        "items": [{"title": photos.name(row), "url": server.url(photos.path(row))} for row in range(4)],
        "next": "/page2"}).encode(), "application/json"))
    server.on("/page2", replies.status(404))
    program = launch(server.url("/page1"))
    says(program, "More photos could not be loaded")
    reads_well(program)
    announces(program, "More photos could not be loaded. Not found on the server (404)")
    # The same happens again: it is said again, in place of what was said since.
    PhotoList(program, [photos.name(row) for row in range(4)]).take_keyboard()
    desktop.keyboard.press("Control_L", "a")
    announces(program, " selected")
    program.accessible().find("button", "Retry").do()
    announces(program, "More photos could not be loaded. Not found on the server (404)")
    server.on("/page2", replies.never())
    program.accessible().find("button", "Retry").do()
    says(program, "Loading more photos…")
    announces(program, "Loading more photos…")


def test_a_toast_with_a_button_reads_well(launch, tmp_path, new_home, desktop):
    home, _ = home_of(new_home)
    program = launch(str(fill(tmp_path / "Album", [1, 2])), home=home)
    expect(program, ["1.jpg", "2.jpg"])
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Delete")
    says(program, "Moved to trash: “1.jpg”")
    assert program.accessible().find("button", "Undo") and program.accessible().find("button", "Close")
    reads_well(program)


def test_an_archive_reads_well(launch, tmp_path):
    with zipfile.ZipFile(tmp_path / "album.zip", "w") as archive:
        for number in range(3):
            archive.writestr(f"day/{number}.jpg", photos.jpeg(number))
    program = launch(str(tmp_path / "album.zip"))
    listed = PhotoList(program, [f"{number}.jpg" for number in range(3)])
    listed.wait_until_done()
    reads_well(program)
    announces(program, "3 photos")


def test_a_slideshow_reads_well(listed, desktop):
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Shift_L", "F5")
    says(listed.program, "Pause Slideshow")
    reads_well(listed.program)
    announces(listed.program, "Photo 000000, 240 × 160 pixels")
