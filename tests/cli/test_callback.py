"""The command ``callback``: what its options take, what it prints, how it ends."""

import builtins
import gzip
import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.cases import check_each
from tests.scenarios.scenario import run_command, working_in

RESULT = {"type": "tool_result", "group_id": "thread_1", "id": "call_1", "text": "2 files copied"}


def _log(folder: Path, *lines: Any) -> Path:
    path = folder / "log.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return path


def _report(path: Path, more: str = "") -> tuple[int, dict[str, Any]]:
    status, output = run_command(f"conformance callback check {path} --format json {more}")
    return status, json.loads(output)


def test_a_clean_log_ends_0(tmp_path: Path) -> None:
    status, report = _report(_log(tmp_path, RESULT, {**RESULT, "id": "call_2"}), "--fail-on info")
    assert (status, report["findings"], report["checked"]["records"]) == (0, [], 2)


def test_a_finding_names_its_line_and_its_place(tmp_path: Path) -> None:
    path = _log(tmp_path, RESULT, "", {**RESULT, "id": 7})
    status, report = _report(path)
    (finding,) = report["findings"]
    assert status == 1
    assert (finding["rule"], finding["pointer"], finding["evidence"]["record"]) == (
        "message_ids_match",
        "/id",
        "line 3",
    )
    assert (finding["location"]["file"], finding["location"]["line"]) == (str(path), 3)


def test_a_conversation_is_located_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    path.write_text('{"pending": [],\n "deliveries": [\n  {"body": {"type": "tool_result",\n  "id": 7}}]}\n')
    found = {finding["pointer"]: finding["location"]["line"] for finding in _report(path)[1]["findings"]}
    assert found["/id"] == 4


def test_ids_are_matched_where_the_log_tells_of_calls_wherever_it_does(tmp_path: Path) -> None:
    call = {"operation": "copy", "callback_url": "http://127.0.0.1/", "group_id": "thread_1", "id": "call_1"}
    status, report = _report(_log(tmp_path, RESULT, {**RESULT, "id": "call_2"}, call))
    assert status == 1
    assert [(one["rule"], one["evidence"]["record"]) for one in report["findings"]] == [("message_ids_match", "line 2")]
    assert _report(_log(tmp_path, RESULT, {**RESULT, "id": "call_2"}))[0] == 0


def test_another_result_of_a_call_is_found_across_a_long_log(tmp_path: Path) -> None:
    others = [{**RESULT, "id": f"call_{number}"} for number in range(2, 600)]
    status, report = _report(_log(tmp_path, RESULT, *others, RESULT, {**RESULT, "text": "3 files copied"}))
    assert status == 1
    (finding,) = report["findings"]
    assert (finding["rule"], finding["pointer"], finding["location"]["line"]) == ("one_terminal_result", "/text", 601)


def test_many_findings_are_counted_and_not_all_printed(tmp_path: Path) -> None:
    path = _log(tmp_path, *[{"type": "tool_resul"}] * 5000)
    status, output = run_command(f"conformance callback check {path} --format json")
    assert status == 1
    assert len(output) < 256 * 1024
    assert json.loads(output)["summary"]["error"] == 20_000


def test_all_calls_without_a_result_are_counted(tmp_path: Path) -> None:
    call = {"operation": "copy", "callback_url": "http://127.0.0.1/", "group_id": "thread_1"}
    calls = [{**call, "id": f"call_{number}"} for number in range(1, 901)]
    report = _report(_log(tmp_path, *calls, RESULT))[1]
    assert report["summary"]["error"] == 899


def test_an_id_that_is_a_number_in_the_call_as_well_is_the_only_fault(tmp_path: Path) -> None:
    call = {"operation": "copy", "callback_url": "http://127.0.0.1/", "group_id": "thread_1", "id": 7}
    (finding,) = _report(_log(tmp_path, call, {**RESULT, "id": 7}))[1]["findings"]
    assert (finding["rule"], finding["pointer"]) == ("message_ids_match", "/id")


def test_a_result_that_comes_again_with_null_for_no_call_id_is_the_same(tmp_path: Path) -> None:
    assert _report(_log(tmp_path, RESULT, {**RESULT, "call_id": None}))[1]["findings"] == []


def test_the_same_fault_on_many_lines_is_one_block_at_line_and_column(tmp_path: Path) -> None:
    bad = [RESULT, *['{"type": "x",}'] * 300]
    status, output = run_command(f"conformance callback check {_log(tmp_path, *bad)}")
    assert status == 1
    assert output.count("message_readable") == 1
    assert ".jsonl:2:13\n" in output
    assert "(and 290 more)" in output


def test_a_secret_is_told_by_kind_and_place_and_never_shown(tmp_path: Path) -> None:
    secret = "ghp_" + "A1b2" * 9
    path = _log(tmp_path, {**RESULT, "text": f"cloned with {secret} into notes"})
    for form in ("text", "json"):
        status, output = run_command(f"conformance callback check {path} --format {form}")
        assert status == 1
        assert "a GitHub token" in output
        assert secret not in output


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("missing.jsonl", None, "cannot read"),
        ("empty.jsonl", b"", "contains no message"),
        ("blank.jsonl", b"\n\n", "contains no message"),
        ("calls.jsonl", b'{"operation": "o", "callback_url": "u"}\n', "contains no message"),
        ("log.jsonl", gzip.compress(b"{}", mtime=0), "gzip"),
        ("talk.json", b"{", "not JSON"),
    ],
    ids=["missing", "empty", "blank", "calls alone", "compressed", "cut off"],
)
def test_a_file_that_is_no_log_ends_2(tmp_path: Path, name: str, content: bytes | None, says: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    status, output = run_command(f"conformance callback check {path}")
    assert status == 2
    assert says in output
    assert "\n  help: " in output


def test_the_dated_profile_decides_what_a_message_may_hold(tmp_path: Path) -> None:
    without_text = {key: value for key, value in RESULT.items() if key != "text"}
    path = _log(tmp_path, {**without_text, "content": [{"type": "text", "text": "2 files copied"}]})
    assert _report(path)[0] == 1
    assert _report(path, "--profile rap_2026_08 --fail-on info")[0] == 0
    event = {"type": "subscription_event", "group_id": "thread_1", "tool_call_id": "call_1", "text": "news"}
    path = _log(tmp_path, event)
    assert {one["rule"] for one in _report(path)[1]["findings"]} == {"message_type"}
    assert _report(path, "--profile rap_2026_08 --fail-on info")[0] == 0


def test_an_accepted_finding_is_suppressed_and_other_ignores_are_not_stale_here(tmp_path: Path) -> None:
    path = _log(tmp_path, {**RESULT, "text": "Error: "})
    ignores = '[[ignore]]\nrule = "error_actionable"\nreason = "known"\n[[ignore]]\nrule = "id_suffix"\nreason = "x"\n'
    (tmp_path / "conformance.toml").write_text(ignores)
    with working_in(tmp_path):
        status, report = _report(path, "--fail-on warning")
    assert status == 0
    assert report["summary"]["suppressed"] == 1


@pytest.mark.parametrize(
    "pending", ["thread_1", ":call_1", "thread_1:", "a:b:c:d", "{", '{"id": "x"}', "[]"]
)  # fmt: skip
def test_a_pending_call_that_can_not_be_read_ends_2(pending: str) -> None:
    status, output = run_command(f"conformance callback runtime --url http://127.0.0.1:9/ --pending '{pending}'")
    assert status == 2
    assert "--pending" in output


class _DropsLargeMessages(BaseHTTPRequestHandler):
    """A runtime that takes every message, hangs up on one that is too large, and has no transcript."""

    def do_POST(self) -> None:
        if (length := self.headers.get("Content-Length")) is not None:
            self.rfile.read(int(length))
            self.send_response(200)
            self.end_headers()

    def log_message(self, *_: Any) -> None: ...


def test_a_transcript_that_can_not_be_read_ends_2_after_the_findings_in_the_answers() -> None:
    with HTTPServer(("127.0.0.1", 0), _DropsLargeMessages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        options = f"--url {url} --transcript {url}shown --pending t1:a --oversized-bytes 100000"
        status, output = run_command(f"conformance callback runtime {options}")
        server.shutdown()
    assert status == 2
    assert "malformed_message_refused" in output
    assert f"cannot read the transcript at '{url}shown': it answered with status 501" in output


@pytest.mark.parametrize("arguments", ["[]", "{", "7", '{"a": 1, "a": 2}'])
def test_arguments_that_are_no_json_object_end_2(arguments: str) -> None:
    command = f"conformance callback tool --invoke http://127.0.0.1:9/ --operation o --arguments '{arguments}'"
    status, output = run_command(command)
    assert status == 2
    assert "--arguments" in output


def test_without_the_extra_the_answer_is_the_command_that_adds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.split(".")[0] in ("h11", "httpx"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest, **named)

    for module in [name for name in sys.modules if name.startswith("conformance.callback.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", without)
    status, output = run_command("conformance callback serve --seconds 0.1")
    assert status == 2
    assert "pip install 'tool-conformance[callback]'" in output


def test_recorded_messages_need_no_extra_and_start_light(tmp_path: Path) -> None:
    path = _log(tmp_path, RESULT)
    program = (
        "import sys; from conformance.cli import main\n"
        f"try: main(['callback', 'check', {str(path)!r}])\nexcept SystemExit: pass\n"
        "heavy = {'asyncio', 'h11', 'httpx', 'hypothesis', 'rich', 'deepdiff'} & set(sys.modules)\n"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@check_each("seconds", ["nan", "inf", "-inf", "-1", "0", "1e300"])
@check_each("command", ["serve --seconds", "serve --body-seconds", "tool --invoke x --operation y --quiet"])
def test_seconds_that_are_no_time_are_a_usage_error(command: str, seconds: str) -> None:
    status, output = run_command(f"conformance callback {command}={seconds}")
    assert status == 2
    assert "must be a number of seconds above 0" in output


@pytest.mark.parametrize("token", ["", "a/b", "a b", "..", "x?y", "x%41", "\u00e4"])
def test_a_token_that_a_url_would_change_is_a_usage_error(token: str) -> None:
    status, output = run_command(f"conformance callback serve --seconds 0.1 '--token={token}'")
    assert status == 2
    assert output.startswith("error: `--token ")
