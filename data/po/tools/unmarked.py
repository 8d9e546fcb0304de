"""Finds literals that a person would read, and that no call marks for translation."""
import re

import calls
import swift_text
import template

# Reads as text: two words of letters, or a capitalised word.
WORDS = re.compile(r"[A-Za-z’]{2,}[,:;.…]? [A-Za-z“(<{]|^_?[A-Z_][a-z_]{2,}[a-z…!.:]*$")

# What stands before a literal that no person reads.
INTERNAL = re.compile(
    r"(preconditionFailure|fatalError|precondition|assert|StaticString|DispatchQueue|OperationQueue|SerialContext"
    r"|Thread"
    r"|library\.function|\.has|setValue|ChangeValue|hasPrefix|hasSuffix|contains|register|makeType|element"
    r"|PackedKey\.set|Data|Array|subscript|Style\.add|NSLocale|Locale)\((?:[^()]|\([^()]*\))*$"
    r"|(case|forKey:|named:|label: \"|schema:|variable =|\[)\s*$")


def exceptions():
    """Patterns of places and texts, each with its reason."""
    rules = []
    path = template.ROOT / "data/po/tools/unmarked-exceptions.txt"
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            place, pattern = line.split(None, 1)
            rules.append((place, re.compile(pattern)))
    return rules


def unmarked(root=template.ROOT, rules=None):
    """Lines "file:line: text"."""
    rules = exceptions() if rules is None else rules
    found, used = [], set()
    for path in template.sources(root):
        name = str(path.relative_to(root / "Sources"))
        source = swift_text.Source(path.read_text())
        spans = [(call.start, call.end) for call in calls.calls(source)]
        for literal in source.joined():
            text = literal.text
            if not WORDS.search(re.sub(r"\{\d+\}", "{", text)):
                continue
            if any(start <= literal.start and literal.end <= end for start, end in spans):
                continue
            begin = source.code.rfind("\n", 0, literal.start) + 1
            if INTERNAL.search(source.code[begin:literal.start]):
                continue
            rule = next((rule for rule in rules if name.startswith(rule[0]) and rule[1].search(text)), None)
            if rule:
                used.add(rule)
            else:
                found.append(f"Sources/{name}:{literal.line}: {text!r}")
    found += [f"An exception is not needed: {place} {pattern.pattern}" for place, pattern in rules
              if (place, pattern) not in used]
    return found
