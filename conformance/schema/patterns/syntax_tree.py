"""The syntax tree of a regular expression, and the errors for patterns that have none."""

from typing import TypeAlias

from msgspec import Struct

from conformance.schema.patterns.character_sets import CharacterSet


class UnreadPattern(ValueError):  # noqa: N818  named by what is at fault
    """A pattern that is not an ECMA-262 regular expression, or one that is not modelled here."""


class MalformedPattern(UnreadPattern):
    """A pattern that is not an ECMA-262 regular expression."""


class ExcessivePattern(UnreadPattern):
    """A pattern that is longer, deeper or repeats more than any engine should be asked to read."""


class Characters(Struct, frozen=True):
    """One character of a set."""

    spans: CharacterSet


class Concatenation(Struct, frozen=True):
    """The parts in order; without parts, the empty text."""

    parts: "tuple[Expression, ...]"


class Choice(Struct, frozen=True):
    """One of several alternatives."""

    parts: "tuple[Expression, ...]"


class Repeat(Struct, frozen=True):
    """The body, ``least`` to ``most`` times; ``most`` is ``None`` if unbounded."""

    body: "Expression"
    least: int
    most: int | None


class Group(Struct, frozen=True):
    """A capturing group; ``number`` counts from 1."""

    body: "Expression"
    number: int
    name: str | None


class Anchor(Struct, frozen=True):
    """An assertion about a position: ``^``, ``$``, ``b`` (word edge) or ``B``."""

    kind: str


class Lookaround(Struct, frozen=True):
    """What must, or if ``negative`` must not, follow the position; if ``behind``, precede it."""

    body: "Expression"
    negative: bool
    behind: bool


class BackReference(Struct, frozen=True):
    """The text that a group matched, referred to by its number or name."""

    group: str


Expression: TypeAlias = Characters | Concatenation | Choice | Repeat | Group | Anchor | Lookaround | BackReference
