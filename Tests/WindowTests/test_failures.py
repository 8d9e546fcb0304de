"""Photos that cannot be shown: the row says why, and the list continues."""

import plistlib
import re

import pytest

from support import photos, replies
from support.photo_list import PhotoList
from support.processes import memory_at_most

PHOTO = photos.jpeg(1)

BAD_PHOTOS = {
    "missing": (replies.status(404), "404|not found"),
    "server error": (replies.status(500), "500|server"),
    "forbidden": (replies.status(403), "403|forbidden"),
    "text": (replies.text(), ".{8,}"),
    "empty": (replies.empty(), ".{8,}"),
    "cut short": (replies.cut_short(PHOTO), ".{8,}"),
    "cut short in chunks": (replies.chunked_cut_short(PHOTO), ".{8,}"),
    "chunk size no number": (replies.invalid_chunk_size(PHOTO), ".{8,}"),
    "gzip cut short": (replies.gzip_cut_short(PHOTO), ".{8,}"),
    "20000 x 20000": (replies.of(replies.enormous_png(), "image/png"), "large|big|20.?000|pixels"),
    "negative length": (replies.of(PHOTO, Content_Length=-5), "invalid length.*-5"),
    "two lengths": (replies.of(PHOTO, Content_Length=f"{len(PHOTO)}, 5"), "invalid length"),
    "a head of a megabyte": (replies.of(PHOTO, X_Large="a" * 1_000_000), "64 KiB of header fields"),
    "a proxy's question": (replies.of(b"", "text/html", 407, Proxy_Authenticate='Basic realm="a"'), "407"),
    "no question": (replies.of(b"", "text/html", 401), "401.*does not support"),
    "redirects in a loop": (replies.redirect("/photos/1.jpg"), "redirect"),
    "redirects to a file": (replies.redirect("file:///etc/hostname"), "redirect|file|http"),
}


@pytest.mark.parametrize("kind", BAD_PHOTOS)
def test_a_bad_photo_fails_in_words_and_the_others_are_shown(server, open_list, kind):
    reply, reason = BAD_PHOTOS[kind]
    server.on(photos.path(1), reply)
    program, listed = open_list(4)
    states = listed.wait_until_done()
    said = states.pop(1)
    assert re.match(f"failed to load: .*({reason})", said, re.IGNORECASE | re.DOTALL), said
    assert set(states.values()) == {"filtered"}
    assert memory_at_most(program) < 700
    server.wait_until_quiet()
    if "redirect" not in kind:
        assert len(server.asked_for(photos.path(1))) == 1, "only the person's retry requests a failed photo again"


def test_a_gzipped_reply_is_unpacked(server, open_list):
    server.on(photos.path(1), replies.gzipped(PHOTO))
    _, listed = open_list(3)
    assert set(listed.wait_until_done().values()) == {"filtered"}


def test_a_photo_falsely_called_gzipped_is_shown_whole(server, open_list):
    server.on(photos.path(0), replies.not_gzipped(photos.jpeg(0)))
    _, listed = open_list(3)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(0))


def test_a_redirect_to_a_photo_is_followed(server, open_list):
    server.on(photos.path(1), replies.redirect("/photos/2.jpg"))
    _, listed = open_list(2)
    assert set(listed.wait_until_done().values()) == {"filtered"}


def test_photos_that_never_end_are_given_up_when_scrolled_away_and_the_list_goes_on(server, open_list, desktop):
    for number in range(10):
        server.on(photos.path(number),
                  replies.never() if number % 2 else replies.never_ending_body(photos.jpeg(number)))
    _, listed = open_list(1_000)
    server.wait_until_in_flight(6)
    hanging = server.in_flight()
    listed.wheel_to(100)
    assert set(listed.wait_until_done(within=5).values()) == {"filtered"}
    assert all(each.closed for each in hanging)


def test_entries_without_a_usable_url_become_failed_rows_that_say_so(server, launch):
    entries = [
        ("Good", "photos/1.jpg"), ("Empty", ""), ("No such scheme", "gopher://example.org/1.jpg"),
        ("No URL", "http://[::1"), ("A number", 42), ("A list", ["photos/2.jpg"]),
        ("A file, from the network", "file:///usr/share/pixmaps/debian-logo.png")]
    program = launch(server.serve_catalogue(entries))
    listed = PhotoList(program, [name for name, _ in entries])
    states = listed.wait_until_done()
    assert states.pop(0) == "filtered"
    assert len(states) == 6
    assert all(re.match("failed to load: .{8,}", state) for state in states.values()), states


def test_retry_by_pointer_asks_again_for_that_photo_alone(server, open_list, desktop):
    # The program does not try these again by itself.
    server.on(photos.path(2), replies.status(404))
    server.on(photos.path(4), replies.status(404))
    program, listed = open_list(10)
    listed.wait_until_done()
    server.wait_until_quiet()
    known = len(server.asked())

    server.on(photos.path(2), replies.photo(2))
    retry = listed.retry(2)
    assert retry.name.startswith(f"Retry {photos.name(2)}")
    program.click(retry)
    listed.wait_for_state(2, "filtered")
    server.wait_until_quiet()
    assert server.numbers_asked()[known:] == [2]
    assert listed.states()[4].startswith("failed")


def test_retry_that_fails_again_says_the_new_reason(server, open_list, desktop):
    server.on(photos.path(1), replies.status(500))
    _, listed = open_list(5)
    listed.wait_until_done()
    server.on(photos.path(1), replies.status(404))
    listed.retry(1).do()
    assert "404" in listed.wait_for_state(1, "failed to load: .*404")


def test_a_file_catalogue_may_name_files_and_its_relative_urls_are_its_neighbours(server, launch, tmp_path):
    (tmp_path / "pictures").mkdir()
    for number in (1, 2):
        (tmp_path / "pictures" / f"{number}.jpg").write_bytes(photos.jpeg(number))
    (tmp_path / "bad.jpg").write_bytes(b"no picture")
    entries = [
        ("Relative", "pictures/1.jpg"), ("Absolute", (tmp_path / "pictures" / "2.jpg").as_uri()),
        ("Remote", server.url(photos.path(3))), ("Missing", "pictures/no%20such.jpg"), ("Bad", "bad.jpg")]
    catalogue = tmp_path / "my catalogue.plist"
    catalogue.write_bytes(photos.catalogue(entries))
    listed = PhotoList(launch(str(catalogue)), [name for name, _ in entries])
    states = listed.wait_until_done()
    assert [states[row] for row in range(3)] == ["filtered"] * 3, states
    assert states[3].startswith("failed to load: ") and states[4].startswith("failed to load: "), states
    for row, number in enumerate((1, 2, 3)):
        listed.wait_until_found(row, photos.filtered(number))


def test_a_binary_property_list_is_opened_and_ordered_by_name_naturally(launch, tmp_path):
    (tmp_path / "1.jpg").write_bytes(photos.jpeg(1))
    names = ["Photo 10", "Photo 9", "Photo 1"]
    catalogue = tmp_path / "binary.plist"
    catalogue.write_bytes(plistlib.dumps({name: "1.jpg" for name in names}, fmt=plistlib.FMT_BINARY, sort_keys=False))
    listed = PhotoList(launch(str(catalogue)), ["Photo 1", "Photo 9", "Photo 10"])
    assert set(listed.wait_until_done().values()) == {"filtered"}
    places = {name: listed.object(row).extents()[1] for row, name in enumerate(["Photo 1", "Photo 9", "Photo 10"])}
    assert places["Photo 1"] < places["Photo 9"] < places["Photo 10"], places
