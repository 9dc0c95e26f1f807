"""Successful replies that report an error about a value of the input: nobody says that the value was accepted."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.commands.report import Report
from conformance.commands.reporters.text import render_findings
from conformance.documents.values import JsonObject, JsonValue, as_array, as_text, compact_json
from conformance.probes.interview import RunLimits
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.mcp import outcome_from_result
from conformance.systems.runtime import CallOutcome, SilentRuntime
from tests.cases import check_each

PROFILE = load_profile("mcp")
PLAN = Plan(applied_probes(PROFILE), PROFILE, limits=RunLimits(max_examples=10))
PATHS: JsonObject = {
    "type": "object",
    "required": ["paths"],
    "properties": {"paths": {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1}},
    "additionalProperties": False,
}
ON_TYPES = {"null_rejected", "wrong_type_rejected", "coercion"}
Answer = Callable[[JsonObject], JsonValue]


class Server(SilentRuntime):
    """Answers calls of its read-only tools with JSON in a text, and refuses all but lists of items."""

    def __init__(self, **tools: Answer) -> None:
        self.tools = tools

    def describe(self) -> JsonObject:
        entry: JsonObject = {"description": "Reads.", "input_schema": PATHS, "annotations": {"readOnlyHint": True}}
        return {"version": 2, "tools": [{**entry, "name": name, "result_envelope": {}} for name in self.tools]}

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        fields = cast("JsonObject", arguments)
        fits = set(fields) == {"paths"} and as_array(fields["paths"]) and tool in self.tools
        text = compact_json(self.tools[tool](fields)) if fits else "Invalid arguments: paths"
        reply: JsonObject = {"content": [{"type": "text", "text": text}], "isError": not fits}
        return outcome_from_result(tool, reply)


def result_of_each(arguments: JsonObject) -> JsonValue:
    """Read each path, and report for those that are no text an error beside the others."""
    items = as_array(arguments["paths"])
    return {
        "ok": [{"path": one} for one in items if as_text(one)],
        "err": [{"path": one or "", "error": "trim is not a function"} for one in items if not as_text(one)],
    }


def error_with_index(arguments: JsonObject) -> JsonValue:
    items = as_array(arguments["paths"])
    return {
        "results": [
            {"found": True} if as_text(one) else {"index": number, "error": "cannot be read"}
            for number, one in enumerate(items)
        ]
    }


def judged(**tools: Answer) -> Report:
    return probe(Server(**tools), "server", PLAN)


def rules(report: Report) -> set[str]:
    return {one.rule for one in report.findings if one.tool}


def test_items_that_a_successful_reply_refuses_are_undetermined_and_not_accepted() -> None:
    for answer in (result_of_each, error_with_index):
        report = judged(read=answer)
        assert not rules(report) & ON_TYPES, answer.__name__
        reasons = [one for one in report.findings if one.rule == "inconclusive" and one.tool]
        (reason,) = [one for one in reasons if "inside a successful reply" in one.message]
        assert "an error about field `/paths/0`" in reason.message
        assert {str(one) for one in as_array(reason.evidence["probes"])} >= ON_TYPES


def test_values_that_are_accepted_stay_reported_whatever_errors_the_reply_always_has() -> None:
    def counted(arguments: JsonObject) -> JsonValue:
        return {"read": len(as_array(arguments["paths"])), "err": []}

    def warned(arguments: JsonObject) -> JsonValue:
        return {"read": as_array(arguments["paths"]), "err": ["index is 17 days old"]}

    def linted(arguments: JsonObject) -> JsonValue:
        wrong = {"file": "a.py", "text": "line too long"}
        return {"checked": 2, "failed": [wrong] if as_text(as_array(arguments["paths"])[0]) is None else []}

    assert rules(judged(read=counted)) >= ON_TYPES
    assert rules(judged(read=warned)) >= ON_TYPES
    assert rules(judged(read=linted)).isdisjoint(ON_TYPES), "its one item has an error that good items have not"


def test_each_tool_of_one_block_is_quoted_with_its_own_call_and_reply() -> None:
    def listed(_arguments: JsonObject) -> JsonValue:
        return []

    def counted(_arguments: JsonObject) -> JsonValue:
        return {"count": 7}

    text = render_findings(judged(info=listed, count=counted, more=listed), Path.cwd())
    block = text.split("error[null_rejected]")[1].split("error[")[0]
    assert '"tool":"info"' in block
    assert '"tool":"count"' in block
    assert '"tool":"more"' not in block
    assert "`--format json` has the calls of the other 1" in block


class Talker(Server):
    """Refuses wrong values in words, and accepts what the words do not cover."""

    def __init__(self, words: str) -> None:
        super().__init__(read=lambda _arguments: {"found": 3})
        self._words = words

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        paths = as_array(cast("JsonObject", arguments).get("paths"))
        fits = paths and all(as_text(one) for one in paths)
        text = compact_json({"found": 3}) if fits else self._words
        return outcome_from_result(tool, {"content": [{"type": "text", "text": text}]})


@check_each(
    "words",
    [
        "paths must be a non-empty list of texts",
        "❌ Paths: expected a list of texts",
        "Sorry, I could not read that.",
        "`paths` does not match the pattern",
        "The list of paths is too short",
    ],
)
def test_a_refusal_in_words_that_no_profile_knows_is_undetermined_and_not_accepted(words: str) -> None:
    report = probe(Talker(words), "server", PLAN)
    assert not rules(report) & {*ON_TYPES, "bound_enforced", "missing_required_rejected"}
    reasons = [one.message for one in report.findings if one.rule == "inconclusive"]
    assert any("inside a successful reply" in one and words[2:] in one for one in reasons)


@check_each("words", ["paths: 0 found", "nothing", '{"found":3} (paths must be texts, so this one was left out)'])
def test_a_reply_without_words_of_a_refusal_or_with_the_usual_result_is_accepted(words: str) -> None:
    assert rules(probe(Talker(words), "server", PLAN)) >= {"null_rejected", "wrong_type_rejected"}
