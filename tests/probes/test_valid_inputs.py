"""Valid inputs that are refused in words of the server's own: a fault, right, or undetermined, but never just clean."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.commands.report import Report
from conformance.documents.values import JsonObject, JsonValue, as_object, as_text
from conformance.probes.interview import RunLimits
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.mcp import outcome_from_result
from conformance.systems.runtime import CallOutcome, SilentRuntime
from tests.cases import check_each

PROFILE = load_profile("mcp")
SCHEMA: JsonObject = {
    "type": "object",
    "required": ["path"],
    "properties": {
        "path": {"type": "string"},
        "count": {"type": "integer", "minimum": 1, "maximum": 5},
        "mode": {"enum": ["fast", "deep"]},
        "label": {"type": "string", "minLength": 2, "maxLength": 8},
        "offset": {"type": "integer"},
        "since": {"type": ["string", "null"]},
        "filter": {"type": "object", "properties": {"author": {"type": "string"}}},
    },
    "additionalProperties": False,
}
FILE = "a.txt"
Refusal = Callable[[JsonObject], str | None]


class Server(SilentRuntime):
    """Answers calls of a read-only tool with a text; ``refuse`` returns why it refuses a valid input."""

    def __init__(self, refuse: Refusal, hints: JsonObject | None = None) -> None:
        self.refuse, self.seen = refuse, list[JsonObject]()
        self._hints: JsonObject = {"readOnlyHint": True} if hints is None else hints

    def describe(self) -> JsonObject:
        entry: JsonObject = {"description": "Reads.", "input_schema": SCHEMA, "annotations": self._hints}
        return {"version": 2, "tools": [{**entry, "name": "read", "result_envelope": {}}]}

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        self.seen.append(as_object(arguments))
        text = self.refuse(self.seen[-1])
        reply: JsonObject = {"content": [{"type": "text", "text": text or "done"}], "isError": text is not None}
        return outcome_from_result(tool, reply)


def judged(server: Server, *given: JsonObject, **changes: Any) -> Report:
    permissions = Permissions({"read": ToolSettings(given)} if given else {})
    plan = replace(Plan(applied_probes(PROFILE, ["valid_input_accepted"]), PROFILE, permissions), **changes)
    return probe(server, "server", plan)


def outcome(refuse: Refusal, *given: JsonObject) -> str:
    """Return the message of the error, or what the only question counts as."""
    report = judged(Server(refuse), *given, limits=RunLimits(max_examples=30))
    errors = [one.message for one in report.findings if one.rule == "valid_input_accepted"]
    (counts,) = [one for one in report.coverage if one.tool == "read"]
    return "; ".join(errors) or ("tested" if counts.tested else "undetermined")


def for_value(name: str, value: JsonValue, text: str) -> Refusal:
    return lambda arguments: text if arguments.get(name) == value else None


@check_each(
    "text",
    [
        "mode must be fast",
        "mode deep not supported",
        "invalid value for mode: deep",
        "Error: expected `mode` to be one of ['fast']",
        "'deep' is not a valid choice",
        "Unsupported mode",
        "Unknown mode 'deep'. Only fast is supported.",
    ],
)
def test_a_choice_that_every_call_refuses_is_found_whatever_the_words_are(text: str) -> None:
    assert outcome(for_value("mode", "deep", text)) == 'parameter `mode` rejects `"deep"`, but its schema allows it'


@check_each(
    ("name", "value", "text"),
    [
        ("since", None, "since: must be a string"),
        ("since", None, "`since` should be of type string"),
        ("filter", {}, "filter: must be a JSON string"),
        ("filter", {"author": "text"}, "Invalid filter: expected string, received object"),
    ],
)
def test_a_type_that_the_schema_states_and_every_call_refuses_is_found(name: str, value: JsonValue, text: str) -> None:
    def refuse(arguments: JsonObject) -> str | None:
        return text if name in arguments and type(arguments[name]) is type(value) else None

    found = outcome(refuse)
    assert found.startswith(f"parameter `{name}` rejects `{'null' if value is None else '{'}")


@check_each(
    "text", ["filter must be an object", "filter: expected a string or an object", "filter failed", "must be a text"]
)
def test_an_object_that_is_refused_in_other_words_is_no_fault(text: str) -> None:
    assert outcome(lambda arguments: text if "filter" in arguments else None) == "undetermined"


@check_each(
    "text",
    [
        "count too large",
        "count must be at most 4",
        "count must be between 1 and 4",
        "5 exceeds the maximum of 4 for count",
    ],
)
def test_a_bound_that_is_refused_where_values_inside_are_accepted_is_found(text: str) -> None:
    assert outcome(for_value("count", 5, text)) == "parameter `count` rejects `5`, but its schema allows it"


def test_a_value_between_the_bounds_that_only_a_generator_makes_is_found() -> None:
    found = outcome(for_value("count", 3, "count must be between 4 and 5"), {"path": FILE})
    assert found == "parameter `count` rejects `3`, but its schema allows it"


def test_lengths_signs_and_emptiness_that_no_keyword_states_are_found() -> None:
    def short(arguments: JsonObject) -> str | None:
        return "label is too short" if len(as_text(arguments.get("label", "long")) or "") < 3 else None

    def negative(arguments: JsonObject) -> str | None:
        offset = arguments.get("offset", 0)
        return "offset must be non-negative" if isinstance(offset, int) and offset < 0 else None

    assert outcome(short).startswith("parameter `label` rejects")
    assert outcome(for_value("path", "", "path must not be empty")) == (
        'parameter `path` rejects `""`, but its schema allows it'
    )
    assert "parameter `offset` rejects `-" in outcome(negative)


def test_a_choice_beside_a_file_that_does_not_exist_is_tried_beside_one_that_does() -> None:
    def refuse(arguments: JsonObject) -> str | None:
        if arguments["path"] != "":
            return f"ENOENT: no such file or directory, open '{arguments['path']}'"
        return "mode must be fast" if arguments.get("mode") == "deep" else None

    assert outcome(refuse) == 'parameter `mode` rejects `"deep"`, but its schema allows it'


@check_each(
    "text",
    [
        "ENOENT: no such file or directory, open '/srv/text'",
        "File not found",
        "No file with the name text",
        "text does not exist",
        "Access denied - path outside allowed directories: /srv/text",
        "Could not open the file",
    ],
)
def test_a_file_that_does_not_exist_is_refused_rightly(text: str) -> None:
    def refuse(arguments: JsonObject) -> str | None:
        return text if arguments["path"] != "" else None

    assert outcome(refuse) == "tested"


@check_each(
    "text",
    [
        "Rate limit exceeded for mode deep",
        "mode 'deep' is not allowed for your plan",
        "mode deep is not supported yet",
        "mode must be fast when no index exists",
        "mode 'deep' not found",
        "model of mode deep is not installed: unsupported",
        "mode deep is not available on this platform",
        "mode and path cannot be combined: invalid",
        "fetch failed",
        "something went wrong",
    ],
)
def test_a_choice_that_is_refused_for_another_reason_is_undetermined_and_no_fault(text: str) -> None:
    assert outcome(for_value("mode", "deep", text)) == "undetermined"


@check_each("text", ["count 5 is out of range: the file has 3 lines", "no line 5", "offset too large", "bad luck"])
def test_a_number_that_is_refused_for_another_reason_is_no_fault(text: str) -> None:
    assert outcome(for_value("count", 5, text)) == "undetermined"


def test_a_number_without_a_bound_that_is_too_large_for_the_file_is_no_fault() -> None:
    def refuse(arguments: JsonObject) -> str | None:
        return "offset too large" if arguments.get("offset", 0) != 0 else None

    assert outcome(refuse) == "undetermined"


def test_a_value_that_is_accepted_beside_another_is_no_fault() -> None:
    def refuse(arguments: JsonObject) -> str | None:
        return "mode must be fast" if arguments.get("mode") == "deep" and "count" in arguments else None

    assert outcome(refuse, {"path": FILE}, {"path": FILE, "count": 2}) == "undetermined"


def test_a_service_that_fails_for_a_while_is_no_fault() -> None:
    calls = iter(range(1000))

    def now_and_then(_arguments: JsonObject) -> str | None:
        return "mode must be fast, count must be at most 4, invalid path" if next(calls) % 2 else None

    assert outcome(now_and_then) == "undetermined"


def test_generated_inputs_that_a_service_refuses_after_some_calls_leave_the_question_undetermined() -> None:
    calls = iter(range(1000))
    only_choices: JsonObject = {
        "type": "object",
        "properties": {"mode": {"enum": ["a", "b"]}, "deep": {"type": "boolean"}},
    }

    class Limited(Server):
        def describe(self) -> JsonObject:
            entry: JsonObject = {"description": "Reads.", "annotations": {"readOnlyHint": True}, "result_envelope": {}}
            return {"version": 2, "tools": [{**entry, "name": "read", "input_schema": only_choices}]}

    report = judged(Limited(lambda _arguments: "slow down" if next(calls) > 6 else None))
    assert report.undetermined_count == 1


def test_a_search_for_which_time_is_up_leaves_the_question_undetermined_and_asks_no_longer() -> None:
    now = [0.0]

    def slow(_arguments: JsonObject) -> str | None:
        now[0] += 1.5
        return None

    def fast(_arguments: JsonObject) -> str | None:
        return None

    server = Server(slow)
    report = judged(server, limits=RunLimits(clock=lambda: now[0]))
    (cut,) = report.findings
    assert re.search(r"\d+ chosen and \d generated ones were tried in 10 s, and none was rejected", cut.message)
    assert cut.hint == "use a less busy machine, or a system that answers faster"
    assert len(server.seen) < 40
    assert not judged(Server(fast), limits=RunLimits(clock=lambda: now[0])).findings


def test_a_tool_with_side_effects_is_called_with_nothing_but_what_is_given() -> None:
    server = Server(for_value("mode", "deep", "mode must be fast"), hints={})
    given: list[JsonObject] = [{"path": FILE}, {"path": FILE, "mode": "deep"}]
    report = judged(server, *given)
    assert [one.message for one in report.findings] == ['parameter `mode` rejects `"deep"`, but its schema allows it']
    assert all(arguments in given for arguments in server.seen)


def test_what_is_undetermined_quotes_the_reply_and_words_of_the_domain_settle_it() -> None:
    refuse = for_value("offset", -1, "the tide is out")
    given: JsonObject = {"path": FILE}
    (reason,) = judged(Server(refuse), given, {"path": FILE, "offset": -1}).findings
    assert reason.message == (
        "undetermined: a call with a valid input fails with 'the tide is out', which may or may not blame the input"
    )
    assert "`domain_error_texts`" in reason.hint
    told = replace(PROFILE, probing=replace(PROFILE.probing, domain_error_texts=(re.compile("tide"),)))
    assert not judged(Server(refuse), given, {"path": FILE, "offset": -1}, profile=told).findings


def test_an_input_that_is_refused_in_words_of_the_profile_is_reported_as_before() -> None:
    found = outcome(for_value("mode", "deep", "Invalid arguments: `mode` is what it is"))
    assert found == 'parameter `mode` rejects `"deep"`, but its schema allows it'


@pytest.mark.parametrize("seed", [0, 1])
def test_a_sound_server_has_nothing_undetermined(seed: int) -> None:
    report = judged(Server(lambda _arguments: None), limits=RunLimits(seed=seed, max_examples=20))
    assert (list(report.findings), report.undetermined_count) == ([], 0)
