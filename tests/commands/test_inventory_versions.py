"""A recorded call is judged by the version of the inventory that was committed at its time."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from conformance.cli import main
from conformance.documents.values import JsonObject, JsonValue
from conformance.rules.examples import INVENTORY, TOOL

MAY, JUNE, JULY = (f"2026-{month}-01T12:00:00+00:00" for month in ("05", "06", "07"))


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose tool takes ``limit`` since May, ``count`` instead since June, and is gone since July."""
    monkeypatch.chdir(tmp_path)
    _git("init", "-q", "-b", "main")
    for name, day in (("limit", MAY), ("count", JUNE), (None, JULY)):
        _commit(tmp_path / "tools.json", name, day)
    return tmp_path


def _git(*arguments: str, at: str = MAY) -> None:
    environment = {**os.environ, "GIT_COMMITTER_DATE": at}
    subprocess.run(["git", *arguments], check=True, capture_output=True, env=environment)


def _commit(file: Path, name: str | None, day: str) -> None:
    fields: JsonObject = {name or "": {"type": "integer"}}
    schema: JsonObject = {"type": "object", "properties": fields, "additionalProperties": False}
    tools: list[JsonValue] = [{**TOOL, "name": "GetTask"}]
    tools += [] if name is None else [{**TOOL, "name": "ListTasks", "input_schema": schema}]
    file.write_text(json.dumps({**INVENTORY, "tools": tools}), "utf-8")
    _git("add", ".")
    _git("commit", "-q", "-m", f"list: {name}", at=day)


def _call(time: str | None, **given: int) -> JsonObject:
    envelope: JsonObject = {"tool_name": "ListTasks", "status": "success", "summary_text": "none", "result": {}}
    stated: JsonObject = {} if time is None else {"timestamp": time}
    return {"canonical_result": {**envelope, "error": None}, "rendered_receipt": "none", "input": {**given}, **stated}


Audit = Callable[..., tuple[dict[int, str], str, int]]


@pytest.fixture
def audit(capsys: pytest.CaptureFixture[str]) -> Audit:
    """What audits calls and returns the rule by line, of those on tools and inputs, the output, and the exit status."""

    def run(*calls: JsonObject, options: tuple[str, ...] = ("--inventory-history",)) -> tuple[dict[int, str], str, int]:
        Path("log.jsonl").write_text("".join(json.dumps(one) + "\n" for one in calls), "utf-8")
        with pytest.raises(SystemExit) as ended:
            main(["audit", "log.jsonl", "--inventory", "tools.json", "--format", "json", *options])
        printed = capsys.readouterr()
        found: list[dict[str, Any]] = json.loads(printed.out)["findings"] if printed.out else []
        asked = [one for one in found if one["rule"] in ("tool_known", "recorded_input_valid")]
        by_line: dict[int, str] = {one["location"]["line"]: one["rule"] for one in asked}
        return by_line, printed.out + printed.err, cast("int", ended.value.code)

    return run


@pytest.mark.usefixtures("repository")
def test_each_call_is_judged_by_the_version_of_its_time(audit: Audit) -> None:
    calls = [
        _call(f"2026-{month}-15T00:00:00Z", **{name: 1}) for month in ("05", "06", "07") for name in ("limit", "count")
    ]
    expected = {2: "recorded_input_valid", 3: "recorded_input_valid", 5: "tool_known", 6: "tool_known"}
    assert audit(*calls)[0] == expected
    assert audit(*calls, options=("--inventory-history", "--jobs", "2"))[0] == expected
    assert {*audit(*calls, options=())[0].values()} == {"tool_known"}


@pytest.mark.usefixtures("repository")
def test_a_finding_names_the_commit_and_day_of_the_version(audit: Audit) -> None:
    assert " of 2026-06-01" in audit(_call("2026-06-15T00:00:00Z", limit=1))[1]


@pytest.mark.usefixtures("repository")
def test_a_record_for_which_no_version_is_known_is_counted_and_not_checked_against_one(audit: Audit) -> None:
    found, report, _ = audit(_call(None, other=1), _call("2026-01-01T00:00:00Z", other=1))
    assert not found
    assert "2 records are not checked against an inventory" in report


def test_a_version_that_cannot_be_read_judges_nothing(repository: Path, audit: Audit) -> None:
    (repository / "tools.json").write_text("{", "utf-8")
    _git("commit", "-q", "-a", "-m", "broken", at="2026-08-01T12:00:00+00:00")
    _commit(repository / "tools.json", "limit", "2026-09-01T12:00:00+00:00")
    calls = [_call(f"2026-{month}-15T00:00:00Z", count=1) for month in ("07", "08", "09")]
    assert audit(*calls)[0] == {1: "tool_known", 3: "recorded_input_valid"}


def test_what_was_merged_holds_from_the_merge_on(repository: Path, audit: Audit) -> None:
    _git("checkout", "-q", "-b", "side")
    _commit(repository / "tools.json", "limit", "2026-07-10T12:00:00+00:00")
    _git("checkout", "-q", "main")
    _git("merge", "-q", "--no-ff", "--no-edit", "side", at="2026-09-01T12:00:00+00:00")
    calls = [_call(f"2026-{month}-15T00:00:00Z", limit=1) for month in ("08", "09")]
    assert audit(*calls)[0] == {1: "tool_known"}


def test_an_inventory_without_versions_is_a_usage_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, audit: Audit
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tools.json").write_text(json.dumps({**INVENTORY, "tools": [TOOL]}), "utf-8")
    _, output, status = audit(_call(MAY))
    assert status == 2
    assert "pass an inventory in a checkout" in output
    _git("init", "-q")
    _, output, status = audit(_call(MAY))
    assert status == 2
    assert "no commit has a version of `tools.json`" in output
