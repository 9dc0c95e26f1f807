"""The schema of a tool's input and the parser of its arguments accept and refuse the same."""

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from conformance.contract.families import all_tools
from conformance.contract.family import ToolDefinition
from conformance.contract.shapes import schema_of
from conformance.documents.values import JsonValue, as_object, compact_json
from conformance.inventory.normalise import normalise
from conformance.schema.validation import is_valid
from tests.cases import check_each

TOOLS = {tool.name: tool for tool in all_tools()}
VALID: dict[str, list[dict[str, Any]]] = {
    "AgentGet": [{}],
    "ApplyPatch": [{"patch": "--- a/x\n+++ b/x\n"}],
    "CompleteWorkItem": [{"work_item_id": "wi_1"}],
    "CreateWorkItem": [
        {"objective": "o"},
        {"objective": "o", "plan": "p", "plan_status": "ready", "todo_list": [{"text": "t", "state": "pending"}]},
        {"objective": "o" * 1_000, "todo_list": None},
    ],
    "Enqueue": [{"text": "t"}, {"text": "t", "priority": "background"}],
    "ExecCommand": [
        {"cmd": "true"},
        {"cmd": "1", "workdir": "2024", "shell": "sh", "login": True, "tty": False, "accepts_input": True},
        {"cmd": "c", "yield_time_ms": 5.0, "max_output_tokens": 40, "workdir": None},
    ],
    "ExecCommandBatch": [{"items": [{"cmd": "a"}, {"cmd": "b", "yield_time_ms": 1}], "stop_on_error": False}],
    "GetWorkItem": [{"work_item_id": "wi_1", "include_todo_list": True}],
    "ListWorkItems": [{}, {"filter": "current", "limit": 50, "include_todo_list": False}],
    "MemoryGet": [{"source_ref": "r", "max_chars": 160}],
    "MemorySearch": [{"query": "q", "limit": 1, "include_all_workspaces": True}],
    "PickWorkItem": [{"work_item_id": "wi_1", "reason": None}],
    "SpawnAgent": [
        {"agent": {"preset": "private_child", "initial_message": "m"}},
        {"agent": {"preset": "public_named", "agent_id": "a"}, "model": {"provider": "p", "model": "m"}},
        {"agent": {"preset": "private_child", "initial_message": "m", "workspace_mode": "worktree"}, "model": None},
    ],
    "TaskInput": [{"task_id": "t", "input": "1"}],
    "TaskList": [{}, {"limit": 1}],
    "TaskOutput": [{"task_id": "t", "timeout_ms": 0}],
    "TaskStatus": [{"task_id": "t"}],
    "TaskStop": [{"task_id": "t"}],
    "UpdateWorkItem": [{"work_item_id": "w", "objective": None, "todo_list": []}],
    "UseWorkspace": [
        {"target": {"kind": "directory", "path": "/projects/app"}, "cwd": "src", "isolation": {"label": "x"}},
        {"target": {"kind": "known", "workspace_id": "agent_home"}, "isolation": {}},
    ],
    "WaitFor": [
        {"wake": {"kind": "task_result", "task_id": "t"}, "reason": "r", "recheck_after_ms": 1_000},
        {"wake": {"kind": "external", "resource": None}, "reason": "r"},
        {"wake": {"kind": "operator_input"}, "reason": "r"},
    ],
    "WebFetch": [{"url": "https://example.org", "extract_mode": "raw", "max_chars": 8_000}],
    "WebSearch": [{"query": "q", "max_results": 20}],
}
ODD: tuple[JsonValue, ...] = (
    None, True, 0, 1, -1, 1.5, 10**9, "", "x", "42", "true", "x" * 9_000, [], {}, ["x"], [{}], {"kind": "task_result"},
)  # fmt: skip


@check_each("tool", TOOLS.values(), ids=TOOLS)
def test_what_is_meant_is_accepted_by_both(tool: ToolDefinition) -> None:
    for value in VALID[tool.name]:
        assert is_valid(value, schema_of(tool.arguments)), value
        assert _parses(tool, value), value


@check_each("tool", TOOLS.values(), ids=TOOLS)
def test_near_misses_are_judged_alike_by_schema_and_parser(tool: ToolDefinition) -> None:
    schema = normalise(schema_of(tool.arguments))
    judged = {compact_json(value): (is_valid(value, schema), _parses(tool, value)) for value in _near_misses(tool)}
    assert [text for text, (by_schema, by_parser) in judged.items() if by_schema != by_parser] == []
    assert {by_schema for by_schema, _ in judged.values()} >= {False}


def _near_misses(tool: ToolDefinition) -> Iterator[JsonValue]:
    yield from ODD
    for value in VALID[tool.name]:
        yield {**value, "unheard_of": 1}
        for key, member in value.items():
            yield {name: other for name, other in value.items() if name != key}
            yield from ({**value, key: odd} for odd in ODD)
            for inner in as_object(member):
                yield {**value, key: {name: other for name, other in member.items() if name != inner}}
                yield from ({**value, key: {**member, inner: odd}} for odd in ODD)
            if isinstance(member, dict):
                yield {**value, key: {**member, "unheard_of": 1}}
            if isinstance(member, list):
                yield {**value, key: [*member, {"unheard_of": 1}]}
                yield {**value, key: member * 60}


def _parses(tool: ToolDefinition, value: JsonValue) -> bool:
    try:
        tool.arguments.model_validate(value)
    except ValidationError:
        return False
    return True


@check_each("tool", TOOLS.values(), ids=TOOLS)
def test_a_variant_shows_in_the_schema_without_combinators_at_the_root(tool: ToolDefinition) -> None:
    schema = as_object(normalise(schema_of(tool.arguments)))
    assert schema["type"] == "object"
    assert not {"anyOf", "oneOf", "allOf", "not", "if", "$ref", "$defs"} & schema.keys()


@check_each(
    ("tool", "value"),
    [
        ("WaitFor", {"wake": {"kind": "task_result"}, "reason": "r"}),
        ("WaitFor", {"wake": {"kind": "operator_input", "task_id": "t"}, "reason": "r"}),
        ("SpawnAgent", {"agent": {"preset": "private_child"}}),
        ("SpawnAgent", {"agent": {"preset": "private_child", "initial_message": "m", "agent_id": "a"}}),
        ("SpawnAgent", {"agent": {"preset": "public_named", "agent_id": "a", "workspace_mode": "worktree"}}),
        ("UseWorkspace", {"target": {"kind": "directory", "workspace_id": "ws"}}),
        ("ExecCommand", {"cmd": "c", "exit_status": 0}),
        ("ExecCommandBatch", {"items": [{"cmd": "c", "tty": True}]}),
        ("ExecCommandBatch", {"items": []}),
        ("ExecCommandBatch", {"items": [{"cmd": "c"}] * 13}),
    ],
)
def test_what_the_runtime_would_refuse_the_schema_refuses(tool: str, value: JsonValue) -> None:
    assert not is_valid(value, schema_of(TOOLS[tool].arguments))
    assert not _parses(TOOLS[tool], value)
