"""The objects of a union are distinguished by one required field with a different constant in each.

If nothing distinguishes two of them, a model fills in a mixture of both, and a validator answers with the errors of
all of them at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_object, identity, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.examples import closed_object, tool_with
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.subschemas import Subschemas
from conformance.schema.unions import UNIONS
from conformance.settings.profiles import Profile

# Kinds compared in one union: the number of pairs grows with the square.
_MAX_KINDS = 20
# References followed from one branch: longer chains do not occur in practice, and circles have to end.
_MOST_HOPS = 4
# A branch with one of these is not described by its own properties alone, so nothing is claimed about it.
_COMPOSITION = frozenset(("allOf", "anyOf", "oneOf", "if", "not", "$ref"))


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for every union of objects in which two kinds cannot be distinguished by what they require."""
    for subschemas, base in (
        (tool.input_subschemas, "/input_schema"),
        (tool.result_subschemas, "/result_envelope/success_result_schema"),
    ):
        for position in subschemas.reachable_positions():
            for union in UNIONS:
                if branches := subschemas.members_of(position.pointer, union):
                    kinds = [kind for branch in branches if (kind := _kind_at(subschemas, branch))]
                    yield from _indistinct_kinds(kinds, child(base + position.pointer, union))


class _Kind(Struct, frozen=True):
    """One kind of object in a union."""

    keywords: JsonObject
    required_names: frozenset[str]
    """The fields that it requires, and those that the objects in them require: ``mention/type``."""
    values: Mapping[str, Sequence[JsonValue] | None]
    """The allowed values of each field; ``None`` if any value is allowed."""
    types: Mapping[str, frozenset[str]]
    """The types of each field; none if it states none. An integer is a number."""


def _kind_at(subschemas: Subschemas, pointer: str) -> _Kind | None:
    """Return the branch if it describes an object by itself, directly or through references, else ``None``."""
    for _ in range(_MOST_HOPS):
        targets = subschemas.targets_of(pointer)
        if not targets:
            break
        pointer = targets[0]
    keywords = subschemas.keywords_of(pointer)
    properties = as_object(keywords.get("properties"))
    if not properties or not _COMPOSITION.isdisjoint(keywords):
        return None
    places = {name: child(pointer, "properties", name) for name in properties}
    types = {
        name: frozenset(kind.replace("integer", "number") for kind in subschemas.types_of(place))
        for name, place in places.items()
    }
    required = frozenset(texts_in(keywords.get("required")))
    values = {name: subschemas.values_of(place) for name, place in places.items()}
    inner = {
        f"{name}/{key}": subschemas.values_of(child(places[name], "properties", key))
        for name in sorted(required & places.keys())
        for key in _required_members(subschemas.keywords_of(places[name]))
    }
    return _Kind(keywords, required | inner.keys(), values | inner, types)


def _required_members(keywords: JsonObject) -> Iterator[str]:
    """Yield the declared members that an object requires."""
    declared = as_object(keywords.get("properties"))
    yield from (name for name in texts_in(keywords.get("required")) if name in declared)


def _indistinct_kinds(kinds: Sequence[_Kind], pointer: str) -> Iterator[Problem]:
    for (first, left), (second, right) in combinations(enumerate(kinds[:_MAX_KINDS], 1), 2):
        numbers = f"{first} and {second}"
        if left == right:
            yield Problem(f"objects {numbers} of the union are the same", "remove one of them", pointer)
            return
        if not _is_distinguishable(left, right):
            half = next(iter(_distinct_constants(left, right)), None)
            what = (
                f"differ in {code_text(half)}, but do not both require it"
                if half
                else "cannot be distinguished by their required fields"
            )
            hint = (
                f"add {code_text(half)} to `required` in both"
                if half
                else "add a required field, such as `kind`, with a different constant in each"
            )
            yield Problem(f"objects {numbers} of the union {what}", hint, pointer)
            return


def _is_distinguishable(left: _Kind, right: _Kind) -> bool:
    both = left.required_names & right.required_names
    constants = set(_distinct_constants(left, right))
    if constants & both or any(_have_other_types(left, right, name) for name in both):
        return True
    # One requires its constant, the other one a field that the first does not have: {kind} or {id, kind?}.
    for kind, other in ((left, right), (right, left)):
        if constants & kind.required_names and _required_alone(other, kind):
            return True
    if _required_alone(left, right) and _required_alone(right, left):
        return True
    return _has_own_required(left, right) or _has_own_required(right, left)


def _distinct_constants(left: _Kind, right: _Kind) -> Iterator[str]:
    """Yield the fields that both kinds have with no value in common."""
    for name, first in left.values.items():
        second = right.values.get(name)
        if first and second and _identities(first).isdisjoint(_identities(second)):
            yield name


def _have_other_types(left: _Kind, right: _Kind, name: str) -> bool:
    """Say whether no value of a field has a type that both kinds allow: a null id, and one that is a text."""
    first, second = (kind.types.get(name, frozenset[str]()) for kind in (left, right))
    return bool(first and second) and first.isdisjoint(second)


def _required_alone(kind: _Kind, other: _Kind) -> frozenset[str]:
    """The fields that a kind requires and the other does not have: ``text`` of one resource, ``blob`` of another."""
    return frozenset(name for name in kind.required_names - other.values.keys() if "/" not in name)


def _has_own_required(kind: _Kind, other: _Kind) -> bool:
    """Say whether one kind requires a field that the other, being closed, cannot have."""
    closed = other.keywords.get("additionalProperties") is False
    return closed and bool(_required_alone(kind, other))


def _identities(values: Sequence[JsonValue]) -> set[object]:
    return {identity(value) for value in values}


def _kind(constant: str, *required: str) -> JsonObject:
    return closed_object(*required, kind={"const": constant}, path={"type": "string"})


def _open_kind(field: str) -> JsonObject:
    return {"type": "object", "properties": {field: {"type": "string"}}, "required": [field]}


_UNNAMED: JsonObject = {"type": "object", "properties": {"id": {"type": "null"}}, "required": ["id"]}
_TOP: JsonObject = {"type": "object", "properties": {"kind": {"const": "top"}}, "required": ["kind"]}

RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#strong-variant-boundaries",
    good=(
        tool_with(target={"oneOf": [_kind("directory", "kind"), _kind("known", "kind")]}),
        {
            "result_envelope": {
                "success_result_schema": {
                    "type": "object",
                    "properties": {"content": {"anyOf": [_open_kind("text"), _open_kind("blob")]}},
                }
            }
        },
        {
            "result_envelope": {
                "success_result_schema": {
                    "type": "object",
                    "properties": {"parent": {"anyOf": [_kind("page", "path"), _TOP]}},
                }
            }
        },
        {
            "result_envelope": {
                "success_result_schema": {
                    "type": "object",
                    "properties": {"feature": {"anyOf": [_open_kind("id"), _UNNAMED]}},
                }
            }
        },
    ),
    bad=(
        BadExample(
            tool_with(target={"anyOf": [_kind("directory", "kind"), _kind("known", "path")]}),
            says="objects 1 and 2 of the union differ in `kind`, but do not both require it",
            at="/tools/0/input_schema/properties/target/anyOf",
        ),
    ),
)
