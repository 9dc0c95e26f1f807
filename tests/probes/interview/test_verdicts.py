"""Verdicts are read from replies: a call that fails for a reason of its own still tells how far an input got."""

from typing import Any

import pytest

from conformance.probes.interview import Treatment
from conformance.probes.interview.verdicts import (
    blames_input,
    has_same_text,
    judge_call,
    judge_parse,
    mentions_field,
    reports_failure,
)
from conformance.settings.profiles import load_profile
from conformance.settings.profiles.probing import ProbeTables
from conformance.systems.runtime import CallOutcome, ParseOutcome
from tests.cases import check_each

TABLES = ProbeTables()


def reply(text: str, *, failed: bool = False, kind: str = "tool_error", by_protocol: bool = False) -> CallOutcome:
    error = {"kind": kind, "message": text} if failed else None
    status = "error" if failed else "success"
    envelope = {"tool_name": "t", "status": status, "summary_text": text, "result": None, "error": error}
    return CallOutcome(envelope, text, raw=envelope, refused_by_protocol=by_protocol)


GOOD, FAILED = reply("three lines"), reply("no such file /a", failed=True)


@pytest.mark.parametrize(
    ("called", "base", "verdict"),
    [
        (reply("one line"), GOOD, Treatment.ACCEPTED),
        (reply("unknown field", failed=True), GOOD, Treatment.REFUSED),
        (reply("Unknown tool", failed=True, by_protocol=True), GOOD, Treatment.REFUSED),
        (reply("no such file /a", failed=True), FAILED, Treatment.UNDETERMINED),
        (reply("unknown field", failed=True), FAILED, Treatment.UNDETERMINED),
        (reply("unknown field", failed=True, kind="invalid_tool_input"), FAILED, Treatment.REFUSED),
        (reply("three lines"), FAILED, Treatment.ACCEPTED),
        (reply("Error: unknown field"), GOOD, Treatment.REFUSED),
        (reply("Error: disk full"), reply("Error: disk full"), Treatment.UNDETERMINED),
        (reply("Search is unavailable"), reply("Search is unavailable"), Treatment.UNDETERMINED),
        (reply("0 errors"), reply("0 errors"), Treatment.ACCEPTED),
    ],
)
def test_an_input_is_accepted_when_it_gets_as_far_as_the_good_one(
    called: CallOutcome, base: CallOutcome, verdict: Treatment
) -> None:
    assert judge_call("t", {}, called, base=base, tables=TABLES).verdict is verdict


def test_two_failures_that_differ_in_a_number_are_the_same() -> None:
    assert has_same_text(reply("timeout after 31 ms", failed=True), reply("timeout after 7 ms", failed=True))
    assert not has_same_text(reply("timeout", failed=True), reply("refused", failed=True))


@check_each(
    "text",
    [
        "Error: Missing arguments",
        "Database error: no such table: users",
        "TypeError: fetch failed",
        "Error 111 connecting to 127.0.0.1:6379",
        "Failed to open the page",
        "Could not find the document",
        "Traceback (most recent call last):\n  File",
        "Document report.docx does not exist",
        "Access denied - path outside allowed directories",
        "Error executing tool AddNote: title is required",
        "Invalid arguments: unknown field 'x'",
        "Invalid arguments for tool AddNote: unknown field 'x'",
        "Invalid input",
        "An error occurred",
        "An internal error has occurred while saving",
        "ENOENT: no such file or directory, open '/a'",
        "File not found",
        "File not found: /tmp/a.txt",
        "MCP error -32602: bad",
        '{"error":"bad"}',
        '{"success": false, "message": "bad"}',
        '{"ok":false,"reason":"bad"}',
        '{"status": "error", "message": "bad"}',
        '{"message": "bad \\"name\\"", "code": 7, "status": "failed"}',
        '{"status": "error", "data": null, "error": {"code": 7, "message": "bad"}}',
        "Failed: no such note",
        "fatal: not a git repository",
        '{"success": false, "error": {"code": 7, "message": "bad"}}',
        "Missing required argument 'title'",
        "input for AddNote does not match the tool schema: missing field 'title'",
    ],
)
def test_a_text_that_reports_a_failure_is_known(text: str) -> None:
    assert reports_failure(reply(text), TABLES)


@check_each(
    "text",
    [
        "3 errors were fixed",
        "Process exited with code 1\nstderr:\nerror: no such file",
        "error_count: 0",
        "No results",
        "The error handling chapter begins here: read on",
        "Everything is fine",
        "Invalid input handling in forms, and 3 other pages",
        "Found 3 lines:\nInvalid arguments: unknown field 'x'",
        "The log says: An error occurred",
        "notes.md:3: ENOENT: no such file",
        "2 files checked, 1 not found",
        "Example: how to write a note",
        '{"error": null, "notes": []}',
        '{"error_count": 0}',
        '{"status": "failed", "build": 12, "steps": [{"name": "test", "status": "passed"}]}',
        '{"build": 12, "status": "failed", "message": "2 tests"}',
        '{"status": "error", "job_id": "j1", "exit_code": 1}',
        '{"status": "failed"}',
        '{"notes": [{"error": "bad"}]}',
        "page 404 not found in the list of 3 pages",
        "Error: " + "a log of many lines " * 60,
        "",
    ],
)
def test_a_text_that_speaks_of_errors_is_no_failure(text: str) -> None:
    assert not reports_failure(reply(text), TABLES)


@pytest.mark.parametrize(
    "text", ["1 validation error for AddNote", "Input validation error: 'title' is a required property"]
)
def test_a_text_that_begins_by_blaming_the_input_reports_a_failure_where_the_profile_knows_it(text: str) -> None:
    assert reports_failure(reply(text), load_profile("mcp").probing)
    assert not reports_failure(reply(f"The page on forms says: {text}"), load_profile("mcp").probing)


def test_a_parser_says_itself_what_it_accepts() -> None:
    assert judge_parse("t", {}, ParseOutcome(accepted=True)).verdict is Treatment.ACCEPTED
    assert judge_parse("t", {}, ParseOutcome(accepted=True, notice="x was ignored")).verdict is Treatment.NOTICED
    refused = judge_parse(
        "t", {}, ParseOutcome(accepted=False, error={"kind": "k", "message": "m", "details": {"field": "/x"}})
    )
    assert (refused.verdict, refused.text) == (Treatment.REFUSED, "m\n/x")


@pytest.mark.parametrize(
    ("answer", "blames"),
    [
        (judge_parse("t", {}, ParseOutcome(accepted=False, error={"kind": "any"})), True),
        (judge_call("t", {}, reply("x", failed=True, kind="invalid_tool_input"), base=None, tables=TABLES), True),
        (judge_call("t", {}, FAILED, base=None, tables=TABLES), False),
    ],
)
def test_an_error_that_blames_the_input_is_told_from_one_that_happened_later(answer: Any, blames: bool) -> None:
    assert blames_input(answer, TABLES) is blames


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"city":"Rome","dry_run":true}', True),
        ("city: Rome\ndry_run: true", True),
        ("heard {'city': 'Rome', 'dry_run': True}", True),
        ('{"echo": "{\\"dry_run\\": \\"unexpected\\"}"}', "unexpected"),
        ("dry_run=unexpected, city=Rome", "unexpected"),
        ('{"dry_run": {"stars": 3}}', {"stars": 3}),
        ('{\n  "dry_run": [\n    1,\n    2\n  ]\n}', [1, 2]),
        ("nothing of the kind", True),
    ],
)
def test_an_echo_is_no_word_to_the_caller(text: str, value: Any) -> None:
    assert not mentions_field(text, "dry_run", value)


@pytest.mark.parametrize(
    "text",
    [
        "done; ignored: ['dry_run']",
        "unknown field 'dry_run' was ignored",
        "dry_run: unexpected field",
        "warning: dry_run is no field of this tool",
        '{"heard": {"dry_run": "unexpected"}, "ignored": ["dry_run"]}',
    ],
)
def test_a_text_that_names_a_field_otherwise_speaks_of_it(text: str) -> None:
    assert mentions_field(text, "dry_run", "unexpected")
