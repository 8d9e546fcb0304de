"""The sidebar of libraries, and all of them in one timeline."""

import shutil
import threading
from pathlib import Path

import pytest

from support import immich, photos, reading
from support.accessibility import PRESSED, SELECTED
from support.dav import DavServer
from support.immich import ImmichServer, Library, months_of
from support.libraries import entry, shows_a_timeline, sidebar, sign_in
from support.menus import enter, open_main_menu, step_to
from support.pages import wait_until_still
from support.preferences import open_preferences, switch
from support.timeline import Timeline
from support.waiting import wait_until
from support.welcome import recent_button, wait_until_recent
from test_immich import named, press, title

ALL = "libraries:all"


@pytest.fixture
def servers(request):
    """Two libraries, of which the second has other months."""
    servers = [ImmichServer(Library(months_of([40, 30, 20]))),
               ImmichServer(Library(months_of([6, 0, 8, 5], last=(2024, 6)), offset=0))]
    for server in servers:
        request.addfinalizer(server.end)
    return servers


@pytest.fixture
def home(new_home):
    return shows_a_timeline(new_home(), 1000)


@pytest.fixture
def signed_in(servers, keyring, launch, home):
    """Opens each library, keeps its key, and quits."""
    for server in servers:
        sign_in(launch, server, home).quit()
    return servers


def texts(program):
    return " ".join(program.accessible().texts())


def library(server):
    """What the library of a server is called."""
    return f"127.0.0.1:{server.port}"


def open_all(launch, home):
    program = launch(ALL, home=home)
    return program, Timeline(program)


def expected(server):
    """The titles of a server's photos with their times."""
    return [(server.library.local(number), title(number, server.library)) for number in range(server.library.count)]


def wait_for_names(shown, wanted, within=10):
    wait_until(lambda: named(shown)[:len(wanted)] == wanted, within, lambda: (wanted, shown.names()))


def reach(program, shown, desktop, key, wanted):
    press(program, desktop, key)
    wait_until(lambda: wanted in named(shown), 10, lambda: (wanted, shown.names()))


def test_the_photos_of_all_are_in_one_order(signed_in, launch, home, desktop):
    for server in signed_in:
        server.requests.clear()
    program, shown = open_all(launch, home)
    order = [name for _, name in sorted(sum((expected(server) for server in signed_in), []), reverse=True)]
    wait_until(lambda: named(shown)[:3] == order[:3], 10, lambda: (order[:3], shown.names()))
    assert "109 photos" in texts(program)
    assert sorted(sidebar(program)) == sorted([("All Libraries", ""), (library(signed_in[0]), "90 photos"),
                                               (library(signed_in[1]), "19 photos")])
    # The last photos are of both.
    reach(program, shown, desktop, "End", order[-1])
    wait_until(lambda: set(named(shown)) >= set(order[-4:]), 10, lambda: (order[-4:], shown.names()))
    asked = [server.months_asked() for server in signed_in]
    assert all(len(months) == len(set(months)) for months in asked), asked
    assert {request.key for server in signed_in for request in server.asked("/api/assets/")} <= {immich.KEY}
    # Neither server has been asked for a photo that it does not have.
    assert all(request.status == 200 for server in signed_in for request in server.asked("/api/assets/"))


def test_a_photo_of_each_opens_with_what_its_server_knows(signed_in, launch, home, desktop):
    program, shown = open_all(launch, home)
    wait_for_names(shown, [title(0, signed_in[1].library)])
    signed_in[0].requests.clear()
    reach(program, shown, desktop, "End", title(89, signed_in[0].library))
    press(program, desktop, "Return")
    press(program, desktop, "F9")
    wait_until(lambda: immich.file_name(89) in texts(program), 10, lambda: texts(program))
    assert library(signed_in[0]) in texts(program), "it says where it is from"


def forget_what_is_kept(home):
    shutil.rmtree(Path(home["XDG_CACHE_HOME"]) / "classic-photos")


def test_one_that_says_nothing_holds_up_none_of_the_others(signed_in, launch, home):
    forget_what_is_kept(home)
    first, silent = signed_in
    released = threading.Event()
    silent.on = lambda request: released.wait(60) and None
    try:
        program, shown = open_all(launch, home)
        wait_for_names(shown, [title(0, first.library)])
        wait_until(lambda: "90 photos" in texts(program), 10, lambda: texts(program))
        assert (library(silent), "No answer yet") in sidebar(program)
    finally:
        released.set()
    wait_for_names(shown, [title(0, silent.library)], within=20)
    wait_until(lambda: (library(silent), "19 photos") in sidebar(program), 10, lambda: sidebar(program))
    assert "109 photos" in texts(program)


def test_one_that_is_down_says_so_and_keeps_what_is_known(signed_in, launch, home, desktop):
    first, down = signed_in
    down.end()
    program, shown = open_all(launch, home)
    wait_for_names(shown, [title(0, down.library)])
    def said():
        return dict(sidebar(program))[library(down)]
    wait_until(lambda: said().startswith("19 photos · Cannot connect to 127.0.0.1"), 20, said)
    assert "109 photos · 1 library does not answer" in texts(program) and len(program.windows()) == 1
    # The photos of the other are there.
    reach(program, shown, desktop, "End", title(89, first.library))


def test_a_month_that_one_cannot_tell_keeps_the_rows_of_its_photos(signed_in, launch, home, desktop):
    forget_what_is_kept(home)
    first, broken = signed_in
    broken.on = lambda request: ImmichServer.error(500, "Oops", "Oops") \
        if request.query.get("timeBucket", "").startswith("2024-04") else None
    before = len(broken.asked("/api/timeline/bucket"))
    program, shown = open_all(launch, home)
    wait_until(lambda: "109 photos" in texts(program), 10, lambda: texts(program))
    april = [name for _, name in sorted(expected(first)[40:70], reverse=True)]
    reach(program, shown, desktop, "End", title(89, first.library))
    # From the end back to April, whose eight photos of the other library are not known.
    def is_april():
        return len(set(named(shown)) & set(april)) >= 3
    for _ in range(15):
        if not is_april():
            press(program, desktop, "Page_Up")
            desktop.pause(0.3)
    wait_until(is_april, 10, lambda: shown.names())
    def told():
        return [request.status for request in broken.asked("/api/timeline/bucket")[before:]
                if request.query.get("timeBucket", "").startswith("2024-04")]
    wait_until(lambda: 500 in told() and 200 not in told(), 10, told)
    # The photo with the cursor stays selected.
    wait_until(lambda: "1 selected" in texts(program), 10, lambda: texts(program))
    broken.on = None
    press(program, desktop, "Control_L", "Shift_L", "r")
    # Also when others come before and after it.
    wait_until(lambda: 200 in told(), 15, told)
    wait_until(lambda: not [name for name, _ in shown.cells() if "failed to load" in name], 15, lambda: shown.cells())
    wait_until(lambda: "1 selected" in texts(program), 15, lambda: texts(program))


def test_a_pinned_folder_belongs_to_it(signed_in, launch, home, desktop, tmp_path):
    folder = tmp_path / "Holiday"
    folder.mkdir()
    for number in range(3):
        (folder / f"Photo {number}.jpg").write_bytes(photos.jpeg(number))
    (folder / "Beach").mkdir()
    (folder / "Beach" / "Photo 3.jpg").write_bytes(photos.jpeg(3))
    program = launch(folder, home=home)
    wait_until(lambda: "3 photos" in texts(program), 10, lambda: texts(program))
    program.quit()
    program = launch("--new-window", home=home)
    wait_until_recent(program, ["Holiday"])
    program.click(lambda: recent_button(program, "Keep", "Holiday"))
    wait_until(lambda: recent_button(program, "Keep", "Holiday").has_state(PRESSED), 5, "the folder is pinned")
    program.quit()
    program, shown = open_all(launch, home)
    # And the folder in it.
    wait_until(lambda: "113 photos" in texts(program), 10, lambda: texts(program))
    assert ("Holiday", "4 photos") in sidebar(program)


def test_the_folders_in_a_webdav_library_belong_to_it(signed_in, launch, home, request):
    server = DavServer(4, inner="Am See")
    request.addfinalizer(server.end)
    server.files["/album/Photo top.jpg"] = photos.jpeg(9)
    program = launch(f"webdav://{server.host}/album/", home=home)
    wait_until(lambda: "1 folder · 1 photo" in texts(program), 10, lambda: texts(program))
    program.quit()
    program, shown = open_all(launch, home)
    wait_until(lambda: "114 photos" in texts(program), 10, lambda: texts(program))
    assert "5 photos" in [said for _, said in sidebar(program)], sidebar(program)
    program.quit()
    # What was seen of all of them is enough for the next start.
    server.hold()
    for each in signed_in:
        each.on = lambda request: (503, "text/plain", b"", {})
    program, shown = open_all(launch, home)
    wait_until(lambda: "114 photos" in texts(program), 10, lambda: texts(program))


def test_the_sidebar_opens_a_library_and_its_parts(signed_in, launch, home, desktop):
    first, second = signed_in
    program = launch(first.url, home=home)
    shown = Timeline(program)
    wait_for_names(shown, [title(0, first.library)])
    names = [name for name, _ in sidebar(program)]
    place = names.index(library(first))
    assert names[0] == "All Libraries" and set(names) >= {library(first), library(second)}
    assert names[place + 1:place + 6] == ["Favourites", "Albums", "People", "Places", "Folders"]
    program.click(lambda: entry(program, "Favourites"))
    wait_until(lambda: "10 photos" in texts(program), 10, lambda: texts(program))
    program.click(lambda: entry(program, "Places"))
    wait_until(lambda: {"Kyōto", "Lisbon", "Zürich"} <= set(folders(program)), 10, lambda: folders(program))
    assert entry(program, "Places").has_state(SELECTED)
    program.click(lambda: entry(program, library(second)))
    wait_for_names(shown, [title(0, second.library)])
    assert entry(program, library(second)).has_state(SELECTED)
    program.click(lambda: entry(program, "All Libraries"))
    wait_until(lambda: "109 photos" in texts(program), 10, lambda: texts(program))


def folders(program):
    return [name.split(",")[0] for _, role, name in program.accessible().walk() if role in ("grid cell", "list item")
            if name]


def test_a_city_opens_with_its_photos(signed_in, launch, home, desktop):
    first = signed_in[0]
    program = launch(first.url + "/?part=places", home=home)
    wait_until(lambda: "Lisbon" in folders(program), 10, lambda: folders(program))
    program.quit()
    program = launch(first.url + "/?place=Lisbon", home=home)
    count = sum(number % 4 == 0 for number in range(90))
    wait_until(lambda: f"{count} photos" in texts(program), 10, lambda: texts(program))
    assert program.title(program.window()) == "Lisbon"


def test_the_servers_folders_open(signed_in, launch, home, desktop):
    first = signed_in[0]
    first.scopes = first.scopes | {"all"}
    program = launch(first.url, home=home)
    shown = Timeline(program)
    wait_for_names(shown, [title(0, first.library)])
    program.click(lambda: entry(program, "Folders"))
    # They are in what all photos are in.
    wait_until(lambda: {"2024-03", "2024-04", "2024-05"} <= set(folders(program)), 10, lambda: folders(program))
    # In the timeline they are no photos without a date.
    assert "No Date" not in texts(program)
    assert "mnt" not in folders(program) and entry(program, "Folders").has_state(SELECTED)
    assert program.title(program.window()) == "Folders"
    program.quit()
    program = launch(f"{first.url}/?folder=/mnt/photos/2024-04", home=home)
    wait_until(lambda: "x_1" in folders(program), 10, lambda: folders(program))
    # And the photos that are in it, but not in x_1.
    wait_until(lambda: "15 photos" in texts(program), 10, lambda: texts(program))
    assert entry(program, "Folders").has_state(SELECTED)


def test_a_key_without_the_scope_for_folders_names_it(signed_in, launch, home, desktop):
    program = launch(signed_in[0].url + "/?part=folders", home=home)
    wait_until(lambda: "permission: all" in texts(program), 10, lambda: texts(program))


def test_a_screen_reader_stumbles_over_nothing_in_it(signed_in, launch, home):
    program, _ = open_all(launch, home)
    wait_until(lambda: "109 photos" in texts(program), 10, lambda: texts(program))
    wait_until(lambda: not reading.faults(reading.read(program.accessible())), 5,
               lambda: "\n".join(reading.faults(reading.read(program.accessible()))))
    program.quit()
    program = launch(signed_in[0].url, home=home)
    wait_until(lambda: "90 photos" in texts(program), 10, lambda: texts(program))
    wait_until(lambda: not reading.faults(reading.read(program.accessible())), 5,
               lambda: "\n".join(reading.faults(reading.read(program.accessible()))))


def test_the_sidebar_is_shown_when_a_person_wants_it(signed_in, launch, home, desktop):
    program = launch(signed_in[0].url, home=home)
    wait_until(lambda: sidebar(program), 10, lambda: program.accessible().describe())
    press(program, desktop, "F9")
    wait_until(lambda: not on_screen(program), 5, lambda: sidebar(program))
    program.quit()
    program = launch(signed_in[0].url, home=home)
    wait_until(lambda: "90 photos" in texts(program), 10, lambda: texts(program))
    assert not on_screen(program), "it stays as the person left it"
    press(program, desktop, "F9")
    wait_until(lambda: on_screen(program), 5, lambda: sidebar(program))


def test_the_sidebar_is_empty_while_a_person_wants_nothing_remembered(signed_in, launch, home):
    address = signed_in[0].url

    def lists_libraries():
        return {library(server) for server in signed_in} <= set(dict(sidebar(program)))
    program = launch(address, home=home)
    wait_until(lists_libraries, 10, lambda: sidebar(program))
    dialog = open_preferences(program)
    switch(dialog, "Recent Catalogues")
    wait_until(lambda: not sidebar(program), 5, lambda: sidebar(program))
    dialog.press("space")
    wait_until(lists_libraries, 5, lambda: sidebar(program))
    dialog.press("space")
    wait_until(lambda: not sidebar(program), 5, lambda: sidebar(program))
    dialog.dismiss()
    program.quit()
    # Nor is the list read before it is wanted.
    program = launch(address, home=home)
    wait_until(lambda: "90 photos" in texts(program), 10, lambda: texts(program))
    assert not sidebar(program)
    dialog = open_preferences(program)
    switch(dialog, "Recent Catalogues")
    wait_until(lists_libraries, 5, lambda: sidebar(program))
    dialog.dismiss()


def on_screen(program):
    """Whether the sidebar can be seen."""
    lists = [each for each in program.accessible().find_all("list", prune=()) if each.name == "Libraries"]
    return any(each.extents()[0] >= 0 and each.extents()[2] > 0 for each in lists)


def test_in_a_narrow_window_it_lies_over_the_list_until_a_place_is_chosen(signed_in, launch, new_home, home, desktop):
    settings = Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
    settings.write_text(settings.read_text().replace("window-width=1000", "window-width=420"))
    program = launch(signed_in[0].url, home=home)
    shown = Timeline(program)
    wait_for_names(shown, [title(0, signed_in[0].library)])
    assert not on_screen(program)
    press(program, desktop, "F9")
    wait_until(lambda: on_screen(program), 5, lambda: sidebar(program))
    wait_until_still(program)
    program.click(lambda: entry(program, library(signed_in[1])))
    wait_for_names(shown, [title(0, signed_in[1].library)])
    wait_until(lambda: not on_screen(program), 5, lambda: sidebar(program))
    press(program, desktop, "F9")
    wait_until(lambda: on_screen(program), 5, lambda: sidebar(program))
    press(program, desktop, "Escape")
    wait_until(lambda: not on_screen(program), 5, lambda: sidebar(program))


def test_the_main_menu_offers_all_libraries(signed_in, launch, home, desktop):
    program = launch(signed_in[0].url, home=home)
    wait_until(lambda: "90 photos" in texts(program), 10, lambda: texts(program))
    open_main_menu(program)
    enter(program, "y")
    step_to(program, "All Libraries")
    program.desktop.keyboard.press("Return")
    wait_until(lambda: "109 photos" in texts(program), 10, lambda: texts(program))
