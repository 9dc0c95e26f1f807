"""Structured content that its own text contradicts is found; a text that is shorter, or written otherwise, is not."""

import json

from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Finding, Level
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.mcp import outcome_from_result
from conformance.systems.runtime import CallOutcome, SilentRuntime
from tests.cases import check_each

PROFILE = load_profile("mcp")
PLAN = Plan(applied_probes(PROFILE, ["structured_content_matches"]), PROFILE)


class Server(SilentRuntime):
    """Returns the same structured content and texts for each call."""

    def __init__(self, structured: JsonObject, *texts: str) -> None:
        self._reply: JsonObject = {
            "structuredContent": structured,
            "content": [{"type": "text", "text": one} for one in texts],
        }

    def describe(self) -> JsonObject:
        entry: JsonObject = {"description": "Reads.", "annotations": {"readOnlyHint": True}}
        envelope: JsonObject = {"success_result_schema": {"type": "object"}}
        schema: JsonObject = {"type": "object"}
        return {"version": 2, "tools": [{**entry, "name": "look", "input_schema": schema, "result_envelope": envelope}]}

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        return outcome_from_result(tool, self._reply)


def found(structured: JsonObject, *texts: str) -> list[Finding]:
    report = probe(Server(structured, *texts), "server", PLAN)
    return [one for one in report.findings if one.rule == "structured_content_matches"]


def test_structured_content_that_its_text_holds_as_json_is_repeated() -> None:
    tree = json.dumps([{"name": "a", "type": "file"}])
    assert found({"content": tree}, tree) == []
    assert [one.level for one in found({"content": tree}, "{}")] == [Level.INFO]


@check_each(
    ("stated", "value", "level"),
    [
        (100, 21, Level.ERROR),
        (21.5, 23, Level.ERROR),
        (True, False, Level.ERROR),
        ("na\u00c3\u00afve", "na\u00efve", Level.WARNING),
    ],
)
def test_a_text_with_another_value_contradicts_the_content(stated: JsonValue, value: JsonValue, level: Level) -> None:
    (one,) = found({"day": {"temp": value}}, "It is cold.", json.dumps({"day": {"temp": stated}}))
    assert (one.level, one.message.partition(" is ")[0]) == (level, "field `/day/temp`")
    assert "in a text block" in one.message


@check_each(
    ("stated", "value"),
    [
        (21, 21.0),
        (21.5, 21.46),
        ("A long story ...", "A long story of a tool"),
        ("Open", "open"),
        ("21", 21),
        ([1, 2], [1, 2, 3]),
        (None, 3),
        (10**300, 1e300),
    ],
)
def test_a_text_that_is_shorter_or_rounded_contradicts_nothing(stated: JsonValue, value: JsonValue) -> None:
    assert [one.level for one in found({"temp": value}, json.dumps({"temp": stated}))] in ([], [Level.INFO])
