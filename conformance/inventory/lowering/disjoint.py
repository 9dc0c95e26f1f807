"""Whether the branches of a choice exclude each other, proved: then "exactly one" and "at least one" say the same."""

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.inventory.lowering.work import DEFINITIONS
from conformance.schema.containment.questions import are_disjoint
from conformance.schema.references import Reach, References

# A choice of more branches is not proved: the pairs grow with their square.
_MOST_BRANCHES = 40


def branches_are_disjoint(schema: JsonObject, root: JsonValue) -> bool:
    """Say whether it is proved that no value fits two branches of the ``oneOf`` of a subschema of ``root``."""
    branches = as_array(schema.get("oneOf"))
    if len(branches) > _MOST_BRANCHES:
        return False
    # What is beside the choice narrows every branch: two that overlap elsewhere may exclude each other here.
    beside = {key: value for key, value in schema.items() if key not in ("oneOf", *DEFINITIONS)}
    kept = {key: value for key, value in as_object(root).items() if key in ("$schema", *DEFINITIONS)}
    questions: list[JsonValue] = [{**kept, "allOf": [beside, branch]} for branch in branches]
    return all(map(_is_self_contained, questions)) and are_disjoint(questions).holds is True


def _is_self_contained(question: JsonValue) -> bool:
    """Say whether every reference leads to a definition, which are all of the root that the question has."""
    return all(
        reference.reach is Reach.LOCAL and (reference.target or "").startswith(("/$defs/", "/definitions/"))
        for reference in References(question)
    )
