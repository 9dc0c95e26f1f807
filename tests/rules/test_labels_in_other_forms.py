"""A labelled value or an HTTP status is read in each usual form, and the truth is believed in it."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found

RULES = ("receipt_outcome_true", "receipt_values_true")


def _messages(result: JsonObject, receipt: str) -> list[str]:
    example: JsonObject = {"envelope": {"result": result}, "receipt": receipt}
    return [one.message for rule in RULES for one in found(rule, example)]


@check_each(
    ("result", "receipt"),
    [
        ({"rows": 7}, "Saved.\nrows:    8"),
        ({"rows": 7}, "Saved.\nRows:\t8"),
        ({"rows": 7}, "Saved.\n<rows>8</rows>"),
        ({"rows": 7}, "Saved.\nrows: 8."),
        ({"enabled": False}, "Saved\nEnabled:   yes."),
        ({"rows": 7, "cols": 2}, "Read\nRows: 8, Cols: 2"),
        ({"rows": 7, "name": "a"}, "Read\nName: a | Rows: 8"),
        ({"rows": 7, "cols": 2}, "Read\nrows=7 cols=3"),
        ({"rows": 7, "url": "https://x.example"}, "Read\nUrl: https://x.example, Rows: 8"),
        ({"rows": 7, "host": "db:80"}, "Read\nHost: db:80 | Rows: 8"),
        ({"size": 9, "mode": 420}, "Read\nSize: 9, Mode: 0755"),
        ({"width": 6, "height": 4, "old_height": 5}, "Resized\nWidth: 6, Height: 3"),
        ({"status": "running"}, "<status>completed</status>"),
        ({"exit_code": 0}, "<exit_code>1</exit_code>"),
        ({"status": 404}, "HTTP/1.1 200 OK"),
        ({"code": 404}, "HTTP 200"),
        ({"response": {"status": 500, "ok": False}}, "GET https://x.example -> HTTP 200"),
        ({"status_code": 404}, "Status: 200 OK"),
        ({"http_status": 404}, "200 OK https://x.example/a"),
        ({"http_status": 404}, "Fetched https://x.example/a\nStatus: 200"),
    ],
)
def test_another_value_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) >= 1


@check_each(
    ("result", "receipt"),
    [
        ({"rows": 7, "cols": 2}, "Read.\nRows:    7\nCols:    2"),
        ({"rows": 7}, "Read.\n<rows>7</rows>"),
        ({"rows": 7}, "Read.\nRows: 7."),
        ({"rows": 7, "cols": 2}, "Read\nRows: 7; Cols: 2"),
        ({"rows": 7, "cols": 2}, "Read\nrows=7 cols=2"),
        ({"rows": 7, "tags": ["a", "b"]}, "Read\nRows: 7, Tags: a, b"),
        ({"errors": 7}, "a.py: Errors: 3, Warnings: 2\nb.py: Errors: 4, Warnings: 0"),
        ({"version": "1.4.2"}, "Read.\nVersion:   1.4.2."),
        ({"title": "A b. c."}, "Read\nTitle: A b. c."),
        ({"rows": 7, "items": [{"name": "a", "rows": 3}]}, "Read\n<rows>3</rows>"),
        ({"http_status": 404}, "Page not found (404)\nA cached copy of 2026 was 200 OK"),
        ({"http_status": 200, "lines": 120}, "Fetched 120 lines, 200 OK"),
        ({"status": 200}, "HTTP 301, then HTTP 200"),
        ({"code": 120}, "Answered with HTTP 200"),
        ({"status": "ok", "http_status": 200}, "Fetched\nStatus: 200"),
        ({"status_code": 304}, "304 Not Modified"),
        ({"http_status": 200, "rows": 404}, "404 found rows"),
        ({"http_status": 202, "amount": 300}, "300 accepted, queued"),
        ({"status_code": 200, "redirects": [{"url": "a", "code": 301}]}, "301 Moved Permanently a\nFetched"),
        ({"status_code": 500, "expected_status": 200}, "Expected 200 OK but got an internal error"),
    ],
)
def test_the_truth_is_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


_SIZE: JsonObject = {"width": 640, "height": 480, "old_width": 800, "old_height": 600}


@check_each(
    ("result", "receipt"),
    [
        (_SIZE, "Resized\nOld: width=800, height=600\nNew: width=640, height=480"),
        (_SIZE, "Resized\nOld: width: 800, height: 600; new: width: 640, height: 480"),
        (_SIZE, "Resized\n- **Old:** **Width:** 800, **Height:** 600"),
        (_SIZE, "Resized\nWidth: 640, Old: width=800, height=600"),
        (_SIZE, "Resized\nold=width=800 height=600"),
        (_SIZE, "Resized\nOld width: 800, height: 600"),
        (_SIZE, "Resized\nBefore: 800 wide, height: 600"),
        ({"replicas": 3, "was": "replicas=2, image=web:1"}, "Updated\nWas: image=web:1, replicas=2\nReplicas: 3"),
    ],
)
def test_labels_below_a_heading_in_their_line_are_not_those_of_the_result(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        ({"content": "host: db, port: 80\n", "port": 8080}, "Read the file\nhost: db, port: 80"),
        ({"dsn": "host=db port=54 dbname=a", "port": 64}, "Connected\nhost=db port=54 dbname=a"),
        ({"log": "status=ok retries=1", "status": "error", "retries": 3}, "Failed\nstatus=ok retries=1"),
        ({"env": ["PORT=80", "MODE=x"], "port": 8080, "mode": "y"}, "Read\nPORT=80 MODE=x"),
        ({"text": "Name: x, Age: 3", "age": 4}, "Text: Name: x, Age: 3\nAge: 4"),
        ({"note": "Total: 5; Paid: 3", "total": 9, "paid": 4}, "Note: Total: 5; Paid: 3\nTotal: 9; Paid: 4"),
    ],
)
def test_labels_of_a_line_that_a_text_has_are_those_of_the_text(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        ({"name": "a", "success": False}, '{"success": true, "data": {"name": "a", "success": false}}'),
        ({"status": "running", "job_id": "j1"}, '{"status": "success", "job_id": "j1"}'),
        ({"page": 2, "size": 20, "items": []}, 'Found\n{"page": 2, "size": 0, "total": 0}'),
        ({"size": 9, "n": 1}, 'Found\n- {"size": 1, "n": 1}'),
        ({"items": [{"note": "level: high, size: 3", "size": 41}]}, '{"items": [{"note": "level: high, size: 3"}]}'),
    ],
)
def test_json_in_one_line_is_not_several_labels(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        ({"rows": [["a", 1], ["b", 2]], "size": 9}, "Found 9\n- name: a, size: 1\n- name: b, size: 2"),
        ({"rows": ["a,1", "b,2"], "size": 9}, "Found 9\nname: a | size: 1\nname: b | size: 2"),
        ({"added": 3, "removed": 0, "files": ["a +1 -0", "b +2 -0"]}, "added: 3, removed: 0\nb added: 2, removed: 0"),
        ({"passed": 3, "failed": 0, "suites": {"unit": [2, 0]}}, "Suite: unit, passed: 2, failed: 0"),
        ({"score": 9.0, "rows": [["a", 1.5]]}, "Found\nName: a, Score: 1.5"),
    ],
)
def test_a_value_of_a_row_is_not_that_of_the_result(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


@check_each(
    ("mode", "receipt"),
    [
        (420, "size=9 mode=0644"),
        (420, "Mode: 644"),
        (420, "Mode: 0o644"),
        (420, "Mode: 420"),
        (33188, "Size: 9, Mode: 100644"),
        (33188, "Size: 9, Mode: 0644"),
    ],
)
def test_the_rights_of_a_file_are_read_as_octal_digits(mode: int, receipt: str) -> None:
    assert _messages({"size": 9, "mode": mode}, f"Read\n{receipt}") == []


TESTS: JsonObject = {"total": 43, "passed": 40, "failed": 3}
STOCK: JsonObject = {"total": 85, "items": [{"name": "pen", "count": 3}, {"name": "ink", "count": 4}]}


@check_each(
    ("result", "receipt"),
    [
        (TESTS, "Passed → 93%\nFailed → 7%"),
        (TESTS, "Passed: 93.0%, Failed: 7.0%"),
        (TESTS, "| Passed | Failed |\n|---|---|\n| 93% | 7% |"),
        ({"total": 43, "tests": {"passed": 40}}, "Passed: 93%"),
        ({"yes": 30, "no": 10}, "Yes: 75%\nNo: 25%"),
        ({"passed": 12, "failed": 0}, "Passed: 100%\nFailed: 0%"),
        ({"yes": 10, "no": 10}, "Yes: 50%\nNo: 50%"),
        ({"votes": {"yes": 30, "no": 10, "none": 60}}, "yes\t30%\nno\t10%\nnone\t60%"),
    ],
)
def test_a_percentage_beside_a_count_is_believed_where_it_is_a_share(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        (TESTS, "Passed: 100%"),
        ({"coverage": 85}, "Coverage: 100%"),
        ({"failed": 0, "total": 43}, "Failed: 7%"),
    ],
)
def test_a_percentage_that_is_no_share_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) == 1


@check_each(
    ("result", "receipt"),
    [
        (STOCK, "pen → 3\nink → 4\nTotal → 7"),
        (STOCK, "pen: 3, ink: 4, total: 7"),
        (STOCK, "| pen | 3 |\n| ink | 4 |\n| Total | 7 |"),
        ({**STOCK, "total": 2}, "pen ... 59.97\nink ... 5.00\nTotal ... 64.97"),
        ({"mean": -3.5}, "Mean - 3.5"),
        ({"slide": 0, "question": 4}, "Slide → 1\nQuestion → 5"),
    ],
)
def test_the_sum_of_the_rows_above_and_a_number_written_otherwise_are_believed(
    result: JsonObject, receipt: str
) -> None:
    assert _messages(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        (STOCK, "pen: 3\nink: 4\nTotal: 8"),
        (STOCK, "pen: 3\nTotal: 3"),
        ({"mean": -3.5}, "Mean: 3.5"),
        ({"mean": -3.5}, "Mean - 4.5"),
    ],
)
def test_another_sum_or_sign_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) == 1


@check_each(
    ("number", "receipt"),
    [(-1, "Rows: 5"), (10**350, "Rows: 5.5"), (-(10**350), "Rows: 5%")],
)
def test_a_number_below_0_or_of_hundreds_of_digits_is_compared_like_any_other(number: int, receipt: str) -> None:
    assert len(_messages({"rows": number}, receipt)) == 1


@check_each(
    ("result", "receipt"),
    [
        ({"rows": 5, "elapsed_ms": 182}, "Rows [8]\nElapsed ms [182]"),
        ({"rows": [1, 2, 3, 4, 5]}, "Files [2]\nRows [8]"),
        ({"rows": 5, "elapsed_ms": 182}, "1. Rows - 8\n2. Elapsed ms - 182"),
        ({"errors": 2, "warnings": 5}, "1. Errors - 9\n2. Warnings - 5"),
        ({"documents": 48210}, "Documents \u279c 84210"),
        ({"path": "a.csv", "lines": 20480}, "| File | Lines |\n|---|---|\n| a.csv | 20180 |"),
        ({"user_id": "u_19"}, "User ID: u_91"),
    ],
)
def test_another_value_in_brackets_in_a_list_or_behind_an_arrow_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) == 1


@check_each(
    ("result", "receipt"),
    [
        ({"rows": 5, "elapsed_ms": 182}, "Rows [5]\nElapsed ms [182]"),
        ({"results": 5, "pages": 2}, "Results [1]\nPages [2]\n[1] https://a.example\n[2] https://b.example"),
        ({"error": 2}, "Error [404]"),
        ({"rows": 5, "elapsed_ms": 182}, "1. Rows - 5\n2. Elapsed ms - 182"),
        ({"path": "a.csv", "lines": 20480}, "| Table | Lines |\n|---|---|\n| users | 20180 |"),
        ({"items": [{"qty": 2}, {"qty": 1}], "total": 30}, "Items [3]\nTotal [30]"),
    ],
)
def test_the_number_of_a_source_a_code_and_of_another_thing_are_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []
