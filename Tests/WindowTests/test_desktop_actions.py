"""What is done with photos beyond the window: copied, handed to other programs, printed, thrown away and brought back."""

import io
import re
from pathlib import Path
from urllib.parse import unquote

import numpy
import pytest
from PIL import Image

from support import clipboard, photos, pixels
from support.desktop_services import CANCELLED, DesktopServices
from support.accessibility import FOCUSED
from support.dialogs import Dialog
from support.dragging import DropZone, drag_out, drop_on
from support.finding import row_names, says
from support.menus import close_menu, wait_for_menu
from support.photo_grid import PhotoGrid, remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.waiting import wait_until


TEXT = "text/plain;charset=utf-8"


def fill(folder, numbers):
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        (folder / f"{number}.jpg").write_bytes(photos.jpeg(number))
    return folder


def shown(program):
    return [name.rsplit(", ", 1)[0] for name in row_names(program)]


def expect(program, names):
    wait_until(lambda: shown(program) == names, 10, lambda: f"the list shows {names}; it shows {shown(program)}", every=0.1)


def open_photo(program, names, row=0):
    """Opens a photo from the list with the keyboard."""
    listed = PhotoList(program, names)
    listed.wait_until_done()
    listed.take_keyboard()
    keyboard = program.desktop.keyboard
    keyboard.press("Home")
    for _ in range(row):
        keyboard.press("Down")
    keyboard.press("Return")
    page = PhotoPage(program)
    page.wait_for(names[row])
    return page


def pasted_picture(desktop):
    """What another program gets that pastes a picture."""
    encoded = clipboard.content(desktop.session.display.name, "image/png")
    return numpy.asarray(Image.open(io.BytesIO(encoded)).convert("RGB")).astype(int)


def decoded(number):
    return numpy.asarray(Image.open(io.BytesIO(photos.jpeg(number))).convert("RGB")).astype(int)


# Copying

def test_a_photo_is_copied_with_all_its_pixels_as_it_is_turned_and_its_address_as_text(
        launch, server, desktop, new_home):
    program = launch(server.serve_photos(3), home=remembers(new_home(), filter="'none'"))
    page = open_photo(program, [photos.name(number) for number in range(3)], row=1)
    page.key("Control_L", "c")
    says(program, "Picture copied")
    assert numpy.abs(pasted_picture(desktop) - decoded(1)).max() <= 3
    assert clipboard.text(desktop.session.display.name) == server.url(photos.path(1))
    page.key("r")
    page.key("h")
    page.key("Control_L", "c")
    turned = decoded(1).transpose(1, 0, 2)  # to the right, and mirrored

    def is_turned():
        picture = pasted_picture(desktop)
        return picture.shape == turned.shape and numpy.abs(picture - turned).max() <= 3
    wait_until(is_turned, 10, "the turned photo is in the clipboard", every=0.2)
    assert len(server.asked_for(photos.path(1))) == 1


def test_a_photos_address_is_copied_from_its_page(launch, server, desktop):
    program = launch(server.serve_photos(3))
    page = open_photo(program, [photos.name(number) for number in range(3)])
    page.key("Control_L", "Shift_L", "c")
    says(program, "1 address copied")
    assert clipboard.text(desktop.session.display.name) == server.url(photos.path(0))


# The trash

def in_trash(home):
    folder = home / "Trash"
    return sorted(each.name for each in (folder / "files").iterdir()) if folder.exists() else []


def home_of(new_home):
    """A home, and where its trash is."""
    home = new_home()
    return home, Path(home["XDG_DATA_HOME"])


def test_a_photo_is_thrown_away_from_its_page_which_shows_the_next_and_brought_back(launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3])
    program = launch(str(album), home=home)
    page = open_photo(program, ["1.jpg", "2.jpg", "3.jpg"], row=1)
    page.key("Delete")
    says(program, "Moved to trash: “2.jpg”")
    page.wait_for("3.jpg")
    assert not (album / "2.jpg").exists() and in_trash(data) == ["2.jpg"]
    # The list follows behind it.
    says(program, "2 photos")
    page.key("Delete")
    page.wait_for("1.jpg")
    page.key("Delete")
    wait_until(lambda: page.canvas() is None, 10, "without photos the list is shown again")
    # A folder that has become empty is no failure.
    says(program, "Show the Demo")
    assert len(program.windows()) == 1
    assert in_trash(data) == ["1.jpg", "2.jpg", "3.jpg"] and not list(album.iterdir())

    def undone():
        if not list(album.iterdir()):
            program.accessible().find("button", lambda name: "Undo" in name).do()
        return list(album.iterdir())
    # The offer for the photo before may still be on its way out, and takes no press any more.
    wait_until(undone, 10, "Undo is offered, and brings the last photo back", every=1)
    expect(program, ["1.jpg"])
    page.key("Control_L", "z")
    expect(program, ["1.jpg", "3.jpg"])
    page.key("Control_L", "z")
    expect(program, ["1.jpg", "2.jpg", "3.jpg"])
    assert (album / "2.jpg").read_bytes() == photos.jpeg(2)
    assert in_trash(data) == [] and not list((data / "Trash" / "info").iterdir())


def test_selected_photos_are_thrown_away_together_and_the_next_is_selected(launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3, 4, 5])
    program = launch(str(album), home=home)
    listed = PhotoList(program, [f"{number}.jpg" for number in (1, 2, 3, 4, 5)])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Shift_L", "Down")
    desktop.keyboard.press("Shift_L", "Down")
    says(program, "3 selected")
    desktop.keyboard.press("Delete")
    says(program, "Moved to trash: 3 photos")
    expect(program, ["4.jpg", "5.jpg"])
    assert in_trash(data) == ["1.jpg", "2.jpg", "3.jpg"]
    says(program, "1 selected")
    desktop.keyboard.press("Delete")
    says(program, "Moved to trash: “4.jpg”")
    expect(program, ["5.jpg"])
    desktop.keyboard.press("Control_L", "z")
    expect(program, ["4.jpg", "5.jpg"])
    desktop.keyboard.press("Control_L", "z")
    expect(program, [f"{number}.jpg" for number in (1, 2, 3, 4, 5)])
    assert in_trash(data) == []


def expect_focus(listed, name):
    def focused():
        return next(
            (each.name.rsplit(", ", 1)[0] for each in listed.objects().values() if each.has_state(FOCUSED)), None)
    wait_until(lambda: focused() == name, 10, lambda: f"{name} has the keyboard, not {focused()}", every=0.05)


def thrown_away(program, desktop, name, left):
    desktop.keyboard.press("Delete")
    says(program, f"Moved to trash: “{name}”")
    expect(program, left)
    return PhotoList(program, left) if left else None


def brought_back(program, desktop, name, there):
    desktop.keyboard.press("Control_L", "z")
    says(program, f"“{name}” brought back")
    expect(program, there)
    return PhotoList(program, there)


def test_in_the_list_the_next_photo_takes_the_keyboard_and_undo_gives_it_back(launch, desktop, tmp_path, new_home):
    home, _ = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3, 4])
    names = [f"{number}.jpg" for number in (1, 2, 3, 4)]
    program = launch(str(album), home=home)
    listed = PhotoList(program, names)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Down")
    expect_focus(listed, "2.jpg")
    listed = thrown_away(program, desktop, "2.jpg", ["1.jpg", "3.jpg", "4.jpg"])
    expect_focus(listed, "3.jpg")
    listed = brought_back(program, desktop, "2.jpg", names)
    expect_focus(listed, "2.jpg")
    # The last one's place is taken by the one before.
    desktop.keyboard.press("End")
    expect_focus(listed, "4.jpg")
    listed = thrown_away(program, desktop, "4.jpg", ["1.jpg", "2.jpg", "3.jpg"])
    expect_focus(listed, "3.jpg")
    listed = thrown_away(program, desktop, "3.jpg", ["1.jpg", "2.jpg"])
    expect_focus(listed, "2.jpg")
    listed = brought_back(program, desktop, "3.jpg", ["1.jpg", "2.jpg", "3.jpg"])
    expect_focus(listed, "3.jpg")
    listed = brought_back(program, desktop, "4.jpg", names)
    expect_focus(listed, "4.jpg")


def test_several_come_back_selected_as_they_were_thrown_away(launch, desktop, tmp_path, new_home):
    home, _ = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3, 4])
    names = [f"{number}.jpg" for number in (1, 2, 3, 4)]
    program = launch(str(album), home=home)
    listed = PhotoList(program, names)
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Down")
    desktop.keyboard.press("Shift_L", "Down")
    says(program, "2 selected")
    desktop.keyboard.press("Delete")
    says(program, "Moved to trash: 2 photos")
    expect(program, ["1.jpg", "4.jpg"])
    expect_focus(PhotoList(program, ["1.jpg", "4.jpg"]), "4.jpg")
    says(program, "1 selected")
    desktop.keyboard.press("Control_L", "z")
    expect(program, names)
    expect_focus(PhotoList(program, names), "2.jpg")
    says(program, "2 selected")


def test_on_the_page_undo_shows_the_photo_again(launch, desktop, tmp_path, new_home):
    home, _ = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3])
    names = ["1.jpg", "2.jpg", "3.jpg"]
    program = launch(str(album), home=home)
    page = open_photo(program, names, row=1)
    for thrown, left, then in [("2.jpg", ["1.jpg", "3.jpg"], "3.jpg"), ("3.jpg", ["1.jpg", "2.jpg"], "2.jpg")]:
        page.key("Delete")
        says(program, f"Moved to trash: “{thrown}”")
        page.wait_for(then)
        expect(program, left)
        page.key("Control_L", "z")
        says(program, f"“{thrown}” brought back")
        page.wait_for(thrown)
        expect(program, names)
        page.key("n")
        page.wait_for("3.jpg")
    page.close()
    expect_focus(PhotoList(program, names), "3.jpg")


def test_pictures_named_one_by_one_leave_their_list_and_come_back_to_it(launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3])
    program = launch(*[str(album / f"{number}.jpg") for number in (3, 1, 2)], home=home)
    listed = PhotoList(program, ["3.jpg", "1.jpg", "2.jpg"])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Down")
    desktop.keyboard.press("Delete")
    says(program, "Moved to trash: “1.jpg”")
    expect(program, ["3.jpg", "2.jpg"])
    desktop.keyboard.press("Control_L", "z")
    says(program, "“1.jpg” brought back")
    expect(program, ["3.jpg", "1.jpg", "2.jpg"])


def test_what_cannot_be_thrown_away_stays_and_says_why(launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1])
    program = launch(str(album / "1.jpg"), home=home)
    PhotoList(program, ["1.jpg"]).wait_until_done()
    (data / "Trash").write_text("no folder")
    page = open_photo(program, ["1.jpg"])
    page.key("Delete")
    said = Dialog(program, "Oops!").texts()
    assert any("1.jpg" in text and "It stays" in text for text in said), said
    assert (album / "1.jpg").read_bytes() == photos.jpeg(1)


def test_in_the_place_of_another_file_nothing_is_brought_back(launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2])
    program = launch(str(album), home=home)
    page = open_photo(program, ["1.jpg", "2.jpg"])
    page.key("Delete")
    says(program, "Moved to trash")
    (album / "1.jpg").write_bytes(photos.jpeg(7))
    page.wait_for("2.jpg")
    page.key("Control_L", "z")
    said = Dialog(program, "Oops!").texts()
    assert any("It stays in the trash" in text for text in said), said
    assert (album / "1.jpg").read_bytes() == photos.jpeg(7) and in_trash(data) == ["1.jpg"]


def test_what_is_on_the_network_is_not_offered_to_the_trash(launch, server, desktop):
    program = launch(server.serve_photos(3))
    page = open_photo(program, [photos.name(number) for number in range(3)])
    page.key("Delete")
    desktop.pause(0.5)
    page.wait_for(photos.name(0))
    assert not any("trash" in text for text in program.accessible().texts())


# Other programs

@pytest.fixture
def services(desktop):
    started = []

    def start(**options):
        started.append(DesktopServices(desktop.session, **options))
        return started[-1]
    yield start
    for each in started:
        each.end()


def with_a_recorder(home, tmp_path):
    """Installs a program that notes what it is opened with, for pictures and for addresses; returns where it notes that."""
    noted = tmp_path / "noted.txt"
    applications = Path(home["XDG_DATA_HOME"]) / "applications"
    applications.mkdir(parents=True)
    script = tmp_path / "record"
    script.write_text(f"#!/bin/sh\nfor each in \"$@\"; do echo \"$each\" >> {noted}; done\n")
    script.chmod(0o755)
    (applications / "recorder.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Recorder\nExec={script} %U\nMimeType=image/jpeg;\n")
    entry = "image/jpeg=recorder.desktop\nx-scheme-handler/http=recorder.desktop\ninode/directory=recorder.desktop\n"
    (Path(home["XDG_CONFIG_HOME"]) / "mimeapps.list").write_text(
        f"[Default Applications]\n{entry}[Added Associations]\n{entry}")
    return noted


def lines(path):
    """What was noted; files as paths, which is how some versions of GLib hand them over."""
    noted = path.read_text().splitlines() if path.exists() else []
    return [unquote(each.removeprefix("file://")) for each in noted]


def choose_program(program):
    dialog = Dialog(program, "Recorder")
    dialog.press("Return")
    dialog.wait_until_gone()


def test_a_file_is_opened_with_another_program(launch, desktop, tmp_path, new_home):
    home = new_home()
    noted = with_a_recorder(home, tmp_path)
    album = fill(tmp_path / "album", [1, 2])
    program = launch(str(album), home=home)
    page = open_photo(program, ["1.jpg", "2.jpg"])
    page.key("Control_L", "Return")
    choose_program(program)
    wait_until(lambda: lines(noted) == [str(album / "1.jpg")], 10, lambda: lines(noted))
    says(program, "Opened with Recorder")


def test_a_photo_of_the_network_is_opened_from_a_file_of_its_own(launch, server, desktop, tmp_path, new_home):
    home = new_home()
    noted = with_a_recorder(home, tmp_path)
    program = launch(server.serve_photos(2), home=home)
    page = open_photo(program, [photos.name(0), photos.name(1)], row=1)
    page.key("Control_L", "Return")
    choose_program(program)
    wait_until(lambda: lines(noted), 10, lambda: lines(noted))
    path = Path(lines(noted)[0])
    assert path.read_bytes() == photos.jpeg(1) and path.name == Path(photos.path(1)).name
    assert len(server.asked_for(photos.path(1))) == 1


def test_an_address_is_opened_in_the_browser(launch, server, desktop, tmp_path, new_home):
    home = new_home()
    noted = with_a_recorder(home, tmp_path)
    program = launch(server.serve_photos(2), home=home)
    page = open_photo(program, [photos.name(0), photos.name(1)])
    page.key("Control_L", "b")
    wait_until(lambda: lines(noted) == [server.url(photos.path(0))], 10, lambda: lines(noted))


def test_selected_photos_are_shown_in_the_file_manager(launch, desktop, services, tmp_path):
    service = services()
    album = fill(tmp_path / "al bum", [1, 2, 3])
    program = launch(str(album))
    listed = PhotoList(program, ["1.jpg", "2.jpg", "3.jpg"])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Shift_L", "Down")
    desktop.keyboard.press("Control_L", "Alt_L", "o")
    wanted = [{"method": "ShowItems", "uris": [(album / name).as_uri() for name in ("1.jpg", "2.jpg")]}]
    wait_until(lambda: service.asked() == wanted, 10, lambda: service.asked())


def test_without_a_file_manager_on_the_bus_the_folder_is_opened(launch, desktop, tmp_path, new_home):
    home = new_home()
    noted = with_a_recorder(home, tmp_path)
    album = fill(tmp_path / "album", [1])
    program = launch(str(album), home=home)
    page = open_photo(program, ["1.jpg"])
    page.key("Control_L", "Alt_L", "o")
    wait_until(lambda: [each.rstrip("/") for each in lines(noted)] == [str(album)], 10, lambda: lines(noted))


# Paper and wall

def test_a_photo_is_the_wallpaper_through_the_desktops_portal(launch, server, desktop, services):
    service = services()
    program = launch(server.serve_photos(2))
    page = open_photo(program, [photos.name(0), photos.name(1)], row=1)
    page.key("Control_L", "F8")
    says(program, "Wallpaper set")
    call, = service.asked()
    assert call["place"] == "background"
    wall = numpy.asarray(Image.open(io.BytesIO(bytes.fromhex(call["bytes"]))).convert("RGB"), dtype=float)
    original = numpy.asarray(Image.open(io.BytesIO(photos.jpeg(1))).convert("RGB"), dtype=float)
    assert pixels.difference(wall, photos.sepia(original)) < 2, "as it is seen"


def test_a_photo_that_is_seen_as_it_came_is_the_wallpaper_as_it_came(launch, server, services, new_home):
    service = services()
    program = launch(server.serve_photos(2), home=remembers(new_home(), filter="'none'"))
    page = open_photo(program, [photos.name(0), photos.name(1)], row=1)
    page.key("Control_L", "F8")
    says(program, "Wallpaper set")
    call, = service.asked()
    assert bytes.fromhex(call["bytes"]) == photos.jpeg(1)


def test_a_person_may_think_better_of_a_wallpaper(launch, server, desktop, services):
    service = services(answer=CANCELLED)
    program = launch(server.serve_photos(1))
    page = open_photo(program, [photos.name(0)])
    page.key("Control_L", "F8")
    wait_until(service.asked, 10, "the portal is asked")
    desktop.pause(0.5)
    assert len(program.windows()) == 1 and "Wallpaper set" not in program.accessible().texts()


def test_without_a_portal_no_wallpaper_is_set_and_it_says_so(launch, server, desktop):
    program = launch(server.serve_photos(1))
    page = open_photo(program, [photos.name(0)])
    page.key("Control_L", "F8")
    said = Dialog(program, "Oops!").texts()
    assert any("no portal" in text for text in said), said


# Dragging

def row_place(listed, row):
    view = listed.view()
    x, y, width, _ = listed.extents()
    return x + width / 2, y + (row + 0.5) * view.row_height - view.offset


def test_rows_are_dragged_out_alone_or_with_all_that_is_selected(launch, server, desktop):
    program = launch(server.serve_photos(6))
    listed = PhotoList(program, [photos.name(number) for number in range(6)])
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    zone = DropZone(desktop.session.display.name, 700, 100)
    try:
        got = drag_out(desktop, *row_place(listed, 1), zone, ("text/uri-list", TEXT))
        assert got["text/uri-list"].decode() == server.url(photos.path(1)) + "\r\n"
        assert got[TEXT].decode() == server.url(photos.path(1))
    finally:
        zone.end()
    assert PhotoPage(program).canvas() is None  # that was no click
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Shift_L", "Down")
    says(program, "2 selected")
    zone = DropZone(desktop.session.display.name, 700, 100)
    try:
        got = drag_out(desktop, *row_place(listed, 0), zone)
        assert got["text/uri-list"].decode().split() == [server.url(photos.path(number)) for number in (0, 1)]
    finally:
        zone.end()
    says(program, "2 selected")
    # A click is still one.
    desktop.pointer.click(*row_place(listed, 3))
    PhotoPage(program).wait_for(photos.name(3))


def test_a_photo_is_dragged_from_its_page_as_file_and_picture_unless_it_is_moved(launch, desktop, tmp_path):
    album = fill(tmp_path / "album", [1])
    program = launch(str(album))
    page = open_photo(program, ["1.jpg"])
    x, y = page.on_screen(*[length / 2 for length in page.extents()[2:]])
    zone = DropZone(desktop.session.display.name, 700, 100)
    try:
        got = drag_out(desktop, x, y, zone, ("text/uri-list", "image/png"))
        assert got["text/uri-list"].decode().split() == [(album / "1.jpg").as_uri()]
        picture = numpy.asarray(Image.open(io.BytesIO(got["image/png"])).convert("RGB")).astype(int)
        assert numpy.abs(picture - decoded(1)).max() <= 3
    finally:
        zone.end()
    for _ in range(8):
        page.key("plus")
    desktop.pause(0.5)
    zone = DropZone(desktop.session.display.name, 700, 100)
    try:
        assert drag_out(desktop, x, y, zone) == {}
    finally:
        zone.end()


def test_catalogues_folders_and_pictures_that_are_dropped_are_opened(launch, server, desktop, tmp_path):
    program = launch(server.serve_photos(2))
    listed = PhotoList(program, [photos.name(0), photos.name(1)])
    listed.wait_until_done()
    x, y = row_place(listed, 0)
    album = fill(tmp_path / "album", [1, 2, 3])
    assert drop_on(program, x, y, {"text/uri-list": f"{album.as_uri()}\r\n".encode()})
    expect(program, ["1.jpg", "2.jpg", "3.jpg"])
    assert drop_on(program, x, y, {
        "text/uri-list": "".join(f"{(album / name).as_uri()}\r\n" for name in ("3.jpg", "1.jpg")).encode()})
    expect(program, ["3.jpg", "1.jpg"])
    assert drop_on(program, x, y, {TEXT: server.serve_catalogue([("dropped", "photos/1.jpg")]).encode()})
    expect(program, ["dropped"])


def test_what_is_no_address_is_not_opened(launch, server, desktop):
    program = launch(server.serve_photos(1))
    listed = PhotoList(program, [photos.name(0)])
    listed.wait_until_done()
    drop_on(program, *row_place(listed, 0), {TEXT: b"just some words"})
    says(program, "There is nothing to open in what was dropped")
    expect(program, [photos.name(0)])


# The menu of a row

def test_the_menu_of_a_row_is_opened_by_pointer_and_by_key_and_says_what_can_be_done(launch, desktop, tmp_path, new_home):
    home, data = home_of(new_home)
    album = fill(tmp_path / "album", [1, 2, 3])
    program = launch(str(album), home=home)
    listed = PhotoList(program, ["1.jpg", "2.jpg", "3.jpg"])
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    desktop.pointer.move(*row_place(listed, 1))
    desktop.pointer.press(3)
    desktop.pointer.release(3)
    wanted = ["Open Photo", "Copy Picture", "Open With…", "Show in Files", "Print…", "Set as Wallpaper", "Move to Trash"]

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
    """What the menu of the photo that is looked at offers, in its order."""
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
        desktop.pointer.move(*page.on_screen(200, 200))
        desktop.pointer.press(3)
        desktop.pointer.release(3)
    for open_it in [press_button, lambda: page.key("Menu"), lambda: page.key("Shift_L", "F10")]:
        open_it()
        wait_until(lambda: menu_of_photo(program) == wanted, 5,
                   lambda: f"the menu offers all: {program.accessible().describe()}")
        wait_for_menu(program)
        close_menu(program)
    page.wait_for("2.jpg")
    # The keyboard is with the photo again.
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
    wait_until(lambda: len(program.windows()) == 1, 5, "what it was of is no longer shown")


# Printing

def test_a_photo_is_printed_into_a_file_on_a_page_that_lies_as_it_does(launch, server, desktop, new_home):
    home = new_home()
    documents = Path(home["HOME"]) / "Documents"
    documents.mkdir()
    (Path(home["XDG_CONFIG_HOME"]) / "user-dirs.dirs").write_text(f'XDG_DOCUMENTS_DIR="{documents}"\n')
    program = launch(server.serve_photos(1), home=home)
    page = open_photo(program, [photos.name(0)])
    page.key("Control_L", "p")
    dialog = Dialog(program, "All sheets")
    desktop.pause(0.5)

    def can_print():
        if dialog.is_offered("Print"):
            return True
        # On to the printers, and to the first of them.
        desktop.keyboard.press("Tab")
        desktop.keyboard.press("Down")
        return False
    wait_until(can_print, 10, lambda: dialog.frame.describe(), every=0.3)
    dialog.button("Print").do()
    name = photos.path(0).rsplit("/", 1)[1].rsplit(".", 1)[0]
    printed = documents / f"{name}.pdf"
    wait_until(lambda: printed.exists() and printed.read_bytes().rstrip().endswith(b"%%EOF"), 20,
               lambda: f"the file is there: {list(documents.iterdir())}")
    says(program, "printed")
    content = printed.read_bytes()
    width, height = (float(each) for each in re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+)", content).groups())
    assert width > height
    assert re.search(rb"/Width 240\s+/Height 160", content)


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
