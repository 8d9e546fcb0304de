"""Child processes that always end."""

import contextlib
import os
import re
import signal
import subprocess
import time
from pathlib import Path

from .waiting import wait_until


class ChildProcess:
    """A process whose output is written to a log file, and which `end` ends."""

    def __init__(self, arguments, environment, log, **options):
        self.name = Path(arguments[0]).name
        self.log = Path(log)
        with open(self.log, "ab") as output:
            self.popen = subprocess.Popen(
                arguments, env=environment, stdin=subprocess.DEVNULL, stdout=options.pop("stdout", output),
                stderr=output, **options)

    @property
    def pid(self):
        return self.popen.pid

    @property
    def is_running(self):
        return self.popen.poll() is None

    def said(self):
        return self.log.read_text(errors="replace")

    def end(self, patience=5):
        """Asks first, then kills. Returns the exit status (negative: the signal)."""
        if self.is_running:
            self.popen.terminate()
            try:
                self.popen.wait(patience)
            except subprocess.TimeoutExpired:
                self.popen.kill()
                self.popen.wait()
        return self.popen.returncode


def memory_at_most(process):
    """The maximum memory of the process, in MB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024


def children_of(pid):
    """The process IDs of its children."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            found += [int(child) for child in (task / "children").read_text().split()]
        except OSError:
            continue  # the thread has ended
    return found


def end_descendants_of(pid):
    """Ends all that the process started, in whatever group or session; not the process itself."""
    with contextlib.suppress(FileNotFoundError):
        for child in children_of(pid):
            end_descendants_of(child)
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def end_all_that_carry(variable, value):
    """Ends every process whose environment has `variable=value`.

    Bus daemons start services of their own (at-spi's launcher, its bus, its registry) outside our process groups; the
    inherited environment distinguishes them from all other processes.
    """
    wanted = f"{variable}={value}".encode()

    def carrying():
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                try:
                    if wanted in (entry / "environ").read_bytes().split(b"\0"):
                        found.append(int(entry.name))
                except OSError:
                    pass  # already ended, or not ours
        return found

    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid in carrying():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass
        try:
            wait_until(lambda: not carrying(), 2, "the session's services end")
            return
        except AssertionError:
            continue


def monotonic():
    """The clock of every log in these tests, in seconds."""
    return time.monotonic()
