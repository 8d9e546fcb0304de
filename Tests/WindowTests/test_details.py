"""The details of a photo: what each is called, and where its place leads."""

import io

import pytest
from PIL import Image
from PIL.TiffImagePlugin import IFDRational

from support import photos, replies
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.photo_page import activate
from support.reading import read
from support.recorder import lines, opens, with_a_recorder
from support.waiting import wait_until, wait_until_same

CAMERA, GPS = 0x0110, 0x8825
PLACE = "38.70833° N, 9.13333° W"
MAP = "https://www.openstreetmap.org/?mlat=38.708333&mlon=-9.133333#map=15/38.708333/-9.133333"


def taken_in_lisbon():
    exif = Image.Exif()
    exif[CAMERA] = "Canon EOS R5"
    exif[GPS] = {1: "N", 2: tuple(map(IFDRational, (38, 42, 30))), 3: "W", 4: tuple(map(IFDRational, (9, 8, 0)))}
    file = io.BytesIO()
    Image.open(io.BytesIO(photos.jpeg(0))).save(file, "JPEG", exif=exif)
    return file.getvalue()


@pytest.fixture
def details(server, launch, new_home, tmp_path, desktop):
    """Opens the details of a photo with a place; returns the program, and what the desktop opens."""
    server.on(photos.path(0), replies.of(taken_in_lisbon()))
    home = remembers(new_home(), window_width=1000, window_height=860)
    noted = with_a_recorder(home, tmp_path)
    opens(home, "x-scheme-handler/https")
    program = launch(server.serve_photos(2), home=home)
    listed = PhotoList(program, [photos.name(0), photos.name(1)])
    listed.wait_until_done()
    page = activate(listed, 0, desktop)
    page.wait_for(photos.name(0))
    page.key("F9")
    wait_until(lambda: program.accessible().find("label", PLACE), 10,
               lambda: f"the place is known: {program.accessible().describe()}")
    return program, noted


def test_each_detail_is_read_with_its_caption(details):
    program, _ = details
    said = {each.name: each.description for each in read(program.accessible()).walk() if each.role == "label"}
    wanted = {"240 × 160 pixels": "Size", "JPEG": "Type", "Canon EOS R5": "Camera", PLACE: "Place"}
    assert {value: said.get(value) for value in wanted} == wanted


def test_the_place_of_a_photo_is_a_link_to_a_map(details, desktop):
    program, noted = details
    label = program.accessible().get("label", PLACE)
    # The text is at the label's start.
    x, y, _, height = wait_until_same(label.extents, times=3, every=0.1)
    across, down = program.place()
    desktop.pointer.click(across + x + 20, down + y + height / 2)
    wait_until(lambda: lines(noted) == [MAP], 10, lambda: f"the map is opened: {lines(noted)}")
