"""A line on the state of one thing in a result contradicts it only where it surely is about that thing."""

from conformance.documents.values import JsonObject
from conformance.inventory import EMPTY_INVENTORY
from conformance.systems.surface.envelopes import EnvelopeRecord
from conformance.systems.surface.states.contradictions import state_contradictions
from tests.cases import check_each

RUNNING: JsonObject = {"job_id": "job_83", "state": "running", "exit_status": None}
COMPLETED: JsonObject = {"job_id": "job_83", "state": "completed", "exit_status": 0}
FAILED: JsonObject = {"job_id": "job_83", "state": "completed", "exit_status": 2}
JOBS: JsonObject = {"jobs": [{"job_id": "job_1", "state": "running"}, {"job_id": "job_2", "state": "completed"}]}
SERVER: JsonObject = {"task_id": "task_123", "status": "running", "summary": "dev server"}
TASK: JsonObject = {"agent_id": "agent_1", "task": {"task_id": "task_1", "status": "failed"}}


def _found(result: JsonObject, line: str, tool: str = "RunJob") -> list[str]:
    record = EnvelopeRecord({"tool_name": tool, "status": "success", "result": result}, EMPTY_INVENTORY)
    return [one.pointer for one in state_contradictions(record, line.split("\n"))]


@check_each(
    ("result", "line"),
    [
        (RUNNING, "Job job_83 is completed"),
        (RUNNING, "Status: completed"),
        (RUNNING, "Job status: completed"),
        (RUNNING, "Job state: completed"),
        (RUNNING, "The job is completed"),
        (RUNNING, "Job job_83 failed"),
        (RUNNING, "Job job_83 finished."),
        (RUNNING, "Completed job_83"),
        (RUNNING, "job_83: completed"),
        (RUNNING, "- job_83 [completed]"),
        (RUNNING, "Job job_83 completed in 5 s"),
        (RUNNING, "Job job_83 is queued"),
        (RUNNING | {"name": "nightly"}, "Job nightly has completed"),
        (RUNNING, "Your job job_83 is complete"),
        (RUNNING, "The job state is completed"),
        (RUNNING, "The state of job_83 is completed"),
        (RUNNING, "Status of job job_83: completed"),
        (RUNNING, "Job job_83 was cancelled"),
        (FAILED, "Job job_83 passed"),
        (COMPLETED, "The job is running"),
        (COMPLETED, "The job is still running"),
        (COMPLETED, "Job job_83 failed"),
        (FAILED, "Job job_83 succeeded"),
        (FAILED, "Job job_83 succeeded (exit code 2)"),
        (FAILED, "Job job_83 completed successfully"),
        (JOBS, "job_1: completed"),
        (JOBS, "job_1 [done]"),
        (JOBS, "Job job_2 is running"),
        (TASK, "Task task_1 is running"),
        (TASK, "Task completed"),
        ({"state": "queued"}, "The job is completed"),
        ({"job": {"state": "queued"}}, "Job completed"),
        ({"id": "j-9", "status": "cancelling"}, "Job j-9 has been cancelled"),
        ({**FAILED, "exit_status": 1}, "Job job_83 completed successfully\nExit code 1"),
        ({"jobId": "job_83", "state": "running"}, "Job job_83 is completed"),
        ({"jobId": "job_83", "jobState": "running"}, "Job job_83 is completed"),
        ({"job_id": "job_83", "phase": "Pending"}, "Job job_83 is running"),
        (RUNNING, "State: succeeded"),
        ({"issue_id": "i_1", "issue_state": "closed"}, "Issue i_1 is open"),
        (RUNNING | {"health_status": "healthy"}, "Job job_83 completed."),
        ({"work_item_id": "wi_42", "state": "open", "plan_status": "draft"}, "wi_42 [closed]"),
        (SERVER, "task_123 (dev server) is completed."),
        (SERVER, "Task task_123 (dev server) completed"),
        (SERVER, "dev server (task_123) completed"),
        (SERVER, "task_123, the dev server, is completed."),
        (SERVER, "task_123 is completed now."),
        (SERVER, "task_123 just completed"),
    ],
)
def test_another_state_is_found(result: JsonObject, line: str) -> None:
    assert len(_found(result, line)) == 1


@check_each(
    ("result", "line"),
    [
        ({"state": "running"}, "Job completed"),
        (RUNNING, "Job job_83 failed, retrying"),
        (RUNNING, "Job job_83 completed, restarted"),
        (RUNNING, "Status: completed\nState: running"),
        (RUNNING, "Job job_83 completed (80%)"),
        (RUNNING, "Job job_83 completed (3 of 5)"),
        (RUNNING | {"last_step": "compile"}, "Job compile completed"),
        ({"build_id": "b12", "deploy_status": "pending"}, "Build b12 completed"),
        ({**FAILED, "exit_status": 1}, "Job job_83 completed successfully\nexit code 1, 0 matches"),
        ({**FAILED, "exit_status": 1, "findings": 3}, "Job job_83 completed successfully"),
        ({**FAILED, "exit_status": 1, "command": "grep foo a.txt"}, "Job job_83 completed successfully"),
        ({**FAILED, "exit_status": 1}, "Job job_83 completed successfully (exit code 1)"),
        ({"job_id": "job_83", "state": "running", "phase": "completed"}, "Job job_83 is running"),
        ({"job_id": "job_83", "phase": "compile"}, "Job job_83 is completed"),
        ({"jobId": "job_83", "runId": "r_1", "state": "running"}, "Agent job_83 is done"),
        (RUNNING, "Job job_83 was queued"),
        (COMPLETED, "Job job_83 was running"),
        (RUNNING, "Job job_83 started"),
        (RUNNING, "Job job_83 queued"),
        (RUNNING, "Job job_83 is running"),
        (RUNNING, "Job job_83 is not completed"),
        (RUNNING, "Job job_83 completed 3 of 5 steps"),
        (RUNNING, "Job job_83 completed step 3"),
        (RUNNING, "Job job_83 completed? Ask again"),
        (RUNNING, "Waiting until job job_83 is completed"),
        (RUNNING, "Once completed, job_83 has a log"),
        (RUNNING, "Job job_83 finished its first step (still running)"),
        (RUNNING, "Job job_83 completed (running the next)"),
        (RUNNING, "Call completed"),
        (RUNNING, "Request completed"),
        (RUNNING, "Status: success"),
        (RUNNING, "Agent agent_7 is completed"),
        (RUNNING, "Completed: 3"),
        (RUNNING | {"completed_at": "2026-01-01T10:00:00Z"}, "Job job_83 completed"),
        (RUNNING | {"last_run": {"result": "failed"}}, "Job job_83 failed"),
        (RUNNING | {"previous_state": "queued"}, "Job job_83 is queued"),
        (RUNNING | {"completed_steps": ["a"]}, "Job job_83 completed: a"),
        (RUNNING | {"repo_id": "repo_1"}, "Repo repo_1 is open"),
        (FAILED, "Job job_83 failed with exit code 2"),
        (FAILED, "Job job_83 completed with exit code 2"),
        (FAILED, "Job job_83 finished, exit code 2"),
        ({**FAILED, "state": "failed"}, "Job job_83 completed with exit code 2"),
        ({**FAILED, "state": "failed"}, "Job job_83 ended"),
        ({"job_id": "job_83", "status": "success"}, "Job job_83 is running"),
        ({"job_id": "job_83", "status": "accepted"}, "Job job_83 is running"),
        ({"job_id": "job_83", "status": "cancelling"}, "Job job_83 stopped"),
        ({"job_id": "job_83", "status": "cancelled"}, "Job job_83 aborted"),
        (JOBS, "Job completed"),
        (JOBS, "job_1: running\njob_2: completed"),
        (JOBS, "Status: completed"),
        (TASK, "Agent agent_1 is running"),
        ({"agent_id": "agent_1", "job_id": "job_1", "status": "running"}, "Agent agent_1 is done"),
        ({"door_state": "closed", "window_state": "open"}, "Window is open"),
        ({"id": 3, "state": "open"}, "Build 3 completed"),
        (RUNNING, "Job timeout after 120 s"),
        ({"upload_id": "u_1", "status": "pending"}, "Upload u_1 is complete, waiting for review"),
        (RUNNING | {"health_status": "completed"}, "Job job_83 completed."),
        (RUNNING | {"build_status": "passed"}, "Job job_83 succeeded"),
        (RUNNING | {"build_status": "passed"}, "Build of job_83 is completed"),
        ({"deploy_status": "pending"}, "Status: completed"),
        (SERVER, "task_123 (dev server) is running"),
        (SERVER, "task_123 (build step) completed"),
        (SERVER, "First part of task_123 is completed"),
        (SERVER, "Upload to the dev server completed"),
        (SERVER, "dev server is completed"),
    ],
)
def test_what_may_be_true_or_about_something_else_is_believed(result: JsonObject, line: str) -> None:
    assert _found(result, line) == []


def test_a_word_that_is_judged_with_the_items_is_left_to_that() -> None:
    record = EnvelopeRecord({"tool_name": "ListJobs", "status": "success", "result": JOBS}, EMPTY_INVENTORY)
    assert list(state_contradictions(record, ["job_1 [completed]"], {"completed"})) == []
    assert len(list(state_contradictions(record, ["job_1 [completed]"]))) == 1


def test_the_act_of_a_tool_is_no_thing_with_a_state() -> None:
    assert _found({"title": "x", "status": "open"}, "The update is completed", "TaskUpdate") == []
    assert len(_found({"title": "x", "status": "open"}, "The task is completed", "UpdateTask")) == 1


@check_each(
    "more",
    [{"completed_steps": 3, "total_steps": 7}, {"completed": 3, "total": 7}, {"success_rate": 0.9}, {"timeout_s": 30}],
)
def test_a_member_about_something_else_explains_no_other_state(more: JsonObject) -> None:
    line = "Job job_83 failed" if "timeout_s" in more else "Job job_83 is completed"
    assert _found({**RUNNING, **more}, line) == ["/result/state"]


@check_each(
    "more", [{"completed_at": 1779876000}, {"is_completed": True}, {"completed": True}, {"last_result": "completed"}]
)
def test_a_member_that_says_the_same_explains_another_state(more: JsonObject) -> None:
    assert _found({**RUNNING, **more}, "Job job_83 is completed") == []


def test_a_headline_in_the_words_of_the_tool_is_its_act() -> None:
    item: JsonObject = {"work_item": {"work_item_id": "w_1", "state": "open"}}
    assert _found(item, "Work item completed", "CompleteWorkItem") == []
    assert _found(item, "Work item is completed", "CompleteWorkItem") == ["/result/work_item/state"]
    assert _found(item, "Work item completed", "ReadWorkItem") == ["/result/work_item/state"]
    job: JsonObject = {"job": {"job_id": "job_83", "state": "queued"}}
    assert _found(job, "Job finished", "FinishJob") == ["/result/job/state"]
    assert _found(job, "Job finished", "StopJob") == ["/result/job/state"]


@check_each(
    ("tool", "state", "line"),
    [
        ("CompleteJob", "failed", "Job completed"),
        ("CompleteJob", "in_progress", "Job completed"),
        ("CompleteJob", "cancelled", "Job job_83 completed."),
        ("FinishJob", "running", "Job finished"),
        ("PassJob", "failed", "Job passed"),
        ("RunJob", "failed", "Job running"),
        ("RunJob", "queued", "Job job_83 running"),
    ],
)
def test_an_act_of_the_tool_that_did_not_take_effect_is_not_excused(tool: str, state: str, line: str) -> None:
    assert _found({"job": {"job_id": "job_83", "state": state}}, line, tool) == ["/result/job/state"]


@check_each(
    ("tool", "state", "line"),
    [
        ("CompleteJob", "pending", "Job completed"),
        ("CompleteJob", "waiting", "Job completed"),
        ("CompleteJob", "done", "Job completed"),
        ("FinishJob", "completed", "Job finished"),
        ("FinishJob", "failed", "Job finished"),
        ("RunJob", "queued", "Job queued"),
        ("RunJob", "running", "Job job_83 running"),
    ],
)
def test_an_act_of_the_tool_that_took_effect_is_believed(tool: str, state: str, line: str) -> None:
    assert _found({"job": {"job_id": "job_83", "state": state}}, line, tool) == []


@check_each(
    ("tool", "state", "line"),
    [
        ("CloseIssue", "open", "Issue issue_1 closed"),
        ("close_issue", "open", "Closed issue_1"),
        ("FinishRun", "queued", "Issue issue_1 finished"),
        ("StopIssue", "running", "Issue issue_1 stopped"),
        ("CancelIssue", "queued", "Issue issue_1 cancelled."),
        ("CloseIssue", "open", "Successfully closed issue issue_1"),
        ("StopIssue", "running", "Stopped the issue issue_1."),
        ("CancelIssue", "running", "Canceled issue_1"),
    ],
)
def test_what_the_call_itself_did_is_so(tool: str, state: str, line: str) -> None:
    assert _found({"issue_id": "issue_1", "state": state}, line, tool) == ["/result/state"]


@check_each(
    ("tool", "state", "line"),
    [
        ("UpdateIssue", "open", "Issue issue_1 closed"),
        ("CloseIssue", "completed", "Issue issue_1 closed"),
        ("FinishDraft", "pending", "Issue issue_1 finished; ann has to approve"),
        ("CompleteIssue", "open", "Issue issue_1 completed"),
        ("CompleteIssue", "queued", "Issue issue_1 completed"),
        ("StopIssue", "stopping", "Issue issue_1 stopped"),
        ("StopIssue", "completed", "Issue issue_1 stopped"),
        ("InterruptAgent", "running", "Issue issue_1 interrupted"),
        ("QueueIssue", "running", "Issue issue_1 queued"),
        ("StopIssue", "running", "Stopped watching issue_1"),
        ("CancelIssue", "running", "Cancelled step 2 of issue issue_1"),
        ("CancelIssue", "queued", "Successfully asked to cancel issue issue_1"),
    ],
)
def test_what_may_have_followed_the_act_of_the_call_is_believed(tool: str, state: str, line: str) -> None:
    assert _found({"issue_id": "issue_1", "state": state}, line, tool) == []


def test_an_act_that_takes_effect_later_is_believed() -> None:
    result: JsonObject = {"issue_id": "issue_1", "state": "running", "cancel_at": "2027-01-01"}
    assert _found(result, "Cancelled issue issue_1", "CancelIssue") == []
    assert _found({**result, "cancel_at": None}, "Cancelled issue issue_1", "CancelIssue") == ["/result/state"]
