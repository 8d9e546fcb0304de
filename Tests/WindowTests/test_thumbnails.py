"""Photos in files: their row pictures are stored as the desktop's thumbnails, and the next start reads no photo."""

import functools
import hashlib
import io
import json
import os
from pathlib import Path

import numpy
import pytest
from PIL import Image, PngImagePlugin

from support import photos
from support.photo_list import PhotoList
from support.program import Program
from support.waiting import wait_until

COUNT = 5  # all of them on the first screen
CHANGED = 1_600_000_000  # seconds since 1970
SIZE = (1200, 800)


def large(number):
    """Photo `number`, larger than any thumbnail."""
    return Image.open(io.BytesIO(photos.jpeg(number))).resize(SIZE, Image.Resampling.BICUBIC)


def encoded(image):
    file = io.BytesIO()
    image.save(file, "JPEG", quality=95, subsampling=0)
    return file.getvalue()


def means(count, start, length, limit):
    """A matrix that reduces a line of `limit` pixels to `count` means, each of an equal part of `length`, beginning at
    `start`."""
    edges = start + numpy.arange(count + 1) * length / count
    pixels = numpy.arange(limit)
    covered = numpy.minimum(pixels[None, :] + 1, edges[1:, None]) - numpy.maximum(pixels[None, :], edges[:-1, None])
    weights = numpy.clip(covered, 0, None)
    return weights / weights.sum(axis=1, keepdims=True)


def area_means(picture, down, across):
    return numpy.floor(numpy.stack([down @ picture[:, :, channel] @ across.T for channel in range(3)], axis=2) + 0.5)


def shrunk(picture, width, height):
    """The whole picture, in means of areas."""
    return area_means(picture, means(height, 0, picture.shape[0], picture.shape[0]),
                      means(width, 0, picture.shape[1], picture.shape[1]))


def middle(picture, side=photos.SHOWN):
    """A row's picture of a whole picture."""
    height, width, _ = picture.shape
    length = min(width, height)
    return area_means(picture, means(side, (height - length) // 2, length, height),
                      means(side, (width - length) // 2, length, width))


@functools.lru_cache(maxsize=32)
def filtered(number):
    """A row's picture of photo `number`: it is cut from the stored picture."""
    photo = numpy.asarray(Image.open(io.BytesIO(encoded(large(number)))).convert("RGB"), dtype=float)
    return photos.sepia(middle(shrunk(photo, 256, 171)))


class Folder:
    """A folder of photos, and a catalogue of them."""

    def __init__(self, path):
        self.path = path
        self.names = [photos.name(number) for number in range(COUNT)]
        for number in range(COUNT):
            self.write(number, encoded(large(number)))
        self.catalogue = path / "catalogue.plist"
        self.catalogue.write_bytes(photos.catalogue([(name, f"{index}.jpg") for index, name in enumerate(self.names)]))

    def file(self, number):
        return self.path / f"{number}.jpg"

    def write(self, number, data, changed=CHANGED):
        self.file(number).write_bytes(data)
        os.utime(self.file(number), (changed, changed))

    def scramble(self, number):
        """Replaces the photo's content without changing its date or length."""
        self.write(number, bytes(self.file(number).stat().st_size))

    def thumbnail(self, home, number, size):
        name = hashlib.md5(self.file(number).as_uri().encode()).hexdigest()
        return Path(home["XDG_CACHE_HOME"]) / "thumbnails" / size / f"{name}.png"


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "photos"
    path.mkdir()
    return Folder(path)


@pytest.fixture
def start(launch, folder):
    """Starts the program with the folder's catalogue; returns it, and its list when the rows are complete."""
    def start(home, *arguments):
        program = launch(*arguments, str(folder.catalogue), home=home)
        listed = PhotoList(program, folder.names)
        listed.wait_until_done()
        return program, listed
    return start


# A thread of low priority writes them: on a busy machine, it gets little processor time.
PATIENCE = 60


def wait_until_kept(folder, home, numbers=range(COUNT), size="large"):
    files = [folder.thumbnail(home, number, size) for number in numbers]
    wait_until(lambda: all(file.exists() for file in files), PATIENCE, lambda: f"{files} are there")


def stages(trace):
    """The stages of the photos, from the trace."""
    events = json.loads(trace.read_text())
    return {event["name"] for event in events if event["cat"] == "photo" and event["ph"] == "b"}


def test_a_second_start_reads_no_photo_and_shows_the_very_same_pixels(
        folder, start, new_home, tmp_path):
    home = new_home()
    program, listed = start(home, "--trace", str(tmp_path / "first.json"))
    listed.wait_until_found(0, filtered(0))
    for number in range(COUNT):
        listed.wait_until_shown(number, filtered(number))
    shown = [listed.picture(number) for number in range(COUNT)]
    wait_until_kept(folder, home)
    program.quit()
    assert {"look-up", "download", "decode", "filter"} <= stages(tmp_path / "first.json")

    for number in range(COUNT):
        folder.scramble(number)
    program, listed = start(home, "--trace", str(tmp_path / "second.json"))
    listed.wait_until_found(0, filtered(0))
    for number in range(COUNT):
        wait_until(lambda: numpy.array_equal(listed.picture(number), shown[number]), 3,
                   f"row {number} shows the very same pixels")
    program.quit()
    came_by = stages(tmp_path / "second.json")
    assert "look-up" in came_by and "filter" in came_by
    assert not came_by & {"download", "decode", "queued"}, came_by
    hits = [event for event in json.loads((tmp_path / "second.json").read_text())
            if event["name"] == "hit" and event["args"] == {"cache": "thumbnails"}]
    assert len(hits) == COUNT


def test_a_photo_that_was_changed_is_read_again(folder, start, new_home):
    home = new_home()
    program, listed = start(home)
    wait_until_kept(folder, home)
    program.quit()
    folder.write(1, encoded(large(50)), changed=CHANGED + 1)
    program, listed = start(home)
    listed.wait_until_found(0, filtered(0))
    listed.wait_until_shown(1, filtered(50))


def test_the_thumbnails_are_as_the_standard_wants_them(folder, start, new_home):
    home = new_home()
    program, _ = start(home)
    wait_until_kept(folder, home)
    for number in range(COUNT):
        file = folder.thumbnail(home, number, "large")
        thumbnail = Image.open(file)
        thumbnail.load()
        assert (thumbnail.format, thumbnail.size, thumbnail.mode) == ("PNG", (256, 171), "RGBA")
        assert thumbnail.text["Thumb::URI"] == folder.file(number).as_uri()
        assert thumbnail.text["Thumb::MTime"] == str(CHANGED)
        assert thumbnail.text["Thumb::Size"] == str(folder.file(number).stat().st_size)
        assert thumbnail.text["Thumb::Mimetype"] == "image/jpeg"
        # Unfiltered, and with the whole photo.
        whole = shrunk(numpy.asarray(large(number), dtype=float), *thumbnail.size)
        assert numpy.abs(numpy.asarray(thumbnail.convert("RGB"), dtype=float) - whole).mean() < 1
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.parent.stat().st_mode & 0o777 == 0o700
    names = {file.name for file in file.parent.iterdir()}
    assert len(names) == COUNT, f"no other file remains there: {names}"


def test_what_the_file_manager_has_made_is_shown(folder, start, new_home):
    home = new_home()
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Thumb::URI", folder.file(0).as_uri())
    texts.add_text("Thumb::MTime", str(CHANGED))
    file = folder.thumbnail(home, 0, "normal")
    file.parent.mkdir(parents=True)
    # Of another photo, so that the test sees which picture is shown.
    large(60).resize((128, 85), Image.Resampling.BOX).save(file, pnginfo=texts)
    _, listed = start(home)
    listed.wait_until_found(1, filtered(1))
    listed.wait_until_shown(0, photos.sepia(middle(numpy.asarray(Image.open(file), dtype=float))))


def test_a_photo_that_cannot_be_decoded_is_not_tried_again_until_a_person_says_so(
        folder, start, new_home):
    home = new_home()
    good = folder.file(2).read_bytes()
    folder.scramble(2)
    program, listed = start(home)
    said = listed.wait_for_state(2, "failed to load: .{8,}")
    wait_until_kept(folder, home, [2], size="fail/classic-photos-0.1.0")
    program.quit()

    # It is decodable now. Its date and length are unchanged, so it is not read.
    folder.write(2, good)
    program, listed = start(home)
    assert listed.states()[2] == said, "the reason is the same as the first time"
    assert [state for row, state in listed.states().items() if row != 2] == ["filtered"] * (COUNT - 1)
    listed.retry(2).do()
    listed.wait_for_state(2, "filtered")
    wait_until(lambda: not folder.thumbnail(home, 2, "fail/classic-photos-0.1.0").exists(), PATIENCE,
               "its failure record is removed")
    wait_until_kept(folder, home)
    program.quit()

    program, listed = start(home)
    assert set(listed.states().values()) == {"filtered"}


def test_killed_while_it_writes_thumbnails_it_shows_the_right_photos_afterwards(
        folder, desktop, start, new_home, tmp_path):
    home = new_home()
    thumbnails = Path(home["XDG_CACHE_HOME"]) / "thumbnails" / "large"
    for kill in range(3):
        program = Program(desktop, [str(folder.catalogue)], home, tmp_path / f"killed-{kill}.log")
        try:
            # As soon as there is one more, under any name: it may be half written.
            wait_until(lambda: thumbnails.exists() and len(list(thumbnails.iterdir())) > kill, PATIENCE,
                       "a thumbnail is being written", every=0.001)
        finally:
            program.process.popen.kill()
            program.process.end()
    _, listed = start(home)
    assert set(listed.states().values()) == {"filtered"}
    listed.wait_until_found(0, filtered(0))
    for number in range(COUNT):
        listed.wait_until_shown(number, filtered(number))
