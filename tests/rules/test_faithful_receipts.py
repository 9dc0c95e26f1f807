"""What a receipt states is checked whatever its wording: other renderers are believed, lies are found."""

import json
from collections.abc import Callable

import pytest

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from tests.cases import check_each
from tests.rules.judging import failure, found, places, success

OUTCOME, OUTPUT = "receipt_outcome_true", "receipt_output_true"
FAILED: dict[str, JsonValue] = {
    "disposition": "completed",
    "exit_status": 3,
    "stdout_preview": "running 12 tests\ntest a ... ok\n11 passed, 1 failed\n",
    "stderr_preview": "error: test failed\nhelp: rerun with --lib\n",
    "truncated": False,
}
PROMOTED: dict[str, JsonValue] = {
    "disposition": "promoted_to_task",
    "task_handle": {"task_id": "task_1", "kind": "command_task"},
    "initial_output_preview": "Starting server on :3000\n",
    "initial_output_truncated": False,
}
BODY = (
    "stdout:\nrunning 12 tests\ntest a ... ok\n11 passed, 1 failed\nstderr:\nerror: test failed\nhelp: rerun with --lib"
)


def _lies(rule: str, receipt: str, result: dict[str, JsonValue]) -> list[str]:
    return [finding.message for finding in found(rule, success(receipt, **result))]


@check_each(
    "receipt",
    [
        f"Process exited with code 3\n\n{BODY}",
        f"Command failed (exit 3) after 20 seconds\n{BODY}",
        f"exit=3\n{BODY}",
        f"Exit status: 3\nDuration: 5 s\n{BODY}",
        f"Process returned a non-zero status, 3\n{BODY}",
        f"The process exited 5 seconds ago with code 3\n{BODY}",
        f"## Failed: rc 3\n### STDOUT (3 lines)\n{BODY[8:]}",
        ("Exited with 3\nstdout: running 12 tests\n  test a ... ok\n  11 passed, 1 failed\n"
        "stderr: error: test failed\n  help: rerun with --lib"),
        ("Exited with 3\nOut | running 12 tests\n    | test a ... ok\n    | 11 passed, 1 failed\n"
        "Err | error: test failed\n    | help: rerun with --lib"),
        ("Exited with 3\nstdout:\n1 running 12 tests\n2 test a ... ok\n3 11 passed, 1 failed\n"
        "stderr:\n1 error: test failed\n2 help: rerun with --lib"),
        json.dumps({"status": "failed", "exit_code": 3, "stdout": FAILED["stdout_preview"],
                    "stderr": FAILED["stderr_preview"]}),
        json.dumps({"status": "failed", "result": FAILED}, indent=1),
    ],
)  # fmt: skip
def test_a_truthful_receipt_is_believed_in_any_wording(receipt: str) -> None:
    assert _lies(OUTCOME, receipt, FAILED) + _lies(OUTPUT, receipt, FAILED) == []


@check_each(
    ("receipt", "said"),
    [
        (f"Process exited with code 0\n{BODY}", "states exit code `0`"),
        (f"Exit status: 0\n{BODY}", "states exit code `0`"),
        (f"exit=1\n{BODY}", "states exit code `1`"),
        (f"Command completed with status 0\n{BODY}", "states exit code `0`"),
        (json.dumps({"status": "done", "exit_status": 0, "out": BODY}, indent=1), "states exit code `0`"),
        (f"Done.\n{BODY}", "does not show `exit_status`"),
        (f"Command finished\n{BODY}", "does not show `exit_status`"),
    ],
)
def test_a_wrong_or_hidden_exit_code_is_found(receipt: str, said: str) -> None:
    assert [said in message for message in _lies(OUTCOME, receipt, FAILED)] == [True]


def test_an_exit_code_in_the_output_is_not_the_renderers() -> None:
    result = {**FAILED, "exit_status": 0, "stdout_preview": "make: exited with code 2\nexit status: 7"}
    receipt = "Process exited with code 0\nstdout:\nmake: exited with code 2\nexit status: 7"
    assert _lies(OUTCOME, receipt, result) == []


@check_each(
    ("receipt", "lies"),
    [
        ("Waiting\nReason: The build failed with exit code 3.", 0),
        ("Waiting\nReason: The build failed with exit code 3. Exited with code 4", 1),
        ("Waiting\nReason: exit code 3", 1),
        ("[1] completed: echo 'exited with code 5'", 0),
        ("[1] exit code 5: echo 'exited with code 5'", 1),
        ("1) echo 'exited with code 5'", 0),
    ],
)
def test_an_exit_code_in_a_text_behind_a_label_is_not_the_renderers(receipt: str, lies: int) -> None:
    result = {
        "disposition": "waiting",
        "reason": "The build failed with exit code 3.",
        "cmd": "echo 'exited with code 5'",
    }
    assert len([one for one in _lies(OUTCOME, receipt, result) if "exit code" in one]) == lies


def test_a_command_that_a_signal_ended_has_no_exit_code() -> None:
    result = {**FAILED, "exit_status": None}
    assert _lies(OUTCOME, "Process was killed by signal 9 (exit code 137)", result) == []
    assert len(_lies(OUTCOME, "Process exited with code 0", result)) == 1


@pytest.mark.parametrize(
    ("receipt", "lies"),
    [
        ("Command promoted to background task\nTask: task_1", 0),
        ("Moved to the background as task_1", 0),
        ("Not finished yet: continues as task_1", 0),
        ("Process exited with code 0\nTask: task_1", 1),
        ("Command exited\nHandle: task_1", 1),
        ("OK\nHandle: task_1", 0),
    ],
)
def test_a_promoted_command_is_not_shown_as_ended(receipt: str, lies: int) -> None:
    assert len(_lies(OUTCOME, receipt, PROMOTED)) == lies


@pytest.mark.parametrize(
    ("receipt", "lies"),
    [
        ("2 tasks\nStatus: running\nTotal active: 2", 0),
        ("2 tasks\nStatus: active\nTotal active: about 2", 0),
        ("2 tasks\nStatus: Running", 0),
        ("2 tasks\nStatus: running since 10:00", 0),
        ("2 tasks\nTotal active: 1,200", 1),
        ("2 tasks\nStatus: failed", 1),
        ("2 tasks\nTasks: 2", 0),
        ("2 tasks\nTasks: 3", 1),
    ],
)
def test_a_labelled_value_is_that_of_the_field(receipt: str, lies: int) -> None:
    tasks = [{"status": "running"}, {"status": "queued"}]
    assert len(_lies(OUTCOME, receipt, {"total_active": 2, "tasks": tasks})) == lies


def test_a_failed_call_states_its_error_instead() -> None:
    assert found(OUTCOME, failure("ListTasks failed: exit code 3")) == []
    assert found(OUTPUT, failure("ListTasks failed\nstdout:\nnothing")) == []


@check_each(
    ("receipt", "pointers"),
    [
        ("Process exited with code 3", ["/result/stdout_preview", "/result/stderr_preview"]),
        ("Process exited with code 3\n" + BODY.partition("stderr:")[0], ["/result/stderr_preview"]),
        ("Process exited with code 3\nstderr:" + BODY.partition("stderr:")[2], ["/result/stdout_preview"]),
        ("Process exited with code 3\n" + BODY.replace("11 passed, 1 failed\n", ""), ["/result/stdout_preview"]),
        ("Process exited with code 3\n" + BODY.replace("stdout", "STD").replace("stderr", "stdout").replace(
            "STD", "stderr"), ["/result/stderr_preview"]),
        ("Process exited with code 3\nstdout:\nall 12 tests passed\nstderr:\n", ["/result/stdout_preview"]),
    ],
)  # fmt: skip
def test_output_that_is_dropped_swapped_or_invented_is_found(receipt: str, pointers: list[str]) -> None:
    assert places(OUTPUT, success(receipt, **FAILED)) == pointers


@check_each(
    ("receipt", "preview"),
    [
        ("Exited with 0\nstdout:\n\\x1b[31mred\\x1b[0m", "\x1b[31mred\x1b[0m\n"),
        ("Exited with 0\nstdout:\nred", "\x1b[31mred\x1b[0m\n"),
        ('Exited with 0\nstdout:\n{\n  "b": 1,\n  "a": "x"\n}', '{"a":"x","b":1}'),
        ("Exited with 0\nstdout:\nfirst\n[output truncated]", "first\nsecond\nlast\n"),
        ("Exited with 0\nstdout:\ntoken=[masked]\nlast", "token=abcdefgh\nlast\n"),
        ("Exited with 0\nstdout:\n| stderr:\n| nothing", "stderr:\nnothing\n"),
        ("Exited with 0", " \n\n"),
        ("Exited with 0", "}\n"),
        ("Exited with 0\nstdout: (empty)", ""),
    ],
)
def test_output_in_another_form_is_shown(receipt: str, preview: str) -> None:
    result: JsonObject = {"exit_status": 0, "stdout_preview": preview, "stderr_preview": None}
    assert places(OUTPUT, success(receipt, **result)) == []


def test_every_item_of_a_batch_is_looked_at() -> None:
    items: JsonValue = [
        {"index": 1, "result": {"disposition": "completed", "exit_status": 0, "stdout_preview": "one"}},
        {"index": 2, "result": {"disposition": "completed", "exit_status": 7, "stdout_preview": "two"}},
    ]
    right = "Batch ended\n[1] exit=0\nstdout:\none\n[2] exit=7\nstdout:\ntwo"
    assert _lies(OUTCOME, right, {"items": items}) + _lies(OUTPUT, right, {"items": items}) == []
    assert len(_lies(OUTCOME, right.replace("exit=7", "exit=0"), {"items": items})) == 1
    assert len(_lies(OUTPUT, right.replace("two", ""), {"items": items})) == 1


CUT: dict[str, JsonValue] = {
    "disposition": "completed",
    "exit_status": 0,
    "stdout_preview": "one\ntwo\n...\n[output truncated: showing first 2 and last 1 lines]\n...\nnine\n",
    "stderr_preview": None,
    "truncated": True,
    "artifacts": [{"path": "artifacts/a.log"}],
    "stdout_artifact": 0,
}
SILENT: dict[str, JsonValue] = {**FAILED, "exit_status": 0, "stdout_preview": None, "stderr_preview": ""}


def _streams(result: dict[str, JsonValue]) -> list[tuple[str, list[str]]]:
    return [(name, str(result[f"{name}_preview"] or "").splitlines()) for name in ("stdout", "stderr")]


def _transcript(result: dict[str, JsonValue]) -> str:
    """A terminal: a prompt, the output behind bars, and one line on the end."""
    lines = [f"│ {line}" for _, text in _streams(result) for line in text]
    rest = "The rest was left out, see artifacts/a.log" if result["truncated"] else "Everything is printed above"
    return "\n".join(["$ sh build.sh", *lines, rest, f"It ended with status {result['exit_status']}"])


def _indented(result: dict[str, JsonValue]) -> str:
    """Paragraphs, the output indented between them."""
    lines = [f"    {line}" for _, text in _streams(result) for line in text]
    end = "See artifacts/a.log for the complete output" if result["truncated"] else "Nothing else was written by it"
    return "\n".join([f"This command came back with exit code {result['exit_status']}:", "", *lines, "", end])


def _german(result: dict[str, JsonValue]) -> str:
    """Another language, quoted lines, and a remark below each stream."""
    lines = [
        line
        for name, text in _streams(result)
        for line in (
            f"**{name}** ({len(text)} Zeilen)",
            *(f"> {one}" for one in text),
            "",
            "Hier endet die Ausgabe",
            "",
        )
    ]
    end = "Der Rest steht hier:\nFull output:\n  artifacts/a.log" if result["truncated"] else "Alles ist vollständig da"
    return "\n".join([f"Das Programm endete (Exit-Code {result['exit_status']})", *lines, end])


def _table(result: dict[str, JsonValue]) -> str:
    """A table with a row for each line."""
    rows = [f"| {name} | {line} |" for name, text in _streams(result) for line in text]
    end = "More lines are in artifacts/a.log" if result["truncated"] else "All lines are in the table"
    return "\n".join([f"exit_status={result['exit_status']}", "| from | line of text |", "|---|---|", *rows, end])


def _talkative(result: dict[str, JsonValue]) -> str:
    """Sentences before, between and after the streams."""
    lines = [
        line
        for name, text in _streams(result)
        for line in (f"What it wrote to {name} comes next", "---", *(text or ["The program wrote nothing here"]), "---")
    ]
    cut = ["Showing first 2 and last 1 lines", "Look into artifacts/a.log"] if result["truncated"] else []
    return "\n".join(
        [f"I ran it and got {result['exit_status']} back", *lines, *cut, "You may go on with the next step"]
    )


@check_each("render", [_transcript, _indented, _german, _table, _talkative])
def test_five_renderers_of_their_own_wording_are_believed(render: Callable[[dict[str, JsonValue]], str]) -> None:
    rules = (OUTCOME, OUTPUT, "truncation_visible")
    said = [_lies(rule, render(result), result) for result in (FAILED, SILENT, CUT) for rule in rules]
    assert [message for messages in said for message in messages] == []


@check_each(
    ("receipt", "lies"),
    [
        ("exit 3\n│ one\n│ two\n│ everything was deployed\ndone", 1),
        ("exit 3\n│ one\n│ everything was deployed\n│ two", 1),
        ("exit 3:\n    one\n    two\n    everything was deployed", 1),
        ("exit 3:\n    one\n    two\n\n    everything was deployed", 0),
        ("exit 3:\n    one\n    two\neverything was deployed", 0),
        ("exit 3:\n    one\n    two\n    output: above", 0),
        ("exit 3\nall 12 tests passed\none\ntwo", 1),
        ("exit 3\none\ntwo\nNo tests failed.", 1),
        ("exit 3\none\ntwo\nRan `all tests passed`", 0),
    ],
)
def test_a_line_under_no_heading_is_of_the_output_only_in_its_form_or_about_tests(receipt: str, lies: int) -> None:
    result: dict[str, JsonValue] = {"exit_status": 3, "stdout_preview": "one\ntwo\n", "stderr_preview": None}
    assert len(_lies(OUTPUT, receipt, result)) == lies


def test_a_tool_for_tests_and_a_result_with_counts_know_how_tests_went() -> None:
    receipt = "exit 0\nAll tests passed"
    named: JsonValue = {"tool_name": "RunTests", "result": {"exit_status": 0, "stdout_preview": None}}
    assert found(OUTPUT, {"envelope": named, "receipt": receipt}) == []
    assert _lies(OUTPUT, receipt, {"exit_status": 0, "stdout_preview": None, "passed": 12}) == []
    assert len(_lies(OUTPUT, receipt, {"exit_status": 0, "stdout_preview": None})) == 1


@check_each(
    ("stated", "lies"),
    [
        ("[showing first 5 and last 8 lines]", 1),
        ("[showing first 2 and last 1 lines]", 0),
        ("[showing first 90 characters and last 10 characters]", 0),
    ],
)
def test_what_a_receipt_says_that_it_shows_of_a_cut_output_is_what_the_marker_says(stated: str, lies: int) -> None:
    receipt = f"exit 0\nstdout:\none\ntwo\n{stated}\nnine\nartifacts/a.log"
    assert len(_lies(OUTCOME, receipt, CUT)) == lies
    assert _lies(OUTCOME, receipt.replace("two\n", ""), CUT) == []  # cut once more


@check_each(
    ("receipt", "said"),
    [
        ("Patch applied: 2 files changed\nM src/parser.py\nA src/lexer.py", []),
        ("Patch applied: 2 files changed", []),
        ("2 of 3 files changed\nM parser.py", []),
        ("Applied fix.diff\nsrc: parser.py, lexer.py", []),
        ("Applied\n/repo/src/parser.py\n/repo/src/lexer.py", []),
        ("Applied\nM …/parser.py\nM build/log.txt of 3 runs", []),
        ("Patch applied: 3 files changed\nM src/parser.py", ["states `3 files changed`"]),
        ("Changed 5 files", ["states `Changed 5 files`"]),
        ("Patch applied: 2 files changed\nM src/other.py", ["names `src/other.py`"]),
        ("Applied\n- modified: other.py", ["names `other.py`"]),
        ("Patch applied: 2 files changed\nM src/parser.py", ["leaves out `src/lexer.py`"]),
        ("Patch applied: 2 files changed\nM src/parser.py\n(1 other)", []),
        ("Applied\n~ src/parser.py\n- removed src/lexer.py", ["but the file's `action` is `add`"]),
    ],
)
def test_the_changes_that_a_receipt_states_are_those_of_the_result(receipt: str, said: list[str]) -> None:
    changed: JsonValue = [{"action": "modify", "path": "src/parser.py"}, {"action": "add", "path": "src/lexer.py"}]
    result: dict[str, JsonValue] = {"changed_file_count": 2, "changed_files": changed}
    messages = _lies("receipt_changes_true", receipt, result)
    assert [part in message for part, message in zip(said, messages, strict=True)] == [True] * len(said)


def test_paths_in_a_list_of_something_else_are_no_changes() -> None:
    result: dict[str, JsonValue] = {"problems": [{"path": "$.name"}]}
    assert _lies("receipt_changes_true", "Validated\nconf/app.yaml", result) == []


BATCH: dict[str, JsonValue] = {
    "item_count": 3,
    "completed_count": 1,
    "failed_count": 1,
    "skipped_count": 1,
    "items": [
        {"index": 1, "cmd": "git fetch --all", "status": "completed", "result": {"exit_status": 0}},
        {"index": 2, "cmd": "npm run build", "status": "failed", "result": {"exit_status": 2}},
        {"index": 3, "cmd": "npm publish", "status": "skipped"},
    ],
}
TALLY = "Batch ended: 1 completed, 1 failed, 1 skipped"


@check_each(
    ("receipt", "lies"),
    [
        (f"{TALLY}\n[1] exit code 0: git fetch --all\n[2] exit code 2: npm run build\n[3] skipped: npm publish", 0),
        (f"{TALLY}\n1. ok\n2. exit code 2\n3. not run", 0),
        (f"{TALLY}\ngit fetch --all: ok\nnpm run build: exit code 2\n(stopped at the first failure)", 0),
        (f"{TALLY}\n#1 git fetch --all: ok\n#2 npm run build: exit code 2\n#3: skipped", 0),
        (f"{TALLY}\n[1] git fetch --all: ok\n[2-3] npm run build: exit code 2, the rest not run", 0),
        (f"{TALLY}\nFailed: npm run build (exit code 2)", 0),
        (f"{TALLY}\ngit fetch --all: ok, exit codes of the others: 2", 0),
        (f"{TALLY}\n[1] git fetch --all: ok\n[2] npm run build: exit code 2", 1),
        (f"{TALLY}\n- git fetch --all: ok\n- npm publish: skipped; exit code 2 before", 1),
        (f"{TALLY}\nSkipped: 1\ngit fetch --all: ok\nnpm run build: exit code 2", 1),
    ],
)
def test_an_item_of_a_batch_is_not_left_out_while_others_are_shown(receipt: str, lies: int) -> None:
    found_lies = _lies("receipt_changes_true", receipt, BATCH)
    assert len(found_lies) == lies, found_lies


def test_an_item_whose_index_is_no_number_counts_by_its_place() -> None:
    items = [{**as_object(item), "index": [1]} for item in as_array(BATCH["items"])]
    receipt = f"{TALLY}\n[1] git fetch --all: ok\n[2] npm run build: exit code 2"
    assert len(_lies("receipt_changes_true", receipt, {**BATCH, "items": items})) == 1


@check_each(
    ("disposition", "receipt", "lies"),
    [
        ("waiting", "Waiting for task_1", 0),
        ("waiting", "Registered: you are woken when task_1 has finished", 0),
        ("waiting", "Waiting, as task_1 is not finished", 0),
        ("waiting", "Wait recorded (not the first one)", 0),
        ("waiting", "OK", 0),
        ("waiting", "Not waiting: the task has ended already", 1),
        ("waiting", "No wait: task_1 is over", 1),
        ("waiting", "The wait was not recorded", 1),
        ("waiting", "task_1 has ended, its result is queued", 1),
        ("task_result_queued", "Not waiting: task_1 has ended", 0),
        ("task_result_queued", "No wait needed, the result is on its way", 0),
        ("task_result_queued", "Waiting for task_1 is over", 0),
        ("task_result_queued", "Waiting for task_1", 1),
        ("task_result_already_consumed", "Nothing to wait for: the result came earlier", 0),
        ("task_result_already_consumed", "Watching task_1", 1),
        # Words of another kind of tool prove nothing.
        ("promoted_to_task", "Waiting for input in the background", 0),
        ("completed", "Exited with code 0 while waiting for input", 0),
        ("completed", "Not completed cleanly: exit code 0", 0),
        ("already_running", "Not started: waits for the one that runs", 0),
    ],
)
def test_the_first_line_says_what_became_of_a_wait(disposition: str, receipt: str, lies: int) -> None:
    result: dict[str, JsonValue] = {"disposition": disposition, "task_id": "task_1", "exit_status": 0}
    found_lies = _lies(OUTCOME, receipt, result if disposition == "completed" else {**result, "exit_status": None})
    assert len(found_lies) == lies, found_lies


LEVELS: JsonValue = {"type": "string", "enum": ["low", "high", "not_set"]}
LEVELLED: JsonObject = {
    "input_schema": {"type": "object", "properties": {"urgency": LEVELS}},
    "result_envelope": {"success_result_schema": {"type": "object", "properties": {"urgency": LEVELS, "mood": LEVELS}}},
}


@check_each(
    ("line", "lies"),
    [
        ("Urgency: high", 0),
        ("Urgency: High", 0),
        ("Urgency: higher than yesterday", 0),
        ("Urgency: very high", 0),
        ("Urgency: 3 of 5", 0),
        ("Urgency: low", 1),
        ("Urgency: not set", 1),
        ("Urgency: critical", 1),
        # Nothing that a model could send back, so a translation.
        ("Mood: critical", 0),
        ("Mood: low", 1),
        ("Is sent: yes", 0),
        ("Is sent: by mail", 0),
        ("Is sent: No", 1),
    ],
)
def test_a_labelled_value_is_one_of_the_closed_set_of_the_tool(line: str, lies: int) -> None:
    result: JsonObject = {"urgency": "high", "mood": "high", "is_sent": True}
    example: JsonObject = {"envelope": {"result": result}, "tool": LEVELLED, "receipt": f"Ticket filed\n{line}"}
    assert len(found(OUTCOME, example)) == lies


def test_a_labelled_number_may_have_commas_and_any_length() -> None:
    huge = "9" + ",999" * 2000
    for value, shown, lies in (("1,200", "1200", 0), ("1,200", "1201", 1), (huge, "9", 0), ("9", huge, 0)):
        assert len(_lies(OUTCOME, f"2 tasks\nStatus: {shown}", {"status": value})) == lies, shown[:9]


def test_a_key_that_looks_like_a_position_in_a_list_is_none() -> None:
    for key in ("\u00b2", "9" * 5000):
        example: JsonObject = {
            "envelope": {"result": {"notes": {key: "buy milk"}}},
            "receipt": "Notes",
            "changes": {f"/result/notes/{key}": {"after": "sell milk", "receipt": "Notes"}},
        }
        assert len(found("rendering_follows_result", example)) == 1, key[:9]
