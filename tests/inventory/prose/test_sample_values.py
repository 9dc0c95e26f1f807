"""A sample is a value that the schema accepts, wherever what it needs is written."""

from conformance.documents.values import JsonObject, compact_json
from conformance.inventory.prose.sample_values import accepted_instance, sample
from conformance.schema.subschemas import Subschemas


def test_a_sample_is_found_through_references_and_unions_and_stays_complete_deep_inside() -> None:
    text: JsonObject = {"type": "object", "properties": {"content": {"enum": ["hello"]}}, "required": ["content"]}
    texts: JsonObject = {"type": "array", "items": {"$ref": "#/$defs/Text"}}
    paragraph: JsonObject = {
        "type": "object",
        "properties": {"body": {"type": "object", "properties": {"texts": texts}, "required": ["texts"]}},
        "required": ["body"],
    }
    root: JsonObject = {
        "type": "object",
        "properties": {"blocks": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Paragraph"}]}}},
        "required": ["blocks"],
        "$defs": {"Text": text, "Paragraph": paragraph},
    }
    assert accepted_instance(root, {}, frozenset()) == {"blocks": [{"body": {"texts": []}}]}


def test_an_element_is_sampled_where_one_is_demanded() -> None:
    text: JsonObject = {"$ref": "#/$defs/Text"}
    root: JsonObject = {
        "type": "object",
        "properties": {"texts": {"type": "array", "items": text, "minItems": 1}},
        "required": ["texts"],
        "$defs": {"Text": {"enum": ["hello"]}},
    }
    assert accepted_instance(root, {}, frozenset()) == {"texts": ["hello"]}


def test_a_required_text_matches_its_pattern() -> None:
    area = r"^-?\d+(\.\d+)?,-?\d+(\.\d+)?$"
    root: JsonObject = {
        "type": "object",
        "properties": {"area": {"type": "string", "pattern": area}},
        "required": ["area"],
    }
    assert accepted_instance(root, {}, frozenset()) == {"area": "0,0"}
    hard: JsonObject = {"type": "string", "pattern": "^(?=(.*a){300})(?=(.*b){300})(.*c){300}$"}
    assert accepted_instance(root | {"properties": {"area": hard}}, {}, frozenset()) is None


def test_a_sample_is_cut_off_where_its_members_multiply() -> None:
    names = [f"a{number}" for number in range(40)]
    node: JsonObject = {"type": "object", "properties": {name: {"$ref": "#"} for name in names}, "required": names}
    made = sample(Subschemas(node), "")
    assert isinstance(made, dict)
    assert list(made) == names
    # Of four levels of so many members there would be 2,560,000 values.
    assert compact_json(made).count("{") == 1 + 40 + 40 * 40
