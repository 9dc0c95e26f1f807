"""``check --fix`` edits a file where an edit fixes a finding, proves what that changes, and touches nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.cli import _fixes
from conformance.commands import fix
from conformance.findings import Problem
from tests.scenarios.scenario import run_command, working_in

Schema = dict[str, Any]

POLICY = {"stable": "kept", "experimental": "may change"}


def _mcp(*schemas: Schema) -> str:
    tools = [
        {"name": name, "description": f"Reads {name}.", "inputSchema": schema, "annotations": {"readOnlyHint": True}}
        for name, schema in zip(("find_note", "list_books", "list_days", "list_maps"), schemas, strict=False)
    ]
    return json.dumps({"tools": tools}, indent=1)


def _own(stability: str, **properties: Schema) -> str:
    """Return an inventory of this project with one tool of a stability."""
    schema = {"type": "object", "additionalProperties": False, "properties": properties, "required": list(properties)}
    tool = {"name": "ListTasks", "family": "core_agent", "stability": stability, "description": "List active tasks."}
    source = {"tool_definitions": "src", "input_schemas": "src"}
    tools = [{**tool, "input_schema": schema}]
    return json.dumps({"version": 2, "source_of_truth": source, "stability_policy": POLICY, "tools": tools}, indent=2)


def _run(folder: Path, text: str, command: str) -> tuple[int, str, str]:
    """Return exit status, output and the new text of a file after a command."""
    file = folder / "tools.json"
    file.write_bytes(text.encode())
    with working_in(folder):
        status, output = run_command(f"conformance check tools.json {command}")
    return status, output, file.read_bytes().decode()


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "additionalProperties": False, "properties": properties}


# A fixable schema, what the fixed one has at its end, and what the proof says.
FIXED: list[tuple[Schema, Schema, str]] = [
    (
        {"type": "object", "properties": {"query": {"type": "string"}}},
        {"type": "object", "properties": {"query": {"type": "string"}}, "additionalProperties": False},
        'refuses only inputs such as {"',
    ),
    (
        _object(view={"type": "string", "description": "One of `tree` or `flat`."}),
        _object(view={"type": "string", "description": "One of `tree` or `flat`.", "enum": ["tree", "flat"]}),
        "refuses only inputs such as",
    ),
    (
        _object(depth={"type": "integer", "description": "How deep to look, at most 8."}),
        _object(depth={"type": "integer", "description": "How deep to look, at most 8.", "maximum": 8}),
        'refuses only inputs such as {"depth":9}',
    ),
    (
        _object(depth={"type": "integer", "description": "How deep to look (default 3)."}),
        _object(depth={"type": "integer", "description": "How deep to look (default 3).", "default": 3}),
        "accepts exactly the same inputs",
    ),
    (
        _object(limit={"type": ["number", "null"], "description": "How many notes."}),
        _object(limit={"type": ["integer", "null"], "description": "How many notes."}),
        'refuses only inputs such as {"limit":0.5}',
    ),
]


@pytest.mark.parametrize(("schema", "fixed", "sentence"), FIXED)
def test_a_fix_is_what_the_help_says_and_nothing_else_moves(
    schema: Schema, fixed: Schema, sentence: str, tmp_path: Path
) -> None:
    before = _mcp(schema)
    status, output, after = _run(tmp_path, before, "--diff")
    assert (status, after) == (1, before)
    assert "--- tools.json\n+++ tools.json\n@@ " in output
    assert sentence in output
    assert "would fix 1 finding" in output
    status, output, after = _run(tmp_path, before, "--fix")
    assert (status, after) == (0, _mcp(fixed))
    assert sentence in output
    assert "tools.json: fixed 1 finding" in output
    assert "fixed[" not in _run(tmp_path, after, "--fix")[1]


# What the rules report and a person has to decide.
LEFT: list[Schema] = [
    {"type": "object", "properties": {"query": {"type": "string"}}, "additionalProperties": True},
    {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "anyOf": [{"properties": {"b": {"type": "string"}}}, {}],
    },
    {"type": "object", "properties": {"a": {"type": "string"}}, "minProperties": 2},
    _object(depth={"type": "integer", "default": 9, "description": "How deep to look, at most 8."}),
    _object(target={"type": "string", "description": "What to write (default: page.pdf)"}),
    _object(limit={"$ref": "#/$defs/size", "description": "How many."}) | {"$defs": {"size": {"type": "number"}}},
    _object(since={"type": "number", "description": "Unix timestamp in seconds."}),
    *(
        _object(depth={"type": "integer", "description": text})
        for text in (
            "From 1 to 10k levels, and 20000 at night.",
            "At most 3 levels; deeper values are treated as 3.",
            "Max levels. Default: 10. Max: 5",
            "At most 5; larger values need a key.",
            "Between 2 and 9, usually.",
            "At least 18, or 16 by consent.",
        )
    ),
    *(
        _object(view={"type": "string", "description": text})
        for text in (
            "One of 'tree', 'flat'; empty for none",
            "One of `tree`, `flat` (case-insensitive)",
            "View. One of: tree, flat. Multiple allowed, e.g. tree,flat",
            "One of 'tree', 'flat'. Unknown values fall back to 'tree'.",
            "One of 'tree', 'flat', or null",
        )
    ),
    *(
        {"type": "object", "properties": {"query": {"type": "string"}}, "description": text}
        for text in ("Extra fields are passed through.", "Any other argument is sent to the API.")
    ),
]


@pytest.mark.parametrize("schema", LEFT)
def test_what_only_a_person_can_decide_is_left(schema: Schema, tmp_path: Path) -> None:
    before = _mcp(schema)
    _, output, after = _run(tmp_path, before, "--fix")
    assert after == before
    assert "tools.json: fixed 0 findings" in output
    assert "[" in output, "there is a finding"


_OPEN: Schema = {"type": "object", "properties": {"query": {"type": "string"}}}
_COUNT: Schema = {"type": "number", "description": "How many notes."}


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        (LEFT[0], ""),
        (LEFT[1], ""),
        ({"type": "object", "properties": {"a": {}}, "allOf": [{"properties": {"b": {"type": "string"}}}]}, ""),
        (_OPEN | {"default": {"word": 1}}, "it would cause a finding of `default_valid`"),
        (
            {"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}},
            "its effect could not be proved",
        ),
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_tool_that_is_not_fixed_keeps_no_other_one_from_it(
    schema: Schema, why: str, is_first: bool, tmp_path: Path
) -> None:
    """The others are closed, the finding stays for the one, and what was tried in vain is said."""
    pair = (schema, _OPEN) if is_first else (_OPEN, schema)
    _, output, after = _run(tmp_path, _mcp(*pair), "--fix --no-cache")
    by_name = {tool["name"]: tool["inputSchema"] for tool in json.loads(after)["tools"]}
    left, closed = ("find_note", "list_books") if is_first else ("list_books", "find_note")
    assert (by_name[left], by_name[closed]) == (schema, _OPEN | {"additionalProperties": False}), output
    assert f"info[mcp_open_inputs]: tool `{left}` accepts unknown arguments" in output
    assert ("not fixed[mcp_open_inputs]" in output, why in output) == (bool(why), True)
    for label, name in (("fixed", closed), ("not fixed", left)):
        told = [
            line for line in output.splitlines() if line.startswith(f"  {label}[mcp_open_inputs]: tools `find_note`, ")
        ]
        assert [line.endswith(f"(here: `{name}`)") for line in told] == [True] * bool(why), output
    assert "fixed 1 finding" in output


def test_an_object_that_a_person_decides_on_keeps_no_other_one_of_its_tool_open(tmp_path: Path) -> None:
    inner: Schema = {**_OPEN, "anyOf": [{"properties": {"word": {}}}, {}]}
    _, output, after = _run(tmp_path, _mcp({"type": "object", "properties": {"inner": inner}}), "--fix")
    schema = json.loads(after)["tools"][0]["inputSchema"]
    assert schema == {"type": "object", "properties": {"inner": inner}, "additionalProperties": False}
    assert "tool `find_note` accepts unknown fields in nested objects" in output.split("fixed 1 finding")[1]


def test_a_count_with_its_type_in_a_shared_definition_keeps_no_other_one_from_a_fix(tmp_path: Path) -> None:
    shared = _object(max_results={"$ref": "#/$defs/size", "description": "How many."}) | {
        "$defs": {"size": {"type": "number"}}
    }
    _, output, after = _run(tmp_path, _mcp(shared, _object(limit=_COUNT)), "--fix")
    first, second = (tool["inputSchema"] for tool in json.loads(after)["tools"])
    assert (first, second) == (shared, _object(limit=_COUNT | {"type": "integer"}))
    assert (
        "[count_is_integer]: field `max_results` is a whole number, but accepts fractions"
        in output.split("fixed 1 finding")[1]
    )


def test_an_object_inside_a_union_or_a_definition_is_closed_where_nothing_else_describes_it(tmp_path: Path) -> None:
    note = {"type": "object", "properties": {"text": {"type": "string"}}}
    schema = _object(note={"anyOf": [{"$ref": "#/$defs/Note"}, {"type": "null"}]}) | {"$defs": {"Note": note}}
    _, _, after = _run(tmp_path, _mcp(schema), "--fix")
    closed = json.loads(after)["tools"][0]["inputSchema"]["$defs"]["Note"]
    assert closed == {**note, "additionalProperties": False}
    shared = schema | {"properties": {"note": {"allOf": [{"$ref": "#/$defs/Note"}], "properties": {"id": {}}}}}
    assert _run(tmp_path, _mcp(shared), "--fix")[2] == _mcp(shared)


def test_names_are_changed_in_experimental_tools_and_never_in_stable_ones(tmp_path: Path) -> None:
    schema: Schema = {"taskKind": {"type": "string", "enum": ["dueToday", "other"], "default": "dueToday"}}
    _, output, after = _run(tmp_path, _own("experimental", **schema), "--fix")
    tool = json.loads(after)["tools"][0]["input_schema"]
    renamed = {"task_kind": {"type": "string", "enum": ["due_today", "other"], "default": "due_today"}}
    assert (tool["properties"], tool["required"]) == (renamed, ["task_kind"])
    assert "refuses inputs such as" in output
    assert ", and accepts others, such as" in output
    for stability in ("stable", "deprecated"):
        before = _own(stability, **schema)
        assert _run(tmp_path, before, "--fix")[2] == before


def test_a_finding_that_the_edit_for_another_one_removes_is_not_listed_as_left(tmp_path: Path) -> None:
    inventory = json.loads(_own("experimental", taskId={"type": "string"}))
    inventory["tools"].append({**inventory["tools"][0], "name": "StopTask", "description": "Stop a task."})
    _, output, after = _run(tmp_path, json.dumps(inventory, indent=2), "--fix")
    assert "taskId" not in after
    assert "not fixed" not in output
    assert 'sets an entry of "required" to "task_id"' in output


def test_a_name_that_a_text_mentions_is_left_to_who_words_the_text(tmp_path: Path) -> None:
    before = _own("experimental", taskKind={"type": "string", "description": "Which taskKind to list."})
    assert _run(tmp_path, before, "--fix")[2] == before


def test_a_fix_that_causes_another_finding_is_not_made_and_named(tmp_path: Path) -> None:
    schema = _object(order={"type": "string", "default": "up", "description": "One of `asc` or `desc`."})
    status, output, _ = _run(tmp_path, _mcp(schema), "--fix --fail-on info")
    assert status == 1
    assert "not fixed[closed_value_set_in_prose]" in output
    assert (
        'sets "enum": ["asc", "desc", "up"]: not done, because it would cause a finding of `enum_values_documented`'
        in output
    )


def test_the_same_edit_of_a_field_that_several_tools_have_is_made_in_all_of_them_or_in_none(tmp_path: Path) -> None:
    level = _object(level={"type": "string", "description": "One of `low` or `high`."})
    refused = _object(order={"type": "string", "default": "up", "description": "One of `asc` or `desc`."})
    _, output, after = _run(tmp_path, _mcp(level, level, level, refused), "--fix")
    enums = [tool["inputSchema"]["properties"].get("level", {}).get("enum") for tool in json.loads(after)["tools"]]
    assert enums == [["low", "high"]] * 3 + [None], output
    assert output.count("not fixed[") == 1


def test_a_field_that_only_a_person_can_decide_on_keeps_no_other_one_of_its_tool_from_a_fix(tmp_path: Path) -> None:
    view = {"type": "string", "description": "One of `tree` or `flat`."}
    kind = {"type": "string", "description": "One of `book` or `map`, with an index."}
    _, output, after = _run(tmp_path, _mcp(_object(kind=kind, view=view)), "--fix")
    fields = json.loads(after)["tools"][0]["inputSchema"]["properties"]
    assert fields == {"kind": kind, "view": {**view, "enum": ["tree", "flat"]}}, output


def test_what_is_said_of_a_fix_shows_no_secret_that_the_schema_holds(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    schema: Schema = {"type": "object", "properties": {"a": {"type": "string"}, token: {}}, "required": ["a", token]}
    status, output, _ = _run(tmp_path, _mcp(schema), "--diff")
    notes = [line for line in output.splitlines() if line.startswith("    note: refuses only inputs such as")]
    # the diff itself is the file, which a patch needs as it is
    assert (status, [token in note for note in notes], "***" in notes[0]) == (1, [False], True)


def test_recorded_calls_that_a_fix_refuses_are_counted(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"depth": {"type": "integer", "description": "At most 8."}}}
    inputs = ({"depth": 3}, {"depth": 9}, {"depht": 3}, {"depth": 9, "depht": 3}, {"depth": "x"})
    envelope = {"tool_name": "find_note", "status": "success", "summary_text": "found", "result": {}}
    records = [{"input": one, "envelope": envelope} for one in inputs]
    (tmp_path / "calls.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
    _, output, _ = _run(tmp_path, _mcp(schema), "--diff --calls calls.jsonl")
    assert "2 of 4 recorded calls (50.0 %) would be refused: calls.jsonl:3:1, calls.jsonl:4:1" in output
    assert "1 of 4 recorded calls (25.0 %) would be refused: calls.jsonl:2:1" in output


def test_a_byte_order_mark_newlines_and_the_mode_of_a_file_stay(tmp_path: Path) -> None:
    text = "\ufeff" + _mcp(FIXED[0][0]).replace("\n", "\r\n")
    (tmp_path / "tools.json").touch(0o640)
    _, _, after = _run(tmp_path, text, "--fix")
    assert after == "\ufeff" + _mcp(FIXED[0][1]).replace("\n", "\r\n")
    assert (tmp_path / "tools.json").stat().st_mode & 0o777 == 0o640


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def change(target: str | None, *rest: Any) -> fix.FixedTarget:
        fixed = unchanged(target, *rest)
        (tmp_path / "tools.json").write_text("{}", "utf-8")
        return fixed

    unchanged = fix.fix_target
    monkeypatch.setattr(_fixes, "fix_target", change)
    status, output, after = _run(tmp_path, _mcp(FIXED[0][0]), "--fix")
    assert (status, after) == (2, "{}")
    assert "`tools.json` changed while it was fixed, and was left alone" in output


def test_a_folder_is_fixed_file_by_file(tmp_path: Path) -> None:
    for name in ("find_note", "list_books"):
        schema = {"type": "object", "properties": {"query": {"type": "string"}}}
        tool = {"name": name, "description": f"Reads {name}.", "inputSchema": schema}
        (tmp_path / f"{name}.json").write_text(json.dumps(tool), "utf-8")
    with working_in(tmp_path):
        _, output = run_command("conformance check . --fix")
    assert "fixed[mcp_open_inputs]: tools `find_note`, `list_books` accept unknown arguments" in output
    for name in ("find_note", "list_books"):
        assert (
            json.loads((tmp_path / f"{name}.json").read_text("utf-8"))["inputSchema"]["additionalProperties"] is False
        )


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("check - --fix", "`--fix` and `--diff` need a file, and `-` is not one"),
        ("check python:json:tool --diff", "`--fix` and `--diff` need a file"),
        ("check --fix", "the embedded reference contract is not one"),
        ("check missing.json --fix", "cannot read `missing.json`"),
        ("check tools.json --calls c.jsonl", "`--calls` needs `--fix` or `--diff`"),
        ("check tools.json --diff --format json", "`--diff` prints a diff and no report"),
        ("check tools.json --fix --add-ignore x --reason y", "`--add-ignore` accepts a finding"),
    ],
)
def test_what_cannot_be_fixed_is_refused_with_the_reason(command: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(_mcp(FIXED[0][0]), "utf-8")
    with working_in(tmp_path):
        status, output = run_command(f"conformance {command}")
    assert status == 2
    assert message in output


def test_a_problem_has_no_edit_unless_its_rule_gives_one() -> None:
    assert Problem("wrong", "do it").edits == ()


def test_the_proof_of_a_fix_is_about_its_own_tool(tmp_path: Path) -> None:
    """Two fixes of one rule with one message are one block only if they do the same, to the same calls."""
    text = _mcp(
        _object(m={"type": "string", "description": "One of `a` or `b`."}),
        _object(m={"type": "string", "description": "One of `c` or `d`."}),
    )
    _, output, _ = _run(tmp_path, text, "--diff --no-cache")
    for values, refused in (('["a", "b"]', '{"m":"c"}'), ('["c", "d"]', '{"m":"a"}')):
        assert f'note: sets "enum": {values}' in output
        assert f"note: refuses only inputs such as {refused}" in output
