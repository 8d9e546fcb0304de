"""Photos of 12 megapixels as cameras and phones write them: those of the benchmarks, by thumbnail-corpus. Every second
one has a thumbnail in its Exif data, and one lies on its side."""

import fcntl
import functools
import subprocess
from pathlib import Path

from PIL import Image, ImageOps

from . import photos, pixels
from .photo_list import PhotoList
from .waiting import wait_until

ROOT = Path(__file__).resolve().parents[3]
NAMES = [f"{number:04}.jpg" for number in range(4)]


@functools.cache
def paths():
    """The files, in the order of `NAMES`. They are painted once; several tests may begin at the same time."""
    folder = ROOT / ".build/camera-files"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([ROOT / "Tests/Benchmarks/thumbnail-corpus", folder, str(len(NAMES))], check=True)
    return [folder / name for name in NAMES]


@functools.cache
def row(name):
    """A row's picture of this photo, upright, without a filter."""
    with Image.open(paths()[NAMES.index(name)]) as image:
        return photos.cropped_to_square(ImageOps.exif_transpose(image))


def expect_rows(program, names):
    """The list of these photos shows each. `names` are as the server lists them."""
    listed = PhotoList(program, names)
    assert set(listed.wait_until_done(within=30).values()) == {"filtered"}
    for place, name in enumerate(names):
        # The cameras' thumbnails are other encodings of the photos. Another photo is much further away.
        wait_until(lambda: listed.find_pictures(place, row(name)) <= 2 * pixels.ALIKE, 5,
                   lambda: f"{name} is shown; it is {listed.find_pictures(place, row(name)):.1f} of 255 away")
    others = [listed.find_pictures(0, row(name)) for name in names[1:]]
    assert min(others) > 4 * pixels.ALIKE, others
