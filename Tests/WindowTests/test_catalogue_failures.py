"""Catalogues that cannot be opened, or not completely: a dialog headed "Oops!" says why, and the list stays as it was.
"""

import re
import socket
import ssl
import subprocess

import pytest

from support import photos, replies
from support.dialogs import Dialog, open_location
from support.photo_list import PhotoList
from support.server import PhotoServer
from support.waiting import wait_until


def url_that_nobody_listens_at():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{unused.getsockname()[1]}/catalogue.plist"


def served(reply):
    def url(server):
        server.on("/bad.plist", reply)
        return server.url("/bad.plist")
    return url


WHOLE = photos.catalogue(photos.numbered(500))
# Long rows, so that the limit in bytes applies before there are millions of them.
MEBIBYTE_OF_ENTRIES = b"".join(
    b"<key>Photo %07d</key><string>photos/1.jpg?%s</string>\n" % (number, b"x" * 950) for number in range(1024))

FAILURES = {
    "nobody listens": (lambda server: url_that_nobody_listens_at(), "connect|refused"),
    "host unknown": (lambda server: "http://no-such-host.invalid/catalogue.plist", "host|resolv|name"),
    "404": (served(replies.status(404)), "404|not found"),
    "500": (served(replies.status(500)), "500|server error"),
    "TLS to a server that speaks none": (
        lambda server: server.url("/catalogue.plist").replace("http:", "https:"), "TLS|secure|certificate"),
    "not a property list": (served(replies.of(b"<html><body>Hello</body></html>")), "property list|plist"),
    "bytes": (served(replies.of(bytes(range(256)) * 40)), "property list|plist"),
    "empty": (served(replies.empty()), "property list|plist|empty"),
    "no photos in it": (served(replies.of(photos.catalogue([]))), "no photos|no entries|empty"),
    "a property list of something else": (
        served(replies.of(photos.catalogue([]).replace(b"<dict/>", b"<string>hello</string>"))),
        "property list|dictionary|photos"),
    "redirects in a loop": (served(replies.redirect("/bad.plist")), "redirect"),
    "redirects to a file": (served(replies.redirect("file:///etc/hostname")), "redirect|file"),
}

# These have photos to show before they fail.
HALVES = {
    "cut short": (served(replies.cut_short(WHOLE)), "was lost|ends early"),
    "cut short in chunks": (served(replies.chunked_cut_short(WHOLE)), "was lost|ends early"),
    "a mistake in it": (
        served(replies.of(WHOLE.replace(b"<key>" + photos.name(400).encode(), b"<kay>"))), r"Line 8\d\d: "),
    "never ends": (
        served(replies.endless(b'<?xml version="1.0"?><plist version="1.0"><dict>', MEBIBYTE_OF_ENTRIES)),
        r"large|big|limit|more than|\d+ ?(MB|MiB|bytes)"),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_a_catalogue_that_cannot_be_opened_is_explained_and_what_was_on_screen_stays(server, open_list, kind):
    make_url, reason = FAILURES[kind]
    program, listed = open_list(30)
    states = listed.wait_until_done()
    server.wait_until_quiet(quiet=0.3)
    asked = len(server.asked())

    open_location(program, make_url(server))
    dialog = Dialog(program, "Oops!", within=15)
    said = " ".join(dialog.texts())
    assert re.search(reason, said, re.IGNORECASE), said
    dialog.dismiss()

    assert listed.states() == states
    listed.wait_until_found(0, photos.filtered(0))
    for row in (0, 3, 5):
        listed.wait_until_shown(row, photos.filtered(row))
    assert len(server.asked()) == asked, "photos were requested again"
    wait_until(lambda: not server.in_flight(), 5, "nothing is left in flight")


@pytest.mark.parametrize("kind", HALVES)
def test_of_a_catalogue_that_goes_wrong_midway_the_photos_before_that_are_shown(server, launch, kind):
    make_url, reason = HALVES[kind]
    program = launch(make_url(server))
    dialog = Dialog(program, "Oops!", within=60 if kind == "never ends" else 15)
    said = " ".join(dialog.texts())
    assert re.search(reason, said, re.IGNORECASE), said
    count = int(re.search(r"The first ([\d,]+) photos could be read", said)[1].replace(",", ""))
    assert count > 100
    dialog.dismiss()
    names = [photos.name(number) for number in range(count)]
    if kind == "never ends":
        names = ["Photo %07d" % (number % 1024) for number in range(count)]
    listed = PhotoList(program, names)
    wait_until(lambda: listed.all_states(), 10, "there are rows")
    wait_until(lambda: not server.in_flight(), 10, "nothing is left in flight")


def test_a_certificate_that_nobody_signed_is_refused(server, open_list, tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    secure = PhotoServer(tls=context)
    try:
        program, listed = open_list(5)
        listed.wait_until_done()
        open_location(program, secure.serve_photos(5))
        dialog = Dialog(program, "Oops!", within=15)
        assert re.search("TLS|certificate|secure", " ".join(dialog.texts()), re.IGNORECASE), dialog.texts()
        dialog.dismiss()
        assert not secure.exchanges, "a request was sent to a server that could be anybody"
    finally:
        secure.end()


def test_a_catalogue_named_at_the_start_that_cannot_be_opened_is_explained_too(server, launch):
    program = launch(server.url("/no-such-catalogue.plist"))
    dialog = Dialog(program, "Oops!", within=15)
    assert re.search("404|not found", " ".join(dialog.texts()), re.IGNORECASE), dialog.texts()
    dialog.dismiss()
    open_location(program, server.serve_photos(3))
    assert set(PhotoList(program, [photos.name(number) for number in range(3)]).wait_until_done().values()) == {
        "filtered"}


def test_a_file_that_is_not_there_is_explained_and_another_can_be_chosen(launch, tmp_path):
    dialog = Dialog(launch(str(tmp_path / "no-such.plist")), "“no-such.plist” Cannot Be Opened", within=15)
    assert re.search("no such file|not found|does not exist", " ".join(dialog.texts()), re.IGNORECASE), dialog.texts()
    assert dialog.is_offered("Choose a File") and not any("Try Again" in text for text in dialog.texts())


def test_of_a_folder_that_is_not_there_another_can_be_chosen(open_list, tmp_path):
    program, listed = open_list(3)
    listed.wait_until_done()
    open_location(program, str(tmp_path / "no such folder") + "/")
    dialog = Dialog(program, "“no such folder” Cannot Be Opened", within=15)
    assert not any("Try Again" in text for text in dialog.texts()), dialog.texts()
    dialog.press("Return")
    dialog.wait_until_gone()
    Dialog(program, "Open Folder").dismiss()
    assert set(listed.states().values()) == {"filtered"}


def test_a_catalogue_that_hangs_gives_way_to_the_next(server, open_list):
    server.on("/stuck.plist", replies.never())
    program, listed = open_list(5)
    listed.wait_until_done()
    open_location(program, server.url("/stuck.plist"))
    wait_until(lambda: server.in_flight(), 5, "the stuck catalogue is requested")
    assert set(listed.states().values()) == {"filtered"}, "the list stays on screen meanwhile"

    open_location(program, server.serve_catalogue([("Other", "photos/9.jpg")], "/other.plist"))
    other = PhotoList(program, ["Other"])
    wait_until(lambda: other.all_states().get(0) == "filtered", 10, "the other catalogue is on screen")
    wait_until(lambda: not server.in_flight(), 5, "the stuck catalogue is cancelled")
