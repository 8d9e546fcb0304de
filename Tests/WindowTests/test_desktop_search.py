"""Photos and catalogues in the desktop's search (org.gnome.Shell.SearchProvider2)."""

import pytest
from gi.repository import GLib

from support import photos, replies
from support.accessibility import is_on_bus
from support.answers import assert_answers_at_once
from support.desktop_search import NAME, DesktopSearch
from support.finding import says
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage
from support.waiting import wait_until

NAMES = ["Old Harbour", "Café in Paris", "Harbour at night", "Mountain Lake"]


@pytest.fixture
def search(desktop):
    search = DesktopSearch(desktop.session)
    yield search
    search.end()


@pytest.fixture
def listed(server, launch):
    program = launch(server.serve_catalogue([(name, photos.path(row)) for row, name in enumerate(NAMES)]))
    listed = PhotoList(program, NAMES)
    listed.wait_until_done()
    return listed


def test_photos_are_found_by_their_names_and_described(listed, search):
    assert search.names("harbour") == ["Old Harbour", "Harbour at night"]
    assert search.names("CAFE", "paris") == ["Café in Paris"]
    assert search.names("nowhere") == [] and search.find() == [] and search.find("", " ") == []
    found = search.find("harbour")
    assert [each["name"] for each in search.describe(*search.narrow(found, "harbour", "night"))] == ["Harbour at night"]
    described, = search.describe(found[0])
    assert described["id"] == found[0] and described["description"]
    width, height, row, alpha, bits, channels, data = described["icon-data"]
    assert (alpha, bits, channels) == (True, 8, 4) and 0 < width <= 96 and 0 < height <= 96
    assert len(data) == row * height


def test_a_chosen_result_opens_its_photo_even_if_the_list_shows_others(listed, search, desktop):
    page = PhotoPage(listed.program)
    search.activate(search.find("lake")[0], "lake")
    page.wait_for("Mountain Lake")
    search.activate(search.find("paris")[0], "paris")
    page.wait_for("Café in Paris")
    page.key("Escape")
    wait_until(lambda: page.canvas() is None, 5, "the list is shown")
    search.launch("harbour")
    says(listed.program, "2 matches")
    search.activate(search.find("lake")[0], "lake")
    page.wait_for("Mountain Lake")


def test_a_folder_that_is_found_opens_as_a_folder_even_from_a_photos_page(launch, search, tmp_path, desktop):
    folder = tmp_path / "Album"
    (folder / "Harbour").mkdir(parents=True)
    (folder / "Lake.jpg").write_bytes(photos.jpeg(1))
    (folder / "Harbour" / "Boat.jpg").write_bytes(photos.jpeg(2))
    program = launch(str(folder))
    PhotoList(program, ["Harbour", "Lake.jpg"]).wait_until_done()
    search.activate(search.find("lake")[0], "lake")
    PhotoPage(program).wait_for("Lake.jpg")
    found, = search.find("harbour")
    described, = search.describe(found)
    assert described["gicon"] == "folder"
    search.activate(found, "harbour")
    wait_until(lambda: program.accessible().find("list item", "Boat.jpg, filtered"), 10,
               lambda: f"the folder is open: {program.accessible().describe()}")


def test_what_names_no_result_opens_and_describes_nothing(listed, search, server):
    for text in ("", "photo:1:0:0", "photo:99:0:0", "photo:1:99999999:0", "photo", "catalogue:", "\U0001F600" * 5000,
                 "catalogue:" + server.url("/other.plist"), "catalogue:/etc/passwd"):
        assert search.describe(text) == []
        search.activate(text)
    assert search.describe(*["photo:1:0:0"] * 3000) == []
    assert search.names(*["harbour"] * 3000) == ["Old Harbour", "Harbour at night"]
    assert not server.asked_for("/other.plist")
    assert len(listed.program.windows()) == 1


def test_a_result_of_a_catalogue_that_is_no_longer_open_is_none(listed, search, server):
    found = search.find("harbour")
    listed.program.quit()
    with pytest.raises(GLib.Error):
        search.describe(*found)


def test_catalogues_that_were_open_last_are_found_and_opened(server, launch, new_home, search):
    server.on("/holiday.plist", replies.of(photos.catalogue(photos.numbered(2)), "application/x-plist"))
    home = remembers(new_home(), last_location=f"['{server.url('/holiday.plist')}']")
    program = launch("--new-window", home=home)
    wait_until(lambda: len(program.windows()) == 1, 20, "there is a window")
    found = wait_until(lambda: search.find("holiday"), 10, "the catalogue is found")
    assert [each["name"] for each in search.describe(*found)] == ["holiday.plist"]
    search.activate(found[0])
    wait_until(lambda: server.asked_for("/holiday.plist"), 10, "the catalogue is asked for")
    says(program, "2 photos")


def test_no_result_has_a_password(server, launch, new_home, search):
    server.on("/holiday.plist", replies.of(photos.catalogue(photos.numbered(2)), "application/x-plist"))
    address = server.url("/holiday.plist").replace("http://", "http://me:sesame@")
    home = new_home()
    program = launch(address, home=home)
    listed = PhotoList(program, [photos.name(0), photos.name(1)])
    listed.wait_until_done()
    found = search.find(photos.name(1).split()[0])
    assert found and "sesame" not in f"{found}{search.describe(*found)}"
    program.quit()

    # What was remembered with one, by an earlier version or by hand.
    program = launch("--new-window", home=remembers(home, last_location=f"['{address}']"))
    wait_until(lambda: len(program.windows()) == 1, 20, "there is a window")
    found = wait_until(lambda: search.find("holiday"), 10, "the catalogue is found")
    described = search.describe(*found)
    assert "me@127.0.0.1" in f"{described}" and "sesame" not in f"{found}{described}"
    assert search.find("sesame") == []


def test_recent_catalogues_are_found_by_their_titles_and_opened(server, launch, new_home, search):
    home = new_home()
    titled = (b'<?xml version="1.0"?><rss version="2.0"><channel><title>Summer in Lisbon</title><item>'
              b'<title>Tram</title><enclosure url="photos/1.jpg" type="image/jpeg"/></item></channel></rss>')
    server.on("/first.rss", replies.of(titled, "application/rss+xml"))
    program = launch(server.url("/first.rss"), home=home)
    says(program, "1 photo")
    program.quit()
    # Another one is the last.
    program = launch(server.serve_catalogue([(name, photos.path(row)) for row, name in enumerate(NAMES)]), home=home)
    PhotoList(program, NAMES).wait_until_done()
    found = search.find("lisbon")
    described, = search.describe(*found)
    assert described["name"] == "Summer in Lisbon" and described["description"].endswith("/first.rss")
    search.activate(found[0], "lisbon")
    wait_until(lambda: program.accessible().find("list item", "Tram, filtered"), 10, "it is open")
    # Now it is open, and so are its photos.
    assert search.names("lisbon") == []
    assert search.names("tram") == ["Tram"]


def remembered(launch, server, home, catalogue, names):
    """Shows a catalogue, ends the program, and starts it as the bus does."""
    program = launch(server.serve_catalogue(catalogue, "/holiday.plist"), home=home)
    PhotoList(program, names).wait_until_done()
    program.quit()
    return launch("--gapplication-service", home=home)


def test_photos_of_a_recent_catalogue_are_found_and_opened_while_it_is_not_open(
        server, launch, new_home, search, desktop):
    count = 300
    names = [f"Harbour {number}" for number in range(count)]
    program = remembered(
        launch, server, new_home(), [(name, photos.path(row)) for row, name in enumerate(names)], names)
    wait_until(lambda: is_on_bus(search.connection, NAME), 20, "the program has its name on the bus")
    requests = len(server.exchanges)
    found = search.find("harbour", "277")
    described, = search.describe(*found)
    assert described["name"] == "Harbour 277" and described["description"] == "holiday.plist"
    assert described["gicon"] == "image-x-generic"
    assert len(search.find("harbour")) == 20 and search.names("nowhere") == []
    assert not program.windows() and len(server.exchanges) == requests
    search.activate(found[0], "harbour", "277")
    page = PhotoPage(program)
    page.wait_for("Harbour 277")
    # The list is there as well.
    desktop.keyboard.focus(program.window())
    page.key("Escape")
    wait_until(lambda: program.accessible().find("list item", "Harbour 277, filtered"), 10, "the list is at its row")
    # The same result leads to the window that is open.
    search.activate(found[0], "harbour", "277")
    page.wait_for("Harbour 277")
    assert len(program.windows()) == 1


def test_a_photo_of_a_recent_catalogue_is_opened_wherever_it_is_now(server, launch, new_home, search):
    home = remembers(new_home(), sort="'name'")
    program = remembered(
        launch, server, home, [(name, photos.path(row)) for row, name in enumerate(NAMES)], sorted(NAMES))
    wait_until(lambda: is_on_bus(search.connection, NAME), 20, "the program has its name on the bus")
    found, = search.find("lake")
    new = [("New", photos.path(9)), ("Lake", photos.path(3)), ("Another", photos.path(8))]
    server.serve_catalogue(new, "/holiday.plist")
    search.activate(found, "lake")
    PhotoPage(program).wait_for("Lake")
    program.quit()

    # One that is gone leaves the list.
    server.serve_catalogue(new[:1], "/holiday.plist")
    program = launch("--gapplication-service", home=home)
    wait_until(lambda: is_on_bus(search.connection, NAME), 20, "the program has its name on the bus")
    search.activate(found, "lake")
    wait_until(lambda: program.accessible().find("list item", "New, filtered"), 20, "the list is shown")
    assert PhotoPage(program).canvas() is None


def test_no_name_is_found_of_what_was_removed_or_is_not_remembered(server, launch, new_home, search):
    home = new_home()
    program = remembered(launch, server, home, [("Tram", photos.path(1))], ["Tram"])
    wait_until(lambda: is_on_bus(search.connection, NAME), 20, "the program has its name on the bus")
    found, = search.find("tram")
    program.process.end()
    program = launch("--gapplication-service", home=remembers(home, remember_recent="false"))
    wait_until(lambda: is_on_bus(search.connection, NAME), 20, "the program has its name on the bus")
    assert search.find("tram") == [] and search.describe(found) == []
    search.activate(found, "tram")
    assert search.find("tram") == [] and not program.windows()


def test_nothing_recent_is_found_by_those_who_do_not_want_it_remembered(server, launch, new_home, search):
    home = new_home()
    program = launch(server.serve_catalogue([("Tram", photos.path(1))], "/lisbon.plist"), home=home)
    says(program, "1 photo")
    program.quit()
    home = remembers(home, remember_recent="false", last_location=f"['{server.url('/lisbon.plist')}']")
    program = launch("--new-window", home=home)
    wait_until(lambda: len(program.windows()) == 1, 20, "there is a window")
    assert search.find("lisbon") == []


def test_without_a_window_the_program_answers_as_the_bus_starts_it(server, launch, new_home, search):
    server.on("/holiday.plist", replies.of(photos.catalogue(photos.numbered(2)), "application/x-plist"))
    home = remembers(new_home(), last_location=f"['{server.url('/holiday.plist')}']")
    program = launch("--gapplication-service", home=home)
    wait_until(lambda: is_on_bus(search.connection, NAME), 20, "the program has its name on the bus")
    # At once: the object is there before the name.
    found = search.find("holiday")
    assert len(found) == 1 and not program.windows() and not server.asked_for("/holiday.plist")
    # It stays for the next call.
    assert search.find("holiday") == found and len(search.describe(*found)) == 1
    search.launch("000001")
    says(program, "1 match")
    rows = program.accessible().find("list", "Photos").children()
    assert len(rows) == 1 and "000001" in rows[0].name


def test_a_million_names_are_searched_while_the_window_answers(server, launch, search):
    count = 1_000_000
    server.on("/catalogue.plist", replies.of(
        photos.large_catalogue([f"Photo {number}" for number in range(count)]), "application/x-plist"))
    program = launch(server.url("/catalogue.plist"))
    says(program, "1,000,000 photos", within=60)
    answers = []

    def ask():
        waiting = len(answers) + 6
        for text in ("7", "77", "777", "7777", "77777", "photo"):
            search.find_later(answers.append, text)
        context = GLib.MainContext.default()
        while len(answers) < waiting:
            context.iteration(True)
    assert_answers_at_once(program.accessible(), ask)
    # All but the last are given up, or were done before the next.
    assert len(answers[-1]) == 20
    assert all(len(each) <= 20 for each in answers)


def test_recent_catalogues_have_their_pictures(server, launch, new_home, search):
    home = new_home()
    program = launch(server.serve_catalogue([("Tram", photos.path(1))], "/lisbon.plist"), home=home)
    PhotoList(program, ["Tram"]).wait_until_done()
    program.quit()
    program = launch("--gapplication-service", home=home)
    wait_until(lambda: is_on_bus(search.connection, NAME), 20, "the program has its name on the bus")
    described, = search.describe(*search.find("lisbon"))
    assert described["name"] == "lisbon.plist" and "gicon" not in described
    width, height, row, alpha, bits, channels, data = described["icon-data"]
    assert (alpha, bits, channels) == (True, 8, 4) and 0 < width <= 96 and 0 < height <= 96
    assert len(data) == row * height
    # It is a photo: more than one colour.
    assert len({bytes(data[at:at + 4]) for at in range(0, len(data), 4)}) > 20
    # One that was never shown has the program's own.
    program.process.end()
    server.on("/holiday.plist", replies.of(photos.catalogue(photos.numbered(2)), "application/x-plist"))
    program = launch("--gapplication-service", home=remembers(
        new_home(), last_location=f"['{server.url('/holiday.plist')}']"))
    wait_until(lambda: is_on_bus(search.connection, NAME), 20, "the program has its name on the bus")
    described, = search.describe(*search.find("holiday"))
    assert described["gicon"] == NAME and "icon-data" not in described
