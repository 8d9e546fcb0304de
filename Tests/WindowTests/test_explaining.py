"""`--explain`: what is taken for a photo, and why; without a display, a window or the session's bus."""

import json
import os
import subprocess
import zipfile

import pytest

from support.program import path


@pytest.fixture
def start(new_home):
    """Starts the program with these arguments in an empty environment, and waits for its end."""
    def run(*arguments, **options):
        variables = {key: value for key, value in os.environ.items()
                     if key not in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "LANGUAGE")}
        return subprocess.run([path(), *arguments], timeout=60, text=True, stderr=subprocess.PIPE,
                              env={**variables, **new_home(), "LC_ALL": "C.UTF-8"}, check=False, **options)
    return run


@pytest.fixture
def explain(start):
    """Explains catalogues; returns the exit status, the lines, and what was said of errors."""
    def run(*catalogues):
        done = start("--explain", *catalogues, stdout=subprocess.PIPE)
        return done.returncode, done.stdout.splitlines(), done.stderr
    return run


RECORDS = {"after": "t3", "children": [
    {"title": f"Pier {number}", "link": f"https://p.example/{number}", "id": number,
     "media": [{"url": f"https://m.example/{number}.jpg", "width": 900, "height": 600}]} for number in range(3)]}


def test_the_evidence_and_the_photos_are_printed(explain, tmp_path):
    document = tmp_path / "reply.json"
    document.write_text(json.dumps(RECORDS))
    status, lines, said = explain(document)
    assert (status, said) == (0, "")
    assert lines[:2] == [document.as_uri(), "JSON, 3 photos"]
    assert "children[].media[] is a photo (3 seen)" in lines
    assert any(line.startswith("  address children[].media[].url: address") for line in lines)
    assert any("its values end like pictures" in line for line in lines)
    photo = lines.index("photo 1: Pier 0")
    assert lines[photo + 1] == "  address https://m.example/0.jpg"


@pytest.mark.parametrize("name, text, words", [
    ("list.json", '[{"title": "Pier", "image": {"src": "https://p.example/1.jpg"}, "taken": "2024-05-01"}]',
     ["  name “title”", "  address “image.src”", "  date “taken”"]),
    ("one.json", '{"name": "Pier", "url": "https://p.example/1.jpg", "author": "Ann"}',
     ["  name “name”", "  address “url”", "  author “author”"]),
    ("table.csv", "Title,Photo URL\nPier,https://p.example/1.jpg\n", ["  name “Title”", "  address “Photo URL”"]),
    ("other.csv", "Nummer;Bild\nPier;https://p.example/1.jpg\n", ["  name “Nummer”", "  address “Bild”"]),
])
def test_the_words_are_named_that_say_what_is_a_photo(explain, tmp_path, name, text, words):
    document = tmp_path / name
    document.write_text(text)
    status, lines, said = explain(document)
    assert (status, said) == (0, "")
    at = lines.index("its own words say what is a photo")
    assert lines[at + 1:lines.index("photo 1: Pier")] == words


IIIF = {"@context": "http://iiif.io/api/presentation/3/context.json", "id": "https://i.example/m",
        "label": {"en": ["Pier"]}}
BODY = {"type": "Image", "id": "https://i.example/1.jpg", "format": "image/jpeg"}


def test_a_museums_pages_are_explained_and_so_is_the_index_of_its_books(explain, tmp_path):
    book, shelf = tmp_path / "book.json", tmp_path / "shelf.json"
    page = {"type": "Annotation", "motivation": "painting", "body": BODY}
    book.write_text(json.dumps({**IIIF, "type": "Manifest", "items": [
        {"type": "Canvas", "label": {"en": ["Cover"]}, "items": [{"type": "AnnotationPage", "items": [page]}]}]}))
    status, lines, said = explain(book)
    assert (status, said) == (0, "")
    assert lines[1:] == [
        "JSON, 1 photo", "read as IIIF Presentation: each picture of a canvas is a photo, in the order of the canvases",
        "photo 1: Cover", "  address https://i.example/1.jpg"]
    shelf.write_text(json.dumps({**IIIF, "type": "Collection", "items": [
        {"type": "Manifest", "id": f"https://i.example/{number}"} for number in range(12)]}))
    status, lines, said = explain(shelf)
    assert (status, said) == (0, "")
    assert "The catalogue contains no photos." not in lines
    index = lines.index("the index of 12 documents, read in this order")
    assert lines[index + 1:] == [f"  https://i.example/{number}" for number in range(10)]


def test_what_follows_and_a_note_beside_a_photo_are_explained(explain, tmp_path):
    first, note = tmp_path / "first.json", tmp_path / "sea.jpg.json"
    first.write_text(json.dumps({"next": "https://p.example/2", "items": RECORDS["children"]}))
    assert explain(first)[1][-1] == "goes on at https://p.example/2"
    note.write_text(json.dumps({"title": "sea.jpg", "url": "https://photos.example/1"}))
    (tmp_path / "sea.jpg").write_bytes(b"")
    lines = explain(note)[1]
    assert "a note: its name continues that of a photo next to it, and its title is that photo" in lines
    assert f"  address {(tmp_path / 'sea.jpg').as_uri()}" in lines


def test_rows_that_open_are_named(explain, tmp_path):
    document = tmp_path / "feeds.opml"
    document.write_text('<opml><body><outline text="Piers" xmlUrl="https://p.example/rss"/></body></opml>')
    status, lines, _ = explain(document)
    assert status == 0
    assert lines[1] == "XML listing, 0 photos, 1 row that opens"
    assert lines[lines.index("row 1: Piers") + 1] == "  opens https://p.example/rss"


def test_a_page_says_what_is_a_photo_what_is_an_ornament_and_why(explain, tmp_path):
    page = tmp_path / "page.html"
    page.write_text('<html><base href="https://ann:secret@p.example/"><nav><img src="ann.jpg"></nav>'
                    '<img src="pier.jpg" width="600" height="400"></html>')
    status, lines, said = explain(page)
    assert (status, said) == (0, "")
    assert lines[1:9] == [
        "web page (HTML), 1 photo", "taken for photos: 1", "  line 1: https://ann@p.example/pier.jpg",
        "    an image that is shown", "      -2 it is shown at 600 × 400 pixels",
        "left out: 1", "  line 1: https://ann@p.example/ann.jpg", "    an ornament: 4 points, and 4 suffice"]
    assert lines[9] == "      +4 it is in the page’s navigation"
    assert "secret" not in "".join(lines)


def test_a_feed_says_which_element_gave_the_photo(explain, tmp_path):
    feed = tmp_path / "feed.rss"
    feed.write_text('<rss><channel><item><enclosure url="https://p.example/1.jpg"/>'
                    '<enclosure url="https://p.example/1.mp3" type="audio/mpeg"/></item></channel></rss>')
    status, lines, _ = explain(feed)
    assert status == 0
    assert lines[2:8] == ["taken for photos: 1", "  line 1: https://p.example/1.jpg", "    the item’s enclosure",
                          "left out: 1", "  line 1: https://p.example/1.mp3", "    no picture: audio/mpeg"]


def test_a_document_without_photos_says_what_it_is_about(explain, tmp_path):
    document = tmp_path / "settings.xml"
    document.write_text("<settings><theme>dark</theme><size>12</size></settings>")
    status, lines, _ = explain(document)
    assert status == 1
    assert "There are no photos in this: it is XML about “settings”, “theme”, “size”." in lines
    assert "nothing is a photo" in lines


def test_an_archive_is_read_as_in_a_window(explain, tmp_path):
    archive = tmp_path / "album.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for name in ("trip/sea.png", "trip/notes.txt", "trip/hill.png"):
            packed.writestr(name, b"x")
    status, lines, said = explain(archive)
    assert (status, said) == (0, "")
    assert lines[1:3] == ["archive, 2 photos", "read by the rules of its format"]
    assert "photo 1: hill.png" in lines and f"  address archive+{archive.as_uri()}#trip/hill.png" in lines


def test_an_archive_without_photos_says_so(explain, tmp_path):
    archive = tmp_path / "texts.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("notes.txt", b"x")
    status, lines, _ = explain(archive)
    assert status == 1 and any("no photos" in line for line in lines)


def test_a_folder_is_read_as_in_a_window_and_with_the_folders_within(explain, tmp_path):
    for name in ("1.jpg", "a/2.jpg", "a/b/3.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    status, lines, _ = explain(tmp_path)
    assert status == 0
    assert "row 1: a" in lines and "photo 2: 1.jpg" in lines
    status, lines, _ = explain("--recursive", tmp_path)
    assert status == 0
    assert [line for line in lines if line.startswith("photo")] == [
        "photo 1: 1.jpg", "photo 2: a/2.jpg", "photo 3: a/b/3.jpg"]


def test_an_address_that_cannot_be_fetched_says_why(explain):
    status, lines, _ = explain("http://127.0.0.1:9/reply.json")
    assert status == 1 and lines[0] == "http://127.0.0.1:9/reply.json" and len(lines) >= 2


def test_it_needs_a_catalogue(explain):
    status, lines, said = explain()
    assert status == 2 and not lines and "--explain" in said


@pytest.mark.parametrize("option", ["--help", "--help-all", "--version", "--explain"])
@pytest.mark.parametrize("output, status", [("/dev/full", 1), ("/dev/null", 0)])
def test_what_cannot_be_printed_is_a_failure(start, tmp_path, option, output, status):
    document = tmp_path / "reply.json"
    document.write_text(json.dumps(RECORDS))
    with open(output, "w") as stdout:
        done = start(option, *([document] if option == "--explain" else []), stdout=stdout)
    assert done.returncode == status
    assert done.stderr.startswith("classic-photos: Cannot write “/dev/stdout”.") if status else done.stderr == ""
