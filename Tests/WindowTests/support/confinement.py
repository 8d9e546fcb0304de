"""The workers of a program; pictures that make one act like under attack; kernels that lack a fence."""

import platform
import re
import sys
from pathlib import Path

import pytest

from . import missing_call, replies
from .missing_call import MACHINES

ROOT = Path(__file__).resolve().parents[3]


def workers(program):
    """The kind of each worker, by process number."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            status = (entry / "status").read_text()
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue  # it has ended
        if re.search(rf"^PPid:\s+{program.pid}$", status, re.MULTILINE) and b"decoder" in words[0]:
            found[int(entry.name)] = words[1].decode()
    return found


def zombies(program):
    """The ended children of a program that it has not waited for. They have no command line, so no kind."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            status = (entry / "status").read_text()
        except OSError:
            continue  # the program has waited for it
        if "\nState:\tZ" in status and re.search(rf"^PPid:\s+{program.pid}$", status, re.MULTILINE):
            found.append(int(entry.name))
    return found


def hostile_picture(command):
    """A "picture" that makes the hostile decoder run a command: see Tests/HostileDecoder."""
    header = bytearray(26)
    header[0], header[1], header[14] = 0x42, 0x4D, 40
    return bytes(header) + command.encode()


def hostile(command):
    return replies.of(hostile_picture(command), "image/bmp")


@pytest.fixture
def hostile_decoder():
    """The variable that makes the program start the hostile decoder."""
    program = ROOT / ".build/debug/hostile-decoder"
    if not program.exists():
        pytest.skip("only the debug build has Tests/HostileDecoder")
    return {"CLASSIC_PHOTOS_DECODER": str(program)}


def without(call):
    """The command that starts a program like on a kernel without the system call "landlock" or "seccomp", or without
    descriptors for connections, "sockets"."""
    if platform.machine() not in MACHINES:
        pytest.skip("the numbers of this machine's system calls are not known here")
    return [sys.executable, "-B", missing_call.__file__, call]
