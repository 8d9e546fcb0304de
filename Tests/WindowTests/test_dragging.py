"""Dragging out of the window, and dropping on it."""

import io

import numpy
from PIL import Image

from support import photos, timeline
from support.albums import decoded, expect, fill, open_photo
from support.clipboard import TEXT
from support.dragging import DropZone, drag_out, drop_on
from support.finding import says
from support.homes import without_animations
from support.photo_grid import remembers
from support.photo_list import PhotoList
from support.photo_page import PhotoPage, activate
from support.timeline import Timeline
from support.waiting import wait_until


def test_rows_are_dragged_out_alone_or_with_all_that_is_selected(launch, server, desktop):
    program = launch(server.serve_photos(6))
    listed = PhotoList(program, [photos.name(number) for number in range(6)])
    listed.wait_until_done()
    desktop.keyboard.focus(program.window())
    zone = DropZone(desktop.session.display.name, 700, 100)
    try:
        got = drag_out(desktop, *listed.middle_of(1), zone, ("text/uri-list", TEXT))
        assert got["text/uri-list"].decode() == server.url(photos.path(1)) + "\r\n"
        assert got[TEXT].decode() == server.url(photos.path(1))
    finally:
        zone.end()
    assert PhotoPage(program).canvas() is None  # the drag was no click
    listed.take_keyboard()
    desktop.keyboard.press("Home")
    desktop.keyboard.press("Shift_L", "Down")
    says(program, "2 selected")
    zone = DropZone(desktop.session.display.name, 700, 100)
    try:
        got = drag_out(desktop, *listed.middle_of(0), zone)
        assert got["text/uri-list"].decode().split() == [server.url(photos.path(number)) for number in (0, 1)]
    finally:
        zone.end()
    says(program, "2 selected")
    # A click still works.
    desktop.pointer.click(*listed.middle_of(3))
    PhotoPage(program).wait_for(photos.name(3))


def test_a_dragged_address_has_no_password(launch, server, desktop):
    program = launch(server.serve_photos(2).replace("http://", "http://me:sesame@"))
    listed = PhotoList(program, [photos.name(0), photos.name(1)])
    listed.wait_until_done()

    def dragged(x, y):
        zone = DropZone(desktop.session.display.name, 700, 100)
        try:
            got = drag_out(desktop, x, y, zone, ("text/uri-list", TEXT))
        finally:
            zone.end()
        assert all(b"me@127.0.0.1" in got[kind] and b"sesame" not in got[kind] for kind in ("text/uri-list", TEXT)), got

    dragged(*listed.middle_of(1))
    page = activate(listed, 0, desktop)
    wait_until(page.canvas, 10, "the page shows the photo")
    dragged(*page.on_screen(*[length / 2 for length in page.extents()[2:]]))


def test_photos_are_dragged_out_of_the_timeline_alone_or_with_all_that_is_selected(launch, server, desktop, new_home):
    home = without_animations(
        remembers(new_home(), view="'timeline'", filter="'none'", window_width=640, window_height=600))
    program = launch(timeline.serve(server, 60), home=home)
    shown = Timeline(program)

    def middle_of(number):
        left, top, width, height = next(
            place for photo, place in shown.cells() if photo.startswith(timeline.name(number)))
        across, down = program.place()
        return across + left + width / 2, down + top + height / 2
    wait_until(lambda: all("filtered" in photo for photo, _ in shown.cells()[:3]), 10, shown.cells)
    desktop.keyboard.focus(program.window())
    for selected, dragged, wanted in ((1, 1, [1]), (2, 1, [0, 1]), (2, 2, [2])):
        desktop.keyboard.press("Home")
        if selected > 1:
            desktop.keyboard.press("Shift_L", "Right")
            says(program, "2 selected")
        zone = DropZone(desktop.session.display.name, 700, 100)
        try:
            got = drag_out(desktop, *middle_of(dragged), zone)
            assert got["text/uri-list"].decode().split() == [server.url(photos.path(number)) for number in wanted]
        finally:
            zone.end()
        assert PhotoPage(program).canvas() is None  # the drag was no click


def test_a_photo_is_dragged_from_its_page_as_file_and_picture_unless_it_is_moved(launch, desktop, tmp_path):
    album = fill(tmp_path / "album", [1])
    program = launch(str(album))
    page = open_photo(program, ["1.jpg"])
    x, y = page.on_screen(*[length / 2 for length in page.extents()[2:]])
    zone = DropZone(desktop.session.display.name, 700, 100)
    try:
        got = drag_out(desktop, x, y, zone, ("text/uri-list", "image/png"))
        assert got["text/uri-list"].decode().split() == [(album / "1.jpg").as_uri()]
        picture = numpy.asarray(Image.open(io.BytesIO(got["image/png"])).convert("RGB")).astype(int)
        assert numpy.abs(picture - decoded(1)).max() <= 3
    finally:
        zone.end()
    for _ in range(8):
        page.key("plus")
    desktop.pause(0.5)
    zone = DropZone(desktop.session.display.name, 700, 100)
    try:
        assert drag_out(desktop, x, y, zone) == {}
    finally:
        zone.end()


def test_catalogues_folders_and_pictures_that_are_dropped_are_opened(launch, server, desktop, tmp_path):
    program = launch(server.serve_photos(2))
    listed = PhotoList(program, [photos.name(0), photos.name(1)])
    listed.wait_until_done()
    x, y = listed.middle_of(0)
    album = fill(tmp_path / "album", [1, 2, 3])
    assert drop_on(program, x, y, {"text/uri-list": f"{album.as_uri()}\r\n".encode()})
    expect(program, ["1.jpg", "2.jpg", "3.jpg"])
    assert drop_on(program, x, y, {
        "text/uri-list": "".join(f"{(album / name).as_uri()}\r\n" for name in ("3.jpg", "1.jpg")).encode()})
    expect(program, ["3.jpg", "1.jpg"])
    assert drop_on(program, x, y, {TEXT: server.serve_catalogue([("dropped", "photos/1.jpg")]).encode()})
    expect(program, ["dropped"])


def test_what_is_no_address_is_not_opened(launch, server, desktop):
    program = launch(server.serve_photos(1))
    listed = PhotoList(program, [photos.name(0)])
    listed.wait_until_done()
    drop_on(program, *listed.middle_of(0), {TEXT: b"just some words"})
    says(program, "Nothing that was dropped can be opened")
    expect(program, [photos.name(0)])
