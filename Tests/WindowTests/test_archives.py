"""An archive as a catalogue: the photos in it."""

import zipfile

from support import photos
from support.photo_list import PhotoList


def test_the_pages_of_a_comic_book_are_shown_in_the_order_of_their_numbers(launch, tmp_path):
    with zipfile.ZipFile(tmp_path / "comic.cbz", "w") as comic:
        for page in (10, 9, 1):
            comic.writestr(f"pages/page {page}.jpg", photos.jpeg(page))
        comic.writestr("notes.txt", "no picture")
    listed = PhotoList(launch(str(tmp_path / "comic.cbz")), ["page 1.jpg", "page 9.jpg", "page 10.jpg"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(1))
    listed.wait_until_shown(2, photos.filtered(10))
