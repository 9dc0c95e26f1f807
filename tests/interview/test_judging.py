"""Verdicts are read from replies: a call that fails for a reason of its own still tells how far an input got."""

from typing import Any

import pytest

from conformance.adapters.spec import Called, Parsed
from conformance.interview import Verdict
from conformance.interview.judging import blames_input, of_call, of_parse, same_words, says_failure
from conformance.profiles.probing import ProbeTables

TABLES = ProbeTables()


def reply(text: str, *, failed: bool = False, kind: str = "tool_error", by_protocol: bool = False) -> Called:
    error = {"kind": kind, "message": text} if failed else None
    status = "error" if failed else "success"
    envelope = {"tool_name": "t", "status": status, "summary_text": text, "result": None, "error": error}
    return Called(envelope, text, raw=envelope, refused_by_protocol=by_protocol)


GOOD, FAILED = reply("three lines"), reply("no such file /a", failed=True)


@pytest.mark.parametrize(
    ("called", "base", "verdict"),
    [
        (reply("one line"), GOOD, Verdict.ACCEPTED),
        (reply("unknown field", failed=True), GOOD, Verdict.REFUSED),
        (reply("Unknown tool", failed=True, by_protocol=True), GOOD, Verdict.REFUSED),
        (reply("no such file /a", failed=True), FAILED, Verdict.ACCEPTED),
        (reply("unknown field", failed=True), FAILED, Verdict.REFUSED),
        (reply("three lines"), FAILED, Verdict.ACCEPTED),
        (reply("Error: unknown field"), GOOD, Verdict.REFUSED),
        (reply("Error: disk full"), reply("Error: disk full"), Verdict.ACCEPTED),
    ],
)
def test_an_input_is_accepted_when_it_gets_as_far_as_the_good_one(
    called: Called, base: Called, verdict: Verdict
) -> None:
    assert of_call("t", {}, called, base=base, tables=TABLES).verdict is verdict


def test_two_failures_that_differ_in_a_number_are_the_same() -> None:
    assert same_words(reply("timeout after 31 ms", failed=True), reply("timeout after 7 ms", failed=True))
    assert not same_words(reply("timeout", failed=True), reply("refused", failed=True))


@pytest.mark.parametrize(
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
    ],
)
def test_a_text_that_reports_a_failure_is_known(text: str) -> None:
    assert says_failure(reply(text), TABLES)


@pytest.mark.parametrize(
    "text",
    [
        "3 errors were fixed",
        "Process exited with code 1\nstderr:\nerror: no such file",
        "error_count: 0",
        "No results",
        "The error handling chapter begins here: read on",
        "Everything is fine",
        "Error: " + "a log of many lines " * 60,
        "",
    ],
)
def test_a_text_that_speaks_of_errors_is_no_failure(text: str) -> None:
    assert not says_failure(reply(text), TABLES)


def test_a_parser_says_itself_what_it_accepts() -> None:
    assert of_parse("t", {}, Parsed(accepted=True)).verdict is Verdict.ACCEPTED
    assert of_parse("t", {}, Parsed(accepted=True, notice="x was ignored")).verdict is Verdict.NOTICED
    refused = of_parse("t", {}, Parsed(accepted=False, error={"kind": "k", "message": "m", "details": {"field": "/x"}}))
    assert (refused.verdict, refused.text) == (Verdict.REFUSED, "m\n/x")


@pytest.mark.parametrize(
    ("answer", "blames"),
    [
        (of_parse("t", {}, Parsed(accepted=False, error={"kind": "any"})), True),
        (of_call("t", {}, reply("x", failed=True, kind="invalid_tool_input"), base=None, tables=TABLES), True),
        (of_call("t", {}, FAILED, base=None, tables=TABLES), False),
    ],
)
def test_an_error_that_blames_the_input_is_told_from_one_that_happened_later(answer: Any, blames: bool) -> None:
    assert blames_input(answer, TABLES) is blames
