"""The use case probe: what is asked, by which permission and policy, for how long, and by how many at once."""

import datetime
import math
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.commands.observe import judge_results
from conformance.commands.probe import Plan, Progress, probe, probe_source
from conformance.commands.probe_notices import unasked_tool_findings
from conformance.commands.registry import applied_probes, ignores_of
from conformance.commands.report import Report
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.probes.interview import RunLimits
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.probes.miniatures import all_miniatures
from conformance.probes.miniatures._sound import SoundRuntime
from conformance.settings.notices import NOT_CALLED, OUT_OF_TIME, STALE_IGNORE
from conformance.settings.probing import Probing
from conformance.settings.profiles import load_profile
from conformance.settings.repository import Config, Ignore
from conformance.systems.runtime import Limits, Opening, SilentRuntime
from conformance.systems.sources import find_source

HOLON = load_profile("holon")
TODAY = datetime.date(2030, 6, 1)
SOURCE = "python:conformance.probes.miniatures:{}"


def plan(*only: str, **options: Any) -> Plan:
    return Plan(**{"probes": applied_probes(HOLON, only), "profile": HOLON, **options})


def asked(name: str, *only: str, **options: Any) -> Report:
    return probe(all_miniatures()[name].runtime(), name, plan(*only, **options))


def rules_of(report: Report) -> set[str]:
    return {finding.rule for finding in report.findings}


def test_a_probe_that_does_not_exist_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(ConformanceError) as caught:
        applied_probes(HOLON, ["unknown_field_reject"])
    assert caught.value.recovery_hint == "did you mean `unknown_field_rejected`?"


def test_a_profile_may_turn_a_probe_off_or_give_it_another_level() -> None:
    levels = {"coercion": "off", "null_rejected": Level.WARNING}
    profile = replace(HOLON, levels={**HOLON.levels, **levels})
    applied = {one.check.id: one.level for one in applied_probes(profile)}
    assert "coercion" not in applied
    assert applied["null_rejected"] is Level.WARNING


def test_only_the_chosen_tools_and_probes_are_asked() -> None:
    report = asked("takes_null", "null_rejected", globs=["Wait*"])
    assert {finding.tool for finding in report.findings if finding.rule == "null_rejected"} == {"WaitFor"}
    assert (report.tool_count, report.rule_count) == (1, 1)


def test_each_tool_that_is_not_called_is_listed_with_its_reason() -> None:
    settings = {"WaitFor": ToolSettings(call=False), "ExecCommand": ToolSettings(inputs=({"cmd": "ls"},))}
    report = asked("sound", permissions=Permissions(settings))
    reasons = {finding.evidence["reason"]: finding.evidence["tools"] for finding in report.findings}
    assert reasons == {
        "the configuration forbids calling it (`call = false`)": ["WaitFor"],
        "it is neither annotated read-only nor allow-listed with an example input": ["ExecCommandBatch"],
    }
    assert {finding.rule for finding in report.findings} == {NOT_CALLED.id}
    assert not report.fails_on(Level.WARNING)


def test_an_ignore_is_stale_only_where_every_question_that_it_may_name_was_answered() -> None:
    def stale(tool: str, probe_id: str, called: bool, **options: Any) -> int:
        config = Config(ignore=(Ignore(rule=probe_id, tool=tool, reason="x"),), probe=Probing(source="mine"))
        ignores = ignores_of(config, HOLON, [probe_id], TODAY, applied_probes(HOLON, [probe_id]))
        settings = {"WaitFor": ToolSettings(call=called)}
        permissions = Permissions(settings, harmless=True)
        report = asked("sound", probe_id, permissions=permissions, ignores=ignores, **options)
        return sum(finding.rule == STALE_IGNORE.id for finding in report.findings)

    assert stale("WaitFor", "result_matches_schema", called=True) == 1
    assert stale("WaitFor", "result_matches_schema", called=False) == 0
    assert stale("*", "result_matches_schema", called=False) == 0
    assert stale("Gone", "result_matches_schema", called=False) == 1
    for tool, count in (("WaitFor", 1), ("ExecCommand", 0), ("*", 0), ("Gone", 0)):
        assert stale(tool, "result_matches_schema", called=True, globs=["WaitFor"]) == count, tool
    late = RunLimits(deadline=-math.inf)
    assert stale("WaitFor", "result_matches_schema", called=True, limits=late) == 0


@pytest.mark.parametrize(
    ("policy", "silent", "told"), [("reject", True, True), ("notice", True, False), ("ignore", False, False)]
)
def test_the_policy_on_unknown_fields_decides(policy: Any, silent: bool, told: bool) -> None:
    settings = {name: ToolSettings(unknown_fields=policy) for name in ("ExecCommand", "ExecCommandBatch", "WaitFor")}
    permissions = Permissions(settings, harmless=True)
    for name, objected in (("ignores_unknown_fields", silent), ("tells_of_unknown_fields", told)):
        assert rules_of(asked(name, permissions=permissions)) == ({"unknown_field_rejected"} if objected else set())


def test_what_is_coerced_is_reported_under_a_lenient_policy_too() -> None:
    settings = {"ExecCommand": ToolSettings(coercion="lenient")}
    report = asked("coerces_strings_to_numbers", permissions=Permissions(settings, harmless=True))
    assert [(finding.rule, finding.level) for finding in report.findings] == [("coercion", Level.INFO)]
    assert report.findings[0].evidence["coerced"] == ["string for integer"]


def test_a_finding_names_pointer_keyword_and_value_that_were_changed() -> None:
    (finding,) = asked("clamps_a_bound", "bound_enforced", permissions=Permissions(harmless=True)).findings[:1]
    assert finding.pointer == "/tools/0/input_schema/properties/yield_time_ms"
    assert finding.evidence["mutation"] == {
        "kind": "out_of_bound",
        "pointer": "/yield_time_ms",
        "keyword": "minimum",
        "before": 1,
        "after": -1,
    }
    assert finding.evidence["call"] == {
        "op": "parse",
        "tool": "ExecCommand",
        "input": {"cmd": "text", "yield_time_ms": -1},
    }


def test_the_same_seed_gives_the_same_report() -> None:
    # no search ends early because the machine is busy
    limits = RunLimits(seed=3, clock=lambda: 0.0)
    first, again = (asked("refuses_empty_text", limits=limits) for _ in range(2))
    assert first == again


def test_the_fewest_examples_still_ask_every_kind_of_question() -> None:
    report = asked("ignores_unknown_fields", permissions=Permissions(harmless=True), limits=RunLimits(max_examples=1))
    assert "unknown_field_rejected" in rules_of(report)


def test_when_the_time_is_over_that_is_said_and_nothing_more_is_asked() -> None:
    report = asked("takes_null", limits=RunLimits(deadline=-math.inf))
    assert not [finding for finding in report.findings if finding.tool]
    assert report.checked_count < 20


def test_all_tools_that_the_run_ended_before_are_one_finding_and_undetermined() -> None:
    runtime = CountedRuntime()
    report = probe(runtime, "s", plan(permissions=Permissions(harmless=True), limits=ending_after(40, runtime)))
    of_tools = [one for one in report.coverage if one.tool is not None]
    unasked = [str(one.tool) for one in of_tools if not one.tested and not one.skipped]
    (late,) = [one for one in report.findings if one.rule == OUT_OF_TIME.id and "tools" in one.evidence]
    assert (late.evidence["tools"], late.hint) == (unasked, "raise --max-time")
    assert late.message.startswith("the run ended before tools `")
    assert 1 < len(unasked) < len(of_tools)
    (number,) = {one.undetermined for one in of_tools if one.tool in unasked}
    assert number == len([one for one in plan().probes if one.check.subject == "tool"])


def test_one_tool_that_the_run_ended_before_is_named_alone() -> None:
    (late,) = unasked_tool_findings(HOLON, ["a"])
    assert late.message == "the run ended before tool `a` was asked"


class CountedRuntime:
    """Counts what the miniature is asked, whatever the operation: the count is the clock of the run."""

    def __init__(self) -> None:
        self.asked = 0
        self._runtime = SoundRuntime()

    def __getattr__(self, operation: str) -> Any:
        answer = getattr(self._runtime, operation)
        if not callable(answer):
            return answer

        def ask(*arguments: Any) -> Any:
            self.asked += 1
            return answer(*arguments)

        return ask


def ending_after(number: float, runtime: CountedRuntime) -> RunLimits:
    """The limits of a run that ends after so many questions, each of which takes a hundredth of a second."""
    return RunLimits(deadline=number / 100, clock=lambda: runtime.asked / 100)


def test_nobody_asks_anything_once_the_time_of_the_run_is_over() -> None:
    whole = CountedRuntime()
    limits = ending_after(math.inf, whole)
    results = partial(judge_results, profile=HOLON)
    probe(whole, "s", plan(permissions=Permissions(harmless=True), limits=limits, judge_results=results))
    # the last output that was begun is observed to its end
    most = 60
    for end in (1, 2, 40, 400, whole.asked - 300, whole.asked - 100):
        runtime = CountedRuntime()
        limits = ending_after(end, runtime)
        results = partial(judge_results, profile=HOLON, is_over=limits.is_over)
        probe(runtime, "s", plan(permissions=Permissions(harmless=True), limits=limits, judge_results=results))
        assert end <= runtime.asked < end + most, (end, whole.asked)


def test_the_questions_to_the_system_as_a_whole_end_with_the_run_too() -> None:
    asked_before = len([one for one in plan().probes if one.check.subject == "runtime"])
    report = asked("sound", limits=RunLimits(deadline=-math.inf))
    (late,) = [one for one in report.findings if one.rule == OUT_OF_TIME.id and "tools" not in one.evidence]
    assert late.hint == "raise --max-time"
    assert [one.undetermined for one in report.coverage if one.tool is None] == [asked_before]


def test_a_start_takes_no_longer_than_the_run() -> None:
    start = Limits(end=-math.inf).start_within(90.0)
    assert start < 1.0
    assert Limits(start_seconds=60.0).start_within(8.0) == 60.0
    assert Limits().start_within(8.0) == 8.0


def test_several_runtimes_find_what_one_finds() -> None:
    adapted = find_source("reference")
    one = probe_source(adapted, Opening(), plan("null_rejected", "unknown_field_rejected"))
    two = probe_source(adapted, Opening(), plan("null_rejected", "unknown_field_rejected", workers=2))
    assert (one.findings, one.tool_count) == (two.findings, two.tool_count)


def test_progress_is_told_for_each_tool() -> None:
    told: list[object] = []
    runtime = all_miniatures()["sound"].runtime()
    probe(runtime, "sound", plan("null_rejected"), Progress(told.append, told.append))
    assert told == [3, "ExecCommand", "ExecCommandBatch", "WaitFor"]


def test_a_system_that_describes_nothing_is_refused() -> None:
    with pytest.raises(ConformanceError) as caught:
        probe(SilentRuntime(), "silent", plan())
    assert caught.value.kind is ErrorKind.UNSUPPORTED


def test_a_description_that_is_no_inventory_is_refused_with_its_place() -> None:
    class Odd(SilentRuntime):
        def describe(self) -> Any:
            return {"version": 2, "tools": {}}

    with pytest.raises(ConformanceError, match="'/tools' must be an array of tools"):
        probe(Odd(), "odd", plan())


def test_a_runtime_is_closed_whatever_happens() -> None:
    closed: list[bool] = []

    class Breaks(SilentRuntime):
        def close(self) -> None:
            closed.append(True)

    source = find_source("reference")
    adapter = type(source.adapter)(("reference",), lambda _rest, _opening: Breaks())
    broken = type(source)(source.text, source.adapter_id, adapter, source.scheme, source.rest)
    with pytest.raises(ConformanceError):
        probe_source(broken, Opening(), plan(workers=2))
    assert closed == [True, True]


def dies_late() -> SoundRuntime:
    """Accepts null for every field, and is gone when it is first asked for a receipt."""

    def be_gone(_receipt: str) -> str:
        raise ConformanceError(ErrorKind.UNREACHABLE, "it ended with status 3 while it was asked to render", "look")

    lenient = all_miniatures()["takes_null"].runtime()
    assert isinstance(lenient, SoundRuntime)
    return SoundRuntime(replace(lenient.changes, render=be_gone))


def test_what_was_found_before_a_runtime_died_is_reported_with_what_ended_it() -> None:
    report = probe(dies_late(), "dies late", plan())
    assert "null_rejected" in rules_of(report)
    assert report.broke_off is not None
    assert "asked to render" in report.broke_off.message


def test_no_tool_is_asked_after_the_runtime_has_broken_off() -> None:
    asked_of: list[str] = []
    probe(dies_late(), "dies late", plan("receipt_deterministic"), Progress(advance=asked_of.append))
    assert len(asked_of) == 1
