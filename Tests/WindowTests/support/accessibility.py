"""The text for screen readers: the program's accessible objects, read directly from the accessibility bus.

pyatspi does not suffice: libatspi caches names and children, and the cache is only as current as its last event. A test
needs the current state. Questions to many objects are sent together, in one wait.
"""

from gi.repository import Gio, GLib

from .waiting import Gone, wait_until

ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
VALUE = "org.a11y.atspi.Value"
ACTION = "org.a11y.atspi.Action"
EDITABLE_TEXT = "org.a11y.atspi.EditableText"
PROPERTIES = "org.freedesktop.DBus.Properties"

IN_WINDOW = 1  # ATSPI_COORD_TYPE_WINDOW: GTK 4 knows no other
TIMEOUT = 10_000  # ms; a program that takes longer for its name is frozen

# ATSPI_STATE_*: bit numbers of the state set.
ACTIVE, CHECKED, FOCUSED, PRESSED, SELECTED, SENSITIVE, VISIBLE = 1, 4, 12, 20, 23, 24, 30

# Rows and cells: a search of the tree does not look into these.
PRUNED = ("list item", "grid cell")


class AccessibilityBus:
    """The connection to the accessibility bus of a session."""

    def __init__(self, session_bus_address):
        session = connect(session_bus_address)
        address, = session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
            Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
        session.close_sync(None)
        self.connection = connect(address)
        self._roles = {}

    def application(self, pid, within=20):
        """The root object of the program with process number `pid`, once it has registered."""
        registry = Accessible(self, "org.a11y.atspi.Registry", ROOT)

        def search():
            for child in registry.children():
                try:
                    owner, = self.call(
                        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                        "GetConnectionUnixProcessID", GLib.Variant("(s)", (child.bus_name,)))
                except Gone:
                    continue
                if owner == pid:
                    return child
            return None
        return wait_until(search, within, f"process {pid} is on the accessibility bus", every=0.05)

    def with_roles(self, objects):
        """(object, role) of those that exist. An object keeps its role, and its path is never used again: each role is
        requested once."""
        unknown = [each for each in objects if each not in self._roles]
        answers = self.call_all([each.question(ACCESSIBLE, "GetRoleName") for each in unknown])
        self._roles.update((each, answer[0]) for each, answer in zip(unknown, answers) if not isinstance(answer, Gone))
        return [(each, self._roles[each]) for each in objects if each in self._roles]

    def call(self, *question):
        answer, = self.call_all([question])
        if isinstance(answer, Gone):
            raise answer
        return answer

    def call_all(self, questions):
        """Sends all questions (bus name, path, interface, method, arguments) at once; the answers are tuples, or Gone.
        """
        answers = [None] * len(questions)
        waiting = len(questions)

        def answered(connection, result, index):
            nonlocal waiting
            try:
                answers[index] = connection.call_finish(result).unpack()
            except GLib.Error as error:
                answers[index] = Gone(error.message)
            waiting -= 1

        for index, (bus_name, path, interface, method, arguments) in enumerate(questions):
            self.connection.call(bus_name, path, interface, method, arguments, None,
                                 Gio.DBusCallFlags.NONE, TIMEOUT, None, answered, index)
        context = GLib.MainContext.default()
        while waiting:
            context.iteration(True)
        return answers

    def end(self):
        self.connection.close_sync(None)


class Accessible:
    """One object of the tree. Only its role is cached: every other question is sent again."""

    def __init__(self, bus, bus_name, path):
        self.bus, self.bus_name, self.path = bus, bus_name, path

    def __eq__(self, other):
        return (self.bus_name, self.path) == (other.bus_name, other.path)

    def __hash__(self):
        return hash((self.bus_name, self.path))

    def question(self, interface, method, signature=None, *arguments):
        variant = GLib.Variant(signature, arguments) if signature else None
        return (self.bus_name, self.path, interface, method, variant)

    def property_question(self, interface, name):
        return self.question(PROPERTIES, "Get", "(ss)", interface, name)

    def ask(self, *question):
        return self.bus.call(*self.question(*question))

    def ask_property(self, interface, name):
        return self.bus.call(*self.property_question(interface, name))[0]

    def ask_synchronously(self):
        """Asks for the role, from any thread; returns when the program's main context has answered."""
        self.bus.connection.call_sync(self.bus_name, self.path, ACCESSIBLE, "GetRoleName", None, None,
                                      Gio.DBusCallFlags.NONE, TIMEOUT, None)

    @property
    def name(self):
        return self.ask_property(ACCESSIBLE, "Name")

    @property
    def description(self):
        return self.ask_property(ACCESSIBLE, "Description")

    @property
    def role(self):
        return self.ask(ACCESSIBLE, "GetRoleName")[0]

    def children(self):
        return self._objects(self.ask(ACCESSIBLE, "GetChildren"))

    def parent(self):
        """The object around it, or None."""
        return next(iter(self._objects([[self.ask_property(ACCESSIBLE, "Parent")]])), None)

    def scroll_range(self):
        """What tells how far it is scrolled down: the range in the taller scrollbar next to it, or around it. Hidden
        pages have scrollbars, too."""
        above = self
        while above := above.parent():
            ranges = [each.children()[0] for each in above.children() if each.role == "scroll bar"]
            if ranges:
                return max(ranges, key=lambda each: each.extents()[3])
        raise LookupError("no scrollbar")

    def has_state(self, state):
        return has_bit(self.ask(ACCESSIBLE, "GetState"), state)

    def extents(self):
        """(x, y, width, height) within the window."""
        return self.ask(COMPONENT, "GetExtents", "(u)", IN_WINDOW)[0]

    def value(self):
        return self.ask_property(VALUE, "CurrentValue")

    def set_value(self, value):
        self.ask(PROPERTIES, "Set", "(ssv)", VALUE, "CurrentValue", GLib.Variant("d", value))

    def maximum(self):
        return self.ask_property(VALUE, "MaximumValue")

    def do(self, index=0):
        return self.ask(ACTION, "DoAction", "(i)", index)[0]

    def actions(self):
        """Its actions, by name."""
        return [action[0] for action in self.ask(ACTION, "GetActions")[0]]

    def act(self, name):
        """Performs the action called `name`."""
        return self.do(self.actions().index(name))

    def set_text(self, text):
        """Replaces its text."""
        return self.ask(EDITABLE_TEXT, "SetTextContents", "(s)", text)[0]

    def walk(self, prune=PRUNED):
        """(object, role, name) of this object and of all below it, level by level; without the children of objects
        whose role is in `prune`."""
        return self._walk(prune, lambda _: True)

    def _walk(self, prune, is_named):
        """`walk`, with the names of objects whose role `is_named`, and None for the others."""
        level = [self]
        while level:
            level = self.bus.with_roles(level)
            named = [each for each, role in level if is_named(role)]
            inner = [each for each, role in level if role not in prune]
            asked = self.bus.call_all(
                [each.property_question(ACCESSIBLE, "Name") for each in named]
                + [each.question(ACCESSIBLE, "GetChildren") for each in inner])
            names, children = dict(zip(named, asked)), dict(zip(inner, asked[len(named):]))
            below = []
            for each, role in level:
                name, its_children = names.get(each, (None,)), children.get(each, ([],))
                if isinstance(name, Gone) or isinstance(its_children, Gone):
                    continue
                yield each, role, name[0]
                below += self._objects(its_children)
            level = below

    def find_all(self, role=None, name=None, prune=PRUNED):
        """All objects below with this role and name; `name` may be a predicate."""
        def fits(its_name):
            return name(its_name) if callable(name) else its_name == name
        found = self._walk(prune, lambda its_role: name is not None and role in (None, its_role))
        return [each for each, its_role, its_name in found
                if role in (None, its_role) and (name is None or fits(its_name))]

    def find(self, role=None, name=None, **options):
        """The first with this role and name, or None: for conditions to wait for."""
        return next(iter(self.find_all(role, name, **options)), None)

    def get(self, role=None, name=None, within=10, **options):
        """Waits for the first with this role and name."""
        return wait_until(
            lambda: self.find(role, name, **options), within,
            lambda: f"there is a {role} called {name}; there is:\n{self.describe()}", every=0.05)

    def texts(self):
        """All names below: the visible text."""
        return [name for _, _, name in self.walk() if name]

    def describe(self):
        return "\n".join(f"{role}: {name!r}" for _, role, name in self.walk())

    def _objects(self, answer):
        return [Accessible(self.bus, bus_name, path) for bus_name, path in answer[0]]


def has_bit(answer, state):
    """Whether a state is set in the answer of GetState."""
    low, high = answer[0]
    return bool((low | high << 32) >> state & 1)


def names_of(objects):
    """The names of many objects, requested at once; None for those that are gone."""
    if not objects:
        return []
    answers = objects[0].bus.call_all([each.property_question(ACCESSIBLE, "Name") for each in objects])
    return [None if isinstance(answer, Gone) else answer[0] for answer in answers]


def heights_of(objects):
    """The heights of many objects, requested at once, of those that are not gone."""
    if not objects:
        return []
    answers = objects[0].bus.call_all([each.question(COMPONENT, "GetExtents", "(u)", IN_WINDOW) for each in objects])
    return [answer[0][3] for answer in answers if not isinstance(answer, Gone)]


def is_on_bus(connection, name):
    """Whether this name has an owner on the bus of `connection`."""
    answer, = connection.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
        GLib.Variant("(s)", (name,)), None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
    return answer


def connect(address):
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
