"""Finds the calls that mark texts for translation."""
import dataclasses
import re

import swift_text

CALL = re.compile(r"(?<![\w.])(?<!func )(localized|localizedCount|translatable)\(")


@dataclasses.dataclass
class Message:
    text: str
    plural: str
    context: str
    values: list
    comment: str
    line: int


class Problem(Exception):
    """A call that cannot be extracted; says why."""


@dataclasses.dataclass
class Call:
    name: str
    start: int
    end: int
    # The start and the end of each argument.
    arguments: list


def calls(source):
    """The calls of a source, in its order."""
    found = []
    for match in CALL.finditer(source.code):
        depth, at, begin, arguments = 1, match.end(), match.end(), []
        while at < len(source.code) and depth > 0:
            character = source.code[at]
            depth += (character in "([{") - (character in ")]}")
            if depth == 0 or (depth == 1 and character == ","):
                arguments.append((begin, at))
                begin = at + 1
            at += 1
        found.append(Call(match.group(1), match.start(), at, arguments))
    return found


def messages(source):
    """The messages of a source; raises Problem where an argument is no literal."""
    return [_message(source, call) for call in calls(source)]


def _message(source, call):
    line = source.line(call.start)
    arguments = call.arguments
    plural, context = None, None
    if call.name == "localizedCount":
        if len(arguments) != 3:
            raise Problem(f"{line}: localizedCount takes a number and two texts")
        one, other = (_literal(source, argument, line) for argument in arguments[1:])
        # "The first photo" needs no number.
        if one.values and one.values != other.values:
            raise Problem(f"{line}: the singular and the plural have different values")
        text, plural = one, other.text
    else:
        text = _literal(source, arguments[0], line)
        if call.name == "translatable" and text.values:
            raise Problem(f"{line}: translatable takes no values")
        for argument in arguments[1:]:
            name, _, _ = source.code[slice(*argument)].partition(":")
            if name.strip() != "context":
                raise Problem(f"{line}: unknown argument {name.strip()!r}")
            context = _literal(source, argument, line, prefix="context:").text
    return Message(text.text, plural, context, text.values, _comment(source, call), line)


def _literal(source, argument, line, prefix=""):
    start, end = argument
    inside = [literal for literal in source.joined(start, end)]
    code = source.code[start:end].strip()
    if len(inside) != 1 or not code.startswith(prefix + ' "' if prefix else '"'):
        raise Problem(f"{line}: not one literal: {source.text[start:end].strip()!r}")
    rest = source.code[inside[0].end:end].strip()
    if rest:
        raise Problem(f"{line}: something follows the literal: {rest!r}")
    return inside[0]


def _comment(source, call):
    """The comment for translators in the lines above the statement."""
    before = [comment for comment in source.comments if comment.end <= call.start]
    lines = []
    for comment in reversed(before):
        text = comment.text.lstrip("/ ")
        between = source.code[comment.end:call.start]
        if between.count("\n") > len(lines) + 4:
            break
        lines.insert(0, text.strip())
        if text.startswith("Translators:"):
            return "\n".join(lines)
    return ""
