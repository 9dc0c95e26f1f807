"""The decision on content blocks: a canonical result has none, a transport writes the receipt as its only text."""

from conformance.contract.envelope import from_json
from conformance.contract.families import all_tools
from conformance.contract.shapes import schema_of
from conformance.contract.transports import all_transports
from conformance.documents.values import JsonObject, as_array, as_object, texts_in
from conformance.inventory.normalise import normalise
from conformance.schema.subschemas import Subschemas
from conformance.systems.adapters.reference import reference_inventory, reference_records
from tests.rules.judging import places

BLOCKS: JsonObject = {"content": [{"type": "text", "text": "Process exited with code 0"}]}


def test_no_result_of_the_reference_contract_is_an_array_of_blocks() -> None:
    for tool in all_tools():
        found = Subschemas(normalise(schema_of(*tool.results))).schemas_at("/content")
        assert not any("items" in schema or "array" in texts_in(schema.get("type")) for schema in found), tool.name


def test_the_only_block_that_a_transport_writes_is_the_receipt() -> None:
    for record in reference_records():
        receipt = record.receipt or ""
        message = all_transports()["mcp"].write(from_json(record.envelope), receipt, "call_1")
        assert message["content"] == [{"type": "text", "text": receipt}]


def _exec_command() -> JsonObject:
    tools = [as_object(tool) for tool in as_array(reference_inventory()["tools"])]
    return next(tool for tool in tools if tool["name"] == "ExecCommand")


def test_a_result_of_blocks_that_its_schema_does_not_declare_is_reported() -> None:
    example: JsonObject = {"tool": _exec_command(), "envelope": {"tool_name": "ExecCommand", "result": BLOCKS}}
    assert set(places("result_matches_schema", example)) == {"/result"}


def test_declared_blocks_are_accepted_and_their_artifacts_are_checked_like_any_others() -> None:
    block = {"type": "object", "properties": {"type": {"const": "text"}, "text": {"type": "string"}}}
    schema: JsonObject = {"type": "object", "properties": {"content": {"type": "array", "items": block}}}
    declared = {**as_object(_exec_command()["result_envelope"]), "success_result_schema": schema}
    tool: JsonObject = {**_exec_command(), "result_envelope": declared}
    result: JsonObject = {**BLOCKS, "artifacts": [{"path": "https://example.com/out.txt"}]}
    example: JsonObject = {"tool": tool, "envelope": {"tool_name": "ExecCommand", "result": result}}
    assert places("result_matches_schema", example) == []
    assert places("artifact_path_only", example) == ["/result/artifacts/0/path"]
