"""The reference contract is a Surface: the inventory that is published, and a record for every sample."""

import json

from conformance.contract.families import all_families, all_tools
from conformance.contract.shapes import schema_of
from conformance.documents.packaged import embedded_inventory
from conformance.documents.reader import Document
from conformance.documents.values import as_object, equal, stable_text
from conformance.inventory import load_inventory
from conformance.inventory.normalise import normalise
from conformance.schema.validation import schema_violations, violations
from conformance.systems.adapters.reference import (
    ReferenceRuntime,
    reference_inventory,
    reference_records,
    reference_surface,
)
from conformance.systems.observe import sample_outputs


def test_the_published_inventory_is_the_one_that_the_families_declare() -> None:
    assert embedded_inventory().read_text("utf-8") == stable_text(reference_inventory())


def test_every_argument_model_is_the_input_schema_of_its_tool() -> None:
    inventory = reference_surface().inventory
    for tool in all_tools():
        promised = inventory.tool(tool.name)
        assert promised
        assert equal(promised.input_schema, normalise(schema_of(tool.arguments)))


def test_every_tool_publishes_a_valid_schema_of_its_result() -> None:
    for tool in reference_surface().inventory.tools:
        assert isinstance(tool.success_result_schema, dict)
        assert list(schema_violations(tool.success_result_schema)) == []
        assert list(schema_violations(tool.input_schema)) == []


def test_every_result_fits_the_schema_that_the_inventory_promises() -> None:
    surface = reference_surface()
    for record in surface.records:
        envelope = as_object(record.envelope)
        tool = surface.inventory.tool(str(envelope["tool_name"]))
        assert tool
        if envelope["status"] == "success":
            assert list(violations(envelope["result"], tool.success_result_schema)) == [], record.name


def test_every_sample_is_a_record_that_renders_the_same_twice() -> None:
    records = reference_records()
    wanted = [f"{name}/{sample.name}" for name, family in all_families().items() for sample in family.samples]
    assert [record.name for record in records] == wanted
    assert len(set(wanted)) == len(wanted)
    assert all(record.receipt and record.receipt == record.second_receipt for record in records)


def test_records_are_plain_json() -> None:
    for record in reference_records():
        assert json.loads(json.dumps(record.envelope)) == record.envelope


def test_the_declared_inventory_can_be_loaded() -> None:
    value = reference_inventory()
    inventory = load_inventory(Document("declared", stable_text(value), value))
    assert inventory.version == 2
    assert len(inventory.tools) == 23
    assert list(inventory.unknown_keys) == []


def test_the_exit_status_of_a_stopped_task_is_in_its_receipt() -> None:
    runtime = ReferenceRuntime({})
    for tool, sample in (("TaskStop", "task/stop_done"), ("TaskInput", "task/input_accepted")):
        envelope = as_object(runtime.project(sample_outputs([tool])[sample], {}))
        result = as_object(envelope["result"])
        ended = {**envelope, "result": {**result, "task": {**as_object(result["task"]), "exit_status": 143}}}
        assert "Exit status: 143" in runtime.render(ended, {})
