"""Dragging between programs: the other program, which accepts a drag from a window, or drops something on it. XDND,
version 5 (freedesktop.org)."""

import time

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.protocol import event as xevent

from .waiting import wait_until
from .wayland_desktop import needs_x

VERSION = 5


class _Program:
    """A program with one window, and a connection of its own."""

    def __init__(self, display_name, x, y, width, height):
        needs_x("drags to another, or from there")
        self.connection = Display(display_name)
        self.root = self.connection.screen().root
        self.window = self.root.create_window(
            x, y, width, height, 0, X.CopyFromParent, override_redirect=True,
            event_mask=X.PropertyChangeMask | X.StructureNotifyMask)
        self.window.change_property(self.atom("XdndAware"), Xatom.ATOM, 32, [VERSION])

    def atom(self, name):
        return self.connection.get_atom(name)

    def name(self, atom):
        return self.connection.get_atom_name(atom)

    def send(self, window, kind, *data):
        data = [*data, *([0] * (5 - len(data)))]
        window.send_event(xevent.ClientMessage(
            window=window, client_type=self.atom(kind), data=(32, data)), event_mask=0)
        self.connection.flush()

    def events(self):
        while self.connection.pending_events():
            yield self.connection.next_event()

    def end(self):
        self.connection.close()


class DropZone(_Program):
    """A window that accepts drags."""

    def __init__(self, display_name, x, y, width=200, height=200):
        super().__init__(display_name, x, y, width, height)
        self.x, self.y = x + width / 2, y + height / 2
        self.types = []
        self.received = {}
        self.is_finished = False
        self.window.map()
        self.connection.sync()

    def handle(self, wanted):
        """Handles the pending messages."""
        for event in self.events():
            if event.type == X.ClientMessage:
                self._message(self.name(event.client_type), event.data[1], wanted)
            elif event.type == X.SelectionNotify and event.property != X.NONE:
                found = self.window.get_full_property(event.property, X.AnyPropertyType, sizehint=1 << 20)
                self.window.delete_property(event.property)
                self.received[self.name(event.target)] = bytes(found.value)
                rest = [each for each in wanted if each not in self.received and each in self.types]
                if rest:
                    self._ask(rest[0])
                else:
                    self.send(self.source, "XdndFinished", self.window.id, 1, self.atom("XdndActionCopy"))
                    self.is_finished = True

    def _message(self, kind, data, wanted):
        if kind == "XdndEnter":
            self.source = self.connection.create_resource_object("window", data[0])
            listed = data[2:5]
            if data[1] & 1:
                listed = self.source.get_full_property(self.atom("XdndTypeList"), Xatom.ATOM).value
            self.types = [self.name(each) for each in listed if each]
        elif kind == "XdndPosition":
            self.send(self.source, "XdndStatus", self.window.id, 1, 0, 0, self.atom("XdndActionCopy"))
        elif kind == "XdndDrop":
            self._ask(next(each for each in wanted if each in self.types))

    def _ask(self, kind):
        self.window.convert_selection(
            self.atom("XdndSelection"), self.atom(kind), self.atom("_DROPPED"), X.CurrentTime)
        self.connection.flush()


def drag_out(desktop, x, y, zone, wanted=("text/uri-list",), within=10):
    """Drags from a place on the screen into `zone`, and returns the received data by type; an empty result if nothing
    can be dragged from there."""
    pointer = desktop.pointer
    pointer.move(x, y)
    pointer.press()
    steps = 20
    for step in range(1, steps + 1):
        pointer.move(x + (zone.x - x) * step / steps, y + (zone.y - y) * step / steps)
        time.sleep(0.03)
        zone.handle(wanted)
    try:
        wait_until(lambda: zone.handle(wanted) or zone.types, 1.5, "a drag has started")
        # Its status message has arrived: the drop is accepted.
        for step in range(10):
            pointer.move(zone.x + step % 2, zone.y)
            time.sleep(0.03)
            zone.handle(wanted)
    except AssertionError:
        pass
    pointer.release()
    if not zone.types:
        return {}
    wait_until(lambda: zone.handle(wanted) or zone.is_finished, within,
               lambda: f"the drop is complete; so far {zone.received}")
    return zone.received


def drop_on(program, x, y, contents, within=10):
    """Drops something on a place of a program's window, in screen pixels; `contents` are bytes by type. Returns whether
    the program accepts it."""
    window = program.window()
    source = _Program(program.desktop.session.display.name, 0, 0, 1, 1)
    try:
        target = source.connection.create_resource_object("window", window.id)
        selection = source.atom("XdndSelection")
        source.window.set_selection_owner(selection, X.CurrentTime)
        types = [source.atom(each) for each in contents]
        source.window.change_property(source.atom("XdndTypeList"), Xatom.ATOM, 32, types)
        source.send(target, "XdndEnter", source.window.id, VERSION << 24 | 1, *types[:3])
        source.send(target, "XdndPosition", source.window.id, 0, int(x) << 16 | int(y), X.CurrentTime,
                    source.atom("XdndActionCopy"))
        answers = {"accepted": None, "finished": None}

        def handle():
            for event in source.events():
                if event.type == X.ClientMessage:
                    kind = source.name(event.client_type)
                    if kind == "XdndStatus":
                        answers["accepted"] = bool(event.data[1][1] & 1)
                    elif kind == "XdndFinished":
                        answers["finished"] = True
                elif event.type == X.SelectionRequest:
                    kind = source.name(event.target)
                    place = event.property if kind in contents else X.NONE
                    if place:
                        event.requestor.change_property(place, event.target, 8, contents[kind])
                    event.requestor.send_event(xevent.SelectionNotify(
                        time=event.time, requestor=event.requestor, selection=event.selection, target=event.target,
                        property=place))
                    source.connection.flush()
            return answers
        wait_until(lambda: handle()["accepted"] is not None, within, "the program answers whether it accepts the drag")

        def is_taken():
            # Each movement of the pointer asks the program again.
            source.send(target, "XdndPosition", source.window.id, 0, int(x) << 16 | int(y), X.CurrentTime,
                        source.atom("XdndActionCopy"))
            return handle()["accepted"]
        try:
            wait_until(is_taken, 2, "the drop is accepted", every=0.1)
        except AssertionError:
            source.send(target, "XdndLeave", source.window.id)
            return False
        source.send(target, "XdndDrop", source.window.id, 0, X.CurrentTime)
        wait_until(lambda: handle()["finished"], within, "the program has received the drop")
        return True
    finally:
        source.end()
