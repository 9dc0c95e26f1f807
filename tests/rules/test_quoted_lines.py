"""Lines of a receipt that are not about the result itself: quoted from a text of it, or about a part of it."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found

RULES = ("receipt_values_true", "receipt_changes_true", "receipt_outcome_true", "receipt_output_true")

TEXT = "name: app\nrevision: 3\nsize: 40\nstatus: failed\nenabled: false\n- [x] ship\nOutput truncated\n"
FILE: JsonObject = {
    "path": "app.yaml",
    "revision": 1,
    "size": 120,
    "status": "completed",
    "enabled": True,
    "truncated": False,
    "todos": [{"text": "ship", "state": "open"}],
}
GROUPS: JsonObject = {"total": 3, "groups": [{"name": "x", "n": 2}, {"name": "y", "n": 1}]}
FILES: JsonObject = {"size": 120, "files": [{"name": "a.py", "bytes": 40}, {"name": "b.py", "bytes": 80}]}
METRICS: JsonObject = {"metrics": [{"name": "errors", "value": 7}, {"name": "requests", "value": 900}], "errors": []}


def _said(result: JsonObject, receipt: str) -> list[str]:
    example: JsonObject = {"envelope": {"result": result}, "receipt": receipt}
    return [one.message for rule in RULES for one in found(rule, example)]


@check_each(
    ("member", "mark"),
    [("content", ""), ("text", ""), ("stdout", ""), ("body", "> "), ("content", "    "), ("content_preview", "")],
)
def test_lines_of_a_text_that_is_shown_are_no_statements_whatever_its_member_is_called(member: str, mark: str) -> None:
    shown = "".join(f"{mark}{line}\n" for line in TEXT.splitlines())
    assert _said({**FILE, member: TEXT}, f"Read app.yaml (120 bytes, revision 1)\n\n{shown}") == []


def test_the_same_lines_without_that_text_are_statements() -> None:
    # `Output truncated` is judged with the text that it is about.
    assert len(_said(FILE, f"Read app.yaml (120 bytes, revision 1)\n\n{TEXT}")) == 6


def test_lines_of_a_log_that_is_a_list_are_no_statements() -> None:
    result: JsonObject = {"lines": ["retries: 5", "state: failed"], "retries": 0, "state": "running"}
    assert _said(result, "Last 2 lines:\nretries: 5\nstate: failed") == []
    assert _said(result, "Last line:\nstate: failed") == []


@check_each(
    ("result", "receipt"),
    [
        (GROUPS, "2 groups\nx\n  Total: 2\ny\n  Total: 1\nTotal: 3"),
        (FILES, "2 files\na.py\n  Size: 40\nb.py\n  Size: 80\nAll: 120 bytes"),
        (METRICS, "2 metrics\nerrors: 7\nrequests: 900"),
        ({"revision": 3, "previous_revision": 2}, "Before\n  Revision: 2\nAfter\n  Revision: 3"),
    ],
)
def test_a_label_of_a_part_or_of_what_was_before_is_believed(result: JsonObject, receipt: str) -> None:
    assert _said(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        (GROUPS, "2 groups\nx\n  Total: 9\ny\n  Total: 1"),
        (FILES, "2 files\na.py\n  Size: 41"),
        (METRICS, "2 metrics\nerrors: 8\nrequests: 900"),
        ({"revision": 3}, "Read\nRevision: 2"),
        ({"jobs": [{"state": "open"}, {"state": "running"}]}, "Jobs\nState: open\nState: failed"),
    ],
)
def test_a_label_with_a_value_that_nothing_explains_is_found(result: JsonObject, receipt: str) -> None:
    assert _said(result, receipt)


OUTPUT: JsonObject = {
    "exit_code": 0,
    "stdout_preview": "one two three\n\nfour five six\nseven eight\n",
    "stderr_preview": "an old call was used\n",
}
NOTED = "stderr:\nan old call was used"


@check_each(
    "receipt",
    [
        f"**stdout**\n```text\none two three\n\nfour five six\nseven eight\n```\n{NOTED}",
        f"stdout (last 2 lines of 4):\nfour five six\nseven eight\n{NOTED}",
        f"Last 2 lines of stdout:\nfour five six\nseven eight\n{NOTED}",
        f"stdout:\n[10:00:01] one two three\n[10:00:02] four five six\n[10:00:02] seven eight\n{NOTED}",
        f"stdout:\n1| one two three\n2|\n3| four five six\n4| seven eight\n{NOTED}",
    ],
)
def test_an_output_in_a_code_block_behind_times_or_numbers_or_cut_in_words_is_theirs(receipt: str) -> None:
    assert _said(OUTPUT, f"Exit code 0\n{receipt}") == []


@check_each(
    "receipt",
    [
        "**stdout**\n```text\none two four\n```\n\n**stderr**\n```text\nan old call was used\n```",
        f"stdout:\n[10:00:01] one two four\n[10:00:02] five six seven\n{NOTED}",
        f"stdout:\nfour five six\nseven eight\n{NOTED}",
    ],
)
def test_another_output_is_found_there_too(receipt: str) -> None:
    assert _said(OUTPUT, f"Exit code 0\n{receipt}")


@check_each(
    ("result", "receipt"),
    [
        ({"rows": 7}, "Read\nRows: 7\nRows: 8"),
        ({"state": "running", "rows": 7}, "Read\nState: running\nRows: 7\nState: completed"),
        ({"rows": 7, "note": "Rows: 8"}, "Read\nRows: 8"),
        ({"rows": 7, "text": "Started by ada\nRows: 8\n"}, "Read\nRows: 8"),
        ({"enabled": False, "message": "Enabled: yes"}, "Read\nEnabled: yes"),
    ],
)
def test_a_second_value_below_the_same_heading_and_a_line_of_a_text_alone_are_statements(
    result: JsonObject, receipt: str
) -> None:
    assert len(_said(result, receipt)) == 1


def test_a_text_that_is_a_paragraph_of_the_receipt_is_no_statement() -> None:
    result: JsonObject = {"enabled": True, "content": "enabled: false\n"}
    assert _said(result, "Read app.yaml\n\nenabled: false\n") == []
    assert _said(result, "Read app.yaml\n\nEnabled: no\n")


def test_a_line_that_is_also_that_of_the_summary_is_a_statement() -> None:
    for text in ("Rows: 8", "Got it\nRows: 8"):
        example: JsonObject = {"envelope": {"summary_text": text, "result": {"rows": 7}}, "receipt": text}
        assert len(found("receipt_outcome_true", example)) == 1
