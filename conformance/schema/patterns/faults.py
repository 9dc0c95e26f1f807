"""What is wrong with a ``pattern`` itself: it is not an ECMA-262 regular expression, or it is unsafe to evaluate.

A pattern is published to engines that we do not know: some reject what others allow, and most of them backtrack. A
pattern that only one engine can evaluate is not portable.
"""

import functools

from msgspec import Struct

from conformance.schema.patterns.backtracking import is_exponential
from conformance.schema.patterns.parser import parse
from conformance.schema.patterns.syntax_tree import (
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

MAX_COPIES = 10_000
"""The most characters after expanding all counted repetitions; linear engines refuse larger patterns."""


class PatternFault(Struct, frozen=True):
    """Why a pattern must not be published, as the predicate of a sentence about it, and what to do instead."""

    message: str
    hint: str


@functools.lru_cache(maxsize=4096)
def fault_of(pattern: str) -> PatternFault | None:
    """Return the fault of a pattern or ``None``; a well-formed pattern that is only not modelled here has no fault."""
    try:
        tree = parse(pattern)
    except MalformedPattern as error:
        return PatternFault(f"is not an ECMA-262 regular expression: {error}", "write it in JavaScript syntax")
    except ExcessivePattern as error:
        return PatternFault(f"is unsafe to evaluate: {error}", "use `minLength` and `maxLength`, or a simpler pattern")
    except UnreadPattern:
        return None
    if _copies(tree) > MAX_COPIES:
        return PatternFault(
            f"is unsafe to evaluate: its counted repetitions expand to more than {MAX_COPIES:,} characters",
            "limit the length with `minLength` and `maxLength`",
        )
    if is_exponential(tree):
        return PatternFault(
            "is unsafe to evaluate: a loop can match the same text in many ways, which takes exponential time",
            "rewrite nested or overlapping repetitions: `(a+)+` becomes `a+`",
        )
    return None


def _copies(tree: Expression) -> int:
    match tree:
        case Repeat(body, least, most):
            return _copies(body) * max(least, most or 0, 1)
        case Concatenation(parts) | Choice(parts):
            return max(1, sum(map(_copies, parts)))
        case Group(body) | Lookaround(body):
            return _copies(body)
        case _:
            return 1
