"""A batch is found by its name and its list of calls, however the list is described."""

import pytest

from conformance.documents.values import JsonObject
from conformance.inventory.batches import Batch, batches_of
from conformance.rules import examples

SINGLE: JsonObject = {
    "cmd": {},
    "shell": {},
    "env": {"type": "array", "items": {"properties": {"key": {}, "value": {}}}},
}


def _batch(properties: JsonObject, *, single: JsonObject = SINGLE, **schema: object) -> Batch | None:
    tools = [
        {"name": "ExecCommand", "input_schema": {"properties": single}},
        {"name": "ExecCommandBatch", "input_schema": {"properties": properties, **schema}},
    ]
    return next(batches_of(examples.from_inventory(tools).inventory, "Batch"), None)


def test_the_items_of_a_batch_are_read_with_their_places() -> None:
    batch = _batch({"items": {"items": {"properties": {"cmd": {}}}}, "stop_on_error": {}})
    assert batch is not None
    assert batch.item_list == "items"
    assert batch.item_fields == {"cmd": "/input_schema/properties/items/items/properties/cmd"}
    assert set(batch.fields) == {"items", "stop_on_error"}


@pytest.mark.parametrize(
    "items",
    [
        {"$ref": "#/$defs/list"},
        {"anyOf": [{"items": {"$ref": "#/$defs/call"}}, {"type": "null"}]},
        {"items": {"allOf": [{"$ref": "#/$defs/call"}]}},
    ],
)
def test_the_items_are_found_through_references_and_unions(items: JsonObject) -> None:
    call: JsonObject = {"properties": {"cmd": {}}}
    batch = _batch({"items": items}, **{"$defs": {"call": call, "list": {"items": call}}})
    assert batch is not None
    assert set(batch.item_fields) == {"cmd"}


def test_a_structured_list_that_both_tools_take_is_not_the_list_of_calls() -> None:
    batch = _batch({"env": SINGLE["env"], "calls": {"items": {"properties": {"cmd": {}, "typo": {}}}}})
    assert batch is not None
    assert batch.item_list == "calls"


def test_without_a_list_of_objects_or_a_single_tool_there_is_no_batch() -> None:
    assert _batch({"items": {"items": {"type": "string"}}}) is None
    alone = examples.from_inventory([{"name": "ExecCommandBatch"}, {"name": "Batch"}]).inventory
    assert list(batches_of(alone, "Batch")) == []
    assert list(batches_of(alone, "")) == []
