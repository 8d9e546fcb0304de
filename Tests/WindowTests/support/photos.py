"""The photos that the tests serve, their expected pictures in rows, and catalogues that name them."""

import base64
import functools
import hashlib
import io
import plistlib
import struct

import numpy
from PIL import Image, ImageChops

SIZE = (240, 160)
SHOWN = 80  # points; the tests' screen has a scale factor of 1, so pixels too

# The W3C Filter Effects matrix at an amount of 0.8 (https://www.w3.org/TR/filter-effects-1/#sepiaEquivalent).
SEPIA = numpy.array([[.5144, .6152, .1512], [.2792, .7488, .1344], [.2176, .4272, .3048]])

# The brightness of each corner changes by its own irrational step from photo to photo. Photos with nearby numbers then
# differ clearly in several corners, and a neighbour's photo in a row is never mistaken for the row's own.
STEPS = (0.6180339887, 0.7548776662, 0.5698402910, 0.8191725134)


def painted(number):
    """Photo `number` as (height, width, 3) floats: a smooth blend of four corner colours under a faint chessboard,
    whose edges show the photo's place to the pixel. Its fields are as wide as two JPEG blocks, so that scaling by half
    keeps them sharp, by any method."""
    corners = []
    for corner, step in enumerate(STEPS):
        light = 60 + 130 * ((number * step + corner / 4) % 1)
        hue = 2 * numpy.pi * ((number * 0.3247179572 + corner / 7) % 1)
        tint = 40 * numpy.cos(hue + numpy.array([0, 2.0944, 4.1888]))
        corners.append(numpy.clip(light + tint, 20, 230))
    across = numpy.linspace(0, 1, SIZE[0])[None, :, None]
    down = numpy.linspace(0, 1, SIZE[1])[:, None, None]
    top = corners[0] * (1 - across) + corners[1] * across
    bottom = corners[2] * (1 - across) + corners[3] * across
    y, x = numpy.indices((SIZE[1], SIZE[0])) // 16
    chessboard = numpy.where((x + y) % 2, 12, -12)[:, :, None]
    return top * (1 - down) + bottom * down + chessboard


@functools.lru_cache(maxsize=4096)
def jpeg(number):
    """The served file of photo `number`."""
    file = io.BytesIO()
    image = Image.fromarray((painted(number) + 0.5).astype(numpy.uint8))
    image.save(file, "JPEG", quality=95, subsampling=0)
    return file.getvalue()


@functools.lru_cache(maxsize=64)
def png(number):
    """The picture of `jpeg(number)`, as a PNG."""
    file = io.BytesIO()
    Image.open(io.BytesIO(jpeg(number))).save(file, "PNG")
    return file.getvalue()


def large_original(number):
    """Photo `number` at 1500 x 1000 with grain, near 1 MB."""
    large = Image.fromarray((painted(number) + 0.5).astype(numpy.uint8)).resize((1500, 1000))
    grain = Image.effect_noise(large.size, 20)
    file = io.BytesIO()
    ImageChops.add(large, Image.merge("RGB", (grain,) * 3), 1, -128).save(file, "JPEG", quality=92)
    return file.getvalue()


def small_version(number, size):
    file = io.BytesIO()
    Image.open(io.BytesIO(jpeg(number))).resize(size).save(file, "JPEG", quality=80)
    return file.getvalue()


@functools.lru_cache(maxsize=64)
def camera_original(number, thumbnail_size=None):
    """`large_original(number)` as a camera writes it: the thumbnail in its Exif segment is `jpeg(number)`, large enough
    for a row; or the same in another size."""
    thumbnail = small_version(number, thumbnail_size) if thumbnail_size else jpeg(number)

    def entry(tag, kind, value):
        return struct.pack(">HHII", tag, kind, 1, value)
    # TIFF: an empty first directory, and a second with the thumbnail (JPEG, its offset, its length).
    tiff = b"MM\0*" + struct.pack(">IHI", 8, 0, 14) + struct.pack(">H", 3) + entry(0x0103, 3, 6 << 16)
    tiff += entry(0x0201, 4, 14 + 2 + 36 + 4) + entry(0x0202, 4, len(thumbnail)) + struct.pack(">I", 0) + thumbnail
    return with_application_data(large_original(number), b"Exif\0\0" + tiff)


def with_application_data(photo, *contents):
    """`photo` with these APP1 segments before all others."""
    segments = [b"\xff\xe1" + struct.pack(">H", len(content) + 2) + content for content in contents]
    return photo[:2] + b"".join(segments) + photo[2:]


@functools.lru_cache(maxsize=64)
def edited_original(number, thumbnail_size):
    """`large_original(number)` as an editor writes it: the thumbnail is in XMP that is too long for one segment, and
    two of the segments of its extension contain a part of it. The segments are not in order, and one is there twice."""
    image = b"<xmpGImg:image>" + base64.b64encode(small_version(number, thumbnail_size)) + b"</xmpGImg:image>"
    text = (b" " * 60_000 + image).ljust(EXTENSION_LENGTH)
    digest = hashlib.md5(text).hexdigest().upper().encode()
    parts = [
        b"http://ns.adobe.com/xmp/extension/\0" + digest + struct.pack(">II", len(text), start)
        + text[start:start + EXTENSION_PART] for start in range(0, len(text), EXTENSION_PART)]
    packet = b"http://ns.adobe.com/xap/1.0/\0<rdf:Description xmpNote:HasExtendedXMP='%s'/>" % digest
    return with_application_data(large_original(number), packet, parts[1], parts[0], parts[1])


EXTENSION_LENGTH = 90_000
EXTENSION_PART = 62_000  # bytes; the thumbnail begins in the first part


@functools.lru_cache(maxsize=16)
def padded(number, byte_count):
    """Photo `number` in a file of about this many bytes: comments first, with bytes that no two photos share."""
    photo = jpeg(number)
    content = numpy.random.default_rng(number).bytes(65_533)
    comment = b"\xff\xfe\xff\xff" + content
    return photo[:2] + comment * (byte_count // len(comment)) + photo[2:]


@functools.lru_cache(maxsize=256)
def unfiltered(number, side=SHOWN):
    """A row's picture of photo `number` before the filter: scaled to cover the square, its middle, as floats."""
    return cropped_to_square(Image.open(io.BytesIO(jpeg(number))), side)


def resized(number, size):
    """Photo `number` without a filter in this size, as floats."""
    return numpy.asarray(Image.open(io.BytesIO(jpeg(number))).convert("RGB").resize(size), dtype=float)


def cropped_to_square(image, side=SHOWN):
    scale = side / min(image.size)
    covering = image.convert("RGB").resize(
        (round(image.width * scale), round(image.height * scale)), Image.Resampling.BOX)
    left, top = (covering.width - side) // 2, (covering.height - side) // 2
    return numpy.asarray(covering.crop((left, top, left + side, top + side)), dtype=float)


@functools.lru_cache(maxsize=256)
def filtered(number, side=SHOWN):
    """A row's final picture of photo `number`."""
    return sepia(unfiltered(number, side))


def sepia(pixels):
    return numpy.floor(numpy.clip(pixels @ SEPIA.T, 0, 255) + 0.5)


def name(number):
    return f"Photo {number:06d}"


def number_of(path):
    """The requested photo's number, or None if the request was not for a photo."""
    if path.startswith("/photos/") and path.endswith(".jpg"):
        stem = path[len("/photos/"):-len(".jpg")]
        return int(stem) if stem.isdigit() else None
    return None


def path(number):
    return f"/photos/{number}.jpg"


def catalogue(entries):
    """An XML property list of (name, URL) pairs, in order."""
    return plistlib.dumps(dict(entries), sort_keys=False)


def large_catalogue(names):
    """`catalogue` of the photos of these names, by number, as plistlib writes it; plistlib itself takes minutes for a
    million."""
    head, tail = plistlib.dumps({}).split(b"<dict/>")
    entries = "".join(
        f"\t<key>{name}</key>\n\t<string>photos/{number}.jpg</string>\n" for number, name in enumerate(names))
    return head + b"<dict>\n" + entries.encode() + b"</dict>" + tail


def numbered(count):
    """The entries of a catalogue of `count` photos, with URLs relative to the catalogue's."""
    return [(name(number), f"photos/{number}.jpg") for number in range(count)]
