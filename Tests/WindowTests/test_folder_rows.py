"""Folders in folders, of servers and on this computer: rows that open, and lead back."""

import os

from support import photos, replies
from support.albums import expect, fill
from support.photo_grid import PhotoGrid, remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage, activate, focused_row
from support.strip import SIDE, Strip
from support.waiting import stays_true, wait_until


def serve(server, path, folders=(), pictures=()):
    """A folder page as nginx writes it, and its pictures, whose names are numbers."""
    names = [f"{folder}/" for folder in folders] + [f"{number}.jpg" for number in pictures]
    links = "".join(f'<a href="{name}">{name}</a>   01-Jan-2024 10:00   -\n' for name in names)
    body = f'<html><head><title>Index of {path}</title></head><body><pre><a href="../">../</a>\n{links}</pre></body>'
    server.on(path, replies.of((body + "</html>").encode(), "text/html"))
    for number in pictures:
        server.on(f"{path}{number}.jpg", replies.photo(number))


def wait_for_text(program, wanted, within=10):
    wait_until(lambda: any(wanted in text for text in program.accessible().texts()), within,
               lambda: f"the window says {wanted!r}; there is:\n{program.accessible().describe()}")


def go_back(program):
    program.desktop.keyboard.press("Alt_L", "Left")


def paths_asked(server):
    return [each.path for each in list(server.exchanges)]


def test_a_servers_folder_opens_from_its_row_and_leads_back_to_its_place(server, launch, desktop):
    names = [f"{number:02}" for number in range(40)]
    serve(server, "/pics/", names, [1])
    serve(server, "/pics/30/", ["deep"], [2, 3])
    serve(server, "/pics/30/deep/", (), [4])
    program = launch(server.url("/pics/"))
    listed = PhotoList(program, names + ["1.jpg"])
    listed.wait_until_done()
    wait_for_text(program, "40 folders · 1 photo")
    activate(listed, 30, desktop)
    expect(program, ["deep", "2.jpg", "3.jpg"])
    within = PhotoList(program, ["deep", "2.jpg", "3.jpg"])
    assert list(within.wait_until_done().values()) == ["folder", "filtered", "filtered"]
    within.wait_until_found(1, photos.filtered(2))

    desktop.pointer.click(*within.middle_of(0))
    expect(program, ["4.jpg"])

    PhotoList(program, ["4.jpg"]).take_keyboard()
    go_back(program)
    expect(program, ["deep", "2.jpg", "3.jpg"])
    PhotoList(program, ["deep", "2.jpg", "3.jpg"]).take_keyboard()
    go_back(program)
    listed = PhotoList(program, names + ["1.jpg"])
    wait_until(lambda: focused_row(listed) == 30, 10, lambda: f"row 30 has the focus, not {focused_row(listed)}")
    wait_until(lambda: 30 in listed.rows_on_screen(), 5, lambda: f"row 30 is among {listed.rows_on_screen()}")
    # Nothing is before the first.
    go_back(program)
    stays_true(lambda: focused_row(listed) == 30, 0.5, lambda: f"row {focused_row(listed)} has the focus")


def test_the_photo_page_and_the_slideshow_know_only_photos(server, launch, desktop):
    serve(server, "/pics/", ["a", "b"], [1, 2])
    program = launch(server.url("/pics/"))
    listed = PhotoList(program, ["a", "b", "1.jpg", "2.jpg"])
    listed.wait_until_done()
    page = activate(listed, 2, desktop)
    page.wait_for("1.jpg")
    wait_for_text(program, "1 of 2")
    page.key("p")
    stays_true(lambda: page.says()["name"] == "1.jpg", 0.5, lambda: f"it shows {page.says()}")
    page.key("n")
    page.wait_for("2.jpg")
    # The strip has no place for folders.
    page.key("F4")
    strip = Strip(page, ["1.jpg", "2.jpg"])
    strip.wait_for(1)
    assert strip.on_screen() == [0, 1]
    first, second = (strip.places()[number] for number in (0, 1))
    assert second - first == SIDE
    page.key("F4")
    page.key("Escape")
    wait_until(lambda: page.canvas() is None, 5, "the list is shown")

    # The focus on a folder: the first photo after it begins the show.
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    wait_until(lambda: focused_row(listed) == 0, 5, "the first row has the focus")
    desktop.keyboard.press("Shift_L", "F5")
    page = PhotoPage(program)
    page.wait_for("1.jpg")
    assert not any("failed" in text for text in program.accessible().texts())


def test_a_folder_of_folders_says_so(server, launch):
    serve(server, "/albums/", ["2021", "2022"])
    program = launch(server.url("/albums/"))
    expect(program, ["2021", "2022"])
    wait_for_text(program, "2 folders · no photos of its own")


def test_all_of_a_servers_folders_in_one_list(server, launch):
    serve(server, "/pics/", ["a", "b", "locked"], [1])
    serve(server, "/pics/a/", ["c"], [2])
    serve(server, "/pics/a/c/", (), [3])
    serve(server, "/pics/b/", (), [4])
    server.on("/pics/locked/", replies.status(403))
    program = launch("--recursive", server.url("/pics/"))
    names = ["1.jpg", "a/2.jpg", "a/c/3.jpg", "b/4.jpg"]
    listed = PhotoList(program, names)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(2, photos.filtered(3))
    wait_for_text(program, "4 photos · 1 folder could not be read")
    pages = [path for path in paths_asked(server) if path.endswith("/")]
    assert sorted(pages) == ["/pics/", "/pics/a/", "/pics/a/c/", "/pics/b/", "/pics/locked/"]


def test_an_address_that_is_no_folder_opens_as_it_is(server, launch):
    program = launch("--recursive", server.serve_photos(3))
    assert set(PhotoList(program, [photos.name(row) for row in range(3)]).wait_until_done().values()) == {"filtered"}


def test_local_folders_open_from_their_rows(launch, desktop, tmp_path):
    fill(tmp_path / "album" / "inner" / "deep", [3])
    fill(tmp_path / "album" / "inner", [2])
    fill(tmp_path / "album", [1])
    os.symlink(".", tmp_path / "album" / "self")
    program = launch(str(tmp_path / "album"))
    listed = PhotoList(program, ["inner", "1.jpg"])
    listed.wait_until_done()
    activate(listed, 0, desktop)
    expect(program, ["deep", "2.jpg"])
    # It is followed like any open folder.
    fill(tmp_path / "album" / "inner", [4])
    expect(program, ["deep", "2.jpg", "4.jpg"])
    PhotoList(program, ["deep", "2.jpg", "4.jpg"]).take_keyboard()
    go_back(program)
    expect(program, ["inner", "1.jpg"])


def test_a_list_of_feeds_opens_each_feed_and_leads_back(server, launch, desktop):
    items = "".join(f'<item><title>Pier {number}</title><enclosure type="image/jpeg" '
                    f'url="{server.url(photos.path(number))}"/></item>' for number in range(2))
    server.on("/rss", replies.of(f"<rss version='2.0'><channel>{items}</channel></rss>".encode(), "text/xml"))
    for number in range(2):
        server.on(photos.path(number), replies.photo(number))
    feeds = f"<outline text='Piers' xmlUrl='{server.url('/rss')}'/><outline text='Gone' xmlUrl='/gone'/>"
    server.on("/feeds.opml", replies.of(f"<opml><body>{feeds}</body></opml>".encode(), "text/x-opml"))
    program = launch(server.url("/feeds.opml"))
    listed = PhotoList(program, ["Piers", "Gone"])
    assert set(listed.wait_until_done().values()) == {"folder"}
    assert "/rss" not in paths_asked(server)
    activate(listed, 0, desktop)
    expect(program, ["Pier 0", "Pier 1"])
    PhotoList(program, ["Pier 0", "Pier 1"]).take_keyboard()
    go_back(program)
    expect(program, ["Piers", "Gone"])


def test_a_folder_that_cannot_be_opened_leaves_the_list_as_it_is(server, launch, desktop):
    serve(server, "/pics/", ["locked"], [1])
    server.on("/pics/locked/", replies.status(403))
    program = launch(server.url("/pics/"))
    listed = PhotoList(program, ["locked", "1.jpg"])
    listed.wait_until_done()
    activate(listed, 0, desktop)
    wait_for_text(program, "403")

    def leads_back():
        # The page of a photo has such a button as well, and is prepared before it is shown.
        found = program.accessible().find_all("button", lambda name: name == "Back")
        return any(each.extents()[2] > 0 for each in found)
    wait_until(lambda: not leads_back(), 5, "nothing leads back")


def test_folders_are_not_selected_nor_counted_with_photos(server, launch, desktop):
    serve(server, "/pics/", ["a", "b"], [1, 2, 3])
    program = launch(server.url("/pics/"))
    listed = PhotoList(program, ["a", "b", "1.jpg", "2.jpg", "3.jpg"])
    listed.wait_until_done()
    wait_for_text(program, "2 folders · 3 photos")
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "a")
    wait_for_text(program, "3 selected")


def test_a_folder_opens_from_its_cell(server, launch, desktop, new_home):
    serve(server, "/pics/", ["a"], [1])
    serve(server, "/pics/a/", (), [2])
    program = launch(server.url("/pics/"), home=remembers(new_home(), view="'grid'"))
    grid = PhotoGrid(program, ["a", "1.jpg"])
    assert list(grid.wait_until_done().values()) == ["folder", "filtered"]
    desktop.pointer.click(*grid.middle_of(0))
    wait_until(lambda: names_of(program) == ["2.jpg, filtered"], 10, lambda: f"the grid shows {names_of(program)}",
               every=0.1)


def names_of(program):
    grid = program.accessible().find("grid", "Photos")
    return [name for _, role, name in grid.walk() if role == "grid cell" and name] if grid else []
