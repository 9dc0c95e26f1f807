"""Recorded results are tests: one per result and category, and one per rule that reports something."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import conformance
from conformance.documents.values import JsonValue
from conformance.rules.catalogue import all_rules
from conformance.rules.scopes import AnyRule
from conformance.systems.adapters.reference import reference_records
from conformance.systems.surface import Record
from tests.pytest_plugin.conftest import WITHOUT, Project, failed_ids, node_ids, outcomes
from tests.scenarios.scenario import run_command

FILE = "receipts.jsonl"
GOOD: dict[str, Any] = {
    "tool_name": "ListTasks",
    "status": "success",
    "summary_text": "no tasks",
    "result": {},
    "error": None,
}
BOTH = {**GOOD, "error": {"kind": "x", "message": "x"}}


def _line(name: str | None, envelope: JsonValue = None, receipt: str = "No active tasks") -> dict[str, Any]:
    named = {} if name is None else {"name": name}
    return {**named, "envelope": GOOD if envelope is None else envelope, "receipt": receipt}


def _write(project: Project, *lines: Any, name: str = FILE) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    return project.write(name, "".join(f"{text}\n" for text in texts))


@pytest.fixture
def recorded(project: Project) -> Project:
    """A project whose only tests are results of one tool that has no result schema."""
    project.inventory("ListTasks")
    project.write("conformance.toml", 'inventory = "inv.json"\n')
    project.write("pytest.ini", f"[pytest]\nconformance_records = {FILE}\n")
    return project


def _example_record(rule: AnyRule, value: JsonValue) -> Record | None:
    """Return the record of a rule's example, if it is about the example tool as it is."""
    members = value if isinstance(value, dict) else {}
    if {"tool", "tools", "other_receipt_at", "kept"} & set(members) or rule.scope.name == "kept":
        return None
    return next(iter(rule.scope.example(value).records), None)


def _wrong_records() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield rule, message and line of one record per rule on envelopes and receipts that the default profile has."""
    for rule in all_rules().values():
        if "records" not in rule.scope.needs or rule.profile != "holon":
            continue
        for bad in rule.bad:
            record = _example_record(rule, bad.value) if bad.profile is None else None
            # artifacts are files beside a log, and a call of a trace is not written with an envelope
            if record is not None and record.stored is None and record.traced is None:
                again = {} if record.second_receipt is None else {"rendered_again": record.second_receipt}
                receipt = {} if record.receipt is None else {"receipt": record.receipt}
                yield rule.id, bad.says, {"name": f"wrong/{rule.id}", "envelope": record.envelope, **receipt, **again}
                break


def test_each_wrong_record_fails_at_its_own_node_with_the_message_of_its_rule(recorded: Project) -> None:
    wrong = list(_wrong_records())
    assert len(wrong) >= 20
    _write(recorded, _line("right"), *(line for _, _, line in wrong))
    result = recorded.run("--conformance-fail-on=info")
    failed = failed_ids(result)
    text = result.stdout.str()
    for rule, says, line in wrong:
        envelope: Any = line["envelope"]
        tool = envelope.get("tool_name") if isinstance(envelope, dict) else None
        node = f"{FILE}::{tool if isinstance(tool, str) else 'records'}::{line['name']}::{rule}"
        assert node in failed
        assert says.splitlines()[0][:60] in text
    assert all("::wrong/" in name for name in failed)


def test_a_folder_stands_for_the_results_in_it(recorded: Project) -> None:
    for name in ("a.jsonl", "b/c.jsonl"):
        path = recorded.path / "results" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(_line(Path(name).stem)) + "\n", "utf-8")
    ids = node_ids(recorded.run("--collect-only", "-q", "--conformance-records=results"))
    assert {one.partition("::")[0] for one in ids} == {"results/a.jsonl", "results/b/c.jsonl"}


def test_a_good_result_is_one_test_per_category(recorded: Project) -> None:
    _write(recorded, _line("list/none"), _line(None), {**GOOD})
    assert node_ids(recorded.run("--collect-only", "-q")) == [
        f"{FILE}::ListTasks::list/none::envelopes",
        f"{FILE}::ListTasks::list/none::receipts",
        f"{FILE}::ListTasks::line-2::envelopes",
        f"{FILE}::ListTasks::line-2::receipts",
        f"{FILE}::ListTasks::line-3::envelopes",
        f"{FILE}::records::history",
    ]
    result = recorded.run()
    assert outcomes(result) == {"passed": 6}
    result.stdout.fnmatch_lines([f"{FILE}: 3 results, 6 checks: all clean"])


def test_rules_that_object_replace_the_test_of_their_category_and_are_selected_with_it(recorded: Project) -> None:
    _write(recorded, _line("a", {**GOOD, "error": {"kind": "x"}}), _line("b"))
    ids = node_ids(recorded.run("--collect-only", "-q", "-k", "envelopes"))
    assert f"{FILE}::ListTasks::a::envelope_exclusivity" in ids
    assert f"{FILE}::ListTasks::b::envelopes" in ids
    assert f"{FILE}::ListTasks::a::envelopes" not in ids
    assert not [name for name in ids if name.endswith("::receipts")]


def test_results_with_equal_or_odd_names_stay_apart(recorded: Project) -> None:
    names = ["a", "a", "b::c[x]", "../d", "history", "工具", ""]
    _write(recorded, *(_line(name) for name in names), _line("history", {**GOOD, "tool_name": None}))
    ids = node_ids(recorded.run("--collect-only", "-q"))
    assert len(set(ids)) == len(ids)
    assert {f"{FILE}::ListTasks::a::receipts", f"{FILE}::ListTasks::a~2::receipts"} <= set(ids)
    assert all(len(name.split("::")) == 4 for name in ids if not name.startswith(f"{FILE}::records"))


def test_an_unreadable_line_fails_a_test_of_its_own(recorded: Project) -> None:
    _write(recorded, _line("a"), '{"envelope": ', _line("b"))
    result = recorded.run()
    assert failed_ids(result) == {f"{FILE}::records::line-2::record_readable"}
    result.stdout.fnmatch_lines(["error?record_readable?: *", f"  --> {FILE}:2:*"])


@pytest.mark.parametrize("content", ["", '{"tools": []}'])
def test_a_file_that_holds_no_results_is_one_collection_error(recorded: Project, content: str) -> None:
    recorded.write(FILE, content)
    result = recorded.run()
    assert outcomes(result) == {"errors": 1}
    result.stdout.fnmatch_lines([f"*{FILE}*", "  help: *", f"ERROR {FILE} - *"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_what_cannot_be_read_is_reported_once_to_each_test_that_needs_it(recorded: Project) -> None:
    recorded.write(FILE, "")
    recorded.write("test_r.py", "def test_r(receipt): pass\n")
    result = recorded.run("test_r.py")
    assert outcomes(result) == {"errors": 1}
    assert result.stdout.str().count(f"{FILE} contains no record\n  help: ") == 1
    assert "During handling" not in result.stdout.str()


def test_several_files_and_patterns_are_read_in_their_order(recorded: Project) -> None:
    for name in ("b.jsonl", "out/2.jsonl", "out/1.jsonl"):
        _write(recorded, _line("x"), name=name)
    recorded.write("pytest.ini", "[pytest]\nconformance_records =\n  b.jsonl\n  out/*.jsonl\n")
    ids = node_ids(recorded.run("--collect-only", "-q"))
    assert list(dict.fromkeys(name.split("::")[0] for name in ids)) == ["b.jsonl", "out/1.jsonl", "out/2.jsonl"]
    options = ("--conformance-records", "out/2.jsonl", "--conformance-records", "b.jsonl")
    ids = node_ids(recorded.run("--collect-only", "-q", *options))
    assert list(dict.fromkeys(name.split("::")[0] for name in ids)) == ["out/2.jsonl", "b.jsonl"]


def test_a_pattern_that_matches_nothing_is_a_usage_error(recorded: Project) -> None:
    recorded.write("pytest.ini", "[pytest]\nconformance_records = out/*.jsonl\n")
    result = recorded.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*no file matches `out/?.jsonl` in `conformance_records`", "  help: *"])


def test_results_are_checked_against_the_schemas_of_the_inventory_under_test(recorded: Project) -> None:
    _write(recorded, _line("a", {**GOOD, "tool_name": "ReadNote"}))
    recorded.inventory("ReadNote")
    assert outcomes(recorded.run()) == {"passed": 3}
    schema = {"type": "object", "properties": {"note": {"type": "string"}}, "required": ["note"]}
    recorded.inventory({"name": "ReadNote", "result_envelope": _promise(schema)})
    assert failed_ids(recorded.run()) == {f"{FILE}::ReadNote::a::result_matches_schema"}


# A tool, an input and a result that the reference contract would refuse: its own tool `TaskList` has no such field.
_OF_OTHERS: list[dict[str, Any]] = [
    {**GOOD, "tool_name": "SomebodysTool"},
    {**GOOD, "tool_name": "ListTasks", "result": {"rows": []}},
]


def test_without_an_inventory_nothing_is_judged_by_that_of_the_reference_contract(
    project: Project, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = _write(project, *(_line(None, one) for one in _OF_OTHERS))
    project.write("pytest.ini", f"[pytest]\nconformance_records = {FILE}\n")
    result = pytester.runpytest_inprocess(*WITHOUT, "-p", "no:syrupy")
    assert outcomes(result) == {"passed": 5}
    result.stdout.fnmatch_lines([f"conformance: results in {FILE}; no inventory was given, so names of tools,*"])
    # the command and the function say the same
    monkeypatch.chdir(file.parent)
    assert run_command(f"conformance audit {FILE}")[0] == 0
    assert conformance.audit(FILE).findings == []
    project.inventory("ListTasks")
    project.write("conformance.toml", 'inventory = "inv.json"\n')
    (failed,) = failed_ids(project.run())
    assert failed.endswith("::line-1::tool_known")
    assert "error[tool_known]" in run_command(f"conformance audit {FILE}")[1]
    assert [one.rule for one in conformance.audit(FILE, config="conformance.toml").findings] == ["tool_known"]


def test_artifacts_of_the_named_folder_contain_what_the_previews_cut(recorded: Project) -> None:
    cut = {"stdout_preview": "first\n[truncated 1 lines]\nlast\n", "truncated": True, "stdout_artifact": 0}
    result = {**cut, "artifacts": [{"path": "1.log"}]}
    _write(recorded, {"name": "a", "envelope": {**GOOD, "result": result}})
    recorded.write("stored/1.log", "first\nsecond\nlast\n")
    assert "failed" not in outcomes(recorded.run())
    assert "failed" not in outcomes(recorded.run("--conformance-artifacts", "stored"))
    recorded.write("pytest.ini", f"[pytest]\nconformance_records = {FILE}\nconformance_artifacts = stored\n")
    assert "failed" not in outcomes(recorded.run())
    recorded.write("stored/1.log", "another\n")
    assert failed_ids(recorded.run()) == {f"{FILE}::ListTasks::a::artifact_holds_output"}
    result = recorded.run("--conformance-artifacts", "gone")
    result.stdout.fnmatch_lines(["`gone` in `conformance_artifacts` is not a folder"])
    assert outcomes(result) == {"errors": 1}


def _promise(schema: JsonValue) -> JsonValue:
    named = {"canonical": "ToolResultEnvelope", "success_result": "ReadNoteResult", "error_result": "ToolError"}
    return {**named, "success_result_schema": schema, "model_rendering": "custom_text_receipt"}


def test_selecting_works_as_for_any_other_test(recorded: Project) -> None:
    _write(recorded, _line("a/good"), _line("a/bad", BOTH), _line("b/bad", BOTH))
    first, second = (f"{FILE}::ListTasks::{name}/bad::envelope_exclusivity" for name in "ab")
    assert {first, second} <= failed_ids(recorded.run())
    assert outcomes(recorded.run("--lf")) == outcomes(recorded.run("--lf", "-k", "bad"))
    assert "passed" not in outcomes(recorded.run("--lf"))
    assert outcomes(recorded.run("-k", "a/good")) == {"passed": 2, "deselected": len(node_ids(_all(recorded))) - 2}
    assert first in failed_ids(recorded.run(f"{FILE}::ListTasks::a/bad"))
    assert failed_ids(recorded.run(first)) == {first}
    recorded.run("--junitxml", "report.xml")
    report = (recorded.path / "report.xml").read_text("utf-8")
    assert 'classname="receipts.jsonl.ListTasks.a/bad" name="envelope_exclusivity"' in report


def _all(project: Project) -> pytest.RunResult:
    return project.run("--collect-only", "-q")


def test_every_test_of_a_file_of_results_has_the_marker(recorded: Project) -> None:
    _write(recorded, _line("a/good"), _line("a/bad", BOTH), "{broken")
    every = node_ids(recorded.run("--collect-only", "-q"))
    assert f"{FILE}::records::history" in every
    assert node_ids(recorded.run("--collect-only", "-q", "-m", "conformance")) == every


def test_workers_find_the_same(recorded: Project) -> None:
    _write(recorded, _line("a"), _line("a", BOTH), '{"envelope": ', _line(None, {}))
    alone, shared = recorded.run(), recorded.run_apart("-n", "2")
    assert failed_ids(alone) == failed_ids(shared)
    assert outcomes(alone) == outcomes(shared)


def test_an_accepted_finding_is_an_expected_failure(recorded: Project) -> None:
    accepted = '[[ignore]]\nrule = "envelope_exclusivity"\nreason = "until May"\n'
    recorded.write("conformance.toml", 'inventory = "inv.json"\n' + accepted)
    wrong = {**GOOD, "result": None}
    _write(recorded, _line("a", wrong))
    result = recorded.run("-rx")
    assert outcomes(result) == {"passed": 2, "xfailed": 1}
    result.stdout.fnmatch_lines(
        [f"{FILE}*all clean (1 accepted)", f"XFAIL {FILE}::ListTasks::a::envelope_exclusivity - *until May"]
    )


def test_a_finding_below_the_level_that_fails_passes_and_is_listed(recorded: Project) -> None:
    recorded.write("conformance.toml", 'inventory = "inv.json"\n[levels]\nenvelope_exclusivity = "warning"\n')
    _write(recorded, _line("a/b", {**GOOD, "result": None}))
    result = recorded.run()
    assert outcomes(result) == {"passed": 3}
    result.stdout.fnmatch_lines(["a/b", "  warning?envelope_exclusivity?: *", f"{FILE}: 1 result, 3 checks: 1 warning"])
    assert failed_ids(recorded.run("--conformance-fail-on=warning")) == {
        f"{FILE}::ListTasks::a/b::envelope_exclusivity"
    }


def test_the_results_of_the_reference_contract_are_tests_of_a_run_without_an_own_inventory(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\n")
    result = project.run("--conformance", "-k", "reference-results")
    names = {record.name for record in reference_records()}
    assert outcomes(result)["passed"] == 2 * len(names) + 1
    assert "failed" not in outcomes(result)
    project.inventory("ListTasks")
    assert "reference-results" not in project.run("--conformance=inv.json", "--collect-only", "-q").stdout.str()


def test_the_reference_results_pass_as_a_file_too(project: Project) -> None:
    records = [(one.name, one.envelope, one.receipt or "") for one in reference_records()]
    _write(project, *(_line(name, envelope, receipt) for name, envelope, receipt in records))
    project.write("pytest.ini", f"[pytest]\nconformance_records = {FILE}\n")
    result = project.run()
    assert set(outcomes(result)) == {"passed"}
    assert outcomes(result)["passed"] >= 2 * len(records)


_CALL: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "ListTasks", "arguments": {}},
}
_DONE: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "no tasks"}]}}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([_CALL], "no call was judged"),
        ([_CALL, {**_DONE, "id": 2}], "no call was judged"),
        ([{"spanId": "s", "attributes": {"gen_ai.tool.name": "ListTasks"}}], "no call was judged"),
        ([{"jsonrpc": "2.0", "method": "notifications/initialized"}], "nothing was audited"),
        ([{"role": "user", "content": "hello"}, {"choices": [], "object": "chat.completion"}], "nothing was audited"),
    ],
)
def test_a_file_in_which_nothing_can_be_judged_is_a_collection_error(
    recorded: Project, lines: list[Any], says: str
) -> None:
    _write(recorded, *lines)
    result = recorded.run(FILE)
    assert outcomes(result) == {"errors": 1}
    assert says in result.stdout.str()


def test_envelopes_under_a_profile_without_rules_on_them_are_a_collection_error(recorded: Project) -> None:
    _write(recorded, {"canonical_result": {"tool_name": "get_it", "status": "error"}, "rendered_receipt": "Done."})
    recorded.write("conformance.toml", 'profile = "mcp"\n')
    result = recorded.run(FILE)
    assert outcomes(result) == {"errors": 1}
    assert "no result was judged: the profile has no rules on envelopes" in result.stdout.str()


def test_a_conversation_without_a_call_is_skipped_beside_a_file_with_results(recorded: Project) -> None:
    _write(recorded, _CALL, _DONE)
    recorded.write("chat.jsonl", json.dumps({"role": "user", "content": "hello"}) + "\n")
    recorded.write("pytest.ini", "[pytest]\nconformance_records = *.jsonl\n")
    result = recorded.run("-rs")
    assert set(outcomes(result)) == {"passed", "skipped"}
    assert outcomes(result)["skipped"] == 1
    result.stdout.fnmatch_lines(["SKIPPED * nothing was audited: no line of chat.jsonl is a readable result or call"])
    recorded.write(FILE, json.dumps({"role": "user", "content": "bye"}) + "\n")
    assert outcomes(recorded.run())["errors"] == 2


def test_a_file_in_which_one_call_has_its_result_is_judged(recorded: Project) -> None:
    _write(recorded, _CALL, _DONE, {**_CALL, "id": 2})
    assert "errors" not in outcomes(recorded.run(FILE))


@pytest.mark.parametrize("first", ["a.json", "b.json"])
def test_results_are_judged_by_the_tools_of_all_inventories(recorded: Project, first: str) -> None:
    closed: Any = {"type": "object", "additionalProperties": False, "properties": {"limit": {"type": "integer"}}}
    recorded.inventory({"name": "ListTasks", "input_schema": closed}, name="a.json")
    recorded.inventory({"name": "ListNotes", "input_schema": closed}, name="b.json")
    second = {"a.json": "b.json", "b.json": "a.json"}[first]
    records = f"conformance_records = {FILE}\nconformance_inventory =\n    {first}\n    {second}\n"
    recorded.write("pytest.ini", f"[pytest]\n{records}")
    good = {**_line("one"), "input": {"limit": 1}}
    wrong = {**_line("two", {**GOOD, "tool_name": "ListNotes"}), "input": {"limit": "x"}}
    _write(recorded, good, wrong)
    assert failed_ids(recorded.run(FILE)) == {f"{FILE}::ListNotes::two::recorded_input_valid"}


def test_a_message_that_no_client_can_be_sure_of_fails_the_test_of_its_call(recorded: Project) -> None:
    messages: list[Any] = []
    text = {"content": [{"type": "text", "text": "no tasks"}]}
    for id_, back in enumerate(
        (
            {"result": text},
            {"result": text, "error": {"code": 1, "message": "x"}},
            {"result": {}},
            {"result": {**text, "isError": "no"}},
        )
    ):
        call = {"method": "tools/call", "params": {"name": "ListTasks", "arguments": {}}}
        messages += [{"jsonrpc": "2.0", "id": id_, **one} for one in (call, back)]
    _write(recorded, *messages)
    assert failed_ids(recorded.run(FILE)) == {f"{FILE}::ListTasks::{id_}::record_readable" for id_ in (1, 2, 3)}
