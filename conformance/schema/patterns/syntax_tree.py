"""The tree of a regular expression, and why a pattern has none."""

from dataclasses import dataclass
from typing import TypeAlias

from conformance.schema.patterns.character_sets import CharacterSet


class UnreadPattern(ValueError):  # noqa: N818  named by what is at fault
    """A pattern that is no ECMA-262 regular expression, or one that we do not model."""


class MalformedPattern(UnreadPattern):
    """A pattern that is no ECMA-262 regular expression."""


class ExcessivePattern(UnreadPattern):
    """A pattern that is longer, deeper or repeats more than any engine should be asked to read."""


@dataclass(frozen=True, slots=True)
class Characters:
    """One character of a set."""

    spans: CharacterSet


@dataclass(frozen=True, slots=True)
class Concatenation:
    """One part after the other; no part at all is the empty text."""

    parts: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    parts: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Repeat:
    """The body ``least`` to ``most`` times; ``most`` is ``None`` without a bound."""

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
    """A place: ``^``, ``$``, ``b`` or ``B``."""

    kind: str


@dataclass(frozen=True, slots=True)
class Lookaround:
    """What must, or must not, come next (or before)."""

    body: "Expression"
    negative: bool
    behind: bool


@dataclass(frozen=True, slots=True)
class BackReference:
    """The text of a group again; by number or name."""

    group: str


Expression: TypeAlias = Characters | Concatenation | Choice | Repeat | Group | Anchor | Lookaround | BackReference
