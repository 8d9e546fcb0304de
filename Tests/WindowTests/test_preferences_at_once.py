"""Preferences that are changed in their dialog take effect in the running window: what it shows, loads and keeps."""

import asyncio
import contextlib
import io
import json
import os
import signal
import threading
import time
from pathlib import Path

import pytest
from PIL import Image

from support import filters, photos, replies
from support.albums import fill
from support.confinement import workers
from support.filter_bar import FilterBar
from support.network_manager import NetworkManager
from support.photo_grid import PhotoGrid, remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage, activate
from support.preferences import choose, enter_number, open_preferences, reach, set_number, switch
from support.reading_ahead import read_ahead
from support.waiting import stays_true, wait_until
from support.welcome import wait_until_recent
from test_next_pages import pages_asked, serve_three_pages
from test_preference_rows import stored

MIB = 1 << 20


def names(count):
    return [photos.name(number) for number in range(count)]


@pytest.fixture
def home(new_home):
    return new_home()


@pytest.fixture
def network(desktop):
    network = NetworkManager(desktop.session)
    yield network
    network.end()


# What the list shows

@pytest.mark.parametrize("title, part", [("Price", "20.50"), ("Description", "A lake"), ("Date", "2021")])
def test_rows_lose_a_detail_and_get_it_back(server, launch, title, part):
    described = [{"name": "One", "url": "photos/1.jpg", "price": 20.5, "currency": "USD", "author": "Anna",
                  "description": "A lake", "date": "2021-05-01T12:00:00Z"}]
    server.on("/described.json", replies.of(json.dumps(described).encode(), "application/json"))
    program = launch(server.url("/described.json"))

    def text():
        return program.accessible().find("list item", "One, filtered").description
    whole = wait_until(lambda: part in text() and text(), 10, lambda: f"the row says {part}: {text()}")
    dialog = open_preferences(program)
    switch(dialog, title)
    wait_until(lambda: part not in text(), 5, lambda: f"the row no longer says {part}: {text()}")
    assert "Anna" in text()
    dialog.press("space")
    wait_until(lambda: text() == whole, 5, lambda: f"the row says {whole}: {text()}")


def test_rows_are_filtered_by_another_amount(server, open_list):
    program, listed = open_list(3)
    listed.wait_until_done()
    listed.wait_until_found(0, photos.filtered(0))
    dialog = open_preferences(program)
    set_number(dialog, "Amount", 20)
    dialog.dismiss()
    for row in range(3):
        listed.wait_until_shown(row, filters.filtered(photos.unfiltered(row), "Sepia", 0.2))


def test_the_welcome_page_hides_recent_catalogues_and_lists_them_again(launch, home, tmp_path):
    fill(tmp_path / "Lisbon", [1])
    program = launch(str(tmp_path / "Lisbon"), home=home)
    PhotoList(program, ["1.jpg"]).wait_until_done()
    program.quit()
    program = launch("--new-window", home=home)
    wait_until_recent(program, ["Lisbon"])
    dialog = open_preferences(program)
    switch(dialog, "Recent Catalogues")
    wait_until_recent(program, [])
    dialog.press("space")
    wait_until_recent(program, ["Lisbon"])


# What a window has chosen for itself

def test_other_pictures_in_the_list_leave_each_window_its_layout(server, launch, home, desktop):
    address = server.serve_photos(3)
    program = launch(address, address, home=home)

    def layouts():
        return sorted(role for _, role, name in program.accessible().walk()
                      if role in ("list", "grid") and name == "Photos")

    def row_height():
        return program.accessible().find("list", "Photos").children()[0].extents()[3]
    wait_until(lambda: layouts() == ["list", "list"], 10, lambda: f"there are two lists: {layouts()}")
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "2")
    wait_until(lambda: layouts() == ["grid", "list"], 5, lambda: f"one is a grid: {layouts()}")
    before = wait_until(row_height, 5, "the other has rows")
    dialog = open_preferences(program)
    sizes = [f"{side} points" for side in (80, 112, 144, 192)]
    choose(dialog, "Pictures in the List", "144 points", sizes)
    wait_until(lambda: row_height() >= before + 64, 5, lambda: f"rows are higher: {row_height()}")
    dialog.dismiss()
    assert layouts() == ["grid", "list"]


def test_the_preferences_show_and_change_the_window_below_them(server, launch, home, desktop):
    address = server.serve_photos(3)
    program = launch(address, address, home=home)

    def layouts():
        return sorted(role for _, role, name in program.accessible().walk()
                      if role in ("list", "grid") and name == "Photos")
    wait_until(lambda: layouts() == ["list", "list"], 10, lambda: f"there are two lists: {layouts()}")
    below = program.window()
    other = wait_until(lambda: next((each for each in program.windows() if each.id != below.id), None), 5,
                       "the other window is open")
    desktop.keyboard.focus(other)
    desktop.keyboard.press("Control_L", "2")
    wait_until(lambda: layouts() == ["grid", "list"], 5, lambda: f"one is a grid: {layouts()}")
    wait_until(lambda: stored(home).get("view") == "'grid'", 5, lambda: f"that is stored: {stored(home)}")
    dialog = open_preferences(program)
    row = reach(dialog, "combo box", "View")
    assert row.description == "List"
    for key in ("space", "Down", "Return"):
        dialog.press(key)
    wait_until(lambda: layouts() == ["grid", "grid"], 5, lambda: f"both are grids: {layouts()}")


def test_another_filter_has_its_own_amount(server, launch, home):
    program = launch(server.serve_photos(3), home=remembers(home, filter="'sepia'", filter_amount="20"))
    PhotoList(program, names(3)).wait_until_done()
    dialog = open_preferences(program)
    reach(dialog, "combo box", "Filter")
    for key in ("space", "Down", "Return"):
        dialog.press(key)
    wait_until(lambda: stored(home).get("filter") != "'sepia'", 5, lambda: f"another one is stored: {stored(home)}")
    assert stored(home)["filter-amount"] == "-1"


def test_another_amount_leaves_each_window_its_filter(server, launch, home, desktop):
    address = server.serve_photos(3)
    program = launch(address, address, home=home)

    def descriptions():
        rows = program.accessible().find_all("list item", f"{photos.name(0)}, filtered")
        return sorted(each.description for each in rows)
    wait_until(lambda: descriptions() == ["Sepia, 1 of 3"] * 2, 10, lambda: f"both are filtered: {descriptions()}")
    page = activate(PhotoList(program, names(3)), 0, desktop)
    page.wait_for(photos.name(0))
    bar = FilterBar(page)
    bar.open()
    bar.choose("Noir")
    page.key("Shift_L", "e")
    page.key("Escape")
    page.close()
    both = ["Noir, 1 of 3", "Sepia, 1 of 3"]
    wait_until(lambda: descriptions() == both, 10, lambda: f"one has another filter: {descriptions()}")
    dialog = open_preferences(program)
    set_number(dialog, "Amount", 40)
    wait_until(lambda: stored(home).get("filter-amount") == "40", 5, lambda: f"it is stored: {stored(home)}")
    dialog.dismiss()
    stays_true(lambda: descriptions() == both, 0.5, lambda: f"each has its filter: {descriptions()}")


# Slideshows that run

@pytest.fixture
def slides(server, launch, home):
    """Begins a slideshow of `count` photos with these settings, one per second, and returns its page."""
    def slides(count, **settings):
        stored = {f"slideshow_{key}": value for key, value in {"interval": 1, **settings}.items()}
        program = launch(server.serve_photos(count), home=remembers(home, filter="'none'", **stored))
        listed = PhotoList(program, names(count))
        listed.wait_until_done()
        listed.take_keyboard()
        page = PhotoPage(program)
        page.key("Shift_L", "F5")
        page.wait_for(photos.name(0))
        return page
    return slides


def change(page, title):
    """Turns a switch on or off while the slideshow runs."""
    dialog = open_preferences(page.program)
    switch(dialog, title)
    dialog.dismiss()


def number_shown(page):
    said = page.says()
    return int(said["name"].split()[-1]) if said else None


def sequence(page, length, within):
    """The numbers of the next photos, in the order in which they are shown."""
    seen = [number_shown(page)]

    def is_long():
        number = number_shown(page)
        if number is not None and number != seen[-1]:
            seen.append(number)
        return len(seen) >= length
    wait_until(is_long, within, lambda: f"{length} photos are shown: {seen}", every=0.05)
    return seen


def is_in_order(seen):
    """Whether each follows the one before; a busy machine may not see all."""
    return all(0 < after - before < 4 for before, after in zip(seen, seen[1:]))


def test_a_slideshow_goes_on_in_random_order(slides):
    page = slides(300)
    assert is_in_order(sequence(page, 3, within=10))
    change(page, "Random Order")
    # Chance puts four in order once in a million times.
    assert not is_in_order(sequence(page, 4, within=15))


def test_a_slideshow_ends_after_the_last_photo_once_it_does_not_loop(slides):
    page = slides(2)
    # It goes round.
    sequence(page, 4, within=10)
    change(page, "Loop")
    wait_until(lambda: page.canvas() is None, 6, "the slideshow is over")


# A fade lasts a few frames.
@pytest.mark.alone
def test_photos_of_a_slideshow_fade_once_a_person_wants_that(server, slides):
    lights = (40, 220)
    for number, light in enumerate(lights):
        file = io.BytesIO()
        Image.new("RGB", (1200, 900), (light, light, light)).save(file, "PNG")
        server.on(photos.path(number), replies.of(file.getvalue(), "image/png"))
    page = slides(2, fade="false")
    seen = []

    def light():
        _, _, width, height = page.extents()
        seen.append(int(page.pixels()[height // 2, width // 2, 0]))
        return seen[-1]

    def fades():
        light()
        return [each for each in seen if min(lights) + 5 < each < max(lights) - 5]
    for number in (0, 1, 0):
        wait_until(lambda at=number: light() == lights[at], 5, lambda: f"the next photo is shown: {set(seen)}")
    assert not fades()
    change(page, "Fade")
    wait_until(lambda: light() in lights, 5, "the photo is shown where the preferences were")
    seen.clear()
    wait_until(fades, 10, lambda: f"one photo fades into the next: {set(seen)}")


# What is loaded and kept

def call_metered(dialog, choice):
    choose(dialog, "Metered Network", choice, ("Automatic", "Always", "Never"))


def test_what_is_read_ahead_is_given_up_for_a_network_that_a_person_calls_metered(server, open_list):
    program, listed = open_list(1_000)
    read_ahead(server, listed)
    dialog = open_preferences(program)
    ahead = wait_until(server.in_flight, 5, "photos are read ahead")
    call_metered(dialog, "Always")
    wait_until(lambda: all(each.closed for each in ahead), 5, lambda: f"they are cancelled: {ahead}")
    stays_true(lambda: not server.in_flight(), 0.5, lambda: f"nothing is read ahead: {server.in_flight()}")
    call_metered(dialog, "Never")
    wait_until(server.in_flight, 5, "photos are read ahead again")


def test_photos_are_read_ahead_over_a_metered_network_once_a_person_wants_that(network, server, open_list):
    network.cost_money()
    program, listed = open_list(1_000)
    read_ahead(server, listed)
    dialog = open_preferences(program)
    stays_true(lambda: not server.in_flight(), 0.5, lambda: f"nothing is read ahead: {server.in_flight()}")
    call_metered(dialog, "Never")
    wait_until(server.in_flight, 5, "photos are read ahead")


def test_photos_replace_small_thumbnails_once_the_network_is_called_unmetered(server, launch, home):
    for number in range(12):
        body = photos.camera_original(number, (160, 107))
        server.on(photos.path(number), replies.in_ranges(body, number))
    remembers(home, view="'grid'", grid_picture_size=344, metered_network="'always'")
    program = launch(server.serve_photos(12), home=home)
    PhotoGrid(program, names(12), 344).wait_until_done()
    server.wait_until_quiet()

    def rests():
        return [each for each in server.asked() if "range" in each.headers]
    assert not rests()
    call_metered(open_preferences(program), "Never")
    wait_until(rests, 5, "the rest of a photo is requested")


def test_the_next_page_waits_for_the_end_of_the_list_where_data_is_saved(server, launch, home):
    serve_three_pages(server)
    remembers(home, metered_network="'always'")
    program = launch(server.url("/page1"), home=home)
    listed = PhotoList(program, names(50))
    listed.wait_until_done()
    listed.wheel_to(39)
    listed.wait_until_done()
    stays_true(lambda: pages_asked(server) == ["/page1"], 0.5, lambda: f"no page is read: {pages_asked(server)}")
    call_metered(open_preferences(program), "Never")
    wait_until(lambda: "/page2?a=b" in pages_asked(server), 5, "the next page is read")


def test_the_photos_next_to_the_one_shown_are_left_until_their_turn_where_data_is_saved(
        server, launch, home, desktop):
    for number in range(3):
        server.on(photos.path(number), replies.in_ranges(photos.camera_original(number), number))
    remembers(home, metered_network="'always'")
    program = launch(server.serve_photos(3), home=home)
    listed = PhotoList(program, names(3))
    listed.wait_until_done()
    server.wait_until_quiet()
    since = time.monotonic()
    page = activate(listed, 1, desktop)
    page.wait_for(photos.name(1))
    server.wait_until_quiet()
    assert set(server.numbers_asked(since)) == {1}
    call_metered(open_preferences(program), "Never")
    wait_until(lambda: {0, 2} <= set(server.numbers_asked(since)), 5, lambda: server.asked(since))


def test_a_photo_that_takes_long_holds_no_other_back_once_more_are_filtered_at_once(server, launch, home):
    may_come = threading.Event()

    def later(number):
        async def reply(connection):
            while not may_come.is_set():
                await asyncio.sleep(0.01)
            return await replies.photo(number)(connection)
        return reply
    for number in range(5):
        server.on(photos.path(number), later(number))
    program = launch(server.serve_photos(5), home=remembers(home, filtration_limit=1))
    listed = PhotoList(program, names(5))
    dialog = open_preferences(program)
    spin = reach(dialog, "spin button", "Photos Filtered at Once")
    worker, = wait_until(lambda: workers(program), 10, "there is a worker")
    os.kill(worker, signal.SIGSTOP)
    try:
        may_come.set()
        wait_until(lambda: len([each for each in server.asked() if each.finished]) == 5, 5, "all photos are loaded")

        def done():
            return list(listed.all_states().values()).count("filtered")
        stays_true(lambda: not done(), 1, "all wait for the one whose decoder stands still", every=0.1)
        enter_number(dialog, spin, 2)
        wait_until(lambda: done() == 4, 5, lambda: f"the others are shown: {listed.all_states()}")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGCONT)
    assert set(listed.wait_until_done().values()) == {"filtered"}


def test_pictures_beyond_the_screen_are_given_up_for_a_smaller_memory(server, open_list, desktop):
    program, listed = open_list(600)
    first = set(listed.wait_until_done())
    listed.take_keyboard()

    def go(*keys):
        """Moves the list, and returns what was asked for."""
        known, before = len(server.asked()), listed.view().offset
        for key in keys:
            desktop.keyboard.press(key)
        wait_until(lambda: listed.view().offset != before, 5, "the list moves")
        assert set(listed.wait_until_done().values()) == {"filtered"}
        server.wait_until_quiet()
        return set(server.numbers_asked()[known:])
    assert 599 in go("End")
    assert not first & go("Home")
    go("End")
    go("Page_Up", "Page_Up", "Page_Up")
    dialog = open_preferences(program)
    set_number(dialog, "Memory for Pictures", 1)
    dialog.dismiss()
    assert first & go("Home")


def test_files_on_disk_are_removed_until_they_take_no_more_than_a_person_wants(server, launch, home):
    count, size = 24, 900_000
    for number in range(count):
        server.on(photos.path(number), replies.kept(photos.padded(number, size), number, "max-age=3600"))
    remembers(home, view="'grid'", grid_picture_size=80)
    program = launch(server.serve_photos(count), home=home)
    PhotoGrid(program, names(count), 80).wait_until_done()

    def kept():
        folder = Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "http"
        sizes = []
        for each in folder.iterdir():
            # It may just have been removed.
            with contextlib.suppress(FileNotFoundError):
                sizes.append(each.stat().st_size)
        return sum(sizes)
    wait_until(lambda: kept() > count * size * 0.9, 10, lambda: f"the photos are on the disk: {kept()} bytes")
    assert kept() > 16 * MIB
    set_number(open_preferences(program), "Files on Disk", 16)
    wait_until(lambda: 8 * MIB < kept() <= 16 * MIB, 5, lambda: f"there is less on the disk: {kept()} bytes")
