"""Sentences of the RFC on results that hold for the whole reference contract and that no rule can see from outside."""

import ast
import json
from typing import Any

import pytest
from msgspec.structs import fields

from conformance.contract import complete_output_json
from conformance.contract.artifacts import MemorySink
from conformance.contract.bounds import Bounds
from conformance.contract.budgets import SMALLEST_PREVIEW, Budget
from conformance.contract.compaction import CompactionPolicy, compact
from conformance.contract.complete_output import CompleteOutput, success_output
from conformance.contract.envelope import Success, to_json
from conformance.contract.families import all_families, all_tools
from conformance.contract.families._command_shapes import Finished
from conformance.contract.families.patch import ChangedFile, PatchFull
from conformance.contract.families.task_output import TaskOutputFull
from conformance.contract.family import ToolDefinition
from conformance.contract.free_texts import free_texts
from conformance.contract.projection import project
from conformance.contract.references import roles_in
from conformance.contract.rendering import render
from conformance.contract.shapes import schema_of
from conformance.documents.values import JsonValue, as_array, as_object
from conformance.errors import ConformanceError
from conformance.inventory import EMPTY_INVENTORY
from conformance.systems.surface.envelopes import EnvelopeRecord
from tests.architecture.imports import imports_of, modules
from tests.cases import check_each

FAMILIES = all_families()
TOOLS = {tool.name: tool for tool in all_tools()}
SAMPLES = {f"{name}/{sample.name}": sample.output for name, family in FAMILIES.items() for sample in family.samples}
SMALL = {
    name: output
    for name, output in SAMPLES.items()
    if output.result is not None and not TOOLS[output.tool_name].complete_shapes
}
CONFIRMING = {
    *("CreateWorkItem", "UpdateWorkItem", "PickWorkItem", "CompleteWorkItem"),
    *("ApplyPatch", "UseWorkspace", "Enqueue", "WaitFor", "TaskInput", "TaskStop"),
}
CONFIRMATIONS = {
    name: output for name, output in SAMPLES.items() if output.result is not None and output.tool_name in CONFIRMING
}
LOG = "".join(f"test case_{number:04} ... ok\n" for number in range(2_000))
FILES = tuple(ChangedFile(action="modify", path=f"src/module_{number}.py") for number in range(200))
TASK = next(output.result.task for output in SAMPLES.values() if isinstance(output.result, TaskOutputFull))
RUN = success_output("ExecCommand", "command exited with status 0", Finished(exit_status=0, stdout=LOG))
READ = success_output(
    "TaskOutput", "task_123 completed", TaskOutputFull(retrieval_status="success", task=TASK, output=LOG)
)
REPORT = success_output(
    "TaskOutput", "task_123 ended", TaskOutputFull(retrieval_status="success", task=TASK, report=LOG)
)
PATCH = success_output("ApplyPatch", "200 files changed", PatchFull(changed_files=FILES, diff=LOG))
LARGE = {"stdout": RUN, "output": READ, "result": REPORT, "diff": PATCH}
"""Each by the role of the text in it that is large."""


def each(outputs: dict[str, CompleteOutput]) -> Any:
    return check_each("output", outputs.values(), ids=outputs)


def shown(output: CompleteOutput, sink: MemorySink | None = None) -> dict[str, Any]:
    """The result of a success."""
    envelope = project(output, sink=sink)
    assert isinstance(envelope, Success)
    return dict(envelope.result)


def keys_of(value: JsonValue) -> set[str]:
    inner = [*as_object(value).values(), *as_array(value)]
    return set(as_object(value)) | {key for member in inner for key in keys_of(member)}


def reached_from(module: str) -> set[str]:
    """The modules of the contract that one reaches through imports."""
    known = modules()
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        current = waiting.pop()
        reached.add(current)
        for found in imports_of(current, ast.walk(ast.parse(known[current].read_text("utf-8")))):
            targets = {found.name, found.name.rpartition(".")[0]} & set(known)
            waiting += [name for name in targets if name.startswith("conformance.contract.") and name not in reached]
    return {name.removeprefix("conformance.contract.") for name in reached}


def test_a_complete_output_has_the_outer_fields_and_no_place_for_a_receipt() -> None:
    assert [field.name for field in fields(CompleteOutput)] == [
        "tool_name", "status", "summary_text", "result", "error",
    ]  # fmt: skip
    written = complete_output_json.to_json(RUN)
    for foreign in ("receipt", "rendered_receipt", "artifacts"):
        with pytest.raises(ConformanceError, match=foreign):
            complete_output_json.from_json({**written, foreign: "Process exited with code 0"})


@each(SMALL)
def test_a_small_result_carries_nothing_about_truncation_or_artifacts(output: CompleteOutput) -> None:
    keys = keys_of(shown(output, MemorySink()))
    assert keys
    assert [key for key in sorted(keys) if "truncated" in key or "artifact" in key or key.endswith("_preview")] == []


@check_each("tool", TOOLS.values(), ids=TOOLS)
def test_a_flag_of_truncation_is_promised_only_beside_what_can_be_cut(tool: ToolDefinition) -> None:
    for result in tool.results:
        keys = keys_of(schema_of(result))
        cut = {key.removesuffix("_truncated") for key in keys if key.endswith("_truncated")}
        assert cut <= {key.removesuffix("_preview") for key in keys}
        assert "truncated" not in keys or any(key.endswith("_preview") for key in keys)
        assert not (cut or "truncated" in keys) or "artifacts" in keys


def test_each_tool_that_confirms_has_a_sample() -> None:
    assert {output.tool_name for output in CONFIRMATIONS.values()} == CONFIRMING


@each(CONFIRMATIONS)
def test_a_confirmation_is_shorter_than_the_envelope_and_no_json(output: CompleteOutput) -> None:
    envelope = project(output)
    receipt = render(envelope)
    assert len(receipt) < len(json.dumps(to_json(envelope), ensure_ascii=False))
    assert [line for line in receipt.split("\n") if line.startswith(("{", "[{", '"'))] == []


@pytest.mark.parametrize("tool", [tool for tool in TOOLS.values() if tool.complete_shapes], ids=lambda tool: tool.name)
def test_what_a_tool_produces_in_full_has_no_field_of_its_name_in_the_result(tool: ToolDefinition) -> None:
    results = {key for result in tool.results for key in result.model_fields}
    raw = {key for shape in tool.complete_shapes for key, field in shape.model_fields.items() if field.default == ""}
    assert raw & results == set()


@each(LARGE)
def test_however_large_an_output_is_the_outer_envelope_stays(output: CompleteOutput) -> None:
    for envelope in (project(output, sink=MemorySink()), compact(project(output), CompactionPolicy(0))):
        written = to_json(envelope)
        assert list(written) == ["tool_name", "status", "summary_text", "result", "error"]
        assert (written["tool_name"], written["status"], written["summary_text"], written["error"]) == (
            output.tool_name, "success", output.summary_text, None,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("owner", "output"),
    [("command", RUN), ("task_output", READ), ("task_output", REPORT), ("patch", PATCH)],
    ids=["stdout", "output", "report", "patch"],
)
def test_each_family_bounds_what_is_large_in_it_by_the_budget_it_is_given(owner: str, output: CompleteOutput) -> None:
    family = FAMILIES[owner]
    assert output.tool_name in {tool.name for tool in family.tools}
    for chars in (SMALLEST_PREVIEW, 1_000):
        assert output.result
        bounds = Bounds(output.tool_name, Budget(preview_chars=chars, listed_items=3), MemorySink())
        result = family.project(output.result, bounds).to_json()
        previews = [text.text for text in free_texts(result) if text.is_preview]
        assert previews
        assert sum(map(len, previews)) <= chars
        assert len(as_array(result.get("changed_files"))) <= 3


@pytest.mark.parametrize(("role", "output"), LARGE.items(), ids=LARGE)
def test_what_is_large_is_shown_once_and_kept_whole_in_the_artifact_of_its_role(
    role: str, output: CompleteOutput
) -> None:
    sink = MemorySink()
    result = shown(output, sink)
    path = next(found.path for found in roles_in(result) if found.name == role)
    assert sink.texts[path or ""] == LOG
    assert json.dumps(to_json(project(output))).count(LOG.splitlines()[0]) == 1
    assert any(value is True for key, value in result.items() if key.endswith("truncated"))


@each(SAMPLES)
def test_compaction_keeps_every_handle_at_any_size(output: CompleteOutput) -> None:
    envelope = project(output, sink=MemorySink())
    for size in (0, 300):
        before, after = (
            [(handle.pointer, handle.value) for handle in EnvelopeRecord(to_json(one), EMPTY_INVENTORY).handles]
            for one in (envelope, compact(envelope, CompactionPolicy(size)))
        )
        assert after == before


def test_compaction_knows_neither_receipts_nor_providers_nor_where_full_texts_are_kept() -> None:
    reached = reached_from("conformance.contract.compaction")
    assert {"envelope", "free_texts", "previews"} <= reached
    strangers = {"artifacts", "projection", "receipt", "rendering", "stored", "transports", "families", "family"}
    assert {name for name in reached if name.partition(".")[0] in strangers} == set()


def test_a_transport_is_handed_its_receipt_and_makes_none() -> None:
    for name in ("anthropic", "gemini", "mcp", "openai_chat", "openai_responses"):
        reached = reached_from(f"conformance.contract.transports.{name}")
        assert "envelope" in reached
        assert reached & {"receipt", "rendering", "projection", "compaction"} == set()


def test_rendering_reads_the_canonical_result_and_keeps_nothing() -> None:
    source = modules()["conformance.contract.rendering"].read_text("utf-8")
    imported = {name.name for name in imports_of("", ast.walk(ast.parse(source)))}
    assert any(name.startswith("conformance.contract.envelope.") for name in imported)
    strangers = ("artifacts.", "complete_output", "compaction", "projection", "stored", "transports")
    assert [name for name in imported if name.removeprefix("conformance.contract.").startswith(strangers)] == []
