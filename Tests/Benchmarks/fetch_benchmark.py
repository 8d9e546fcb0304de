#!/usr/bin/python3
"""The cost of rows on the wire: photos fetched partially and completely, from a loopback server with latency and
limited bandwidth.

    Tests/Benchmarks/fetch_benchmark.py [PROGRAM [FOLDER]]

PROGRAM is the built fetch-benchmark; without it, it is built. With FOLDER, its JPEGs are measured instead of generated
ones, photo by photo and in the same views. Needs python3-pil and no network. Exits with 1 if a bound is missed:

- camera originals of many kinds (`CAMERAS`), one in six without an embedded picture: until the list has nothing left to
  do, they cost at most 10% of their bytes in the list at scale 1, and 15% in the grid at its default size and in the
  list at scale 2; the pictures shown are within 6/255 of the full decode, on average;
- photos without thumbnails: the first screen takes at most 5% longer than with plain requests.
"""

import asyncio
import base64
import hashlib
import io
import random
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.parse
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

import results

# Sides of pictures in pixels, and the fraction of the bytes that they may cost: RowStyle.pictureSide and
# GridLayout.usualSide times the display's scale.
VIEWS = {"list": (80, 0.10), "grid": (140, 0.15), "list at scale 2": (160, 0.15)}
ROW = VIEWS["list"][0]
LATENCY = 0.05  # seconds: a round trip
BANDWIDTH = 2_500_000  # bytes a second, of all connections together: 20 Mbit/s
SCREEN = 12  # rows
RUNS = 5


# The photos

def scene(seed, size):
    """A smooth picture with edges and a camera's grain, no two alike."""
    numbers = random.Random(seed)
    small = Image.new("RGB", (24, 16))
    small.putdata([tuple(numbers.randrange(20, 236) for _ in range(3)) for _ in range(24 * 16)])
    picture = small.filter(ImageFilter.GaussianBlur(1.2)).resize(size, Image.Resampling.BICUBIC)
    for _ in range(14):
        edge = numbers.randrange(size[0] // 20, size[0] // 5)
        patch = Image.new("RGB", (edge, edge), tuple(numbers.randrange(256) for _ in range(3)))
        mask = Image.radial_gradient("L").resize((edge, edge)).point(lambda value: 255 if value < 120 else 0)
        picture.paste(patch, (numbers.randrange(size[0] - edge), numbers.randrange(size[1] - edge)), mask)
    grain = Image.effect_noise(size, 9)
    return ImageChops.add(picture, Image.merge("RGB", (grain,) * 3), 1, -128)


def jpeg(picture, **options):
    file = io.BytesIO()
    picture.save(file, "JPEG", **options)
    return file.getvalue()


def segment(code, content):
    return bytes((0xFF, code)) + (len(content) + 2).to_bytes(2, "big") + content


def entry(tag, kind, count, value):
    return tag.to_bytes(2, "big") + kind.to_bytes(2, "big") + count.to_bytes(4, "big") + value.to_bytes(4, "big")


def exif(thumbnail, orientation, maker_note):
    """A camera's Exif segment: orientation, a maker's note, and the thumbnail, if any, in IFD1."""
    first_size = 2 + 2 * 12 + 4
    exif_at = 8 + first_size
    note_at = exif_at + 2 + 12 + 4
    second_at = note_at + len(maker_note)
    thumbnail_at = second_at + 2 + 3 * 12 + 4
    tiff = b"MM\0*" + (8).to_bytes(4, "big")
    tiff += (2).to_bytes(2, "big") + entry(0x0112, 3, 1, orientation << 16) + entry(0x8769, 4, 1, exif_at)
    tiff += (second_at if thumbnail else 0).to_bytes(4, "big")
    tiff += (1).to_bytes(2, "big") + entry(0x927C, 7, len(maker_note), note_at) + bytes(4) + maker_note
    if thumbnail:
        tiff += (3).to_bytes(2, "big") + entry(0x0103, 3, 1, 6 << 16) + entry(0x0201, 4, 1, thumbnail_at)
        tiff += entry(0x0202, 4, 1, len(thumbnail)) + bytes(4) + thumbnail
    return segment(0xE1, b"Exif\0\0" + tiff)


def exif_plain(thumbnail):
    """An Exif segment whose thumbnail is RGB in one strip, like those of the first cameras."""
    pixels = thumbnail.tobytes()
    tags = {0x0100: thumbnail.width, 0x0101: thumbnail.height, 0x0103: 1, 0x0106: 2, 0x0115: 3,
            0x0116: thumbnail.height, 0x0117: len(pixels)}
    second_at = 8 + 2 + 4
    tags[0x0111] = second_at + 2 + 12 * (len(tags) + 1) + 4
    tiff = b"MM\0*" + (8).to_bytes(4, "big") + bytes(2) + second_at.to_bytes(4, "big")
    tiff += len(tags).to_bytes(2, "big") + b"".join(entry(tag, 4, 1, tags[tag]) for tag in sorted(tags)) + bytes(4)
    return segment(0xE1, b"Exif\0\0" + tiff + pixels)


def photoshop(thumbnail):
    """An APP13 segment with Photoshop's thumbnail resource."""
    data = bytes(28) + thumbnail
    return segment(0xED, b"Photoshop 3.0\0" + b"8BIM\x04\x0c\0\0" + len(data).to_bytes(4, "big") + data)


def extended_xmp(thumbnail):
    """The APP1 segments of an XMP packet that is too long for one. The first names the following ones by a number; the
    thumbnail is in the second of the three that contain the rest."""
    number = hashlib.md5(thumbnail).hexdigest().upper().encode()
    packet = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:Description xmpNote:HasExtendedXMP='%s'/></x:xmpmeta>" % number
    image = b"<xmpGImg:image>" + base64.b64encode(thumbnail) + b"</xmpGImg:image>"
    size = 65_000
    history = [b"<rdf:li>%08d</rdf:li>" % number for number in range(size // 25)]
    rest = b"".join(history) + b" " * (size - len(b"".join(history))) + image + b"".join(history) * 2
    parts = [
        segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + number + len(rest).to_bytes(4, "big")
                + start.to_bytes(4, "big") + rest[start:start + size]) for start in range(0, len(rest), size)]
    return segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet) + b"".join(parts)


def with_preview(photo, preview, at):
    """`photo` with an MPF segment at `at`, and a VGA preview after its end."""
    index_size = 2 + 12 + 4
    length = 2 + 2 + 4 + 8 + index_size + 32
    offset = len(photo) + length - (at + 8)
    tiff = b"MM\0*" + (8).to_bytes(4, "big") + (1).to_bytes(2, "big")
    tiff += entry(0xB002, 7, 32, 8 + index_size) + bytes(4)
    tiff += (0x20030000).to_bytes(4, "big") + (len(photo) + length).to_bytes(4, "big") + bytes(8)
    tiff += (0x40010001).to_bytes(4, "big") + len(preview).to_bytes(4, "big") + offset.to_bytes(4, "big") + bytes(4)
    return photo[:at] + segment(0xE2, b"MPF\0" + tiff) + photo[at:] + preview


def letterboxed(picture):
    """160 x 120 with black bars, which many cameras add to 3:2."""
    height = round(160 * picture.height / picture.width)
    box = Image.new("RGB", (160, 120))
    box.paste(picture.resize((160, height), Image.Resampling.BICUBIC), (0, (120 - height) // 2))
    return box


# Files of cameras and editors: size, orientation, thumbnail (its size, "bars" or none), a preview for MPF, the
# thumbnail's place if it is not near the beginning of an Exif segment, and the photo's later turn.
CAMERAS = [
    dict(size=(2592, 1944), thumbnail=(160, 120)),
    dict(size=(2688, 1792), thumbnail="bars"),
    dict(size=(2592, 1944), thumbnail=(160, 120), orientation=6),
    dict(size=(2688, 1792), thumbnail="bars", orientation=8),
    dict(size=(2592, 1944), thumbnail=(160, 120), preview=True),
    dict(size=(1280, 853)),
    dict(size=(2592, 1944), thumbnail=(160, 120), before=100_000),
    dict(size=(2592, 1944), thumbnail=(512, 384)),
    dict(size=(2592, 1944), thumbnail=(160, 120), is_photoshop=True),
    dict(size=(2720, 1530), thumbnail="bars", preview=True),
    dict(size=(2688, 1792), orientation=3, preview=True),
    dict(size=(1280, 853), is_progressive=True),
    dict(size=(2592, 1944), thumbnail=(160, 120), turn=Image.Transpose.ROTATE_90),
    dict(size=(2688, 1792), thumbnail="bars", turn=Image.Transpose.ROTATE_270),
    dict(size=(1344, 1008), thumbnail=(96, 72), is_plain=True),
    dict(size=(1280, 960)),
    dict(size=(2688, 1512), thumbnail=(512, 288)),
    dict(size=(2048, 1536), thumbnail=(160, 120), orientation=8),
    dict(size=(2592, 1944), thumbnail=(256, 192), is_extended=True),
]


def camera_original(number, size, thumbnail=None, orientation=1, preview=False, before=0, is_photoshop=False,
                    is_progressive=False, turn=None, is_plain=False, is_extended=False):
    numbers = random.Random(number)
    picture = scene(number, size)
    # By software that leaves the thumbnail unchanged.
    turned = picture if turn is None else picture.transpose(turn)
    photo = jpeg(turned, quality=85, progressive=is_progressive)
    if thumbnail is None and not preview:
        return photo
    head = photo[:2]
    while before > 0:
        head += segment(0xE7, numbers.randbytes(min(before, 60_000)))
        before -= 60_000
    small = None
    if thumbnail == "bars":
        small = jpeg(letterboxed(picture), quality=80)
    elif thumbnail:
        small = jpeg(picture.resize(thumbnail, Image.Resampling.BICUBIC), quality=80)
    note = numbers.randbytes(numbers.randrange(500, 9000))
    if is_extended:
        head += extended_xmp(small)
    elif is_photoshop:
        head += photoshop(small)
    elif is_plain:
        head += exif_plain(picture.resize(thumbnail, Image.Resampling.BICUBIC))
    else:
        head += exif(small, orientation, note)
    photo = head + photo[2:]
    if preview:
        shown = picture.resize((640, round(640 * size[1] / size[0])), Image.Resampling.BICUBIC)
        photo = with_preview(photo, jpeg(shown, quality=80), len(head))
    return photo


def camera_folder(count):
    return {f"{number}.jpg": camera_original(number, **CAMERAS[number % len(CAMERAS)]) for number in range(count)}


def plain_folder(count):
    """Photos without thumbnails, as galleries serve them."""
    return {f"{number}.jpg": jpeg(scene(1000 + number, (1024, 683)), quality=80) for number in range(count)}


# The server

class Server:
    """HTTP/1.1 with ranges; each connection and each request costs LATENCY, all bytes together BANDWIDTH."""

    PIECE = 8192

    def __init__(self, photos, ranges=True):
        self.photos = photos
        self.ranges = ranges
        self.sent = {}
        self.requests = 0
        self._free_at = 0.0
        self._loop = asyncio.new_event_loop()
        listener = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = listener.sockets[0].getsockname()[1]
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def urls(self):
        return [f"http://127.0.0.1:{self.port}/{name}" for name in self.photos]

    async def _serve(self, reader, writer):
        # Small, so that sent bytes have almost arrived: a person's line does not hold megabytes either.
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16384)
        writer.transport.set_write_buffer_limits(high=0)
        try:
            await asyncio.sleep(LATENCY)  # the handshake
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                self.requests += 1
                await asyncio.sleep(LATENCY)
                fields = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
                await self._reply(writer, head[0].split()[1].lstrip("/"), fields.get("range"))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _reply(self, writer, name, wanted):
        body = self.photos[name]
        first, last, status = 0, len(body) - 1, "200 OK"
        more = ""
        if wanted and self.ranges:
            start, _, end = wanted.removeprefix("bytes=").partition("-")
            first, last = int(start), min(last, int(end) if end else last)
            status = "206 Partial Content"
            more = f"Content-Range: bytes {first}-{last}/{len(body)}\r\n"
        writer.write(
            f"HTTP/1.1 {status}\r\nContent-Type: image/jpeg\r\nETag: \"{name}\"\r\n"
            f"Content-Length: {last - first + 1}\r\n"
            f"{more}\r\n".encode())
        at = first
        while at <= last:
            piece = body[at:min(at + self.PIECE, last + 1)]
            # One line for all connections: each piece waits for the previous ones.
            now = self._loop.time()
            self._free_at = max(self._free_at, now) + len(piece) / BANDWIDTH
            await asyncio.sleep(self._free_at - now)
            writer.write(piece)
            await writer.drain()
            self.sent[name] = self.sent.get(name, 0) + len(piece)
            at += len(piece)


# The measurements

def run(program, mode, photos, side=ROW, folder=None, ranges=True):
    server = Server(photos, ranges)
    output = subprocess.run(
        [program, mode, str(side), *([folder] if folder else [])], check=True, capture_output=True, text=True,
        input="\n".join(server.urls()) + "\n").stdout
    lines = [line.split() for line in output.splitlines()]
    return float(lines[0][1]), {line[1]: line[2:] for line in lines if line[0] == "photo"}, server


def measure(table, program, cameras, kinds, folder, view):
    """`kinds` are names of photos by their common property."""
    side, bound = VIEWS[view]
    _, shown, server = run(program, "rows", cameras, side, folder)
    whole, sent = sum(map(len, cameras.values())), sum(server.sent.values())
    means = [float(figures[1]) for figures in shown.values()]
    blocks = [float(figures[2]) for figures in shown.values()]
    print(f"{view}, {side} pixels: {len(shown)} of {len(cameras)} photos, mean {whole / len(cameras) / 1000:.0f} kB; "
          f"{server.requests} requests, {sent / len(cameras) / 1000:.1f} kB a photo")
    for kind, names in kinds.items():
        share = sum(server.sent.get(name, 0) for name in names) / sum(len(cameras[name]) for name in names)
        sizes = sorted({shown[name][0] for name in names if name in shown})
        difference = max((float(shown[name][1]) for name in names if name in shown), default=0)
        block = max((float(shown[name][2]) for name in names if name in shown), default=0)
        print(f"    {100 * share:6.2f}%  {' '.join(sizes):8}  difference {difference:4.1f}, of a block {block:4.1f}  "
              f"{kind}")
    table.at_most(f"bytes of camera originals, {view}", sent / 1000, whole / 1000, "the whole photos", bound, "kB")
    table.within(f"mean difference from the full decode, {view}", sum(means) / len(means), 6, "of 255")
    table.within(f"largest difference of a block, {view}", max(blocks), 48, "of 255")


def measure_folder(program, folder):
    """The JPEGs in `folder`: a person's photos, or a public collection."""
    table = results.Results()
    cameras = {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())
               if path.suffix.lower() in (".jpg", ".jpeg") and urllib.parse.quote(path.name) == path.name}
    kinds = {f"{len(data):8} {name}": [name] for name, data in cameras.items()}
    for view in VIEWS:
        measure(table, program, cameras, kinds, folder, view)
    return table.finish()


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else results.build("fetch-benchmark")
    if len(sys.argv) > 2:
        return measure_folder(program, sys.argv[2])
    table = results.Results()
    cameras = camera_folder(3 * len(CAMERAS))
    kinds = {", ".join(f"{key} {value}" for key, value in kind.items()):
             [f"{number}.jpg" for number in range(len(cameras)) if number % len(CAMERAS) == index]
             for index, kind in enumerate(CAMERAS)}
    with tempfile.TemporaryDirectory() as folder:
        for name, data in cameras.items():
            Path(folder, name).write_bytes(data)
        for view in VIEWS:
            measure(table, program, cameras, kinds, folder, view)
    whole = sum(map(len, cameras.values()))
    _, _, deaf = run(program, "rows", cameras, ranges=False)
    print(f"list, from a server without ranges: {100 * sum(deaf.sent.values()) / whole:.2f}% of the bytes")

    screen = plain_folder(SCREEN)
    pairs = []
    for _ in range(RUNS):
        pairs.append((run(program, "rows", screen)[0], run(program, "plain", screen)[0]))
    print(f"without thumbnails: {SCREEN} photos, mean {sum(map(len, screen.values())) / SCREEN / 1000:.0f} kB; "
          f"plain {pairs[-1][1]:.2f} s; {RUNS} runs")
    # The run with the median ratio represents all.
    ours, theirs = sorted(pairs, key=lambda pair: pair[0] / pair[1])[RUNS // 2]
    table.at_most("first screen without thumbnails", ours, theirs, "plain requests", 1.05, "s")
    return table.finish()


if __name__ == "__main__":
    sys.exit(results.run("fetch", main))
