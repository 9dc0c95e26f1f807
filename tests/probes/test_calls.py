"""Where a system only answers calls, a tool that is annotated read-only is asked as much as a parser would be."""

from dataclasses import replace
from typing import Any

import pytest

from conformance.commands.probe import INCONCLUSIVE, Plan, applied_probes, probe
from conformance.documents.values import JsonObject, JsonValue, as_object, compact_json
from conformance.findings import Finding, Level
from conformance.probes.interview import RunLimits
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.probes.miniatures import all_miniatures
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.settings.profiles import load_profile
from conformance.systems.runtime import CallOutcome, ParseOutcome, UnsupportedError

HOLON, MCP = load_profile("holon"), load_profile("mcp")


class OnlyCalls(SoundRuntime):
    """Is right in every way, reads only, and answers calls alone."""

    def tool(self, name: str, schema: JsonObject) -> JsonObject:
        return {**super().tool(name, schema), "annotations": {"readOnlyHint": True}}

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        raise UnsupportedError("parse")

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        envelope = self.envelope(tool, SoundRuntime.parse(self, tool, self.seen(tool, arguments)))
        return CallOutcome(envelope, self.render(envelope, {}), raw=envelope)

    def seen(self, tool: str, arguments: JsonValue) -> JsonValue:
        """What the tool looks at."""
        return arguments


def found(runtime: SoundRuntime, *only: str, **settings: Any) -> list[Finding]:
    stated = {"ExecCommand": ToolSettings(**settings)} if settings else {}
    plan = Plan(applied_probes(HOLON, only), HOLON, Permissions(stated), limits=RunLimits(max_examples=40))
    return list(probe(runtime, "calls", plan).findings)


def test_nothing_objects_to_a_sound_system_that_only_answers_calls() -> None:
    assert [(one.rule, one.message) for one in found(OnlyCalls())] == []


class ReadsAscii(OnlyCalls):
    """Refuses what is not ASCII, which its schema allows."""

    def envelope(self, tool: str, parsed: ParseOutcome) -> JsonObject:
        if parsed.accepted and not str(parsed.arguments).isascii():
            parsed = ParseOutcome(accepted=False, error=self.error(tool, [_NOT_ASCII]))
        return super().envelope(tool, parsed)


_NOT_ASCII = replace(
    SoundRuntime().complaints("WaitFor", {"wake": 5})[0], pointer="/reason", text="only ASCII is understood"
)


def test_a_valid_text_of_other_letters_that_a_call_refuses_is_found() -> None:
    assert {one.rule for one in found(ReadsAscii())} == {"valid_input_accepted"}


class RefusesTheMiddle(OnlyCalls):
    """Refuses numbers within its bounds that are at no edge of them."""

    def envelope(self, tool: str, parsed: ParseOutcome) -> JsonObject:
        wait = as_object(parsed.arguments).get("yield_time_ms")
        if parsed.accepted and isinstance(wait, int) and 2 < wait < 29_000:
            parsed = ParseOutcome(accepted=False, error=self.error(tool, [_NOT_ASCII]))
        return super().envelope(tool, parsed)


def test_a_valid_input_that_only_a_generator_makes_is_tried_by_calls_too() -> None:
    assert {one.rule for one in found(RefusesTheMiddle())} == {"valid_input_accepted"}


def test_a_tool_that_may_change_things_is_called_with_nothing_generated() -> None:
    class MayChange(RefusesTheMiddle):
        def tool(self, name: str, schema: JsonObject) -> JsonObject:
            return SoundRuntime.tool(self, name, schema)

    assert found(MayChange(), "valid_input_accepted", inputs=({"cmd": "ls"},)) != []
    rules = {one.rule for one in found(MayChange(), "valid_input_accepted", inputs=({"cmd": "ls"},))}
    assert "valid_input_accepted" not in rules


class LosesTheFolder(OnlyCalls):
    """Validates a field and then does nothing with it."""

    def result(self, arguments: JsonObject) -> JsonObject:
        kept = {key: value for key, value in arguments.items() if key != "workdir"}
        return {"heard": kept, "count": len(kept)}

    def envelope(self, tool: str, parsed: ParseOutcome) -> JsonObject:
        return {**super().envelope(tool, parsed), **({"summary_text": "done"} if parsed.accepted else {})}


def test_a_field_without_effect_is_told_of_a_read_only_tool_without_a_given_input() -> None:
    dormant = found(LosesTheFolder(), "dormant_field")
    assert [(one.tool, one.level) for one in dormant] == [("ExecCommand", Level.INFO)]
    assert "'workdir' changed nothing in" in dormant[0].message


class FindsNothing(OnlyCalls):
    """Answers always the same, as an empty environment does."""

    def result(self, arguments: JsonObject) -> JsonObject:
        return {"heard": {}}

    def envelope(self, tool: str, parsed: ParseOutcome) -> JsonObject:
        return {**super().envelope(tool, parsed), **({"summary_text": "nothing found"} if parsed.accepted else {})}


def test_that_no_field_at_all_changes_anything_is_said_once_for_a_tool() -> None:
    dormant = [one for one in found(FindsNothing(), "dormant_field") if one.tool == "ExecCommand"]
    assert [one.message for one in dormant] != []
    assert len(dormant) == 1
    assert dormant[0].message.startswith("none of 'cmd', 'workdir'")


class AnswersInTwoWays(OnlyCalls):
    """Counts its answers."""

    count = 0

    def result(self, arguments: JsonObject) -> JsonObject:
        self.count += 1
        return {"heard": arguments, "count": self.count}


def test_nothing_is_said_of_fields_where_the_same_call_is_answered_in_two_ways() -> None:
    rules = {one.rule for one in found(AnswersInTwoWays(), "dormant_field")}
    assert rules == {INCONCLUSIVE}


@pytest.mark.parametrize("profile", [HOLON, MCP], ids=["holon", "mcp"])
def test_result_fields_are_asked_of_every_tool_under_every_profile(profile: Any) -> None:
    plan = Plan(applied_probes(profile, ["result_field_rejected"]), profile)
    report = probe(all_miniatures()["takes_result_fields"].runtime(), "leaks", plan)
    taken = {one.tool: one.evidence["taken"] for one in report.findings if one.rule == "result_field_rejected"}
    assert set(taken) == {"ExecCommand", "ExecCommandBatch", "WaitFor"}
    assert all({"status", "task_handle"} <= set(str(compact_json(names)).split('"')) for names in taken.values())


def test_what_a_tool_promises_to_return_is_asked_too() -> None:
    class TakesItsCount(SoundRuntime):
        def prepare(self, tool: str, arguments: JsonValue) -> JsonValue:
            return {key: value for key, value in as_object(arguments).items() if key != "count"}

    plan = Plan(applied_probes(MCP, ["result_field_rejected", "unknown_field_rejected"]), MCP)
    report = probe(TakesItsCount(), "leaks", plan)
    assert {one.rule for one in report.findings if one.level is Level.ERROR} == {"result_field_rejected"}
    assert {str(one.evidence["taken"]) for one in report.findings if one.level is Level.ERROR} == {"['count']"}


def test_where_unknown_fields_are_ignored_altogether_result_fields_are_not_told_again() -> None:
    plan = Plan(applied_probes(MCP, ["result_field_rejected", "unknown_field_rejected"]), MCP)
    report = probe(all_miniatures()["ignores_unknown_fields"].runtime(), "ignores", plan)
    assert {one.rule for one in report.findings if one.level is Level.ERROR} == {"unknown_field_rejected"}
