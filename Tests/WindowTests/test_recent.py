"""Recent catalogues: the welcome page lists them, and each opens where it was left."""

import json
import stat
from pathlib import Path

import numpy
import pytest
from PIL import Image

from support import photos
from support.accessibility import FOCUSED, PRESSED, SENSITIVE, VISIBLE
from support.albums import fill
from support.dialogs import Dialog, open_location
from support.homes import filtered_by
from support.pages import picture
from support.photo_list import PhotoList
from support.preferences import open_preferences, switch
from support.waiting import wait_until
from support.welcome import recent, recent_button, recent_row, wait_until_recent


def names(count):
    return [photos.name(number) for number in range(count)]


def stored(home):
    file = Path(home["XDG_STATE_HOME"]) / "classic-photos" / "recent" / "catalogues.json"
    return json.loads(file.read_text())["catalogues"] if file.exists() else []


def keyfile(home):
    """The settings as text."""
    file = Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
    return file.read_text() if file.exists() else ""


@pytest.fixture
def home(new_home):
    return new_home()


@pytest.fixture
def albums(tmp_path):
    """Two folders with photos."""
    for name, number in (("Lisbon", 1), ("Oslo", 2)):
        fill(tmp_path / name, [number])
    return tmp_path / "Lisbon", tmp_path / "Oslo"


@pytest.fixture
def welcome(launch, home, albums):
    """Opens both albums, quits, and starts again with the welcome page."""
    program = launch(*map(str, albums), home=home)
    for number in (1, 2):
        wait_until(lambda: program.accessible().find("list item", f"{number}.jpg, filtered"), 20, "both are shown")
    program.quit()
    program = launch("--new-window", home=home)
    wait_until(lambda: len(recent(program)) == 2, 10, lambda: f"both are listed: {program.accessible().describe()}")
    return program


def test_an_opened_folder_is_listed_and_opens_with_a_click(welcome, desktop):
    welcome.click(lambda: recent_row(welcome, "Lisbon"))
    assert PhotoList(welcome, ["1.jpg"]).wait_until_done() == {0: "filtered"}
    # In a further window, with the keyboard.
    desktop.keyboard.focus(welcome.window())
    desktop.keyboard.press("Control_L", "n")
    window = wait_until(lambda: next((each for each in welcome.windows() if each.id != welcome.window().id), None), 5,
                        "another window is open")
    desktop.keyboard.focus(window)
    wait_until_recent(welcome, ["Lisbon", "Oslo"], frame=1)
    row = recent_row(welcome, "Oslo", frame=1)
    wait_until(lambda: press_tab_until_focused(desktop, row), 10, "the row has the focus", every=0.2)
    desktop.keyboard.press("Return")
    wait_until(lambda: welcome.accessible().find("list item", "2.jpg, filtered"), 10, "the other folder is shown")


def press_tab_until_focused(desktop, row):
    if row.has_state(FOCUSED):
        return True
    desktop.keyboard.press("Tab")
    return False


def test_a_catalogue_is_removed_from_the_list_and_stays_so(welcome, launch, home):
    first = recent(welcome)[0]
    welcome.click(lambda: recent_button(welcome, "Remove", first))
    rest = [each for each in ("Lisbon", "Oslo") if each != first]
    wait_until_recent(welcome, rest)
    welcome.quit()
    assert [each["title"] for each in stored(home)] == rest
    assert first not in keyfile(home), "the next start does not open it either"
    wait_until_recent(launch("--new-window", home=home), rest)


def test_the_list_is_cleared_but_for_what_is_kept(welcome, launch, home, desktop):
    first, last = recent(welcome)
    welcome.click(lambda: recent_button(welcome, "Keep", last))
    # It comes first now.
    wait_until(lambda: recent(welcome)[0] == last, 5, lambda: f"it is the first: {recent(welcome)}")
    assert recent_button(welcome, "Keep", last).has_state(PRESSED)
    welcome.click(welcome.accessible().get("button", "Clear Recent Catalogues"))
    dialog = Dialog(welcome, "Clear Recent Catalogues?")
    welcome.click(dialog.button("Clear"), dialog.window)
    dialog.wait_until_gone()
    wait_until_recent(welcome, [last])
    welcome.quit()
    assert first not in keyfile(home) and last in keyfile(home)
    again = launch("--new-window", home=home)
    wait_until_recent(again, [last])


def test_a_folder_that_is_gone_says_so_and_stays_in_the_list(welcome, albums):
    for file in albums[0].iterdir():
        file.unlink()
    albums[0].rmdir()
    welcome.click(lambda: recent_row(welcome, "Lisbon"))
    dialog = Dialog(welcome, "“Lisbon” Cannot Be Opened")
    assert dialog.is_offered("Choose a Folder")
    dialog.dismiss()
    wait_until(lambda: "Lisbon" in recent(welcome), 5, "it can be removed")


def test_passwords_in_addresses_reach_neither_the_list_nor_the_disk(server, launch, home):
    url = server.serve_photos(3).replace("http://", "http://anna:secret@")
    program = launch(url, home=home)
    PhotoList(program, names(3)).wait_until_done()
    program.quit()
    assert len(stored(home)) == 1
    for folder in (home["XDG_STATE_HOME"], home["XDG_CONFIG_HOME"]):
        for file in Path(folder).rglob("*"):
            assert not file.is_file() or b"secret" not in file.read_bytes()
    file = Path(home["XDG_STATE_HOME"]) / "classic-photos" / "recent" / "catalogues.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    program = launch("--new-window", home=home)
    wait_until(lambda: recent(program), 10, "it is listed")
    assert not any("secret" in text for text in program.accessible().texts())


@pytest.mark.parametrize("forbidden", ["here", "on the desktop"])
def test_nothing_is_remembered_for_those_who_do_not_want_it(forbidden, launch, home, albums):
    if forbidden == "here":
        file = Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
        text = "[org/classicphotos/ClassicPhotos]\nremember-recent=false\n"
    else:
        file = Path(home["XDG_CONFIG_HOME"]) / "gtk-4.0" / "settings.ini"
        text = "[Settings]\ngtk-recent-files-enabled=0\n"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    program = launch(str(albums[0]), home=home)
    PhotoList(program, ["1.jpg"]).wait_until_done()
    program.quit()
    assert stored(home) == []
    assert "Lisbon" not in keyfile(home)
    program = launch(home=home)
    wait_until(lambda: program.accessible().find("button", "Show the Demo"), 10, "the welcome page is shown")


def test_what_was_open_is_forgotten_at_once_when_it_is_not_wanted_any_more(launch, home, albums):
    program = launch(str(albums[0]), home=home)
    PhotoList(program, ["1.jpg"]).wait_until_done()
    wait_until(lambda: "Lisbon" in keyfile(home), 10, "what is open is remembered")
    dialog = open_preferences(program)
    switch(dialog, "Recent Catalogues")
    wait_until(lambda: "Lisbon" not in keyfile(home), 10, lambda: f"it is forgotten: {keyfile(home)}")
    dialog.press("space")
    wait_until(lambda: "Lisbon" in keyfile(home), 10, lambda: f"it is remembered again: {keyfile(home)}")


def test_the_demo_is_not_listed(launch, home):
    program = launch("--demo=20", home=home)
    wait_until(lambda: program.accessible().find("list item", lambda name: ", filtered" in name), 20, "it is shown")
    program.quit()
    assert stored(home) == []


def first_row(listed):
    return listed.view().offset / listed.view().row_height


def test_a_catalogue_is_shown_where_it_was_left_in_the_next_start(server, launch, home, desktop):
    url = server.serve_photos(2_000)
    program = launch(url, home=home)
    listed = PhotoList(program, names(2_000))
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "g")
    dialog = Dialog(program)
    dialog.type_instead("1234")
    dialog.press("Return")
    dialog.wait_until_gone()
    wait_until(lambda: 1233 in listed.rows_on_screen(), 10, "the row is on screen")
    listed.wait_until_done()
    before = first_row(listed)
    program.quit()

    server.wait_until_quiet()
    known = len(server.exchanges)
    again = launch(home=home)
    listed = PhotoList(again, names(2_000))
    wait_until(lambda: abs(first_row(listed) - before) < 0.05, 10,
               lambda: f"row {before} is at the top; it is {first_row(listed)}")
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    # Photos that nobody sees are not asked for.
    asked = {path for path in (each.path for each in server.exchanges[known:]) if "photos" in path}
    assert photos.path(0) not in asked and photos.path(1) not in asked, asked


def place_after_three_pages(program, desktop):
    """Scrolls the list of 500 photos, and returns the row at its top when it is complete."""
    listed = PhotoList(program, names(500))
    listed.wait_until_done()
    listed.take_keyboard()
    for _ in range(3):
        desktop.keyboard.press("Page_Down")
    wait_until(lambda: first_row(listed) > 8, 10, "the list has scrolled")
    listed.wait_until_done()
    return first_row(listed)


def test_a_catalogue_is_shown_where_it_was_left_when_it_is_opened_again(server, launch, home, desktop):
    url = server.serve_photos(500)
    other = server.serve_catalogue([("Other", "photos/9.jpg")], "/other.plist")
    program = launch(url, home=home)
    before = place_after_three_pages(program, desktop)
    open_location(program, other)
    wait_until(lambda: program.accessible().find("list item", "Other, filtered"), 10, "the other catalogue is open")
    open_location(program, url)
    listed = PhotoList(program, names(500))
    wait_until(lambda: abs(first_row(listed) - before) < 0.05, 10,
               lambda: f"row {before} is at the top; it is {first_row(listed)}")
    assert set(listed.wait_until_done().values()) == {"filtered"}


def test_a_catalogue_that_has_grown_at_its_top_is_shown_at_the_same_photo_and_remembered_again(
        server, launch, home, desktop):
    program = launch(server.serve_photos(500), home=home)
    before = place_after_three_pages(program, desktop)
    program.quit()
    server.serve_catalogue([("New", "photos/499.jpg"), *photos.numbered(500)])
    again = launch(home=home)
    listed = PhotoList(again, ["New", *names(500)])
    wait_until(lambda: abs(first_row(listed) - before - 1) < 0.05, 10,
               lambda: f"row {before + 1} is at the top; it is {first_row(listed)}")
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Page_Down")
    wait_until(lambda: first_row(listed) > before + 2, 10, "the list has scrolled")
    listed.wait_until_done()
    after = first_row(listed)
    again.quit()
    listed = PhotoList(launch(home=home), ["New", *names(500)])
    wait_until(lambda: abs(first_row(listed) - after) < 0.05, 10,
               lambda: f"row {after} is at the top; it is {first_row(listed)}")


def test_a_killed_program_has_remembered_where_its_list_came_to_rest(server, launch, home, desktop):
    url = server.serve_photos(500)
    program = launch(url, home=home)
    before = place_after_three_pages(program, desktop)
    wait_until(lambda: (stored(home)[0].get("place") or {}).get("top", {}).get("entry") == int(before), 10,
               lambda: f"the place is on the disk: {stored(home)}")
    program.kill()
    again = launch(home=home)
    listed = PhotoList(again, names(500))
    wait_until(lambda: abs(first_row(listed) - before) < 0.05, 10,
               lambda: f"row {before} is at the top; it is {first_row(listed)}")
    # The picture was kept too.
    assert list((Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "recent").iterdir())


def test_a_recent_catalogue_has_a_picture_of_its_photos(launch, home, tmp_path):
    colours = {"Poppies": (200, 30, 30), "Sea": (30, 30, 200)}
    for title, colour in colours.items():
        (tmp_path / title).mkdir()
        Image.new("RGB", (160, 120), colour).save(tmp_path / title / "1.png")
    filtered_by("none", home)
    program = launch(*(str(tmp_path / title) for title in colours), home=home)
    wait_until(lambda: len(program.accessible().find_all("list item", "1.png, filtered")) == 2, 20, "both are shown")
    program.quit()
    program = launch("--new-window", home=home)
    wait_until(lambda: set(recent(program)) == set(colours), 10, lambda: f"both are listed: {recent(program)}")

    def shown(title):
        """The colour at the beginning of its row, where the picture is."""
        x, y, _, height = recent_row(program, title).extents()
        part = picture(program)[y + height // 2 - 8:y + height // 2 + 8, x + 28:x + 44]
        return part.reshape(-1, 3).mean(axis=0)
    for title, colour in colours.items():
        wait_until(lambda here=title, wanted=colour: numpy.abs(shown(here) - wanted).max() < 8, 10,
                   lambda here=title: f"{here} has its picture: {shown(here)}")


def test_without_photos_there_is_nothing_to_filter(launch, albums):
    program = launch()
    button = wait_until(lambda: program.accessible().find("button", "Filter"), 10, "there is a button for filters")
    assert not button.has_state(SENSITIVE)
    open_location(program, str(albums[0]))
    PhotoList(program, ["1.jpg"]).wait_until_done()
    wait_until(lambda: program.accessible().get("button", "Filter").has_state(SENSITIVE), 5, "there is something now")


def test_the_welcome_page_offers_folders_first(launch):
    program = launch()
    program.window()
    offers = ["Open Folder…", "Open Location…", "Open File…", "Show the Demo"]

    def shown():
        return [name for each, role, name in program.accessible().walk()
                if role == "button" and name in offers and each.has_state(VISIBLE)]
    wait_until(lambda: shown() == offers, 10, lambda: f"it offers {offers}; there is {shown()}")
