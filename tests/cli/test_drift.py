"""``conformance drift`` gates a change: with the input that breaks, with accepted breaks, with stale acceptances."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from conformance.rules.examples import INVENTORY, TOOL
from tests.documents.test_git import git
from tests.scenarios.scenario import run_command, working_in

ROOT = Path(__file__).parents[2]
NAME = "model-tool-schema-inventory.json"
ACCEPT = '[[accept]]\nrule = "field_removed"\ntool = "ListTasks"\npointer = "*/properties/limit"\nreason = "unused"\n'


def inventory(**properties: Any) -> str:
    schema = {"type": "object", "additionalProperties": False, "properties": properties, "required": []}
    return json.dumps({**INVENTORY, "tools": [{**TOOL, "input_schema": schema}]}, indent=2)


WITH_LIMIT = inventory(limit={"type": "integer"}, cursor={"type": "string"})
WITHOUT_LIMIT = inventory(cursor={"type": "string"})


@pytest.fixture
def branch(tmp_path: Path) -> Path:
    """A repository whose branch ``feature`` removes a field that ``main`` has."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / NAME).write_text(WITH_LIMIT)
    git(tmp_path, "add", NAME)
    git(tmp_path, "commit", "-q", "-m", "first")
    git(tmp_path, "switch", "-q", "-c", "feature")
    (tmp_path / NAME).write_text(WITHOUT_LIMIT)
    git(tmp_path, "commit", "-q", "-a", "-m", "remove limit")
    return tmp_path


def run(folder: Path, command: str) -> tuple[int, str]:
    with working_in(folder):
        return run_command(command)


def test_a_break_on_a_branch_ends_1_and_shows_an_input_that_was_legal(branch: Path) -> None:
    status, output = run(branch, "conformance drift --against main --format json")
    (change,) = json.loads(output)["changes"]
    assert status == 1
    assert change["verdict"] == "breaking"
    old, new = (json.loads(text)["tools"][0]["input_schema"] for text in (WITH_LIMIT, WITHOUT_LIMIT))
    assert Draft202012Validator(old).is_valid(change["witness"])
    assert not Draft202012Validator(new).is_valid(change["witness"])


def test_without_a_reference_the_place_where_the_branch_began_counts(branch: Path) -> None:
    assert run(branch, "conformance drift")[0] == 1
    git(branch, "switch", "-q", "main")
    (branch / NAME).write_text(inventory(limit={"type": "integer"}, cursor={"type": "string"}, more={"type": "string"}))
    git(branch, "commit", "-q", "-a", "-m", "main goes on")
    git(branch, "switch", "-q", "feature")
    changes = json.loads(run(branch, "conformance drift --format json")[1])["changes"]
    assert [change["pointer"].split("/")[-1] for change in changes] == ["limit"]


def test_an_accepted_break_ends_0_and_a_stale_acceptance_ends_1(branch: Path) -> None:
    (branch / "conformance.toml").write_text(ACCEPT)
    status, output = run(branch, "conformance drift --against main")
    assert (status, "breaking, but accepted by `accept` entry 1: unused" in output) == (0, True)
    assert output.endswith(": 1 accepted (base: named by `--against`)")
    (branch / NAME).write_text(WITH_LIMIT)
    status, output = run(branch, "conformance drift --against main")
    assert (status, "stale_accept" in output) == (1, True)


def test_an_acceptance_may_be_about_another_inventory_that_is_configured_unless_it_has_expired(branch: Path) -> None:
    (branch / "conformance.toml").write_text(ACCEPT)
    (branch / "other.json").write_text(WITH_LIMIT)
    (branch / "pytest.ini").write_text(f"[pytest]\nconformance_inventory =\n  {NAME}\n  other.json\n")
    git(branch, "add", "other.json")
    git(branch, "commit", "-q", "-m", "another")
    assert run(branch, f"conformance drift {NAME} --against main")[0] == 0
    assert run(branch, "conformance drift other.json --against HEAD")[0] == 0
    (branch / "conformance.toml").write_text(f"{ACCEPT}expires = 2001-01-01\n")
    status, output = run(branch, "conformance drift other.json --against HEAD")
    assert (status, "stale_accept" in output) == (1, True)


def test_nothing_changed_is_one_quiet_line(branch: Path) -> None:
    (branch / NAME).write_text(WITH_LIMIT)
    status, output = run(branch, "conformance drift --against main")
    assert status == 0
    assert output == f"main:{NAME} -> {NAME}: no change (base: named by `--against`)"


def test_the_history_tells_each_version_and_its_breaks(branch: Path) -> None:
    status, output = run(branch, f"conformance drift --history {NAME}")
    assert status == 0
    first, second, told = output.splitlines()
    assert first.endswith("first version: first")
    assert second.endswith("1 breaking: remove limit")
    assert told.strip().startswith("breaking: ListTasks: field `limit` was removed")


def shown(folder: Path, *options: str) -> list[str]:
    """What a history says of each version, without its day and commit."""
    lines = run(folder, " ".join((f"conformance drift --history {NAME}", *options)))[1].splitlines()
    return [line.split(" ", 2)[2] for line in lines if not line.startswith(" ")]


def test_the_history_of_a_shallow_clone_calls_no_version_the_first(branch: Path, tmp_path: Path) -> None:
    git(branch, "commit", "-q", "--allow-empty", "-m", "nothing of it")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{branch}", str(clone))
    fetch = "earlier versions are not in this shallow clone; run: git fetch --unshallow"
    assert shown(clone) == [f"{fetch}: nothing of it"]
    assert '<h1 class="open">' in run(clone, f"conformance drift --history {NAME} --format html")[1]
    git(clone, "fetch", "-q", "--unshallow")
    assert shown(clone) == ["first version: first", "1 breaking: remove limit"]


def test_a_history_names_the_version_with_which_it_begins(branch: Path) -> None:
    assert shown(branch, "--since", "HEAD") == ["begins here: remove limit"]
    git(branch, "rm", "-q", NAME)
    git(branch, "commit", "-q", "-m", "gone")
    (branch / NAME).write_text(WITH_LIMIT)
    git(branch, "add", NAME)
    git(branch, "commit", "-q", "-m", "back")
    assert shown(branch)[2:] == ["the file was removed: gone", "added again: back"]


def test_a_history_that_begins_with_an_unreadable_version_is_not_shown_as_passed(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    for text in ("{", WITH_LIMIT):
        (tmp_path / NAME).write_text(text)
        git(tmp_path, "add", NAME)
        git(tmp_path, "commit", "-q", "-m", "a version")
    unreadable, readable = shown(tmp_path)
    assert "the document is cut off" in unreadable
    assert readable == "first readable version: a version"
    assert '<h1 class="open">' in run(tmp_path, f"conformance drift --history {NAME} --format html")[1]


def test_markdown_shows_the_witness_and_the_fix(branch: Path) -> None:
    _, output = run(branch, "conformance drift --against main --format markdown")
    assert "### ListTasks" in output
    assert "**Breaking**" in output
    assert '"limit"' in output


def test_the_json_report_is_what_its_published_schema_says(branch: Path) -> None:
    schema = json.loads((ROOT / "schemas" / "drift.schema.json").read_text())
    report = json.loads(run(branch, "conformance drift --against main --format json")[1])
    assert list(Draft202012Validator(schema).iter_errors(report)) == []


def drifted(folder: Path, old: str, new: str, *options: str) -> tuple[int, dict[str, Any]]:
    (folder / "old.json").write_text(old)
    (folder / "new.json").write_text(new)
    status, output = run(folder, " ".join(("conformance drift old.json new.json --format json", *options)))
    return status, json.loads(output)


def with_result(*tools: dict[str, Any]) -> str:
    return json.dumps({**INVENTORY, "tools": [{**TOOL, **tool} for tool in tools]})


def test_one_schema_that_must_not_be_evaluated_leaves_only_its_tool_undecided(tmp_path: Path) -> None:
    def foreign(name: str) -> dict[str, Any]:
        return {"name": "FetchPage", "input_schema": {"properties": {"a": {"$ref": f"http://example.com/{name}"}}}}

    good = json.loads(WITH_LIMIT)["tools"][0], json.loads(WITHOUT_LIMIT)["tools"][0]
    status, report = drifted(tmp_path, with_result(foreign("x"), good[0]), with_result(foreign("y"), good[1]))
    verdicts = {change["tool"]: change["verdict"] for change in report["changes"]}
    assert status == 1
    assert verdicts == {"FetchPage": "unknown", "ListTasks": "breaking"}
    assert "are never opened" in next(c["message"] for c in report["changes"] if c["tool"] == "FetchPage")


GOOD = {"type": "object", "properties": {"a": {"type": "string"}}}
NOT_JUDGEABLE = (
    {"$ref": "http://example.com/page.json"},
    {"$ref": "#/$defs/none"},
    {"type": "strng"},
    {"type": "string", "pattern": "["},
    {"$schema": "http://example.com/dialect", "type": "string"},
)


def _tool_with(schema: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"name": "FetchPage", "input_schema": schema, **members}


def _with_field(field: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": field["$schema"], **GOOD} if "$schema" in field else {**GOOD, "properties": {"a": field}}


@pytest.mark.parametrize("field", NOT_JUDGEABLE)
def test_a_new_schema_that_nothing_can_judge_fails_unless_it_is_allowed(tmp_path: Path, field: dict[str, Any]) -> None:
    old, new = with_result(_tool_with(GOOD)), with_result(_tool_with(_with_field(field)))
    status, report = drifted(tmp_path, old, new)
    (change,) = report["changes"]
    assert (status, change["verdict"], change["level"]) == (1, "unknown", "error")
    assert "unless `--allow-unknown` or `allow_unknown = true` lets it pass" in change["hint"]
    status, report = drifted(tmp_path, old, new, "--allow-unknown")
    assert (status, report["changes"][0]["level"]) == (0, "warning")
    (tmp_path / "conformance.toml").write_text("allow_unknown = true\n")
    assert drifted(tmp_path, old, new)[0] == 0
    assert drifted(tmp_path, old, new, "--strict")[0] == 1
    status, report = drifted(tmp_path, new, new)
    assert (status, report["changes"]) == (0, [])


def test_what_hides_no_break_does_not_fail_though_a_schema_can_not_be_judged(tmp_path: Path) -> None:
    """The old schema could not be judged, the tool may change, or the tool is new."""
    bad = _with_field(NOT_JUDGEABLE[0])
    for old, new in (
        ([_tool_with(bad)], [_tool_with(GOOD)]),
        ([_tool_with(GOOD, stability="experimental")], [_tool_with(bad, stability="experimental")]),
        ([], [_tool_with(bad)]),
    ):
        assert drifted(tmp_path, with_result(*old), with_result(*new))[0] == 0


def test_all_that_is_unknown_can_not_both_fail_and_pass(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(with_result(_tool_with(GOOD)))
    status, output = run(tmp_path, "conformance drift old.json old.json --strict --allow-unknown")
    assert status == 2
    assert "`--strict` fails on what `--allow-unknown` lets pass" in output


def test_in_a_closed_world_a_new_member_of_an_open_result_breaks(tmp_path: Path) -> None:
    def result(**properties: Any) -> dict[str, Any]:
        schema = {"type": "object", "properties": {"text": {"type": "string"}, **properties}}
        return {"result_envelope": {**TOOL["result_envelope"], "success_result_schema": schema}}  # pyright: ignore

    pair = with_result(result()), with_result(result(extra={"type": "string"}))
    assert drifted(tmp_path, *pair)[0] == 0
    assert drifted(tmp_path, *pair, "--closed-world")[0] == 1


def test_each_of_two_tools_with_one_name_is_compared(tmp_path: Path) -> None:
    whole, less = (json.loads(text)["tools"][0] for text in (WITH_LIMIT, WITHOUT_LIMIT))
    assert drifted(tmp_path, WITH_LIMIT, with_result(whole, less))[0] == 1
    assert drifted(tmp_path, WITH_LIMIT, with_result(less, whole))[0] == 1


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("conformance drift a.json b.json c.json", "pass OLD and NEW"),
        ("conformance drift --against nowhere", "no reference 'nowhere'"),
        ("conformance drift --history nowhere.json", "no commit has a version of `nowhere.json`"),
        (f"conformance drift --history {NAME} {NAME}", "`--history` compares nothing with `"),
        (
            "conformance drift --since main",
            "`--since` is only for `--history` and `--calls`\n  help: add --history PATH",
        ),
        (f"conformance drift {NAME} missing.json", "cannot read `missing.json`"),
        (
            "conformance drift --against main --fail-on all",
            "`--fail-on` cannot be `all`\n  help: use one of breaking, unknown, compatible, any",
        ),
    ],
)
def test_what_cannot_be_compared_ends_2_and_says_why(branch: Path, command: str, says: str) -> None:
    status, output = run(branch, command)
    assert status == 2
    assert says in output


def test_a_configuration_that_other_commands_reject_is_rejected_here(branch: Path) -> None:
    for text, table in (
        ('[levels]\nid_sufix = "off"\n', "levels"),
        (
            '[[ignore]]\nrule = "id_sufix"\nreason = "x"\n',
            "ignore",
        ),
    ):
        (branch / "conformance.toml").write_text(text)
        status, output = run(branch, "conformance drift --against main")
        first = f"error: there is no rule `id_sufix` in `{table}`"
        assert status == 2
        assert output.splitlines() == [first, "  --> conformance.toml:2:1", "  help: did you mean `id_suffix`?"]


def test_a_level_of_the_drift_test_changes_nothing_here_and_that_is_said(branch: Path) -> None:
    (branch / "conformance.toml").write_text('[levels]\ndrift = "off"\n')
    status, output = run(branch, "conformance drift --against main")
    assert status == 1
    assert output.startswith("note: `levels` sets `drift` to `off` for test runs; `conformance drift` always reports,")
    (branch / "conformance.toml").write_text('[levels]\nid_suffix = "off"\n')
    assert "note: `levels`" not in run(branch, "conformance drift --against main")[1]


def test_a_stale_entry_is_located_in_the_configuration(branch: Path) -> None:
    (branch / "conformance.toml").write_text(f"# ours\n\n{ACCEPT.replace('limit', 'gone')}")
    output = run(branch, "conformance drift --against main")[1]
    assert "--> conformance.toml:3:1  /accept/0" in output


def test_an_entry_may_accept_a_kind_of_change_anywhere_in_one_tool(branch: Path) -> None:
    (branch / "conformance.toml").write_text(ACCEPT.replace("*/properties/limit", "*"))
    assert run(branch, "conformance drift --against main")[0] == 0


def test_an_unknown_kind_of_change_is_refused_with_the_one_that_was_meant(branch: Path) -> None:
    (branch / "conformance.toml").write_text(ACCEPT.replace("field_removed", "field_removd"))
    status, output = run(branch, "conformance drift --against main")
    assert status == 2
    assert output.splitlines() == [
        "error: there is no kind of change `field_removd`",
        "  --> conformance.toml:2:1",
        "  help: did you mean `field_removed`?",
    ]


def test_a_kind_of_change_among_the_rules_is_answered_with_the_entry_that_accepts_it(branch: Path) -> None:
    for text, line in (
        ('[levels]\nfield_removed = "off"\n', 'rule = "field_removed", tool = "TOOL", pointer = "*", reason = "..."'),
        (
            '[[ignore]]\nrule = "field_removed"\ntool = "ListTasks"\nreason = "x"\n',
            'rule = "field_removed", tool = "ListTasks", pointer = "*", reason = "..."',
        ),
    ):
        (branch / "conformance.toml").write_text(text)
        status, output = run(branch, "conformance drift --against main")
        entry = f"accept = [{{ {line} }}]"
        assert status == 2
        assert output.splitlines() == [
            "error: `field_removed` is a kind of change, not a rule",
            "  --> conformance.toml:2:1",
            f"  help: write `{entry}` to accept the change",
        ]
    (branch / "conformance.toml").write_text(entry)
    assert run(branch, "conformance drift --against main")[0] == 0


def test_an_ignore_of_the_drift_test_changes_nothing_here_and_that_is_said(branch: Path) -> None:
    (branch / "conformance.toml").write_text('[[ignore]]\nrule = "drift"\nreason = "x"\n')
    status, output = run(branch, "conformance drift --against main")
    assert status == 1
    assert output.startswith("note: an `[[ignore]]` entry for `drift` is about test runs; to accept a change, write ")


def test_an_empty_path_is_not_the_working_folder(branch: Path) -> None:
    for command, says in (
        ("drift ''", "a path of `conformance drift` is empty"),
        (f"drift {NAME} ''", "a path of `conformance drift` is empty"),
        ("check ''", "a path of `conformance check` is empty"),
        ("check --config=", "`--config` of `conformance check` is empty"),
        ("check -o ''", "`--output` of `conformance check` is empty"),
        ("check --profile ''", "there is no profile ``"),
    ):
        status, output = run(branch, f"conformance {command}")
        assert (status, output.splitlines()[0]) == (2, f"error: {says}"), command
