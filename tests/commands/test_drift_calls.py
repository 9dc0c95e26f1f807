"""Recorded calls show whom a break affects, and name exactly the calls that validation of all of them names."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.drift import DriftSettings, drift_between
from conformance.commands.recorded_calls import CallLog
from conformance.commands.reporters.markdown import render_drift as render_markdown
from conformance.commands.reporters.text import render_drift
from conformance.documents.values import as_object
from conformance.drift.compare import compare
from conformance.drift.policy import Policy
from conformance.drift.report import DriftReport, FailOn, report_value
from conformance.drift.usage import UsageCount
from conformance.errors import ConformanceError
from conformance.inventory.load import read_inventory
from conformance.schema.validation import is_valid
from conformance.systems.traces import trace_sources
from tests.cases import check_each


def _value(draw: random.Random, schema: Any) -> Any:
    """Return a value that is often valid: of the type that a schema states, or of another one."""
    if "enum" in schema and draw.random() < 0.9:
        return draw.choice(schema["enum"])
    kinds: Any = schema.get("type", "string")
    kind: str = kinds if isinstance(kinds, str) else draw.choice(list(kinds))
    if draw.random() < 0.03:
        kind = draw.choice(["string", "integer", "null"])
    if kind == "object":
        return _object(draw, schema, schema)
    if kind == "array":
        return [_value(draw, schema.get("items", {})) for _ in range(draw.randrange(3))]
    return {"string": "text", "integer": draw.choice([0, 1, 5, 1000]), "number": 0.5, "boolean": True}.get(kind)


def _object(draw: random.Random, schema: Any, other: Any) -> dict[str, Any]:
    members: dict[str, Any] = {**schema.get("properties", {}), **other.get("properties", {})}
    required: set[str] = set(schema.get("required", [])) if draw.random() < 0.9 else set[str]()
    chosen = (name for name in members if name in required or draw.random() < 0.25)
    return {name: _value(draw, members[name]) for name in chosen}


def test_drift_names_exactly_the_calls_that_validation_of_all_of_them_names(corpus: Path, tmp_path: Path) -> None:
    old, new = (read_inventory(corpus / "inventories" / name)[0] for name in OLD_AND_NEW)
    draw, log = random.Random(14), tmp_path / "calls.jsonl"
    names = [*{tool.name: None for tool in (*old.tools, *new.tools)}, "MadeUpTask"]
    schemas = {name: [tools.get(name) for tools in (old.tools_by_name, new.tools_by_name)] for name in names}
    with log.open("w") as lines:
        for number in range(10_000):
            name = draw.choice(names)
            was, now = (as_object(tool.input_schema if tool else None) for tool in schemas[name])
            block = {"type": "tool_use", "id": f"t{number}", "name": name, "input": _object(draw, was or now, now)}
            lines.write(json.dumps(block) + "\n")
    wanted: set[int] = set()
    for number, line in enumerate(log.read_text().splitlines(), 1):
        call = json.loads(line)
        was, now = schemas[call["name"]]
        accepted = was is not None and (was.input_schema is None or is_valid(call["input"], was.input_schema))
        if accepted and (now is None or not (now.input_schema is None or is_valid(call["input"], now.input_schema))):
            wanted.add(number)
    count = UsageCount(compare(old, new), old, new, most_first=10_000)
    named = {use.location.line for use in CallLog(trace_sources([str(log)])).uses() if count.add(use)}
    shown = {location.line for _, usage in count.usages for location in usage.first}
    assert named == shown == wanted
    assert 100 < len(wanted) < 5_000
    assert len({change.tool for change, usage in count.usages if usage.hits}) >= 4


@pytest.mark.long
def test_drift_names_exactly_the_results_that_validation_of_all_of_them_names(corpus: Path, tmp_path: Path) -> None:
    old, new = (read_inventory(corpus / "inventories" / name)[0] for name in WITH_AND_WITHOUT_RESULTS)
    schemas = {
        name: (tool.success_result_schema, new.tools_by_name[name].success_result_schema)
        for name, tool in old.tools_by_name.items()
        if name in new.tools_by_name
    }
    draw, log, names = random.Random(14), tmp_path / "calls.jsonl", [*schemas]
    with log.open("w") as lines:
        for number in range(10_000):
            name = draw.choice([one for one in names if schemas[one][0] is not None] if number % 2 else names)
            result = _object(draw, as_object(schemas[name][0]), {})
            status = "error" if number % 7 == 0 else "success"
            lines.write(json.dumps({"tool_name": name, "status": status, "result": result}) + "\n")
    wanted: set[int] = set()
    for number, line in enumerate(log.read_text().splitlines(), 1):
        said = json.loads(line)
        was, now = (schema is None or is_valid(said["result"], schema) for schema in schemas[said["tool_name"]])
        if now and not was and said["status"] == "success":
            wanted.add(number)
    count = UsageCount(compare(old, new), old, new, most_first=10_000)
    named = {use.location.line for use in CallLog(trace_sources([str(log)])).uses() if count.add(use)}
    shown = {location.line for _, usage in count.usages for location in usage.first}
    assert named == shown == wanted
    assert 100 < len(wanted) < 5_000


WITH_AND_WITHOUT_RESULTS = ("holon-29-d7dec6d0.json", "holon-28-c28b5620.json")
"""Versions of a real inventory of which only one states what some results are: without it, anything is allowed."""
OLD_AND_NEW = ("holon-00-ad0dd28e.json", "holon-28-c28b5620.json")
"""Versions of a real inventory between which fields and tools were removed and renamed."""

NOTES: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "text": {"type": "string", "maxLength": 100},
        "tag": {"type": "string"},
        "done": {"type": "boolean"},
    },
}


def _tool(name: str, schema: Any, **members: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": schema, **members}


def _use(number: int, given: Any, name: str = "add_note", day: int | None = None) -> dict[str, Any]:
    block = {"type": "tool_use", "id": f"t{number}", "name": name, "input": given}
    return block if day is None else {"timestamp": f"2026-01-{day:02}T00:00:00Z", "message": block}


def _drift(
    folder: Path, old: list[Any], new: list[Any], calls: list[Any], since: float | None = None, **policy: bool
) -> DriftReport:
    for name, tools in (("old.json", old), ("new.json", new)):
        (folder / name).write_text(json.dumps({"tools": tools}))
    (folder / "calls.jsonl").write_text("".join(json.dumps(call) + "\n" for call in calls))
    log = CallLog(trace_sources(["calls.jsonl"], folder), since)
    return drift_between(folder / "old.json", folder / "new.json", DriftSettings(Policy(**policy), calls=log))


def _without(name: str, **other: Any) -> dict[str, Any]:
    members = {key: value for key, value in NOTES["properties"].items() if key != name}
    return {**NOTES, "properties": {**members, **other}}


def _usages(report: DriftReport) -> dict[str, tuple[int, int, str]]:
    return {
        f"{one.change.kind} {one.change.field}".strip(): (one.usage.hits, one.usage.calls, one.usage.usage_class.value)
        for one in report.changes
        if one.usage is not None
    }


CALLS = [
    _use(1, {"text": "a", "tag": "x"}, day=1),
    _use(2, {"text": "b"}, day=2),
    _use(3, {"text": "c" * 60, "tag": "y"}, day=3),
    _use(4, {"text": 5}, day=4),
    _use(5, {"text": "d" * 60}, day=5),
    _use(6, {}, "made_up", day=6),
]


def test_each_break_has_the_calls_that_it_alone_refuses(tmp_path: Path) -> None:
    new = _without("tag", text={"type": "string", "maxLength": 50}, done={"const": True})
    report = _drift(tmp_path, [_tool("add_note", NOTES)], [_tool("add_note", new)], CALLS)
    usages = _usages(report)
    assert usages["field_removed tag"] == (2, 4, "broken")
    assert (2, 4, "broken") in [usage for name, usage in usages.items() if "tag" not in name]
    assert (0, 4, "unused") in usages.values()
    removed = next(one for one in report.changes if one.change.kind == "field_removed")
    assert removed.usage is not None
    assert [one.line for one in removed.usage.first] == [1, 3]
    assert removed.usage.sentence(is_output=False).endswith(
        "calls.jsonl:3:103 (from 2026-01-01T00:00:00Z to 2026-01-03T00:00:00Z)"
    )
    assert report.calls is not None
    assert (report.calls.calls, report.calls.known, report.calls.refused_before) == (6, 5, 1)


def test_calls_to_a_tool_that_is_gone_are_all_refused(tmp_path: Path) -> None:
    report = _drift(tmp_path, [_tool("add_note", NOTES)], [_tool("sum", {"type": "object"})], CALLS)
    assert _usages(report)["tool_removed"] == (4, 4, "broken")
    text = render_drift(report, tmp_path)
    assert "note: 4 of 4 recorded calls (100.0 %) would be refused: " in text
    assert "calls: 6 recorded calls: 1 to unknown tools, 1 refused before" in text


def test_results_count_in_the_other_direction(tmp_path: Path) -> None:
    def tool(kind: str) -> dict[str, Any]:
        schema = {"type": "object", "properties": {"id": {"type": kind}}, "required": ["id"]}
        return _tool("add_note", NOTES, outputSchema=schema)

    def answer(number: int, value: Any) -> dict[str, Any]:
        return {"type": "tool_result", "tool_use_id": f"t{number}", "content": json.dumps({"id": value})}

    calls = [*CALLS[:2], answer(1, 1), answer(2, "2")]
    report = _drift(tmp_path, [tool("integer")], [tool("string")], calls)
    (usage,) = [one.usage for one in report.changes if one.usage is not None]
    assert (usage.hits, usage.calls) == (1, 1)
    assert "1 of 1 recorded results (100.0 %) were not allowed before" in render_drift(report, tmp_path)


def test_a_break_that_nobody_uses_may_be_allowed(tmp_path: Path) -> None:
    old, new = [_tool("add_note", NOTES)], [_tool("add_note", _without("done"))]
    strict, lenient = (_drift(tmp_path, old, new, CALLS, fail_on_unused=value) for value in (True, False))
    assert [one.fails_on(FailOn.BREAKING) for one in (strict, lenient)] == [True, False]
    assert lenient.summary()["suppressed"] == 1
    assert "Unused: of 4 recorded calls none would be refused" in render_markdown(strict, tmp_path)
    used = _drift(tmp_path, old, [_tool("add_note", _without("tag"))], CALLS, fail_on_unused=False)
    assert used.fails_on(FailOn.BREAKING)


def test_a_break_is_not_proved_unused_by_calls_that_were_not_read(tmp_path: Path) -> None:
    old, new = [_tool("add_note", NOTES)], [_tool("add_note", _without("done"))]
    late = _drift(tmp_path, old, new, [_use(1, {"text": "a"})], since=1_767_312_000.0, fail_on_unused=False)
    assert late.fails_on(FailOn.BREAKING)
    with (tmp_path / "calls.jsonl").open("a") as log:
        log.write('{"type": "tool_use", "id": "t2", "name": "add_note", "input": {"done": tr\n')
    settings = DriftSettings(Policy(fail_on_unused=False), calls=CallLog(trace_sources(["calls.jsonl"], tmp_path)))
    cut = drift_between(tmp_path / "old.json", tmp_path / "new.json", settings)
    assert cut.fails_on(FailOn.BREAKING)
    assert cut.notes == ["1 line of the recorded calls cannot be read, so that no break is proved to be unused"]


def _call_block(call: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": call, "name": "add_note"}


@check_each(
    "unread",
    [
        {"type": "function_call", "call_id": "c1", "name": "add_note", "arguments": '{"done": tr'},
        {"type": "custom_tool_call", "call_id": "c1", "name": "add_note"},
        {"type": "tool_use", "id": "c1", "name": "add_note"},
        {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "add_note"}}]},
        {"type": "content_block_start", "content_block": {**_call_block("c1"), "input": {}}},
        {"body": 'event: x\ndata: {"content_block": {"type": "tool_use", "id": "c1", "name": "add_note"}}'},
        {"choices": [{"delta": {"tool_calls": [{"id": "c1", "function": {"name": "add_note", "arguments": ""}}]}}]},
        {
            "type": "response.output_item.added",
            "item": {"type": "function_call", "id": "fc1", "call_id": "c1", "name": "add_note", "arguments": ""},
        },
        {"kwargs": {"tool_calls": [{"name": "add_note", "args": {"done": True}, "id": "c1"}]}},
        {
            "role": "assistant",
            "content": [{"toolUse": {"toolUseId": "c1", "name": "add_note", "input": {"done": True}}}],
        },
        {
            "role": "assistant",
            "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "add_note", "args": {}}],
        },
        {"role": "assistant", "parts": [{"type": "tool-add_note", "toolCallId": "c1", "input": {"done": True}}]},
        {"parts": [{"functionCall": {"name": "add_note", "partialArgs": [{"jsonPath": "$.done", "boolValue": True}]}}]},
        {"parts": [{"function_call": {"name": "add_note", "will_continue": True}}]},
        {"span_id": "1", "attributes": {"gen_ai.tool.name": "add_note", "gen_ai.tool.call.arguments": ""}},
        {
            "span_id": "1",
            "attributes": {
                "traceloop.span.kind": "tool",
                "traceloop.entity.name": "add_note",
                "traceloop.entity.input": '{"inputs": {"done": true}}',
            },
        },
    ],
)
def test_a_break_is_not_proved_unused_by_a_call_whose_input_cannot_be_read(tmp_path: Path, unread: Any) -> None:
    old, new = [_tool("add_note", NOTES)], [_tool("add_note", _without("done"))]
    report = _drift(tmp_path, old, new, [_use(1, {"text": "a"}), unread], fail_on_unused=False)
    assert report.fails_on(FailOn.BREAKING)
    (note,) = report.notes
    assert note.startswith("1 recorded call has no input that can be read")
    assert report.calls is not None
    assert report.calls.refused_before == 0


@check_each(
    "lines",
    [
        # the pieces of a stream come before the whole call
        [{"type": "content_block_start", "content_block": _call_block("c1")}, {**_call_block("c1"), "input": {}}],
        [
            {"type": "response.output_item.added", "item": {"type": "function_call", "id": "fc1", "call_id": "c1"}},
            {"type": "function_call", "id": "fc1", "call_id": "c1", "name": "add_note", "arguments": "{}"},
        ],
        # what only looks like a call: of no tool of the list, in a definition, in what was said, in an input
        [{"type": "tool_use", "id": "c1", "name": "elsewhere"}],
        [{"tools": [{"id": "c1", "name": "add_note"}]}],
        [{"role": "user", "content": '{"id": "c1", "name": "add_note"}'}],
        [{"type": "tool_use", "id": "c2", "name": "add_note", "input": {"text": "a", "tag": "b"}}],
    ],
)
def test_a_call_that_is_read_in_full_or_is_none_keeps_no_break_from_being_unused(tmp_path: Path, lines: Any) -> None:
    old, new = [_tool("add_note", NOTES)], [_tool("add_note", _without("done"))]
    report = _drift(tmp_path, old, new, [_use(1, {"text": "a"}), *lines], fail_on_unused=False)
    assert report.notes == []
    assert not report.fails_on(FailOn.BREAKING)


def test_a_call_for_which_the_search_for_a_pattern_gives_up_is_undecided(tmp_path: Path) -> None:
    old, new = (
        [_tool("add_note", {"properties": {"text": {"pattern": one}, "tag": {"maxLength": most}}})]
        for one, most in (("!$", 9), (r"^(a|aa)+\1$|!$", 8))
    )
    report = _drift(tmp_path, old, new, [_use(1, {"text": "a" * 60 + "!"})], fail_on_unused=False)
    assert report.calls is not None
    assert (report.calls.known, report.calls.undecided) == (1, 1)
    # the break is not accepted as unused
    assert _usages(report)["max_length_changed"] == (0, 1, "unmeasured")
    assert report.fails_on(FailOn.BREAKING)
    assert "unmeasured: 1 of the recorded calls could not be judged" in render_drift(report, tmp_path)


def test_a_break_is_not_proved_unused_by_calls_of_tools_under_other_names(tmp_path: Path) -> None:
    old, new = [_tool("add_note", NOTES)], [_tool("add_note", _without("done"))]
    call = {"type": "tool_use", "id": "t1", "name": "mcp__notes__add_note", "input": {"done": True}}
    assert _drift(tmp_path, old, new, [call], fail_on_unused=False).fails_on(FailOn.BREAKING)


def test_calls_before_a_moment_are_left_out(tmp_path: Path) -> None:
    old, new = [_tool("add_note", NOTES)], [_tool("add_note", _without("tag"))]
    report = _drift(tmp_path, old, new, [*CALLS, _use(9, {"tag": "z"})], since=1_767_312_000.0)  # 2026-01-02
    assert _usages(report)["field_removed tag"] == (1, 3, "broken")
    assert report.notes == ["1 recorded call has no time, and `--since` leaves them out"]


def test_a_change_that_is_not_about_what_is_valid_cannot_be_measured(tmp_path: Path) -> None:
    report = _drift(tmp_path, [_tool("add_note", NOTES)], [_tool("add_note", NOTES, title="x")], CALLS)
    assert _usages(report) == {}
    for name, family in (("old.json", "a"), ("new.json", "b")):
        tools = [{**_tool("add_note", NOTES), "input_schema": NOTES, "family": family}]
        (tmp_path / name).write_text(json.dumps({"version": 2, "source_of_truth": {}, "tools": tools}))
    log = CallLog(trace_sources(["calls.jsonl"], tmp_path))
    report = drift_between(tmp_path / "old.json", tmp_path / "new.json", DriftSettings(calls=log))
    assert _usages(report)["capability_changed"] == (0, 0, "unmeasured")


def test_a_trace_without_a_call_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="contains no call of a tool"):
        _drift(tmp_path, [_tool("add_note", NOTES)], [_tool("add_note", NOTES)], [{"jsonrpc": "2.0", "method": "ping"}])


def test_the_json_report_has_the_usage_and_matches_its_schema(tmp_path: Path) -> None:
    report = _drift(tmp_path, [_tool("add_note", NOTES)], [_tool("add_note", _without("tag"))], CALLS)
    value: Any = report_value(report)
    assert value["changes"][0]["usage"]["refused"] == 2
    schema = json.loads((Path(__file__).parents[2] / "schemas" / "drift.schema.json").read_text())
    assert is_valid(value, schema)
