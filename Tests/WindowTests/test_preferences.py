"""Preferences: each takes effect at once in all windows, holds in the next start, and no stored value does harm."""

import json
from pathlib import Path

import numpy as np
import pytest

from support import pages, photos, replies
from support.photo_list import PhotoList
from support.photo_page import PhotoPage, activate
from support.preferences import open_preferences, reach, shown
from support.waiting import wait_until, wait_until_same
from test_preference_rows import stored


def names(count):
    return [photos.name(number) for number in range(count)]


def keyfile(home):
    return Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"


def store(home, **values):
    """Writes settings as another program does, in GVariant's notation: at once, for a moment without them would have
    the defaults."""
    file = keyfile(home)
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{name.replace('_', '-')}={value}\n" for name, value in values.items())
    whole = file.with_suffix(".new")
    whole.write_text(f"[org/classicphotos/ClassicPhotos]\n{lines}")
    whole.replace(file)


def is_open(program):
    """Whether the page of a photo is shown."""
    back = program.accessible().find("button", "Back")
    return back and back.extents()[2] > 0


@pytest.fixture
def home(new_home):
    return new_home()


def test_a_switch_changes_all_windows_and_the_next_start(server, launch, home, desktop):
    described = [{"name": "One", "url": "photos/1.jpg", "author": "Anna", "description": "A lake"}]
    server.on("/described.json", replies.of(json.dumps(described).encode(), "application/json"))
    address = server.url("/described.json")
    program = launch(address, address, home=home)

    def descriptions():
        return [each.description for each in program.accessible().find_all("list item", "One, filtered")]
    wait_until(lambda: descriptions() == ["A lake · Anna, 1 of 1"] * 2, 10,
               lambda: f"both describe it: {descriptions()}")
    dialog = open_preferences(program)
    # Its page is found by a search, as by people.
    dialog.press("Control_L", "f")
    dialog.type("author")
    for role in ("list item", "switch"):
        wait_until(lambda: shown(dialog, role, "Author"), 5, lambda: f"a {role} is shown: {dialog.frame.describe()}")
        program.click(lambda: shown(dialog, role, "Author"), dialog.window)
    wait_until(lambda: descriptions() == ["A lake, 1 of 1"] * 2, 5, lambda: f"both leave it out: {descriptions()}")
    dialog.press("Escape")
    program.quit()
    program = launch(address, home=home)
    wait_until(lambda: descriptions() == ["A lake, 1 of 1"], 10, lambda: f"it is left out: {descriptions()}")


def test_what_another_program_stores_takes_effect_at_once(server, launch, home, desktop):
    store(home, filter="'none'")
    program = launch(server.serve_photos(30), home=home)
    listed = PhotoList(program, names(30))
    listed.wait_until_done()
    listed.wait_until_found(0, photos.unfiltered(0))
    store(home, filter="'sepia'")
    listed.wait_until_shown(0, photos.filtered(0))
    before = listed.view().row_height
    store(home, filter="'sepia'", row_picture_size="144")
    wait_until(lambda: listed.view().row_height >= before + 64, 5, lambda: f"rows are higher: {listed.view()}")
    assert set(listed.wait_until_done().values()) == {"filtered"}
    store(home, view="'grid'")
    wait_until(lambda: program.accessible().find("grid", "Photos"), 5, "there is a grid")


def test_more_downloads_at_once_begin_at_once(server, launch, home):
    count = 60
    for number in range(count):
        server.on(photos.path(number), replies.never())
    many = {"view": "'grid'", "grid_picture_size": "96", "window_width": "1100", "window_height": "900"}
    store(home, download_limit="2", **many)
    program = launch(server.serve_photos(count), home=home)
    wait_until(lambda: len(server.in_flight()) >= 2, 20, "the first are asked for")
    # Twice as many at most, and two for a page.
    assert len(server.in_flight()) <= 6
    wait_until(lambda: "last-location" in keyfile(home).read_text(), 10, "the program writes no setting any more")
    store(home, download_limit="20", **many)
    wait_until(lambda: len(server.in_flight()) >= 20, 10, lambda: f"more are: {len(server.in_flight())}")
    assert program.window()


def test_the_style_and_what_is_around_a_photo_change_at_once(server, launch, home, desktop):
    program = launch(server.serve_photos(3), home=home)
    listed = PhotoList(program, names(3))
    listed.wait_until_done()

    def brightness(part):
        return float(np.mean(part(pages.picture(program))))

    def header(picture):
        return picture[4:8, 200:280]

    def corner(picture):
        return picture[-40:-20, 4:24]
    assert brightness(header) > 180
    store(home, color_scheme="'dark'")
    wait_until(lambda: brightness(header) < 80, 5, lambda: f"the window is dark: {brightness(header)}")
    activate(listed, 0, desktop)
    wait_until(lambda: is_open(program), 5, "the photo is open")
    wait_until(lambda: brightness(corner) < 80, 5, lambda: f"it is dark around the photo: {brightness(corner)}")
    store(home, color_scheme="'dark'", photo_background="'white'")
    wait_until(lambda: brightness(corner) > 240, 5, lambda: f"it is white: {brightness(corner)}")


def test_cells_have_another_size_at_once(server, launch, home):
    store(home, view="'grid'", grid_picture_size="80")
    program = launch(server.serve_photos(6), home=home)

    def width():
        cell = program.accessible().find("grid cell", f"{photos.name(0)}, filtered")
        return cell.extents()[2] if cell else 0
    wait_until(lambda: 80 <= width() < 120, 20, lambda: f"cells are small: {width()}")
    store(home, view="'grid'", grid_picture_size="256")
    wait_until(lambda: width() >= 256, 5, lambda: f"cells are large: {width()}")


def test_the_next_screen_is_loaded_in_advance_once_a_person_wants_that(server, launch, home):
    count = 60
    store(home, read_ahead="false")
    program = launch(server.serve_photos(count), home=home)
    listed = PhotoList(program, names(count))

    def asked():
        return {each.path for each in server.exchanges if each.path.endswith(".jpg")}
    listed.wait_until_done()
    # Which screen is next shows when the list moves.
    first = len(asked())
    listed.take_keyboard()
    for _ in range(3):
        program.desktop.keyboard.press("Page_Down")
    wait_until(lambda: len(asked()) > first, 10, "the list has moved")
    few = wait_until_same(lambda: frozenset(asked()), times=10, every=0.1)
    store(home, read_ahead="true")
    wait_until(lambda: len(asked()) > len(few), 10, lambda: f"more is asked for than {sorted(few)}")


def test_a_slideshow_under_way_takes_another_pace(server, launch, home, desktop):
    store(home, slideshow_interval="60")
    program = launch(server.serve_photos(3), home=home)
    PhotoList(program, names(3)).wait_until_done()
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Shift_L", "F5")
    page = PhotoPage(program)
    page.wait_for(photos.name(0))
    store(home, slideshow_interval="1")
    page.wait_for(photos.name(1))


def test_a_click_selects_where_the_person_wants_that(server, launch, home, desktop):
    store(home, click="'select'")
    program = launch(server.serve_photos(5), home=home)
    listed = PhotoList(program, names(5))
    listed.wait_until_done()
    row = program.accessible().get("list item", f"{photos.name(2)}, filtered")
    program.click(row)
    wait_until(lambda: any("1 selected" in text or "1 of 5" in text for text in program.accessible().texts()), 5,
               lambda: f"it is selected: {program.accessible().texts()}")
    assert not is_open(program)
    store(home, click="'open'")
    desktop.rest_pointer()
    program.click(lambda: program.accessible().find("list item", f"{photos.name(3)}, filtered"))
    wait_until(lambda: is_open(program), 5, "the photo is open")


def test_no_stored_value_does_harm(server, launch, home):
    store(home, filter="'nonsense'", filter_amount="2147483647", view="7", row_picture_size="-2147483648",
          grid_picture_size="2147483647", download_limit="uint32 4294967295", filtration_limit="uint32 4294967295",
          memory_budget="uint32 4294967295", disk_budget="uint32 0", metered_network="'maybe'", read_ahead="'no'",
          color_scheme="'pink'", photo_background="''", click="[]", slideshow_interval="-5", row_price="(1,2)",
          remember_recent="'x'", window_width="-1", sort="'backwards'")
    program = launch(server.serve_photos(20), home=home)
    assert set(PhotoList(program, names(20)).wait_until_done().values()) == {"filtered"}
    dialog = open_preferences(program)
    dialog.dismiss()
    program.quit()


def test_the_preferences_close_with_the_keys_of_a_window(launch):
    program = launch()
    program.window()
    for keys in (("Escape",), ("Control_L", "w")):
        dialog = open_preferences(program)
        dialog.press(*keys)
        dialog.wait_until_gone()


@pytest.mark.parametrize("keys", [("Escape",), ("Control_L", "w")], ids=["Escape", "Control-W"])
@pytest.mark.parametrize("title, setting, number", [
    ("Files on Disk", "disk-budget", 2048), ("Amount", "filter-amount", 35)])
def test_a_number_that_was_typed_is_stored_when_the_preferences_close(launch, home, keys, title, setting, number):
    program = launch(home=home)
    program.window()
    dialog = open_preferences(program)
    reach(dialog, "spin button", title)
    dialog.type_instead(str(number))
    dialog.press(*keys)
    dialog.wait_until_gone()
    wait_until(lambda: stored(home).get(setting, "").split()[-1] == str(number), 5, lambda: stored(home))
