"""One record costs steps in proportion to its size, whatever is in it: counted in calls of functions, not in time."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.audit import audit
from conformance.commands.examination import MAX_KEPT_IN_RECORD
from conformance.commands.registry import applied_rules
from conformance.documents.values import JsonObject
from conformance.settings.profiles import load_profile
from tests.growth import each_call

HOLON = load_profile("holon")
RULES = applied_rules(HOLON)
_CUT = "...\n[output truncated: showing first 3 and last 1 lines]"
_TOKEN = "ghp_"
Parts = dict[str, Any]

RESULTS: dict[str, Callable[[int], Parts]] = {
    "artifacts without a path": lambda n: {"artifacts": [{"path": ""}] * n},
    "artifacts, each with a role": lambda n: {
        "artifacts": [{"path": f"{at}.log"} for at in range(n)],
        **{f"f{at}_artifact": at for at in range(n)},
    },
    "levels, each with its own artifacts": lambda n: {
        "artifacts": [{"path": "a"}],
        "items": [{"artifacts": [{"path": f"b{at}"}]} for at in range(n)],
    },
    "levels with wrong flags and indices": lambda n: {
        "items": [{"truncated": "x", "x_artifact": -1} for _ in range(n)]
    },
    "flags and previews": lambda n: {
        **{f"p{at}_preview": _CUT for at in range(n)},
        **{f"p{at}_truncated": True for at in range(n)},
    },
    "previews under one flag": lambda n: {**{f"p{at}_preview": _CUT for at in range(n)}, "truncated": True},
    "counts": lambda n: {
        "items": [{"status": f"s{at}"} for at in range(n)],
        **{f"s{at}_count": 5 for at in range(n)},
    },
    "lists of states": lambda n: {f"l{at}": [{"status": "done"}] for at in range(n)},
    "secrets": lambda n: {"stdout_preview": " ".join(f"{_TOKEN}{at:036d}" for at in range(n))},
    "terminal commands": lambda n: {"lines": [f"\x1b[8m{at}" for at in range(n)]},
    "promoted levels": lambda n: {"disposition": "promoted", "items": [{"disposition": "promoted"}] * n},
    "handles": lambda n: {"items": [{"task_id": f"task_{at}"} for at in range(n)]},
    "exit codes": lambda n: {"items": [{"disposition": "completed", "exit_status": at} for at in range(n)]},
    "lists of changed files": lambda n: {f"changed_{at}": [f"src/a{at}.py"] for at in range(n)},
}
RECEIPTS: dict[str, Callable[[int], str]] = {
    "lines that are in no output": lambda n: "\n".join(f"line {at} was here" for at in range(n)),
    "labels": lambda n: "\n".join(f"Label {at}: value" for at in range(n)),
    "a section of output": lambda n: "Exit code 0\nstdout:\n" + "\n".join(f"line {at}" for at in range(n)),
    "counts": lambda n: "\n".join(f"{at} files changed" for at in range(n)),
}

# Labels that name a member with another value, or one of many members: result and receipt.
LABELS: dict[str, tuple[Callable[[int], Parts], Callable[[int], str]]] = {
    "wrong numbers, two in a line": (
        lambda n: {f"k{at}": at for at in range(n)},
        lambda n: "\n".join(f"k{at}: {at + 5000}, k{at + 1}: {at + 6000}" for at in range(0, n - 1, 2)),
    ),
    "wrong words, two in a line": (
        lambda n: {f"k{at}": "low" for at in range(n)},
        lambda n: "\n".join(f"k{at}: high, k{at + 1}: high" for at in range(0, n - 1, 2)),
    ),
    "one label of many items": (
        lambda n: {"items": [{"rows": at, "state": "open"} for at in range(n)]},
        lambda n: "\n".join(f"(rows: {at}, state: closed)" for at in range(n)),
    ),
    "one label of many items, rounded": (
        lambda n: {"items": [{"rows": at + 5000.5} for at in range(n)]},
        lambda n: "\n".join(f"rows: {at + 9000}" for at in range(n)),
    ),
    "numbers of one noun": (
        lambda n: {f"k{at}_rows": at for at in range(n)},
        lambda n: "\n".join(f"K{at} rows: {at + 5000}" for at in range(n)),
    ),
    "a table": (
        lambda n: {f"k{at}": at for at in range(n)},
        lambda n: "| Key | Value |\n|---|---|\n" + "\n".join(f"| k{at} | {at + 5000} |" for at in range(n)),
    ),
    "the same row in many tables": (
        lambda n: {f"k{at}": at for at in range(n)},
        lambda n: "\n\n".join(f"| k{at} | k{at + 1} |\n|---|---|\n| 7000 | 8000 |" for at in range(0, n - 1, 2)),
    ),
    "headings": (
        lambda n: {f"k{at}": at for at in range(n)},
        lambda n: "\n".join(f"## k{at}\n{at + 5000}\n" for at in range(n)),
    ),
}


def _envelope(result: Parts, **members: Any) -> Parts:
    ended: Parts = {"disposition": "completed", "exit_status": 0, "stdout_preview": "ok", "truncated": False}
    head = {"tool_name": "ExecCommand", "status": "success", "summary_text": "command exited with status 0"}
    return {**head, "result": {**ended, **result}, "error": None, **members}


def _steps(record: JsonObject, folder: Path) -> tuple[int, int]:
    """Return the number of calls that an audit of one record makes, and of findings that it keeps."""
    log, count = folder / "log.jsonl", 0
    log.write_text(json.dumps(record) + "\n")

    def add(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    with each_call(add):
        report = audit(log, None, HOLON, RULES)
    return count, len(report.findings)


def _is_linear(record: Callable[[int], JsonObject], folder: Path) -> bool:
    """Whether twice the size costs at most little more than twice the steps; a quadratic part would double them again.

    The first audit fills the caches.
    """
    _steps(record(10), folder)
    (small, _), (large, kept) = _steps(record(300), folder), _steps(record(600), folder)
    assert kept <= len(RULES) * (MAX_KEPT_IN_RECORD + 1)
    return large <= 2.2 * small


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_of_twice_the_size_costs_twice_the_steps(name: str, tmp_path: Path) -> None:
    assert _is_linear(lambda n: _envelope(RESULTS[name](n)), tmp_path)
    shown = {"rendered_receipt": "Command exited with 0", "input": {"cmd": "ls"}}
    assert _is_linear(lambda n: {"canonical_result": _envelope(RESULTS[name](n)), **shown}, tmp_path)


@pytest.mark.parametrize("name", RECEIPTS)
def test_a_receipt_of_twice_the_size_costs_twice_the_steps(name: str, tmp_path: Path) -> None:
    def record(n: int) -> JsonObject:
        shown: Parts = {f"field {at}": at for at in range(n)}
        result = _envelope({"items": [f"line {at}" for at in range(n)], **shown})
        return {"canonical_result": result, "rendered_receipt": RECEIPTS[name](n), "input": {"cmd": "ls"}}

    assert _is_linear(record, tmp_path)


@pytest.mark.parametrize("name", LABELS)
def test_twice_as_many_labels_cost_twice_the_steps(name: str, tmp_path: Path) -> None:
    result, receipt = LABELS[name]

    def record(n: int) -> JsonObject:
        return {"canonical_result": _envelope(result(n)), "rendered_receipt": receipt(n), "input": {"cmd": "ls"}}

    assert _is_linear(record, tmp_path)


def test_an_error_of_twice_the_size_costs_twice_the_steps(tmp_path: Path) -> None:
    def record(n: int) -> JsonObject:
        details: Parts = {f"k{at}": f"cannot open /opt/notes/config{at}.toml, line {at}" for at in range(n)}
        error: Parts = {"kind": "failed", "message": "no such file", "retryable": False, "details": details}
        failed = {**_envelope({}), "status": "error", "result": None, "error": error}
        given: Parts = {"paths": [f"/opt/notes/config{at}.toml" for at in range(0, n, 2)]}
        return {"canonical_result": failed, "rendered_receipt": "ExecCommand failed: failed", "input": given}

    assert _is_linear(record, tmp_path)


def test_of_one_rule_a_record_keeps_a_few_findings_and_one_more_states_the_number_of_the_others(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(json.dumps(_envelope({"artifacts": [{"path": ""}] * 4_000})))
    rules = applied_rules(HOLON, ["artifact_path_only"])
    *kept, rest = audit(tmp_path / "log.jsonl", None, HOLON, rules).findings
    assert {one.message for one in kept} == {"artifact path is empty"}
    assert sum(1 + one.repeats for one in kept) == MAX_KEPT_IN_RECORD
    assert rest.message == f"{4_000 - MAX_KEPT_IN_RECORD:,} more problems of this kind in the same record"
    assert rest.pointer == ""
