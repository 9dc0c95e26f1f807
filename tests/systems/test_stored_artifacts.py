"""The artifacts of a log are looked for in one folder, and nothing outside of it is opened."""

import json
import os
from pathlib import Path

from tests.scenarios.scenario import run_command

RESULT = {
    "disposition": "completed",
    "exit_status": 0,
    "stdout_preview": "a\n...\n[output truncated: showing first 1 and last 1 lines]\n...\nz\n",
    "stderr_preview": None,
    "truncated": True,
    "stdout_artifact": 0,
}


def _found(folder: Path, path: str) -> set[tuple[str, str]]:
    envelope = {
        "tool_name": "ExecCommand",
        "status": "success",
        "summary_text": "command exited with status 0",
        "result": {**RESULT, "artifacts": [{"path": path}]},
        "error": None,
    }
    log = folder / "log.jsonl"
    log.write_text(json.dumps(envelope) + "\n", "utf-8")
    store = folder / "store"
    store.mkdir(exist_ok=True)
    _, output = run_command(f"conformance audit {log} --artifacts {store} --format json")
    findings = json.loads(output)["findings"]
    return {(one["rule"], one["pointer"]) for one in findings if one["rule"] == "artifact_holds_output"}


LACKING = {("artifact_holds_output", "/result/stdout_artifact")}


def test_an_artifact_with_the_whole_output_is_fine_and_another_text_is_not(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "1.log").write_text("a\nb\nz\n", "utf-8")
    (tmp_path / "store" / "2.log").write_text("b\nc\nz\n", "utf-8")
    assert _found(tmp_path, "1.log") == set()
    assert _found(tmp_path, str(tmp_path / "store" / "1.log")) == set()
    assert _found(tmp_path, "2.log") == LACKING
    assert _found(tmp_path, "3.log") == LACKING


def test_nothing_outside_of_the_folder_is_opened(tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    (tmp_path / "outside.log").write_text("a\nb\nz\n", "utf-8")
    (store / "link.log").symlink_to(tmp_path / "outside.log")
    os.mkfifo(store / "pipe.log")
    for path in ("link.log", "pipe.log", "../outside.log", str(tmp_path / "outside.log"), "/dev/zero"):
        assert _found(tmp_path, path) == LACKING, path
