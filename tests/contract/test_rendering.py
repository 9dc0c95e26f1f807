"""A receipt says the outcome first, keeps what can be acted on, and is made for every valid envelope."""

import pytest

from conformance.contract.budgets import RenderPolicy
from conformance.contract.envelope import Failure, Success, ToolError
from conformance.contract.families import all_tools
from conformance.contract.rendering import render
from conformance.errors import ConformanceError
from conformance.json_values import JsonObject


def of_command(**result: object) -> str:
    members: JsonObject = {"disposition": "completed", "exit_status": 0, "truncated": False, **result}  # type: ignore[dict-item]
    return render(Success(tool_name="ExecCommand", summary_text="s", result=members))


def test_json_on_stdout_is_shown_as_readable_text() -> None:
    receipt = of_command(stdout_preview='{"deps":["serde"],"meta":"{\\"edition\\":2021}"}')
    assert '"edition": 2021' in receipt
    assert "\\" not in receipt


def test_what_acts_on_a_terminal_is_made_visible() -> None:
    assert of_command(stdout_preview="\x1b]0;title\x07ok").endswith("stdout:\n\\x1b]0;title\\x07ok")


def test_a_cut_is_said_whether_or_not_the_rest_is_kept() -> None:
    assert "Output truncated: the rest was not kept" in of_command(stdout_preview="x", truncated=True)
    kept = of_command(stdout_preview="x", truncated=True, artifacts=[{"path": "o.log"}], stdout_artifact=0)
    assert "Output truncated: full text in the artifact\nstdout artifact: o.log" in kept


def test_artifacts_stand_before_the_output_that_could_imitate_them() -> None:
    receipt = of_command(stdout_preview="x", truncated=True, artifacts=[{"path": "o.log"}], stdout_artifact=0)
    assert receipt.index("stdout artifact:") < receipt.index("stdout:")


def test_a_preview_that_was_dropped_leaves_the_handles() -> None:
    receipt = render(
        Success(
            tool_name="ExecCommand",
            summary_text="s",
            result={"disposition": "promoted_to_task", "task_handle": {"task_id": "task_9"}},
        )
    )
    assert receipt == "Command promoted to background task\nTask: task_9"


def test_a_command_without_output_yet_says_so() -> None:
    result: JsonObject = {"disposition": "promoted_to_task", "initial_output_preview": None}
    assert render(Success(tool_name="ExecCommand", summary_text="s", result=result)).endswith(
        "Initial output:\n(none yet)"
    )


def test_a_result_that_is_far_too_large_still_makes_a_bounded_receipt() -> None:
    receipt = of_command(stdout_preview="\x07" * 500_000, stderr_preview='{"a": "' + "x" * 500_000 + '"}')
    assert len(receipt) <= 10_000
    assert receipt.startswith("Process exited with code 0\nstdout:\n\\x07")


def test_a_smaller_room_is_kept_too() -> None:
    envelope = Success(
        tool_name="ExecCommand", summary_text="s", result={"exit_status": 0, "stdout_preview": "y" * 9_000}
    )
    assert len(render(envelope, RenderPolicy(receipt_chars=2_500))) <= 2_500
    with pytest.raises(ConformanceError):
        RenderPolicy(receipt_chars=10)


@pytest.mark.parametrize("tool_name", sorted(tool.name for tool in all_tools()))
def test_every_renderer_works_on_an_empty_result(tool_name: str) -> None:
    receipt = render(Success(tool_name=tool_name, summary_text="s", result={}))
    assert receipt.splitlines()[0]
    assert "{" not in receipt


@pytest.mark.parametrize("tool_name", ["ExecCommand", "WebSearch", "Unheard"])
def test_all_errors_share_one_receipt(tool_name: str) -> None:
    error = ToolError(kind="io_error", message="disk full", recovery_hint="free some space", retryable=True)
    receipt = render(Failure(tool_name=tool_name, summary_text="disk full", error=error))
    assert receipt == f"{tool_name} failed: disk full\nKind: io_error\nRetryable: yes\nHint: free some space"


def test_a_long_message_becomes_a_block_and_details_are_bounded() -> None:
    error = ToolError(
        kind="context_not_found", message="line one\nline two", details={"text": "x" * 100_000}, retryable=False
    )
    receipt = render(Failure(tool_name="ApplyPatch", summary_text="context not found", error=error))
    assert receipt.startswith(
        "ApplyPatch failed\nKind: context_not_found\nRetryable: no\nMessage:\nline one\nline two\n"
    )
    assert "Details:" in receipt
    assert len(receipt) < 2_000


def test_details_read_the_same_whatever_the_order_of_their_keys() -> None:
    receipts = {
        render(
            Failure(
                tool_name="T",
                summary_text="s",
                error=ToolError(kind="k", message="m", details=dict(pairs), retryable=False),
            )
        )
        for pairs in ([("a", 1), ("b", 2)], [("b", 2), ("a", 1)])
    }
    assert len(receipts) == 1


def test_a_tool_of_a_stranger_gets_a_plain_receipt() -> None:
    result: JsonObject = {
        "zone": "eu",
        "artifacts": [{"path": "r.txt"}],
        "report_artifact": 0,
        "rows": [{"a": '{"b": 1}'}],
        "none": None,
    }
    receipt = render(Success(tool_name="Deploy", summary_text="deployed", result=result))
    assert receipt.startswith("deployed\nTool: Deploy\nreport artifact: r.txt\nrows:\n[")
    assert receipt.endswith("zone: eu")
    assert "\\" not in receipt
    assert "none" not in receipt
