"""Catalogues that are shown while they are read, and reread while they are shown."""

import json

from support import photos, replies
from support.accessibility import FOCUSED
from support.dialogs import open_location
from support.photo_list import PhotoList
from support.waiting import wait_until

NAMES = [photos.name(number) for number in range(700)]


def parts_of(count, *ends):
    """A catalogue of `count` photos, cut behind the photos with the numbers `ends`."""
    whole = photos.catalogue(photos.numbered(count))
    places = [whole.index(b"<key>" + photos.name(end).encode()) for end in ends]
    return [whole[start:end] for start, end in zip([0, *places], [*places, len(whole)])]


def text_in(program, wanted):
    return next((text for text in program.accessible().texts() if wanted in text), None)


def wait_for_text(program, wanted, within=10):
    wait_until(lambda: text_in(program, wanted), within,
               lambda: f"the window says {wanted!r}; there is:\n{program.accessible().describe()}")


def pixels_of(listed, row):
    """A row's pixels after its fade, without the scrollbar, which appears and disappears."""
    last = []

    def stands():
        last.append(listed.row_pixels(row)[:, :-24])
        return len(last) > 1 and (last[-1] == last[-2]).all()
    wait_until(stands, 5, "the row's picture is still", every=0.4)
    return last[-1]


def top_of(listed):
    """The first row on screen, by name, and its part above the screen's edge."""
    view = listed.view()
    row = view.rows()[0]
    return listed.names[row], view.offset - row * view.row_height


def test_many_rows_that_follow_a_few_are_given_to_the_list_in_portions(server, launch, tmp_path):
    # Creating the widgets of some 200 rows at once would block the main context for 50 ms of processor time.
    reply = replies.InParts(*parts_of(700, 150))
    server.on("/catalogue.plist", reply)
    trace = tmp_path / "trace.json"
    program = launch("--trace", str(trace), server.url("/catalogue.plist"))
    PhotoList(program, NAMES[:150]).wait_until_done()
    wait_for_text(program, "150 photos so far")
    reply.release()
    wait_for_text(program, "700 photos")
    listed = PhotoList(program, NAMES)
    assert set(listed.wait_until_done().values()) == {"filtered"}

    def counts():
        return [event["args"]["rows"] for event in json.loads(trace.read_text()) if event["name"] == "rows"]
    wait_until(lambda: 700 in counts(), 10, "the list has all rows", every=0.2)
    steps = [(before, after) for before, after in zip(counts(), counts()[1:]) if 0 < before < 200]
    assert steps and all(after - before <= 8 for before, after in steps), steps
    program.end()


def test_photos_are_shown_while_the_rest_arrives_and_what_comes_moves_nothing(server, launch, desktop):
    reply = replies.InParts(*parts_of(700, 300))
    server.on("/catalogue.plist", reply)
    program = launch(server.url("/catalogue.plist"))
    listed = PhotoList(program, NAMES[:300])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    wait_for_text(program, "300 photos so far")

    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=12)
    # Hovering changes a row's pixels.
    desktop.park_pointer()
    states = listed.wait_until_done()
    assert set(states.values()) == {"filtered"} and 0 not in states, "the list scrolls meanwhile"
    top, pixels, asked = top_of(listed), pixels_of(listed, listed.rows_on_screen()[1]), len(server.asked())

    reply.release()
    wait_for_text(program, "700 photos")
    whole = PhotoList(program, NAMES)
    wait_until(lambda: top_of(whole) == top, 5, lambda: f"the list is at {top}; it is at {top_of(whole)}")
    assert (pixels_of(whole, whole.rows_on_screen()[1]) == pixels).all()
    server.wait_until_quiet()
    assert len(server.asked()) == asked, "photos were requested again"
    wait_until(lambda: not text_in(program, "so far"), 5, "no text announces further rows")


def test_cancel_leaves_the_photos_so_far_and_reload_brings_the_others(server, launch, desktop):
    server.on("/catalogue.plist", replies.InParts(*parts_of(700, 300), end="open"))
    program = launch(server.url("/catalogue.plist"))
    listed = PhotoList(program, NAMES[:300])
    listed.wait_until_done()
    cancel = wait_until(
        lambda: program.accessible().find("button", "Cancel Loading"), 10, "Cancel is offered")
    cancel.do()
    wait_for_text(program, "Loading stopped. These are the first 300 photos.")
    wait_until(lambda: not server.in_flight(), 5, "the catalogue is cancelled")
    assert set(listed.wait_until_done().values()) == {"filtered"}
    wait_until(lambda: not text_in(program, "so far"), 5, "no text announces further rows")

    server.serve_photos(700)
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("F5")
    wait_for_text(program, "700 photos")
    assert set(PhotoList(program, NAMES).wait_until_done().values()) == {"filtered"}


def test_reload_of_what_has_not_changed_changes_nothing(server, launch, desktop):
    server.on("/catalogue.plist", replies.tagged(photos.catalogue(photos.numbered(700)), '"1"'))
    program = launch(server.url("/catalogue.plist"))
    listed = PhotoList(program, NAMES)
    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=25)
    # Hovering changes a row's pixels.
    desktop.park_pointer()
    desktop.keyboard.focus(program.window())
    listed.wait_until_done()
    server.wait_until_quiet()
    top, asked = top_of(listed), len(server.asked())
    shown = {row: pixels_of(listed, row) for row in listed.rows_on_screen() if listed.is_whole(row)}

    desktop.keyboard.press("F5")
    wait_until(lambda: len(server.asked_for("/catalogue.plist")) == 2, 5, "the catalogue is requested again")
    assert server.asked_for("/catalogue.plist")[1].headers["if-none-match"] == '"1"'
    server.wait_until_quiet()
    wait_for_text(program, "700 photos")
    assert top_of(listed) == top
    assert all((pixels_of(listed, row) == pixels).all() for row, pixels in shown.items())
    assert len(server.asked()) == asked, "photos were requested again"


def test_reload_of_another_version_keeps_the_place_and_the_photos(server, launch, desktop):
    server.on("/catalogue.plist", replies.tagged(photos.catalogue(photos.numbered(400)), '"1"'))
    program = launch(server.url("/catalogue.plist"))
    listed = PhotoList(program, NAMES[:400])
    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=25)
    listed.wait_until_done()
    server.wait_until_quiet()
    (name, above), asked = top_of(listed), len(server.asked())

    entries = photos.numbered(400)
    newer = photos.numbered(700)[600:] + entries[:3] + entries[5:] + photos.numbered(700)[500:550]
    server.on("/catalogue.plist", replies.tagged(photos.catalogue(newer), '"2"'))
    desktop.keyboard.focus(program.window())
    desktop.keyboard.press("F5")
    wait_for_text(program, f"{len(newer)} photos")
    again = PhotoList(program, [each for each, _ in newer])
    wait_until(lambda: top_of(again)[0] == name and abs(top_of(again)[1] - above) < 1, 5,
               lambda: f"{name} is {above} above the edge; it is {top_of(again)}")
    assert set(again.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    assert len(server.asked()) == asked, "photos were requested again"


def test_a_catalogue_of_which_nothing_has_come_leaves_the_list_alone(server, open_list, desktop):
    program, listed = open_list(30)
    states = listed.wait_until_done()
    reply = replies.InParts(*parts_of(700, 0), end="open")
    server.on("/other.plist", reply)
    open_location(program, server.url("/other.plist"))
    cancel = wait_until(
        lambda: program.accessible().find("button", "Cancel Loading"), 10, "Cancel is offered")
    assert listed.states() == states
    cancel.do()
    wait_until(lambda: not server.in_flight(), 5, "the other catalogue is cancelled")
    assert listed.states() == states
    wait_for_text(program, "30 photos")


def test_reload_and_cancel_hand_the_keyboard_to_each_other(server, open_list, desktop):
    program, listed = open_list(30)
    listed.wait_until_done()
    server.on("/catalogue.plist", replies.never())
    # A narrow header bar has no room for it.
    program.resize(900, 700)
    desktop.keyboard.focus(program.window())
    reload = wait_until(lambda: program.accessible().find("button", "Reload"), 5, "Reload is offered")

    def tab():
        if reload.has_state(FOCUSED):
            return True
        desktop.keyboard.press("Tab")
        return False
    wait_until(tab, 20, "Tab leads to Reload", every=0.2)
    for _ in range(2):
        desktop.keyboard.press("space")
        cancel = wait_until(
            lambda: program.accessible().find("button", "Cancel Loading"), 10, "Cancel is offered")
        wait_until(lambda: cancel.has_state(FOCUSED), 5, "Cancel has the focus, in place of Reload")
        desktop.keyboard.press("space")
        wait_until(lambda: not server.in_flight(), 5, "the catalogue is cancelled")
        wait_until(lambda: program.accessible().get("button", "Reload").has_state(FOCUSED), 5,
                   "Reload has the focus, in place of Cancel")
    assert set(listed.states().values()) == {"filtered"}
