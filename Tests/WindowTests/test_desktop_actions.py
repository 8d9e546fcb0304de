"""Actions on photos outside the window: copied, passed to other programs, printed."""

import io
import re
from pathlib import Path

import numpy
from PIL import Image

from support import clipboard, photos, pixels
from support.albums import decoded, fill, open_photo
from support.desktop_services import CANCELLED
from support.dialogs import Dialog
from support.finding import says
from support.homes import with_documents
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.printing import print_photo
from support.recorder import choose_program, lines, with_a_recorder
from support.waiting import wait_until


def pasted_picture(desktop):
    """The result of pasting a picture into another program."""
    encoded = clipboard.content(desktop.session.display.name, "image/png")
    return numpy.asarray(Image.open(io.BytesIO(encoded)).convert("RGB")).astype(int)


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


# Other programs

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
    assert pixels.difference(wall, photos.sepia(original)) < 2, "it is copied as it is shown"


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
    assert any("does not let programs set the wallpaper" in text for text in said), said


# Printing

def test_a_photo_is_printed_into_a_file_on_a_page_that_lies_as_it_does(launch, server, new_home):
    home = new_home()
    documents = with_documents(home)
    program = launch(server.serve_photos(1), home=home)
    open_photo(program, [photos.name(0)])
    content = print_photo(program, documents, photos.path(0))
    width, height = (float(each) for each in re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+)", content).groups())
    assert width > height
    assert re.search(rb"/Width 240\s+/Height 160", content)
