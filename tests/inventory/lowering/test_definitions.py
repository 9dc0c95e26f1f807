"""Whatever a reference leads to is sent as a definition that every provider finds."""

from typing import Any

import jsonschema_rs
import pytest

from conformance.documents.pointers import resolve
from conformance.documents.values import JsonValue
from conformance.inventory.lowering import LossKind, LoweredSchema, lower
from conformance.schema.references import Reach, References
from conformance.settings.profiles import load_profile

TEXT = {"type": "string"}
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def _lower(schema: JsonValue, target: str) -> LoweredSchema:
    provider = load_profile(target).provider
    assert provider is not None
    return lower(schema, provider.dialect)


def _root(reference: str, other: JsonValue = None, **more: Any) -> dict[str, Any]:
    properties = {"a": {"$ref": reference}, "b": {"type": "boolean"} if other is None else other}
    return {"type": "object", "properties": properties, "required": ["a"], **more}


ROOTS: dict[str, dict[str, Any]] = {
    "definitions of draft 7": _root("#/definitions/X", definitions={"X": TEXT}, **{"$schema": DRAFT_7}),
    "an anchor": _root("#foo", **{"$defs": {"X": {"$anchor": "foo", **TEXT}}}),
    "a branch": _root("#/$defs/X/oneOf/0", **{"$defs": {"X": {"oneOf": [TEXT, {"type": "null"}]}}}),
    "a position": _root("#/$defs/X/prefixItems/0", **{"$defs": {"X": {"type": "array", "prefixItems": [TEXT]}}}),
    "a part": _root("#/$defs/X/allOf/0", **{"$defs": {"X": {"allOf": [TEXT, {"maxLength": 3}]}}}),
    "a property": _root("#/properties/b", TEXT),
    "an element": _root("#/properties/b/items", {"type": ["array", "null"], "items": TEXT}),
    "a part of no keyword": _root("#/shared/X", shared={"X": TEXT}),
    "an identifier": _root("https://x.example/s#/$defs/X", **{"$id": "https://x.example/s", "$defs": {"X": TEXT}}),
    "a name that is taken": _root("#/definitions/X", definitions={"X": TEXT}, **{"$defs": {"X": {"type": "null"}}}),
}


@pytest.mark.parametrize("target", ["openai_strict", "anthropic_strict", "gemini", "portable"])
@pytest.mark.parametrize("leads_to", ROOTS)
def test_each_reference_that_is_sent_leads_to_what_was_meant(leads_to: str, target: str) -> None:
    lowered = _lower(ROOTS[leads_to], target)
    assert all(one.reach is Reach.LOCAL for one in References(lowered.schema))
    admits = jsonschema_rs.validator_for(lowered.schema).is_valid
    rest = {"b": None} if target == "openai_strict" else {}
    assert admits({"a": "text", **rest})
    assert not admits({"a": 5, **rest})
    assert not admits({"a": None, **rest})


def test_a_loss_in_a_definition_is_told_where_it_was_written() -> None:
    root = _root("#/definitions/X", definitions={"X": {**TEXT, "minLength": 1}})
    (loss,) = _lower(root, "anthropic_strict").losses
    assert resolve(root, loss.pointer) == 1


def test_what_recursion_says_is_lost_as_a_requirement_where_it_cannot_be_sent() -> None:
    node = {"type": "object", "required": ["v"], "properties": {"v": TEXT, "n": {"$ref": "#/$defs/Node"}}}
    lowered = _lower(_root("#/$defs/Node", **{"$defs": {"Node": node}}), "gemini")
    assert {loss.kind for loss in lowered.losses} == {LossKind.REQUIREMENT}
