"""Libraries on servers are remembered: the welcome page lists them, and each can be renamed, signed out and forgotten.
"""

import json
from pathlib import Path

import pytest

from support import immich
from support.accessibility import FOCUSED
from support.dialogs import Dialog
from support.homes import recent_pictures, without_animations
from support.immich import ImmichServer, Library, months_of
from support.libraries import libraries, sign_in
from support.menus import enter, open_main_menu, step_to
from support.passwords import HEADING
from support.photo_grid import remembers
from support.preferences import open_preferences, switch
from support.timeline import Timeline
from support.waiting import wait_until


@pytest.fixture
def server(request):
    server = ImmichServer(Library(months_of([40])))
    request.addfinalizer(server.end)
    return server


@pytest.fixture
def home(new_home):
    return without_animations(remembers(new_home(), filter="'none'", view="'timeline'", window_width=600))


@pytest.fixture
def welcome(server, keyring, launch, home):
    """Opens a library, keeps its key, quits, and starts again with the welcome page."""
    sign_in(launch, server, home).quit()
    program = launch("--new-window", home=home)
    wait_until(lambda: libraries(program), 10, lambda: program.accessible().describe())
    return program


def press(program, label):
    program.accessible().get("button", label, prune=()).do()


def stored(home):
    file = Path(home["XDG_STATE_HOME"]) / "classic-photos" / "recent" / "catalogues.json"
    return json.loads(file.read_text())["catalogues"] if file.exists() else []


def kept(home):
    """The files in the cache that name a photo of the library, or one of its months."""
    return [file for file in Path(home["XDG_CACHE_HOME"], "classic-photos").rglob("*")
            if file.is_file()
            and any(text in file.read_bytes() for text in (immich.asset_id(0).encode(), b"/api/timeline/"))]


def keys(keyring):
    return [item for item in keyring.items() if item.get("xdg:schema") == "org.classicphotos.Password"]


def open_again(program, title):
    program.click(lambda: program.accessible().find("list item", title))
    return Timeline(program)


def rename(program, name):
    title, = libraries(program)
    press(program, f"Rename “{title}”")
    dialog = Dialog(program, f"Rename “{title}”")
    program.desktop.keyboard.press("Control_L", "a")
    dialog.type(name)
    dialog.press("Return")
    dialog.wait_until_gone()
    wait_until(lambda: libraries(program) == [name], 5, lambda: libraries(program))


def test_the_button_of_a_renamed_library_keeps_the_keyboard(welcome):
    title, = libraries(welcome)
    button = welcome.accessible().get("button", f"Rename “{title}”", prune=())
    for _ in range(30):
        if button.has_state(FOCUSED):
            break
        welcome.desktop.keyboard.press("Tab")
        welcome.desktop.pause(0.05)
    welcome.desktop.keyboard.press("space")
    dialog = Dialog(welcome, f"Rename “{title}”")
    welcome.desktop.keyboard.press("Control_L", "a")
    dialog.type("At home")
    dialog.press("Return")
    dialog.wait_until_gone()
    wait_until(lambda: libraries(welcome) == ["At home"], 5, lambda: libraries(welcome))

    def has_keyboard():
        return welcome.accessible().get("button", "Rename “At home”", prune=()).has_state(FOCUSED)
    wait_until(has_keyboard, 5, lambda: welcome.accessible().describe())


def test_a_library_is_listed_renamed_and_opens_under_its_name(welcome, launch, home):
    rename(welcome, "At home")
    open_again(welcome, "At home")
    wait_until(lambda: welcome.title(welcome.window()) == "At home", 5, lambda: welcome.title(welcome.window()))
    welcome.quit()
    again = launch("--new-window", home=home)
    wait_until(lambda: libraries(again) == ["At home"], 10, lambda: libraries(again))


def test_a_library_has_its_own_title_while_nothing_is_remembered(welcome):
    window = welcome.window()
    rename(welcome, "At home")
    open_again(welcome, "At home")
    wait_until(lambda: welcome.title(window) == "At home", 5, lambda: welcome.title(window))
    dialog = open_preferences(welcome)
    switch(dialog, "Recent Catalogues")
    wait_until(lambda: welcome.title(window) != "At home", 5, "the window has the library's own title")
    dialog.press("space")
    wait_until(lambda: welcome.title(window) == "At home", 5, lambda: welcome.title(window))
    dialog.dismiss()


def test_the_main_menu_offers_the_libraries_and_opens_them(welcome, server):
    title, = libraries(welcome)
    before = len(server.requests)
    open_main_menu(welcome)
    enter(welcome, "y")
    step_to(welcome, title)
    welcome.desktop.keyboard.press("Return")
    shown = Timeline(welcome)
    wait_until(lambda: "filtered" in shown.cells()[0][0], 10, lambda: shown.cells())
    # The keyring has the key, and nobody is asked.
    assert len(welcome.windows()) == 1 and len(server.requests) > before


def test_signing_out_removes_the_key_and_what_is_kept_and_leaves_the_library(welcome, server, keyring, home):
    title, = libraries(welcome)
    assert keys(keyring) and kept(home)
    press(welcome, f"Sign Out of “{title}”")
    dialog = Dialog(welcome, f"Sign Out of “{title}”?")
    welcome.click(dialog.button("Sign Out"), dialog.window)
    dialog.wait_until_gone()
    wait_until(lambda: not keys(keyring), 10, lambda: keyring.items())
    wait_until(lambda: not kept(home), 10, lambda: kept(home))
    assert libraries(welcome) == [title]
    welcome.click(lambda: welcome.accessible().find("list item", title))
    # The server asks again.
    dialog = Dialog(welcome, HEADING)
    dialog.type(immich.KEY)
    dialog.press("Return")
    dialog.wait_until_gone()
    Timeline(welcome)
    assert {request.method for request in server.requests} <= {"GET", "POST"}


def test_what_another_window_still_shows_of_a_library_is_not_kept_after_signing_out(
        welcome, desktop, keyring, home):
    title, = libraries(welcome)
    assert recent_pictures(home)
    shown = open_again(welcome, title)
    wait_until(lambda: shown.cells() and "filtered" in shown.cells()[0][0], 10, lambda: shown.cells())
    desktop.keyboard.focus(welcome.window())
    desktop.keyboard.press("Control_L", "n")
    wait_until(lambda: len(welcome.windows()) == 2 and title in libraries(welcome), 10,
               lambda: f"the welcome page lists it: {welcome.accessible().describe()}")
    press(welcome, f"Sign Out of “{title}”")

    def answer():
        return welcome.accessible().find("button", lambda name: (name or "").replace("_", "") == "Sign Out", prune=())
    wait_until(answer, 10, lambda: f"there is a question: {welcome.accessible().describe()}").do()
    wait_until(lambda: not keys(keyring), 10, lambda: keyring.items())
    wait_until(lambda: not recent_pictures(home), 10, lambda: f"no picture is kept: {recent_pictures(home)}")
    welcome.quit()
    assert not recent_pictures(home)


def test_a_forgotten_library_is_gone_with_all_that_is_kept(welcome, keyring, launch, home):
    title, = libraries(welcome)
    press(welcome, f"Forget “{title}”")
    dialog = Dialog(welcome, f"Forget “{title}”?")
    welcome.click(dialog.button("Cancel"), dialog.window)
    dialog.wait_until_gone()
    assert libraries(welcome) == [title] and keys(keyring)
    press(welcome, f"Forget “{title}”")
    dialog = Dialog(welcome, f"Forget “{title}”?")
    welcome.click(dialog.button("Forget"), dialog.window)
    dialog.wait_until_gone()
    wait_until(lambda: not libraries(welcome), 5, lambda: libraries(welcome))
    wait_until(lambda: not keys(keyring) and not kept(home), 10, lambda: (keyring.items(), kept(home)))
    welcome.quit()
    assert not stored(home)
    again = launch("--new-window", home=home)
    wait_until(lambda: again.accessible().find("button", "Open a Folder…") or again.accessible().find("button"), 10,
               "the welcome page is there")
    assert not libraries(again)
