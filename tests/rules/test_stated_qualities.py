"""What a receipt says of how a thing is, where the flag or the state of the thing says the contrary."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found


def _messages(tool: str, result: JsonObject, receipt: str, arguments: JsonObject | None = None) -> list[str]:
    example: JsonObject = {
        "envelope": {"tool_name": tool, "result": result},
        "receipt": receipt,
        "kept": {"input": arguments or {}},
    }
    return [one.message for one in found("receipt_outcome_true", example)]


ISSUE: JsonObject = {"number": 77, "closed": False, "blocked_by_open_subissues": [78]}
ORDER: JsonObject = {"order_no": "o-9", "status": "in_transit"}


@check_each(
    ("tool", "result", "receipt", "key"),
    [
        ("close_issue", ISSUE, "#77 was closed: its sub-issue #78 is open too.", "closed"),
        ("merge_pull", {"merged": True, "branch_deleted": False}, "merged: yes\nbranch: deleted", "branch_deleted"),
        ("merge_pull", {"merged": True, "branch_deleted": True}, "Merged.\nThe branch was kept.", "branch_deleted"),
        ("reply_ticket", {"comment_id": 9, "public": False}, "Added as a public reply (comment 9).", "public"),
        ("get_repo", {"full_name": "acme/web", "private": True}, "acme/web · public · 3 stars", "private"),
        ("get_mail", {"id": "m-1", "unread": True}, "m-1 (read)", "unread"),
        ("get_pull", {"id": "p-1", "mergeable": True}, "p-1 cannot be merged.", "mergeable"),
        ("save_file", {"path": "a.bin", "encrypted": False}, "a.bin is saved. Encrypted.", "encrypted"),
        ("save_file", {"path": "a.bin", "encrypted": True}, "a.bin is saved, unencrypted", "encrypted"),
        ("move_file", {"path": "b", "overwritten": True}, "Moved; nothing was overwritten", "overwritten"),
        ("start_server", {"port": 80, "started": False}, "Server started on port 80", "started"),
        ("read_file", {"path": "a.txt", "deleted": False}, "a.txt was deleted.", "deleted"),
    ],
)
def test_a_flag_that_is_denied_or_stated_unlike_it_is_found(
    tool: str, result: JsonObject, receipt: str, key: str
) -> None:
    assert [one for one in _messages(tool, result, receipt) if f"but `{key}` is" in one]


@check_each(
    ("tool", "result", "receipt"),
    [
        ("close_issue", ISSUE, "#77 stays open: its sub-issue #78 was closed."),
        ("close_issue", ISSUE, "#77 was closed and reopened."),
        ("close_issue", ISSUE, "#77 was already closed."),
        ("close_issue", ISSUE, "#77 will be closed by a bot."),
        ("close_issue", ISSUE, "Could #77 be closed?"),
        ("close_issue", {**ISSUE, "title": "Door closed"}, "#77 Door closed"),
        ("close_issue", {**ISSUE, "closed_at": "2026-01-01"}, "#77 was closed on 1 Jan"),
        ("close_issue", {**ISSUE, "closed": True}, "Sub-issue #78 was not closed."),
        ("close_issue", {**ISSUE, "closed": True}, "#77 is closed. It was not closed before."),
        ("merge_pull", {"number": 9, "branch_deleted": False}, "#9 merged, its draft deleted"),
        ("get_repo", {"name": "web", "public": False}, "web is private (mirror of a public repository)"),
        ("list_columns", {"table": "t", "archived": False}, "id | title | archived"),
        ("get_table", {"name": "t", "archived": False}, "name,archived\nt,false"),
        ("get_mail", {"id": "m-1", "unread": True}, "• m-1 (• = unread, else read)"),
        ("delete_file", {"name": "a", "deleted": False, "trashed": True}, "a was deleted."),
        ("delete_file", {"name": "a", "deleted": False, "dry_run": True}, "a was deleted."),
        ("delete_files", {"deleted": False, "count": 0}, "0 deleted"),
        ("add_comment", {"comment_id": 7, "pinned": False}, "Comment 7 added below the pinned post."),
        ("publish", {"slug": "hi", "published": False, "scheduled_for": "2026-12-01"}, "hi: published on 1 Dec"),
        ("get_lock", {"lock": "l", "locked": True}, "l is held by Ann. Not locked by you."),
        ("get_plan", {"plan": "s", "cancelled": False, "cancel_at_end": True}, "s: cancelled for the end of May"),
        ("get_flag", {"flag": "ui", "can_be_disabled": True}, "ui is not disabled"),
    ],
)
def test_what_is_said_of_something_else_or_of_another_time_is_believed(
    tool: str, result: JsonObject, receipt: str
) -> None:
    assert _messages(tool, result, receipt) == []


@check_each(
    ("tool", "result", "receipt", "key"),
    [
        ("track_parcel", ORDER, "📦 o-9: delivered (ETA Tue, Dec 1)", "status"),
        ("reserve", {"reservation_id": "R-9", "status": "waitlisted"}, "R-9: you have a confirmed booking", "status"),
        ("search", {"index_status": "stale", "hits": 2}, "2 hits (the index is up to date)", "index_status"),
        ("get_review", {"doc": "d-2", "status": "in_review"}, "d-2 is approved.", "status"),
        (
            "stop_task",
            {"stop_requested": True, "task": {"task_id": "t_1", "status": "cancelling"}},
            "Stop signal sent to t_1. It has ended.",
            "status",
        ),
        ("get_order", {"order_no": "o-9", "status": "delivered"}, "o-9 has not been delivered yet.", "status"),
        (
            "list_invoices",
            {"invoices": [{"id": "A-1", "status": "paid"}, {"id": "A-3", "amount": "95.00", "status": "open"}]},
            "A-1  settled\nA-3  £95  settled",
            "status",
        ),
    ],
)
def test_a_word_for_another_state_is_found(tool: str, result: JsonObject, receipt: str, key: str) -> None:
    assert [one for one in _messages(tool, result, receipt) if f"but `{key}` is" in one]


@check_each(
    ("tool", "result", "receipt"),
    [
        ("track_parcel", ORDER, "o-9 will be delivered on Tuesday."),
        ("track_parcel", ORDER, "o-9 is on its way; o-8 was delivered."),
        ("track_parcel", ORDER, "The box was delivered to the depot."),
        ("track_parcel", {**ORDER, "first_leg": "delivered"}, "o-9: delivered"),
        ("track_parcel", {**ORDER, "delivered_items": 2}, "o-9: delivered"),
        ("track_parcel", ORDER, 'o-9: "delivered"'),
        ("track_parcel", ORDER, "o-9 is expected to be delivered on Tuesday"),
        ("get_job", {"job": "j-2", "state": "running"}, "j-2 runs on; 3 of 5 steps are completed"),
        ("get_job", {"job": "j-2", "state": "succeeded"}, "j-2 succeeded, its first run failed"),
        ("update_issue", {"id": "i_1", "state": "open"}, "Done."),
        ("get_review", {"doc": "d-2", "status": "in_review"}, "d-2 is not approved yet."),
        (
            "list_orders",
            {"orders": [{"id": "o-1", "status": "delivered"}, {"id": "o-2", "status": "in_transit"}]},
            "o-1 arrived\no-2 still under way (o-1 was delivered)",
        ),
        (
            "list_orders",
            {"orders": [{"id": "o-1", "status": "open"}, {"id": "o-2", "status": "completed"}]},
            "o-1 open\no-2 done",
        ),
    ],
)
def test_what_a_state_may_mean_or_something_else_has_is_believed(tool: str, result: JsonObject, receipt: str) -> None:
    assert _messages(tool, result, receipt) == []
