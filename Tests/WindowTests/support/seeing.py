"""What can be seen, and how a person wants to see, in desktops' settings that hold for all programs."""

import contextlib

import numpy
from Xlib import Xatom


def luminance(color):
    """Of colours of 0 to 255 (WCAG 2)."""
    share = numpy.asarray(color, dtype=float) / 255
    linear = numpy.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


def contrast(part):
    """Between the lightest and the darkest pixel of what is shown there (WCAG 2)."""
    light = luminance(part)
    return (light.max() + 0.05) / (light.min() + 0.05)


@contextlib.contextmanager
def text_at(desktop, percent):
    """Text of this size in the programs that start meanwhile, as a desktop's setting makes it on X11."""
    root = desktop.session.display.root
    before = root.get_full_property(Xatom.RESOURCE_MANAGER, Xatom.STRING)
    root.change_property(Xatom.RESOURCE_MANAGER, Xatom.STRING, 8, f"Xft.dpi:\t{96 * percent // 100}\n".encode())
    desktop.session.display.connection.sync()
    yield
    root.change_property(Xatom.RESOURCE_MANAGER, Xatom.STRING, 8, before.value if before else b"")
    desktop.session.display.connection.sync()
