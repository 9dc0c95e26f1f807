"""A failure is a small file: asked again it is fixed and gone, still failing, or can't be told."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.commands.probe import Plan, probe_source
from conformance.commands.registry import applied_probes
from conformance.commands.replay import ReplayOutcome, ReplayResult, read_failures, replay, save_failures
from conformance.errors import ConformanceError
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.settings.profiles import load_profile
from conformance.systems.runtime import Opening
from conformance.systems.sources import find_source

HOLON = load_profile("holon")
ASKED = applied_probes(HOLON, ["null_rejected", "wrong_type_rejected", "catalog_stable", "error_flag_honest"])
PLAN = Plan(ASKED, HOLON)
SOURCE = "python:conformance.probes.miniatures:{}"


def saved(folder: Path, name: str, plan: Plan = PLAN) -> int:
    source = find_source(SOURCE.format(name))
    return save_failures(probe_source(source, Opening(), plan), source.text, 0, folder)


def replayed(folder: Path, name: str, plan: Plan = PLAN, **options: Any) -> list[ReplayResult]:
    return list(replay(read_failures([folder])[0], find_source(SOURCE.format(name)), Opening(), plan, **options))


def outcomes(found: list[ReplayResult]) -> set[ReplayOutcome]:
    return {one.outcome for one in found}


def test_every_failure_is_a_file_that_holds_the_exact_call(tmp_path: Path) -> None:
    assert saved(tmp_path, "takes_null") == len(list(tmp_path.iterdir())) > 5
    one = json.loads(min(tmp_path.iterdir()).read_text("utf-8"))
    assert one["evidence"]["call"]["op"] == "parse"
    assert one["source"] == SOURCE.format("takes_null")


def test_what_still_fails_stays(tmp_path: Path) -> None:
    count = saved(tmp_path, "takes_null")
    assert outcomes(replayed(tmp_path, "takes_null")) == {ReplayOutcome.FAILING}
    assert len(list(tmp_path.iterdir())) == count


def test_what_is_fixed_is_removed_unless_it_is_kept(tmp_path: Path) -> None:
    saved(tmp_path, "takes_null")
    assert outcomes(replayed(tmp_path, "sound", keep=True)) == {ReplayOutcome.FIXED}
    assert list(tmp_path.iterdir())
    assert outcomes(replayed(tmp_path, "sound")) == {ReplayOutcome.FIXED}
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_failures_is_an_error_not_a_success(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="contains no saved failures") as raised:
        read_failures([tmp_path])
    assert str(tmp_path) in raised.value.message


def test_another_fault_of_the_same_tool_does_not_keep_a_fixed_one(tmp_path: Path) -> None:
    saved(tmp_path, "takes_null")
    assert outcomes(replayed(tmp_path, "takes_any_type")) == {ReplayOutcome.FIXED}


def test_a_fault_of_the_runtime_as_a_whole_is_asked_again_too(tmp_path: Path) -> None:
    assert saved(tmp_path, "shows_other_tools_to_timers") == 1
    assert outcomes(replayed(tmp_path, "shows_other_tools_to_timers")) == {ReplayOutcome.FAILING}
    assert outcomes(replayed(tmp_path, "sound")) == {ReplayOutcome.FIXED}


def test_a_system_that_can_not_be_reached_is_an_error_and_the_file_stays(tmp_path: Path) -> None:
    count = saved(tmp_path, "takes_null")
    gone = find_source("command:no-such-command-anywhere")
    found = list(replay(read_failures([tmp_path])[0], gone, Opening(), PLAN))
    assert outcomes(found) == {ReplayOutcome.ERROR}
    assert "cannot start" in found[0].message
    assert len(list(tmp_path.iterdir())) == count


def test_a_question_that_may_not_be_asked_any_more_is_an_error(tmp_path: Path) -> None:
    allowed = Plan(ASKED, HOLON, Permissions(harmless=True))
    assert saved(tmp_path, "lies_by_its_flag", allowed) == 1
    assert outcomes(replayed(tmp_path, "lies_by_its_flag", allowed)) == {ReplayOutcome.FAILING}


def test_levels_that_silence_a_probe_or_a_notice_fix_nothing(tmp_path: Path) -> None:
    silent = replace(HOLON, levels=dict.fromkeys(("error_flag_honest", "not_called"), "off"))
    assert saved(tmp_path, "lies_by_its_flag", Plan(ASKED, HOLON, Permissions(harmless=True))) == 1
    again = replayed(tmp_path, "lies_by_its_flag", Plan(ASKED, silent, Permissions(harmless=True)))
    assert outcomes(again) == {ReplayOutcome.FAILING}
    assert outcomes(replayed(tmp_path, "lies_by_its_flag", Plan(ASKED, silent))) == {ReplayOutcome.ERROR}


def test_a_tool_that_is_gone_is_an_error(tmp_path: Path) -> None:
    saved(tmp_path, "takes_null")
    file = min(tmp_path.iterdir())
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), "tool": "Gone"}), "utf-8")
    (found,) = list(replay(read_failures([file])[0], find_source(SOURCE.format("sound")), Opening(), PLAN))
    assert (found.outcome, found.message) == (ReplayOutcome.ERROR, "the system has no tool `Gone`")


@pytest.mark.parametrize("change", [{"version": 2}, {"probe": "no_such_probe"}, {"source": 1}, {"seed": "x"}])
def test_a_file_that_is_no_saved_failure_is_told_beside_the_others(tmp_path: Path, change: dict[str, Any]) -> None:
    saved(tmp_path, "takes_null")
    file = min(tmp_path.iterdir())
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **change}), "utf-8")
    failures, unread = read_failures([tmp_path])
    assert len(failures) == len(list(tmp_path.iterdir())) - 1
    assert [one.file for one in unread] == [file]
    assert "is not a failure saved" in unread[0].reason


class Dying:
    """Describes a tool, and dies when it is asked anything else."""

    def describe(self) -> Any:
        wake = {"anyOf": [{"type": "object"}, {"type": "string", "enum": ["now"]}]}
        schema = {"type": "object", "properties": {"wake": wake, "reason": {"type": "string"}}}
        return {"version": 2, "tools": [{"name": "WaitFor", "input_schema": schema}]}

    def parse(self, tool: str, arguments: Any) -> Any:
        raise SystemExit(1)


def test_a_system_that_dies_when_it_is_asked_has_nothing_fixed(tmp_path: Path) -> None:
    count = saved(tmp_path, "takes_null")
    again = list(replay(read_failures([tmp_path])[0], find_source(f"python:{__name__}:Dying"), Opening(), PLAN))
    about = [one for one in again if one.failure.tool == "WaitFor"]
    assert about
    assert {(one.outcome, "SystemExit" in one.message) for one in about} == {(ReplayOutcome.ERROR, True)}
    assert len(list(tmp_path.iterdir())) == count


class WithEnum:
    """Accepts any text where its schema has an enum, under the name of the field that it is created with."""

    def __init__(self, field: str) -> None:
        self._field = field

    def describe(self) -> Any:
        schema = {"type": "object", "properties": {self._field: {"enum": ["x", "y"]}}, "required": [self._field]}
        closed = {**schema, "additionalProperties": False}
        return {"version": 2, "tools": [{"name": "Get", "description": "Gets.", "input_schema": closed}]}

    def parse(self, tool: str, arguments: Any) -> Any:
        accepted = list(arguments) == [self._field] and isinstance(arguments[self._field], str)
        error = {"kind": "invalid_tool_input", "message": f"valid: {self._field}", "retryable": False}
        return {"accepted": True, "arguments": arguments} if accepted else {"accepted": False, "error": error}


OLD, RENAMED = WithEnum("mode"), WithEnum("kind")


def test_a_fault_whose_field_was_renamed_is_undetermined_and_its_file_stays(tmp_path: Path) -> None:
    plan = Plan(applied_probes(HOLON, ["enum_enforced"]), HOLON)
    old, renamed = (find_source(f"python:{__name__}:{name}") for name in ("OLD", "RENAMED"))
    assert save_failures(probe_source(old, Opening(), plan), old.text, 0, tmp_path) == 1
    (found,) = list(replay(read_failures([tmp_path])[0], renamed, Opening(), plan))
    assert found.outcome is ReplayOutcome.ERROR
    assert found.message.startswith("parameter `mode` of the saved input is not in the schema")
    assert found.failure.file.is_file()


class WithTools:
    """Has two tools that take any field but those that are closed, and answers calls of them alone."""

    def __init__(self, *closed: str) -> None:
        self._closed = closed

    def describe(self) -> Any:
        def tool(name: str) -> Any:
            schema = {"type": "object", "properties": {"word": {"type": "string"}}}
            closed = {**schema, "additionalProperties": False} if name in self._closed else schema
            return {"name": name, "description": "Gets a note.", "input_schema": closed}

        return {"version": 2, "tools": [tool("GetNote"), tool("ListNotes")]}

    def call(self, tool: str, arguments: Any) -> Any:
        if tool in self._closed and set(arguments) - {"word"}:
            error = {"kind": "invalid_tool_input", "message": "valid: word", "retryable": False}
            outcome = {"status": "error", "summary_text": "refused", "result": None, "error": error}
        else:
            outcome = {"status": "success", "summary_text": "one note", "result": {"note": "a"}, "error": None}
        return {"envelope": {"tool_name": tool, **outcome}}


OPEN, HALF_CLOSED, CLOSED = WithTools(), WithTools("GetNote"), WithTools("GetNote", "ListNotes")
INPUT = ToolSettings(inputs=({"word": "a"},))


@pytest.mark.parametrize(
    ("system", "allowed", "outcome"),
    [
        ("OPEN", ("GetNote", "ListNotes"), ReplayOutcome.FAILING),
        ("HALF_CLOSED", ("GetNote", "ListNotes"), ReplayOutcome.FAILING),
        ("CLOSED", ("GetNote", "ListNotes"), ReplayOutcome.FIXED),
        ("OPEN", (), ReplayOutcome.ERROR),
        ("CLOSED", ("GetNote",), ReplayOutcome.ERROR),
    ],
)
def test_a_fault_of_several_tools_is_fixed_only_if_each_of_them_was_asked_and_none_has_it(
    tmp_path: Path, system: str, allowed: tuple[str, ...], outcome: ReplayOutcome
) -> None:
    def plan(*tools: str) -> Plan:
        return Plan(
            applied_probes(HOLON, ["open_inputs_noticed"]), HOLON, Permissions(tools=dict.fromkeys(tools, INPUT))
        )

    first, again = (find_source(f"python:{__name__}:{name}") for name in ("OPEN", system))
    report = probe_source(first, Opening(), plan("GetNote", "ListNotes"))
    assert save_failures(report, first.text, 0, tmp_path) == 1
    (found,) = list(replay(read_failures([tmp_path])[0], again, Opening(), plan(*allowed)))
    assert found.outcome is outcome
    assert found.failure.file.is_file() is (outcome is not ReplayOutcome.FIXED)
