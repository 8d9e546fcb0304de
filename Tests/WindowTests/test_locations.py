"""Opening in the window: Open Location, Reload, the last catalogue, and the welcome page."""

from support import photos, replies
from support.accessibility import VISIBLE
from support.dialogs import Dialog, open_location
from support.photo_list import PhotoList
from support.waiting import stays_true, wait_until


def names(count):
    return [photos.name(number) for number in range(count)]


def test_open_location_refuses_what_is_no_url_as_it_is_typed_and_opens_what_is(server, open_list, desktop):
    program, listed = open_list(5)
    listed.wait_until_done()
    other = server.serve_catalogue([("Other", "photos/9.jpg")], "/other.plist")

    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "l")
    dialog = Dialog(program)
    wait_until(lambda: not dialog.is_offered("Open"), 5, "Open is not offered while nothing is typed")
    for text in ("hello", "http:", "http://", "ldap://127.0.0.1/x.plist", "http://no host/x"):
        dialog.type_instead(text)
        wait_until(lambda: not dialog.is_offered("Open"), 5, f"Open is not offered for {text!r}")
        dialog.press("Return")
        stays_true(lambda: dialog.window.id in [each.id for each in program.windows()], 0.2, "the dialog stays")
    known = len(server.exchanges)
    dialog.type_instead(other)
    wait_until(lambda: dialog.is_offered("Open"), 5, "Open is offered for a URL")
    assert len(server.exchanges) == known, "a request was sent before Return"
    dialog.press("Return")
    dialog.wait_until_gone()
    assert PhotoList(program, ["Other"]).wait_until_done() == {0: "filtered"}


def test_open_location_given_up_changes_nothing(server, open_list, desktop):
    program, listed = open_list(5)
    listed.wait_until_done()
    server.wait_until_quiet()
    known = len(server.exchanges)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "l")
    dialog = Dialog(program)
    dialog.type_instead(server.url("/other.plist"))
    dialog.dismiss()
    server.wait_until_quiet()
    assert len(server.exchanges) == known
    assert set(listed.states().values()) == {"filtered"}


def test_opening_another_catalogue_gives_up_the_photos_of_the_one_before(server, open_list):
    for number in range(8):
        server.on(photos.path(number), replies.never())
    program, _ = open_list(100)
    server.wait_until_in_flight(6)
    hanging = server.in_flight()
    open_location(program, server.serve_catalogue([("Other", "photos/9.jpg")], "/other.plist"))
    assert PhotoList(program, ["Other"]).wait_until_done() == {0: "filtered"}
    wait_until(lambda: all(each.closed for each in hanging), 2, "the photos of the first catalogue are cancelled")


def test_relative_urls_resolve_against_where_a_redirect_led(server, launch):
    server.on("/moved.plist", replies.redirect("/deeper/here.plist"))
    server.serve_catalogue([("One", "pictures/1.jpg"), ("Two", "/photos/2.jpg")], "/deeper/here.plist")
    server.on("/deeper/pictures/1.jpg", replies.photo(1))
    listed = PhotoList(launch(server.url("/moved.plist")), ["One", "Two"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    assert server.asked_for("/deeper/pictures/1.jpg")


def test_open_file_opens_a_catalogue_from_disk_by_keyboard_alone(server, open_list, desktop, tmp_path):
    (tmp_path / "1.jpg").write_bytes(photos.jpeg(1))
    catalogue = tmp_path / "mine.plist"
    catalogue.write_bytes(photos.catalogue([("Mine", "1.jpg")]))
    program, listed = open_list(5)
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("Control_L", "o")
    dialog = Dialog(program)
    dialog.type(str(catalogue))
    wait_until(lambda: dialog.is_offered("Open"), 5, "Open is offered for the file")
    dialog.press("Return")
    dialog.wait_until_gone()
    assert PhotoList(program, ["Mine"]).wait_until_done() == {0: "filtered"}


def test_reload_asks_for_the_catalogue_again_and_shows_what_it_has_become(server, launch, desktop):
    url = server.serve_catalogue([("One", "photos/1.jpg"), ("Two", "photos/2.jpg")])
    program = launch(url)
    listed = PhotoList(program, ["One", "Two"])
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    for keys, entries in (
            (["F5"], [("One", "photos/1.jpg"), ("Three", "photos/3.jpg"), ("Four", "photos/4.jpg")]),
            (["Control_L", "r"], [("Five", "photos/5.jpg")])):
        known = len(server.asked_for("/catalogue.plist"))
        server.serve_catalogue(entries)
        desktop.keyboard.press(*keys)
        wait_until(lambda: len(server.asked_for("/catalogue.plist")) > known, 5, f"{keys} requests the catalogue")
        fresh = PhotoList(program, [name for name, _ in entries])
        wait_until(lambda: set(fresh.all_states()) == set(range(len(entries))), 10, f"the rows are {entries}")
        assert set(fresh.wait_until_done().values()) == {"filtered"}


def test_what_was_open_last_time_opens_at_the_next_start(server, launch, new_home):
    home = new_home()
    url = server.serve_photos(20)
    program = launch(url, home=home)
    PhotoList(program, names(20)).wait_until_done()
    program.quit()

    server.wait_until_quiet()
    known = len(server.asked_for("/catalogue.plist"))
    again = launch(home=home)
    assert set(PhotoList(again, names(20)).wait_until_done().values()) == {"filtered"}
    assert len(server.asked_for("/catalogue.plist")) == known + 1


def test_a_location_opened_in_the_window_is_what_opens_at_the_next_start(server, launch, new_home, desktop):
    home = new_home()
    program = launch(server.serve_photos(20), home=home)
    PhotoList(program, names(20)).wait_until_done()
    open_location(program, server.serve_catalogue([("Other", "photos/9.jpg")], "/other.plist"))
    wait_until(lambda: PhotoList(program, ["Other"]).all_states().get(0), 10, "the other catalogue is open")
    desktop.keyboard.press("Control_L", "w")
    assert program.wait_for_exit() == 0
    assert PhotoList(launch(home=home), ["Other"]).wait_until_done() == {0: "filtered"}


def shown_buttons(program):
    return [name for each, role, name in program.accessible().walk()
            if role == "button" and name and each.has_state(VISIBLE)]


def test_the_first_start_welcomes_and_offers_open_location_open_file_and_the_demo(launch):
    program = launch()
    program.window()
    for offer in ("Open Location", "Open File", "Demo"):
        wait_until(lambda: any(offer.lower() in name.replace("_", "").lower() for name in shown_buttons(program)), 10,
                   lambda: f"the welcome page offers {offer}: {shown_buttons(program)}")


def test_the_welcome_pages_demo_opens_photos_that_load(launch, desktop):
    program = launch()
    program.window()
    demo = wait_until(lambda: program.accessible().find("button", lambda name: "demo" in name.lower()), 10,
                      "the welcome page offers the demo")
    program.click(demo)

    def first_rows():
        return program.accessible().find_all("list item", lambda name: ", " in name)[:6]
    wait_until(lambda: len(first_rows()) == 6, 10,
               lambda: f"the demo's rows are there: {program.accessible().describe()}")
    wait_until(lambda: all(name.endswith(", filtered") or ", failed to load: " in name
                           for name in [each.name for each in first_rows()]), 20,
               lambda: f"the first rows are done: {[each.name for each in first_rows()]}")


def test_the_welcome_pages_open_location_opens_the_dialog(server, launch, desktop):
    program = launch()
    program.window()
    offer = wait_until(
        lambda: program.accessible().find("button", lambda name: "Location" in name.replace("_", "")), 10,
        "the welcome page offers Open Location")
    program.click(offer)
    dialog = Dialog(program)
    dialog.type_instead(server.serve_photos(4))
    wait_until(lambda: dialog.is_offered("Open"), 5, "Open is offered for a URL")
    dialog.press("Return")
    dialog.wait_until_gone()
    assert set(PhotoList(program, names(4)).wait_until_done().values()) == {"filtered"}


def test_a_photo_that_hangs_does_not_keep_the_program_from_quitting(server, open_list):
    for number in range(5):
        server.on(photos.path(number), replies.never())
    program, _ = open_list(5)
    wait_until(lambda: len(server.in_flight()) == 5, 10, "five photos hang")
    program.quit(within=5)
    wait_until(lambda: not server.in_flight(), 2, "the requests are closed")
