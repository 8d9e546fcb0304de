"""An archive as a catalogue: the photos in it."""

import io
import struct
import zipfile

from support import photos, replies
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


def album(count):
    """A ZIP of as many photos, not compressed, each with 20 KB behind it; and their names."""
    packed = io.BytesIO()
    names = [f"photo {number:03}.jpg" for number in range(count)]
    with zipfile.ZipFile(packed, "w") as archive:
        for number, name in enumerate(names):
            archive.writestr(f"trip/{name}", photos.jpeg(number))
            archive.writestr(f"trip/{name}.raw", bytes(20_000))
    return packed.getvalue(), names


class SparseAlbum:
    """A ZIP of two photos, with a member of `hole` zeros between them that exists only where it is read."""

    NAMES = ["first.jpg", "last.jpg"]

    def __init__(self, hole):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for number, name in enumerate(["first.jpg", "film.mp4", "last.jpg"]):
                archive.writestr(name, b"" if number == 1 else photos.jpeg(number))
            film, last = archive.getinfo("film.mp4"), archive.getinfo("last.jpg")
        whole = bytearray(packed.getvalue())
        # The film's sizes, then what lies behind it.
        directory = whole.index(b"PK\1\2")
        place = whole.index(b"PK\1\2", directory + 4)
        for start in (film.header_offset + 18, place + 20):
            struct.pack_into("<II", whole, start, hole, hole)
        struct.pack_into("<I", whole, whole.index(b"PK\1\2", place + 4) + 42, last.header_offset + hole)
        struct.pack_into("<I", whole, whole.index(b"PK\5\6") + 16, directory + hole)
        self.before, self.behind, self.hole = bytes(whole[:last.header_offset]), bytes(whole[last.header_offset:]), hole
        self.length = len(whole) + hole

    def read(self, start, end):
        gap = len(self.before) + self.hole
        zeros = max(0, min(end, gap) - max(start, len(self.before)))
        return self.before[start:end] + bytes(zeros) + self.behind[max(0, start - gap):max(0, end - gap)]


def test_of_an_archive_on_a_server_only_the_directory_and_what_is_on_screen_is_sent(server, launch):
    archive, names = album(200)
    server.on("/album.zip", replies.in_ranges(archive, "1"))
    listed = PhotoList(launch(server.url("/album.zip")), names)
    states = listed.wait_until_done()
    assert set(states.values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(0))
    server.wait_until_quiet()
    # Four megabytes, of which the raw pictures are most. The first request is that of a catalogue: it is given up.
    ranges = [each for each in server.asked_for("/album.zip") if "range" in each.headers]
    asked = sum(int(last) - int(first) + 1 for first, last in (
        each.headers["range"].removeprefix("bytes=").split("-") for each in ranges))
    assert len(archive) > 4_000_000
    assert 0 < asked < len(archive) / 4
    assert len(ranges) < 100


def test_an_archive_that_is_longer_than_any_catalogue_opens_all_the_same(server, launch):
    archive = SparseAlbum(600 << 20)
    sent = []

    async def reply(connection):
        wanted = connection.exchange.headers.get("range")
        fields = {"Content-Type": "application/zip", "ETag": '"1"'}
        if not wanted:
            await connection.write_head(200, {**fields, "Content-Length": archive.length})
            return replies.CLOSE
        first, last = (int(part) for part in wanted.removeprefix("bytes=").split("-"))
        last = min(last, archive.length - 1)
        await connection.write_head(206, {
            **fields, "Content-Length": last - first + 1, "Content-Range": f"bytes {first}-{last}/{archive.length}"})
        sent.append(last - first + 1)
        await connection.write(archive.read(first, last + 1))
        return None
    server.on("/large.zip", reply)
    listed = PhotoList(launch(server.url("/large.zip")), SparseAlbum.NAMES)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(1, photos.filtered(2))
    assert sum(sent) < 1 << 20
