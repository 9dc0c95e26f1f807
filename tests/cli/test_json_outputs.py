"""Every command that prints JSON prints what a published schema describes."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest

from conformance.cli import group
from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.validation import violations
from tests.commands.test_schemas import SCHEMAS
from tests.scenarios.scenario import run_command, working_in

TOOLS = [{"name": "find_note", "inputSchema": {"type": "object", "properties": {"maxResults": {"type": "number"}}}}]
RECORD: JsonObject = {"tool_name": "find_note", "status": "done", "summary_text": "one", "result": {}, "error": None}
MESSAGE = {"type": "tool_result", "call_id": "1", "content": "one"}

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "report": (
        "check tools.json",
        "check tools.json other.json",
        "probe --source tools.json",
        "audit log.jsonl --inventory tools.json --coverage --census",
        "callback check messages.jsonl",
    ),
    "drift": ("drift tools.json other.json",),
    "rules": ("rules", "rules --profile mcp"),
    "cost": ("cost tools.json", "cost tools.json --budget 1"),
}
"""By the schema that describes their output, how each command is called."""
LIVE = {"callback tool", "callback runtime"}
"""Commands that need a system to talk to; they write their report as ``callback check`` does."""


def _json_commands(command: click.Command, name: str = "") -> Iterator[str]:
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            for one in command.list_commands(context):
                found = command.get_command(context, one)
                assert found is not None
                yield from _json_commands(found, f"{name} {one}".strip())
    elif any("--format" in one.opts for one in command.params):
        yield name


def test_each_command_with_a_format_is_called_here() -> None:
    called = {one for calls in COMMANDS.values() for one in calls}
    missing = [name for name in _json_commands(group) if not any(f"{one} ".startswith(f"{name} ") for one in called)]
    assert set(missing) == LIVE


@pytest.mark.parametrize("name", COMMANDS)
def test_its_json_is_what_the_schema_says(name: str, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS), "utf-8")
    (tmp_path / "other.json").write_text(json.dumps([{"name": "open", "inputSchema": {"type": "object"}}]), "utf-8")
    (tmp_path / "log.jsonl").write_text(f"{json.dumps(RECORD)}\n", "utf-8")
    (tmp_path / "messages.jsonl").write_text(f"{json.dumps(MESSAGE)}\n", "utf-8")
    for call in COMMANDS[name]:
        value = _output(tmp_path, f"conformance --quiet {call} --format json")
        assert list(violations(value, SCHEMAS[f"{name}.schema.json"])) == [], call
        broken: JsonValue = [*value, {}] if isinstance(value, list) else {"unknown": value}
        assert list(violations(broken, SCHEMAS[f"{name}.schema.json"])) != [], call


def _output(folder: Path, command: str) -> JsonValue:
    with working_in(folder):
        _, output = run_command(command)
    value: JsonValue = json.JSONDecoder().raw_decode(output)[0]  # an error line may follow the document
    return value


@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        ("cost empty.json", 1, "nothing was counted"),
        ("lower empty.json --to openai_strict", 1, "nothing was converted"),
        ("refresh written.json --source empty.json", 2, "lists no tools"),
    ],
)
def test_a_list_without_tools_is_no_success(tmp_path: Path, command: str, status: int, says: str) -> None:
    (tmp_path / "empty.json").write_text(json.dumps({"tools": []}), "utf-8")
    with working_in(tmp_path):
        ended, output = run_command(f"conformance {command}")
    assert (ended, says in output) == (status, True), output
    assert not (tmp_path / "written.json").exists()
