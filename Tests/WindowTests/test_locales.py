"""Prices, numbers, dates and the order of names are the reader's: LC_MONETARY, LC_NUMERIC, LC_TIME and LC_COLLATE."""

import json
import os
import re

import pytest
from PIL import Image

from support import locales, replies
from support.finding import row_names, sort_by
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.waiting import wait_until

NAMES = ["de_DE", "ja_JP", "ar_EG", "hi_IN"]
# 20.5 dollars in a catalogue with rates for all currencies; 12,345 rows; 1 May 2024, 23:30 UTC, in Tokyo.
EXPECTED = {
    "de_DE": ("20,50 $ (18,98 €)", "12.345", "02.05.2024", "08:30:00"),
    "ja_JP": ("$20.50", "12,345", "2024/05/02", "8:30:00"),
    "ar_EG": ("٢٠٫٥٠", "١٢٬٣٤٥", "٢٠٢٤", "٨:٣٠:٠٠"),
    "hi_IN": ("$20.50", "12,345", "2 मई 2024", "8:30:00"),
    "C": ("US$20.50", "12,345", "2 May 2024", "8:30:00"),
}


@pytest.fixture(scope="module")
def variables(tmp_path_factory):
    return locales.make(tmp_path_factory.mktemp("locales"), *NAMES, "sv_SE")


def environment(variables, name):
    # The texts stay English: formats and language are categories of their own.
    return {**variables, "LC_ALL": name if name == "C" else f"{name}.UTF-8", "LANGUAGE": "en", "TZ": "Asia/Tokyo"}


def catalogue(count=1):
    photo = {"name": "Photo 0", "url": "photos/0.jpg", "price": 20.5, "currency": "USD", "date": "2024-05-01T23:30:00Z"}
    return json.dumps({"rates": {"USD": 1, "EUR": 0.9258, "JPY": 150, "EGP": 50, "INR": 83},
                       "photos": [photo] + [{"name": f"Photo {number}", "url": "photos/0.jpg"}
                                            for number in range(1, count)]}).encode()


def plain(text):
    """Spaces of all kinds and marks of direction depend on the locale."""
    return re.sub(r"[\u200e\u200f\u061c]", "", re.sub(r"\s", " ", text))


def says(program, wanted, within=15):
    wait_until(lambda: any(wanted in plain(text) for text in program.accessible().texts()), within,
               lambda: f"the window says {wanted!r}; it says {[plain(text) for text in program.accessible().texts()]}",
               every=0.05)


def row_says(listed, wanted):
    """The text for screen readers of the first row, in addition to its name."""
    wait_until(lambda: 0 in listed.objects() and wanted in plain(listed.objects()[0].description), 15,
               lambda: f"the row says {wanted!r}; it says {plain(listed.objects()[0].description)!r}", every=0.05)


def open_catalogue(launch, server, content, **variables):
    server.on("/photos.json", replies.of(content, "application/json"))
    server.on("/photos/0.jpg", replies.photo(0))
    return launch(server.url("/photos.json"), **variables)


@pytest.mark.parametrize("name", [*NAMES, "C"])
def test_rows_and_details_are_written_as_the_reader_writes(desktop, launch, server, variables, name):
    price, count, day, time = EXPECTED[name]
    program = open_catalogue(launch, server, catalogue(12_345), **environment(variables, name))
    says(program, count)
    listed = PhotoList(program, [f"Photo {number}" for number in range(12_345)])
    row_says(listed, price)
    row_says(listed, day)
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    wait_until(PhotoPage(program).canvas, 10, "the photo is open", every=0.1)
    # The page's title says the how many-th it is.
    says(program, f" of {count}")
    desktop.keyboard.press("i")
    says(program, price)
    says(program, time)


@pytest.mark.parametrize("money, dates, numbers, said", [
    ("de_DE", "ja_JP", "hi_IN", ("20,50 $ (18,98 €)", "2024/05/01", "12,345 photos")),
    ("ja_JP", "hi_IN", "de_DE", ("$20.50", "1 मई 2024", "12.345 photos"))])
def test_each_category_has_its_own_purpose(launch, server, variables, money, dates, numbers, said):
    mixed = {**variables, "LC_ALL": "", "LANG": "C.UTF-8", "LC_MONETARY": f"{money}.UTF-8", "LC_TIME": f"{dates}.UTF-8",
             "LC_NUMERIC": f"{numbers}.UTF-8", "TZ": "UTC"}
    program = open_catalogue(launch, server, catalogue(12_345), **mixed)
    says(program, said[2])
    listed = PhotoList(program, ["Photo 0"])
    row_says(listed, said[0])
    row_says(listed, said[1])


# Of these, en_DK is not installed.
PARTLY = {"LC_ALL": "", "LANG": "de_DE.UTF-8", "LC_TIME": "en_DK.UTF-8", "TZ": "UTC"}


def test_a_locale_that_is_not_installed_costs_only_its_own_purpose(launch, server, variables):
    program = open_catalogue(launch, server, catalogue(12_345), **variables, **PARTLY, LANGUAGE="en")
    says(program, "12.345 photos")
    listed = PhotoList(program, ["Photo 0"])
    row_says(listed, "20,50 $ (18,98 €)")
    row_says(listed, "1 May 2024")


def test_a_locale_that_is_not_installed_does_not_cost_the_language(launch, server, variables):
    says(open_catalogue(launch, server, catalogue(12_345), **variables, **PARTLY), "12.345 Fotos")


@pytest.mark.parametrize("name, order", [
    # In Swedish, ä is a letter of its own, after z; in German, a kind of a.
    ("sv_SE", ["Apfel", "Photo 2", "Photo 10", "Zebra", "Äpfel"]),
    ("de_DE", ["Apfel", "Äpfel", "Photo 2", "Photo 10", "Zebra"])])
def test_names_are_in_the_order_of_the_readers_language(launch, server, variables, name, order):
    content = json.dumps([{"name": each, "url": "photos/0.jpg"} for each in sorted(order)]).encode()
    program = open_catalogue(
        launch, server, content,
        **{**variables, "LC_ALL": "", "LANG": "C.UTF-8", "LC_COLLATE": f"{name}.UTF-8", "LANGUAGE": "en"})
    PhotoList(program, sorted(order)).take_keyboard()
    sort_by(program, "n")

    def names():
        return [each.split(",")[0] for each in row_names(program)]
    wait_until(lambda: names() == order, 10, names)


@pytest.mark.parametrize("zone, said", [("+00:00", "02.05.2024, 08:30:00"), (None, "01.05.2024, 23:30:00")])
def test_a_camera_that_says_no_zone_keeps_its_own_time(desktop, launch, tmp_path, variables, zone, said):
    exif = Image.Exif()
    exif[0x8769] = {0x9003: "2024:05:01 23:30:00", **({0x9011: zone} if zone else {})}
    Image.new("RGB", (60, 40)).save(tmp_path / "a.jpg", exif=exif)
    os.utime(tmp_path / "a.jpg", (0, 0))
    program = launch(str(tmp_path / "a.jpg"), **environment(variables, "de_DE"))
    listed = PhotoList(program, ["a.jpg"])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    wait_until(PhotoPage(program).canvas, 10, "the photo is open", every=0.1)
    desktop.keyboard.press("i")
    says(program, said)
