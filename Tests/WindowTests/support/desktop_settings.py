"""The settings that a desktop announces to its programs while they run: XSETTINGS, as GNOME's and Xfce's daemons do."""

import struct

from Xlib import X
from Xlib.protocol import event


class DesktopSettings:
    """Announces the resolution of letters. The format is that of the XSETTINGS specification of freedesktop.org."""

    USUAL_RESOLUTION = 96

    def __init__(self, display):
        self._display = display
        root = display.screen().root
        self._window = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self._serial = 0
        self.scale_text(1)
        selection = display.get_atom("_XSETTINGS_S0")
        self._window.set_selection_owner(selection, X.CurrentTime)
        root.send_event(
            event.ClientMessage(window=root, client_type=display.get_atom("MANAGER"),
                                data=(32, [X.CurrentTime, selection, self._window.id, 0, 0])),
            event_mask=X.StructureNotifyMask)
        display.sync()

    def scale_text(self, factor):
        """Letters are this many times as large as usual, as with "Large Text" of GNOME's accessibility settings."""
        name = b"Xft/DPI"
        resolution = round(self.USUAL_RESOLUTION * factor * 1024)
        self._serial += 1
        data = struct.pack("<BxxxII", 0, self._serial, 1)
        data += struct.pack("<BxH", 0, len(name)) + name.ljust(8, b"\0")
        data += struct.pack("<Ii", self._serial, resolution)
        atom = self._display.get_atom("_XSETTINGS_SETTINGS")
        self._window.change_property(atom, atom, 8, data)
        self._display.sync()

    def close(self):
        self._window.destroy()
        self._display.sync()
