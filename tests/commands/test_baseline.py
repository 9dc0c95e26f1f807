"""A baseline lets known findings pass, fails on new ones and on lines that are fixed; an ignore is added in place."""

import json
import threading
import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import conformance
from conformance.commands.add_ignore import add_ignore
from conformance.commands.baseline import compare_baseline
from conformance.errors import ConformanceError
from conformance.settings.baseline import read_baseline
from conformance.settings.repository import load_config
from tests.scenarios.scenario import run_command, working_in

# Each tool has faults of its own, and some that a rule reports once for all tools.
TOOLS: list[Any] = [
    {"name": "find_note", "inputSchema": {"type": "object", "properties": {"maxResults": {"type": "number"}}}},
    {"name": "open", "description": "Opens.", "inputSchema": {"type": "object", "properties": {"a b": {}}}},
    {"name": "LockNote", "description": "Locks.", "inputSchema": {"type": "object", "required": ["key"]}},
]
BASELINE = "known.jsonl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    _write(tmp_path, TOOLS)
    (tmp_path / "conformance.toml").write_text('# ours\ninventory = "tools.json"  # here\n', "utf-8")
    return tmp_path


def _write(folder: Path, tools: object, indent: int | None = None) -> None:
    (folder / "tools.json").write_text(json.dumps(tools, indent=indent), "utf-8")


def _run(folder: Path, command: str) -> tuple[int, str]:
    with working_in(folder):
        return run_command(f"conformance {command}")


def _check(folder: Path) -> tuple[int, str]:
    return _run(folder, f"check --baseline {BASELINE} --fail-on info")


def test_what_is_known_passes_and_what_is_new_fails(folder: Path) -> None:
    assert _check(folder)[0] == 2  # there is no such file yet
    assert _run(folder, f"baseline --file {BASELINE}")[0] == 1
    assert _run(folder, f"baseline --write --file {BASELINE}")[0] == 0
    assert _run(folder, f"baseline --file {BASELINE}")[0] == 0
    status, output = _check(folder)
    assert (status, "all clean (" in output) == (0, True), output
    _write(folder, [*TOOLS, {"name": "close", "inputSchema": {"type": "object"}}])
    status, output = _check(folder)
    assert (status, "description_present" in output, "`close`" in output) == (1, True, True), output


def test_a_line_whose_finding_is_fixed_fails_at_its_place_and_says_what_to_do(folder: Path) -> None:
    _run(folder, f"baseline --write --file {BASELINE}")
    _write(folder, [{**TOOLS[0], "description": "Finds notes."}, *TOOLS[1:]])
    status, output = _check(folder)
    expected = "error[stale_baseline]: the known finding `description_present` in `find_note` is fixed"
    assert (status, expected in output, "help: remove this line" in output) == (1, True, True), output
    lines = (folder / BASELINE).read_text("utf-8").splitlines(keepends=True)
    number = next(at for at, line in enumerate(lines, 1) if "description_present" in line)
    assert f"--> {BASELINE}:{number}:1" in output
    (folder / BASELINE).write_text("".join(lines[: number - 1] + lines[number:]), "utf-8")
    assert _check(folder)[0] == 0


def test_a_run_that_did_not_examine_a_rule_calls_none_of_its_lines_fixed(folder: Path) -> None:
    _run(folder, f"baseline --write --file {BASELINE}")
    assert _run(folder, f"check --baseline {BASELINE} --rule input_schema_valid")[0] == 0
    assert "stale_baseline" not in _run(folder, f"check --baseline {BASELINE} --profile openai")[1]


def test_the_lines_of_another_inventory_that_is_configured_stay_and_are_not_fixed(folder: Path) -> None:
    (folder / "other.json").write_text(json.dumps([{"name": "close", "inputSchema": {"type": "object"}}]), "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nconformance_inventory =\n  tools.json\n  other.json\n", "utf-8")
    for name in ("tools.json", "other.json", "tools.json"):
        assert _run(folder, f"baseline {name} --write --file {BASELINE}")[0] == 0
    for name in ("tools.json", "other.json"):
        assert _run(folder, f"baseline {name} --file {BASELINE}")[0] == 0
        assert _run(folder, f"check {name} --baseline {BASELINE} --fail-on info")[0] == 0
    _write(
        folder, [*TOOLS[:2], {"name": "LockNote", "description": "Locks a note.", "inputSchema": {"type": "object"}}]
    )
    assert "0 new, 0 fixed" not in _run(folder, f"baseline tools.json --file {BASELINE}")[1]


def test_a_baseline_without_an_argument_is_that_of_all_inventories_that_pytest_names(folder: Path) -> None:
    (folder / "conformance.toml").unlink()
    other = [{"name": name, "inputSchema": {"type": "object"}} for name in ("close", "lock")]
    (folder / "other.json").write_text(json.dumps(other), "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nconformance_inventory =\n  tools.json\n  other.json\n", "utf-8")
    assert _run(folder, f"baseline --write --file {BASELINE}")[0] == 0
    assert _run(folder, f"check --baseline {BASELINE} --fail-on info")[0] == 0
    (folder / "other.json").write_text(json.dumps(other[:1]), "utf-8")
    status, output = _run(folder, f"baseline --file {BASELINE}")
    assert (status, " 0 fixed" in output) == (1, False), output


def test_the_configuration_names_a_baseline_whose_reasons_are_kept(folder: Path) -> None:
    with (folder / "conformance.toml").open("a", encoding="utf-8") as file:
        file.write(f'baseline = "{BASELINE}"\n')
    _write(folder, TOOLS)
    assert _run(folder, "baseline --write")[0] == 0
    entries = [json.loads(line) for line in (folder / BASELINE).read_text("utf-8").splitlines()]
    text = "".join(f"{json.dumps({**one, 'reason': 'ticket 7'})}\n" for one in entries)
    (folder / BASELINE).write_text(text, "utf-8")
    assert "ticket 7" in _run(folder, "--verbose check")[1]
    assert _run(folder, "baseline --write")[0] == 0
    assert (folder / BASELINE).read_text("utf-8") == text
    (folder / BASELINE).write_text(text + text.splitlines(keepends=True)[0], "utf-8")
    assert "is listed twice" in _run(folder, "check")[1]


@pytest.mark.parametrize(
    "text", ["[]\n", "{}\n", '{"fingerprint": 1}\n', "nonsense\n", '{"fingerprint": "a", "rule": "b"\n']
)
def test_a_baseline_that_cannot_be_read_ends_the_run_and_says_where(folder: Path, text: str) -> None:
    (folder / BASELINE).write_text(text, "utf-8")
    status, output = _check(folder)
    assert (status, BASELINE in output, "Traceback" in output) == (2, True, False), output


@pytest.mark.parametrize("text", ["garbage", "{}", "[]"])
def test_the_hint_on_a_broken_baseline_leads_to_one_that_is_read(folder: Path, text: str) -> None:
    known = folder / BASELINE
    known.write_text(f"{text}\n", "utf-8")
    exit_code, output = _run(folder, f"baseline --write --file {BASELINE}")
    assert exit_code == 2
    assert "delete the file and write it again with `conformance baseline --write`" in output
    known.unlink()
    assert _run(folder, f"baseline --write --file {BASELINE}")[0] == 0
    assert _check(folder)[0] == 0


def test_a_line_that_names_no_rule_is_reported_by_each_command(folder: Path) -> None:
    _run(folder, f"baseline --write --file {BASELINE}")
    known = folder / BASELINE
    line = json.dumps({"fingerprint": "0" * 16, "rule": "nonexist", "tool": "find_note", "message": "m"})
    known.write_text(known.read_text("utf-8") + line + "\n", "utf-8")
    exit_code, output = _check(folder)
    assert exit_code == 1
    assert "the known finding `nonexist` in `find_note` names a rule that does not exist" in output


def _reformat(value: Any, draw: Any) -> Any:
    """Write the members of every object in another order."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        return {key: _reformat(members[key], draw) for key in draw(st.permutations([*members]))}
    return [_reformat(one, draw) for one in cast("list[Any]", value)] if isinstance(value, list) else value


@settings(max_examples=25)
@given(st.data())
def test_fingerprints_stay_when_tools_move_and_schemas_are_written_in_another_order(data: st.DataObject) -> None:
    moved = [_reformat(tool, data.draw) for tool in data.draw(st.permutations(TOOLS))]
    before, after = ({one.fingerprint for one in conformance.check(tools).findings} for tools in (TOOLS, moved))
    assert before == after


FILES = {
    "conformance.toml": '# ours\ninventory = "tools.json"  # here\n\n[levels]\n# quiet\ntool_name_case = "info"\n',
    "pyproject.toml": '[project]\nname = "a"\n\n[tool.conformance]\ninventory = "tools.json"\n\n[tool.b]\n',
    "inline.toml": 'ignore = [\n    {rule = "id_suffix", reason = "old"},  # first\n]\ninventory = "tools.json"\n',
    "tables.toml": 'inventory = "tools.json"\n\n[[ignore]]\nrule = "id_suffix"\nreason = "old"\n# end\n',
}


@pytest.mark.parametrize("name", FILES)
def test_an_ignore_is_added_and_nothing_else_in_the_file_changes(tmp_path: Path, name: str) -> None:
    _write(tmp_path, TOOLS)
    (tmp_path / name).write_text(FILES[name], "utf-8")
    config = f"--config {name}"
    report = conformance.check(tmp_path / "tools.json")
    wanted = next(one.fingerprint for one in report.findings if one.rule == "description_present")
    status, output = _run(tmp_path, f"check {config} --add-ignore {wanted} --reason 'known since 2031'")
    assert (status, f"added an ignore to {name}" in output) == (0, True), output
    text = (tmp_path / name).read_text("utf-8")
    assert [line for line in FILES[name].splitlines() if line not in text.splitlines()] == []
    assert ("\n\n[[" in text, "\n\n\n" in text, '"\n[' in text) == (name != "inline.toml", False, False), text
    table = tomllib.loads(text)
    own = table["tool"]["conformance"] if name == "pyproject.toml" else table
    entry = {"rule": "description_present", "tool": "find_note", "pointer": own["ignore"][-1]["pointer"]}
    assert own["ignore"][-1] == {**entry, "reason": "known since 2031"}
    _write(tmp_path, TOOLS[::-1], indent=2)
    again = conformance.check(tmp_path / "tools.json", config=tmp_path / name, rules=["description_present"])
    assert [one.suppressed for one in again.findings] == ["known since 2031"]


@pytest.mark.parametrize("name", FILES)
def test_an_ignore_has_the_line_ends_of_its_file(tmp_path: Path, name: str) -> None:
    _write(tmp_path, TOOLS)
    wanted = conformance.check(tmp_path / "tools.json").findings[0].fingerprint
    texts: list[bytes] = []
    for end in ("\n", "\r\n"):
        (tmp_path / name).write_text(FILES[name], "utf-8", newline=end)
        assert _run(tmp_path, f"check --config {name} --add-ignore {wanted} --reason known")[0] == 0
        texts.append((tmp_path / name).read_bytes())
    assert texts[1] == texts[0].replace(b"\n", b"\r\n")


def test_a_finding_is_ignored_once_and_only_with_a_reason(folder: Path) -> None:
    before = (folder / "conformance.toml").read_text("utf-8")
    wanted = next(one.fingerprint for one in conformance.check(folder / "tools.json").findings)
    for options in (
        f"--add-ignore {wanted}",
        "--reason x",
        f"--add-ignore {wanted} --reason ' '",
        "--add-ignore 0 --reason x",
    ):
        assert _run(folder, f"check {options}")[0] == 2, options
    assert (folder / "conformance.toml").read_text("utf-8") == before
    assert _run(folder, f"check --add-ignore {wanted} --reason x")[0] == 0
    status, output = _run(folder, f"check --add-ignore {wanted} --reason x")
    assert (status, "is accepted already" in output) == (2, True)


def test_a_configuration_or_baseline_that_the_disk_does_not_return_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with working_in(folder):
        found = conformance.check("tools.json").findings
    lost, real = [folder / "conformance.toml", folder / "known.jsonl"], Path.open

    def fail(path: Path, *arguments: Any, **options: Any) -> Any:
        if path in lost:
            raise OSError(5, "Input/output error")
        return real(path, *arguments, **options)

    for path in lost:
        path.write_text("")
    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(ConformanceError, match="Input/output error"):
        add_ignore(lost[0], found, found[0].fingerprint, "known")
    with pytest.raises(ConformanceError, match="Input/output error"):
        read_baseline(lost[1])


def test_what_is_accepted_by_several_at_once_is_accepted_each_and_once(folder: Path) -> None:
    config = folder / "conformance.toml"
    found = conformance.check(folder / "tools.json").findings
    places = [*{(one.rule, one.tool): one for one in found if one.tool is not None}.values()]
    threads = [
        threading.Thread(target=add_ignore, args=(config, found, one.fingerprint, f"known {number}"))
        for number, one in enumerate(places)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    reasons = [one["reason"] for one in tomllib.loads(config.read_text("utf-8"))["ignore"]]
    assert set(reasons) == {f"known {number}" for number in range(len(places))}
    with pytest.raises(ConformanceError, match="accepted already"):  # what this run has found knows of no entry
        add_ignore(config, found, places[0].fingerprint, "again")


def test_lines_that_another_command_writes_meanwhile_stay(folder: Path) -> None:
    known = folder / BASELINE
    change = compare_baseline([folder / "tools.json"], load_config(folder), date(2031, 1, 1), known)
    line = '{"fingerprint": "0123456789abcdef", "rule": "coercion", "tool": "find_note", "message": "of a probe"}\n'
    known.write_text(line, "utf-8")
    change.write()
    assert line in known.read_text("utf-8").splitlines(keepends=True)


_NOTES = 'def find_note(name: str, limit: int = 10) -> str:\n    """Find a note by its name."""\n    return "x"\n'
_PROBE = 'probe -s python:baseline_notes:TOOLS --allow \'find_note={"name": "a"}\' --fail-on info --max-examples 5'
_RECORD = '{"tool_name": "ListTasks", "status": "%s", "summary_text": "2 tasks", "result": {}, "error": null}\n'


def test_a_probe_writes_what_it_finds_beside_the_lines_of_check_and_passes_with_it(folder: Path) -> None:
    (folder / "baseline_notes.py").write_text(f"{_NOTES}TOOLS = [find_note]\n", "utf-8")
    _run(folder, f"baseline --write --file {BASELINE}")
    of_check = (folder / BASELINE).read_text("utf-8").splitlines()
    assert _run(folder, _PROBE)[0] == 1
    status, output = _run(folder, f"{_PROBE} --baseline {BASELINE} --write-baseline")
    assert (status, f"wrote {BASELINE}: 1 found, 1 new, 0 fixed" in output) == (0, True), output
    lines = (folder / BASELINE).read_text("utf-8").splitlines()
    (added,) = set(lines) - set(of_check)
    assert (set(of_check) < set(lines), json.loads(added)["rule"]) == (True, "coercion")
    assert _run(folder, f"{_PROBE} --baseline {BASELINE}")[0] == 0
    assert _check(folder)[0] == 0
    assert _run(folder, f"baseline --write --file {BASELINE}")[0] == 0
    assert (folder / BASELINE).read_text("utf-8").splitlines() == lines


def test_an_audit_knows_the_lines_of_a_log_that_grows_and_drops_what_is_fixed(folder: Path) -> None:
    log, command = folder / "log.jsonl", f"audit log.jsonl --inventory tools.json --baseline {BASELINE}"
    log.write_text(f"{_RECORD % 'done'}{{\n{_RECORD % 'success'}", "utf-8")
    assert _run(folder, command.replace(f" --baseline {BASELINE}", ""))[0] == 1
    assert _run(folder, f"{command} --write-baseline")[0] == 0
    assert _run(folder, command)[0] == 0
    log.write_text(f"{log.read_text('utf-8')}{_RECORD % 'done'}", "utf-8")
    status, output = _run(folder, command)
    assert (status, "log.jsonl:4" in output, "log.jsonl:1:" in output) == (1, True, False), output
    log.write_text(_RECORD % "success", "utf-8")
    assert "fixed" in _run(folder, f"{command} --write-baseline")[1]
    assert not [line for line in (folder / BASELINE).read_text("utf-8").splitlines() if "status_known" in line]


def test_a_report_beside_a_baseline_that_is_written_is_refused_and_not_left_out(folder: Path) -> None:
    (folder / "log.jsonl").write_text(_RECORD % "done", "utf-8")
    command = f"audit log.jsonl --inventory tools.json --baseline {BASELINE} --write-baseline"
    status, output = _run(folder, f"{command} -f json -o report.json")
    assert (status, "`--write-baseline` lists what is found" in output) == (2, True), output
    assert not (folder / BASELINE).exists()


def test_a_baseline_is_not_written_from_half_of_a_run_or_of_its_findings(folder: Path) -> None:
    (folder / "log.jsonl").write_text(_RECORD % "done" * 30, "utf-8")
    command = f"audit log.jsonl --inventory tools.json --baseline {BASELINE} --write-baseline"
    status, output = _run(folder, f"{command} --max-findings 2")
    assert (status, "raise --max-findings" in output, (folder / BASELINE).exists()) == (2, True, False), output
    status, output = _run(folder, f"probe -s python:no_such_module:TOOLS --baseline {BASELINE} --write-baseline")
    assert (status, (folder / BASELINE).exists()) == (2, False), output


_OPEN: dict[str, Any] = {"type": "object", "properties": {"word": {"type": "string", "description": "A word."}}}
_SHARED: dict[str, dict[str, Any]] = {
    "mcp_annotations": {"annotations": {}},
    "mcp_open_inputs": {"inputSchema": _OPEN},
    "mcp_tool_keys": {"danger": 1},
    "parameters_described": {"inputSchema": {**_OPEN, "additionalProperties": False, "properties": {"word": {}}}},
}


def _of_animals(rule: str, *names: str) -> dict[str, Any]:
    closed: dict[str, Any] = {"type": "object", "additionalProperties": False}
    tool: dict[str, Any] = {"inputSchema": closed, "annotations": {"readOnlyHint": True}, **_SHARED[rule]}
    return {"tools": [{"name": f"list_{name}", "description": f"List all {name}.", **tool} for name in names]}


@pytest.mark.parametrize("rule", _SHARED)
def test_what_several_tools_share_is_accepted_in_each_of_them_and_found_again_in_another(
    tmp_path: Path, rule: str
) -> None:
    def judged(value: object, ignored: Sequence[str]) -> tuple[list[str], list[str | None]]:
        entries = [f'[[ignore]]\nrule = "{rule}"\ntool = "list_{one}"\nreason = "agreed"\n' for one in ignored]
        (tmp_path / "conformance.toml").write_text('profile = "mcp"\n' + "".join(entries), "utf-8")
        report = conformance.check(value, config=tmp_path / "conformance.toml", rules=[rule])
        return [one.rule for one in report.findings], [one.suppressed for one in report.findings]

    two, three = _of_animals(rule, "cows", "pigs"), _of_animals(rule, "dogs", "cows", "pigs")
    assert judged(two, ["cows"]) == judged(two, ["pigs"]) == ([rule], [None])
    assert judged(two, ["pigs", "cows"]) == ([rule], ["agreed"])
    assert judged(three, ["pigs", "cows"]) == ([rule], [None])
    assert judged(three, ["*"]) == ([rule], ["agreed"])


@pytest.mark.parametrize("rule", _SHARED)
def test_an_ignore_is_added_for_each_tool_of_a_finding(tmp_path: Path, rule: str) -> None:
    _write(tmp_path, _of_animals(rule, "cows", "pigs"))
    config = tmp_path / "conformance.toml"
    config.write_text(f'profile = "mcp"\n\n[[ignore]]\nrule = "{rule}"\ntool = "list_cows"\nreason = "old"\n', "utf-8")
    (shared,) = conformance.check(tmp_path / "tools.json", config=config, rules=[rule]).findings
    assert _run(tmp_path, f"check tools.json --add-ignore {shared.fingerprint} --reason x")[0] == 0
    (accepted,) = conformance.check(tmp_path / "tools.json", config=config, rules=[rule]).findings
    assert accepted.suppressed == "old"
    _write(tmp_path, _of_animals(rule, "dogs", "pigs", "cows"))
    (found,) = conformance.check(tmp_path / "tools.json", config=config, rules=[rule]).findings
    assert found.suppressed is None


def test_of_two_tools_that_are_alike_the_later_one_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "conformance.toml").write_text(
        '[[ignore]]\nrule = "description_distinct"\ntool = "b"\nreason = "agreed"\n', "utf-8"
    )
    tools = [{"name": name, "description": "List all notes of a day.", "inputSchema": _OPEN} for name in "ab"]
    report = conformance.check(
        {"tools": tools}, config=tmp_path / "conformance.toml", profile="mcp", rules=["description_distinct"]
    )
    assert [one.suppressed for one in report.findings] == ["agreed"]


# What a rule says once for several fields of a tool, and such a field.
_GROUPED: dict[str, dict[str, Any]] = {
    "date_format_stated": {"type": "string", "description": "What to begin with."},
    "default_valid": {"type": "string", "description": "What to begin with.", "default": "a"},
    "parameters_described": {"type": "string"},
    "choice_values_known": {"type": "string", "description": "Status to filter by."},
}


def _with_fields(rule: str, *names: str) -> dict[str, Any]:
    ending = "_date" if rule == "date_format_stated" else "_status"
    properties: dict[str, Any] = {f"{name}{ending}": _GROUPED[rule] for name in names}
    schema: dict[str, Any] = {"type": "object", "properties": properties, "required": [*properties]}
    other: dict[str, Any] = {"name": "show_cow", "description": "Show a cow.", "inputSchema": _OPEN}
    return {"tools": [other, {"name": "list_cows", "description": "List all cows.", "inputSchema": schema}]}


@pytest.mark.parametrize("rule", _GROUPED)
def test_what_several_fields_share_is_accepted_in_each_of_them_and_found_again_in_another(
    tmp_path: Path, rule: str
) -> None:
    config = tmp_path / "conformance.toml"
    config.write_text('profile = "mcp"\n', "utf-8")

    def reasons(*names: str) -> list[str | None]:
        value = _with_fields(rule, *names)
        return [one.suppressed for one in conformance.check(value, config=config, rules=[rule]).findings]

    _write(tmp_path, _with_fields(rule, "first", "second"))
    (shared,) = conformance.check(tmp_path / "tools.json", config=config, rules=[rule]).findings
    status, output = _run(tmp_path, f"check tools.json --add-ignore {shared.fingerprint} --reason agreed")
    assert status == 0, output
    assert len(tomllib.loads(config.read_text("utf-8"))["ignore"]) == 2
    assert reasons("first", "second") == reasons("second", "first") == reasons("second") == ["agreed"]
    assert reasons("first", "second", "third") == [None]


@pytest.mark.parametrize("rule", _GROUPED)
def test_what_several_fields_share_is_a_new_finding_when_another_joins(rule: str) -> None:
    def mark(*names: str) -> str:
        (found,) = conformance.check(_with_fields(rule, *names), profile="mcp", rules=[rule]).findings
        return found.fingerprint

    assert len({mark("first"), mark("first", "second"), mark("first", "second", "third")}) == 3
    assert mark("first", "second") == mark("second", "first")


def test_the_embedded_contract_has_no_known_findings_of_the_user(tmp_path: Path) -> None:
    status, output = _run(tmp_path, "baseline --write")
    assert (status, "pass the inventory, as in `conformance baseline tools.json`" in output) == (2, True), output
    assert list(tmp_path.iterdir()) == []
