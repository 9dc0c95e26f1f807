"""Compaction keeps what a next call needs, and shortens what is only text."""

from typing import Any

import pytest

from conformance.contract.artifacts import MemorySink
from conformance.contract.compaction import CompactionPolicy, compact
from conformance.contract.complete_output import failure_output, success_output
from conformance.contract.envelope import Envelope, Failure, Success, ToolError, from_json, to_json
from conformance.contract.families import all_families
from conformance.contract.families._command_shapes import Finished, Promoted, TaskHandle
from conformance.contract.free_texts import free_texts
from conformance.contract.projection import project
from conformance.contract.references import roles_in
from conformance.contract.rendering import render
from conformance.errors import ConformanceError
from tests.cases import check_each

ENVELOPES = {
    f"{name}/{sample.name}": project(sample.output, sink=MemorySink())
    for name, family in all_families().items()
    for sample in family.samples
}
SIZES = (0, 40, 160, 500, 1_000, 4_000, 50_000)
LOG = "".join(f"test case_{number:04} ... ok\n" for number in range(1_200))
RUN = project(
    success_output("ExecCommand", "s", Finished(exit_status=1, stdout=LOG, stderr="warning\n")), sink=MemorySink()
)


def result_of(envelope: Envelope, chars: int) -> dict[str, Any]:
    compacted = compact(envelope, CompactionPolicy(chars))
    assert isinstance(compacted, Success)
    return dict(compacted.result)


def test_a_preview_is_trimmed_to_a_true_preview_of_the_whole() -> None:
    shown = result_of(RUN, 300)
    assert shown["stdout_preview"].startswith("test case_0000 ... ok\n")
    assert shown["stdout_preview"].endswith("test case_1199 ... ok\n")
    assert "[output truncated: showing first 4 and last 4 lines]" in shown["stdout_preview"]
    assert shown["stdout_preview"].count("truncated") == 1
    assert shown["truncated"] is True
    assert shown["stderr_preview"] == "warning\n"
    assert [role.path for role in roles_in(shown)] == [role.path for role in roles_in(to_json(RUN)["result"])]


def test_a_preview_that_was_whole_is_flagged_when_it_is_cut() -> None:
    handle = TaskHandle(task_id="task_1", kind="command_task")
    envelope = project(success_output("ExecCommand", "s", Promoted(task_handle=handle, initial_output=LOG[:2_000])))
    assert result_of(envelope, 2_000) == to_json(envelope)["result"]
    shown = result_of(envelope, 200)
    assert shown["initial_output_truncated"] is True
    assert shown["task_handle"] == {"task_id": "task_1", "kind": "command_task"}


def test_a_preview_is_never_cut_below_what_a_marker_needs() -> None:
    assert 0 < len(result_of(RUN, 0)["stdout_preview"]) <= 160


def test_the_details_of_an_error_are_shortened_and_nothing_else_of_it() -> None:
    error = ToolError(
        kind="context_not_found",
        message="the context of hunk 1 is not there " * 20,
        details={"path": "src/parser.py", "expected": "def parse(text): ... " * 30},
        recovery_hint="read it again " * 30,
        retryable=False,
    )
    compacted = compact(project(failure_output("ApplyPatch", error)), CompactionPolicy(50))
    assert isinstance(compacted, Failure)
    assert compacted.error.model_copy(update={"details": None}) == error.model_copy(update={"details": None})
    assert compacted.error.details == {
        "path": "src/parser.py",
        "expected": ("def parse(text): ... " * 30)[:49] + "…",
        "expected_truncated": True,
    }


@check_each("envelope", ENVELOPES.values(), ids=ENVELOPES)
def test_what_identifies_a_result_is_kept_at_any_size(envelope: Envelope) -> None:
    for size in SIZES:
        compacted = compact(envelope, CompactionPolicy(size))
        assert type(compacted) is type(envelope)
        assert (compacted.tool_name, compacted.summary_text) == (envelope.tool_name, envelope.summary_text)
        assert from_json(to_json(compacted)) == compacted
        assert compact(compacted, CompactionPolicy(size)) == compacted
        before, after = to_json(envelope)["result"], to_json(compacted)["result"]
        assert [(role.name, role.path) for role in roles_in(after)] == [
            (role.name, role.path) for role in roles_in(before)
        ]
        assert render(compacted)


@check_each("envelope", ENVELOPES.values(), ids=ENVELOPES)
def test_a_large_budget_changes_nothing(envelope: Envelope) -> None:
    assert compact(envelope, CompactionPolicy(50_000)) == envelope


@check_each("envelope", ENVELOPES.values(), ids=ENVELOPES)
def test_the_texts_fit_the_budget_but_for_the_least_of_each_preview(envelope: Envelope) -> None:
    for size in SIZES:
        texts = free_texts(to_json(compact(envelope, CompactionPolicy(size)))["result"])
        least = sum(160 if text.is_preview else 1 for text in texts)
        assert sum(len(text.text) for text in texts) <= size + least


@pytest.mark.parametrize("chars", [-1, True, 1.5, "5", None, float("nan")])
def test_a_budget_that_is_no_number_of_characters_is_refused(chars: Any) -> None:
    with pytest.raises(ConformanceError, match="text_chars must be an integer from 0; found"):
        CompactionPolicy(chars)


def test_an_envelope_of_another_make_is_compacted_too() -> None:
    foreign = from_json(
        {
            "tool_name": "Deploy",
            "status": "success",
            "summary_text": "deployed",
            "result": {"deploy_id": "d 1", "notes": "as was said before " * 100, "log_preview": "line one\n" * 500},
        }
    )
    shown = result_of(foreign, 400)
    assert shown["deploy_id"] == "d 1"
    assert shown["notes_truncated"] is True
    assert shown["log_truncated"] is True
    assert len(shown["notes"]) + len(shown["log_preview"]) <= 400
