"""What is wrong with a ``pattern`` itself: it is no ECMA-262 regular expression, or no engine should evaluate it.

A pattern is published to readers that we do not know: some refuse what another dialect allows, most try one way after
the other. A pattern that only one engine survives is not portable.
"""

import functools
from dataclasses import dataclass

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
"""More characters than this after all counted repetitions are written out, and linear engines give up."""


@dataclass(frozen=True, slots=True)
class PatternFault:
    """Why a pattern must not be published, as the end of a sentence that begins with it, and the cure."""

    message: str
    hint: str


@functools.lru_cache(maxsize=4096)
def fault_of(pattern: str) -> PatternFault | None:
    """Return the fault of a pattern, or ``None``; a well-formed pattern that we cannot model has none."""
    try:
        tree = parse(pattern)
    except MalformedPattern as error:
        return PatternFault(f"is no ECMA-262 regular expression: {error}", "write it as JavaScript would")
    except ExcessivePattern as error:
        return PatternFault(f"is unsafe to evaluate: {error}", "use minLength and maxLength, or a simpler pattern")
    except UnreadPattern:
        return None
    if _copies(tree) > MAX_COPIES:
        return PatternFault(
            f"is unsafe to evaluate: its repetitions multiply to more than {MAX_COPIES:,} characters",
            "use minLength and maxLength for long texts",
        )
    if is_exponential(tree):
        return PatternFault(
            "is unsafe to evaluate: one of its loops can read one text in many ways, which takes exponential time",
            "let no repeated group begin with what it can end with, as (a+)+ does",
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
