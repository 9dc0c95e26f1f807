"""Texts, counts, marks and items that a receipt states are those of its result; what only looks like it is believed."""

from conformance.documents.values import JsonObject, JsonValue
from tests.cases import check_each
from tests.rules.judging import found, success

VALUES, CHANGES, OUTCOME, OUTPUT = (
    "receipt_values_true",
    "receipt_changes_true",
    "receipt_outcome_true",
    "receipt_output_true",
)
PLACE: JsonObject = {
    "workspace_anchor": "/projects/app",
    "execution_root_id": "root_3",
    "execution_root": "/projects/app-trees/parser",
    "cwd": "/projects/app-trees/parser/src",
}
PAGE: JsonObject = {"url": "https://example.org/a/commas", "final_url": "https://example.org/a/new"}
NOTES: JsonObject = {
    "results": [{"source_ref": "work_item:wi_12:report", "title": "The first attempt"}, {"title": "b"}]
}
TASKS: JsonObject = {
    "tasks": [
        {"task_id": "task_1", "status": "running", "subtasks": ["a", "b"], "summary": "review the parser"},
        {"task_id": "task_2", "status": "completed", "subtasks": ["c", "d", "e"], "summary": "run tests"},
        {"task_id": "task_3", "status": "completed", "subtasks": [], "summary": "publish"},
    ]
}
BATCH: JsonObject = {
    "items": [
        {"cmd": "make lint", "status": "completed", "result": {"exit_status": 0}},
        {"cmd": "sleep 60", "status": "failed", "error": {"kind": "timed_out", "message": "ended after 1 s"}},
    ]
}
FLAGS: JsonObject = {"todos": [{"text": "Buy milk", "done": True}, {"text": "Call Bob", "done": False}]}
TODO: JsonObject = {
    "todo_list": [
        {"text": "write a test", "state": "completed"},
        {"text": "fix it", "state": "in_progress"},
        {"text": "tell others", "state": "pending"},
    ]
}
CONSUMED: JsonObject = {"disposition": "task_result_already_consumed"}
QUEUED: JsonObject = {"disposition": "task_result_queued"}
# Without a letter or digit; and an id that is a part of another one, which has to be escaped.
SYMBOLS: JsonObject = {"todo_list": [{"text": "><", "state": "in_progress"}, {"text": "fix it", "state": "pending"}]}
ESCAPED: JsonObject = {
    "tasks": [{"task_id": "7\x16\xa0b", "status": "queued"}, {"task_id": "b", "status": "failed"}],
}
JOB: JsonObject = {"job_id": "job_83", "stdout_preview": "", "truncated": False, "artifacts": []}
CUT: JsonObject = {"artifacts": [{"path": "a/1.log"}], "stdout_artifact": 0}
ENTRIES: JsonObject = {"entries": [{"id": "e_1", "title": "Milk"}, {"id": "e_2", "title": "Bread"}]}
FILES: JsonObject = {"changed_paths": ["a/x.rs", "a/y.rs"]}
STREAMS: JsonObject = {"exit_status": 0, "stdout_preview": "built all of it", "stderr_preview": "1 thing was odd"}

STAGES: dict[str, JsonValue] = {
    "build_id": 12,
    "status": "failed",
    "stages": [{"name": "build", "status": "completed"}, {"name": "test", "status": "failed"}],
}
REHEARSED: dict[str, JsonValue] = {"dry_run": True, "changed_file_count": 3}


@check_each(
    ("rule", "result", "receipt", "says"),
    [
        (VALUES, NOTES, "Results found: 3", "`results` has 2"),
        (VALUES, {**NOTES, "total_count": 2}, "Results (open): 3", "`results` has 2"),
        (VALUES, NOTES, "No results found", "`results` has 2"),
        (CHANGES, NOTES, "Found 3 results:\nThe first attempt\nb", "states `Found 3 results`, but `results` has 2"),
        (CHANGES, {**NOTES, "total_count": 2}, "Found 1 result for commas", "`results` has 2"),
        (VALUES, NOTES, "3 results found", "`results` has 2"),
        (CHANGES, TASKS, "Listed 2 tasks", "`tasks` has 3"),
        (OUTCOME, {"results": []}, "Results: 1", "`results` is 0"),
        (CHANGES, STAGES, "Build 12 (failed)\n- build (failed)\n- test (failed)", "the item's state is `completed`"),
        (VALUES, {"text": "Do not delete the old log"}, "Text: Do delete the old log", "`text` is"),
        (OUTCOME, {"priority": "low"}, "Saved\nPriority: high", "`priority` is low"),
        (CHANGES, REHEARSED, "Would change 2 files", "`changed_file_count` is 3"),
        (CHANGES, REHEARSED, "2 files would be changed", "`changed_file_count` is 3"),
        (VALUES, NOTES, "Source ref: work_item:wi_21:report", "`source_ref` is `work_item:wi_12:report`"),
        (VALUES, NOTES, "Title: The second attempt", "`title` is `The first attempt`"),
        (VALUES, PLACE, "Current directory: /projects/app", "`cwd` is"),
        (VALUES, PLACE, "Execution root: /projects/app", "`execution_root` is"),
        (VALUES, {"url": "https://example.org/a"}, "URL: https://example.org/b", "`url` is"),
        (VALUES, {"follow_up_text": "Read the log, then go on."}, "Text: Read the log, then do not go on.", "`follow_"),
        (VALUES, TODO, "[x] write a test\n[~] fix it\n[x] tell others", "`[x] tell others`, but the state"),
        (VALUES, TODO, "[ ] write a test\n[~] fix it\n[ ] tell others", "`[ ] write a test`, but the state"),
        (VALUES, TODO, "[x] write a test\n[~] fix it", "leaves out the entry `tell others`"),
        (VALUES, FLAGS, "[x] Buy milk\n[x] Call Bob", "`[x] Call Bob`, but the state of the entry is not done"),
        (VALUES, FLAGS, "[ ] Buy milk\n[ ] Call Bob", "`[ ] Buy milk`, but the state of the entry is done"),
        (VALUES, {"warnings": ["the disk is full"]}, "Saved with warnings", "none of the warnings"),
        (VALUES, {"diagnostics": [{"kind": "odd_hunk", "message": "3 lines"}]}, "Diagnostics: see", "none of the diag"),
        (OUTCOME, BATCH, "make lint: exit code 3\nsleep 60: timed_out", "states exit code `3`"),
        (CHANGES, BATCH, "make lint [failed]\nsleep 60: timed_out", "state is `completed`"),
        (CHANGES, BATCH, "make lint: done\nsleep 60: failed", "does not show the error of `sleep 60`"),
        (CHANGES, TASKS, "- task_1 [failed]", "state is `running`"),
        (OUTCOME, CONSUMED, "Not waiting: it has ended, its result is queued", "states `queued`"),
        (OUTCOME, QUEUED, "Not waiting: its result was delivered", "states `was delivered`"),
        (
            VALUES,
            JOB,
            "Started job_83\nOutput truncated: the full text is in the artifact",
            "the result has no artifact",
        ),
        (VALUES, JOB, "Started job_83\nArtifact: artifacts/none.txt", "names the artifact `artifacts/none.txt`"),
        (VALUES, JOB, "Job job_83 started\nJob: job_99", "`job_id` is `job_83`"),
        (VALUES, CUT, "Cut\nstdout artifact: a/2.log\nfull: a/1.log", "names the artifact `a/2.log`"),
        (
            VALUES,
            ENTRIES,
            "Found 2 entries\ne_1: Milk\ne_2: Bread\ne_9: Butter",
            "lists `e_9`, which is not one of the 2",
        ),
        (OUTCOME, JOB, "Started job_83\nOutput truncated: see the log", "`truncated` is false"),
        (CHANGES, FILES, "Changed three files\n- a/x.rs\n- a/y.rs", "`changed_paths` has 2"),
        (CHANGES, FILES, "Files changed\n- a/x.rs\n- and 3 more", "leaves out 1 of `changed_paths`"),
        (OUTPUT, STREAMS, "Code 0\nMessages:\n1 thing was odd\nProblems:\nbuilt all of it", "another stream"),
    ],
)
def test_what_the_result_does_not_have_is_found(rule: str, result: JsonObject, receipt: str, says: str) -> None:
    messages = [one.message for one in found(rule, success(receipt, **result))]
    assert len(messages) == 1, messages
    assert says in messages[0]


@check_each(
    ("result", "receipt"),
    [
        (NOTES, "Results: 2\nSource: work_item:wi_12:report\nTitle: The first..."),
        ({**NOTES, "truncated": True}, "Results found: 40"),
        ({**NOTES, "total_count": 40}, "Results found: 40"),
        ({"priority": "low"}, "Saved\nPriority: lowest\nPriority: unknown"),
        ({"tasks": [{"priority": "low"}]}, "Priority: high\n(none)\nPriority: low\n1 task"),
        (REHEARSED, "Would change 3 files"),
        ({"changed_file_count": 3}, "Would change 2 files if they were writable"),
        (NOTES, "Titles: 2\nResult pages: 7\nCharacters: 300"),
        # What a list is counted by: a state, all subtasks, two states.
        (TASKS, "Running tasks: 1\nTasks: 3"),
        (TASKS, "Tasks listed: 2"),
        (TASKS, "Found 3 tasks, 2 completed\n2 tasks completed"),
        ({"matches": [{"file": "a", "lines": [1, 2]}, {"file": "b", "lines": [7]}]}, "Found 3 matches for 'commas'"),
        ({**NOTES, "next_cursor": "p2"}, "Found 10 results"),
        (TASKS, "Subtasks: 5\nNo failed tasks"),
        (TASKS, "- task_1 [running] (review the parser)\n- task_2 [completed, after task_1 (failed once)]"),
        (PLACE, "Current directory: src\nExecution root: ~/app-trees/parser\nAnchor: app"),
        (PLACE, "Root: /projects/app\nDirectory: /projects/app-trees/parser/src/"),
        (PAGE, "URL: https://example.org/a/new"),
        ({"url": "https://api.example.org/repos/a/issues/3"}, "URL: https://example.org/a/issues/3"),
        ({"updated_at": "2026-01-01T10:00:00Z"}, "Updated at: 2026-01-01 11:00"),
        ({"reason": "the build has to end first"}, "Reason: the build has to"),
        ({"reason": "the build has to end first"}, "Reason: not stated"),
        ({"message": "Saved the file as a.txt"}, "Message: 24 characters"),
        ({"title": "Bug in parser", "body": "It fails"}, "Title: **Bug in parser**\nBody: It fails"),
        (TODO, "[x] write a test\n[ ] fix it\n[ ] tell others"),
        (TODO, "[~] fix it\n[ ] tell others"),
        (TODO, "[x] write a test\n... and 2 more"),
        (FLAGS, "- [x] Buy milk\n- [ ] Call Bob"),
        (FLAGS, "Before:\n[ ] Buy milk\nAfter:\n[x] Buy milk"),
        (FLAGS, "[+] Buy milk\n[x] Call Bob"),
        (FLAGS, "1 of 2 is done\n[x] Buy milk"),
        (SYMBOLS, "[ ] fix it"),
        (ESCAPED, "- 7\\x16\xa0b [queued]"),
        ({"warnings": ["the disk is full", "the key is old"]}, "Saved with 2 warnings"),
        ({"warnings": ["the disk is full", "the key is old"]}, "Saved. Beware: the disk is full"),
        ({"warnings": []}, "Saved"),
        (JOB, "Started job_83\nArtifact: none\nThe full text is not in an artifact\nOutput truncated: no"),
        (JOB, "Started job_83\nTask: task_9\nJob: nightly\nJob: ...83"),
        (JOB, "Restarted\nJob: job_82\nNew job id: job_83\nJob id: job_83"),
        (CUT, "Cut\nstdout artifact: /srv/a/1.log\nSee the artifact for the rest"),
        (ENTRIES, "Found 2 entries\n- e_1 Milk\n- e_2 Bread\n- e_9 is missing\n- see e_7\n* e_8 is next"),
        ({**ENTRIES, "next_cursor": "c"}, "Found\n- e_1 Milk\n- e_2 Bread\n- e_9 Butter"),
        ({**ENTRIES, "removed_ids": ["e_9"]}, "Found\n- e_1 Milk\n- e_2 Bread\n- e_9 (removed)"),
        (FILES, "Changed two files\n- a/x.rs\n- a/y.rs"),
        (FILES, "Files changed\n- a/x.rs\n- and 1 more"),
        (FILES, "Files changed: 2\n... and 2 more"),
        (FILES, "Files changed\n- a/x.rs\n- a/y.rs\nWarnings\n- odd hunk\n- and 3 more"),
        (JOB, "Started job_83\nComplete the upload to get an artifact"),
        ({**JOB, "truncated": True}, "Started job_83\nstdout complete; stderr truncated"),
        (BATCH, "make lint: exit code 0 (completed)\nsleep 60: timed_out (was exit code 0 before)"),
        (BATCH, "1 of 2 failed"),
        (CONSUMED, "Not waiting: the queued result was delivered already"),
        (QUEUED, "Not waiting: the task has ended, its result is queued and will be delivered"),
        (STREAMS, "Code 0\nMessages:\nbuilt all of it\nProblems:\n1 thing was odd"),
        (STAGES, "Build 12 (failed)\n- build (completed)\n- test (failed)"),
        ({**STAGES, "build_id": "build 12"}, "Build 12 (failed)\n2 stages"),
        *(
            ({**more, key: value}, f"Read\n{key.capitalize()}: {shown}")
            for key, value, shown, more in (
                ("date", "Wed, 27 May 2026 10:00:00 +0200", "May 27, 2026", {}),
                ("price", "12.50 EUR", "EUR 12.50", {}),
                ("version", "Python 3.11", "3.11 (Python)", {}),
                ("location", "Bonn, NRW, Germany", "Bonn, Germany", {}),
                ("note", "1234 items left in stock", "1,234 items left in stock", {}),
                ("title", "Q&amp;A for beginners", "Q&A for beginners", {}),
                ("title", "Cafe\u0301 de Paris", "Caf\u00e9 de Paris", {}),
                ("url", "https://a.example/K%C3%B6ln", "https://a.example/K\u00f6ln", {}),
                ("url", "https://a.example/rest/10001", "https://a.example/browse/PROJ-5", {"key": "PROJ-5"}),
                ("image", "ghcr.io/acme/app@sha256:0a1b2c", "ghcr.io/acme/app:1.3", {"tag": "1.3"}),
                ("text", "Hi @U123 please review", "Hi @ada please review", {"mentions": ["ada"]}),
            )
        ),
        ({"subtasks": [{"id": "P-11"}, {"id": "P-12"}]}, "P-10 has 2 subtasks:\nP-11 Parser\nP-12 Lexer"),
        ({"exit_code": 0, "version": "2.0rc1"}, "Published version 2.0 rc 1."),
        ({"exit_code": 0}, "Deployed\nHealth check completed with status 200."),
        ({"attempts": 3}, "Failed to connect twice, then connected at the third attempt."),
        ({"rmse": 0.02}, "Error: 0.02 (RMSE)"),
        ({"completed_count": 3, "failed_count": 0, "batch": 7}, "Batch 7 completed, 0 failed"),
        ({"hosts": [{"name": "web", "error": "none"}, {"name": "db", "error": "none"}]}, "2 hosts: web, db"),
        ({"created_files": ["README.md", "src/a.py"]}, "Created 2 files:\nREADME.md\nsrc/\n  a.py"),
        ({"changed_files": [{"path": "a.py", "action": "overwritten"}]}, "Done\nM a.py"),
        ({"matches": ["a.py:3: x", "a.py:9: x", "b.py:1: x"]}, "Found 2 results with matches:\na.py:3: x"),
        ({"days": [{"slots": [{"results": ["A", "B"]}]}]}, "Found 2 results:\nA, B"),
    ],
)
def test_what_says_the_same_in_another_form_is_believed(result: dict[str, JsonValue], receipt: str) -> None:
    rules = (VALUES, CHANGES, OUTCOME, OUTPUT)
    assert [one.message for rule in rules for one in found(rule, success(receipt, **result))] == []


@check_each(
    ("field", "shown", "is_true"),
    [
        (45.5, "54.5", False),
        (5.25, "5.5", False),
        (45.5, "54", False),
        (45, "54.5", False),
        (45, "54%", False),
        (5.25, "$5.75", False),
        (45.5, "45.50", True),
        (45.456, "45.5", True),
        (45.5, "45", True),
        (45.5, "46", True),
        (0.455, "45.5%", True),
        (1, "100%", True),
        (1234.5, "1,234.5", True),
        (45.5, "about half", True),
        (12345.0, "12.3 kB", True),
    ],
)
def test_a_labelled_number_is_that_of_the_result_as_far_as_its_digits_go(
    field: JsonValue, shown: str, is_true: bool
) -> None:
    wrong = found(OUTCOME, success(f"Report read\nShare: {shown}", share=field))
    assert [one.pointer for one in wrong] == ([] if is_true else ["/result/share"])


def test_what_the_call_was_about_may_be_named_beside_the_items_of_its_result() -> None:
    told = success("2 tasks\n- T-2 B\n- T-3 C\n- T-1 waits for both", tasks=[{"id": "T-2"}, {"id": "T-3"}])
    assert len(found(VALUES, told)) == 1
    assert found(VALUES, {**told, "kept": {"input": {"task": "T-1"}}}) == []
