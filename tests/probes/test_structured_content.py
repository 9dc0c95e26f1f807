"""Structured content that its own text contradicts is found; a text that is shorter, or written otherwise, is not."""

import json

from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.findings import Finding, Level
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.mcp import outcome_from_result
from conformance.systems.runtime import CallOutcome, SilentRuntime
from tests.cases import check_each

PROFILE = load_profile("mcp")
PLAN = Plan(applied_probes(PROFILE, ["structured_content_matches"]), PROFILE)


class Server(SilentRuntime):
    """Returns structured content with some texts, and without it where the call has an input."""

    def __init__(self, structured: JsonObject, *texts: str, schema: JsonValue = None, output: JsonValue = None) -> None:
        self._blocks: JsonObject = {"content": [{"type": "text", "text": one} for one in texts]}
        self._structured = structured
        self._schema: JsonValue = schema or {"type": "object"}
        self._output: JsonValue = output or {"type": "object"}

    def describe(self) -> JsonObject:
        entry: JsonObject = {"description": "Reads.", "annotations": {"readOnlyHint": True}}
        envelope: JsonObject = {"success_result_schema": self._output}
        tool: JsonObject = {**entry, "name": "look", "input_schema": self._schema, "result_envelope": envelope}
        return {"version": 2, "tools": [tool]}

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        structured: JsonObject = {} if "n" in as_object(arguments) else {"structuredContent": self._structured}
        return outcome_from_result(tool, {**self._blocks, **structured})


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
        (10**400, 1, Level.ERROR),
        ([{"id": 7}], [{"id": 1}], Level.ERROR),
        (True, False, Level.ERROR),
        ("na\u00c3\u00afve", "na\u00efve", Level.WARNING),
    ],
)
def test_a_text_with_another_value_contradicts_the_content(stated: JsonValue, value: JsonValue, level: Level) -> None:
    (one,) = found({"day": {"temp": value}}, json.dumps({"day": {"temp": stated}}))
    assert (one.level, one.message.startswith("field `/day/temp")) == (level, True)
    assert "in a text block" in one.message


@check_each(
    ("stated", "value"),
    [
        (21, 21.0),
        (21.5, 21.46),
        ("A long story ...", "A long story of a tool"),
        ("Open", "open"),
        ("21", 21),
        (12.3, 0.123456),
        ("fi…ree", "fir tree"),
        ("***", "secret"),
        ("2026-05-01T12:00:00+02:00", "2026-05-01T10:00:00+00:00"),
        ("1 May 2026", "2026-05-01"),
        ([1, 2], [1, 2, 3]),
        (None, 3),
        (2, 1.5),
    ],
)
def test_a_text_that_is_shorter_or_rounded_contradicts_nothing(stated: JsonValue, value: JsonValue) -> None:
    assert [one.level for one in found({"temp": value}, json.dumps({"temp": stated}))] in ([], [Level.INFO])


def test_the_gravest_fault_of_all_replies_is_reported() -> None:
    numbered: JsonObject = {"type": "object", "properties": {"n": {"type": "integer"}}}
    server = Server({"temp": 3}, "It is cold.", schema=numbered)
    levels = [one.level for one in probe(server, "server", PLAN).findings if one.rule == "structured_content_matches"]
    assert levels == [Level.ERROR]


def test_content_under_a_schema_that_cannot_be_evaluated_is_undetermined() -> None:
    elsewhere: JsonValue = {"type": "object", "properties": {"temp": {"$ref": "https://example.com/temp.json"}}}
    report = probe(Server({"temp": 3}, '{"temp":3}', output=elsewhere), "server", PLAN)
    (counts,) = [one for one in report.coverage if one.tool == "look"]
    assert (counts.tested, counts.undetermined) == (0, 1)


@check_each(
    "texts",
    [
        ('{"total": 120, "id": 1}', '{"id": 5, "title": "all", "items": [{"id": 0}]}'),
        ('{"id": 0}',),
        ('{"id": 0, "title": "all", "items": []}',),
        ('{"id": 5, "title": "all"}', '{"id": 6, "title": "all"}'),
    ],
)
def test_a_text_about_something_else_or_a_part_contradicts_nothing(texts: tuple[str, ...]) -> None:
    levels = [one.level for one in found({"id": 5, "title": "all", "items": [{"id": 0}]}, *texts)]
    assert levels in ([], [Level.INFO])
