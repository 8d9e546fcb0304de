"""Museums and libraries whose servers give each picture in any size (IIIF)."""

import json
import re

from support import photos, replies
from support.photo_grid import PhotoGrid, remembers
from support.photo_list import PhotoList

COUNT = 3
WIDTH, HEIGHT = 4000, 3000


def book(server):
    """Serves the manifest of a book, and its pages in every size that is asked for by its width."""
    pages = []
    for number in range(COUNT):
        service = server.url(f"/iiif/{number}")
        for width in (200, 400, 800, 1600):
            body = photos.small_version(number, (width, width * HEIGHT // WIDTH))
            server.on(f"/iiif/{number}/full/{width},/0/default.jpg", replies.kept(body, number, "max-age=3600"))
        body = {"id": f"{service}/full/max/0/default.jpg", "type": "Image", "width": WIDTH, "height": HEIGHT,
                "service": [{"id": service, "type": "ImageService3", "profile": "level2"}]}
        annotation = {"type": "Annotation", "motivation": "painting", "body": body}
        pages.append({"type": "Canvas", "label": {"none": [photos.name(number)]}, "width": WIDTH, "height": HEIGHT,
                      "items": [{"type": "AnnotationPage", "items": [annotation]}]})
    manifest = {"@context": "http://iiif.io/api/presentation/3/context.json", "id": server.url("/book.json"),
                "type": "Manifest", "label": {"en": ["Atlas"]}, "items": pages}
    server.on("/book.json", replies.of(json.dumps(manifest).encode(), "application/json"))
    return server.url("/book.json")


def widths_asked(server):
    found = [re.fullmatch(r"/iiif/\d+/full/(\w+),?/0/default.jpg", each.path) for each in list(server.exchanges)]
    return [match[1] for match in found if match]


NAMES = [photos.name(number) for number in range(COUNT)]


def test_rows_and_cells_ask_for_the_size_at_which_they_are_shown(server, launch, desktop, new_home):
    program = launch(book(server), home=remembers(new_home(), view="'grid'", grid_picture_size=140))
    grid = PhotoGrid(program, NAMES)
    assert set(grid.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    assert widths_asked(server) == ["200"] * COUNT
    for width in ("400", "400", "800"):
        grid.take_keyboard()
        desktop.keyboard.press("Control_L", "plus")
        server.wait_until_quiet()
        assert widths_asked(server)[-COUNT:] == [width] * COUNT, widths_asked(server)
    assert len(widths_asked(server)) == 3 * COUNT, "each size once"


def test_a_display_of_twice_the_pixels_gets_twice_the_size(server, launch):
    listed = PhotoList(launch(book(server), GDK_SCALE="2"), NAMES)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    assert widths_asked(server) == ["400"] * COUNT
