"""How a person wants to see, in desktops' settings that hold for all programs."""

import contextlib

from Xlib import Xatom


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
