"""A label is read in any layout: its value below it, in a table about one thing, in brackets, several in a line."""

import pytest

from conformance.documents.values import JsonObject
from conformance.systems.surface import labels
from tests.cases import check_each
from tests.rules.judging import found, success

RULES = ("receipt_outcome_true", "receipt_values_true")
GRID: JsonObject = {"rows": 7, "cols": 4}
JOB: JsonObject = {"job_id": "job_9", "status": "running", "version": "1.4.2"}


def _messages(result: JsonObject, receipt: str) -> list[str]:
    return [one.message for rule in RULES for one in found(rule, success(receipt, **result))]


@check_each(
    ("result", "receipt"),
    [
        (GRID, "Read\nRows:\n  8\n\nCols:\n  4"),
        (GRID, "Read\n\nRows\n----\n\n8\n\nCols\n----\n\n4"),
        (GRID, "## Rows\n8\n## Cols\n4"),
        (GRID, "**Rows**\n8"),
        (JOB, "Job job_9\nStatus:\n  completed"),
        (JOB, "Job id:\njob_8"),
        (JOB, "Version:\n1.5.2"),
        (GRID, "| Rows | Cols |\n|---|---|\n| 8 | 4 |"),
        (GRID, "| Setting | Value |\n|---|---|\n| rows | 7 |\n| cols | 9 |"),
        (GRID, "| Rows: 8 | Cols: 4 |"),
        (GRID, "(rows: 8, cols: 4)"),
        (GRID, "Saved\n(rows: 7, cols: 5)."),
        (GRID, "[rows=8 cols=4]"),
        (GRID, "Rows: 8   Cols: 4"),
        (GRID, "Rows: 8\tCols: 4"),
        (GRID, "rows=7;cols=5"),
        (GRID, "- Rows - 8"),
        (GRID, "Rows \u2192 8\nCols \u2192 4"),
        (GRID, "rows => 8"),
        (GRID, "Rows ..... 8"),
        (GRID, "Rows\t8"),
        (GRID, "1. Rows: 8\n2. Cols: 4"),
        (GRID, "Rows (8)"),
        (GRID, "<rows>8</rows><cols>4</cols>"),
        (GRID, "{rows: 8, cols: 4}"),
        (GRID, "Rows | Cols\n---|---\n8 | 4"),
        (GRID, "| Rows | 8 |\n|---|---|\n| Cols | 4 |"),
        (GRID, "\u2502 Rows \u2502 8 \u2502"),
        (GRID, "+------+------+\n| rows | cols |\n+------+------+\n|    8 |    4 |\n+------+------+"),
    ],
)
def test_another_value_is_found_in_any_layout(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) >= 1


def test_a_value_below_its_label_is_reported_with_it() -> None:
    assert _messages(GRID, "Read\nRows:\n  8") == ["receipt states `rows: 8`, but `rows` is 7"]


@check_each(
    ("result", "receipt"),
    [
        (GRID, "Rows: 4, Cols: 4"),
        (GRID, "rows=7 cols=7"),
        (GRID, "Rows: 4, Cols: 7"),
        ({"bid": 101, "ask": 102, "last": 101}, "Bid: 102 | Ask: 102 | Last: 101"),
    ],
)
def test_a_value_of_the_label_beside_it_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) >= 1


@check_each(
    ("result", "receipt"),
    [
        ({**GRID, "shown": {"rows": 4}}, "Rows: 4, Cols: 4"),
        ({**GRID, "before": [4, 7]}, "Rows: 4, Cols: 7"),
        ({"rows": [[5]], "columns": ["count"]}, "Rows:\n5"),
        ({"rows": 1, "cells": [[5]]}, "rows\n----\n5\n(1 row)"),
        (GRID, "Rows:\n1. first\n\nCols:\n4"),
        (GRID, "Rows:\n8 of the input\nand 7 of the output"),
        ({"steps": 3, "current": "build"}, "Steps:\n1. fetch\n2. build\n3. test\nCurrent:\nbuild"),
        ({"size": 2048, "mode": 420}, "| Size | Mode |\n|---|---|\n| 2 KiB | 0644 |"),
        (
            {"workers": 8, "previous": {"workers": 4}},
            "| Setting | Before | After |\n|---|---|---|\n| workers | 4 | 8 |",
        ),
        ({"checks": {"db": "ok"}, "status": "bad"}, "| Check | Result |\n|---|---|\n| status | degraded |"),
        ({"vars": [{"name": "PORT", "value": "80"}], "port": 8080}, "| Name | Value |\n|---|---|\n| PORT | 80 |"),
        (GRID, "Resized to fit (rows: 9, cols: 9)"),
        (GRID, "Raised (rows: 2, cols: 1)"),
        ({"rows": 30, "cols": 9}, "users (rows: 10, cols: 4)\norders (rows: 20, cols: 5)"),
        (GRID, "users\nrows: 3, cols: 2\norders\nrows: 4, cols: 2"),
        (GRID, "Before:\n| Rows | Cols |\n|---|---|\n| 3 | 1 |\n\nThen 4 rows were added."),
        ({"total": 500107862016, "used": 250053931008}, "| Total | Used |\n|---|---|\n| 466 | 233 |"),
        ({"items": [{"qty": 2}, {"qty": 1}], "total": 30}, "| Items | Total |\n|---|---|\n| 3 | 30 |"),
        (GRID, "Moved from (rows: 9, cols: 9)"),
        (GRID, "Searched with [rows: 9, cols: 9]"),
        ({"score": 3, "level": 2}, "Score: 3    Level: 2    Lives: 5"),
        ({"epoch": 4, "loss": 0.31}, "Epoch: 5, Loss: 0.31"),
        ({"step": 0, "loss": 2.1}, "Step: 1"),
        (GRID, "Rows - 7\nCols \u2192 4"),
        (GRID, "Name | Rows\n--- | ---\na | 3"),
        (GRID, "Sheet: a, Rows: 3"),
        (GRID, "Old values\nrows=3 cols=1"),
        (GRID, "To undo\n{rows: 3, cols: 1}"),
        (GRID, "Before\nRows \u2192 3\nAfter\nRows \u2192 7"),
        (GRID, "Name\tRows\na\t3\nb\t4"),
        (GRID, "| State | Share % |\n|---|---|\n| rows | 64 |\n| cols | 36 |"),
        ({"port": 8080}, "| port | 80 |\n|---|---|\n| inside | 8080 |"),
        ({"users": 120, "page": 1}, "Users (2)\nann\nbob"),
        ({"files": 10}, "src\n  files (6)\ntests\n  files (4)"),
        ({"error": 1}, "Error (404)"),
        ({"total": 10, "tax": 2}, "Total - 2 = 8"),
        ({"react": 18, "updates": {"react": 19}}, "react \u2192 19"),
        ({"lines": 40, "files": ["a", "b"]}, "1. Lines: 30\n2. Lines: 10"),
        ({"width": 800}, "<source><width>1600</width></source>"),
        ({"status": "done", "cells": [["ok", 77]]}, " status | cells\n--------+-------\n ok     |    77\n(1 row)"),
        ({"start": 0, "line_end": 19}, "(start: 1, line end: 20)"),
        ({"temperature": 22.2, "feels_like": 75}, "Temperature: 72, Feels like: 24"),
        ({"lines": 120, "blank": 20}, "Lines:\n100\n\nBlank:\n20"),
        ({"rows": 1, "data": "eyJyb3dzIjo1fQ=="}, "| Name | Rows |\n|---|---|\n| a | 5 |"),
    ],
)
def test_what_is_not_the_value_of_the_label_is_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        ({"ok": False, "rows": 12, "code": 7}, 'Result: {"ok": false, "rows": 13, "code": 7}'),
        (GRID, 'Done. Result: {"rows":7,"cols":5}'),
        ({"rows": 7, "enabled": False}, 'Done\n{"rows": 7, "enabled": true}'),
        (GRID, 'The result:\n```json\n{"rows": 7, "cols": 5}\n```'),
        ({"key": "x", "value": {"cpu": 2, "mem": 512}}, 'x is now {"cpu": 2, "mem": 768}'),
    ],
)
def test_an_object_in_a_line_has_the_values_of_the_result(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) == 1


@check_each(
    ("result", "receipt"),
    [
        (GRID, 'Result: {"rows": 7, "cols": 4}'),
        (GRID, 'Default value: {"rows": 9, "cols": 9}'),
        (GRID, 'Similar:\n{"rows": 9, "cols": 9}'),
        (GRID, 'Conflicts with\n{"rows": 9, "cols": 9}'),
        (GRID, 'The JSON\n{"rows": 1, "cols": 1}\nis the form of a grid'),
        (GRID, 'Called with {"rows": 9, "cols": 9}'),
        (GRID, 'Before: {"rows": 9, "cols": 9}\nNow: {"rows": 7, "cols": 4}'),
        ({"status": "running", "job": "j1"}, 'Response: {"status": "success", "data": {"status": "running"}}'),
        ({"user": {"id": 5, "name": "A"}, "id": 9}, 'User is now {"id": 5, "name": "A"}'),
        (GRID, "Result: {rows: 7, cols: 5"),
    ],
)
def test_an_object_that_is_not_the_result_is_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


def test_a_long_line_above_many_labels_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []

    class Counted:
        def search(self, text: str) -> None:
            searched.append(text)

    monkeypatch.setattr(labels, "OF_ANOTHER", Counted())
    found = list(labels.labelled_values_in(["word " * 1000, *(f"lab{at} - 8" for at in range(300))]))
    assert len(found) == 300
    assert len(searched) == 1
