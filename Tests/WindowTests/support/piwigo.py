"""A stand-in for a Piwigo gallery, as `tools/ws.htm` of every installation describes its interface."""

import json
from urllib.parse import parse_qs, urlsplit

from . import photos, replies

PHOTOS = "/ws.php?format=json&method=pwg.categories.getImages&recursive=true&order=date_creation%20desc&per_page=500"


def serve(server, count):
    """Serves a gallery of `count` photos at /; a page has 500 of them, and comes in no other order."""
    def page(number):
        rows = range(number * 500, min((number + 1) * 500, count))
        images = [{
            "id": row, "width": photos.SIZE[0], "height": photos.SIZE[1], "hit": 0, "file": f"dsc_{row}.jpg",
            "name": photos.name(row), "comment": None, "date_creation": "2024-10-05 11:00:00",
            "date_available": "2024-10-06 20:00:00", "page_url": server.url(f"/picture.php?/{row}"),
            "element_url": server.url(photos.path(row)),
            "derivatives": {"square": {"url": server.url(photos.path(row)), "width": 120, "height": 120}},
            "categories": [{"id": 9, "url": server.url("/index.php?/category/9")}]} for row in rows]
        answer = {"stat": "ok", "result": {
            "paging": {"page": number, "per_page": 500, "count": len(images), "total_count": str(count)},
            "images": images}}
        return replies.of(json.dumps(answer).encode(), "text/plain; charset=utf-8")

    server.on("/", replies.of(b"<html><body>A gallery made by scripts</body></html>", "text/html"))
    server.on("/ws.php?format=json&method=pwg.session.getStatus", replies.of(json.dumps({
        "stat": "ok", "result": {"username": "guest", "status": "guest", "theme": "modus", "language": "en_GB",
                                 "charset": "utf-8", "version": "14.5.0"}}).encode(), "text/plain; charset=utf-8"))
    server.on(PHOTOS, page(0))
    for number in range(1, -(-count // 500)):
        server.on(f"{PHOTOS}&page={number}", page(number))
    return server.url("/")


def pages_asked(server):
    """The numbers of the pages that were asked for, in order."""
    asked = [urlsplit(each.path) for each in list(server.exchanges) if "getImages" in each.path]
    return [int(parse_qs(each.query).get("page", ["0"])[0]) for each in asked]
