"""Parses the regular expressions of ``pattern`` in ECMA-262 syntax into a tree.

JSON Schema specifies ECMA-262; Python's ``re`` reads some of the same patterns differently. Syntax that is not part of
ECMA-262, or that is not modelled here, raises an ``UnreadPattern``.
"""

import re

from conformance.schema.patterns import character_sets as chars
from conformance.schema.patterns.scanner import Cursor
from conformance.schema.patterns.syntax_tree import (
    Anchor,
    BackReference,
    Characters,
    Choice,
    Concatenation,
    ExcessivePattern,
    Expression,
    Group,
    Lookaround,
    MalformedPattern,
    Repeat,
    UnreadPattern,
)

__all__ = [
    "Anchor",
    "BackReference",
    "Characters",
    "Choice",
    "Concatenation",
    "ExcessivePattern",
    "Expression",
    "Group",
    "Lookaround",
    "MalformedPattern",
    "Repeat",
    "UnreadPattern",
    "parse",
]

# Groups are read recursively: deeper ones could exhaust the stack of this parser and of the engines.
MAX_DEPTH = 60
# Characters of a pattern; an engine should not be asked to compile a longer one.
MAX_LENGTH = 20_000

_QUANTIFIERS = {"*": (0, None), "+": (1, None), "?": (0, 1)}
# {2}, {2,} or {2,5}.
_BOUNDS = re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}")
# {,5} or { 2, 5 }: text in ECMA-262, a quantifier in other dialects, so surely a mistake.
_NO_BOUNDS = re.compile(r"\{\s*[0-9]*\s*,?\s*[0-9]+\s*\}")
# (?i:...) or (?i-s:...), the inline flags of ECMAScript 2025.
_MODIFIERS = re.compile(r"\?(?:[ims]+(?:-[ims]*)?|-[ims]+):")


def parse(pattern: str) -> Expression:
    """Return the tree of a pattern.

    Raises:
        MalformedPattern: It is not an ECMA-262 regular expression.
        ExcessivePattern: It is longer, deeper or repeats more than any engine should read.
        UnreadPattern: It is well-formed, but not modelled here.
    """
    if len(pattern) > MAX_LENGTH:
        raise ExcessivePattern(f"longer than {MAX_LENGTH} characters")
    reader = _Reader(pattern)
    tree = reader.choice()
    if reader.has_more:
        raise MalformedPattern(f"unmatched ')' at {reader.position}")
    reader.refuse_missing_groups()
    if reader.unmodelled is not None:
        raise UnreadPattern(reader.unmodelled)
    return tree


class _Reader(Cursor):
    """Reads ECMA-262 with the Unicode flag; syntax that only the older grammar (Annex B) defines is read by that."""

    def __init__(self, pattern: str) -> None:
        super().__init__(pattern)
        self._depth = 0
        self._groups: list[str | None] = []
        self._referenced_groups: list[str] = []

    def choice(self) -> Expression:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExcessivePattern(f"groups nested deeper than {MAX_DEPTH}")
        branches = [self._row()]
        while self.accept("|"):
            branches.append(self._row())
        self._depth -= 1
        return branches[0] if len(branches) == 1 else Choice(tuple(branches))

    def refuse_missing_groups(self) -> None:
        for wanted in self._referenced_groups:
            known = wanted in self._groups if not wanted.isdigit() else int(wanted[:9]) <= len(self._groups)
            if not known:
                raise MalformedPattern(f"reference to the missing group {wanted[:40]}")

    def _row(self) -> Expression:
        parts: list[Expression] = []
        while self.has_more and self.text[self.position] not in "|)":
            parts.append(self._quantify(self._atom()))
        return parts[0] if len(parts) == 1 else Concatenation(tuple(parts))

    def _atom(self) -> Expression:
        char = self.next()
        if char == "(":
            return self._group()
        if char == "[":
            return Characters(self.char_class())
        if char == "\\":
            return self._escape()
        if char == ".":
            return Characters(chars.complement(chars.LINE_ENDS))
        if char in "^$":
            return Anchor(char)
        if char in "*+?" or (char == "{" and self._braces(self.position - 1)):
            raise MalformedPattern(f"nothing to repeat before '{char}' at {self.position - 1}")
        return Characters(chars.singleton(ord(char)))

    def _quantify(self, atom: Expression) -> Expression:
        bounds = self._bounds()
        if bounds is None:
            return atom
        if isinstance(atom, Anchor) or (isinstance(atom, Lookaround) and atom.behind):
            raise MalformedPattern(f"repeated assertion at {self.position - 1}")
        if isinstance(atom, Lookaround):
            # Annex B allows it; its language is not modelled.
            self.unmodelled = "a repeated look-ahead"
        # A lazy quantifier prefers another way and matches the same texts.
        self.accept("?")
        if self.has_more and (self.text[self.position] in "*+?" or self._braces(self.position)):
            raise MalformedPattern(f"repeated quantifier at {self.position}")
        return Repeat(atom, *bounds)

    def _bounds(self) -> tuple[int, int | None] | None:
        if not self.has_more:
            return None
        char = self.text[self.position]
        if char in _QUANTIFIERS:
            self.position += 1
            return _QUANTIFIERS[char]
        found = self._braces(self.position) if char == "{" else None
        if found is None:
            return None
        self.position = found.end()
        low, comma, high = found.groups()
        # Compared by its digits: a number of a million digits must not be parsed first.
        if max(len(low), len(high or "")) > 9:
            raise ExcessivePattern(f"more than a billion repetitions at {found.start()}")
        most = None if comma and not high else int(high or low)
        if most is not None and most < int(low):
            raise MalformedPattern(f"bounds out of order at {found.start()}")
        return int(low), most

    def _braces(self, at: int) -> re.Match[str] | None:
        """Match the counted quantifier at an index; other braces are literal unless another dialect counts them."""
        found = _BOUNDS.match(self.text, at)
        if found is None and (odd := _NO_BOUNDS.match(self.text, at)):
            raise MalformedPattern(f"'{odd.group()[:40]}' at {at} is not a quantifier; write {{min,max}}")
        return found

    def _group(self) -> Expression:
        if self.accept("?:"):
            return Concatenation((self._close_group(self.choice()),))
        for mark, negative, behind in (
            ("?=", False, False),
            ("?!", True, False),
            ("?<=", False, True),
            ("?<!", True, True),
        ):
            if self.accept(mark):
                return Lookaround(self._close_group(self.choice()), negative, behind)
        modifiers = _MODIFIERS.match(self.text, self.position)
        if modifiers:
            self.position = modifiers.end()
            self.unmodelled = "a group with its own flags"
            return self._close_group(self.choice())
        name = self._group_name() if self.accept("?<") else None
        if name is None and self.accept("?"):
            raise MalformedPattern(self._foreign_group_message())
        self._groups.append(name)
        number = len(self._groups)
        return Group(self._close_group(self.choice()), number, name)

    def _group_name(self) -> str:
        name, closed, _ = self.text[self.position :].partition(">")
        # Names are those of JavaScript, which allows a dollar sign.
        if not closed or not name.replace("$", "_").isidentifier():
            raise MalformedPattern(f"group without a name at {self.position}")
        self.position += len(name) + 1
        return name

    def _foreign_group_message(self) -> str:
        mark = self.text[self.position - 2 : self.position + 2]
        instead = {
            "P": "; name a group with (?<name>...)",
            "#": "; comments are not supported",
            "i": "; inline flags are not supported",
        }
        return f"unknown group '{mark}' at {self.position - 2}{instead.get(mark[2:3], '')}"

    def _close_group(self, body: Expression) -> Expression:
        if not self.accept(")"):
            raise MalformedPattern("unclosed group")
        return body

    def _escape(self) -> Expression:
        char = self.peek()
        if char in ("b", "B"):
            self.position += 1
            return Anchor(char)
        if char in "123456789":
            number = ""
            while self.has_more and self.peek() in "0123456789":
                number += self.next()
            return self._back_reference(number)
        if self.accept("k<"):
            return self._back_reference(self._group_name())
        return Characters(self.escaped_set())

    def _back_reference(self, group: str) -> Expression:
        self._referenced_groups.append(group)
        return BackReference(group)
