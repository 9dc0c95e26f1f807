"""Laws of all families: every sample projects, fits its published schema, and reads well."""

import re
from typing import Any

import pytest

from conformance.contract.artifacts import MemorySink
from conformance.contract.bounds import Bounds
from conformance.contract.budgets import RECEIPT_CHARS, SUMMARY_CHARS
from conformance.contract.envelope import Failure, Success, from_json, to_json
from conformance.contract.families import all_families, all_tools, family_of
from conformance.contract.family import Family, Sample, ToolDefinition
from conformance.contract.projection import project
from conformance.contract.references import roles_in
from conformance.contract.rendering import render
from conformance.contract.shapes import Result, schema_of
from conformance.display import unsafe_marks
from conformance.documents.values import JsonValue, as_array, as_object
from conformance.errors import ConformanceError
from conformance.schema.validation import is_valid, violations
from tests.cases import check_each

FAMILIES = all_families()
TOOLS = {tool.name: tool for tool in all_tools()}
SAMPLES = {f"{name}/{sample.name}": (family, sample) for name, family in FAMILIES.items() for sample in family.samples}
SPECIFIED = {
    "core_agent": """WaitFor AgentGet Enqueue CreateWorkItem UpdateWorkItem PickWorkItem GetWorkItem ListWorkItems
        CompleteWorkItem MemorySearch MemoryGet TaskList TaskStatus TaskOutput TaskInput TaskStop""",
    "local_environment": "ExecCommand ExecCommandBatch ApplyPatch UseWorkspace",
    "web": "WebFetch WebSearch",
    "agent_creation": "SpawnAgent",
}


def each_sample() -> Any:
    return check_each(("family", "sample"), SAMPLES.values(), ids=SAMPLES)


def each_tool() -> Any:
    return check_each("tool", TOOLS.values(), ids=TOOLS)


def test_the_tools_are_those_of_the_specification_with_their_capabilities() -> None:
    wanted = {name: capability for capability, names in SPECIFIED.items() for name in names.split()}
    assert {tool.name: tool.capability for tool in all_tools()} == wanted


def test_every_tool_belongs_to_one_family() -> None:
    names = [tool.name for tool in all_tools()]
    assert sorted(names) == sorted(set(names))
    assert all(family_of(name) is not None for name in names)


def test_every_tool_shows_a_success_and_an_error() -> None:
    for name in TOOLS:
        seen = {sample.output.status for _, sample in SAMPLES.values() if sample.output.tool_name == name}
        assert seen == {"success", "error"}, name


def test_every_shape_of_an_output_and_of_a_result_has_a_sample() -> None:
    outputs = {type(sample.output.result) for _, sample in SAMPLES.values()}
    results = {type(_result(family, sample)) for family, sample in SAMPLES.values() if sample.output.result}
    declared = {shape for tool in all_tools() for shape in (*tool.complete_shapes, *tool.results)}
    assert declared - outputs - results == set()


def _result(family: Family, sample: Sample) -> Result:
    assert sample.output.result
    return family.project(sample.output.result, Bounds(sample.output.tool_name, family.budget, None))


@each_sample()
def test_a_sample_fits_the_published_schema_of_its_result(family: Family, sample: Sample) -> None:
    envelope = project(sample.output, sink=MemorySink())
    value = to_json(envelope)
    assert is_valid(value, schema_of(Success, Failure))
    if isinstance(envelope, Success):
        shapes = TOOLS[envelope.tool_name].results
        assert list(violations(envelope.result, schema_of(*shapes))) == []
        assert {tool.name for tool in family.tools} >= {envelope.tool_name}


@each_sample()
def test_a_sample_projects_and_renders_the_same_every_time(family: Family, sample: Sample) -> None:
    first, second = (project(sample.output, sink=MemorySink()) for _ in range(2))
    assert first == second
    assert render(first) == render(second) == render(from_json(to_json(first)))
    assert family.budget.preview_chars <= RECEIPT_CHARS


@each_sample()
def test_a_receipt_begins_with_the_outcome_and_is_bounded_and_safe(family: Family, sample: Sample) -> None:
    receipt = render(project(sample.output, sink=MemorySink()))
    first = receipt.splitlines()[0]
    assert first.strip()
    assert not first.startswith(("{", "["))
    assert first.startswith(f"{sample.output.tool_name} failed") == (sample.output.status == "error")
    assert len(receipt) <= RECEIPT_CHARS
    assert list(unsafe_marks(receipt)) == []
    assert receipt == receipt.rstrip("\n")
    assert family.name


@each_sample()
def test_a_receipt_keeps_every_handle_and_every_artifact_with_its_role(family: Family, sample: Sample) -> None:
    value = to_json(project(sample.output, sink=MemorySink()))
    receipt = render(from_json(value))
    result = as_object(value["result"])
    for key, handle in _members(result):
        if key.endswith(("_id", "source_ref")) and isinstance(handle, str):
            assert handle in receipt, f"{family.name}: {key}"
    for role in roles_in(result):
        assert role.path
        assert f"{role.name} artifact: {role.path}" in receipt


def _members(value: JsonValue) -> list[tuple[str, JsonValue]]:
    own = list(as_object(value).items())
    inner = [member for _, member in own] + list(as_array(value))
    return own + [pair for member in inner for pair in _members(member)]


@each_sample()
def test_a_summary_is_short_and_on_one_line(family: Family, sample: Sample) -> None:
    summary = project(sample.output).summary_text
    assert summary == summary.strip()
    assert len(summary) <= SUMMARY_CHARS
    assert "\n" not in summary
    assert family.samples


@each_sample()
def test_a_receipt_survives_the_loss_of_any_member_of_its_result(family: Family, sample: Sample) -> None:
    """What compaction may drop, and what another runtime may leave out, must not break the renderer."""
    value = to_json(project(sample.output, sink=MemorySink()))
    result = as_object(value["result"])
    for key in result:
        poorer = {name: member for name, member in result.items() if name != key}
        for changed in (poorer, {**result, key: None}, {**result, key: [{"unexpected": 1}, 2, "x"]}):
            if key == "artifacts":
                with pytest.raises(ConformanceError, match="artifact"):
                    from_json({**value, "result": changed})
            else:
                assert render(from_json({**value, "result": changed}))
    assert family.name


@each_tool()
def test_a_tool_is_described_by_what_exists(tool: ToolDefinition) -> None:
    named = set(re.findall(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b", tool.description))
    assert named <= set(TOOLS), "names a tool that is not there"
    fields = {key for key, _ in _members(schema_of(tool.arguments))} | set(_enum_values(schema_of(tool.arguments)))
    results = {key for key, _ in _members(schema_of(*tool.results))} | set(_enum_values(schema_of(*tool.results)))
    foreign = {key for other in all_tools() for key, _ in _members(schema_of(other.arguments))}
    quoted = set(re.findall(r"`([a-z_]+)`", tool.description))
    assert quoted <= fields | results | foreign


def _enum_values(value: JsonValue) -> list[str]:
    found = [str(member) for key, member in _members(value) if key == "const"]
    return found + [str(item) for key, member in _members(value) if key == "enum" for item in as_array(member)]


@each_tool()
def test_a_tool_refuses_fields_that_it_does_not_name(tool: ToolDefinition) -> None:
    schema = schema_of(tool.arguments)
    assert schema["additionalProperties"] is False
    assert not is_valid({"unheard_of": 1}, schema)
    assert "unheard_of" not in as_object(schema["properties"])


def test_the_items_of_a_batch_use_a_strict_subset_of_the_fields_of_a_single_command() -> None:
    single = set(as_object(schema_of(TOOLS["ExecCommand"].arguments)["properties"]))
    batch = schema_of(TOOLS["ExecCommandBatch"].arguments)
    items = set(as_object(as_object(as_object(batch["$defs"])["CommandStart"])["properties"]))
    assert items < single
    assert not set(as_object(batch["properties"])) & single


def test_the_startup_input_of_a_command_is_the_one_of_the_specification() -> None:
    properties = set(as_object(schema_of(TOOLS["ExecCommand"].arguments)["properties"]))
    assert " ".join(sorted(properties)) == ("accepts_input cmd login max_output_tokens shell tty workdir yield_time_ms")
