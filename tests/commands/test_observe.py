"""A running system is held to what the specification says of results, as far as it answers."""

import datetime
import json
from pathlib import Path

import pytest

from conformance.commands.observe import judge_results
from conformance.commands.probe import inventory_of, probe_source
from conformance.commands.probe_plan import plan_of
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.probes.miniatures import all_miniatures
from conformance.settings.profiles import load_profile
from conformance.settings.repository import Config
from conformance.systems.adapters.reference import ReferenceRuntime, reference_surface
from conformance.systems.runtime import DeclinedError, Opening, SilentRuntime
from conformance.systems.sources import find_source

PROFILE = load_profile("holon")
INVENTORY = inventory_of(all_miniatures()["sound"].runtime())
CONTRACT = reference_surface().inventory
TODAY = datetime.date(2030, 6, 1)


class Stumbles(SilentRuntime):
    """Can project nothing that it is given."""

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        raise DeclinedError(ErrorKind.UNREACHABLE, "the runtime could not answer: no such shape", "mend the adapter")


def test_a_system_that_answers_no_such_question_is_at_no_fault() -> None:
    judged = judge_results(SilentRuntime(), INVENTORY, PROFILE)
    assert (judged.findings, judged.answered, judged.broke_off) == ([], [], None)
    assert not any(one.tested or one.undetermined for one in judged.coverage)


def test_a_system_that_can_not_answer_is_told_with_its_reason() -> None:
    (finding,) = judge_results(Stumbles(), INVENTORY, PROFILE).findings
    assert (finding.rule, finding.level) == ("inconclusive", Level.INFO)
    assert "no such shape" in finding.message
    assert "unsupported" in finding.hint


def test_a_fault_is_found_at_its_place_in_the_result() -> None:
    findings = judge_results(all_miniatures()["forgets_the_task"].runtime(), INVENTORY, PROFILE).findings
    assert {finding.rule for finding in findings} == {"compaction_keeps_identity", "promoted_has_handle"}
    findings = [finding for finding in findings if finding.rule == "compaction_keeps_identity"]
    assert {finding.pointer for finding in findings} == {"/result/task_handle/task_id"}
    assert {finding.evidence["record"] for finding in findings} == {
        "command/exec_promoted",
        "command/exec_already_running",
    }


@pytest.mark.parametrize(("only", "is_judged"), [((), True), (("coercion",), False)])
def test_a_probe_run_judges_results_unless_it_is_narrowed_to_probes_and_says_so(
    only: tuple[str, ...], is_judged: bool, tmp_path: Path
) -> None:
    source = find_source("python:conformance.probes.miniatures:drops_the_error_flag", tmp_path)
    report = probe_source(source, Opening(), plan_of(Config(), source, only, ["ExecCommand"], today=TODAY))
    assert ("transport_keeps_error" in {finding.rule for finding in report.findings}) is is_judged
    assert any("questions on results" in line for line in report.left_out) is not is_judged
    assert "2 of 3 tools (`--tool`)" in report.left_out


class DeclinesToRead(ReferenceRuntime):
    """Loses the error when it compacts, and can't read what it made."""

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Drop the error; decline an envelope without one."""
        members = as_object(envelope)
        if members.get("status") == "error" and members.get("error") is None:
            raise DeclinedError(ErrorKind.INVALID_VALUE, "an error is missing", "give one")
        return {**members, "error": None}

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Decline what can't be read."""
        try:
            return super().render(envelope, policy)
        except ConformanceError as error:
            raise DeclinedError(error.kind, error.message, error.recovery_hint) from None


class BreaksOff(ReferenceRuntime):
    """Compacts under another name, and is gone at the second rendering of a failure."""

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Change the name of the tool."""
        if as_object(envelope).get("tool_name") == "ApplyPatch":
            raise ConformanceError(ErrorKind.UNREACHABLE, "it ended with status 3", "start it again")
        return {**as_object(envelope), "tool_name": "Tool"}


def test_what_a_system_can_not_read_again_does_not_hide_what_it_lost() -> None:
    judged = judge_results(DeclinesToRead({}), CONTRACT, PROFILE)
    assert {"compaction_keeps_identity", "inconclusive"} <= {finding.rule for finding in judged.findings}
    declined = [finding.message for finding in judged.findings if finding.rule == "inconclusive"]
    assert len(declined) == 2
    assert any("`compact` failed for" in message and "an error is missing" in message for message in declined)
    assert judged.broke_off is None


def test_what_was_found_before_a_system_broke_off_is_kept() -> None:
    judged = judge_results(BreaksOff({}), CONTRACT, PROFILE)
    assert "compaction_keeps_identity" in {finding.rule for finding in judged.findings}
    assert judged.broke_off is not None
    assert judged.broke_off.message == "it ended with status 3"


def test_receipts_and_envelopes_that_are_shown_are_judged_like_recorded_ones() -> None:
    class DumpsTheEnvelope(ReferenceRuntime):
        """Shows the model the envelope as JSON."""

        def render(self, envelope: JsonValue, policy: JsonObject) -> str:
            """Dump it."""
            return json.dumps(envelope)

    rules = {finding.rule for finding in judge_results(DumpsTheEnvelope({}), CONTRACT, PROFILE).findings}
    assert "receipt_not_raw_envelope" in rules
