"""Bounds that no mutation violates are named once, at the first location that has them."""

from conformance.documents.values import JsonObject
from conformance.schema.generation.untested_bounds import untested_bounds
from conformance.schema.generation.valid import Inputs


def test_a_shared_bound_is_named_at_its_first_location() -> None:
    text: JsonObject = {"$ref": "#/$defs/Text"}
    schema: JsonObject = {
        "properties": {"deep": {"properties": {"in": text}}, "a": text, "many": {"items": {"minimum": 3}}},
        "$defs": {"Text": {"type": "string", "maxLength": 5}},
    }
    found = [(one.pointer, one.keyword, one.bound) for one in untested_bounds(Inputs(schema), ())]
    assert found == [("/deep/in", "maxLength", 5), ("/many/0", "minimum", 3)]


def test_members_that_refer_to_each_other_are_walked_once() -> None:
    names = [f"n{number}" for number in range(30)]
    members: JsonObject = {name: {"$ref": f"#/$defs/{name}"} for name in names}
    definitions: JsonObject = {name: {"type": "object", "properties": members, "maxProperties": 9} for name in names}
    inputs = Inputs({"properties": members, "$defs": definitions})
    # Five levels of thirty members have 25 million locations.
    found = list(untested_bounds(inputs, ()))
    assert (found[0].pointer, len(found)) == ("/n0", len(names))
