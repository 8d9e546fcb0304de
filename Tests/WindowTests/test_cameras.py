"""Cameras and memory cards that are plugged in are offered on the welcome page."""

import pytest

from support import photos
from support.camera import CameraMonitor
from support.dialogs import Dialog
from support.photo_list import PhotoList
from support.share import SEEN, virtual_file_systems  # noqa: F401 (a fixture)
from support.waiting import wait_until


@pytest.fixture
def cameras(desktop):
    monitor = CameraMonitor(desktop.session)
    yield monitor
    monitor.end()


@pytest.fixture
def card(tmp_path):
    for number, folder in enumerate(("100CANON", "101CANON")):
        (tmp_path / "CARD" / "DCIM" / folder).mkdir(parents=True)
        (tmp_path / "CARD" / "DCIM" / folder / f"IMG_{number}.JPG").write_bytes(photos.jpeg(number))
    return tmp_path / "CARD"


def offered(program):
    return [name for each, role, name in program.accessible().walk() if role == "list item" and name
            and name.startswith("Open “")]


def wait_until_offered(program, names):
    wait_until(lambda: offered(program) == [f"Open “{name}”" for name in names], 10,
               lambda: f"these are offered: {names}; there is:\n{program.accessible().describe()}", every=0.05)


def test_a_card_that_is_plugged_in_is_offered_and_opens_with_its_folders(cameras, card, launch):
    cameras.plug_in("EOS_DIGITAL", card)
    program = launch()
    wait_until_offered(program, ["EOS_DIGITAL"])
    program.click(lambda: program.accessible().find("list item", "Open “EOS_DIGITAL”"))
    listed = PhotoList(program, ["100CANON/IMG_0.JPG", "101CANON/IMG_1.JPG"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(0))


def test_cameras_come_and_go_and_other_disks_are_none(cameras, card, launch, tmp_path):
    program = launch()
    other = tmp_path / "disk"
    other.mkdir()
    cameras.plug_in("Disk", other)
    cameras.plug_in("Card", card)
    wait_until_offered(program, ["Card"])
    cameras.plug_out()
    wait_until_offered(program, [])


def test_a_telephone_that_is_not_mounted_is_offered_and_mounted_when_it_is_opened(cameras, launch):
    """Here nothing can mount it, which is said in words."""
    cameras.plug_in_unmounted("Pixel 8", "mtp://Google_Pixel_8_1/")
    program = launch()
    wait_until_offered(program, ["Pixel 8"])
    program.click(lambda: program.accessible().find("list item", "Open “Pixel 8”"))
    said = " ".join(Dialog(program, "Oops!").texts())
    assert "GVfs" in said and "mtp" in said, said


def test_a_telephone_that_is_gone_before_it_is_mounted_says_so(cameras, virtual_file_systems, launch):
    virtual_file_systems(in_file_system=False)
    cameras.plug_in_unmounted("Pixel 8", "mtp://Google_Pixel_8_1/")
    program = launch(**SEEN)
    wait_until_offered(program, ["Pixel 8"])
    program.click(lambda: program.accessible().find("list item", "Open “Pixel 8”"))
    said = " ".join(Dialog(program, "Oops!", within=30).texts())
    assert "Google_Pixel_8_1" in said, said
