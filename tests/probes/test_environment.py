"""Systems whose environment fails, or that are stricter than a reader of their schema may think: nobody is accused."""

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.commands.report import FindingSet
from conformance.commands.reporters.text import render_findings
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.findings import Finding, Level
from conformance.inventory import Inventory
from conformance.probes.interview import RunLimits
from conformance.probes.interview.environment import ENVIRONMENT_ADVICE
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.schema.validation import violations
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.mcp import outcome_from_result
from conformance.systems.runtime import CallOutcome, Runtime, SilentRuntime
from tests.cases import check_each

PROFILE = load_profile("mcp")
PLAN = Plan(applied_probes(PROFILE), PROFILE, limits=RunLimits(max_examples=10))
OPTIONAL: JsonObject = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "filename": {"type": "string"}, "time": {"type": "number"}},
    "additionalProperties": False,
}
FETCH: JsonObject = {
    "type": "object",
    "required": ["url"],
    "properties": {
        "url": {"type": "string", "format": "uri", "minLength": 1},
        "due": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
    },
    "additionalProperties": False,
}
Answer = Callable[[str, JsonObject], JsonObject]


def text_result(text: str, *, failed: bool = False) -> JsonObject:
    return {"content": [{"type": "text", "text": text}], **({"isError": True} if failed else {})}


@dataclass
class Server(SilentRuntime):
    """Answers like an MCP server with one read-only tool."""

    schema: JsonObject
    answer: Answer
    output: JsonObject | None = None
    names: Sequence[str] = ("look",)
    seen: list[tuple[str, JsonValue]] = field(default_factory=list[tuple[str, JsonValue]])
    hints: JsonObject | None = None

    def describe(self) -> JsonObject:
        tool: JsonObject = {
            "description": "Looks something up.",
            "input_schema": self.schema,
            "annotations": {"readOnlyHint": True} if self.hints is None else self.hints,
        }
        envelope: JsonObject = {"success_result_schema": self.output} if self.output else {}
        return {"version": 2, "tools": [{**tool, "name": name, "result_envelope": envelope} for name in self.names]}

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        self.seen.append((tool, arguments))
        return outcome_from_result(tool, self.answer(tool, as_object(arguments)))


def test_a_rejection_proves_nothing_where_a_good_input_cannot_be_sent_twice() -> None:
    known = set[str]()

    def create(_tool: str, arguments: JsonObject) -> JsonObject:
        if any(violations(arguments, schema)):
            return text_result("invalid arguments", failed=True)
        name = str(arguments["id"])
        is_new = name not in known
        known.add(name)
        return text_result("added" if is_new else "Duplicate ID", failed=not is_new)

    schema: JsonObject = {"type": "object", "properties": {"id": {"type": "string"}, "x": {"type": "integer"}}}
    schema = {**schema, "required": ["id"], "additionalProperties": False}
    given = Permissions({"look": ToolSettings(inputs=[{"id": "n1", "x": 1}], call=True)})
    report = probe(Server(schema, create, hints={}), "server", replace(PLAN, permissions=given))
    assert "coercion" not in {one.rule for one in report.findings}
    reasons = [one.message for one in report.findings if one.rule == "inconclusive"]
    assert any("succeeded once and fails when it is sent again, with 'Duplicate ID'" in one for one in reasons)


FAILURES = ("connection to database lost", "Internal error", "Rate limit exceeded, try again in 60 seconds")


def probe_alone(rule: str, answer: Answer) -> set[str]:
    """Return the ids of what is found by one question to a tool with this answer."""
    plan = replace(PLAN, probes=applied_probes(PROFILE, (rule,)))
    return {one.rule for one in probe(Server(FETCH, answer), "server", plan).findings}


def test_a_server_that_stops_working_in_the_middle_passes_no_question() -> None:
    def stop_after(count: int, words: str) -> Answer:
        calls = itertools.count(1)
        return lambda _tool, _arguments: (
            text_result("found") if next(calls) <= count else text_result(words, failed=True)
        )

    for words, count, rule in itertools.product(
        FAILURES, range(16), ("null_rejected", "wrong_type_rejected", "unknown_field_rejected")
    ):
        assert probe_alone(rule, stop_after(count, words)), (words, count, rule)


def test_a_server_that_stops_working_is_not_accused_of_rejecting_valid_inputs() -> None:
    for count in range(1, 16):
        calls = itertools.count(1)

        def stop(_tool: str, _arguments: JsonObject, calls: Iterator[int] = calls, count: int = count) -> JsonObject:
            lost = "MCP error -32602: Invalid request parameters"
            return text_result("found") if next(calls) <= count else text_result(lost, failed=True)

        assert "valid_input_accepted" not in probe_alone("valid_input_accepted", stop), count


def test_a_rate_limit_that_strikes_now_and_then_rejects_no_input() -> None:
    def limit(_tool: str, arguments: JsonObject) -> JsonObject:
        is_good = not any(violations(arguments, FETCH))
        return text_result("found") if is_good else text_result("429 Too Many Requests", failed=True)

    assert probe_alone("null_rejected", limit) == {"inconclusive"}


def test_one_failed_call_of_several_in_unknown_words_passes_no_question() -> None:
    def fail_each(number: int) -> Answer:
        calls = itertools.count(1)
        return lambda _tool, _arguments: (
            text_result("Slow down please", failed=True) if next(calls) % number == 0 else text_result("found")
        )

    for number, rule in itertools.product(
        range(2, 16), ("null_rejected", "wrong_type_rejected", "unknown_field_rejected", "missing_required_rejected")
    ):
        assert probe_alone(rule, fail_each(number)), (number, rule)


def test_a_rejection_in_any_words_counts_if_the_good_input_works_afterwards() -> None:
    def reject(_tool: str, arguments: JsonObject) -> JsonObject:
        is_good = not any(violations(arguments, FETCH))
        return text_result("found") if is_good else text_result("no", failed=True)

    server = Server(FETCH, reject)
    plan = replace(PLAN, probes=applied_probes(PROFILE, ("null_rejected",)))
    assert not findings(server, plan)
    assert not any(violations(server.seen[-1][1], FETCH)), "the last call is that with the good input"


def findings(server: Server, plan: Plan = PLAN) -> list[Finding]:
    return [one for one in probe(server, "server", plan).findings if one.tool is not None]


def accusations(server: Server, plan: Plan = PLAN) -> list[str]:
    return [f"{one.rule}: {one.message}" for one in findings(server, plan) if one.rule != "inconclusive"]


NO_BROWSER = "### Error\nError: async initializeServer: Chromium distribution 'chrome' is not found at /opt/chrome"


def test_a_missing_browser_accuses_no_tool_whose_fields_are_all_optional() -> None:
    server = Server(OPTIONAL, lambda _tool, _arguments: text_result(NO_BROWSER, failed=True))
    assert accusations(server) == []
    of_server = [one for one in probe(server, "server", PLAN).findings if one.tool is None]
    assert {one.rule for one in of_server} == {"inconclusive"}, "nor is the server, for a tool that does not exist"
    reasons = [one.message for one in findings(server) if one.rule == "inconclusive"]
    assert any("Chromium distribution" in reason and "before its input is checked" in reason for reason in reasons)


def test_a_reply_to_an_unknown_tool_in_the_same_words_shows_that_the_environment_fails() -> None:
    schema: JsonObject = {"type": "object", "properties": {}, "additionalProperties": False}
    server = Server(schema, lambda _tool, _arguments: text_result(NO_BROWSER, failed=True))
    assert accusations(server) == []
    assert any("before its input is checked" in one.message for one in findings(server))
    assert "ConformanceNoSuchTool" in [tool for tool, _ in server.seen]


def test_an_unflagged_failure_that_is_the_same_for_all_inputs_is_undetermined() -> None:
    def answer(tool: str, arguments: JsonObject) -> JsonObject:
        if not isinstance(arguments.get("url"), str):
            return text_result("MCP error -32602: Input validation error", failed=True)
        return text_result("Error searching libraries: TypeError: fetch failed")

    found = accusations(Server(FETCH, answer))
    assert {one.partition(":")[0] for one in found} == {"error_flag_honest"}, "that the flag is missing is true"
    reworded = accusations(
        Server(FETCH, lambda _tool, _arguments: text_result("Library search is currently unavailable"))
    )
    assert reworded == []


def test_a_failure_after_the_check_of_the_input_leaves_only_what_failed_alike_undetermined() -> None:
    def answer(tool: str, arguments: JsonObject) -> JsonObject:
        if not isinstance(arguments.get("url"), str):
            return text_result("Invalid arguments: url must be a string", failed=True)
        return text_result("fetch failed", failed=True)

    server = Server(FETCH, answer)
    assert accusations(server) == []
    open_questions = [
        name
        for one in findings(server)
        if one.rule == "inconclusive"
        for name in json.loads(json.dumps(one.evidence["probes"]))
    ]
    assert "unknown_field_rejected" in open_questions
    assert "missing_required_rejected" not in open_questions


def test_a_tool_whose_calls_all_fail_has_one_reason_that_quotes_the_reply_once() -> None:
    def answer(tool: str, arguments: JsonObject) -> JsonObject:
        if not isinstance(arguments.get("url"), str):
            return text_result("Invalid arguments: url must be a string", failed=True)
        return text_result("fetch failed", failed=True)

    (reason,) = [one for one in findings(Server(FETCH, answer)) if one.rule == "inconclusive"]
    assert reason.message == "undetermined: each call with a valid input fails, the first with 'fetch failed'"
    assert reason.hint == "give an input that succeeds with `--allow 'look={...}'`, or in `probe.tools`"


def test_a_tool_without_fields_that_fails_needs_another_environment_and_no_other_input() -> None:
    def answer(tool: str, _arguments: JsonObject) -> JsonObject:
        return text_result("unknown tool" if tool != "look" else "No workspace found", failed=True)

    server = Server({"type": "object", "properties": {}}, answer)
    hints = {one.hint for one in findings(server) if one.rule == "inconclusive"}
    assert hints == {ENVIRONMENT_ADVICE}


def test_a_path_of_the_server_in_an_error_is_reported_once_per_tool() -> None:
    def no_results(_runtime: Runtime, _inventory: Inventory) -> FindingSet:
        return FindingSet(())

    leak = text_result("cannot launch /opt/browser/chrome", failed=True)
    found = findings(Server(OPTIONAL, lambda _tool, _arguments: leak), replace(PLAN, judge_results=no_results))
    assert [one.rule for one in found if one.rule != "inconclusive"] == ["no_server_path"]


def test_bounds_of_fields_that_no_given_input_has_are_undetermined_for_that_reason() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"text": {"type": "string"}, "page": {"type": "integer", "minimum": 1}},
    }

    def answer(_tool: str, _arguments: JsonObject) -> JsonObject:
        return text_result("found")

    server = Server(schema, answer, hints={})
    given = {"look": ToolSettings([{"text": "a"}])}
    found = findings(server, replace(PLAN, permissions=Permissions(given)))
    (reason,) = [one for one in found if "bound_enforced" in as_array(one.evidence.get("probes"))]
    assert "the bounds of parameter `page` were not tested, as no given input has it" in reason.message
    assert reason.hint == "give an input that has it with `--allow`, or in `probe.tools`"


def test_a_wrong_input_that_succeeds_is_accused_although_the_good_one_fails() -> None:
    def answer(tool: str, arguments: JsonObject) -> JsonObject:
        return text_result("fetch failed", failed=True) if "url" in arguments else text_result("nothing to fetch")

    assert any(one.startswith("missing_required_rejected") for one in accusations(Server(FETCH, answer)))


def _strict_about_formats(tool: str, arguments: JsonObject) -> JsonObject:
    for name in arguments.keys() - {"url", "due"}:
        return text_result(f"1 validation error for fetchArguments\n{name}\n  not one of url, due", failed=True)
    url, due = arguments.get("url"), arguments.get("due")
    if not isinstance(url, str) or "://" not in url:
        return text_result("1 validation error for fetchArguments\nurl\n  not a valid URL", failed=True)
    if due is not None and (not isinstance(due, str) or len(due) != len("2026-01-01")):
        return text_result("1 validation error for fetchArguments\ndue\n  not a valid date", failed=True)
    return text_result(f"fetched {url} of {due}")


def test_a_refusal_of_a_value_that_does_not_conform_to_its_format_is_right() -> None:
    assert accusations(Server(FETCH, _strict_about_formats)) == []
    server = Server(FETCH, _strict_about_formats)
    assert not [one for one in findings(server) if one.rule == "inconclusive"], "and all the rest is tested"


def test_a_refusal_of_a_value_whose_format_is_unknown_here_accuses_nobody() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"schedule": {"type": "string", "format": "cron"}},
        "additionalProperties": False,
    }

    def answer(tool: str, arguments: JsonObject) -> JsonObject:
        for name, value in arguments.items():
            if name != "schedule" or not isinstance(value, str) or value.count(" ") != 4:
                return text_result(f"Invalid arguments: `{name}`; `schedule` is a cron expression", failed=True)
        return text_result("planned")

    assert accusations(Server(schema, answer)) == []


def test_the_field_that_is_blamed_is_the_field_that_the_reply_blames() -> None:
    schema: JsonObject = {
        "type": "object",
        "required": ["customer", "code"],
        "properties": {"customer": {"type": "string"}, "code": {"type": "string", "pattern": "^[a-z]*$"}},
        "additionalProperties": False,
    }

    def answer(tool: str, arguments: JsonObject) -> JsonObject:
        if set(arguments) != {"customer", "code"} or not all(isinstance(one, str) for one in arguments.values()):
            return text_result("Invalid arguments: a text each", failed=True)
        if len(str(arguments["code"])) < 2:
            return text_result("1 validation error for orderArguments\ncode\n  too short", failed=True)
        return text_result(f"ordered {arguments}")

    found = [one for one in findings(Server(schema, answer)) if one.rule == "valid_input_accepted"]
    assert found
    assert all(one.message.startswith("parameter `code` rejects") for one in found)
    assert all(one.pointer.endswith("/properties/code") for one in found)


def test_the_text_of_a_model_validator_blames_no_field_although_it_quotes_the_fields_of_the_input() -> None:
    ordered: JsonObject = {
        "type": "object",
        "required": ["first", "last"],
        "properties": {"first": {"type": "integer"}, "last": {"type": "integer"}},
        "additionalProperties": False,
    }

    def answer(_tool: str, arguments: JsonObject) -> JsonObject:
        if any(violations(arguments, ordered)):
            return text_result("Error: invalid input", failed=True)
        if arguments["first"] == arguments["last"]:
            return text_result("found nothing")
        fault = "Value error, one day only [type=value_error, input_value={'last': 0}]"
        return text_result(f"1 validation error for lookArguments\n  {fault}", failed=True)

    (found,) = (one for one in findings(Server(ordered, answer)) if one.rule == "valid_input_accepted")
    assert found.pointer == "/tools/0/input_schema"


def test_what_is_missing_for_several_tools_is_quoted_once_with_advice_that_can_be_followed() -> None:
    """Each tool checks its fields and then fails to reach its browser: no other input helps."""
    closed: JsonObject = {"type": "object", "properties": {"page": {"type": "integer"}}, "additionalProperties": False}

    def answer(tool: str, arguments: JsonObject) -> JsonObject:
        if tool not in ("look", "list"):
            return text_result(f"MCP error -32602: Tool {tool} not found", failed=True)
        if unknown := [name for name in arguments if name != "page"]:
            return text_result(f"Input validation error: Unrecognized key: {unknown[0]}", failed=True)
        if any(violations(arguments, closed)):
            return text_result("Input validation error: page is not an integer", failed=True)
        return text_result("Could not find a browser at channel 'stable'", failed=True)

    report = probe(Server(closed, answer, names=("look", "list")), "server", PLAN)
    text = render_findings(report, Path())
    assert text.count("info[inconclusive]: undetermined: each call with a valid input fails") == 1
    assert f"help: {ENVIRONMENT_ADVICE}" in text
    assert "--allow" not in text
    assert text.count("does not list the valid ones") == 1
    assert "fails, the first with 'Could not find a browser at channel 'stable'': `look` (" in text.splitlines()[-2]
    alone = render_findings(probe(Server(closed, answer), "server", PLAN), Path())
    assert f"help: {ENVIRONMENT_ADVICE}" in alone, "the reply names what is missing"
    assert "--allow" not in alone


def test_a_single_tool_that_names_what_its_environment_lacks_needs_no_other_input() -> None:
    def hints(reply: str) -> set[str]:
        def answer(_tool: str, arguments: JsonObject) -> JsonObject:
            is_wrong = not isinstance(arguments.get("url"), str)
            return text_result("Invalid arguments: url must be a string" if is_wrong else reply, failed=True)

        return {one.hint for one in findings(Server(FETCH, answer)) if one.rule == "inconclusive"}

    for missing in (
        "NOTES_API_KEY environment variable is required",
        "connect ECONNREFUSED 127.0.0.1:5432",
        "git: command not found",
        "You are not logged in",
    ):
        assert hints(missing) == {ENVIRONMENT_ADVICE}, missing
    for other in ("fetch failed", "no such page", "ENOENT: no such file or directory"):
        assert all("--allow 'look={...}'" in hint for hint in hints(other)), other


@check_each(
    "words",
    [
        "Unknown tool: {}",
        "Tool '{}' not found",
        "no such tool `{}`; there are look, list",
        "Tool {} is not implemented",
    ],
)
def test_a_tool_that_is_listed_and_then_called_unknown_is_found(words: str) -> None:
    def answer(tool: str, arguments: JsonObject) -> JsonObject:
        if tool != "look":
            return text_result(words.format(tool), failed=True)
        return text_result("seen") if set(arguments) <= {"text", "filename", "time"} else text_result("no", failed=True)

    server = Server(OPTIONAL, answer, names=("look", "count"))
    (found,) = [one for one in probe(server, "server", PLAN).findings if one.rule == "catalog_stable"]
    assert found.message == "tool `count` is listed, but calls of it are answered like those of an unknown tool"
    assert (found.level, found.pointer) == (Level.ERROR, "/tools/1")
    (open_one,) = [one for one in findings(server) if one.tool == "count" and one.rule == "inconclusive"]
    assert open_one.hint == "implement the tool, or stop listing it"


@check_each("words", ["Tool '{}' failed: connection refused", "Tool 'text' not found", "{}: not logged in"])
def test_a_tool_whose_calls_fail_for_another_reason_is_not_called_unknown(words: str) -> None:
    server = Server(OPTIONAL, lambda tool, _arguments: text_result(words.format(tool), failed=True))
    assert [one for one in probe(server, "server", PLAN).findings if one.rule == "catalog_stable"] == []
