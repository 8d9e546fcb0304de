"""The desktop's clipboard, as another program reads it."""

from Xlib import X
from Xlib.display import Display

from .waiting import wait_until
from .wayland_desktop import needs_x

TEXT = "text/plain;charset=utf-8"


def text(display_name, within=10):
    """The clipboard's content, as UTF-8 text."""
    return content(display_name, "UTF8_STRING", within).decode()


def content(display_name, kind, within=10):
    """The clipboard's content, as bytes of a type such as "image/png"."""
    needs_x("reads the clipboard without being asked to")
    connection = Display(display_name)  # a connection of its own, like another program
    try:
        window = connection.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        window.change_attributes(event_mask=X.PropertyChangeMask)
        clipboard, wanted, place, piecewise = (
            connection.get_atom(name) for name in ("CLIPBOARD", kind, "_TEXT", "INCR"))
        window.convert_selection(clipboard, wanted, place, X.CurrentTime)
        connection.flush()

        def next_event(fits):
            def search():
                while connection.pending_events():
                    event = connection.next_event()
                    if fits(event):
                        return event
                return None
            return wait_until(search, within, "the clipboard's owner answers")

        def take():
            found = window.get_full_property(place, X.AnyPropertyType, sizehint=1 << 20)
            window.delete_property(place)
            connection.flush()
            return found

        answer = next_event(lambda event: event.type == X.SelectionNotify)
        assert answer.property != X.NONE, f"the clipboard has no {kind}"
        found = take()
        if found.property_type != piecewise:
            return bytes(found.value)
        pieces = []
        while True:
            next_event(lambda event: event.type == X.PropertyNotify and event.state == X.PropertyNewValue
                       and event.atom == place)
            piece = bytes(take().value)
            if not piece:
                return b"".join(pieces)
            pieces.append(piece)
    finally:
        connection.close()
