"""The texts on screen that GTK cuts off, which it tells nobody: cut_texts.c asks it from within the program."""

import signal

from .preloaded import Preloaded

_LIBRARY = Preloaded("cut_texts.c", "CUT_TEXTS", signal.SIGUSR2)


def environment(folder):
    """The variables of a program that answers `of`. `folder` is for files."""
    return _LIBRARY.environment(folder)


def of(program, except_for):
    """The texts that are cut off at the moment, in a line each with the widget around it; without those in which the
    pattern `except_for` is found."""
    cut = [line.split("\t", 1) for line in _LIBRARY.ask(program)]
    return [f"{text!r} in {around}" for around, text in cut if not except_for.search(text)]
