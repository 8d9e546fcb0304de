"""Libraries of an Immich server: known in full at once, and fetched month by month where the eye rests."""

import json
import threading
import time
from pathlib import Path

import pytest

from support import immich, pixels
from support.dialogs import Dialog, open_location
from support.finding import says, search_for
from support.homes import without_animations
from support.immich import ImmichServer, Library, months_of
from support.libraries import items, open_library_at, rows, sign_in
from support.menus import enter, open_main_menu, step_to
from support.passwords import HEADING, confirm
from support.photo_grid import remembers
from support.photo_page import PhotoPage
from support.saving import save_original
from support.timeline import Timeline
from support.waiting import stays_true, wait_until, wait_until_same


@pytest.fixture
def serve(request):
    """Starts a server for months with these counts of photos."""
    def serve(*counts, library=None, **how):
        server = ImmichServer(library or Library(months_of(counts)), **how)
        request.addfinalizer(server.end)
        return server
    return serve


@pytest.fixture
def open_library(launch, new_home):
    """Opens a library in a window that last showed a timeline."""
    def open_library(server, view="timeline", oldest_first=False, **variables):
        choices = {"filter": "'none'", "window_width": 900, "window_height": 760, "view": f"'{view}'",
                   "timeline_oldest_first": str(oldest_first).lower(), "library_sidebar": "false"}
        return launch(server.url, home=without_animations(remembers(new_home(), **choices)), **variables)
    return open_library



def give_key(program, key=immich.KEY):
    dialog = Dialog(program, HEADING)
    said = " ".join(dialog.texts())
    dialog.type(key)
    dialog.press("Return")
    dialog.wait_until_gone()
    return said


def title(number, library):
    """What a photo without a known file name is called: its date, by the clock of its camera."""
    when = library.local(number)
    hour = when.hour % 12 or 12
    return f"{when.day} {when:%b} {when.year} at {hour}:{when:%M:%S}\u202f{when:%p}"


def named(shown):
    return [name.split(",")[0] for name in shown.names()]


def wait_for(shown, numbers, library, within=10):
    wanted = [title(number, library) for number in numbers]
    # A selected cell is a little smaller.
    wait_until(lambda: sorted(named(shown)[:len(wanted)]) == sorted(wanted), within,
               lambda: f"{wanted} are on screen: {shown.cells()}")


def press(program, desktop, *keys):
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press(*keys)


@pytest.mark.parametrize("version", [2, 1], ids=["columns", "before 1.133"])
def test_all_photos_are_there_and_only_the_month_on_screen_is_fetched(serve, open_library, desktop, version):
    server = serve(40, 300, 20, 500, version=version)
    program = open_library(server)
    said = give_key(program)
    assert "Immich" in said and "asset.read" in said and "API Key" in said, said
    shown = Timeline(program)
    if version == 2:
        wait_for(shown, range(3), server.library)
    else:
        wait_until(lambda: immich.file_name(0) in " ".join(shown.names()), 10, lambda: shown.names())
    assert "860 photos" in " ".join(program.accessible().texts())
    assert server.months_asked() == ["2024-05"]
    # All requests for pictures are for what is on screen, and with the key.
    pictures = server.asked("/api/assets/")
    assert 0 < len(pictures) < 40 and {request.key for request in pictures} == {immich.KEY}
    press(program, desktop, "End")
    last = server.library.count - 1
    name = title(last, server.library) if version == 2 else immich.file_name(last)
    wait_until(lambda: name in " ".join(shown.names()), 10, lambda: shown.names())
    assert server.months_asked() == ["2024-05", "2024-02"]


def open_signed_in(open_library, server, **how):
    program = open_library(server, **how)
    give_key(program)
    return program


def test_months_between_are_read_when_the_view_rests_there(serve, open_library, desktop):
    server = serve(*[60] * 24)
    program = open_signed_in(open_library, server)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    for _ in range(12):
        press(program, desktop, "Page_Down")
    desktop.pause(1)
    asked = server.months_asked()
    assert len(asked) < 12 and len(set(asked)) == len(asked), asked
    press(program, desktop, "Home")
    wait_for(shown, range(3), server.library)
    assert server.months_asked() == asked, "a month that is known is not asked for again"


@pytest.mark.parametrize("is_whole", [True, False], ids=["whole", "a-month-fails"])
def test_selected_photos_of_months_that_were_not_on_screen_are_saved(serve, open_library, desktop, tmp_path, is_whole):
    server = serve(60, 3, 4)
    program = open_signed_in(open_library, server)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    assert server.months_asked() == ["2024-05"]
    if not is_whole:
        server.on = lambda request: (
            (400, "text/plain", b"", {}) if request.query.get("timeBucket", "").startswith("2024-04") else None)
    press(program, desktop, "Control_L", "a")
    says(program, "67 selected")
    (tmp_path / "album").mkdir()
    save_original(program, tmp_path / "album")
    numbers = range(67)
    if not is_whole:
        said = Dialog(program, "Oops!", within=30)
        told = " ".join(said.texts())
        assert "3 of 67 photos were not saved" in told and "April 2024 (3 photos): " in told, told
        said.dismiss()
        numbers = [*range(60), *range(63, 67)]
    says(program, f"{'67' if is_whole else '64 of 67'} photos saved to “album”", within=30)
    assert {each.name for each in (tmp_path / "album").iterdir()} == {immich.file_name(number) for number in numbers}
    assert server.months_asked() == ["2024-05", "2024-04", "2024-03"]


def test_the_oldest_photos_come_first_if_a_person_wants_that(serve, open_library, desktop):
    server = serve(40, 300, 20, 500)
    program = open_signed_in(open_library, server)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    press(program, desktop, "Right")
    wait_until(shown.has_keyboard, 5, "a photo has the keyboard")
    open_main_menu(program)
    enter(program, "v")
    step_to(program, "Oldest First")
    desktop.keyboard.press("Return")
    last = server.library.count - 1
    wait_for(shown, range(last, last - 3, -1), server.library)
    wait_until(lambda: "filtered" in shown.cells()[0][0], 10, lambda: shown.cells())
    assert shown.headings()[0] == "February 2024", shown.headings()
    assert server.months_asked() == ["2024-05", "2024-02"]
    # The photo that had the keyboard is far away now.
    wait_until(shown.has_keyboard, 5, lambda: f"a photo has the keyboard:\n{program.accessible().describe()}")


def test_photos_have_their_colours_until_their_pictures_are_there(serve, open_library, desktop):
    server = serve(40)
    goes_on = threading.Event()

    def hold(request):
        if request.path.endswith("/thumbnail"):
            goes_on.wait(60)
    server.on = hold
    try:
        program = open_signed_in(open_library, server)
        shown = Timeline(program)
        wait_for(shown, range(3), server.library)
        desktop.park_pointer()

        def away(number):
            """How far the middle of a photo is from the colour of its thumbhash, of 255."""
            left, top, width, height = next(
                place for name, place in shown.cells() if name.split(",")[0] == title(number, server.library))
            across, down = program.frame_width()
            middle = pixels.of_window(
                program.window(), across + left + width // 2 - 4, down + top + height // 2 - 4, 8, 8)
            return pixels.difference(middle, immich.hashed_colour(number))
        for number in range(3):
            wait_until(lambda: away(number) <= 4, 5, lambda: f"photo {number} is {away(number)} away from its colour")
        assert not any("filtered" in name for name, _ in shown.cells()), shown.cells()
    finally:
        goes_on.set()
    wait_until(lambda: all("filtered" in name for name, _ in shown.cells()[:3]), 10, shown.cells)
    assert all(away(number) > 4 for number in range(3)), "the pictures are there"


@pytest.mark.parametrize("view", ["list", "grid"])
def test_list_and_grid_show_the_same_library(serve, open_library, desktop, view):
    server = serve(40, 300, 20, 500)
    program = open_signed_in(open_library, server, view=view)
    library = server.library
    row = lambda number: any(title(number, library) in name for name in rows(program))
    wait_until(lambda: row(0) and "filtered" in rows(program)[0], 10, lambda: rows(program)[:3])
    assert server.months_asked() == ["2024-05"]
    press(program, desktop, "End")
    wait_until(lambda: row(library.count - 1), 10, lambda: f"{title(library.count - 1, library)} in {rows(program)}")
    assert server.months_asked() == ["2024-05", "2024-02"]


def test_a_photo_is_opened_and_the_next_one_is_of_a_month_that_is_not_read(serve, open_library, desktop):
    server = serve(3, 60, 60)
    program = open_signed_in(open_library, server)
    library = server.library
    wait_for(Timeline(program), range(3), library)
    page = PhotoPage(program)
    press(program, desktop, "Return")
    page.wait_for(name=title(0, library))
    for number in range(1, 6):
        press(program, desktop, "Right")
        page.wait_for(name=title(number, library))
    pictures = lambda: [request.path.rsplit("/")[-1] for request in server.asked("/api/assets/")]
    # The strip's follow the page's own.
    wait_until(lambda: pictures().count("thumbnail") > 5, 10, pictures)
    assert "original" not in pictures(), "the server's own pictures suffice"


def test_a_wrong_key_and_a_key_without_a_permission_are_said(serve, open_library):
    server = serve(40, scopes=frozenset({"asset.view"}))
    program = open_library(server)
    give_key(program, "wrong")
    dialog = Dialog(program, HEADING)
    assert "The key is wrong" in " ".join(dialog.texts())
    dialog.type(immich.KEY)
    dialog.press("Return")
    dialog.wait_until_gone()
    dialog = Dialog(program, "Oops!")
    assert "asset.read" in " ".join(dialog.texts()), dialog.texts()
    dialog.dismiss()


def test_the_keyring_keeps_the_key_and_nothing_else_does(serve, keyring, launch, new_home, tmp_path):
    server = serve(40)
    home = without_animations(remembers(new_home(), filter="'none'", view="'timeline'"))
    program = launch(server.url, home=home)
    dialog = Dialog(program, HEADING)
    dialog.type(immich.KEY)
    confirm(dialog, remember=True)
    wait_for(Timeline(program), range(3), server.library)
    program.quit()
    again = launch(server.url, home=home)
    wait_for(Timeline(again), range(3), server.library)
    again.quit()
    for file in [*Path(home["HOME"]).rglob("*"), *tmp_path.rglob("program-*.log")]:
        if file.is_file() and "keyring" not in str(file):
            assert immich.KEY.encode() not in file.read_bytes(), file


@pytest.mark.parametrize("typed", ["address", "page", "library"])
def test_the_address_of_the_server_is_enough(serve, launch, typed):
    server = serve(40, prefix="/photos" if typed == "library" else "")
    if typed == "address":
        program = launch(server.web)
    else:
        program = launch()
        if typed == "page":
            open_location(program, server.web)
        else:
            open_library_at(program, server.web)
    give_key(program)
    wait_until(lambda: "40 photos" in " ".join(program.accessible().texts()), 10, "the library is open")


def test_looking_for_a_library_can_be_cancelled(serve, launch):
    server = serve(40)
    server.latency = 20
    program = launch()
    open_library_at(program, server.web)
    wait_until(lambda: program.accessible().find("button", "Cancel Loading"), 5, "Cancel is there").do()
    wait_until(lambda: "Opening" not in " ".join(program.accessible().texts()), 5,
               lambda: f"it is given up: {program.accessible().describe()}")


FAULTS = {
    "500": lambda server: server.error(500, "Internal Server Error", "Failed to get time bucket"),
    "429": lambda server: (429, "application/json", b"{}", {"Retry-After": "1"}),
    "cut short": lambda server: (200, "application/json", b'{"id":["0000', {}),
    "a page": lambda server: (200, "text/html", b"<html>nothing</html>", {}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_month_that_cannot_be_had_says_so_and_comes_with_retry(serve, open_library, desktop, fault):
    server = serve(4, 300)
    is_broken = [True]
    server.on = lambda request: FAULTS[fault](server) if is_broken[0] and "2024-04" in str(request.query) else None
    program = open_signed_in(open_library, server)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    press(program, desktop, "End")
    wait_until(lambda: "April 2024, failed to load" in " ".join(rows(program)), 10, lambda: rows(program))
    is_broken[0] = False
    press(program, desktop, "Control_L", "Shift_L", "r")
    wait_until(lambda: title(303, server.library) in named(shown), 10, lambda: named(shown))


def lie(server, change):
    """Makes the second month have that many photos more than the server says; fewer if negative."""
    month = server.library.months[1]
    numbers = server.numbers(month)
    columns = server.columns(numbers[:change] if change < 0 else numbers)
    if change > 0:
        for column in columns.values():
            column.extend(column[:change])
    server._buckets[month.name] = json.dumps(columns).encode()


@pytest.mark.parametrize("change", [-3, 5])
def test_a_month_that_lies_about_its_count_is_corrected(serve, open_library, desktop, change):
    server = serve(4, 30, 30)
    lie(server, change)
    program = open_signed_in(open_library, server)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    # The first one ends at the month's last photo, and the second month may not be on screen yet.
    for _ in range(2):
        press(program, desktop, "Page_Down")
    wait_until(lambda: f"1 of {64 + change} selected" in " ".join(program.accessible().texts()), 10,
               lambda: program.accessible().texts())
    press(program, desktop, "End")
    wait_until(lambda: title(63, server.library) in named(shown), 10, lambda: named(shown))


def page_down_to(month, server, program, desktop):
    """Goes down by screens, resting at each, until the server is asked for the month."""
    shown = Timeline(program)
    for _ in range(40):
        press(program, desktop, "Page_Down")
        # Months are asked for when the list rests.
        wait_until_same(lambda: (tuple(named(shown)), len(server.months_asked())), times=8)
        if server.library.months[month].name[:7] in server.months_asked():
            return
    raise AssertionError(f"month {month} is never asked for: {server.months_asked()}")


def wait_for_count(program, count):
    wait_until(lambda: f"1 of {count} selected" in " ".join(program.accessible().texts()), 10,
               lambda: f"there are {count}: {program.accessible().texts()}")


@pytest.mark.parametrize("change", [-3, 5])
def test_a_month_that_lies_does_not_move_what_is_on_screen(serve, open_library, desktop, change):
    server = serve(60, 30, 60, 60)
    lie(server, change)
    program = open_signed_in(open_library, server)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    page_down_to(1, server, program, desktop)
    wait_for_count(program, 210 + change)
    # Where the person was, or one line off, at the boundary of both months.
    near = {title(number, server.library) for number in range(35, 90)}
    wait_until(lambda: near & set(named(shown)), 5, lambda: named(shown))
    stays_true(lambda: near & set(named(shown)), 1, lambda: named(shown))


@pytest.mark.parametrize("grown", [0, 1])
def test_a_reload_that_finds_another_photo_does_not_move_what_is_on_screen(serve, open_library, desktop, grown):
    counts = [60, 60, 60, 60]
    server = serve(*counts)
    program = open_signed_in(open_library, server)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    page_down_to(1, server, program, desktop)
    press(program, desktop, "Page_Down")
    before = set(wait_until_same(lambda: tuple(named(shown)), times=8))
    day = shown.headings()[0]
    counts[grown] += 1
    server.fill(Library(months_of(counts)))
    press(program, desktop, "Control_L", "r")
    wait_until(lambda: str(sum(counts)) in " ".join(program.accessible().texts()), 10,
               lambda: program.accessible().texts())
    # Photos of the month that has grown are others, of the same days.
    def stays():
        return bool(named(shown)) and (bool(before & set(named(shown))) or day in shown.headings())
    wait_until(stays, 5, lambda: f"{before} are on screen, or {day}: {named(shown)}, {shown.headings()}")
    stays_true(stays, 1, lambda: f"{before} are on screen, or {day}: {named(shown)}, {shown.headings()}")


@pytest.mark.parametrize("pause", [0, 0.01, 0.04])
@pytest.mark.parametrize("is_read", [True, False], ids=["read", "unread"])
def test_a_jump_while_a_reload_compares_is_not_undone(serve, open_library, desktop, is_read, pause):
    counts = [60] * 16
    server = serve(*counts)
    program = open_signed_in(open_library, server)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    if is_read:
        press(program, desktop, "End")
        wait_until(lambda: title(server.library.count - 1, server.library) in named(shown), 10, lambda: named(shown))
        press(program, desktop, "Home")
        wait_for(shown, range(3), server.library)
    # Somewhere in the second month, which stays as it is.
    page_down_to(1, server, program, desktop)
    released, asked = threading.Event(), len(server.asked("/api/timeline/buckets"))

    def hold(request):
        if request.path.endswith("/buckets"):
            released.wait(60)

    server.on = hold
    counts[0] += 1
    server.fill(Library(months_of(counts)))
    press(program, desktop, "Control_L", "r")
    wait_until(lambda: len(server.asked("/api/timeline/buckets")) > asked, 10, "the counts are asked for")
    released.set()
    desktop.pause(pause)
    press(program, desktop, "End")

    # The photos of a month that has grown are others: the last ones may be a line further down.
    def is_near_the_end():
        count = server.library.count
        return any(title(number, server.library) in named(shown) for number in range(count - 16, count))

    wait_until(is_near_the_end, 10, lambda: named(shown))
    stays_true(is_near_the_end, 3, lambda: named(shown))


@pytest.mark.parametrize("change", [-3, 5])
def test_months_that_lie_stay_in_order_with_the_oldest_photos_first(serve, open_library, desktop, change):
    server = serve(30, 30, 4)
    lie(server, change)
    program = open_signed_in(open_library, server, oldest_first=True)
    shown = Timeline(program)
    wait_for(shown, [63, 62, 61], server.library)
    # The first one ends at the month's last photo, and the second month may not be on screen yet.
    for _ in range(2):
        press(program, desktop, "Page_Down")
    wait_until(lambda: f"1 of {64 + change} selected" in " ".join(program.accessible().texts()), 10,
               lambda: program.accessible().texts())
    press(program, desktop, "End")
    wait_until(lambda: title(0, server.library) in named(shown), 10, lambda: named(shown))
    press(program, desktop, "Home")
    wait_for(shown, [63, 62, 61], server.library)


@pytest.mark.parametrize("change, top", [(-3, "Thursday, 4 April"), (5, "Monday, 1 April")])
@pytest.mark.parametrize("pause", [0.05, 0.25])
def test_a_month_with_another_count_that_is_known_late_leaves_the_cursor_on_screen(
        serve, open_library, desktop, change, top, pause):
    server = serve(30, 30, 4)
    lie(server, change)
    is_shown = threading.Event()

    def on(request):
        if "2024-04" in str(request.query):
            # Not before it is off screen for the first time: it is asked for again.
            is_shown.wait(5)
            time.sleep(pause)
    server.on = on
    program = open_signed_in(open_library, server, oldest_first=True)
    shown = Timeline(program)
    wait_for(shown, [63, 62, 61], server.library)
    is_shown.set()
    for _ in range(2):
        press(program, desktop, "Page_Down")
    wait_until(lambda: f"1 of {64 + change} selected" in " ".join(program.accessible().texts()), 10,
               lambda: program.accessible().texts())
    wait_until(lambda: shown.headings()[:2] == ["April 2024", top], 10, shown.headings)


@pytest.mark.parametrize("pause", [0, 0.01, 0.015, 0.02, 0.025, 0.03])
def test_a_month_that_is_known_while_a_long_list_is_reversed_is_shown(serve, open_library, desktop, pause):
    server = serve(4_000_000, 30, 4)
    lie(server, -3)
    answered = threading.Event()

    def on(request):
        if "2024-04" in str(request.query):
            answered.set()
        elif "2024-03" in str(request.query):
            # The list is reversed again for April, which has fewer photos than was said, when March is known.
            answered.wait(5)
            time.sleep(pause)
    server.on = on
    program = open_signed_in(open_library, server, oldest_first=True)
    shown = Timeline(program)
    wait_for(shown, [4_000_033, 4_000_032, 4_000_031], server.library)
    for _ in range(2):
        press(program, desktop, "Page_Down")
    wait_until(lambda: "1 of 4,000,031 selected" in " ".join(program.accessible().texts()), 10,
               lambda: program.accessible().texts())
    wait_until(lambda: "4 Apr 2024 at 2:42:00\u202fPM, filtered" in rows(program), 10, lambda: rows(program))


def test_a_redirect_takes_no_key_along(serve, open_library):
    other = serve(4)
    server = serve(40)
    server.on = lambda request: (302, "text/plain", b"", {"Location": other.web + request.path}) \
        if request.path.startswith("/api/assets/") else None
    program = open_signed_in(open_library, server)
    wait_until(lambda: other.requests, 10, "the redirect is followed")
    wait_until(lambda: "failed to load" in " ".join(rows(program)), 10, lambda: rows(program))
    assert {request.key for request in other.requests} == {None}


def show(program, part):
    """Chooses a part of the library from the main menu."""
    open_main_menu(program)
    enter(program, "y")
    step_to(program, part)
    program.desktop.keyboard.press("Return")


ALL = immich.SCOPES | {"album.read", "person.read"}


def test_parts_of_a_library_open_and_lead_back(serve, open_library, desktop):
    server = serve(40, 300, scopes=ALL)
    program = open_signed_in(open_library, server)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    show(program, "Favourites")
    wait_for(shown, [0, 9], server.library)
    assert "38 photos" in " ".join(program.accessible().texts())
    press(program, desktop, "Alt_L", "Left")
    wait_for(shown, range(3), server.library)
    show(program, "Albums")
    wait_until(lambda: rows(program) and "Birthday & more" in " ".join(rows(program)), 10, lambda: rows(program))
    press(program, desktop, "Home")
    press(program, desktop, "Return")
    wait_for(shown, [0, 5], server.library)
    assert [request.query.get("albumId") for request in server.asked("/api/timeline/buckets")][-1]


@pytest.mark.parametrize("status", [404, 501])
def test_a_server_without_a_timeline_is_searched_for_all_photos_and_for_the_favourites(serve, open_library, status):
    server = serve(70, scopes=ALL)
    server.on = lambda request: server.error(status, "Gone", "Cannot GET " + request.path) \
        if request.key and request.path.startswith("/api/timeline/") else None
    program = open_signed_in(open_library, server)
    says(program, "70 photos")
    show(program, "Favourites")
    says(program, "8 photos")


def test_months_that_are_counted_but_not_listed_are_searched_for(serve, open_library):
    server = serve(70, 3, 4, scopes=ALL)
    server.on = lambda request: server.error(404, "Not Found", "Cannot GET " + request.path) \
        if request.key and request.path == "/api/timeline/bucket" else None
    program = open_signed_in(open_library, server)
    says(program, "77 photos")
    shown = Timeline(program)
    wait_until(lambda: all(immich.file_name(number) in " ".join(shown.names()) for number in range(3)), 10, shown.names)
    show(program, "Favourites")
    says(program, "9 photos")
    wait_until(lambda: all(immich.file_name(number) in " ".join(shown.names()) for number in (0, 18)), 10,
               shown.names)


@pytest.mark.parametrize("version", [1, 2, 3], ids=["before 1.133", "before 3.0", "3.0"])
def test_archived_photos_and_films_of_motion_photos_are_where_the_servers_own_pages_have_them(
        serve, open_library, version):
    library = Library(months_of([40]), motions=frozenset([3]), archived=frozenset([1, 9, 10]))
    server = serve(library=library, version=version, scopes=ALL)
    program = open_signed_in(open_library, server)
    says(program, "37 photos")
    show(program, "Favourites")
    says(program, "5 photos")
    show(program, "Albums")
    wait_until(lambda: len(rows(program)) == 3, 10, lambda: rows(program))
    assert sorted(row.split(",")[0] for row in rows(program)) == ["Ben’s trip", "Birthday & more", "Holiday"]
    for said in ("5 photos", "37 photos"):
        program.desktop.keyboard.press("Alt_L", "Left")
        says(program, said)
    # Every photo has the name.
    program.desktop.keyboard.press("Control_L", "f")
    program.desktop.keyboard.type("DSC")
    program.click(lambda: program.accessible().find("button", "Ask the Server"))
    says(program, "37 photos")


def test_an_album_without_its_permission_names_it(serve, open_library):
    server = serve(40)
    program = open_signed_in(open_library, server)
    wait_for(Timeline(program), range(3), server.library)
    show(program, "Albums")
    dialog = Dialog(program, "Oops!")
    assert "album.read" in " ".join(dialog.texts()), dialog.texts()


def test_the_server_finds_what_is_not_known_here(serve, open_library, desktop):
    server = serve(40, 300, 60)
    program = open_signed_in(open_library, server)
    wait_for(Timeline(program), range(3), server.library)
    press(program, desktop, "Control_L", "f")
    desktop.keyboard.type(immich.file_name(399))
    wait_until(lambda: "No Results Found" in " ".join(program.accessible().texts()), 10, "nothing is known here")
    program.click(program.accessible().get("button", "Ask the Server"))
    wait_until(lambda: rows(program) and "DSC" in rows(program)[0], 10, lambda: rows(program))
    # The timeline has the oldest last.
    press(program, desktop, "End")
    wait_until(lambda: immich.file_name(399) in " ".join(rows(program)), 10, lambda: rows(program))
    questions = [json.loads(request.body) for request in server.asked("/api/search/")]
    assert questions[0]["originalFileName"] == immich.file_name(399)
    assert f"“{immich.file_name(399)}” at 127.0.0.1" in " ".join(program.accessible().texts())


def test_a_second_start_shows_the_library_without_its_server(serve, launch, new_home):
    server = serve(40, 300)
    home = without_animations(remembers(new_home(), filter="'none'", view="'timeline'", window_width=900))
    program = launch(server.url, home=home)
    give_key(program)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    wait_until(lambda: all("filtered" in name for name, _ in shown.cells()), 10, lambda: shown.cells())
    program.quit()
    server.end()
    again = Timeline(launch(server.url, home=home))
    wait_for(again, range(3), server.library)
    wait_until(lambda: "filtered" in again.cells()[0][0], 10, lambda: again.cells())


def test_a_library_whose_photos_are_all_gone_says_so(serve, keyring, launch, new_home):
    server = serve(4, 3)
    home = without_animations(remembers(new_home(), filter="'none'", view="'timeline'", window_width=900))
    sign_in(launch, server, home).quit()
    server.on = lambda request: server.json([]) if request.path == "/api/timeline/buckets" else None
    program = launch(server.url, home=home)
    wait_until(lambda: "The catalogue contains no photos." in program.accessible().texts(), 10,
               lambda: program.accessible().texts())


def test_a_video_shows_its_picture_and_says_so(serve, open_library):
    server = serve(library=Library(months_of([3]), videos=frozenset([1])))
    program = open_signed_in(open_library, server, view="list")
    wait_until(lambda: "filtered" in " ".join(rows(program)[1:2]), 10, lambda: rows(program))
    first, second = [each for each, _ in items(program)][:2]
    assert "Video" in second.description and "Video" not in first.description
    assert not any(request.path.endswith("/original") for request in server.requests)


def resident(program):
    """In MiB."""
    lines = Path(f"/proc/{program.pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def two_million():
    """2,000,184 photos in 310 months, one of which has 70,000."""
    counts = [6246] * 310
    counts[100] = 70_000
    counts[309] += 2_000_184 - sum(counts)
    return counts


def test_of_two_million_photos_each_is_within_reach_and_only_months_at_rest_are_fetched(serve, open_library, desktop):
    server = serve(*two_million())
    program = open_signed_in(open_library, server)
    shown = Timeline(program)
    wait_for(shown, range(3), server.library)
    assert "2,000,184 photos" in " ".join(program.accessible().texts())
    x, y, width, height = shown.area().extents()
    across, down = program.place()
    left, top = across + x + width - 20, down + y
    desktop.pointer.move(left, top + 40)
    desktop.pointer.press()
    asked = len(server.months_asked())
    for stop in range(60):
        # Each movement is shorter than what counts as rest.
        for step in range(6):
            desktop.pointer.move(left, top + 40 + (height - 60) * (stop * 6 + step + 1) / 360)
            assert len(server.months_asked()) == asked, "asked for while it was dragged"
        desktop.pause(0.3)
        # On a busy machine, what is asked for at rest comes later.
        wait_until_same(lambda: len(server.months_asked()), times=5)
        assert len(server.months_asked()) <= asked + 2, server.months_asked()[asked:]
        asked = len(server.months_asked())
    desktop.pointer.release()
    assert asked > 30 and len(set(server.months_asked())) == asked
    last = server.library.count - 1
    press(program, desktop, "End")
    name = title(last, server.library)
    wait_until(lambda: name in named(shown), 20, lambda: named(shown))
    assert resident(program) < 300
    # By its name, before the space that no key types. What else is found is newer, and above it.
    search_for(program, name.split("\u202f")[0])
    month = name.split(" at ")[0].split(" ", 1)[1]
    wait_until(lambda: named(shown) and all(month in each for each in named(shown)), 20, lambda: named(shown))
    across, down = program.place()
    desktop.pointer.move(across + x + width / 2, down + y + height / 2)

    def place_of_last():
        desktop.pointer.wheel(seconds=0.1, interval=0.02)
        return next((place for photo, place in shown.cells() if photo.startswith(name)), None)

    def place_at_rest():
        place = place_of_last()
        return place if place and place == place_of_last() else None
    left, top, width, height = wait_until(place_at_rest, 20, lambda: (name, named(shown)))
    desktop.pointer.click(across + left + width / 2, down + top + height / 2)
    PhotoPage(program).wait_for(name=name)
