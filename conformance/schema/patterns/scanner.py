"""Reads a pattern character by character: escapes, character properties and classes."""

import re

from conformance.schema.patterns import character_sets as chars
from conformance.schema.patterns.character_sets import CharacterSet
from conformance.schema.patterns.syntax_tree import MalformedPattern

_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_CLASSES = {"d": chars.DIGITS, "w": chars.WORD, "s": chars.SPACE}
# {Lu}, {General_Category=Lu} or {Script=Greek}; only categories are modelled, so a name with another value is not.
_PROPERTY = re.compile(r"\{((?:(?:General_Category|gc)=)?)([A-Za-z_]+)(=?)[A-Za-z_]*\}")
# The two halves of a surrogate pair, which two \u escapes in a row may spell.
_HIGH, _LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)


class Cursor:
    """A position in a pattern; ``unmodelled`` is set to a construct that is well-formed but has no node in the tree."""

    def __init__(self, pattern: str) -> None:
        self.text = pattern
        self.position = 0
        self.unmodelled: str | None = None

    @property
    def has_more(self) -> bool:
        """Say whether a character is left."""
        return self.position < len(self.text)

    def escaped_set(self) -> CharacterSet:
        """Read the set of an escape; the cursor is after the backslash.

        Raises ``MalformedPattern`` for an unknown escape.
        """
        char = self.next()
        if char.lower() in _CLASSES:
            spans = _CLASSES[char.lower()]
            return spans if char.islower() else chars.complement(spans)
        if char in _CONTROLS:
            return chars.singleton(_CONTROLS[char])
        if char == "0" and not (self.has_more and self.peek() in "0123456789"):
            return chars.singleton(0)
        if char in "xu":
            return chars.singleton(self._code_point(char))
        # \cJ is control-J: the letter modulo 32.
        if char == "c" and self.has_more and self.peek().isascii() and self.peek().isalpha():
            return chars.singleton(ord(self.next()) % 32)
        if char in "pP":
            spans = self._property()
            return spans if char == "p" else chars.complement(spans)
        # Letters and digits are reserved for escapes; every other character matches itself.
        if char.isascii() and char.isalnum():
            raise MalformedPattern(f"unknown escape '\\{char}' at {self.position - 2}")
        return chars.singleton(ord(char))

    def _property(self) -> CharacterSet:
        found = _PROPERTY.match(self.text, self.position)
        if found is None:
            raise MalformedPattern(f"character property without a name in braces at {self.position}")
        self.position = found.end()
        spans = None if found[3] else chars.category(found[2])
        if spans is None:
            self.unmodelled = f"the character property {found.group()[:40]}"
        return spans or chars.NONE

    def _code_point(self, mark: str) -> int:
        if mark == "u" and self.accept("{"):
            digits, closed, _ = self.text[self.position :].partition("}")
            self.position += len(digits) + 1
            if not closed or not _is_hex(digits) or int(digits, 16) > 0x10FFFF:
                raise MalformedPattern(f"escape without a code point at {self.position}")
            return int(digits, 16)
        point = self._hex(2 if mark == "x" else 4)
        # Two escapes of surrogate halves are one character; a lone half is kept as it is.
        if point in _HIGH and self.text.startswith("\\u", self.position):
            behind, self.position = self.position, self.position + 2
            low = self._hex(4)
            if low in _LOW:
                return 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00)
            self.position = behind
        return point

    def _hex(self, length: int) -> int:
        digits = self.text[self.position : self.position + length]
        if len(digits) < length or not _is_hex(digits):
            raise MalformedPattern(f"escape without its {length} hexadecimal digits at {self.position}")
        self.position += length
        return int(digits, 16)

    def char_class(self) -> CharacterSet:
        """Read a class in brackets; the cursor is after the opening one."""
        negated = self.accept("^")
        sets: list[CharacterSet] = []
        while not self.accept("]"):
            low = self._class_member()
            # A hyphen before the closing bracket is a literal one.
            if self.peek() == "-" and self.text[self.position + 1 : self.position + 2] not in ("]", ""):
                self.position += 1
                sets.append(_range(low, self._class_member()))
            else:
                sets.append(low)
        spans = chars.union(sets)
        return chars.complement(spans) if negated else spans

    def _class_member(self) -> CharacterSet:
        char = self.next()
        if char != "\\":
            return chars.singleton(ord(char))
        # In a class \b is the backspace character.
        if self.accept("b"):
            return chars.singleton(8)
        return self.escaped_set()

    def peek(self) -> str:
        """Return the next character without consuming it; raises ``MalformedPattern`` at the end."""
        if not self.has_more:
            raise MalformedPattern("unexpected end")
        return self.text[self.position]

    def next(self) -> str:
        """Consume and return the next character; raises ``MalformedPattern`` at the end."""
        char = self.peek()
        self.position += 1
        return char

    def accept(self, text: str) -> bool:
        """Consume the text if it comes next, and say whether it did."""
        found = self.text.startswith(text, self.position)
        self.position += len(text) if found else 0
        return found


def _range(low: CharacterSet, high: CharacterSet) -> CharacterSet:
    if chars.size(low) != 1 or chars.size(high) != 1:
        # Annex B: with a class such as \d on one side the hyphen is literal.
        return chars.union([low, chars.singleton(ord("-")), high])
    if low[0][0] > high[0][0]:
        raise MalformedPattern("range out of order")
    return chars.union([((low[0][0], high[0][0]),)])


def _is_hex(text: str) -> bool:
    return bool(text) and len(text) < 9 and all(char in "0123456789abcdefABCDEF" for char in text)
