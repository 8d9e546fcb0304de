"""The texts on screen, as GTK shows them: texts.c asks it from within the program."""

import re
import signal

from .preloaded import Preloaded
from .seeing import contrast

_LIBRARY = Preloaded("texts.c", "TEXTS", signal.SIGUSR2)
MARKUP = re.compile(r"</\w+>|&(amp|lt|gt|quot|#39);")
LEGIBLE = 7.0  # the contrast of text for weak eyes (WCAG 2, level AAA)


def environment(folder):
    """The variables of a program that answers. `folder` is for files."""
    return _LIBRARY.environment(folder)


def _all(program):
    """(whether it is cut off, its place or None, what is around it, the text) of each."""
    for line in _LIBRARY.ask(program):
        is_cut, place, around, text = line.split("\t", 3)
        yield is_cut == "1", tuple(map(int, place.split())) or None, around, text


def cut(program, except_for):
    """The texts that GTK cuts off at the moment, in a line each with the widget around it; without those in which the
    pattern `except_for` is found."""
    return [f"{text!r} in {around}" for is_cut, _, around, text in _all(program)
            if is_cut and not except_for.search(text)]


def unread(program):
    """The texts that show markup as it is written."""
    return [f"{text!r} in {around}" for _, _, around, text in _all(program) if MARKUP.search(text)]


def faint(program, picture):
    """The texts of the active window, of which `picture` is shown, with too little contrast for weak eyes."""
    found = []
    for _, place, around, text in _all(program):
        # A comma has too few pixels to be as dark as a word.
        if place is None or not any(letter.isalnum() for letter in text):
            continue
        x, y, width, height = place
        part = picture[y:y + height, x:x + width]
        if part.size and contrast(part) < LEGIBLE:
            found.append(f"{text!r} in {around} at {place} has a contrast of {contrast(part):.1f}")
    return found
