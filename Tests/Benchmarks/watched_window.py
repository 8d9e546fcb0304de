"""The window under a benchmark: its server, its resources, and its trace."""

import io
import json
import os
import pathlib
import re
import socket
import threading
import time

from PIL import Image


class Server:
    """Serves one file, under a tag, at the kernel's speed, and a photo at every other path."""

    def __init__(self, file=None):
        self.file = file
        picture = io.BytesIO()
        Image.effect_noise((320, 240), 40).convert("RGB").save(picture, "JPEG")
        self.photo = picture.getvalue()
        self.first_bytes = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        stream = connection.makefile("rb")
        try:
            while line := stream.readline():
                fields = {}
                while (field := stream.readline().strip()):
                    name, _, value = field.decode("latin-1").partition(":")
                    fields[name.lower()] = value.strip()
                if self.file is None or f"/{self.file.name} ".encode() not in line:
                    connection.sendall(
                        b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(self.photo)
                        + self.photo)
                    continue
                tag = f'"{self.file.stat().st_mtime_ns}"'
                if fields.get("if-none-match") == tag:
                    connection.sendall(f"HTTP/1.1 304 Not Modified\r\nETag: {tag}\r\n\r\n".encode())
                    continue
                kind = {".plist": "application/x-plist", ".json": "application/json"}[self.file.suffix]
                connection.sendall(
                    f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nETag: {tag}\r\n"
                    f"Content-Length: {self.file.stat().st_size}\r\n\r\n".encode())
                self.first_bytes.append(time.monotonic())
                with open(self.file, "rb") as body:
                    connection.sendfile(body)
        except OSError:
            pass  # the client has hung up


def memory(pid, field):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024


def processor(pid):
    """A process's processor time, in seconds."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def events(trace):
    text = trace.read_text(errors="replace")
    return json.loads(text if text.rstrip().endswith("]") else text.rstrip().rstrip(",") + "]")


def wait_for_rows(trace, count, within=60):
    """Waits until the list has this many rows, according to the trace."""
    wanted = f'"rows":{count}}}'
    end = time.monotonic() + within
    while time.monotonic() < end:
        if trace.exists() and wanted in trace.read_text(errors="replace").replace(" ", ""):
            return
        time.sleep(0.05)
    raise RuntimeError(f"there are no {count} rows after {within} seconds")


def longest_hold(during):
    """The times for which the main context is blocked, in milliseconds: by the thread's own clock, because other work
    on the machine does not count. Once without the turns of the main loop that drew a frame, and once with them."""
    frames = [each["ts"] + each["dur"] for each in during if each["name"] == "frame"]
    turns = [each for each in during if each["name"] in ("wake-up", "iteration")]
    without = [each for each in turns if not any(
        each["name"] == "iteration" and each["ts"] <= frame <= each["ts"] + each["dur"] for frame in frames)]
    # On a virtual machine the thread's clock may include the host's work: no time exceeds that of the wall clock.
    return tuple(max((min(each["dur"], each["tdur"]) for each in some), default=0) / 1000 for some in (without, turns))
