"""The menus of a row, of a photo and of the grid."""

from support import clipboard, photos
from support.albums import expect, fill, home_of, in_trash, open_photo
from support.finding import says
from support.menus import close_menu, wait_for_menu
from support.photo_grid import PhotoGrid, remembers
from support.photo_list import PhotoList
from support.waiting import wait_until


def test_the_menu_of_a_row_is_opened_by_pointer_and_by_key_and_says_what_can_be_done(
        launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3])
    program = launch(str(album), home=home)
    listed = PhotoList(program, ["1.jpg", "2.jpg", "3.jpg"])
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    desktop.pointer.move(*listed.middle_of(1))
    desktop.pointer.press(3)
    desktop.pointer.release(3)
    wanted = ["Open Photo", "Copy Picture", "Open With…", "Show in Files", "Print…", "Set as Wallpaper",
              "Move to Trash"]

    def offered():
        return [each for each in wanted if each in program.accessible().texts()]
    wait_until(lambda: offered() == wanted and len(program.windows()) == 2, 10, lambda: program.accessible().describe())
    says(program, "1 selected")
    close_menu(program)
    desktop.keyboard.press("Menu")
    wait_for_menu(program)
    desktop.keyboard.press("t")
    says(program, "Moved to trash: “2.jpg”")
    expect(program, ["1.jpg", "3.jpg"])
    assert in_trash(data) == ["2.jpg"]


def menu_of_photo(program):
    """The items of the menu of the photo on the page, in order."""
    names = [name.replace("_", "") for _, role, name in program.accessible().walk() if role == "menu item"]
    return names if "Details" in names and "Export…" in names else []


def test_the_menu_of_a_photo_is_opened_by_pointer_and_by_key_and_says_what_can_be_done(
        launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3])
    program = launch(str(album), home=home)
    page = open_photo(program, ["1.jpg", "2.jpg", "3.jpg"], row=1)
    wanted = ["Details", "Save Original…", "Export…", "Copy Picture", "Copy Address", "Open With…", "Open in Browser",
              "Show in Files", "Print…", "Set as Wallpaper", "Move to Trash", "Undo"]

    def press_button():
        desktop.pointer.arrive(*page.on_screen(200, 200))
        desktop.pointer.press(3)
        desktop.pointer.release(3)
    for open_it in [press_button, lambda: page.key("Menu"), lambda: page.key("Shift_L", "F10")]:
        open_it()
        wait_until(lambda: menu_of_photo(program) == wanted, 5,
                   lambda: f"the menu offers all: {program.accessible().describe()}")
        wait_for_menu(program)
        close_menu(program)
    page.wait_for("2.jpg")
    # The photo has the focus again.
    page.key("n")
    page.wait_for("3.jpg")
    page.key("p")
    page.wait_for("2.jpg")
    press_button()
    wait_until(lambda: menu_of_photo(program) == wanted, 5, "the menu is open")
    wait_for_menu(program)
    desktop.keyboard.press("t")
    says(program, "Moved to trash: “2.jpg”")
    page.wait_for("3.jpg")
    assert in_trash(data) == ["2.jpg"]


def test_another_photo_takes_the_menu_of_the_one_before_away(launch, desktop, tmp_path, new_home):
    home = remembers(new_home(), slideshow_interval=1)
    program = launch(str(fill(tmp_path / "album", [1, 2, 3])), home=home)
    page = open_photo(program, ["1.jpg", "2.jpg", "3.jpg"])
    page.key("Menu")
    wait_for_menu(program)
    close_menu(program)
    page.key("Shift_L", "F5")
    page.key("Menu")
    wait_until(lambda: menu_of_photo(program), 5, "the menu is open in a slideshow")
    page.wait_for("2.jpg")
    wait_until(lambda: len(program.windows()) == 1, 5, "its photo is no longer shown")


def test_in_the_grid_the_menu_is_that_of_the_photo_under_the_pointer(server, launch, desktop, new_home):
    program = launch(server.serve_photos(9), home=remembers(new_home(), view="'grid'"))
    grid = PhotoGrid(program, [photos.name(number) for number in range(9)])
    grid.wait_until_done()
    desktop.keyboard.focus(program.window())
    desktop.pointer.move(*grid.middle_of(1))
    desktop.pointer.press(3)
    desktop.pointer.release(3)
    wait_until(lambda: "Copy Addresses" in program.accessible().texts(), 5, "the menu is open")
    desktop.keyboard.press("d")
    says(program, "1 address copied")
    assert clipboard.text(desktop.session.display.name) == server.url(photos.path(1))
