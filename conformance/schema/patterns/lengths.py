"""How long a text must and may be for a pattern to match it."""

from dataclasses import dataclass

from conformance.schema.patterns.parser import parse
from conformance.schema.patterns.syntax_tree import (
    Anchor,
    BackReference,
    Characters,
    Choice,
    Concatenation,
    Expression,
    Group,
    Lookaround,
    Repeat,
    UnreadPattern,
)


@dataclass(frozen=True, slots=True)
class Lengths:
    """The shortest and the longest text in characters; ``most`` is ``None`` without a bound."""

    least: int
    most: int | None


def lengths_of(pattern: str) -> Lengths:
    """Return the lengths of the texts that a pattern accepts; what cannot be read accepts any length."""
    try:
        tree = parse(pattern)
    except UnreadPattern:
        return Lengths(0, None)
    found = _measure(tree)
    return Lengths(found.least, found.most if _begins_with(tree, "^") and _ends_with(tree) else None)


def _measure(tree: Expression) -> Lengths:
    match tree:
        case Characters():
            return Lengths(1, 1)
        case Concatenation(parts):
            return _sum_lengths([_measure(part) for part in parts])
        case Choice(parts):
            inner = [_measure(part) for part in parts]
            most = [one.most for one in inner if one.most is not None]
            return Lengths(min(one.least for one in inner), max(most) if len(most) == len(inner) else None)
        case Repeat(body, least, most):
            one = _measure(body)
            bounded = 0 if one.most == 0 else None if most is None or one.most is None else one.most * most
            return Lengths(one.least * least, bounded)
        case Group(body):
            return _measure(body)
        case Anchor() | Lookaround():
            return Lengths(0, 0)
        case BackReference():
            return Lengths(0, None)


def _sum_lengths(parts: list[Lengths]) -> Lengths:
    most = [part.most for part in parts if part.most is not None]
    return Lengths(sum(part.least for part in parts), sum(most) if len(most) == len(parts) else None)


def _begins_with(tree: Expression, anchor: str, *, at: int = 0) -> bool:
    """Say whether every way through the tree passes the anchor first (or, with ``at`` -1, last)."""
    match tree:
        case Anchor(kind):
            return kind == anchor
        case Concatenation(parts):
            return bool(parts) and _begins_with(parts[at], anchor, at=at)
        case Choice(parts):
            return all(_begins_with(part, anchor, at=at) for part in parts)
        case Group(body):
            return _begins_with(body, anchor, at=at)
        case _:
            return False


def _ends_with(tree: Expression) -> bool:
    return _begins_with(tree, "$", at=-1)
