"""Where a system only answers calls, a tool that is annotated read-only is asked as much as a parser would be."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.documents.values import JsonObject, JsonValue, as_object, compact_json
from conformance.findings import Finding, Level
from conformance.probes.interview import RunLimits
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.probes.miniatures import all_miniatures
from conformance.probes.miniatures._sound import Changes, SoundRuntime, lack_parser
from conformance.settings.notices import INCONCLUSIVE
from conformance.settings.profiles import load_profile
from conformance.systems.refusals import Complaint
from conformance.systems.runtime import ParseOutcome

HOLON, MCP = load_profile("holon"), load_profile("mcp")


def only_calls(**changes: Any) -> SoundRuntime:
    """Return a system that reads only, answers calls alone, and is right except for some changes."""
    return SoundRuntime(Changes(**{"tool": read_only, "parse": lack_parser, **changes}))


def read_only(entry: JsonObject) -> JsonObject:
    return {**entry, "annotations": {"readOnlyHint": True}}


def refusal(tool: str, pointer: str, text: str) -> JsonObject:
    sound = SoundRuntime()
    return sound.envelope(
        tool, ParseOutcome(accepted=False, error=sound.error(tool, [Complaint("invalid", pointer, text)]))
    )


def found(runtime: SoundRuntime, *only: str, **settings: Any) -> list[Finding]:
    stated = {"ExecCommand": ToolSettings(**settings)} if settings else {}
    plan = Plan(applied_probes(HOLON, only), HOLON, Permissions(stated), limits=RunLimits(max_examples=40))
    return list(probe(runtime, "calls", plan).findings)


def test_nothing_objects_to_a_sound_system_that_only_answers_calls() -> None:
    assert [(one.rule, one.message) for one in found(only_calls())] == []


def read_ascii(tool: str, parsed: ParseOutcome, envelope: JsonObject) -> JsonObject:
    """Refuse what is not ASCII, which the schema allows."""
    if parsed.accepted and not str(parsed.arguments).isascii():
        return refusal(tool, "/reason", "only ASCII is understood")
    return envelope


def test_a_valid_text_of_other_letters_that_a_call_refuses_is_found() -> None:
    assert {one.rule for one in found(only_calls(envelope=read_ascii))} == {"valid_input_accepted"}


def refuse_the_middle(tool: str, parsed: ParseOutcome, envelope: JsonObject) -> JsonObject:
    """Refuse numbers within the bounds that are at no edge of them."""
    wait = as_object(parsed.arguments).get("yield_time_ms")
    if parsed.accepted and isinstance(wait, int) and 2 < wait < 29_000:
        return refusal(tool, "/yield_time_ms", "wait less, or more")
    return envelope


def test_a_valid_input_that_only_a_generator_makes_is_tried_by_calls_too() -> None:
    assert {one.rule for one in found(only_calls(envelope=refuse_the_middle))} == {"valid_input_accepted"}


def test_a_tool_that_may_change_things_is_called_with_nothing_generated() -> None:
    may_change = only_calls(envelope=refuse_the_middle, tool=lambda entry: entry)
    rules = {one.rule for one in found(may_change, "valid_input_accepted", inputs=({"cmd": "ls"},))}
    assert rules != set()
    assert "valid_input_accepted" not in rules


def answer_with(text: str) -> Callable[[str, ParseOutcome, JsonObject], JsonObject]:
    return lambda _tool, parsed, envelope: {**envelope, "summary_text": text} if parsed.accepted else envelope


def lose_the_folder(result: JsonObject) -> JsonObject:
    kept = {key: value for key, value in as_object(result["heard"]).items() if key != "workdir"}
    return {"heard": kept, "count": len(kept)}


def test_a_field_without_effect_is_told_of_a_read_only_tool_without_a_given_input() -> None:
    dormant = found(only_calls(result=lose_the_folder, envelope=answer_with("done")), "dormant_field")
    assert [(one.tool, one.level) for one in dormant] == [("ExecCommand", Level.INFO)]
    assert "parameter `workdir` has no effect on the reply in" in dormant[0].message


def test_that_no_field_at_all_changes_anything_is_said_once_for_a_tool() -> None:
    finds_nothing = only_calls(result=lambda _result: {"heard": {}}, envelope=answer_with("nothing found"))
    dormant = [one for one in found(finds_nothing, "dormant_field") if one.tool == "ExecCommand"]
    assert [one.message for one in dormant] != []
    assert len(dormant) == 1
    assert dormant[0].message.startswith("parameters `cmd`, `workdir`")


def test_nothing_is_said_of_fields_where_the_same_call_is_answered_in_two_ways() -> None:
    answers = itertools.count(1)
    in_two_ways = only_calls(result=lambda result: {**result, "count": next(answers)})
    rules = {one.rule for one in found(in_two_ways, "dormant_field")}
    assert rules == {INCONCLUSIVE.id}


@pytest.mark.parametrize("profile", [HOLON, MCP], ids=["holon", "mcp"])
def test_result_fields_are_asked_of_every_tool_under_every_profile(profile: Any) -> None:
    plan = Plan(applied_probes(profile, ["result_field_rejected"]), profile)
    report = probe(all_miniatures()["takes_result_fields"].runtime(), "leaks", plan)
    taken = {one.tool: one.evidence["taken"] for one in report.findings if one.rule == "result_field_rejected"}
    assert set(taken) == {"ExecCommand", "ExecCommandBatch", "WaitFor"}
    assert all({"status", "task_handle"} <= set(str(compact_json(names)).split('"')) for names in taken.values())


def test_what_a_tool_promises_to_return_is_asked_too() -> None:
    def drop_count(arguments: JsonValue) -> JsonValue:
        return {key: value for key, value in as_object(arguments).items() if key != "count"}

    plan = Plan(applied_probes(MCP, ["result_field_rejected", "unknown_field_rejected"]), MCP)
    report = probe(SoundRuntime(Changes(prepare=drop_count)), "leaks", plan)
    assert {one.rule for one in report.findings if one.level is Level.ERROR} == {"result_field_rejected"}
    assert {str(one.evidence["taken"]) for one in report.findings if one.level is Level.ERROR} == {"['count']"}


def test_where_unknown_fields_are_ignored_altogether_result_fields_are_not_told_again() -> None:
    plan = Plan(applied_probes(MCP, ["result_field_rejected", "unknown_field_rejected"]), MCP)
    report = probe(all_miniatures()["ignores_unknown_fields"].runtime(), "ignores", plan)
    assert {one.rule for one in report.findings if one.level is Level.ERROR} == {"unknown_field_rejected"}
