"""Envelopes that differ from an observed one in a single leaf: whether the receipt follows shows if it is faithful.

A leaf is changed to a value of the same kind: another number, the other boolean, a text with one other character in its
first or last line. Only a bounded number of leaves is tried, those first that a model acts on.
"""

import fnmatch
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from pydantic import ValidationError

from conformance.contract.families import family_of
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text

MOST_CHANGES = 12
"""How many changed envelopes are rendered for each observed one."""
# Of a list, so many first items: a long one may be shortened in the receipt.
_MOST_ITEMS = 2
_STATES = ("status", "state", "disposition")
# States that many results may have; only one that the result schema allows is used.
_OTHER_STATES = ("running", "completed", "failed")
# A state or a kind is one of a closed set, so another word could be invalid.
_WORD = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
# By meaning, what a model acts on first; a field that matches none is tried last.
_PRIORITIES = tuple(
    re.compile(pattern)
    for pattern in (
        r"/result/(.*/)?exit_(status|code)",
        r"/result/(.*/)?(status|state|disposition)",
        r"/error/(kind|message|retryable|recovery_hint)",
        r"/result/(.*/)?\w*(stdout|stderr|output)\w*_preview",
        r"/result/(.*/)?(\w+_)?truncated",
        r"/result/(.*/)?(\w+_)?(id|path|ref|preview)",
        r"/result/(.*/)?\w*count",
    )
)


@dataclass(frozen=True, slots=True)
class LeafChange:
    """One leaf of an envelope with its value, another value, and the envelope that has the other one."""

    pointer: str
    before: JsonValue
    after: JsonValue
    envelope: JsonValue


def leaf_changes(envelope: JsonValue) -> Sequence[LeafChange]:
    """Return the envelope with single leaves changed, meaningful ones first, without those that its family hides."""
    members = as_object(envelope)
    tool = as_text(members.get("tool_name")) or ""
    wanted = [leaf for leaf in _leaves(members) if not is_hidden(leaf[0], _hidden_fields(tool))]
    first = nsmallest(MOST_CHANGES, wanted, key=lambda leaf: priority(leaf[0]))
    is_valid = _validity(tool, members.get("result"))
    changes = (_changes(envelope, pointer, value, is_valid) for pointer, value in first)
    return [change for of_leaf in changes for change in of_leaf][:MOST_CHANGES]


def priority(pointer: str) -> int:
    """Return how early a leaf is tried; smaller is earlier."""
    found = (index for index, pattern in enumerate(_PRIORITIES) if pattern.fullmatch(pointer))
    return next(found, len(_PRIORITIES))


def is_meaningful(pointer: str) -> bool:
    """Say whether a model acts on a leaf: an outcome, an error, an output, a flag, a handle, a path, a count."""
    return priority(pointer) < len(_PRIORITIES)


def is_hidden(pointer: str, hidden: Sequence[str]) -> bool:
    """Say whether a receipt need not show a leaf; patterns are relative to the result, ``*`` stands for any part."""
    inside = pointer.removeprefix("/result/")
    return any(fnmatch.fnmatchcase(inside, pattern) for pattern in hidden)


def _hidden_fields(tool: str) -> Sequence[str]:
    family = family_of(tool)
    return family.hidden_fields.get(tool, ()) if family else ()


def _leaves(members: JsonObject) -> Iterator[tuple[str, JsonValue]]:
    error = as_object(members.get("error"))
    for key in ("kind", "message", "recovery_hint", "retryable"):
        if key in error:
            yield child("/error", key), error[key]
    waiting: list[tuple[str, JsonValue]] = [("/result", members.get("result"))]
    while waiting:
        pointer, value = waiting.pop()
        if isinstance(value, Mapping):
            # That a list is empty says that its counts are 0.
            is_empty = any(inner in ([], ()) for inner in value.values())
            inside = [(key, inner) for key, inner in value.items() if not (is_empty and inner == 0)]
            waiting += [(child(pointer, key), inner) for key, inner in reversed(inside)]
        elif isinstance(value, list | tuple):
            items = list(enumerate(as_array(value)))[:_MOST_ITEMS]
            waiting += [(child(pointer, index), item) for index, item in reversed(items)]
        elif value is not None and not pointer.endswith("_artifact"):
            yield pointer, value


def _changes(
    envelope: JsonValue, pointer: str, value: JsonValue, is_valid: Callable[[JsonValue], bool]
) -> Iterator[LeafChange]:
    for other in _other_values(pointer, value):
        changed = _replace(envelope, split(pointer), other)
        if is_valid(as_object(changed).get("result")):
            yield LeafChange(pointer, value, other, changed)
            if not pointer.endswith("preview"):
                return


def _other_values(pointer: str, value: JsonValue) -> Iterator[JsonValue]:
    """Yield other values for a leaf, for a preview one per end; none for a word of a closed set."""
    key = split(pointer)[-1]
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        if key in _STATES:
            yield from (state for state in _OTHER_STATES if state != value)
        elif pointer.startswith("/error/") or not _WORD.fullmatch(value) or _is_name(key):
            yield from dict.fromkeys(_replace_character(value, at_end=at_end) for at_end in (False, True))


def _is_name(key: str) -> bool:
    return key == "id" or key.endswith(("_id", "_ref", "path", "preview"))


def _replace_character(text: str, *, at_end: bool) -> str:
    """Return a text of the same length with another first or last letter or digit."""
    found = list(re.finditer(r"[A-Za-z0-9]", text)) if len(text) < 100_000 else []
    if not found:
        return f"{text}x"
    place = found[-1 if at_end else 0].start()
    # A digit stays a digit, and a letter a small letter, so that times and kinds stay valid.
    others = "74" if text[place].isdigit() else "qz"
    return f"{text[:place]}{others[text[place] == others[0]]}{text[place + 1 :]}"


def _replace(value: JsonValue, tokens: Sequence[str], other: JsonValue) -> JsonValue:
    if not tokens:
        return other
    token, rest = tokens[0], tokens[1:]
    if isinstance(value, Mapping):
        return {key: _replace(inner, rest, other) if key == token else inner for key, inner in value.items()}
    return [_replace(item, rest, other) if str(index) == token else item for index, item in enumerate(as_array(value))]


def _validity(tool: str, result: JsonValue) -> Callable[[JsonValue], bool]:
    """Return the test whether a result has a shape of its tool, or, where none is known, has these states."""
    family = family_of(tool)
    shapes = [shape for one in (family.tools if family else ()) if one.name == tool for shape in one.results]

    def is_valid(changed: JsonValue) -> bool:
        if changed is None:
            return True
        for shape in shapes:
            try:
                shape.model_validate(changed)
            except ValidationError:
                continue
            return True
        return False

    return is_valid if shapes and is_valid(result) else lambda changed: _states(changed) == _states(result)


def _states(value: JsonValue) -> list[JsonValue]:
    inside = list(value.values()) if isinstance(value, Mapping) else list(as_array(value))
    own = [as_object(value).get(key) for key in _STATES]
    return [*own, *(state for inner in inside if isinstance(inner, Mapping | list | tuple) for state in _states(inner))]
