"""The accessibility tree as a screen reader reads it: the objects on screen, their names, and the faults of these."""

import re
from dataclasses import dataclass, field

from .accessibility import ACCESSIBLE, COMPONENT, IN_WINDOW, VALUE, Gone, has_bit

FOCUSABLE = 11  # ATSPI_STATE_FOCUSABLE
# What GTK calls an object without a name: its type, or the name of its role.
TYPE = re.compile(r"(Gtk|Adw|ClassicPhotos)[A-Z]\w*")
MNEMONIC = re.compile(r"(^|\s)_\w|\w_\w")
DOUBLED = re.compile(r"(.+) \1")
# A number without a unit.
BARE = re.compile(r"[\d\s.,-]+")
# The roles of what a person sets a value with.
ADJUSTABLE = ("slider", "spin button")
# Points by which a bar with a border exceeds its window.
SLACK = 4
# Their names are those of what they contain.
UNNAMED = {"group", "generic", "widget", "presentation", "list", "toolbar"}


@dataclass
class Read:
    """An object on screen."""

    role: str
    name: str
    description: str
    extents: tuple
    is_focusable: bool
    value_text: str | None  # of what is adjustable; None for others
    parent: "Read | None" = None
    children: list = field(default_factory=list)

    def path(self):
        up = f"{self.parent.path()} > " if self.parent else ""
        return up + f"{self.role} {self.name!r}"

    def walk(self):
        yield self
        for each in self.children:
            yield from each.walk()


def read(root):
    """What is on screen of `root`, and below it."""
    top = [None]
    level = [(root, None)]
    while level:
        # Pages that are not shown are many: nothing else is asked of what has no place.
        level = _placed(root.bus, level)
        asked = [_questions(each, role) for each, role, _, _ in level]
        answers = iter(root.bus.call_all([question for each in asked for question in each]))
        below = []
        for (each, role, place, parent), questions in zip(level, asked):
            known = [next(answers) for _ in questions]
            seen = _seen(role, place, known, parent)
            if seen is None:
                continue
            if parent is None:
                top[0] = seen
            else:
                parent.children.append(seen)
            below += [(child, seen) for child in each._objects(known[3])]  # pylint: disable=protected-access
        level = below
    return top[0]


def _placed(bus, level):
    """Those of the objects with their parents that are on screen, with their roles and places before the parents."""
    answers = bus.call_all([each.question(COMPONENT, "GetExtents", "(u)", IN_WINDOW) for each, _ in level])
    placed = []
    for (each, parent), extents in zip(level, answers):
        # The program itself has no place.
        place = (0, 0, 1, 1) if isinstance(extents, Gone) else extents[0]
        if parent is None or (place[2] > 0 and place[3] > 0):
            placed.append((each, place, parent))
    roles = dict(bus.with_roles([each for each, _, _ in placed]))
    return [(each, roles[each], place, parent) for each, place, parent in placed if each in roles]


def _questions(each, role):
    value = [each.property_question(VALUE, "Text")] if role in ADJUSTABLE else []
    return [each.property_question(ACCESSIBLE, "Name"), each.property_question(ACCESSIBLE, "Description"),
            each.question(ACCESSIBLE, "GetState"), each.question(ACCESSIBLE, "GetChildren"), *value]


def _seen(role, place, known, parent):
    """None for what is gone."""
    name, description, state, children = known[:4]
    if any(isinstance(answer, Gone) for answer in (name, state, children)):
        return None
    said = "" if isinstance(description, Gone) else description[0]
    value_text = None
    if role in ADJUSTABLE:
        # GTK 4.8 does not pass on a value's text: its description has it.
        text = known[4]
        value_text = said if isinstance(text, Gone) or not text[0] else text[0]
    return Read(role, name[0], said, place, has_bit(state, FOCUSABLE), value_text, parent)


def faults(root):
    """What a person who listens would stumble over, as lines."""
    found = []
    for each in root.walk():
        wrong = _faults(each)
        if wrong:
            found.append(f"{', '.join(wrong)}: {each.path()}")
    return found


def _faults(each):
    wrong = []
    # The tooltip of what happens to be under the pointer is a window of GTK's own.
    if TYPE.fullmatch(each.name) and each.name != "GtkTooltipWindow":
        wrong.append("named like its type")
    if MNEMONIC.search(each.name):
        wrong.append("with an underscore")
    if DOUBLED.fullmatch(each.name):
        wrong.append("twice what it is called")
    if each.parent and each.name and each.name == each.parent.name:
        wrong.append("called like its parent")
    if each.is_focusable and not each.name and each.role not in UNNAMED:
        wrong.append("without a name")
    if each.role in ADJUSTABLE:
        if not each.value_text:
            wrong.append("without the text of its value")
        elif BARE.fullmatch(each.value_text):
            wrong.append(f"with a value of no unit, {each.value_text!r}")
    return wrong


def cut_off(root, width):
    """Controls that are partly in a window of `width` points and partly out of it. The strip of filters scrolls; rows
    that were put away, and what has another form in narrow windows, keep their last places."""
    whole = [(each.role, each.name) for each in root.walk()
             if each.name and -SLACK <= each.extents[0] and each.extents[0] + each.extents[2] <= width + SLACK]

    def is_cut(each):
        left, right = each.extents[0], each.extents[0] + each.extents[2]
        return left < width and right > 0 and (left < -SLACK or right > width + SLACK)
    return [f"{each.path()} at {each.extents}" for each in root.walk()
            if each.is_focusable and is_cut(each) and (each.role, each.name) not in whole
            and not any(above.name == "Filters" or above.role in ("list", "grid", "scroll bar")
                        for above in _above(each))]


def _above(each):
    while each.parent:
        each = each.parent
        yield each


def width_of(root, role, name):
    """The width of the first object on screen with this role and name; 0 without one."""
    return next((each.extents[2] for each in root.walk() if each.role == role and each.name == name), 0)
