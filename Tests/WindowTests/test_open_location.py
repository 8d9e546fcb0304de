"""Open Location, for folders: as paths, relative to the home, as URLs."""

import pytest

from support import photos, replies
from support.dialogs import Dialog, open_location
from support.photo_list import PhotoList
from support.waiting import wait_until

WAYS = {
    "a path": lambda folder: str(folder),
    "a path with a slash": lambda folder: f"{folder}/",
    "spaces around a path": lambda folder: f"  {folder} ",
    "the home": lambda folder: "~",
    "the home with a slash": lambda folder: "~/",
    "in the home": lambda folder: f"~/{folder.name}",
    "somebody's home": lambda folder: f"~root/../{folder.relative_to('/')}",
    "a URL": lambda folder: folder.as_uri(),
    "a URL with a slash": lambda folder: f" {folder.as_uri()}/",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_folder_is_opened_however_it_is_typed(open_list, new_home, tmp_path, way):
    home = new_home()
    folder = tmp_path / "my photos"
    folder.mkdir()
    if way.startswith("the home"):
        folder = home["HOME"]
    elif way == "in the home":
        folder = (tmp_path / home["HOME"]) / "mine"
        folder.mkdir()
    for number in (1, 2):
        with open(f"{folder}/{number}.jpg", "wb") as file:
            file.write(photos.jpeg(number))
    program, listed = open_list(3, home=home)
    listed.wait_until_done()
    open_location(program, WAYS[way](folder))
    assert set(PhotoList(program, ["1.jpg", "2.jpg"]).wait_until_done().values()) == {"filtered"}


def test_a_feeds_own_kind_of_address_opens_it(open_list, server):
    items = "".join(f"<item><title>{number}.jpg</title><enclosure url='{server.url(f'/photos/{number}.jpg')}' "
                    "type='image/jpeg' length='1'/></item>" for number in (1, 2))
    feed = f"<rss version='2.0'><channel>{items}</channel></rss>"
    server.on("/news", replies.of(feed.encode(), "application/rss+xml"))
    program, listed = open_list(3)
    listed.wait_until_done()
    open_location(program, server.url("/news").replace("http:", "feed:"))
    assert set(PhotoList(program, ["1.jpg", "2.jpg"]).wait_until_done().values()) == {"filtered"}
    open_location(program, "feed:" + server.url("/news"))
    assert set(PhotoList(program, ["1.jpg", "2.jpg"]).wait_until_done().values()) == {"filtered"}


def test_the_home_of_nobody_is_refused_with_a_word(open_list):
    program, listed = open_list(3)
    listed.wait_until_done()
    open_location(program, "~nobody-of-that-name/photos")
    dialog = Dialog(program, "Oops!")
    assert any("There is no user" in text for text in dialog.texts()), dialog.texts()
    dialog.dismiss()
    wait_until(lambda: set(listed.states().values()) == {"filtered"}, 5, "the photos are still there")
