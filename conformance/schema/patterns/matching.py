"""Matches one text against one ``pattern``: a search with ECMA-262 semantics in bounded time.

Python's ``re`` reads some patterns differently, rejects others and cannot be interrupted. So each pattern is written
again from its tree, with every character as its code point, for an engine that is linear in the text. Only look-arounds
and back references need a backtracking engine, which runs with a limit.
"""

import functools
import re
from typing import TYPE_CHECKING, Any

from conformance.schema.patterns import character_sets as chars
from conformance.schema.patterns.character_sets import CharacterSet
from conformance.schema.patterns.parser import parse
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

if TYPE_CHECKING:
    from jsonschema_rs import Validator

# Steps that the backtracking engine may take for one text.
_MAX_WAYS = 200_000
# Half a surrogate pair cannot be passed to an engine of UTF-8 texts.
_SURROGATE = re.compile("[\ud800-\udfff]")
# `\b` and `\B` of the engine know Unicode words, those of ECMA-262 ASCII words: they are spelled out as look-arounds.
_ANCHORS = {
    "^": "^",
    "$": "$",
    "b": "(?:(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?=[0-9A-Za-z_]))",
    "B": "(?:(?<=[0-9A-Za-z_])(?=[0-9A-Za-z_])|(?<![0-9A-Za-z_])(?![0-9A-Za-z_]))",
}


def matches(pattern: str, text: str) -> bool | None:
    """Say whether the pattern is found in the text; ``None`` if no engine answers within its limits."""
    searcher = _searcher(pattern)
    if searcher is None:
        return None
    found = next(searcher.iter_errors(_SURROGATE.sub("\ufffd", text)), None)
    if found is None:
        return True
    from jsonschema_rs import ValidationErrorKind

    # An engine that gave up says so in an error with the name of the keyword too.
    return False if isinstance(found.kind, ValidationErrorKind.Pattern) else None


def is_readable(pattern: str) -> bool:
    """Say whether some engine can read the pattern, so that ``matches`` can answer."""
    return _searcher(pattern) is not None


def portable_pattern(pattern: str) -> str | None:
    """Return an equivalent pattern in syntax that all engines read alike, or ``None`` if it cannot be parsed."""
    try:
        return _serialize(parse(pattern), _group_numbers(parse(pattern)))
    except UnreadPattern:
        return None


def is_plain_pattern(pattern: str) -> bool:
    """Say whether a pattern neither looks around, nor refers back, nor asks for the edge of a word."""
    try:
        return _is_plain(parse(pattern))
    except UnreadPattern:
        return True


@functools.lru_cache(maxsize=1024)
def _searcher(pattern: str) -> "Validator | None":
    import jsonschema_rs

    try:
        tree = parse(pattern)
        plain, written = _is_plain(tree), _serialize(tree, _group_numbers(tree))
    except (MalformedPattern, ExcessivePattern):
        return None
    except UnreadPattern:
        # Well-formed but not modelled, such as \p{Script=Greek}: the engine may know it under the same spelling.
        plain, written = True, pattern
    limited = jsonschema_rs.FancyRegexOptions(backtrack_limit=_MAX_WAYS)
    options: Any = jsonschema_rs.RegexOptions() if plain else limited
    try:
        return jsonschema_rs.Draft202012Validator({"pattern": written}, pattern_options=options, offline=True)
    except ValueError:
        return None


def _is_plain(tree: Expression) -> bool:
    match tree:
        case Lookaround() | BackReference() | Anchor("b" | "B"):
            return False
        case Concatenation(parts) | Choice(parts):
            return all(map(_is_plain, parts))
        case Group(body) | Repeat(body):
            return _is_plain(body)
        case _:
            return True


def _serialize(tree: Expression, numbers: dict[str, int]) -> str:
    match tree:
        case Characters(spans):
            return _class(spans)
        case Concatenation(parts):
            return "".join(_serialize(part, numbers) for part in parts)
        case Choice(parts):
            return f"(?:{'|'.join(_serialize(part, numbers) for part in parts)})"
        case Repeat(body, least, most):
            return f"(?:{_serialize(body, numbers)}){{{least},{'' if most is None else most}}}"
        case Group(body):
            return f"({_serialize(body, numbers)})"
        case Anchor(kind):
            return _ANCHORS[kind]
        case Lookaround(body, negative, behind):
            return f"(?{'<' if behind else ''}{'!' if negative else '='}{_serialize(body, numbers)})"
        case _:
            return rf"(?:\{numbers[tree.group]})"


def _class(spans: CharacterSet) -> str:
    if not spans:
        # An empty class is not portable; the complement of every character is.
        return f"[^{_class(chars.ALL)[1:-1]}]"
    return "[" + "".join(_span(low, high) for low, high in spans) + "]"


def _span(low: int, high: int) -> str:
    return f"\\u{{{low:x}}}" if low == high else f"\\u{{{low:x}}}-\\u{{{high:x}}}"


def _group_numbers(tree: Expression) -> dict[str, int]:
    """Return the number of each group, by its number as text and by its name."""
    found: dict[str, int] = {}
    pending = [tree]
    while pending:
        match pending.pop():
            case Group(body, number, name):
                found.setdefault(str(number), number)
                found.setdefault(name or str(number), number)
                pending.append(body)
            case Concatenation(parts) | Choice(parts):
                pending.extend(parts)
            case Repeat(body) | Lookaround(body):
                pending.append(body)
            case _:
                pass
    return found
