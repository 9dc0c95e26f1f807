"""The kinds of object in a union are told apart by one required field with a different value in each.

Where nothing tells two kinds apart, a model fills in a mixture of both, and a validator answers with the errors of
every kind at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from conformance.display import quote_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, identity, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.prose.schema_side import values_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.reachable import reachable_positions
from conformance.schema.references import References
from conformance.settings.profiles import Profile

_UNIONS = ("oneOf", "anyOf")


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for every union of objects in which two kinds cannot be told apart by what they require."""
    for schema, base in (
        (tool.input_schema, "/input_schema"),
        (tool.success_result_schema, "/result_envelope/success_result_schema"),
    ):
        if isinstance(schema, Mapping):
            references = References(schema)
            for position in reachable_positions(schema):
                for union in _UNIONS:
                    listed = as_array(as_object(position.schema).get(union))
                    kinds = [_resolve_branch(references, child(position.pointer, union, i)) for i in range(len(listed))]
                    yield from _indistinct_kinds(
                        [kind for kind in kinds if kind], child(base + position.pointer, union)
                    )


def _resolve_branch(references: References, pointer: str) -> JsonObject:
    """A branch that describes an object by itself, also through one reference; anything else is an empty object."""
    schema = as_object(references.schema_at(pointer))
    for _ in range(4):
        target = references.follow(pointer, schema)
        if target is None:
            break
        pointer, schema = target[0], as_object(target[1])
    composed = {"allOf", "anyOf", "oneOf", "if", "not", "$ref"} & set(schema)
    return schema if as_object(schema.get("properties")) and not composed else {}


def _indistinct_kinds(kinds: Sequence[JsonObject], pointer: str) -> Iterator[Problem]:
    for left, right in combinations(kinds[:20], 2):
        if not _is_distinguishable(left, right):
            half = next(iter(_distinct_constants(left, right)), None)
            numbers = f"{kinds.index(left) + 1} and {kinds.index(right) + 1}"
            why = f": {quote_text(half)} differs and is not required" if half else ""
            yield Problem(
                f"the objects {numbers} of this union cannot be told apart by what they require{why}",
                "require in each one field, such as 'kind', with another constant in each",
                pointer,
            )
            return


def _is_distinguishable(left: JsonObject, right: JsonObject) -> bool:
    both = set(texts_in(left.get("required"))) & set(texts_in(right.get("required")))
    if any(name in both for name in _distinct_constants(left, right)):
        return True
    return _has_own_required(left, right) or _has_own_required(right, left)


def _distinct_constants(left: JsonObject, right: JsonObject) -> Iterator[str]:
    """Yield the fields that both have, with no value in common."""
    others = as_object(right.get("properties"))
    for name, schema in as_object(left.get("properties")).items():
        first, second = values_of(schema), values_of(others.get(name))
        if first and second and _identities(first).isdisjoint(_identities(second)):
            yield name


def _has_own_required(schema: JsonObject, other: JsonObject) -> bool:
    """Say whether one kind requires a field that the other, being closed, cannot have."""
    closed = other.get("additionalProperties") is False
    return closed and not set(texts_in(schema.get("required"))) <= set(as_object(other.get("properties")))


def _identities(values: Sequence[JsonValue]) -> set[object]:
    return {identity(value) for value in values}


def _kind(constant: str, *required: str) -> JsonObject:
    properties = {"kind": {"const": constant}, "path": {"type": "string"}}
    return {"type": "object", "additionalProperties": False, "properties": properties, "required": list(required)}


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#strong-variant-boundaries",
    good=(
        {
            "input_schema": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"target": {"oneOf": [_kind("directory", "kind"), _kind("known", "kind")]}},
            }
        },
    ),
    bad=(
        BadExample(
            {
                "input_schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"target": {"anyOf": [_kind("directory", "kind"), _kind("known", "path")]}},
                }
            },
            says="'kind' differs and is not required",
            at="/tools/0/input_schema/properties/target/anyOf",
        ),
    ),
)
