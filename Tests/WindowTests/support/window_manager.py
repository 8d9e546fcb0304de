"""The part of a window manager that makes a window fill the screen: it answers _NET_WM_STATE (EWMH 1.5)."""

import threading

from Xlib import X, Xatom, display, error


class WindowManager:
    """Grants every request for fullscreen, until `end`."""

    def __init__(self, name):
        self._display = display.Display(name)
        root = self._display.screen().root
        # Requests are messages to the root window; other windows keep their sizes.
        root.change_attributes(event_mask=X.SubstructureNotifyMask | X.PropertyChangeMask)
        self._state = self._display.intern_atom("_NET_WM_STATE")
        self._fullscreen = self._display.intern_atom("_NET_WM_STATE_FULLSCREEN")
        self._places = {}
        self._announce(root)
        self._ends = False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _announce(self, root):
        check = root.create_window(0, 0, 1, 1, 0, self._display.screen().root_depth)
        for window in (root, check):
            window.change_property(
                self._display.intern_atom("_NET_SUPPORTING_WM_CHECK"), Xatom.WINDOW, 32, [check.id])
        root.change_property(
            self._display.intern_atom("_NET_SUPPORTED"), Xatom.ATOM, 32, [self._state, self._fullscreen])
        self._display.sync()

    def _serve(self):
        while not self._ends:
            if not self._display.pending_events():
                threading.Event().wait(0.02)
                continue
            event = self._display.next_event()
            if event.type == X.ClientMessage and event.client_type == self._state:
                try:
                    self._change(event.window, event.data[1][0], event.data[1][1:3])
                except (error.BadWindow, error.BadDrawable):
                    pass  # already closed

    def _change(self, window, action, states):
        if self._fullscreen not in states:
            return
        screen = self._display.screen()
        is_full = window.id in self._places
        if action == 1 and not is_full:
            place = window.get_geometry()
            self._places[window.id] = {"x": place.x, "y": place.y, "width": place.width, "height": place.height}
            window.configure(x=0, y=0, width=screen.width_in_pixels, height=screen.height_in_pixels)
            window.change_property(self._state, Xatom.ATOM, 32, [self._fullscreen])
        elif action == 0 and is_full:
            window.change_property(self._state, Xatom.ATOM, 32, [])
            window.configure(**self._places.pop(window.id))
        self._display.sync()

    def end(self):
        self._ends = True
        self._thread.join()
        self._display.close()
