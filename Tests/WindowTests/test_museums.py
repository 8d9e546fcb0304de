"""Museums and libraries whose servers give each picture in any size (IIIF)."""

import json
import re

from support import photos, replies
from support.photo_grid import PhotoGrid, remembers
from support.photo_list import PhotoList
from support.waiting import wait_until

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


def asked(server):
    """The pages' numbers and widths, as they were asked for."""
    found = [re.fullmatch(r"/iiif/(\d+)/full/(\w+),?/0/default.jpg", each.path) for each in list(server.exchanges)]
    return [(int(match[1]), match[2]) for match in found if match]


NAMES = [photos.name(number) for number in range(COUNT)]


def test_rows_and_cells_ask_for_the_size_at_which_they_are_shown(server, launch, desktop, new_home):
    program = launch(book(server), home=remembers(new_home(), view="'grid'", grid_picture_size=140))
    grid = PhotoGrid(program, NAMES)
    assert set(grid.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    assert sorted(asked(server)) == [(number, "200") for number in range(COUNT)]
    # The pictures of the third size have the same as those of the second.
    for side, width in ((192, "400"), (256, "400"), (344, "800")):
        desktop.keyboard.focus(program.window())
        desktop.keyboard.press("Control_L", "plus")
        grid = PhotoGrid(program, NAMES, side)
        wait_until(lambda: {number for number, each in asked(server) if each == width} >= set(grid.rows_on_screen()),
                   10, lambda: f"{width} is asked for: {asked(server)}")
        assert set(grid.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    assert len(set(asked(server))) == len(asked(server)), "each size once"
    assert {width for _, width in asked(server)} == {"200", "400", "800"}


def test_a_display_of_twice_the_pixels_gets_twice_the_size(server, launch):
    listed = PhotoList(launch(book(server), GDK_SCALE="2"), NAMES)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    server.wait_until_quiet()
    assert sorted(asked(server)) == [(number, "400") for number in range(COUNT)]
