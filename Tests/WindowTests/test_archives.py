"""An archive as a catalogue: the photos in it."""

import io
import struct
import zipfile

import pytest

from support import photos, replies
from support.dialogs import Dialog
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


def pack_pdf(objects, trailer=b""):
    """A PDF document of these objects, the first its catalogue."""
    document, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(document))
        document += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n%strailer\n<</Size %d/Root 1 0 R%s>>\n" % (
        len(objects) + 1, table, len(objects) + 1, trailer)
    return document + end + b"startxref\n%d\n%%%%EOF\n" % len(document)


def pdf_of_photos(*numbers):
    """A PDF document of these photos, one a page: three objects each, from the third on."""
    def stream(dictionary, data):
        return b"<<%s/Length %d>>stream\n%s\nendstream" % (dictionary, len(data), data)
    kids = b" ".join(b"%d 0 R" % (3 + 3 * index) for index in range(len(numbers)))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(numbers), kids)]
    for number in numbers:
        photo = photos.jpeg(number)
        height, width = photos.painted(number).shape[:2]
        first = len(objects) + 1
        objects += [
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents %d 0 R/Resources<</XObject<</Im %d 0 R>>>>>>" % (
                first + 1, first + 2),
            stream(b"", b"q 300 0 0 200 0 0 cm /Im Do Q"),
            stream(b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace/DeviceRGB"
                   b"/Filter/DCTDecode" % (width, height), photo),
        ]
    return pack_pdf(objects)


def test_the_pages_of_a_pdf_document_are_shown(launch, tmp_path):
    (tmp_path / "album.pdf").write_bytes(pdf_of_photos(4, 1))
    listed = PhotoList(launch(str(tmp_path / "album.pdf")), ["Page 1", "Page 2"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(4))
    listed.wait_until_shown(1, photos.filtered(1))


UNREADABLE_PDFS = {
    "locked": (
        pack_pdf([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 0/Kids[]>>",
                  b"<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>" % (b"41" * 32, b"42" * 32)],
                 b"/Encrypt 3 0 R/ID[<00><00>]"),
        "The PDF document is protected with a password."),
    "damaged": (b"%PDF-1.7\n" + bytes(2000), "The PDF document is damaged"),
    "a page": (b"<!DOCTYPE html><html><body><p>No PDF.</p></body></html>", "photos"),
}


@pytest.mark.parametrize("kind", UNREADABLE_PDFS)
def test_a_pdf_document_that_cannot_be_read_says_why(launch, tmp_path, kind):
    content, said = UNREADABLE_PDFS[kind]
    (tmp_path / "letter.pdf").write_bytes(content)
    dialog = Dialog(launch(str(tmp_path / "letter.pdf")), "“letter.pdf” Cannot Be Opened", within=15)
    assert said in " ".join(dialog.texts()), dialog.texts()
    dialog.dismiss()


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
