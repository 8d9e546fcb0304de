"""Folders of photos, their rows in the list, and the trash."""

import io
from pathlib import Path

import numpy
from PIL import Image

from . import photos
from .finding import row_names
from .photo_list import PhotoList
from .photo_page import activate
from .waiting import wait_until


def fill(folder, numbers):
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        (folder / f"{number}.jpg").write_bytes(photos.jpeg(number))
    return folder


def shown(program):
    return [name.rsplit(", ", 1)[0] for name in row_names(program)]


def expect(program, names):
    wait_until(lambda: shown(program) == names, 10, lambda: f"the list shows {names}; it shows {shown(program)}",
               every=0.1)


def open_photo(program, names, row=0):
    """Opens a photo from the list with the keyboard."""
    listed = PhotoList(program, names)
    listed.wait_until_done()
    page = activate(listed, row, program.desktop)
    page.wait_for(names[row])
    return page


def decoded(number):
    return numpy.asarray(Image.open(io.BytesIO(photos.jpeg(number))).convert("RGB")).astype(int)


# The trash

def in_trash(home):
    folder = home / "Trash" / "files"
    return sorted(each.name for each in folder.iterdir()) if folder.exists() else []


def home_of(new_home):
    """A home, and its trash."""
    home = new_home()
    return home, Path(home["XDG_DATA_HOME"])
