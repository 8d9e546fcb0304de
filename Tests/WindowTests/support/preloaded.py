"""Libraries in C that are loaded into the program, and answer at a signal in a file."""

import os
import subprocess
from pathlib import Path

from .waiting import wait_until


def build(source, folder):
    """The variables of a program into which the library of a source file of this folder is loaded.

    `folder` is for the library; LD_PRELOAD knows no spaces.
    """
    library = folder / f"{Path(source).stem}.so"
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "libadwaita-1"], check=True, capture_output=True, text=True)
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-o", library, Path(__file__).parent / source, *flags.stdout.split()], check=True)
    return {"LD_PRELOAD": str(library)}


class Preloaded:
    """The library of a source file of this folder; it answers in the file that the variable `name` names."""

    def __init__(self, source, name, signal):
        self.source, self.name, self.signal = Path(source), name, signal

    def environment(self, folder):
        """The variables of a program that answers. `folder` is for files."""
        return {**build(self.source, folder), self.name: str(folder / f"{self.source.stem}.answer")}

    def ask(self, program):
        """The lines of the answer."""
        answer = Path(program.variables[self.name])
        answer.unlink(missing_ok=True)
        os.kill(program.pid, self.signal)
        wait_until(answer.exists, 10, "the program has answered", every=0.002)
        return answer.read_text(encoding="utf-8").splitlines()


def together(*environments):
    """The variables of a program into which the libraries of all are loaded."""
    libraries = ":".join(each["LD_PRELOAD"] for each in environments)
    return {name: value for each in environments for name, value in each.items()} | {"LD_PRELOAD": libraries}
