"""`--thumbnail`, as file managers call it: without a display, a window or the session's bus."""

import io
import os
import re
import subprocess
from pathlib import Path

import numpy
import pytest
from PIL import Image

from support.confinement import hostile_picture
from support.program import path

RED, BLUE = (220, 30, 20), (20, 40, 210)


def halves(width=640, height=400):
    """Red at the left, blue at the right."""
    picture = numpy.empty((height, width, 3), dtype=numpy.uint8)
    picture[:, :width // 2], picture[:, width // 2:] = RED, BLUE
    return Image.fromarray(picture)


def encoded(form, picture=None, **options):
    data = io.BytesIO()
    (picture or halves()).save(data, form, **options)
    return data.getvalue()


@pytest.fixture
def thumbnail(tmp_path, new_home):
    """Makes the thumbnail of these bytes in an empty environment; returns the exit status, what was said, and the
    picture."""
    def make(data, size=128, name="a picture.jpg", given=None, **extra):
        picture, output = tmp_path / name, tmp_path / "out.png"
        if data is not None:
            picture.write_bytes(data)
        variables = {key: value for key, value in os.environ.items()
                     if key not in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "LANGUAGE")}
        done = subprocess.run(
            [path(), "--thumbnail", given or picture, output, "--size", str(size)], timeout=60, capture_output=True,
            text=True, env={**variables, **new_home(), "LC_ALL": "C.UTF-8", **extra}, check=False)
        left = {each.name for each in tmp_path.iterdir() if not each.name.startswith("home")}
        assert left <= {name, "out.png"}, left
        return done.returncode, done.stderr, Image.open(output).convert("RGB") if output.exists() else None
    return make


SAMPLES = Path(__file__).resolve().parents[1] / "Samples/Pictures"


@pytest.mark.parametrize("name", ["swapped.avif", "swapped.heic"])
def test_the_formats_of_telephones_become_pngs_too(thumbnail, name):
    status, said, picture = thumbnail((SAMPLES / name).read_bytes(), name=name)
    assert (status, said) == (0, "")
    shown = numpy.asarray(picture).astype(int)
    assert shown.max() - shown.min() > 60, "it shows something"


@pytest.mark.parametrize("data", [
    encoded("JPEG"), encoded("PNG"), encoded("GIF"), encoded("WEBP"), encoded("TIFF"), encoded("BMP"),
    b'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="320" height="400" fill="#dc1e14"/>'
    b'<rect x="320" width="320" height="400" fill="#1428d2"/></svg>',
], ids=["JPEG", "PNG", "GIF", "WebP", "TIFF", "BMP", "SVG"])
def test_each_format_becomes_a_png_of_the_whole_picture(thumbnail, data):
    status, said, picture = thumbnail(data)
    assert (status, said) == (0, "")
    assert picture.size == (128, 80)
    shown = numpy.asarray(picture).astype(int)
    assert abs(shown[40, 16] - RED).max() <= 12 and abs(shown[40, 112] - BLUE).max() <= 12


def test_a_camera_s_orientation_counts_and_a_small_picture_is_not_enlarged(thumbnail):
    exif = Image.Exif()
    exif[0x0112] = 6  # the row at the top is the right side
    _, _, picture = thumbnail(encoded("JPEG", exif=exif.tobytes()), size=256)
    assert picture.size == (160, 256)
    shown = numpy.asarray(picture).astype(int)
    assert abs(shown[16, 80] - RED).max() <= 12 and abs(shown[240, 80] - BLUE).max() <= 12
    assert thumbnail(encoded("PNG", halves(40, 20)), size=512)[2].size == (40, 20)


def test_names_may_have_any_bytes_and_may_be_addresses_of_files(thumbnail, tmp_path):
    assert thumbnail(encoded("PNG"), name="--help")[0] == 0
    (tmp_path / "--help").unlink()
    assert thumbnail(encoded("PNG"), name="a%20b?.png", given=(tmp_path / "a%20b?.png").as_uri())[0] == 0


@pytest.mark.parametrize("data, said", [
    (b"", "The file is empty"), (b"<html>not a picture</html>", "Not a picture"),
    (encoded("PNG")[:40], "cut short"), (None, "No such file"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x06\0\0\0" + bytes(4),
     "Too large|damaged|cut short"),
    (b"GIF89a" + bytes(4000), "damaged|Not a picture|Cannot"),
    (b'<svg xmlns="http://www.w3.org/2000/svg" width="9e9" height="9e9"/>', "Too large|damaged"),
], ids=["empty", "no picture", "cut", "absent", "a bomb", "zeros", "an endless drawing"])
def test_what_cannot_be_shown_is_said_and_leaves_nothing(thumbnail, data, said):
    status, error, picture = thumbnail(data)
    assert status == 1 and picture is None
    assert re.search(said, error) and "a picture.jpg" in error and error.count("\n") == 1, error


def test_a_picture_that_is_cut_short_is_shown_as_far_as_it_goes(thumbnail):
    status, _, picture = thumbnail(encoded("JPEG", quality=95)[:-2000])
    assert status == 0 and picture.size == (128, 80)
    assert abs(numpy.asarray(picture).astype(int)[2, 16] - RED).max() <= 12


def test_a_folder_a_pipe_and_an_address_of_the_web_are_refused(thumbnail, tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    for given in ("/", "/dev/zero", tmp_path / "pipe.jpg", "https://example.org/a.jpg"):
        status, error, picture = thumbnail(None, name="pipe.jpg", given=given)
        assert status == 1 and picture is None and "Cannot read" in error, error


@pytest.mark.parametrize("command, said", [
    ("open /etc/passwd", "Permission denied"), ("descriptors", ": 0"), ("crash", "made its decoder crash")])
def test_the_picture_is_decoded_in_a_confined_worker(thumbnail, hostile_decoder, command, said):
    status, error, picture = thumbnail(hostile_picture(command), name="a.bmp", **hostile_decoder)
    assert status == 1 and picture is None
    assert said in error and "a.bmp" in error, error
