"""Files on disk: without passwords from addresses, readable only for their owner, and without leftovers of a kill."""

import contextlib
import fcntl
import os
import stat
import time
from pathlib import Path

from support import clipboard, photos, replies
from support.accessibility import Gone
from support.dialogs import Dialog
from support.finding import says
from support.photo_list import PhotoList
from support.photo_page import activate
from support.saving import save_catalogue
from support.waiting import wait_until


def files_with(word, *folders):
    return [file for folder in folders for file in Path(folder).rglob("*")
            if file.is_file() and word.encode() in file.read_bytes()]


def test_a_password_in_an_address_is_written_nowhere(desktop, launch, server, new_home, tmp_path):
    home = new_home()
    address = server.serve_photos(3).replace("http://", "http://me:sesame@")
    names = [photos.name(number) for number in range(3)]
    program = launch("--trace", str(tmp_path / "trace.json"), address, home=home)
    listed = PhotoList(program, names)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    assert [text for text in spoken(program) if text and "sesame" in text] == []
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "a")
    desktop.keyboard.press("Control_L", "Shift_L", "c")
    says(program, "3 addresses copied")
    copied = clipboard.text(desktop.session.display.name)
    assert copied.count("me@127.0.0.1") == 3 and "sesame" not in copied
    desktop.keyboard.press("Control_L", "Shift_L", "s")
    chooser = Dialog(program)
    desktop.pause(0.5)
    chooser.type_instead(str(tmp_path / "saved.json"))
    chooser.press("Return")
    chooser.wait_until_gone()
    wait_until((tmp_path / "saved.json").exists, 10, "the catalogue is saved")
    program.quit()
    assert files_with("127.0.0.1", home["HOME"]), "the open catalogue is remembered"
    assert files_with("sesame", home["HOME"], tmp_path) == []
    assert stat.S_IMODE((tmp_path / "trace.json").stat().st_mode) == 0o600


def spoken(program):
    """All that a screen reader reads, and the titles of the windows."""
    found = []
    for each, _, name in program.accessible().walk(prune=()):
        with contextlib.suppress(Gone):
            found += [name, each.description]
    return [*found, *(program.title(window) for window in program.windows())]


def test_passwords_in_the_addresses_of_rows_are_shown_and_written_nowhere(
        desktop, launch, server, new_home, tmp_path):
    home = new_home()
    server.on("/away.jpg", replies.redirect("file://me:sesame@other/1.jpg"))
    address = server.url().replace("http://", "http://me:sesame@")
    rows = {"Shown": f"{address}photos/0.jpg", "Missing": f"{address}missing.jpg", "Away": f"{address}away.jpg",
            "Unknown": "http://me:sesame@no-such-host.invalid/1.jpg", "None": "http://me:sesame@[::1",
            "Other": "ftp://me:sesame@127.0.0.1/1.jpg"}
    # What a server sends may be kept as it is, unless it says otherwise.
    server.on("/catalogue.plist",
              replies.of(photos.catalogue(list(rows.items())), "application/x-plist", Cache_Control="no-store"))
    program = launch("--trace", str(tmp_path / "trace.json"), server.url("/catalogue.plist"), home=home)
    program.resize(480, 880)
    listed = PhotoList(program, list(rows))
    states = listed.wait_until_done()
    assert states[0] == "filtered" and len([each for each in states.values() if each.startswith("failed")]) == 5, states
    heard = spoken(program)
    assert any("None" in text for text in heard)
    listed.take_keyboard()
    desktop.keyboard.press("Control_L", "a")
    desktop.keyboard.press("Control_L", "Shift_L", "c")
    says(program, "addresses copied")
    copied = clipboard.text(desktop.session.display.name)
    assert "me@127.0.0.1" in copied and "sesame" not in copied
    desktop.keyboard.press("Control_L", "Shift_L", "a")
    for end in ("json", "plist", "csv"):
        save_catalogue(program, tmp_path / f"saved.{end}")
        wait_until((tmp_path / f"saved.{end}").exists, 10, "the catalogue is saved")
    for row in range(len(rows)):
        page = activate(listed, row, desktop)
        wait_until(lambda row=row: page.message() if row else page.canvas(), 10, "the page shows the photo, or why not")
        if not row:
            page.key("F9")
            says(program, "Copy All Details")
        heard += spoken(program)
        page.key("Escape")
        listed.wait_until_done()
    desktop.keyboard.press("Control_L", "Shift_L", "i")
    says(program, "Recent Events")
    heard += spoken(program)
    assert [text for text in heard if text and "sesame" in text] == []
    program.quit()
    # The program's log, too.
    assert files_with("127.0.0.1", home["HOME"]) and files_with("me@127.0.0.1", tmp_path)
    assert files_with("sesame", home["HOME"], tmp_path) == []


def test_a_catalogue_is_not_saved_over_one_that_was_not_asked_about(desktop, launch, server, tmp_path):
    (tmp_path / "photos.plist").write_text("old")
    program = launch(server.serve_photos(3))
    PhotoList(program, [photos.name(number) for number in range(3)]).wait_until_done()

    def save_as(name):
        desktop.keyboard.focus(program.window())
        desktop.keyboard.press("Control_L", "Shift_L", "s")
        chooser = Dialog(program)
        desktop.pause(0.5)
        chooser.type_instead(str(tmp_path / name))
        chooser.press("Return")
    save_as("photos")
    question = Dialog(program, "Replace “photos.plist”?")
    question.press("Escape")
    question.wait_until_gone()
    assert (tmp_path / "photos.plist").read_text() == "old"
    save_as("photos")
    question = Dialog(program, "Replace “photos.plist”?")
    question.button("Replace").do()
    wait_until(lambda: (tmp_path / "photos.plist").read_text() != "old", 10, "the file is replaced")
    save_as("others")
    wait_until((tmp_path / "others.plist").exists, 10, "a free name is used")


def test_what_a_kill_has_left_is_removed_at_a_later_start(launch, server, new_home):
    home = new_home()
    large = Path(home["XDG_CACHE_HOME"]) / "thumbnails" / "large"
    settings = Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings"
    large.mkdir(parents=True)
    settings.mkdir(parents=True, exist_ok=True)
    stored = Path(home["XDG_CACHE_HOME"]) / "classic-photos" / "http"
    stored.mkdir(parents=True)
    gone = [large / ".classic-photos-AbCdEf", settings / ".goutputstream-OLDOLD", stored / ".AbCdEf",
            stored / "abc.part", stored / "def.sums"]
    stay = [large / ".classic-photos-FeDcBa", large / f"{'0' * 32}.png.AbCdEf", settings / ".goutputstream-NEWNEW",
            stored / ".FeDcBa"]
    for file in gone + stay:
        file.write_bytes(b"half a picture")
        # By a clock that was set back since.
        os.utime(file, (time.time() + 3600, time.time() + 3600))
    with contextlib.ExitStack() as opened:
        for file in stay:
            fcntl.flock(opened.enter_context(open(file, "r+b")), fcntl.LOCK_EX)
        program = launch(server.serve_photos(1), home=home)
        PhotoList(program, [photos.name(0)]).wait_until_done()
        wait_until(lambda: not any(file.exists() for file in gone), 30, "the leftovers are gone")
        assert all(file.exists() for file in stay)
