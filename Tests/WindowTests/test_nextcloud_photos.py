"""A photo of a Nextcloud library: its row, its page, and its details, by the server's smaller pictures."""

from pathlib import Path

import pytest

from support import immich, photos, pixels
from support.dialogs import Dialog
from support.homes import without_animations
from support.libraries import entry, items, sidebar
from support.nextcloud import NextcloudServer
from support.passwords import HEADING, log_in
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.recorder import lines, with_a_recorder
from support.waiting import wait_until

COUNT = 4
PREVIEW, FILE = "/index.php/core/preview", "/remote.php/webdav/"
ENLARGED = 12  # times 240 x 160 pixels


@pytest.fixture
def show(request, launch, new_home, keyring):
    """Opens a library of enlarged photos in a list; returns its server, its program, and a way to start again."""
    def show(previews=range(COUNT), enlarged=ENLARGED, makes_previews=True, has_icons=False):
        server = NextcloudServer(COUNT, previews=previews, enlarged=enlarged)
        server.login, server.makes_previews, server.has_icons = "anna:sesame", makes_previews, has_icons
        request.addfinalizer(server.end)
        # Too narrow for the sidebar, whose list would be found first.
        home = without_animations(
            remembers(new_home(), view="'list'", filter="'none'", window_width=640, window_height=760))
        program = launch(f"webdav://{server.host}{FILE}", home=home)
        log_in(Dialog(program, HEADING), "anna", "sesame", remember=True)
        listed = PhotoList(program, server.names())
        listed.wait_until_done()
        return server, program, lambda: launch(f"webdav://{server.host}{FILE}", home=home)
    return show


def press(program, desktop, *keys):
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press(*keys)


def originals(server):
    return [path for method, path in server.asked if method == "GET" and path.startswith(FILE)]


def wait_for_first(listed):
    """Waits for the first photo in its row. It was scaled twice, once by the server, which blurs the edges of its
    fields; another photo is much further away."""
    wait_until(lambda: listed.find_pictures(0, photos.unfiltered(0)) <= 3 * pixels.ALIKE, 5,
               lambda: f"row 0 shows its photo; it is {listed.find_pictures(0, photos.unfiltered(0)):.1f} of 255 away")


def test_rows_show_the_servers_smaller_pictures(show):
    server, program, _ = show()
    wait_for_first(PhotoList(program, server.names()))
    assert len(server.asked_for(PREVIEW)) == COUNT, server.asked
    assert all("x=512&y=512" in path for path in server.asked_for(PREVIEW))
    assert not originals(server), server.asked


def test_rows_of_photos_without_one_show_the_photos_themselves(show):
    server, program, _ = show(previews=[1], enlarged=1)
    PhotoList(program, server.names()).wait_until_found(0, photos.unfiltered(0))
    assert len(server.asked_for(PREVIEW)) == 1
    assert len({path for path in originals(server)}) == COUNT - 1


def test_rows_of_a_server_that_makes_none_any_more_show_the_photos_themselves(show):
    server, program, _ = show(makes_previews=False, enlarged=1)
    PhotoList(program, server.names()).wait_until_found(0, photos.unfiltered(0))
    assert len({path for path in originals(server)}) == COUNT


def test_icons_in_place_of_smaller_pictures_are_not_shown_as_photos(show, desktop):
    server, program, _ = show(has_icons=True, enlarged=1)
    PhotoList(program, server.names()).wait_until_found(0, photos.unfiltered(0))
    assert len({path for path in originals(server)}) == COUNT
    page = PhotoPage(program)
    press(program, desktop, "Home", "Return")
    page.wait_for(width=240, height=160)


def test_the_page_has_the_servers_picture_and_the_original_only_when_zoomed_past_it(show, desktop):
    server, program, _ = show()
    page = PhotoPage(program)
    press(program, desktop, "Home", "Return")
    page.wait_for(width=240 * ENLARGED, height=160 * ENLARGED)
    wait_until(lambda: any("x=2048" in path for path in server.asked_for(PREVIEW)), 10, lambda: server.asked)
    press(program, desktop, "F9")
    told = ["Camera 0", "1/250 s", "f/2.8", "Lisbon"]
    wait_until(lambda: set(told) <= set(program.accessible().texts()), 10, lambda: program.accessible().texts())
    assert not originals(server), server.asked
    press(program, desktop, "1")
    page.wait_for(percent=100)
    wait_until(lambda: originals(server), 10, "the original is fetched once more is seen than the picture has")


def test_a_video_is_marked_shows_its_picture_and_is_handed_to_the_player(
        request, launch, new_home, tmp_path, desktop):
    server = NextcloudServer(COUNT, previews=range(COUNT), videos=[1])
    server.login = "anna:sesame"
    request.addfinalizer(server.end)
    home = without_animations(
        remembers(new_home(), view="'list'", filter="'none'", window_width=640, window_height=760))
    noted = with_a_recorder(home, tmp_path)
    program = launch(f"webdav://{server.host}{FILE}", home=home)
    log_in(Dialog(program, HEADING), "anna", "sesame")
    listed = PhotoList(program, server.names())
    assert set(listed.wait_until_done().values()) == {"filtered"}
    shown = [each for each, _ in items(program)]
    assert "Video" in shown[1].description and "Video" not in shown[0].description
    assert not originals(server), server.asked
    press(program, desktop, "Home", "Down", "Return")
    path = Path(wait_until(lambda: lines(noted), 10, "the recorder was started")[0])
    assert path.read_bytes() == immich.VIDEO and path.suffix == ".mp4"


def test_a_second_start_without_the_server_shows_the_pictures(show):
    server, program, again = show()
    program.quit()
    server.end()
    program = again()
    listed = PhotoList(program, server.names())
    assert set(listed.wait_until_done().values()) == {"filtered"}
    wait_for_first(listed)


def test_the_server_is_asked_for_what_is_not_in_the_list(show, desktop):
    server, program, _ = show(previews=[], enlarged=1)
    # In a folder that the list does not show.
    server.add("Inner/Far away.jpg", photos.jpeg(7))
    press(program, desktop, "Control_L", "f")
    desktop.keyboard.type("far")
    wait_until(lambda: "No Results Found" in " ".join(program.accessible().texts()), 10, "nothing is known here")
    program.click(program.accessible().get("button", "Ask the Server"))
    listed = PhotoList(program, ["Far away.jpg"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.unfiltered(7))
    assert server.searches == ["%far%"]
    assert f"“far” at {server.host}" in " ".join(program.accessible().texts())
    # And back to the folder.
    press(program, desktop, "Alt_L", "Left")
    PhotoList(program, server.names()[:COUNT]).wait_until_done()


def test_favourites_albums_and_places_open_from_the_sidebar(request, launch, new_home, desktop):
    server = NextcloudServer(COUNT, previews=range(COUNT))
    request.addfinalizer(server.end)
    server.login = "anna:sesame"
    first, second, third, _ = server.photos
    server.favourites = {second, third}
    server.albums = {("albums", "Am Meer"): [third, first], ("sharedalbums", "Ben’s trip (ben)"): [second],
                     ("places", "Lisbon"): [first]}
    home = without_animations(
        remembers(new_home(), view="'list'", filter="'none'", window_width=1100, window_height=760))
    program = launch(f"webdav://{server.host}{FILE}", home=home)
    log_in(Dialog(program, HEADING), "anna", "sesame")

    def names():
        return [name.split(",")[0] for _, role, name in program.accessible().walk() if role == "list item"
                and name and name.endswith((", filtered", ", folder"))]

    def choose(part):
        program.click(lambda: entry(program, part))
    wait_until(lambda: len(names()) == COUNT, 15, names)
    # Not "webdav", as the folder is called there.
    assert program.title(program.window()) == "127.0.0.1"
    choose("Favourites")
    wait_until(lambda: sorted(names()) == sorted([second, third]), 10, names)
    assert program.title(program.window()) == "Favourites"
    choose("Albums")
    wait_until(lambda: names() == ["Am Meer", "Ben’s trip (ben)"], 10, names)
    press(program, desktop, "Home", "Return")
    # Without the numbers that precede the names there.
    wait_until(lambda: sorted(names()) == sorted([first, third]), 10, names)
    assert not originals(server), server.asked
    press(program, desktop, "Alt_L", "Left")
    wait_until(lambda: names() == ["Am Meer", "Ben’s trip (ben)"], 10, names)
    choose("Places")
    wait_until(lambda: names() == ["Lisbon"], 10, names)
    press(program, desktop, "Home", "Return")
    wait_until(lambda: names() == [first], 10, names)
    # It is no library of its own.
    assert [name for name, _ in sidebar(program)].count("Lisbon") == 0


def test_lists_that_the_server_refuses_are_not_in_the_sidebar(request, launch, new_home):
    server = NextcloudServer(COUNT, previews=range(COUNT))
    request.addfinalizer(server.end)
    server.login = "anna:sesame"
    server.refused = {"albums": 404, "search": 501}
    server.albums = {("places", "Lisbon"): [next(iter(server.photos))]}
    home = without_animations(
        remembers(new_home(), view="'list'", filter="'none'", window_width=1100, window_height=760))
    program = launch(f"webdav://{server.host}{FILE}", home=home)
    log_in(Dialog(program, HEADING), "anna", "sesame")

    def names():
        return [name for name, _ in sidebar(program)]
    wait_until(lambda: "Places" in names() and "Albums" not in names() and "Favourites" not in names(), 10, names)
    program.click(lambda: entry(program, "Places"))
    wait_until(lambda: program.title(program.window()) == "Places", 10, lambda: program.title(program.window()))
    assert "Albums" not in names() and len(program.windows()) == 1


def test_what_the_server_does_not_find_is_said(show, desktop):
    server, program, _ = show()
    press(program, desktop, "Control_L", "f")
    desktop.keyboard.type("zebra")
    wait_until(lambda: "No matches" in " ".join(program.accessible().texts()), 10, "nothing is known here")
    program.click(program.accessible().get("button", "Ask the Server"))
    dialog = Dialog(program, "No Results Found")
    assert "The server knows no photos for “zebra”." in " ".join(dialog.texts())
    dialog.dismiss()
    # The list is still there.
    press(program, desktop, "Escape")
    PhotoList(program, server.names()).wait_until_done()
