"""The requests when a catalogue opens, and their order."""

from support import photos, replies
from support.photo_list import PhotoList
from support.server import peak_in_flight
from support.waiting import wait_until


def test_opening_ten_thousand_rows_asks_for_exactly_the_rows_on_screen(server, open_list):
    server.latency = 0.15
    _, listed = open_list(10_000)
    states = listed.wait_until_done()
    server.wait_until_quiet()

    view, asked = listed.view(), server.numbers_asked()
    assert set(states.values()) == {"filtered"}
    assert len(asked) == len(set(asked)), f"a photo was requested twice: {asked}"
    assert set(view.rows()) <= set(asked) <= set(view.rows(hidden=0))


def test_at_most_six_photos_are_asked_for_at_a_time(server, open_list):
    server.latency = 0.2
    program, listed = open_list(10_000)
    listed.wait_until_done()
    server.wait_until_quiet()
    assert len(listed.rows_on_screen()) > 6, "the test needs more than six rows on screen"
    assert peak_in_flight(server.asked()) == 6


def test_rows_nearest_the_middle_are_asked_for_first(server, open_list):
    server.latency = 0.2
    program, listed = open_list(10_000)
    listed.wait_until_done()
    program.resize(480, 880)  # more rows than may be in flight, then a jump to new rows
    listed.wait_until_done()
    server.wait_until_quiet()

    known = len(server.asked())
    program.desktop.pointer.move(*listed.middle())
    program.desktop.pointer.wheel(notches=40)
    listed.wait_until_done()
    server.wait_until_quiet()

    view, on_screen = listed.view(), listed.rows_on_screen(hidden=0)
    asked = [row for row in server.numbers_asked()[known:] if row in on_screen]
    distances = [view.distance_from_middle(row) for row in asked]
    assert len(asked) >= 8
    # The first six are sent together, each over a connection of its own, and may overtake each other. After that they
    # follow one another, and two that end together may change places.
    tie = view.row_height
    assert max(distances[:6]) <= min(distances[6:]) + tie / 2, f"requested {asked}"
    assert all(earlier <= later + tie for earlier, later in zip(distances[6:], distances[7:])), f"requested {asked}"


def test_a_list_that_has_moved_reads_one_screen_ahead_when_its_own_is_done_and_no_further(server, open_list, desktop):
    server.latency = 0.1
    _, listed = open_list(1_000)
    listed.wait_until_done()
    server.wait_until_quiet()
    assert set(server.numbers_asked()) <= set(listed.rows_on_screen(hidden=0)), "a list at rest has no direction"

    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=40)
    listed.wait_until_done()
    server.wait_until_quiet()
    on_screen, below = listed.rows_on_screen(hidden=0), listed.rows_below()
    asked = {each.number: each for each in server.asked()}
    assert set(below) <= set(asked)
    assert max(asked) == below[-1]
    last = max(asked[row].finished for row in listed.rows_on_screen())
    assert min(asked[row].received for row in below) >= last, "the screen comes first"
    # The nearest comes first; six are sent together.
    order = sorted(below, key=lambda row: asked[row].received)
    assert all(abs(place - row) < 6 for place, row in zip(below, order)), order

    # Photos read ahead are ready when they come on screen.
    known = len(server.asked())
    desktop.pointer.wheel(notches=2)
    listed.wait_until_done()
    assert not set(listed.rows_on_screen()) & set(server.numbers_asked()[known:])


def test_each_rows_accessible_name_holds_its_name_and_its_state(server, open_list):
    gone, slow, stuck = 1, 2, 3
    server.on(photos.path(gone), replies.status(404))
    server.on(photos.path(slow), replies.trickling(photos.jpeg(slow), 8))
    server.on(photos.path(stuck), replies.never())
    _, listed = open_list(1_000)

    assert listed.wait_for_state(0, "filtered$") == "filtered"
    assert "404" in listed.wait_for_state(gone, "failed to load: .+")
    listed.wait_for_state(slow, r"downloading \d+%$")
    listed.wait_for_state(stuck, "downloading$")
    listed.wait_for_state(50, "waiting$")  # a row beyond the screen
    listed.wait_for_state(slow, "filtered$", within=20)


def test_two_rows_with_one_url_share_one_download(server, launch):
    server.latency = 0.2
    entries = [("One", "photos/7.jpg"), ("The same", "photos/7.jpg"), ("Another", "photos/8.jpg"),
               ("The same, said otherwise", "/photos/7.jpg")]
    program = launch(server.serve_catalogue(entries))
    listed = PhotoList(program, [name for name, _ in entries])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    assert sorted(server.numbers_asked()) == [7, 8]
    for row in (0, 1, 3):
        listed.wait_until_found(row, photos.filtered(7))


def test_rows_keep_the_documents_order(server, launch):
    entries = [("Zebra", "photos/1.jpg"), ("apple", "photos/2.jpg"), ("Mango 10", "photos/3.jpg"),
               ("Mango 9", "photos/4.jpg")]
    program = launch(server.serve_catalogue(entries))
    listed = PhotoList(program, [name for name, _ in entries])
    listed.wait_until_done()
    for row, number in enumerate((1, 2, 3, 4)):
        listed.wait_until_found(row, photos.filtered(number))


def test_the_window_is_there_and_answers_before_the_catalogue_is(server, launch):
    catalogue = photos.catalogue(photos.numbered(20))
    server.on("/slow.plist", replies.trickling(catalogue, 4))
    program = launch(server.url("/slow.plist"))
    program.window(within=3)
    wait_until(lambda: server.asked_for("/slow.plist"), 5, "the catalogue is requested")
    program.accessible().get("button")  # the window answers
    assert server.in_flight(), "the catalogue arrived too early for this test"
    PhotoList(program, [photos.name(number) for number in range(20)]).wait_until_done()


def test_two_catalogues_open_in_a_window_each(server, launch):
    first = server.serve_catalogue([("One", "photos/1.jpg")], "/first.plist")
    second = server.serve_catalogue([("Two", "photos/2.jpg")], "/second.plist")
    program = launch(first, second)
    for name in ("One", "Two"):
        wait_until(lambda: program.accessible().find("list item", f"{name}, filtered"), 10, f"{name} is shown")
    assert len(program.windows()) == 2


def test_the_header_bar_says_whether_the_network_is_busy_as_long_as_it_is(server, launch):
    server.on("/slow.plist", replies.after(1, replies.of(photos.catalogue(photos.numbered(3)))))
    server.on(photos.path(1), replies.after(2, replies.photo(1)))
    program = launch(server.url("/slow.plist"))
    for slow in ("/slow.plist", photos.path(1)):
        wait_until(lambda: server.asked_for(slow), 10, f"{slow} is requested")
        wait_until(lambda: program.accessible().find(name="The network is busy"), 1,
                   "the window reports network activity")
        assert server.asked_for(slow)[0].is_in_flight, "the check took too long"
    wait_until(lambda: program.accessible().find(name="The network is idle"), 5, "the window reports an idle network")
    assert not server.in_flight()
