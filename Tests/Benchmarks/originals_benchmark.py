"""The bytes of camera originals on real servers without thumbnails, in the real window: Apache's WebDAV, and OpenStack
Swift with its S3 interface, over a line with latency and limited bandwidth.

    CLASSIC_PHOTOS_PROGRAM=FILE originals_benchmark.py

The photos are fetch_benchmark.py's, and so are the bounds: of the bytes of the files, 10% for the rows of a list, and
15% for the cells of a grid and for rows on a display of scale 2. All rows are shown, screen by screen. The figures have
everything that the servers send, lists and heads too.
"""

import asyncio
import pathlib
import socket
import sys
import tempfile
import threading
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "WindowTests"))

from support import dav_servers, object_store  # noqa: E402
from support.desktop import Desktop  # noqa: E402
from support.homes import without_animations  # noqa: E402
from support.photo_grid import remembers  # noqa: E402
from support.program import Program  # noqa: E402
from support.waiting import wait_until, wait_until_same  # noqa: E402

import fetch_benchmark  # noqa: E402
import results  # noqa: E402

# The view and its bound, the display's scale, and the role of its photos.
VIEWS = {"list": ("list", 0.10, 1, "list item"), "grid": ("grid", 0.15, 1, "grid cell"),
         "list at scale 2": ("list", 0.15, 2, "list item")}
PIECE = 8192
NOTCHES = 4


class Line:
    """Leads to a port of this machine, as a person's line does: each connection and each message costs a round trip,
    and all connections together have the bandwidth."""

    def __init__(self, port):
        self.target, self.received, self.free_at = port, 0, 0.0
        self.loop = asyncio.new_event_loop()
        # Little is sent that the program no longer wants.
        listener = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0, limit=PIECE))
        self.port = listener.sockets[0].getsockname()[1]
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    async def serve(self, reader, writer):
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16384)
        writer.transport.set_write_buffer_limits(high=0)
        back_reader, back_writer = await asyncio.open_connection("127.0.0.1", self.target, limit=PIECE)
        await asyncio.sleep(fetch_benchmark.LATENCY)
        await asyncio.gather(self.up(reader, back_writer), self.down(back_reader, writer), return_exceptions=True)
        writer.close()
        back_writer.close()

    async def up(self, reader, writer):
        while data := await reader.read(PIECE):
            await asyncio.sleep(fetch_benchmark.LATENCY)
            writer.write(data)
            await writer.drain()
        writer.close()

    async def down(self, reader, writer):
        while data := await reader.read(PIECE):
            now = self.loop.time()
            self.free_at = max(self.free_at, now) + len(data) / fetch_benchmark.BANDWIDTH
            await asyncio.sleep(self.free_at - now)
            writer.write(data)
            await writer.drain()
            self.received += len(data)
        writer.close()


class Bench:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.desktop = Desktop()
        self.table = results.Results()
        self.photos = fetch_benchmark.camera_folder(2 * len(fetch_benchmark.CAMERAS))
        self.count = 0

    def web_dav(self):
        folder = self.folder / "files"
        folder.mkdir()
        for name, data in self.photos.items():
            (folder / name).write_bytes(data)
        server = dav_servers.Apache(self.folder / "apache", folder).start()
        try:
            self.measure("WebDAV", server.port, lambda port: f"webdav://127.0.0.1:{port}/")
        finally:
            server.end()

    def s3(self):
        store = object_store.ObjectStore(self.folder / "store")
        try:
            store.begin()
            store.put("cameras", None, b"")
            for name, data in self.photos.items():
                store.put("cameras", name, data)

            def address(port):
                return "s3://cameras?endpoint=" + urllib.parse.quote(f"http://127.0.0.1:{port}", safe="")
            self.measure("S3", store.ports["proxy"], address)
        finally:
            store.end()

    def measure(self, kind, port, address):
        whole = sum(map(len, self.photos.values()))
        for view, (layout, bound, scale, role) in VIEWS.items():
            line = Line(port)
            self.show(address(line.port), line, layout, scale, role)
            print(f"{kind}, {view}: {line.received / len(self.photos) / 1000:.1f} kB a photo, of "
                  f"{whole / len(self.photos) / 1000:.0f}")
            self.table.at_most(f"bytes of camera originals, {kind}, {view}", line.received / 1000, whole / 1000,
                               "the whole photos", bound, "kB")

    def show(self, address, line, layout, scale, role):
        """Opens the library."""
        self.count += 1
        home = remembers(self.desktop.session.new_home(f"originals-{self.count}"), view=f"'{layout}'", filter="'none'",
                         window_width=480, window_height=900 // scale)
        credentials = self.folder / "credentials"
        credentials.write_text(f"[default]\naws_access_key_id = {object_store.KEY}\n"
                               f"aws_secret_access_key = {object_store.SECRET}\n")
        program = Program(self.desktop, [address], {
            **without_animations(home), "AWS_SHARED_CREDENTIALS_FILE": str(credentials),
            "AWS_CONFIG_FILE": str(self.folder / "none"), "GDK_SCALE": str(scale)}, self.folder / f"{self.count}.log")
        try:
            self.show_all(program, line, role)
        finally:
            wrong = program.end()
        assert not wrong, wrong

    def show_all(self, program, line, role):
        """Shows each photo once: turns the wheel when a screen is complete."""
        seen, pointer = set(), self.desktop.pointer

        def states():
            names = [name for _, found, name in program.accessible().walk() if found == role and name]
            return dict(name.rsplit(", ", 1) for name in names if ", " in name)

        def shown():
            return {name for name, state in states().items() if state == "filtered"}

        def are_done():
            """Those that are not on screen wait."""
            return shown() and set(states().values()) <= {"filtered", "waiting"}
        wait_until(states, 30, lambda: f"photos are listed: {program.accessible().describe()}")
        x, y = program.place()
        size = program.window().get_geometry()
        pointer.move(x + size.width / 2, y + size.height / 2)
        while True:
            wait_until(are_done, 120, lambda: f"all on screen are shown: {states()}", every=0.2)
            # What is read ahead arrives, too.
            wait_until_same(lambda: line.received, 10, within=120, every=0.2)
            known = len(seen)
            seen |= shown()
            if len(seen) == len(self.photos):
                break
            assert len(seen) > known, f"further photos are shown after {sorted(seen)}"
            pointer.wheel(NOTCHES)
            wait_until(lambda before=set(seen): shown() - before, 60, lambda: f"further photos are shown: {states()}")

    def end(self):
        self.desktop.end()


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        try:
            for name in ("web_dav", "s3"):
                bench.table.part(f"originals {name}", getattr(bench, name))
        finally:
            bench.end()
    return bench.table.finish()


if __name__ == "__main__":
    sys.exit(results.run("originals", main))
