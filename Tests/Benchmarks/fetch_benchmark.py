#!/usr/bin/python3
"""What rows cost on the wire: photos fetched just enough, and whole, from a loopback server with latency and a bandwidth.

    Tests/Benchmarks/fetch_benchmark.py [PROGRAM]

PROGRAM is the built fetch-benchmark; without it, it is built. Needs python3-pil and no network. Exits with 1 where a
bound is missed:

- camera originals (five of six with an Exif thumbnail; the sixth an export without one): rows cost at most 10% of the
  bytes, their pictures lie within 6/255 of the full decode at row size;
- photos without thumbnails: the first screen takes at most 5% longer than with plain requests.
"""

import asyncio
import io
import random
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

import results

ROW = 80  # points, at scale 1
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


def with_exif(photo, thumbnail, orientation, maker_note):
    """`photo` with an Exif segment as cameras write it: orientation, a maker's note, and the thumbnail in IFD1."""
    def entry(tag, kind, count, value):
        return tag.to_bytes(2, "big") + kind.to_bytes(2, "big") + count.to_bytes(4, "big") + value.to_bytes(4, "big")
    first_size = 2 + 2 * 12 + 4
    exif_at = 8 + first_size
    note_at = exif_at + 2 + 12 + 4
    second_at = note_at + len(maker_note)
    thumbnail_at = second_at + 2 + 3 * 12 + 4
    tiff = b"MM\0*" + (8).to_bytes(4, "big")
    tiff += (2).to_bytes(2, "big") + entry(0x0112, 3, 1, orientation << 16) + entry(0x8769, 4, 1, exif_at)
    tiff += second_at.to_bytes(4, "big")
    tiff += (1).to_bytes(2, "big") + entry(0x927C, 7, len(maker_note), note_at) + bytes(4) + maker_note
    tiff += (3).to_bytes(2, "big") + entry(0x0103, 3, 1, 6 << 16) + entry(0x0201, 4, 1, thumbnail_at)
    tiff += entry(0x0202, 4, 1, len(thumbnail)) + bytes(4) + thumbnail
    content = b"Exif\0\0" + tiff
    return photo[:2] + b"\xff\xe1" + (len(content) + 2).to_bytes(2, "big") + content + photo[2:]


def letterboxed(picture):
    """160 x 120 with black bars, as many cameras make of 3:2."""
    height = round(160 * picture.height / picture.width)
    box = Image.new("RGB", (160, 120))
    box.paste(picture.resize((160, height), Image.Resampling.BICUBIC), (0, (120 - height) // 2))
    return box


def camera_original(number):
    numbers = random.Random(number)
    size = (2592, 1944) if number % 2 else (2688, 1792)
    picture = scene(number, size)
    thumbnail = letterboxed(picture) if number % 2 == 0 else picture.resize((160, 120), Image.Resampling.BICUBIC)
    note = numbers.randbytes(numbers.randrange(500, 9000))
    return with_exif(
        jpeg(picture, quality=85), jpeg(thumbnail, quality=80), [1, 1, 1, 6, 8, 3][number % 6], note)


def export(number):
    """What a photo editor exports for the web: smaller, without a thumbnail; every other one is progressive."""
    return jpeg(scene(number, (1280, 853)), quality=80, progressive=number % 12 == 5)


def camera_folder(count):
    return {f"{number}.jpg": export(number) if number % 6 == 5 else camera_original(number) for number in range(count)}


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
        # Small, so that what was sent has all but arrived: a person's line holds no megabytes either.
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
            f"HTTP/1.1 {status}\r\nContent-Type: image/jpeg\r\nETag: \"{name}\"\r\nContent-Length: {last - first + 1}\r\n"
            f"{more}\r\n".encode())
        at = first
        while at <= last:
            piece = body[at:min(at + self.PIECE, last + 1)]
            # One line for all connections: each piece waits for those before it.
            now = self._loop.time()
            self._free_at = max(self._free_at, now) + len(piece) / BANDWIDTH
            await asyncio.sleep(self._free_at - now)
            writer.write(piece)
            await writer.drain()
            self.sent[name] = self.sent.get(name, 0) + len(piece)
            at += len(piece)


# The measurements

def run(program, mode, photos, folder=None, ranges=True, urls=None):
    server = Server(photos, ranges)
    output = subprocess.run(
        [program, mode, str(ROW), *([folder] if folder else [])], check=True, capture_output=True, text=True,
        input="\n".join(urls or server.urls()) + "\n").stdout
    return dict(line.split(" ", 1) for line in output.splitlines()), server


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else results.build("fetch-benchmark")
    table = results.Results()
    cameras = camera_folder(60)
    with tempfile.TemporaryDirectory() as folder:
        for name, data in cameras.items():
            Path(folder, name).write_bytes(data)
        figures, server = run(program, "enough", cameras, folder)
        whole = sum(map(len, cameras.values()))
        sent = sum(server.sent.values())
        originals = [name for name in cameras if int(name.split(".")[0]) % 6 != 5]
        whole_originals = sum(len(cameras[name]) for name in originals)
        sent_originals = sum(server.sent.get(name, 0) for name in originals)
        print(f"camera originals: {len(cameras)} photos, mean {whole / len(cameras) / 1000:.0f} kB; "
              f"{figures['thumbnails']} thumbnails, {figures['scans']} by their first scans; {server.requests} requests")
        print(f"    those with thumbnails: {100 * sent_originals / whole_originals:.2f}% of their bytes, "
              f"{sent_originals / len(originals) / 1000:.1f} kB each")
        table.at_most("bytes of rows of camera originals", sent / 1000, whole / 1000, "the whole photos", 0.1, "kB")
        table.within("mean difference from the full decode", float(figures["difference"]), 6, "of 255")
        table.within("largest difference of a photo", float(figures["largest"]), 6, "of 255")
        _, deaf = run(program, "enough", cameras, ranges=False)
        print(f"    from a server without ranges: {100 * sum(deaf.sent.values()) / whole:.2f}% of the bytes")
        plain, _ = run(program, "plain", cameras)
        print(f"    all rows: {float(figures['seconds']):.2f} s; with plain requests {float(plain['seconds']):.2f} s")

    screen = plain_folder(SCREEN)
    pairs = []
    for _ in range(RUNS):
        enough, _ = run(program, "enough", screen)
        plain, _ = run(program, "plain", screen)
        pairs.append((float(enough["seconds"]), float(plain["seconds"])))
    print(f"without thumbnails: {SCREEN} photos, mean {sum(map(len, screen.values())) / SCREEN / 1000:.0f} kB; "
          f"plain {float(plain['seconds']):.2f} s; {RUNS} runs")
    # The run of the median ratio stands for all.
    ours, theirs = sorted(pairs, key=lambda pair: pair[0] / pair[1])[RUNS // 2]
    table.at_most("first screen without thumbnails", ours, theirs, "plain requests", 1.05, "s")
    return table.finish()


if __name__ == "__main__":
    sys.exit(results.run("fetch", main))
