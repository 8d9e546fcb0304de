"""Finds the string literals of Swift sources, and the calls that mark them for translation."""
import dataclasses


@dataclasses.dataclass
class Literal:
    """A string literal, or several joined with `+`, as the program sees it."""
    start: int
    end: int
    line: int
    # Text, and the source of each interpolation, in turn; begins and ends with text.
    parts: list

    @property
    def text(self):
        """The text as the program looks it up: "Saving {0}" of "Saving \\(name)"."""
        return "".join(part if index % 2 == 0 else "{%d}" % (index // 2) for index, part in enumerate(self.parts))

    @property
    def values(self):
        return self.parts[1::2]

    def joined(self, other):
        parts = self.parts[:-1] + [self.parts[-1] + other.parts[0]] + other.parts[1:]
        return Literal(self.start, other.end, self.line, parts)


@dataclasses.dataclass
class Comment:
    start: int
    end: int
    text: str


ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", '"': '"', "'": "'"}


class Source:
    """A Swift file: its literals, and its comments. `code` is the source with the text of both blanked out."""

    def __init__(self, text):
        self.text = text
        self.literals = []
        self.comments = []
        self._blank = []
        self._scan(0, None)
        self.literals.sort(key=lambda literal: literal.start)
        code = list(text)
        for start, end in self._blank:
            for at in range(start, end):
                if code[at] != "\n":
                    code[at] = " "
        self.code = "".join(code)

    def line(self, at):
        return self.text.count("\n", 0, at) + 1

    def _scan(self, at, closing):
        """Reads code from `at` to its end, or to the parenthesis that closes an interpolation; returns the end."""
        text, depth = self.text, 0
        while at < len(text):
            if text.startswith("//", at):
                end = text.find("\n", at)
                end = len(text) if end < 0 else end
                self.comments.append(Comment(at, end, text[at:end]))
                self._blank.append((at, end))
                at = end
            elif text.startswith("/*", at):
                at = self._block_comment(at)
            elif text[at] == '"' or (text[at] == "#" and self._is_raw(at)):
                at = self._literal(at)
            elif text.startswith("#/", at):
                end = text.find("/#", at + 2)
                at = len(text) if end < 0 else end + 2
            else:
                if closing and text[at] == "(":
                    depth += 1
                elif closing and text[at] == ")":
                    if depth == 0:
                        return at
                    depth -= 1
                at += 1
        return at

    def _is_raw(self, at):
        while at < len(self.text) and self.text[at] == "#":
            at += 1
        return at < len(self.text) and self.text[at] == '"'

    def _block_comment(self, start):
        at, depth = start + 2, 1
        while at < len(self.text) and depth > 0:
            if self.text.startswith("/*", at):
                depth, at = depth + 1, at + 2
            elif self.text.startswith("*/", at):
                depth, at = depth - 1, at + 2
            else:
                at += 1
        self.comments.append(Comment(start, at, self.text[start:at]))
        self._blank.append((start, at))
        return at

    def _literal(self, start):
        text, at, hashes = self.text, start, ""
        while text[at] == "#":
            hashes, at = hashes + "#", at + 1
        quotes = '"""' if text.startswith('"""', at) else '"'
        at += len(quotes)
        blank_from, end_mark, escape = at, quotes + hashes, "\\" + hashes
        parts, part = [], []
        while at < len(text) and not text.startswith(end_mark, at):
            if not text.startswith(escape, at):
                part.append(text[at])
                at += 1
                continue
            at += len(escape)
            character = text[at]
            if character == "(":
                self._blank.append((blank_from, at + 1))
                end = self._scan(at + 1, ")")
                parts += ["".join(part), text[at + 1:end].strip()]
                part, at, blank_from = [], end + 1, end
            elif character == "u":
                end = text.index("}", at)
                part.append(chr(int(text[at + 2:end], 16)))
                at = end + 1
            elif character in " \t\n":
                # The line goes on below.
                at = text.index("\n", at) + 1
                part.append("\0joined")
            else:
                part.append(ESCAPES.get(character, character))
                at += 1
        parts.append("".join(part))
        if quotes == '"""':
            parts = self._unindented(parts, text[text.rfind("\n", 0, at) + 1:at])
        end = at + len(end_mark)
        self._blank.append((blank_from, at))
        self.literals.append(Literal(start, end, self.line(start), parts))
        return end

    @staticmethod
    def _unindented(parts, indentation):
        """The lines of a literal in three quotes, without the indentation of its end."""
        mark = "\1"
        whole = mark.join(parts[0::2])
        lines = whole.replace("\0joined", "\0joined\n").split("\n")[1:]
        lines = [line[len(indentation):] if line.startswith(indentation) else line for line in lines]
        whole = "\n".join(lines).replace("\0joined\n", "")
        if whole.endswith("\n"):
            whole = whole[:-1]
        texts = whole.split(mark)
        return [part for pair in zip(texts, parts[1::2] + [None]) for part in pair][:-1]

    def joined(self, start=0, end=None):
        """The literals of a range that are not inside others, with those that `+` joins made one."""
        end = len(self.text) if end is None else end
        result = []
        for literal in self.literals:
            if literal.start < start or literal.end > end:
                continue
            if result and literal.start < result[-1].end:
                continue
            if result and self.code[result[-1].end:literal.start].strip() == "+":
                result[-1] = result[-1].joined(literal)
            else:
                result.append(literal)
        return result
