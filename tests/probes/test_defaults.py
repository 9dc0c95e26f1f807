"""A stated default that the server does not use is found, and nothing else that two replies may differ in."""

import itertools
from collections.abc import Callable
from typing import Any

from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.commands.report import Report
from conformance.documents.values import JsonObject, JsonValue, as_object, compact_json
from conformance.probes.interview import RunLimits
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.mcp import outcome_from_result
from conformance.systems.runtime import CallOutcome, SilentRuntime
from tests.cases import check_each

PROFILE = load_profile("mcp")
NOTES = [f"note {number}" for number in range(28)]
PROPERTIES: JsonObject = {
    "query": {"type": "string"},
    "limit": {"type": "integer", "minimum": 1, "default": 5},
    "order": {"enum": ["newest", "oldest", "title"], "default": "newest"},
    "full": {"type": "boolean", "default": False},
    "zone": {"type": "string", "default": "UTC"},
}
Answer = Callable[[JsonObject], JsonValue]


class Server(SilentRuntime):
    """Answers calls of one tool with the JSON that a function makes of the arguments."""

    def __init__(self, answer: Answer, hints: JsonObject, properties: JsonObject) -> None:
        self._answer, self._hints, self._properties = answer, hints, properties
        self.seen = list[JsonObject]()

    def describe(self) -> JsonObject:
        schema: JsonObject = {"type": "object", "required": ["query"], "properties": self._properties}
        entry: JsonObject = {"description": "Reads.", "annotations": self._hints, "result_envelope": {}}
        return {"version": 2, "tools": [{**entry, "name": "read", "input_schema": schema}]}

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        self.seen.append(as_object(arguments))
        return outcome_from_result(tool, as_object(reply_of(self._answer(self.seen[-1]))))


def reply_of(answer: JsonValue) -> JsonValue:
    text = answer if isinstance(answer, str) else compact_json(answer)
    return {"content": [{"type": "text", "text": text}]}


def judged(
    answer: Answer, *, reads: bool = True, properties: JsonObject = PROPERTIES, given: Any = (), most: int = 100
) -> Report:
    permissions = Permissions({"read": ToolSettings(given)} if given else {})
    limits = RunLimits(max_examples=most)
    plan = Plan(applied_probes(PROFILE, ["default_applied"]), PROFILE, permissions, limits=limits)
    return probe(Server(answer, {"readOnlyHint": reads}, properties), "server", plan)


def outcome(answer: Answer, **settings: Any) -> str:
    report = judged(answer, **settings)
    errors = [one.message for one in report.findings if one.rule == "default_applied"]
    (counts,) = [one for one in report.coverage if one.tool == "read"]
    return "; ".join(errors) or ("tested" if counts.tested else "undetermined")


def search(arguments: JsonObject, **defaults: Any) -> list[str]:
    """Return what a server finds that uses the stated defaults, unless it uses others."""
    used: dict[str, Any] = {"limit": 5, "order": "newest", "full": False, "zone": "UTC", **defaults, **arguments}
    notes = sorted(NOTES, reverse=True) if used["order"] == "newest" else NOTES
    notes = [f"{note}{' in full' if used['full'] else ''} at 12:00 {used['zone']}" for note in notes]
    return notes[: used["limit"]]


def test_a_server_that_uses_its_defaults_is_sound() -> None:
    assert outcome(search) == "tested"


@check_each(
    "used",
    [{"limit": 10}, {"limit": 13}, {"order": "oldest"}, {"full": True}],
)
def test_a_default_that_is_not_used_is_found_with_the_value_that_is(used: dict[str, Any]) -> None:
    ((name, value),) = used.items()
    stated = compact_json(as_object(PROPERTIES[name])["default"])
    found = outcome(lambda arguments: search(arguments, **used))
    assert found.startswith(f"parameter `{name}` is treated as `{compact_json(value)}` where it is omitted")
    assert found.endswith(f"but its stated default is `{stated}`")


def echo_as_json(arguments: JsonObject, notes: list[str]) -> JsonValue:
    return {"input": arguments, "notes": notes}


def echo_as_text(arguments: JsonObject, notes: list[str]) -> JsonValue:
    return f"searched with {compact_json(arguments)}\n" + "\n".join(notes)


def echo_what_is_true(arguments: JsonObject, notes: list[str]) -> JsonValue:
    return {**{f"requested_{name}": value for name, value in arguments.items() if value}, "notes": notes}


def echo_an_address(arguments: JsonObject, notes: list[str]) -> JsonValue:
    return {"next": "?" + "&".join(f"{name}={value}" for name, value in arguments.items()), "notes": notes}


ECHOES = [echo_as_json, echo_as_text, echo_what_is_true, echo_an_address]


@check_each("echo", ECHOES, ids=lambda echo: echo.__name__)
def test_a_reply_that_repeats_its_input_is_no_fault(echo: Callable[[JsonObject, list[str]], JsonValue]) -> None:
    assert outcome(lambda arguments: echo(arguments, search(arguments))) == "tested"


def test_a_default_that_is_not_used_is_found_beside_an_echo_as_a_member() -> None:
    found = outcome(lambda arguments: echo_as_json(arguments, search(arguments, limit=12)))
    assert found.startswith("parameter `limit` is treated as `12`")


def test_a_value_that_only_the_reply_names_is_found() -> None:
    zone = outcome(lambda arguments: {"zone": "CET", **arguments, "notes": search(arguments, zone="CET")})
    assert zone.startswith('parameter `zone` is treated as `"CET"`')


def test_a_token_that_encodes_the_input_leaves_the_question_undetermined() -> None:
    def answer(arguments: JsonObject) -> JsonValue:
        return {"next": compact_json(arguments).encode().hex(), "notes": search(arguments)}

    (finding,) = judged(answer).findings
    assert 'the reply without parameter `order` differs from the one with its default `"newest"`' in finding.message
    assert outcome(answer) == "undetermined"


@check_each("period", [1, 2, 3, 4, 7])
def test_replies_that_change_by_themselves_are_no_fault(period: int) -> None:
    calls = itertools.count()
    assert outcome(lambda arguments: {"at": 1 + next(calls) % period, "notes": search(arguments)}) in (
        "tested" if period == 1 else "undetermined",
    )


def test_a_reply_that_comes_from_a_cache_the_second_time_is_no_fault() -> None:
    cache = set[str]()

    def answer(arguments: JsonObject) -> JsonValue:
        is_known = (text := compact_json(arguments)) in cache
        cache.add(text)
        return {"cached": is_known, "notes": search(arguments)}

    assert outcome(answer) == "tested"


def test_a_server_to_which_zero_is_no_value_uses_its_default() -> None:
    limit: JsonObject = {"type": "integer", "minimum": 0, "default": 5}

    def answer(arguments: JsonObject) -> JsonValue:
        stated = {name: value for name, value in arguments.items() if value}
        return echo_what_is_true(stated, search(stated))

    assert outcome(answer, properties={"query": {"type": "string"}, "limit": limit}) == "tested"


def test_what_the_schema_gives_in_one_case_only_is_no_default() -> None:
    choice: JsonObject = {
        "query": {"type": "string"},
        "limit": {"anyOf": [{"type": "integer", "default": 5}, {"type": "null"}]},
    }
    report = judged(lambda arguments: search(arguments, limit=10), properties=choice)
    assert not report.findings
    assert [one.tested for one in report.coverage if one.tool == "read"] == [0]


def test_a_tool_that_may_change_something_is_not_called_for_its_defaults() -> None:
    given: JsonObject = {"query": "a"}
    permissions = Permissions({"read": ToolSettings((given,))})
    plan = Plan(applied_probes(PROFILE, ["default_applied"]), PROFILE, permissions)
    server = Server(lambda arguments: search(arguments, limit=10), {}, PROPERTIES)
    assert not probe(server, "server", plan).findings
    assert server.seen == []


def test_both_calls_are_shown_with_their_replies() -> None:
    (finding,) = judged(lambda arguments: search(arguments, limit=10)).findings
    calls = [as_object(finding.evidence[name])["input"] for name in ("call", "default_call")]
    assert calls[0] == {key: value for key, value in as_object(calls[1]).items() if key != "limit"}
    assert as_object(calls[1])["limit"] == 5
    assert finding.evidence["reply"] != finding.evidence["default_reply"]
    assert finding.pointer.endswith("/input_schema/properties/limit")


def test_a_reply_that_shows_no_effect_of_the_field_leaves_the_question_undetermined() -> None:
    def answer(arguments: JsonObject) -> JsonValue:
        return search(arguments, limit=10) if arguments["query"] == "note" else []

    limit: JsonObject = {"query": {"type": "string"}, "limit": PROPERTIES["limit"]}
    (finding,) = judged(answer, properties=limit).findings
    assert finding.message == "undetermined: no value tried of parameter `limit` has an effect on the reply"


def test_the_calls_with_other_values_are_at_most_as_many_as_the_examples_of_a_tool() -> None:
    names = [f"field_{number}" for number in range(30)]
    many: JsonObject = {name: {"type": "integer", "default": 1} for name in names}

    def calls(answer: Answer) -> int:
        server = Server(answer, {"readOnlyHint": True}, {"query": {"type": "string"}, **many})
        plan = Plan(applied_probes(PROFILE, ["default_applied"]), PROFILE, Permissions({}), limits=RunLimits(0, 40))
        probe(server, "server", plan)
        return len(server.seen)

    echo, token = calls(lambda arguments: {"input": arguments}), calls(lambda arguments: compact_json(arguments)[::-1])
    compared = 3 * len(many)
    assert echo <= compared + 5
    assert token <= compared + 5 + 40
