"""Catalogues of several pages: read on as the list is scrolled towards its end, not before, and each page once."""

import json

import pytest

from support import photos, replies
from support.accessibility import FOCUSED
from support.photo_list import PhotoList
from support.waiting import wait_until

NAMES = [photos.name(number) for number in range(150)]


def page(server, rows, following=None):
    """A JSON reply with these photos, which names the next page."""
    body = {"items": [{"title": photos.name(row), "url": server.url(photos.path(row))} for row in rows],
            "next": following}
    return replies.of(json.dumps(body).encode(), "application/json")


def pages_asked(server):
    return [each.path for each in list(server.exchanges) if each.path.startswith("/page")]


def wait_for_text(program, wanted, within=10):
    wait_until(lambda: any(wanted in text for text in program.accessible().texts()), within,
               lambda: f"the window says {wanted!r}; there is:\n{program.accessible().describe()}")


def linked(server, rows, following):
    """The same, whose head names the next page (RFC 8288)."""
    body = [{"title": photos.name(row), "url": server.url(photos.path(row))} for row in rows]
    return replies.of(json.dumps(body).encode(), "application/json", Link=f'<{following}>; rel="next"')


def older(server, rows, following):
    """A web page with these photos, and a link to older ones."""
    pictures = "".join(
        f'<figure><img src="{server.url(photos.path(row))}"><figcaption>{photos.name(row)}</figcaption></figure>'
        for row in rows)
    return replies.of(
        f'<!DOCTYPE html><title>A blog</title>{pictures}<nav><a href="{following}">Older posts</a></nav>'.encode(),
        "text/html")


def serve_three_pages(server, page=page):
    server.on("/page1", page(server, range(0, 50), "/page2?a=b"))
    server.on("/page2?a=b", page(server, range(50, 100), "/page3"))
    # It names the first page: a loop.
    server.on("/page3", page(server, range(100, 150), "/page1"))


@pytest.mark.parametrize("kind", [page, linked, older])
def test_pages_are_read_at_the_end_of_the_list_each_once_and_in_order(server, launch, desktop, kind):
    serve_three_pages(server, kind)
    program = launch(server.url("/page1"))
    PhotoList(program, NAMES[:50]).wait_until_done()
    server.wait_until_quiet()
    assert pages_asked(server) == ["/page1"]
    # More is to come.
    wait_for_text(program, "50 photos so far")

    desktop.pointer.move(*PhotoList(program, NAMES[:50]).middle())
    desktop.pointer.wheel(notches=3)
    server.wait_until_quiet()
    assert pages_asked(server) == ["/page1"]

    listed = PhotoList(program, NAMES[:50])
    listed.wheel_to(43)
    wait_for_text(program, "100 photos so far")
    server.wait_until_quiet()
    assert pages_asked(server) == ["/page1", "/page2?a=b"]
    listed = PhotoList(program, NAMES[:100])
    assert set(listed.wait_until_done().values()) == {"filtered"}

    listed.wheel_to(93)
    wait_for_text(program, "150 photos")
    PhotoList(program, NAMES).wheel_to(143)
    listed = PhotoList(program, NAMES)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    assert pages_asked(server) == ["/page1", "/page2?a=b", "/page3"]
    assert not any("so far" in text for text in program.accessible().texts())
    program.end()


def test_a_page_that_fails_says_why_and_loses_nothing_until_it_is_tried_again(server, launch, desktop):
    serve_three_pages(server)
    server.on("/page2?a=b", replies.status(500))
    program = launch(server.url("/page1"))
    listed = PhotoList(program, NAMES[:50])
    listed.wait_until_done()
    listed.wheel_to(43)
    wait_for_text(program, "More photos could not be loaded.")
    wait_for_text(program, "500")
    states = listed.wait_until_done()
    assert set(states.values()) == {"filtered"}
    server.wait_until_quiet()
    assert pages_asked(server) == ["/page1", "/page2?a=b"]

    server.on("/page2?a=b", page(server, range(50, 100)))
    program.accessible().get("button", "Retry").do()
    wait_for_text(program, "100 photos")
    assert pages_asked(server) == ["/page1", "/page2?a=b", "/page2?a=b"]
    program.end()


def test_the_keyboard_is_with_the_list_when_the_pressed_button_goes(server, launch, desktop):
    serve_three_pages(server)
    server.on("/page2?a=b", replies.status(500))
    program = launch(server.url("/page1"))
    listed = PhotoList(program, NAMES[:50])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("End")
    wait_for_text(program, "More photos could not be loaded.")
    listed.wait_until_still(0.5)
    retry = program.accessible().get("button", "Retry")
    desktop.keyboard.press("Tab")
    wait_until(lambda: retry.has_state(FOCUSED), 5, "Retry is the stop after the list")
    desktop.keyboard.press("space")
    wait_until(lambda: len(pages_asked(server)) == 3, 5, "the page is requested again")
    wait_until(listed.has_focus, 5, "a row has the focus", every=0.05)
    wait_for_text(program, "More photos could not be loaded.")
    server.wait_until_quiet()
    assert listed.has_focus()
    # No button of the header bar is pressed.
    desktop.keyboard.press("Tab")
    wait_until(lambda: program.accessible().get("button", "Retry").has_state(FOCUSED), 5, "Retry is the next stop")
    assert len(program.windows()) == 1
    program.end()


def test_a_click_on_retry_does_not_lead_the_list_back_to_the_row_with_the_focus(server, launch, desktop):
    serve_three_pages(server)
    server.on("/page2?a=b", replies.status(500))
    program = launch(server.url("/page1"))
    listed = PhotoList(program, NAMES[:50])
    listed.wait_until_done()
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    listed.wheel_to(43)
    wait_for_text(program, "More photos could not be loaded.")
    program.click(program.accessible().get("button", "Retry"))
    wait_until(lambda: len(pages_asked(server)) == 3, 5, "the page is requested again")
    server.wait_until_quiet()
    listed.wait_until_still(0.5)
    assert listed.view().rows()[0] > 20
    program.end()


SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
IMAGES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'


def sitemap(server, row):
    """A map of a site, with one photo."""
    photo = f"<image:image><image:loc>{server.url(photos.path(row))}</image:loc></image:image>"
    return replies.of(
        f'<urlset {SITEMAP} {IMAGES}><url><loc>{server.url("/")}</loc>{photo}</url></urlset>'.encode(),
        "application/xml")


def test_parts_of_an_index_that_are_gone_hide_none_that_follow_and_are_counted(server, launch):
    parts = "".join(f"<sitemap><loc>{server.url(f'/page{part}')}</loc></sitemap>" for part in range(2, 6))
    server.on("/page1", replies.of(f"<sitemapindex {SITEMAP}>{parts}</sitemapindex>".encode(), "application/xml"))
    for part in (2, 4):
        server.on(f"/page{part}", replies.status(404))
        server.on(f"/page{part + 1}", sitemap(server, part + 1))
    program = launch(server.url("/page1"))
    wait_for_text(program, "2 parts of the catalogue could not be read.")
    wait_for_text(program, "2 photos so far")
    assert pages_asked(server) == [f"/page{part}" for part in range(1, 6)]

    for part in (2, 4):
        server.on(f"/page{part}", sitemap(server, part))
    program.accessible().get("button", "Retry").do()
    wait_for_text(program, "4 photos")
    server.wait_until_quiet()
    assert pages_asked(server)[5:] == ["/page2", "/page4"]
    wait_until(lambda: not any("so far" in text for text in program.accessible().texts()), 10,
               "the list has no more parts")
    program.end()
