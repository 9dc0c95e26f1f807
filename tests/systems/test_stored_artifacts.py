"""The artifacts of a log are looked for in one folder, and nothing outside of it is opened."""

import gzip
import json
import os
from pathlib import Path

from tests.cases import check_each
from tests.scenarios.scenario import run_command

SHOWN = "a\n...\n[output truncated: showing first 1 and last 1 lines]\n...\nz\n"
RESULT = {
    "disposition": "completed",
    "exit_status": 0,
    "stderr_preview": None,
    "truncated": True,
    "stdout_artifact": 0,
}


def _found(folder: Path, path: str, shown: str = SHOWN) -> set[tuple[str, str]]:
    envelope = {
        "tool_name": "ExecCommand",
        "status": "success",
        "summary_text": "command exited with status 0",
        "result": {**RESULT, "stdout_preview": shown, "artifacts": [{"path": path}]},
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


LINES = [f"line {number} of the build\n" for number in range(200)]
TOKENS = [f"token=ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8 {number}\n" for number in range(200)]


def _preview(lines: list[str]) -> str:
    marker = "...\n[output truncated: showing first 3 and last 2 lines]\n...\n"
    return "".join([*lines[:3], marker, *lines[-2:]])


@check_each(
    ("stored", "shown"),
    [
        ("".join(LINES).replace("\n", "\r\n").encode(), LINES),
        ("".join(f"\x1b[32m{line[:-1]}\x1b[0m\n" for line in LINES).encode(), LINES),
        (
            "".join(f"\x1b[32m{line[:-1]}\x1b[0m\n" for line in LINES).encode(),
            [f"\\x1b[32m{line[:-1]}\\x1b[0m\n" for line in LINES],
        ),
        ("".join(LINES).replace(" ", "\t").encode(), [line.replace(" ", "    ") for line in LINES]),
        *(
            ("".join(TOKENS).encode(), [f"token={mask} {number}\n" for number in range(200)])
            for mask in ("[REDACTED]", "****", "<masked:github-token>", "REDACTED")
        ),
        (gzip.compress("".join(LINES).encode()), LINES),
        ("".join(LINES).encode("utf-16"), LINES),
    ],
    ids=lambda value: str(value)[:40],
)
def test_an_artifact_may_be_raw_and_its_preview_cleaned(stored: bytes, shown: list[str], tmp_path: Path) -> None:
    (tmp_path / "store").mkdir(exist_ok=True)
    (tmp_path / "store" / "1.log").write_bytes(stored)
    assert _found(tmp_path, "1.log", _preview(shown)) == set()


@check_each(
    ("stored", "shown"),
    [
        ("".join(LINES[:-1]).replace("\n", "\r\n").encode(), LINES),
        ("".join(f"\x1b[32m{line[:-1]}\x1b[0m\n" for line in LINES[1:]).encode(), LINES),
        ("".join(TOKENS[:-1]).encode(), [f"token=[REDACTED] {number}\n" for number in range(200)]),
        ("".join(LINES[:3] + LINES[-2:]).replace("\n", "\r\n").encode(), LINES),
        ("".join(TOKENS[:3] + TOKENS[-2:]).encode(), TOKENS),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_a_raw_artifact_lacks_is_found(stored: bytes, shown: list[str], tmp_path: Path) -> None:
    (tmp_path / "store").mkdir(exist_ok=True)
    (tmp_path / "store" / "1.log").write_bytes(stored)
    assert _found(tmp_path, "1.log", _preview(shown)) == LACKING
