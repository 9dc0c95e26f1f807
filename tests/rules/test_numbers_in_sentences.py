"""A number beside a word is compared with the only number of the result about it, where nothing explains another."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found

RULES = ("receipt_values_true", "receipt_changes_true", "receipt_outcome_true")


def _messages(result: JsonObject, receipt: str) -> list[str]:
    envelope: JsonObject = {"summary_text": "the call ended", "result": result}
    example: JsonValue = {"envelope": envelope, "receipt": receipt}
    return [one.message for rule in RULES for one in found(rule, example)]


@check_each(
    ("result", "receipt"),
    [
        ({"passed": 132, "failed": 2}, "132 passed, 1 failed"),
        ({"passed": 3, "failed": 0}, "3 passed, 1 failed"),
        ({"summary": {"passed": 132, "failed": 2}}, "132 passed, 1 failed"),
        ({"tests_passed": 132, "tests_failed": 2}, "132 tests passed, 1 failed"),
        ({"added": 2, "changed": 1, "destroyed": 3}, "Apply complete! Resources: 2 added, 1 changed, 0 destroyed."),
        ({"added": 2, "changed": 0, "destroyed": 1}, "Resources: 2 added, 0 changed, 0 destroyed."),
        ({"error_count": 0, "warning_count": 2}, "0 errors, 0 warnings"),
        ({"insertions": 10, "deletions": 3}, "100 insertions(+), 3 deletions(-)"),
        ({"errors": 2, "warnings": 5}, "Found 0 errors and 5 warnings."),
        ({"files_changed": 2}, "3 files changed"),
        ({"num_files": 2}, "Found 3 files"),
        ({"affected_rows": 3}, "Query OK, 30 rows affected"),
        ({"bytes_written": 7}, "Wrote 8 bytes to a.txt"),
        ({"files_scanned": 7}, "Scan ended, 8 files"),
        ({"total_matches": 7}, "Found 70 matches"),
        ({"row_count": 5, "rows": [[1]] * 5}, "(17 rows)"),
        ({"errors": 2, "warnings": 5}, "0 errors, 5 warnings; a fix would mend all"),
        ({"total_rows": 48210}, "42,810 rows in all"),
    ],
)
def test_another_number_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) == 1


@check_each(
    ("result", "receipt"),
    [
        ({"added": 2, "changed": 1, "destroyed": 0}, "Resources: 2 added, 1 changed, 0 destroyed."),
        ({"passed_count": 3, "failed_count": 2}, "3 of 5 passed, 2 failed"),
        ({"match_count": 12, "file_count": 4}, "12 matches in 4 files"),
        ({"rows": [1, 2], "total": {"a": 3}}, "2 rows"),
        ({"rows": [1, 2], "counts": [{"a": 3}]}, "2 rows"),
        ({"error_count": 0, "warning_count": 2}, "0 errors, 2 warnings\n0 errors and 1 warning can be fixed"),
        ({"match_count": 12, "file_count": 4}, "3 matches in 2 files, 12 matches in 4 files in all"),
        ({"files_changed": 2, "insertions": 10, "deletions": 3}, "2 files changed, 13 lines touched"),
        ({"rows_affected": 3}, "Updated 3 rows in 2 tables"),
        ({"errors": 2, "warnings": 5}, "Found 7 problems (2 errors, 5 warnings)"),
        ({"tests_passed": 10}, "Ran 12 tests: 10 passed, 2 skipped"),
        ({"rows_total": 10, "rows_failed": 3}, "7 rows ok, 3 failed"),
        ({"bytes_written": 2048}, "Wrote 2 kB to a.txt"),
        ({"bytes_written": 2048}, "Wrote about 2000 bytes"),
        ({"total_minutes": 125}, "Took 2 hours 5 minutes"),
        ({"seats": 120, "flight": "LH1"}, "Booked 2 seats on LH1"),
        ({"max_results": 10}, "Found 3 results"),
        ({"line": 7}, "3 lines changed"),
        ({"content": "a\nb\nc\n", "total_lines": 900}, "Read 3 lines"),
        ({"num_results": 25, "results": [{"n": 1}, {"n": 2}]}, "2 results on this page"),
        ({"rows_affected": 1234}, "1,234 rows affected"),
        ({"total_matches": 25, "page": 2}, "Showing 10 matches of page 2"),
        ({"passed": 10, "failed": 2}, "12 tests: 10 passed, 2 failed"),
        ({"num_errors": 30}, "a.py: 12 errors\nb.py: 13 errors\nc.py: 5 errors"),
        ({"total_results": 13}, "Search done\n2 results are from today\n11 results are older"),
        ({"files_scanned": 120, "matches": 4}, "4 matches in 2 files"),
        ({"stars": 120, "open_issues": 7}, "a/b: 120 stars, 19 issues in all"),
        ({"stars": 120, "open_issues": 7}, "Opened in 2019: 120 stars, 19 issues"),
        ({"bytes_written": 10}, "Wrong size before: 90 bytes"),
        ({"total_tests": 40, "failures": 2, "errors": 1}, "34 tests passed, 2 failures, 1 error"),
        ({"num_words": 3412}, "Approximately 3400 words"),
        ({"steps_completed": 4, "steps_total": 9}, "5 steps to go"),
        ({"rows": [[1], [2], [3]]}, "4 rows would be deleted"),
        ({"rows": [[1], [2], [3]], "has_more": True}, "1200 rows, 3 shown"),
        ({"completed_count": 3, "batch": 7}, "Batch 7 completed"),
        ({"tags": ["a", "b"]}, "Removed 3 tags"),
        ({"tags": ["a", "b"]}, "1 tag added"),
        ({"events": [{"t": "a"}, {"t": "b"}]}, "You have 5 events tomorrow"),
        ({"events": [{"t": "a"}, {"t": "b"}]}, "30 events this month"),
    ],
)
def test_the_truth_is_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        ({"total": 43, "failed": 3}, "1 of 43 tests failed"),
        ({"summary": {"total": 43, "failed": 3, "passed": 40}}, "1 of 43 tests have failed."),
        ({"total": 43, "failed": 3}, "1/43 tests failed"),
        ({"total": 43, "failed": 3, "passed": 40}, "All 43 tests passed"),
        ({"total": 43, "failed": 3}, "All the 43 tests have passed."),
        ({"files": 9, "skipped_count": 4}, "2 of the 9 files were skipped"),
        ({"total": 43, "failed": 2, "passed": 41}, "43/43 passed"),
        ({"total": 43, "failed": 2}, "43 of 43 tests passed"),
        ({"replicas": 6, "ready": 6}, "4/6 replicas ready"),
    ],
)
def test_a_part_of_all_is_the_number_of_that_state(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) == 1


@check_each(
    ("result", "receipt"),
    [
        ({"summary": {"total": 43, "failed": 3}}, "3 of 43 tests failed"),
        ({"total": 43, "failed": 0, "passed": 43}, "All 43 tests passed"),
        ({"total": 43, "failed": 2, "passed": 41}, "41/43 passed"),
        ({"total": 43, "failed": 2, "passed": 41}, "43/43 completed"),
        ({"total": 43, "failed": 2, "passed": 41}, "Retry: 43/43 passed"),
        ({"total": 43, "failed": 2, "passed": 41}, "unit 20/20 passed\ne2e 21/23 passed"),
        ({"replicas": 6, "ready": 4, "updated": 6}, "6/6 updated"),
        ({"total": 43, "failed": 3, "passed": 40}, "All 40 tests passed, 3 more failed"),
        ({"total": 43, "failed": 3}, "All 43 tests passed; at first 3 failed"),
        ({"total": 43, "failed": 0, "passed": 41, "skipped": 2}, "All 43 tests passed"),
        ({"total": 43, "failed": 3}, "Not all 43 tests passed"),
        ({"total": 43, "failed": 3}, "1 of 20 tests failed"),
        ({"total": 43, "failed": 3}, "1 of 43 tests failed twice"),
        ({"total": 43, "failed": 3, "errors": 2}, "5 of 43 tests failed"),
        ({"total": 43, "failed": 1, "errors": 1}, "2 of 43 tests failed"),
        ({"total": 43, "failed": 3}, "unit: 1 of 43 tests failed"),
        ({"total": 43, "failed": 3}, "1 of 43 tests failed\n2 of 43 tests failed"),
        ({"total": 10, "copied": 4096}, "4 of 10 files copied"),
        ({"files": 12, "fixed": 30}, "4 of 12 files were fixed."),
        ({"total": 43, "failed": 3, "files": [{"total": 43, "failed": 1}]}, "1 of 43 tests failed"),
    ],
)
def test_another_part_of_all_is_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        ({"baseline": {"total": 43, "failed": 3}, "current": {"total": 43, "failed": 0}}, "All 43 tests passed."),
        ({"total": 43, "failed": 0, "last_run": {"total": 43, "failed": 3}}, "✓ All 43 tests passed"),
        ({"now": {"total": 43, "passed": 43}, "before": {"total": 43, "failed": 3}}, "All 43 tests passed"),
        ({"runs": [{"total": 43, "failed": 3}, {"total": 43, "failed": 0}]}, "All 43 tests passed, at last."),
    ],
)
def test_all_passed_where_one_of_several_runs_says_so(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


@check_each(
    "receipt",
    [
        "All 12 checks completed",
        "All 12 checks are complete.\n- e2e",
        "All 12 checks passed.\nFailed: e2e",
        "All 12 checks succeeded, except e2e",
    ],
)
def test_all_that_completed_or_beside_a_stated_failure_may_have_failed(receipt: str) -> None:
    assert _messages({"total": 12, "failed": 1}, receipt) == []


def test_that_nothing_failed_is_no_failure() -> None:
    assert len(_messages({"total": 12, "failed": 1}, "All 12 checks passed, without errors")) == 1
