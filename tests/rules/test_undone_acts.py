"""What the call was to do has happened, if the receipt says so of the thing whose flag says otherwise."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found

FILE: JsonObject = {"name": "a.txt", "deleted": False}


def _messages(file: JsonObject, receipt: str, tool: str = "DeleteFile") -> list[str]:
    example: JsonObject = {"envelope": {"tool_name": tool, "result": {"file": file}}, "receipt": receipt}
    return [one.message for one in found("receipt_outcome_true", example)]


@check_each(
    "receipt",
    ["File a.txt deleted", "Deleted a.txt.", "Successfully deleted file a.txt", "The file was deleted successfully"],
)
def test_an_act_that_the_flag_denies_is_found(receipt: str) -> None:
    assert _messages({**FILE, "locked": False}, receipt) == [f"receipt states `{receipt}`, but `deleted` is false"]


@check_each(
    ("file", "receipt", "tool"),
    [
        ({**FILE, "deleted": True}, "File a.txt deleted", "DeleteFile"),
        ({**FILE, "deleted": 0}, "File a.txt deleted", "DeleteFile"),
        ({**FILE, "trashed": True}, "File a.txt deleted", "DeleteFile"),
        (FILE, "File a.txt not deleted", "DeleteFile"),
        (FILE, "File a.txt was already deleted", "DeleteFile"),
        (FILE, "Dry run: file a.txt deleted", "DeleteFile"),
        (FILE, "Lock of file a.txt deleted", "DeleteFile"),
        (FILE, "File a.txt deleted", "ReadFile"),
        ({"name": "", "deleted": False}, "Deleted b.txt", "DeleteFile"),
    ],
)
def test_an_act_on_something_else_or_in_another_way_is_believed(file: JsonObject, receipt: str, tool: str) -> None:
    assert _messages(file, receipt, tool) == []


def _of_result(tool: str, result: JsonObject, receipt: str, arguments: JsonObject | None = None) -> list[str]:
    example: JsonObject = {
        "envelope": {"tool_name": tool, "result": result},
        "receipt": receipt,
        "kept": {"input": arguments or {}},
    }
    return [one.message for one in found("receipt_outcome_true", example)]


@check_each(
    ("tool", "result", "receipt"),
    [
        ("DeleteComment", {"comment_id": "c_1", "post": {"id": "p_1", "deleted": False}}, "Comment deleted."),
        ("ArchiveThread", {"channel": {"name": "general", "archived": False}, "thread": "5"}, "Thread archived"),
        ("CreateIssue", {"issue": {"number": 5}, "label": {"name": "bug", "created": False}}, "Issue created"),
        ("SaveDocument", {"document": {"id": "d_1"}, "backup": {"saved": False}}, "Document saved."),
        ("MergePull", {"pull": {"number": 12, "merged": True}, "base": {"merged": False}}, "Merged pull"),
    ],
)
def test_the_flag_of_what_a_thing_is_in_or_has_says_nothing_of_the_thing(
    tool: str, result: JsonObject, receipt: str
) -> None:
    assert _of_result(tool, result, receipt) == []


@check_each(
    ("tool", "result", "receipt"),
    [
        ("DeleteFiles", {"deleted": False, "count": 0}, "Deleted: 0"),
        ("DeleteFiles", {"deleted": False, "number": 0}, "0 deleted"),
        ("SendMail", {"sent": False, "recipients": 0}, "0 sent"),
        ("DeleteFile", {"deleted": False, "recursive": "no", "name": "a.txt"}, "a.txt\nDeleted: no"),
        ("SendMail", {"sent": False, "status": "not yet"}, "Not yet sent"),
        ("MergePull", {"merged": False, "mergeable_state": "blocked"}, "Merged: blocked"),
        ("CreateUser", {"created": False, "message": "already exists"}, "Created: already exists"),
    ],
)
def test_a_count_an_answer_or_a_state_is_no_name_of_a_thing(tool: str, result: JsonObject, receipt: str) -> None:
    assert _of_result(tool, result, receipt) == []


@check_each(
    ("result", "receipt", "arguments"),
    [
        ({}, "Dry run:\n- deleted a.txt", {}),
        ({}, "What would happen:\nDeleted a.txt", {}),
        ({}, "Planned for 2026-12-01:\na.txt deleted", {}),
        ({}, "Deleted a.txt", {"dry_run": True}),
        ({"scheduled_for": "2026-12-01"}, "2026-12-01:\n- a.txt deleted", {}),
    ],
)
def test_what_is_planned_or_only_tried_is_not_stated_as_done(
    result: JsonObject, receipt: str, arguments: JsonObject
) -> None:
    assert _of_result("DeleteFile", {"deleted": False, "file": "a.txt", **result}, receipt, arguments) == []


@check_each(
    ("result", "receipt"),
    [
        ({"deleted": False, "file": "a.txt"}, "Deleted a.txt"),
        ({"deleted": False, "file_id": 7}, "File 7 deleted"),
        ({"deleted": False, "dry_run": False}, "File deleted"),
    ],
)
def test_the_result_itself_is_the_thing_of_its_tool(result: JsonObject, receipt: str) -> None:
    assert len(_of_result("DeleteFile", result, receipt, {"dry_run": False})) == 1


@check_each(
    ("receipt", "is_wrong"),
    [
        ("File a.txt deleted\nThe folder will be cleaned up", True),
        ("File a.txt deleted\nA preview is on the next page", True),
        ("Planned steps:\n- File a.txt deleted", False),
        ("Preview\nFile a.txt deleted", False),
        ("File a.txt deleted\n(dry run)", False),
    ],
)
def test_only_what_the_receipt_is_about_may_be_planned(receipt: str, is_wrong: bool) -> None:
    assert bool(_messages(FILE, receipt)) is is_wrong


@check_each(
    ("tool", "result", "receipt", "is_wrong"),
    [
        ("CloseIssue", {"id": "i_1", "state": "open"}, "Closed.", True),
        ("UpdateIssue", {"issue": {"id": "i_1", "state": "open"}}, "Closed.", True),
        ("GetJob", {"job_id": "j_1", "state": "completed"}, "Running", True),
        ("GetJob", {"job_id": "j_1", "state": "running"}, "Job j_1 failed. Its files will be kept.", True),
        ("GetJob", {"job_id": "j_1", "state": "queued"}, "Job j_1 failed. It will be retried.", False),
        ("CloseIssue", {"id": "i_1", "state": "closed"}, "Closed.", False),
        ("UpdateIssue", {"id": "i_1", "state": "open"}, "Done.", False),
        ("CloseTab", {"tab_id": "t_1", "window": {"id": "w_1", "state": "open"}}, "Closed.", False),
        ("CloseIssue", {"id": "i_1", "state": "open"}, "Issue i_1 is open\nClosed.", False),
    ],
)
def test_a_state_alone_or_before_what_may_come_is_read(
    tool: str, result: JsonObject, receipt: str, is_wrong: bool
) -> None:
    assert bool(_of_result(tool, result, receipt)) is is_wrong
