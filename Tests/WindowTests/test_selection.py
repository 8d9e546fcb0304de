"""Selecting photos with the mouse and with keys, copying their texts, and saving catalogues."""

import csv
import json
import plistlib

from support import clipboard, photos
from support.accessibility import SELECTED
from support.dialogs import Dialog
from support.finding import row_names, says, search_for, shows, sort_by
from support.photo_grid import show_grid
from support.photo_page import PhotoPage
from support.saving import save_catalogue
from support.waiting import wait_until


def click(listed, desktop, row, *modifiers):
    view = listed.view()
    x, y, width, _ = listed.extents()
    with desktop.keyboard.held(*modifiers):
        desktop.pointer.click(x + width / 2, y + (row + 0.5) * view.row_height - view.offset)
    if not modifiers:
        # This opens the photo too.
        page = PhotoPage(listed.program)
        page.wait_for(photos.name(row))
        page.close()


def copied(program, *keys):
    """The clipboard after Ctrl+C, or after other keys."""
    program.desktop.keyboard.press(*(keys or ("Control_L", "c")))
    says(program, "copied")
    return clipboard.text(program.desktop.session.display.name).split("\n")


def names(*numbers):
    return [photos.name(number) for number in numbers]


def test_clicks_select_one_some_and_a_range(open_list, desktop):
    program, listed = open_list(50)
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    click(listed, desktop, 1)
    says(program, "1 selected")
    assert copied(program) == names(1)
    click(listed, desktop, 4, "Shift_L")
    says(program, "4 selected")
    click(listed, desktop, 2, "Control_L")
    says(program, "3 selected")
    assert copied(program) == names(1, 3, 4)
    click(listed, desktop, 5)
    says(program, "1 selected")
    assert copied(program) == names(5)


def test_rows_and_cells_say_whether_they_are_selected(open_list, desktop):
    program, listed = open_list(8)
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    click(listed, desktop, 1)
    click(listed, desktop, 3, "Control_L")

    def selected(role, of):
        items = program.accessible().find(of, "Photos").find_all(role)
        return [number for number, each in enumerate(items) if each.has_state(SELECTED)]
    wait_until(lambda: selected("list item", "list") == [1, 3], 5, lambda: selected("list item", "list"))
    show_grid(program, listed.names)
    wait_until(lambda: selected("grid cell", "grid") == [1, 3], 5, lambda: selected("grid cell", "grid"))


def test_keys_select_everything_nothing_and_the_rest(server, open_list, desktop):
    program, listed = open_list(3_000)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "a")
    says(program, "3,000 selected")
    assert copied(program) == names(*range(3_000))
    assert copied(program, "Control_L", "Shift_L", "c") == [
        server.url(photos.path(number)) for number in range(3_000)]
    desktop.keyboard.press("Control_L", "Shift_L", "a")
    says(program, "3,000 photos")
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Shift_L", "Down")
    says(program, "2 selected")
    desktop.keyboard.press("Control_L", "i")
    says(program, "2,998 selected")


def test_a_selection_stays_while_photos_are_searched_and_sorted(open_list, desktop):
    program, listed = open_list(40)
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    click(listed, desktop, 0)
    click(listed, desktop, 3, "Control_L")
    search_for(program, "3")
    found = shows(program, names(3, 13, 23, *range(30, 40)))
    says(program, "1 selected")
    found.wait_until_done()
    desktop.keyboard.press("Return")
    desktop.keyboard.press("Escape")
    shows(program, names(*range(40)))
    says(program, "2 selected")
    assert copied(program) == names(0, 3)


def test_a_catalogue_is_saved_in_every_format_in_the_order_of_the_list(server, launch, desktop, tmp_path):
    entries = [("b 10", "photos/1.jpg"), ("a", "photos/2.jpg"), ("b 9", "photos/3.jpg")]
    program = launch(server.serve_catalogue(entries))
    listed = shows(program, [name for name, _ in entries])
    listed.wait_until_done()
    sort_by(program, "n")
    wait_until(lambda: [name.split(",")[0] for name in row_names(program)] == ["a", "b 9", "b 10"], 5,
               lambda: row_names(program))
    expected = [("a", server.url("/photos/2.jpg")), ("b 9", server.url("/photos/3.jpg")),
                ("b 10", server.url("/photos/1.jpg"))]
    for ending, read in (("plist", read_plist), ("json", read_json), ("csv", read_csv)):
        path = tmp_path / f"saved.{ending}"
        save_catalogue(program, path)
        says(program, f"3 photos saved to “saved.{ending}”")
        assert read(path) == expected
    assert {each.name for each in tmp_path.iterdir() if each.name.startswith("saved")} == {
        "saved.plist", "saved.json", "saved.csv"}
    assert not [each for each in tmp_path.iterdir() if each.name.endswith(".part")]


def read_plist(path):
    return list(plistlib.loads(path.read_bytes()).items())


def read_json(path):
    return [(each["name"], each["url"]) for each in json.loads(path.read_text())["photos"]]


def read_csv(path):
    with open(path, newline="") as file:
        return [(each["name"], each["url"]) for each in csv.DictReader(file)]


def test_what_cannot_be_saved_says_why(open_list, tmp_path):
    program, listed = open_list(3)
    listed.wait_until_done()
    folder = tmp_path / "folder"
    folder.mkdir()
    save_catalogue(program, folder / "x.json")
    says(program, "3 photos saved")
    # A place where not even root can create files.
    program.desktop.keyboard.focus(program.window())
    program.desktop.keyboard.press("Control_L", "Shift_L", "s")
    dialog = Dialog(program)
    program.desktop.pause(0.5)
    dialog.type_instead("/proc/x.json")
    dialog.press("Return")
    said = Dialog(program, "Oops!").texts()
    assert any("x.json" in text and "Save it somewhere else" in text for text in said), said


def test_with_nothing_selected_keys_mean_the_row_that_has_the_keyboard(server, open_list, desktop, tmp_path):
    program, listed = open_list(10)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "Shift_L", "a")
    says(program, "10 photos")
    assert copied(program) == names(0)
    assert copied(program, "Control_L", "Shift_L", "c") == [server.url(photos.path(0))]
    for keys, title in ((("Control_L", "Shift_L", "e"), "Export"), (("Control_L", "s"), "Save Original")):
        desktop.keyboard.press(*keys)
        dialog = Dialog(program)
        wait_until(lambda: title in dialog.frame.name or title in dialog.texts(), 5,
                   lambda: f"{keys} asks with {title!r}: {dialog.frame.name!r}, {dialog.texts()}", every=0.05)
        dialog.dismiss()
    says(program, "10 photos")
