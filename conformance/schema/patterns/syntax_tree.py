"""The syntax tree of a regular expression, and the errors for patterns that have none."""

from dataclasses import dataclass
from typing import TypeAlias

from conformance.schema.patterns.character_sets import CharacterSet


class UnreadPattern(ValueError):  # noqa: N818  named by what is at fault
    """A pattern that is not an ECMA-262 regular expression, or one that is not modelled here."""


class MalformedPattern(UnreadPattern):
    """A pattern that is not an ECMA-262 regular expression."""


class ExcessivePattern(UnreadPattern):
    """A pattern that is longer, deeper or repeats more than any engine should be asked to read."""


@dataclass(frozen=True, slots=True)
class Characters:
    """One character of a set."""

    spans: CharacterSet


@dataclass(frozen=True, slots=True)
class Concatenation:
    """The parts in order; without parts, the empty text."""

    parts: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several alternatives."""

    parts: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Repeat:
    """The body, ``least`` to ``most`` times; ``most`` is ``None`` if unbounded."""

    body: "Expression"
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """A capturing group; ``number`` counts from 1."""

    body: "Expression"
    number: int
    name: str | None


@dataclass(frozen=True, slots=True)
class Anchor:
    """An assertion about a position: ``^``, ``$``, ``b`` (word edge) or ``B``."""

    kind: str


@dataclass(frozen=True, slots=True)
class Lookaround:
    """What must, or if ``negative`` must not, follow the position; if ``behind``, precede it."""

    body: "Expression"
    negative: bool
    behind: bool


@dataclass(frozen=True, slots=True)
class BackReference:
    """The text that a group matched, referred to by its number or name."""

    group: str


Expression: TypeAlias = Characters | Concatenation | Choice | Repeat | Group | Anchor | Lookaround | BackReference
