"""The texts on screen that GTK cuts off, which it tells nobody: cut_texts.c asks it from within the program."""

import os
import signal
import subprocess
from pathlib import Path

from .waiting import wait_until

SOURCE = Path(__file__).parent / "cut_texts.c"


def environment(folder):
    """The variables of a program that answers `of`. `folder` is for files; LD_PRELOAD knows no spaces."""
    library = folder / "cut_texts.so"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "gtk4"], check=True, capture_output=True, text=True)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, SOURCE, *flags.stdout.split()], check=True)
    return {"LD_PRELOAD": str(library), "CUT_TEXTS": str(folder / "answer")}


def of(program, except_for):
    """The texts that are cut off at the moment, in a line each with the widget around it; without those in which the
    pattern `except_for` is found."""
    answer = Path(program.variables["CUT_TEXTS"])
    answer.unlink(missing_ok=True)
    os.kill(program.pid, signal.SIGUSR2)
    wait_until(answer.exists, 10, "the program has answered")
    cut = [line.split("\t", 1) for line in answer.read_text(encoding="utf-8").splitlines()]
    return [f"{text!r} in {around}" for around, text in cut if not except_for.search(text)]
