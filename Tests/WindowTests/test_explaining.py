"""`--explain`: what is taken for a photo, and why; without a display, a window or the session's bus."""

import json
import os
import subprocess

import pytest

from support.program import path


@pytest.fixture
def explain(new_home):
    """Explains catalogues in an empty environment; returns the exit status, the lines, and what was said of errors."""
    def run(*catalogues):
        variables = {key: value for key, value in os.environ.items()
                     if key not in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "LANGUAGE")}
        done = subprocess.run([path(), "--explain", *catalogues], timeout=60, capture_output=True, text=True,
                              env={**variables, **new_home(), "LC_ALL": "C.UTF-8"}, check=False)
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


def test_rows_that_open_are_named(explain, tmp_path):
    document = tmp_path / "feeds.opml"
    document.write_text('<opml><body><outline text="Piers" xmlUrl="https://p.example/rss"/></body></opml>')
    status, lines, _ = explain(document)
    assert status == 0
    assert lines[1] == "XML listing, 0 photos, 1 row that opens"
    assert lines[lines.index("row 1: Piers") + 1] == "  opens https://p.example/rss"


def test_a_document_without_photos_says_what_it_is_about(explain, tmp_path):
    document = tmp_path / "settings.xml"
    document.write_text("<settings><theme>dark</theme><size>12</size></settings>")
    status, lines, _ = explain(document)
    assert status == 1
    assert "There are no photos in this: it is XML about “settings”, “theme”, “size”." in lines
    assert "nothing is a photo" in lines


def test_an_address_that_cannot_be_fetched_says_why(explain):
    status, lines, _ = explain("http://127.0.0.1:9/reply.json")
    assert status == 1 and lines[0] == "http://127.0.0.1:9/reply.json" and len(lines) >= 2


def test_it_needs_a_catalogue(explain):
    status, lines, said = explain()
    assert status == 2 and not lines and "--explain" in said
