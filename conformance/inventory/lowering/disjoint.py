"""Whether the branches of a choice exclude each other, proved: then "exactly one" and "at least one" say the same."""

from itertools import combinations

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.inventory.lowering.work import DEFINITIONS
from conformance.schema.canonical import is_satisfiable
from conformance.schema.references import Reach, References
from conformance.schema.rewriting import make_patterns_portable
from conformance.schema.tractability import tractable_schema

_MOST_BRANCHES = 40
"""A choice of more branches is not proved: the pairs grow with their square."""


def are_disjoint(schema: JsonObject, root: JsonValue) -> bool:
    """Say whether it is proved that no value fits two branches of the ``oneOf`` of a subschema of ``root``."""
    branches = as_array(schema.get("oneOf"))
    beside = {key: value for key, value in schema.items() if key not in ("oneOf", *DEFINITIONS)}
    pairs = combinations(branches, 2)
    return len(branches) <= _MOST_BRANCHES and all(_are_exclusive(root, beside, *pair) for pair in pairs)


def _are_exclusive(root: JsonValue, beside: JsonObject, one: JsonValue, other: JsonValue) -> bool:
    kept = {key: value for key, value in as_object(root).items() if key in ("$schema", *DEFINITIONS)}
    question = tractable_schema({**kept, "allOf": [beside, one, other]})
    if question is None or not _is_self_contained(question):
        return False
    return is_satisfiable(make_patterns_portable(question)) is False


def _is_self_contained(question: JsonValue) -> bool:
    """Say whether every reference leads to a definition, which are all of the root that the question has."""
    return all(
        reference.reach is Reach.LOCAL and (reference.target or "").startswith(("/$defs/", "/definitions/"))
        for reference in References(question)
    )
