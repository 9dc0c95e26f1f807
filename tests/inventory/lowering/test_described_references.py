"""A reference with keywords beside it, as pydantic and zod write one, where a provider takes it only alone."""

from conformance.documents.values import JsonObject, as_object
from conformance.inventory.lowering import LoweredSchema, lower
from conformance.inventory.lowering.objections import keyword_objections
from conformance.settings.profiles import load_profile
from conformance.settings.profiles.provider import ProviderDialect
from tests.cases import check_each

UNIT: JsonObject = {"type": "string", "enum": ["c", "f"], "description": "A unit.", "title": "Unit"}
NODE: JsonObject = {
    "type": "object",
    "properties": {"next": {"$ref": "#/$defs/Node", "description": "What follows."}},
    "required": ["next"],
    "additionalProperties": False,
}


def _dialect() -> ProviderDialect:
    provider = load_profile("openai_strict").provider
    assert provider is not None
    return provider.dialect


def _schema(field: JsonObject, **definitions: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": {"a": field},
        "required": ["a"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def _lowered(field: JsonObject, **definitions: JsonObject) -> tuple[JsonObject, LoweredSchema]:
    lowered = lower(_schema(field, **definitions), _dialect())
    assert not list(keyword_objections(lowered.schema, _dialect()))
    return as_object(as_object(as_object(lowered.schema)["properties"])["a"]), lowered


@check_each(
    ("beside", "is_rejected"),
    [({}, False), ({"description": "The thing."}, True), ({"default": "c"}, True), ({"title": "A"}, True)],
)
def test_a_reference_with_anything_beside_it_is_rejected(beside: JsonObject, is_rejected: bool) -> None:
    found = list(keyword_objections(_schema({"$ref": "#/$defs/Unit", **beside}, Unit=UNIT), _dialect()))
    assert [one.topic for one in found] == ["bare_references"] * is_rejected


def test_a_described_reference_is_sent_as_what_it_leads_to_with_its_own_description() -> None:
    field, lowered = _lowered({"$ref": "#/$defs/Unit", "description": "Of the result."}, Unit=UNIT)
    assert field == {**UNIT, "description": "Of the result."}
    assert not lowered.losses


def test_a_described_reference_to_a_reference_is_followed_to_its_end() -> None:
    field, _ = _lowered({"$ref": "#/$defs/B", "title": "B"}, B={"$ref": "#/$defs/Unit", "description": "B."}, Unit=UNIT)
    assert field == {**UNIT, "description": "B.", "title": "B"}


def test_a_reference_that_stands_alone_is_kept() -> None:
    assert _lowered({"$ref": "#/$defs/Unit"}, Unit=UNIT)[0] == {"$ref": "#/$defs/Unit"}


def test_a_reference_wrapped_to_be_described_is_opened() -> None:
    field, _ = _lowered({"allOf": [{"$ref": "#/$defs/Unit"}], "description": "Of the result."}, Unit=UNIT)
    assert field == {**UNIT, "description": "Of the result."}


def test_a_described_reference_of_a_definition_to_itself_is_opened_once_at_most() -> None:
    _lowered({"$ref": "#/$defs/Node", "description": "The first."}, Node=NODE)


def test_what_contradicts_a_definition_beside_its_reference_is_lost_and_reported() -> None:
    field, lowered = _lowered({"$ref": "#/$defs/Unit", "enum": ["c"]}, Unit=UNIT)
    assert field == {"$ref": "#/$defs/Unit"}
    assert [loss.pointer for loss in lowered.losses] == ["/properties/a/enum"]
