"""A running system is held to what the specification says of results, as far as it answers."""

from pathlib import Path

import pytest

from conformance.adapters.sources import find_source
from conformance.adapters.spec import Opening, SilentRuntime
from conformance.config import Config
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.json_values import JsonObject, JsonValue
from conformance.miniatures import all_miniatures
from conformance.observing import judge_results
from conformance.probe_plans import plan_of
from conformance.probing import inventory_of, probe_source
from conformance.profiles import load_profile

PROFILE = load_profile("holon")
INVENTORY = inventory_of(all_miniatures()["sound"].runtime())


class Stumbles(SilentRuntime):
    """Can project nothing that it is given."""

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        raise ConformanceError(ErrorKind.UNREACHABLE, "the runtime could not answer: no such shape", "mend the adapter")


def test_a_system_that_answers_no_such_question_is_at_no_fault() -> None:
    assert judge_results(SilentRuntime(), INVENTORY, PROFILE) == []


def test_a_system_that_can_not_answer_is_told_with_its_reason() -> None:
    (finding,) = judge_results(Stumbles(), INVENTORY, PROFILE)
    assert (finding.rule, finding.level) == ("inconclusive", Level.INFO)
    assert "no such shape" in finding.message
    assert "unsupported" in finding.hint


def test_a_fault_is_found_at_its_place_in_the_result() -> None:
    findings = judge_results(all_miniatures()["forgets_the_task"].runtime(), INVENTORY, PROFILE)
    assert {finding.rule for finding in findings} == {"compaction_keeps_identity"}
    assert {finding.pointer for finding in findings} == {"/result/task_handle/task_id"}
    assert {finding.evidence["record"] for finding in findings} == {
        "command/exec_promoted",
        "command/exec_already_running",
    }


@pytest.mark.parametrize(("only", "is_judged"), [((), True), (("coercion",), False)])
def test_a_probe_run_judges_results_too_unless_it_is_narrowed(
    only: tuple[str, ...], is_judged: bool, tmp_path: Path
) -> None:
    source = find_source("python:conformance.miniatures.drops_the_error_flag:DropsTheErrorFlag", tmp_path)
    report = probe_source(source, Opening(), plan_of(Config(), source, only))
    assert ("transport_keeps_error" in {finding.rule for finding in report.findings}) is is_judged
