"""Levels, ignores and stale ignores hold in every command that judges, and every id that is printed is registered."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conformance.commands.registry import registered_names
from conformance.rules.catalogue import all_rules
from conformance.rules.examples import TOOL, from_tool
from tests.cases import check_each
from tests.scenarios.scenario import run_command, working_in

ENVELOPE = {"tool_name": "ListTasks", "status": "success", "summary_text": "no tasks", "result": {}, "error": None}
RENDERED = [{"canonical_result": ENVELOPE, "rendered_receipt": text} for text in ("No active tasks", "No tasks at all")]
MESSAGE = {"type": "tool_result", "group_id": "thread_1", "id": 7, "text": "2 files copied"}
PROBE = "probe -s python:conformance.probes.miniatures:takes_null -p null_rejected -t WaitFor"
WHOLE_PROBE = PROBE.removesuffix(" -t WaitFor")
# What an ignore is about does not depend on how many inputs are tried.
REFERENCE_PROBE = "probe --max-examples 5"
FILES = {
    "inv.json": json.dumps(from_tool({**TOOL, "name": "list_tasks"}).inventory.raw),
    "promised.json": json.dumps(from_tool(TOOL).inventory.raw),
    "log.jsonl": "".join(f"{json.dumps(record)}\n" for record in RENDERED) + '{"tool_name": \n',
    "talk.jsonl": f"{json.dumps(MESSAGE)}\n",
}
COMMANDS = [
    ("check inv.json", "tool_name_case"),
    ("audit log.jsonl --inventory promised.json", "receipt_deterministic"),
    ("audit log.jsonl --inventory promised.json", "record_readable"),
    ("callback check talk.jsonl", "message_ids_match"),
    (PROBE, "null_rejected"),
    (PROBE, "not_called"),
]


@contextmanager
def _folder(folder: Path, configuration: str) -> Iterator[None]:
    for name, text in {**FILES, "conformance.toml": configuration}.items():
        (folder / name).write_text(text, "utf-8")
    with working_in(folder):
        yield


def _findings(folder: Path, command: str, configuration: str = "") -> list[dict[str, Any]]:
    with _folder(folder, configuration):
        run_command(f"conformance {command} --format json --output report.json")
        return json.loads(Path("report.json").read_text("utf-8"))["findings"]


def _states(findings: list[dict[str, Any]], rule: str) -> set[tuple[str, str | None]]:
    return {(one["level"], one["suppressed"]) for one in findings if one["rule"] == rule}


@check_each(("command", "rule"), COMMANDS)
def test_a_level_changes_or_silences_what_a_command_finds(tmp_path: Path, command: str, rule: str) -> None:
    assert _states(_findings(tmp_path, command), rule)
    assert not _states(_findings(tmp_path, command, f'[levels]\n{rule} = "off"\n'), rule)
    lowered = _findings(tmp_path, command, f'[levels]\n{rule} = "info"\n')
    assert _states(lowered, rule) == {("info", None)}


@check_each(("command", "rule"), COMMANDS)
def test_an_ignore_accepts_what_a_command_finds(tmp_path: Path, command: str, rule: str) -> None:
    found = _findings(tmp_path, command, f'[[ignore]]\nrule = "{rule}"\nreason = "agreed"\n')
    assert {accepted for _, accepted in _states(found, rule)} == {"agreed"}
    assert not _states(found, "stale_ignore")


def _stale(findings: list[dict[str, Any]]) -> list[str]:
    return [one["message"] for one in findings if one["rule"] == "stale_ignore"]


@check_each(("command", "rule"), [("check inv.json", "tool_name_case"), (WHOLE_PROBE, "null_rejected")])
def test_an_ignore_that_accepts_nothing_is_reported(tmp_path: Path, command: str, rule: str) -> None:
    ignore = f'[[ignore]]\nrule = "{rule}"\ntool = "Gone"\nreason = "agreed"\n'
    found = _findings(tmp_path, command, f"# ours\n{ignore}")
    assert _states(found, "stale_ignore") == {("error", None)}
    assert [one["location"] for one in found if one["rule"] == "stale_ignore"] == [
        {"file": "conformance.toml", "line": 2, "column": 1}
    ]
    assert {accepted for _, accepted in _states(found, rule)} == {None}
    softened = _findings(tmp_path, command, f'{ignore}\n[levels]\nstale_ignore = "warning"\n')
    assert _states(softened, "stale_ignore") == {("warning", None)}


@check_each(
    "command", [*sorted({command for command, _ in COMMANDS}), "check", "check --profile openai", REFERENCE_PROBE]
)
def test_an_ignore_of_what_a_run_can_not_settle_is_not_stale(tmp_path: Path, command: str) -> None:
    rules = {"tool_name_case", "receipt_bounded", "text_present", "enum_enforced", "provider_accepts", "null_rejected"}
    rules |= {"record_readable", "compaction_idempotent", "not_called", "drift", "*", "naming", "callbacks"}
    looked_at = {"tool_name_case", "naming"} if command == "check inv.json" else set[str]()
    ignores = "".join(f'[[ignore]]\nrule = "{rule}"\ntool = "Gone"\nreason = "x"\n' for rule in rules)
    stale = _stale(_findings(tmp_path, command, ignores))
    assert {rule for rule in rules if any(f"rule `{rule}`," in message for message in stale)} == looked_at


def test_no_run_calls_an_ignore_stale_that_another_run_uses(tmp_path: Path) -> None:
    ignored = {rule: command for command, rule in COMMANDS}
    ignores = "".join(f'[[ignore]]\nrule = "{rule}"\nreason = "agreed"\n' for rule in ignored)
    others = [
        "check",
        "check promised.json --profile openai",
        "check inv.json --rule naming",
        REFERENCE_PROBE,
        WHOLE_PROBE,
    ]
    for command in {*ignored.values(), *others}:
        assert _stale(_findings(tmp_path, command, f'inventory = "inv.json"\n{ignores}')) == [], command


def test_a_check_of_another_inventory_than_the_configured_one_proves_no_ignore_stale(tmp_path: Path) -> None:
    ignore = '[[ignore]]\nrule = "tool_name_case"\nreason = "agreed"\n'
    assert len(_stale(_findings(tmp_path, "check promised.json", ignore))) == 1
    assert _stale(_findings(tmp_path, "check promised.json", f'inventory = "inv.json"\n{ignore}')) == []


def test_of_several_inventories_an_ignore_is_stale_that_matches_in_none_of_a_run_of_all(
    tmp_path: Path,
) -> None:
    named = '{}[[ignore]]\nrule = "tool_name_case"\ntool = "{}"\nreason = "agreed"\n'
    both = "check promised.json inv.json"
    assert _stale(_findings(tmp_path, both, named.format("", "list_tasks"))) == []
    assert len(_stale(_findings(tmp_path, both, named.format("", "Gone")))) == 1
    (tmp_path / "pytest.ini").write_text("[pytest]\nconformance_inventory =\n  inv.json\n  promised.json\n", "utf-8")
    assert _stale(_findings(tmp_path, both, named.format("", "list_tasks"))) == []
    assert len(_stale(_findings(tmp_path, both, named.format("", "Gone")))) == 1
    for inventory in ("", 'inventory = "promised.json"\n'):
        assert _stale(_findings(tmp_path, "check promised.json", named.format(inventory, "Gone"))) == []


def test_an_expired_ignore_is_reported_by_every_run_about_its_rule(tmp_path: Path) -> None:
    for command, rule in COMMANDS:
        found = _findings(tmp_path, command, f'[[ignore]]\nrule = "{rule}"\nreason = "x"\nexpires = 2001-01-01\n')
        assert ["expired on 2001-01-01" in message for message in _stale(found)] == [True], command


def test_an_expired_ignore_of_a_rule_that_judges_several_things_is_reported_by_each_run_about_one(
    tmp_path: Path,
) -> None:
    commands = {command.split()[0]: command for command, _ in COMMANDS}
    shared = [rule for rule in all_rules().values() if len(rule.scope.needs) > 1]
    assert shared
    commands["probe"] = REFERENCE_PROBE
    for held, name in (("records", "audit"), ("messages", "callback"), ("behaviour", "probe")):
        for rule in (one.id for one in shared if held in one.scope.needs):
            found = _findings(
                tmp_path, commands[name], f'[[ignore]]\nrule = "{rule}"\nreason = "x"\nexpires = 2001-01-01\n'
            )
            assert ["expired on 2001-01-01" in message for message in _stale(found)] == [True], (name, rule)


def test_an_ignore_of_a_rule_that_is_off_is_reported_with_that_cause_where_it_is_certain(tmp_path: Path) -> None:
    for command, rule in COMMANDS[:-1]:  # a run of one probe is not about notices
        ignore = f'[[ignore]]\nrule = "{rule}"\nreason = "x"\n'
        found = _findings(tmp_path, command, f'{ignore}[levels]\n{rule} = "off"\n')
        why = f"the ignore for rule `{rule}` has no effect, because `levels` turns `{rule}` off"
        assert _stale(found) == [why], command
    by_profile = '[[ignore]]\nrule = "provider_accepts"\nreason = "for OpenAI"\n'
    assert _stale(_findings(tmp_path, "check inv.json", by_profile)) == []


def test_every_id_that_is_printed_is_listed_explained_and_may_be_configured(tmp_path: Path) -> None:
    with _folder(tmp_path, ""):
        listed = {one["id"] for one in json.loads(run_command("conformance rules --format json")[1])}
        for notice in ("record_readable", "stale_ignore", "not_called", "inconclusive", "out_of_time", "drift"):
            assert notice in listed
            assert run_command(f"conformance explain {notice}")[0] == 0
    assert listed <= set(registered_names())
    found = {one["rule"] for command, _ in COMMANDS for one in _findings(tmp_path, command)}
    assert found <= listed


def test_an_ignore_of_an_unknown_id_is_refused_with_the_one_that_was_meant(tmp_path: Path) -> None:
    with _folder(tmp_path, '[[ignore]]\nrule = "recrod_readable"\nreason = "x"\n'):
        status, output = run_command("conformance audit log.jsonl --inventory promised.json")
    assert status == 2
    assert "error: there is no rule `recrod_readable` in `ignore`\n  --> conformance.toml:2:1" in output
    assert "did you mean `record_readable`?" in output


@check_each("command", ["check inv.json", "audit log.jsonl", "callback check talk.jsonl", "probe"])
def test_an_unknown_id_in_levels_is_refused_with_its_line(tmp_path: Path, command: str) -> None:
    with _folder(tmp_path, '[levels]\nid_suffix = "off"\nunit_suffix.duratoin = "off"\n'):
        status, output = run_command(f"conformance {command}")
    assert status == 2
    assert "error: there is no rule `unit_suffix.duratoin` in `levels`\n  --> conformance.toml:3:13" in output
    assert "did you mean `unit_suffix.duration`?" in output


def test_an_unknown_profile_is_refused_with_its_line_where_the_file_names_it(tmp_path: Path) -> None:
    with _folder(tmp_path, 'inventory = "inv.json"\nprofile = "holn"\n'):
        assert "--> conformance.toml:2:1" in run_command("conformance check")[1]
        status, output = run_command("conformance check --profile opnai")
    assert status == 2
    assert "there is no profile `opnai`" in output
    assert "conformance.toml:2:1" not in output
