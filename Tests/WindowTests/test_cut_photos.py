"""Photos that seem complete, but lack their last bytes."""

import numpy

from support import photos, replies
from support.paintings import encoded, painted
from support.photo_list import PhotoList
from support.photo_page import activate

KINDS = {"JPEG": "image/jpeg", "PNG": "image/png", "BMP": "image/bmp", "GIF": "image/gif"}


def without_its_end(kind, lost=200):
    return encoded(painted(300, 200), kind)[:-lost]


def test_a_complete_download_that_lacks_its_last_bytes_is_shown_and_said_to_be_cut_short(server, launch, desktop):
    for number, (kind, media_type) in enumerate(KINDS.items(), 1):
        server.on(photos.path(number), replies.of(without_its_end(kind), media_type))
    names = [photos.name(number) for number in range(len(KINDS) + 1)]
    listed = PhotoList(launch(server.serve_photos(len(names))), names)
    listed.wait_until_done()
    listed.wait_for_state(0, "filtered$")
    listed.wait_until_found(0, photos.filtered(0))
    for row in range(1, len(names)):
        listed.wait_for_state(row, "filtered, cut short")
        assert numpy.std(listed.picture(row)) > 10, "the row shows the available part"
    page = activate(listed, 1, desktop)
    for number in range(1, len(names)):
        page.wait_for(f"{photos.name(number)}, cut short", width=300)
        assert page.message() is None
        page.key("Page_Down")


def test_a_row_that_is_cut_short_offers_to_ask_its_server_again(server, launch, tmp_path):
    server.on(photos.path(1), replies.of(without_its_end("JPEG"), ETag='"cut"', Cache_Control="max-age=3600"))
    program = launch(server.serve_photos(3))
    listed = PhotoList(program, [photos.name(number) for number in range(3)])
    listed.wait_for_state(1, "filtered, cut short")
    server.on(photos.path(1), replies.of(photos.jpeg(1), ETag='"whole"', Cache_Control="max-age=3600"))
    program.accessible().get("button", f"Retry {photos.name(1)}", prune=()).do()
    listed.wait_for_state(1, "filtered$")
    listed.wait_until_found(1, photos.filtered(1))
    assert not program.accessible().find_all("button", lambda name: name.startswith("Retry"), prune=())


def test_a_local_file_that_lacks_its_last_bytes_is_shown_at_every_start(launch, new_home, tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "a whole one.png").write_bytes(encoded(painted(300, 200), "PNG"))
    (folder / "b cut.png").write_bytes(without_its_end("PNG", 30_000))
    (folder / "c cut.jpg").write_bytes(without_its_end("JPEG", 4_000))
    (folder / "d nothing.png").write_bytes(encoded(painted(300, 200), "PNG")[:60])
    home = new_home()
    for _ in range(2):
        program = launch(str(folder), home=home)
        listed = PhotoList(program, ["a whole one.png", "b cut.png", "c cut.jpg", "d nothing.png"])
        for row, state in enumerate(["filtered$", "filtered, cut short", "filtered, cut short", "failed.*cut short"]):
            listed.wait_for_state(row, state)
        offered = program.accessible().find_all("button", lambda name: name.startswith("Retry"), prune=())
        assert ["d nothing.png" in each.name for each in offered] == [True], "a file is not retried"
        program.quit()
