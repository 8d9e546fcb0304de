"""Killed at random instants, whatever it is doing, the program starts again. Every file is whole or absent, no saved
photo is lost, and what was half written is gone after the next start.

    meson-helpers/kill-test [ROUNDS] [SEED]

kills it that often, and prints the figures; as one of the tests it kills a few tens of times.
"""

import io
import json
import os
import random
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from gi.repository import GLib
from PIL import Image

from support import photos, replies
from support.dav import DavServer
from support.dialogs import Dialog
from support.photo_list import PhotoList
from support.processes import children_of
from support.saving import export, save_original
from support.waiting import wait_until

ROUNDS = int(os.environ.get("CLASSIC_PHOTOS_KILLS", "26"))
SEED = int(os.environ.get("CLASSIC_PHOTOS_SEED", "1"))
# One screen: photos of a server, which are downloaded and cached, and of files, which get thumbnails.
REMOTE, LOCAL = 4, 3
SIZE = 300_000  # bytes of a remote photo: several blocks
ROUNDS_OF_A_SET = 3  # the second and third start resume the downloads of the first
GROUP = "org/classicphotos/ClassicPhotos"  # of the settings
KINDS = ["start", "start", "start", "save", "start", "start", "settings", "start", "start", "export", "start",
         "catalogue", "library"]


class Round:
    """A catalogue of its own, or a library that has changed, and what a person does before the kill."""

    def __init__(self, number, folder, server, library):
        self.number, self.folder, self.server, self.library = number, folder, server, library
        self.begin = time.monotonic()
        self.kind = KINDS[number % len(KINDS)]
        self.chance = random.Random(SEED * 1_000_003 + number)
        first = number // ROUNDS_OF_A_SET * REMOTE
        self.remote = [first + index for index in range(REMOTE)]
        entries = [(photos.name(each), server.url(photos.path(each))) for each in self.remote]
        for index in range(LOCAL):
            file = folder / f"local {index}.jpg"
            if not file.exists():
                file.write_bytes(photos.jpeg(index))
            # Another version each time: it gets another thumbnail.
            os.utime(file, (1_600_000_000 + number, 1_600_000_000 + number))
            entries.append((f"Local {index}", file.as_uri()))
        self.names = [name for name, _ in entries]
        self.catalogue = folder / f"{number // ROUNDS_OF_A_SET}.plist"
        self.catalogue.write_bytes(photos.catalogue(entries))

    @property
    def address(self):
        if self.kind != "library":
            return str(self.catalogue)
        self.library.files[f"/album/{self.number}.jpg"] = photos.jpeg(self.number)
        self.library.asked.clear()
        return self.library.web_address

    def act(self, program, album):
        """Does something, and returns the longest time in seconds until the kill."""
        before = versions(album)
        longest = self._act(program, album)
        if self.kind in ("save", "export", "catalogue") and self.chance.random() < 0.5:
            # Amid the writing, however slow the machine.
            wait_until(lambda: versions(album) != before, 20, "a file is saved")
            return 0.1
        return longest

    def _act(self, program, album):
        if self.kind == "start":
            if self.chance.random() < 0.5:
                # Amid the downloads, however slow the machine.
                wait_until(lambda: self.server.asked(self.begin), 20, "photos are requested")
                return 0.4
            program.desktop.pause(0.05)
            return 0.75
        if self.kind == "library":
            # What the folder lists is kept once it is there.
            wait_until(lambda: self.library.asked, 20, "the library is asked")
            return 0.4
        listed = PhotoList(program, self.names)
        listed.wait_until_done()
        keyboard = program.desktop.keyboard
        if self.kind == "settings":
            keyboard.focus(program.window())
            for _ in range(3):
                keyboard.press("Control_L", self.chance.choice("12"))
                keyboard.press("Control_L", self.chance.choice(["plus", "minus"]))
            return 0.05
        if self.kind == "catalogue":
            self._save_catalogue(program, album / "saved.json")
            return 0.05
        listed.take_keyboard()
        keyboard.press("Control_L", "a")
        if self.kind == "save":
            # Since then the photos of the server have changed: they are fetched again.
            for each in self.remote:
                self.server.on(photos.path(each), replies.trickling(photos.padded(each, SIZE), 0.3))
            save_original(program, album)
        else:
            export(program, album)
        return 0.5

    def _save_catalogue(self, program, path):
        is_known = path.exists()
        keyboard = program.desktop.keyboard
        keyboard.focus(program.window())
        keyboard.press("Control_L", "Shift_L", "s")
        chooser = Dialog(program)
        program.desktop.pause(0.5)
        chooser.type_instead(str(path))
        chooser.press("Return")
        if is_known:
            Dialog(program, f"A file named “{path.name}” already exists.  Do you want to replace it?").button(
                "Replace").do()


def versions(folder):
    return {file.name: file.stat().st_ino for file in folder.iterdir()}


class Files:
    """What the program has written, which is checked after each kill."""

    def __init__(self, home, album, copies):
        self.home, self.album, self.copies = Path(home["HOME"]), album, copies
        self.cache = Path(home["XDG_CACHE_HOME"]) / "classic-photos"
        self.recent = Path(home["XDG_STATE_HOME"]) / "classic-photos" / "recent" / "catalogues.json"
        self.lists = self.remembered = 0
        self.thumbnails = Path(home["XDG_CACHE_HOME"]) / "thumbnails"
        self.settings = Path(home["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
        self.saved, self.seen = {}, {}

    def check(self):
        if self.settings.exists():
            self._check_settings()
        now = {file.name: file for file in self.album.iterdir() if not file.name.startswith(".")}
        assert set(self.saved) <= set(now), f"photos are lost: {set(self.saved) - set(now)}"
        for name, file in now.items():
            version = (file.stat().st_ino, file.stat().st_size, file.stat().st_mtime_ns)
            if self.saved.get(name) != version:
                # Only the catalogue is replaced.
                assert name not in self.saved or name == "saved.json", f"{name} has changed"
                self._check_saved(file)
                self.saved[name] = version
        for file in self.thumbnails.rglob("[0-9a-f]*.png"):
            version = (file.stat().st_ino, file.stat().st_mtime_ns)
            if self.seen.get(file) != version:
                with Image.open(file) as picture:
                    picture.load()
                self.seen[file] = version

        self._check_libraries()
        self._check_recent()

    def _check_libraries(self):
        """A copy: to open the file would recover it, before the program can."""
        shutil.rmtree(self.copies, ignore_errors=True)
        self.copies.mkdir()
        for file in self.cache.glob("libraries.sqlite*"):
            shutil.copy(file, self.copies)
        with closing(sqlite3.connect(self.copies / "libraries.sqlite")) as kept:
            assert kept.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            if kept.execute("SELECT count(*) FROM sqlite_master WHERE name = 'page'").fetchone()[0]:
                self.lists = max(self.lists, kept.execute("SELECT count(*) FROM page").fetchone()[0])

    def _check_recent(self):
        """The list is JSON with an address in each entry; the pictures have a head, two sides, and all their pixels;
        the names are lines."""
        if self.recent.exists():
            catalogues = json.loads(self.recent.read_bytes())["catalogues"]
            assert catalogues and all(each["address"] for each in catalogues), catalogues
            assert len(catalogues) >= self.remembered or len(catalogues) >= 30, "catalogues are forgotten"
            self.remembered = len(catalogues)
        else:
            assert not self.remembered, "the list of recent catalogues is lost"
        for file in (self.cache / "recent").glob("[0-9a-f]*"):
            content = file.read_bytes()
            if file.suffix == ".names":
                assert content.startswith(b"CPnames1\n") and content.endswith(b"\n"), f"{file} is torn"
                continue
            width, height = (int.from_bytes(content[start:start + 2], "big") for start in (8, 10))
            assert content.startswith(b"CPpixel1") and len(content) == 12 + 4 * width * height, f"{file} is torn"

    def _check_settings(self):
        keys = GLib.KeyFile()
        if self.settings.stat().st_size:
            assert keys.load_from_file(str(self.settings), GLib.KeyFileFlags.NONE)
        for group in keys.get_groups()[0]:
            for key in keys.get_keys(group)[0]:
                GLib.Variant.parse(None, keys.get_value(group, key), None, None)
        if keys.has_group(GROUP) and "view" in keys.get_keys(GROUP)[0]:
            # The next round reads the list.
            keys.set_value(GROUP, "view", "'list'")
            keys.save_to_file(str(self.settings))

    def _check_saved(self, file):
        if file.name == "saved.json":
            assert file.read_bytes().rstrip().endswith(b"}")
            return
        with Image.open(io.BytesIO(file.read_bytes())) as picture:
            picture.load()
        assert file.read_bytes().endswith(b"\xff\xd9"), f"{file} is cut short"

    def left(self):
        """Files that are written under a name not their own, anywhere."""
        files = [file for folder in (self.home, self.album) for file in folder.rglob("*") if file.is_file()]
        names = {file.name for file in files}
        halves = [file for file in files if file.suffix in (".part", ".sums")
                  and file.stem + {".part": ".sums", ".sums": ".part"}[file.suffix] not in names]
        notes = [file for file in files if file.parent.name == "saving"]
        return [file for file in files if file.name.startswith(".")] + halves + notes

    def count(self):
        return sum(file.is_file() for file in self.home.rglob("*"))


def test_killed_at_any_time_it_starts_again_with_every_file_whole_and_nothing_left(
        server, launch, new_home, desktop, tmp_path):
    home = new_home()
    folder, album = tmp_path / "photos", tmp_path / "album"
    folder.mkdir()
    album.mkdir()
    files = Files(home, album, tmp_path / "copies")
    library = DavServer(3)
    server.photo_reply = lambda number: replies.in_ranges(
        photos.padded(number, SIZE), number, seconds=0.3, control="no-cache")
    figures = dict.fromkeys(KINDS, 0)
    left = 0
    for number in range(ROUNDS):
        act = Round(number, folder, server, library)
        program = launch(act.address, home=home)
        longest = act.act(program, album)
        desktop.pause(act.chance.uniform(0, longest))
        workers = children_of(program.pid)
        program.kill()
        figures[act.kind] += 1
        try:
            files.check()
        except Exception as error:
            raise AssertionError(f"round {number}, {act.kind}, seed {SEED}: {error}") from error
        left += bool(files.left())
        wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), 10,
                   "the workers have ended")

    desktop.pause(1.1)  # settings that are that old are no longer being written
    last = Round(ROUNDS, folder, server, library)
    program = launch(str(last.catalogue), home=home)
    listed = PhotoList(program, last.names)
    assert set(listed.wait_until_done().values()) == {"filtered"}
    listed.wait_until_found(0, photos.filtered(last.remote[0]))
    for row, each in enumerate(last.remote):
        listed.wait_until_shown(row, photos.filtered(each))
    server.wait_until_quiet()
    wait_until(lambda: not files.left(), 30, lambda: f"nothing is left: {files.left()}")
    files.check()
    program.quit()
    library.end()
    assert not files.left()
    resumed = sum("range" in each.headers for each in server.asked())
    print(f"\n{ROUNDS} kills (seed {SEED}): {', '.join(f'{count} x {kind}' for kind, count in figures.items())}; "
          f"{files.lists} lists of a library kept, {files.remembered} catalogues remembered, "
          f"{len(files.saved)} photos saved, {len(files.seen)} thumbnails, "
          f"{resumed} downloads resumed, "
          f"{left} kills left something until the next start")
    assert ROUNDS < 100 or resumed and files.saved and files.seen and files.lists and files.remembered, \
        "the kills came too early"
