"""Catalogues written without knowledge of this program: a web server's page of a folder, a feed."""

import functools
import http.server
import threading

import pytest

from support import photos, replies
from support.photo_list import PhotoList
from support.waiting import wait_until

COUNT = 60


class Folder:
    """Python's http.server on a folder, with a log of the requests."""

    def __init__(self, path):
        self.asked = asked = []

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_request(self, *_):
                asked.append(self.path)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=path))
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "folder"
    path.mkdir()
    for number in range(COUNT):
        (path / f"{photos.name(number)} – é & #1.jpg").write_bytes(photos.jpeg(number))
    (path / "notes.txt").write_text("no photo")
    (path / "more").mkdir()
    folder = Folder(path)
    yield folder
    folder.end()


def test_a_web_servers_page_of_a_folder_is_a_list_of_its_photos(folder, launch):
    program = launch(folder.url)
    listed = PhotoList(program, ["more"] + [f"{photos.name(number)} – é & #1.jpg" for number in range(COUNT)])
    assert set(listed.wait_until_done().values()) == {"filtered", "folder"}
    listed.wait_until_found(3, photos.filtered(2))
    asked = [path for path in folder.asked if path.endswith(".jpg")]
    rows = listed.rows_on_screen(hidden=0)
    assert len(asked) == len(set(asked)) and len(listed.rows_on_screen()) <= len(asked) + 1 <= len(rows), asked


def media_rss(items, thumbnail):
    """A feed whose items name photos N at /photos/N.jpg, and small pictures of them."""
    entries = "".join(
        f"""<item><title>{photos.name(number)}</title><media:content url="photos/{number}.jpg" medium="image"/>
        <media:thumbnail url="{thumbnail(number)}"/></item>\n""" for number in items)
    return (f"""<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
        <title>Photos</title>{entries}</channel></rss>""").encode()


def test_rows_of_a_feed_show_its_thumbnails_and_leave_the_photos_alone(server, launch):
    server.on("/feed", replies.of(
        media_rss(range(COUNT), lambda number: f"/small/{number}.jpg?s=1&amp;t=2"), "application/rss+xml"))
    for number in range(COUNT):
        # The small picture of each is a different photo, so that the two are distinguishable.
        server.on(f"/small/{number}.jpg?s=1&t=2", replies.of(photos.jpeg(number + 1000)))
    program = launch(server.url("/feed"))
    listed = PhotoList(program, [photos.name(number) for number in range(COUNT)])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    listed.wait_until_found(1, photos.filtered(1001))
    assert server.asked() == [], "photos were requested although only their thumbnails are shown"
    assert {f"/small/{row}.jpg?s=1&t=2" for row in listed.rows_on_screen()} <= {each.path for each in server.exchanges}


def test_a_row_whose_thumbnail_cannot_be_had_shows_the_photo(server, launch, desktop):
    server.on("/feed", replies.of(
        media_rss(range(COUNT), lambda number: f"/small/{number}.jpg"), "application/rss+xml"))
    for number in range(COUNT):
        server.on(f"/small/{number}.jpg", [
            replies.of(photos.jpeg(number + 1000)), replies.status(404), replies.text()][number % 3])
    program = launch(server.url("/feed"))
    listed = PhotoList(program, [photos.name(number) for number in range(COUNT)])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    listed.wait_until_found(0, photos.filtered(1000))
    listed.wait_until_shown(1, photos.filtered(1))
    listed.wait_until_shown(2, photos.filtered(2))
    assert set(server.numbers_asked()) <= {row for row in listed.rows_on_screen(hidden=0) if row % 3}

    # Scrolled away and back: the thumbnails stay known.
    desktop.pointer.move(*listed.middle())
    desktop.pointer.wheel(notches=30)
    listed.wait_until_done()
    desktop.pointer.wheel(notches=-60)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    asked = [each.path for each in server.exchanges if each.path.startswith("/small/")]
    assert len(asked) == len(set(asked)), "a thumbnail was requested twice"


def test_a_page_without_photos_is_said_to_be_one(server, launch):
    server.on("/login", replies.of(
        b"<!doctype html><html><form><input name=user><input type=password></form></html>", "text/html"))
    program = launch(server.url("/login"))
    wanted = "It is a web page (HTML) that asks for a password and contains no photos."
    wait_until(lambda: any(wanted in text for text in program.accessible().texts()), 10,
               lambda: f"the window says so; there is:\n{program.accessible().describe()}")
