"""The format version rises when a reader has to treat the file differently, and not when a tool changes."""

from conformance.commands.schemas import named_types, published_schemas
from conformance.contract.families import all_families
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, equal, texts_in
from conformance.drift.compare import compare
from conformance.inventory import FORMAT_VERSIONS
from conformance.inventory.load import known_keys
from conformance.inventory.model import KEYS_SINCE
from conformance.rules.examples import from_inventory
from conformance.systems.adapters.reference import reference_inventory

# What each version may have. A change of the newest one needs another version, because readers know it as it is.
KEYS: dict[int, dict[str, set[str]]] = {
    1: {
        "": {"version", "source_of_truth", "stability_policy", "tools"},
        "tool": {
            "name",
            "family",
            "stability",
            "description",
            "input_schema",
            "freeform_grammar",
            "related_surfaces",
            "result_envelope",
        },
        "result_envelope": {"canonical", "success_result", "error_result", "model_rendering"},
    }
}
KEYS[2] = {**KEYS[1], "result_envelope": {*KEYS[1]["result_envelope"], "success_result_schema"}}


def test_the_keys_of_a_version_stay_as_they_are() -> None:
    assert tuple(KEYS) == FORMAT_VERSIONS
    for what, keys in KEYS[FORMAT_VERSIONS[-1]].items():
        assert set(known_keys(what)) == keys
    added = {key: version for version in (2,) for key in KEYS[version]["result_envelope"] - KEYS[1]["result_envelope"]}
    assert added == KEYS_SINCE


def test_what_the_published_schema_requires_is_in_every_version() -> None:
    schema = published_schemas()["inventory.schema.json"]
    tool = as_object(as_object(as_object(schema["properties"])["tools"])["items"])
    assert set(texts_in(schema["required"])) <= KEYS[1][""]
    assert set(texts_in(tool["required"])) <= KEYS[1]["tool"]


def test_a_changed_tool_is_a_change_within_the_version() -> None:
    old = from_inventory([{}]).inventory
    new = from_inventory([{"description": "List tasks."}, {"name": "GetTask"}]).inventory
    assert "version_changed" not in {change.kind for change in compare(old, new)}


def _tools() -> list[JsonObject]:
    return [as_object(tool) for tool in as_array(reference_inventory()["tools"])]


def test_each_type_that_the_inventory_names_has_a_schema() -> None:
    types = named_types()
    for tool in _tools():
        named = as_object(tool["result_envelope"])
        assert {str(named[key]) for key in ("canonical", "success_result", "error_result")} <= set(types)
        members = as_object(named["success_result_schema"])
        assert equal({key: types[str(named["success_result"])].get(key) for key in members}, members)


def test_each_named_result_is_a_definition_of_its_family() -> None:
    published: dict[str, JsonValue] = {}
    for family in all_families():
        published |= as_object(published_schemas()[f"{family}.results.schema.json"]["$defs"])
    for tool in _tools():
        envelope = as_object(tool["result_envelope"])
        assert equal(published[str(envelope["success_result"])], envelope["success_result_schema"])
