"""Photos that are read before they come on screen."""

from . import photos, replies


def read_ahead(server, listed):
    """Moves the list by a notch, with a server that does not answer for the next screen's photos."""
    listed.wait_until_done()
    first = listed.rows_on_screen(hidden=0)[-1] + 3
    for number in range(first, first + 40):
        server.on(photos.path(number), replies.never())
    pointer = listed.program.desktop.pointer
    pointer.move(*listed.middle())
    pointer.wheel(notches=1)
    listed.wait_until_done()
