"""The program in other languages, started as people start it: under LANG and LANGUAGE. test_every_page.py and
test_every_question.py have the pages and dialogs in accented English."""

import json
import re

import pytest

from support import photos, replies, texts
from support.accented import environment, forgotten, pseudo
from support.albums import fill, home_of
from support.dialogs import Dialog
from support.immich import ImmichServer, Library, months_of
from support.libraries import shows_a_timeline, sign_in
from support.menus import (
    beside_menus, close_menu, enter, focused_items, open_main_menu, step_to, wait_for_menu, wait_until_closed)
from support.passwords import fill_in
from support.photo_grid import remembers
from support.reading import cut_off, read
from support.saving import save_original
from support.waiting import wait_until

# "Open Location", as the title of its dialog reads.
LANGUAGES = {
    "de": "Adresse öffnen", "fr": "Ouvrir une adresse", "es": "Abrir dirección", "zh_CN": "打开位置", "ja": "場所を開く",
    "ar": "افتح موقعًا",
}
# Names and addresses, which may be of any length.
OTHERS = re.compile(r"127\.0\.0\.1|Photo \d+|\d+ May 2024 at|\.(plist|png|jpg)|photos")


@pytest.fixture(scope="module")
def accented(tmp_path_factory):
    """The environment of a language of accented English in brackets."""
    folder = tmp_path_factory.mktemp("translations")
    return {**environment(folder), **texts.environment(folder)}


def wait_for_rows(program, count=4):
    """Waits until this many rows say that they are done. What is said aloud of one of them is no row."""
    done = pseudo("filtered")

    def are_done():
        return len(program.accessible().find_all("list item", lambda name: name.endswith(done))) == count
    wait_until(are_done, 30, lambda: f"{count} rows say {done}:\n{program.accessible().describe()}")


def nothing_is_forgotten(program):
    wait_until(lambda: not forgotten(program), 5, lambda: f"no text is English: {forgotten(program)}")


def nothing_is_cut_off(program):
    def cut():
        frame = program.accessible().children()[-1]
        return cut_off(read(frame), frame.extents()[2]) + texts.cut(program, OTHERS)
    wait_until(lambda: not cut(), 5, lambda: "nothing is cut off: " + "\n".join(cut()))


def is_in_order(program):
    """No text is forgotten, and none is too long for its place."""
    nothing_is_forgotten(program)
    nothing_is_cut_off(program)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_speaks_the_readers_language(launch, desktop, language):
    program = launch(LANG="C.UTF-8", LANGUAGE=language)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "l")
    dialog = Dialog(program, LANGUAGES[language])
    dialog.dismiss()


# English has no translation, and is not passed over for Arabic, from right to left, or German.
@pytest.mark.parametrize("languages", ["tlh", "en_GB:en:ar", "en_US:de"])
def test_english_and_an_unknown_language_are_english(launch, desktop, languages):
    program = launch(LANG="C.UTF-8", LANGUAGE=languages)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "l")
    Dialog(program, "Open Location").dismiss()


def test_the_command_line_is_answered_in_the_readers_language(launch):
    program = launch("--nonsense", LANG="C.UTF-8", LANGUAGE="de")
    assert program.wait_for_exit() == 2
    assert "Unbekannte Option „--nonsense“" in program.process.said()


def test_no_text_of_the_list_is_forgotten(launch, server, desktop, accented):
    program = launch(server.serve_photos(4), **accented)
    wait_for_rows(program)
    nothing_is_forgotten(program)
    desktop.keyboard.focus(program.window())
    open_main_menu(program)
    nothing_is_forgotten(program)
    close_menu(program)


@pytest.fixture
def listed(launch, server, desktop, accented):
    """A list whose second photo fails."""
    server.on(photos.path(1), replies.status(404))
    program = launch(server.serve_photos(4), **accented)
    wait_for_rows(program, 3)
    desktop.keyboard.focus(program.window())
    beside_menus(program)
    return program


def test_no_text_of_the_welcome_page_is_forgotten(launch, server, desktop, accented, new_home):
    home = new_home()
    program = launch(server.serve_photos(4), home=home, **accented)
    wait_for_rows(program)
    program.quit()
    program = launch("--new-window", home=home, **accented)
    wait_until(lambda: any("catalogue.plist" in text for text in program.accessible().texts()), 10,
               "the recent catalogue is listed")
    is_in_order(program)


# The letters of the main menu's submenus.
SUBMENUS = {"list": "vywsihp", "photo": "zitlh"}


@pytest.mark.parametrize("page", SUBMENUS)
def test_no_text_of_a_submenu_is_forgotten(listed, desktop, page):
    desktop.keyboard.press("Home")
    if page == "photo":
        desktop.keyboard.press("Return")
        says_accented(listed, "Photo Menu")
    for letter in SUBMENUS[page]:
        open_main_menu(listed)
        enter(listed, letter)
        nothing_is_forgotten(listed)
        # A menu may be wider than its window, and is whole then.
        assert texts.cut(listed, OTHERS) == []
        # A submenu, and then the menu.
        for _ in range(2):
            if focused_items(listed):
                desktop.keyboard.press("Escape")
        wait_until_closed(listed)


def test_what_is_about_the_program_is_accented(listed, desktop):
    """Most of it are libadwaita's own texts."""
    open_main_menu(listed)
    step_to(listed, pseudo("_About Classic Photos").replace("_", ""))
    desktop.keyboard.press("Return")
    Dialog(listed)
    said = pseudo("The Classic Photos contributors")
    wait_until(lambda: said in listed.accessible().texts(), 5, lambda: f"it says {said}")


def test_a_document_without_photos_is_named_in_the_readers_language(server, launch, accented):
    server.on("/photos.desktop", replies.of(b"[Desktop Entry]\nType=Application\nExec=true\n", "text/plain"))
    program = launch(server.url("/photos.desktop"), **accented)
    name = pseudo("shortcut")
    wait_until(lambda: any("“Exec”" in text and name in text for text in program.accessible().texts()), 10,
               lambda: f"it is called {name}: {program.accessible().texts()}")


def test_no_text_of_the_inspector_is_forgotten(listed, desktop):
    desktop.keyboard.press("Control_L", "Shift_L", "i")
    wait_until(lambda: pseudo("Recent Events") in listed.accessible().texts(), 5, "the inspector is shown")
    is_in_order(listed)


def test_no_text_of_menus_and_searches_is_forgotten(listed, desktop):
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Menu")
    wait_for_menu(listed)
    is_in_order(listed)
    close_menu(listed)
    desktop.keyboard.press("Control_L", "a")
    is_in_order(listed)
    desktop.keyboard.press("Control_L", "f")
    desktop.keyboard.type("7777")
    wait_until(lambda: pseudo("No Results Found") in listed.accessible().texts(), 5, "nothing is found")
    is_in_order(listed)
    desktop.keyboard.press("Escape")
    desktop.keyboard.press("Control_L", "2")
    wait_until(lambda: listed.accessible().find("grid cell"), 5, "the grid is shown")
    is_in_order(listed)


def test_no_text_of_a_failed_photo_is_forgotten(listed, desktop):
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Down")
    desktop.keyboard.press("Return")
    wait_until(lambda: any("404" in text for text in listed.accessible().texts()), 10, "it says why")
    is_in_order(listed)
    for key in ("F4", "Menu"):
        desktop.keyboard.press(key)
        is_in_order(listed)


def test_no_text_of_what_forgets_passwords_is_forgotten(server, launch, accented):
    for number in range(3):
        server.on(photos.path(number), replies.behind_password(replies.photo(number), "anna", "secret", "photos"))
    program = launch(server.serve_photos(3), **accented)
    dialog = Dialog(program, pseudo("Authentication Required"))
    fill_in(dialog, "anna", "secret")
    dialog.press("Return")
    dialog.wait_until_gone()
    wait_for_rows(program, 3)
    beside_menus(program)
    open_main_menu(program)
    enter(program, "p")
    program.desktop.keyboard.press("f")
    Dialog(program, pseudo("Forget Passwords?"))
    is_in_order(program)


def says_accented(program, text):
    """Waits for a text that begins as `text` does."""
    beginning = pseudo(text).rstrip("~⟧")
    wait_until(lambda: any(beginning in each for each in program.accessible().texts()), 10,
               lambda: f"it says {beginning}: {program.accessible().texts()}")


def test_no_text_of_a_slideshow_is_forgotten(listed, desktop):
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Shift_L", "F5")
    says_accented(listed, "Pause Slideshow")
    is_in_order(listed)
    desktop.keyboard.press("space")
    says_accented(listed, "Continue Slideshow")
    is_in_order(listed)
    # The second photo is passed over, which a toast says.
    desktop.keyboard.press("Right")
    is_in_order(listed)


def test_no_text_of_a_toast_is_forgotten(launch, desktop, tmp_path, new_home, accented):
    home, _ = home_of(new_home)
    program = launch(str(fill(tmp_path / "Photo 1", [1, 2, 3])), home=home, **accented)
    wait_for_rows(program, 3)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Delete")
    says_accented(program, "Moved to trash")
    is_in_order(program)
    desktop.keyboard.press("Control_L", "z")
    wait_for_rows(program, 3)
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Return")
    desktop.keyboard.press("e")
    says_accented(program, "Amount")
    desktop.keyboard.press("Shift_L", "e")
    is_in_order(program)


def test_no_text_of_a_running_save_is_forgotten(launch, server, desktop, tmp_path, accented):
    server.on(photos.path(0), replies.kept(photos.jpeg(0), "old", "no-cache"))
    program = launch(server.serve_photos(4), **accented)
    wait_for_rows(program)
    # Since its row was fetched, the photo has changed, and the server hangs.
    server.on(photos.path(0), replies.never_ending_body(photos.padded(0, 400_000)))
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Home")
    save_original(program, tmp_path / "endless.jpg")
    says_accented(program, "Cancel Saving")
    is_in_order(program)
    program.accessible().find("button", pseudo("Cancel Saving")).do()
    says_accented(program, "Cancelled. Nothing was saved.")
    is_in_order(program)


def test_no_text_about_further_pages_is_forgotten(server, launch, accented):
    server.on("/photos", replies.of(json.dumps({
        "items": [{"title": photos.name(row), "url": server.url(photos.path(row))} for row in range(4)],
        "next": "/others"}).encode(), "application/json"))
    server.on("/others", replies.status(404))
    program = launch(server.url("/photos"), **accented)
    wait_for_rows(program)
    says_accented(program, "More photos could not be loaded")
    is_in_order(program)


@pytest.fixture
def home(new_home):
    return shows_a_timeline(new_home())


@pytest.fixture
def library(request, keyring, launch, home):
    """A server with photos, albums, people and cities, whose key is kept."""
    server = ImmichServer(Library(months_of([40, 3])))
    request.addfinalizer(server.end)
    sign_in(launch, server, home).quit()
    return server


def wait_for_cells(program):
    wait_until(lambda: program.accessible().find("grid cell"), 20, lambda: program.accessible().describe())


def test_no_text_of_a_librarys_key_is_forgotten(request, launch, accented, keyring):
    server = ImmichServer(Library(months_of([4])))
    request.addfinalizer(server.end)
    program = launch(server.url, **accented)
    dialog = Dialog(program)
    is_in_order(program)
    dialog.type("wrong")
    dialog.press("Return")
    is_in_order(program)


def test_no_text_of_a_librarys_menus_is_forgotten(library, launch, home, desktop, accented):
    program = launch(library.url, home=remembers(home, view="'timeline'"), **accented)
    wait_for_cells(program)
    is_in_order(program)
    desktop.keyboard.focus(program.window())
    for keys in (("Control_L", "Home"), ("Return",), ("i",), ("Menu",)):
        desktop.keyboard.press(*keys)
        is_in_order(program)
