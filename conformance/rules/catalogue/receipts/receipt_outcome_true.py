"""The outcome that a receipt states is that of its result.

The model acts on the receipt alone: "exited with code 0" for a failed build, or "exited" for a command that still runs
in the background, makes it continue on a false basis. A status other than 0 has to be shown.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonObject, is_integer
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._claimed_failures import claimed_failures
from conformance.rules.catalogue.receipts._claimed_whole import claimed_whole_problems
from conformance.rules.catalogue.receipts._dispositions import disposition_problems
from conformance.rules.catalogue.receipts._http_statuses import OTHER_STATUS, http_status_problems
from conformance.rules.catalogue.receipts._labels import label_problems
from conformance.rules.catalogue.receipts._silent_cuts import silent_cut_problems
from conformance.rules.catalogue.receipts._undone_acts import undone_act_problems
from conformance.rules.examples import closed_object
from conformance.rules.scopes import RECEIPT, BadExample, Kind
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EXIT_CODES
from conformance.systems.surface.previews import Counts, flags, previews, stated_counts
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import Statements, statements_of

# "Output truncated" and "Output was not truncated", with nothing else in the line.
_OUTPUT = r"\W*(?:the )?(?:(?:command )?output|std(?:out|err))"
_SAYS_CUT = LazyPattern(rf"{_OUTPUT}(?: (?:was|is|has been))? (?:truncated|cut|shortened)\W*", re.IGNORECASE)
_SAYS_WHOLE = LazyPattern(
    rf"{_OUTPUT}(?: (?:was|is|has been))? (?:(?:not|never) (?:truncated|cut|shortened)|complete|whole)\W*",
    re.IGNORECASE,
)
# "Output truncated: the full text is in ...", but not "Output truncated: no".
_REMARK = LazyPattern(r"(?<=[a-z])[:;,] ?(?!\W*(?:no|not|none|never|false|0)\b)\w.*", re.IGNORECASE)
# So many lines of an output are looked for, and the exit codes of so many objects of a result.
_MOST_LINES, _MOST_LEVELS = 500, 200


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each outcome that the receipt misstates or hides."""
    if record.is_failure(profile):
        return
    statements = statements_of(record)
    codes = list(_codes(record))
    wrong_code = next(_code_problems(statements, codes), None)
    if wrong_code:
        yield wrong_code
    yield from disposition_problems(record, profile, is_code_wrong=wrong_code is not None)
    if not wrong_code:
        yield from claimed_failures(record, profile, statements, codes)
        yield from _cut_problems(record, statements)
        claimed = list(claimed_whole_problems(statements))
        yield from claimed or silent_cut_problems(record, statements)
        yield from _count_problems(record, statements)
        yield from _hidden_problems(record, statements)
        yield from label_problems(record, statements, profile)
        yield from http_status_problems(record, statements)
        yield from undone_act_problems(record, statements)


def _codes(record: ReceiptRecord) -> Iterator[tuple[str, int | None]]:
    """Yield the pointer and the value of every exit status of the result, ``None`` where a signal ended the command."""
    for level in record.record.levels:
        for key in EXIT_CODES:
            value = level.members.get(key, "")
            if value is None or is_integer(value):
                yield child(level.pointer, key), value


def _code_problems(statements: Statements, codes: list[tuple[str, int | None]]) -> Iterator[Problem]:
    known = {value for _, value in codes}
    if not codes and not any("disposition" in level.members for level in statements.record.record.levels):
        return
    found = list(statements.exit_codes)
    if any(stated in known for stated, _ in found):
        # "exit code 0 (before: exit code 1)"
        found = [(stated, line) for stated, line in found if not OTHER_STATUS.search(line)]
    for stated, line in found:
        if stated not in known and (stated == 0 or known != {None}):
            actual = ", ".join(f"`{value}`" for _, value in codes[:3] if value is not None)
            truth = f"the result's is {actual}" if actual else "the result has none"
            pointer = codes[0][0] if codes else ""
            source = f"{code_text(split(pointer)[-1])} of the result" if pointer else "the result"
            hint = f"derive the line from {source} that is rendered"
            message = f"receipt states exit code `{stated}`, but {truth}"
            yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="exit_code")


def _hidden_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    has_previews = any(key.endswith("_preview") for level in record.record.levels[:1] for key in level.members)
    states = cache(statements.states_number)
    for level in record.record.levels[:_MOST_LEVELS]:
        # The exit status of one task counts like that of a command; those of a list of tasks need not all be shown.
        is_task = len(split(level.pointer)) == 2 and any(key in level.members for key in ("status", "state"))
        is_command = "disposition" in level.members or level.pointer == "/result" or is_task or has_previews
        for key in EXIT_CODES:
            code = level.members.get(key)
            if is_command and isinstance(code, int) and code and not (states(code) or _names_signal(code, record)):
                hint = f"print it in the first line, as in `Process exited with code {code}`"
                yield Problem(
                    f"receipt does not show {code_text(key)}, which is `{code}`",
                    hint,
                    child(level.pointer, key),
                    kind="exit_code",
                )


def _names_signal(code: int, record: ReceiptRecord) -> bool:
    """Say whether a receipt names the signal that ended a process, which Python's own exit codes state as -9."""
    return code < 0 and re.search(rf"\bSIG[A-Z]{{3,6}}\b|\bsignal {-code}\b", record.receipt) is not None


def _cut_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for a line that says that the output was cut, or was not, where every flag says otherwise."""
    found = [(child(level.pointer, flag.key), flag, level) for level in record.record.levels for flag in flags(level)]
    values = {flag.value for _, flag, _ in found if isinstance(flag.value, bool)}
    if len(values) != 1 or len(found) != sum(isinstance(flag.value, bool) for _, flag, _ in found):
        return
    is_cut = values.pop()
    pattern = _SAYS_WHOLE if is_cut else _SAYS_CUT
    candidates = ((line, line if is_cut else _REMARK.sub("", line)) for line in statements.unquoted_lines)
    line = next((line for line, text in candidates if pattern.fullmatch(text)), None)
    # A renderer may itself cut what the result has whole.
    texts = [text for _, flag, _ in found for _, text in flag.previews]
    lines = list(islice((one for text in texts for one in text.splitlines() if one.strip()), _MOST_LINES + 1))
    if line is not None and (is_cut or (len(lines) <= _MOST_LINES and all(map(statements.shows, lines)))):
        pointer, flag, _ = found[0]
        message = f"receipt states {code_text(line.strip(), 80)}, but `{flag.key}` is {str(is_cut).lower()}"
        hint = "derive the line from the flag of the result that is rendered"
        yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="field")


def _count_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for a line that says how many lines are shown, in other numbers than the marker of the result."""
    levels = record.record.levels
    texts = [(child(level.pointer, key), text) for level in levels for key, text in previews(level).items()]
    marked = [(pointer, counts) for pointer, text in texts for counts in stated_counts(text)]
    # A renderer may cut the outputs once more, and then counts what it shows itself.
    if len(marked) != 1 or not _has_all_lines(record.receipt, [text for _, text in texts]):
        return
    pointer, truth = marked[0]
    for line in statements.unquoted_lines:
        for counts in stated_counts(line):
            if counts != truth and {counts.first_unit, counts.last_unit, truth.first_unit, truth.last_unit} == {
                "lines"
            }:
                message = f"receipt states {code_text(line.strip(), 80)}, but the preview's marker {_describe(truth)}"
                hint = "print the marker of the preview as it is"
                yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="field")


def _has_all_lines(receipt: str, texts: Sequence[str]) -> bool:
    """Whether a receipt has each line of all outputs, blank ones too, as often as they do; only markers may differ."""
    wanted = Counter(line.strip() for text in texts for line in text.splitlines() if not any(stated_counts(line)))
    shown = Counter(line.strip() for line in receipt.splitlines())
    return all(shown[line] >= count for line, count in wanted.items() if line not in ("...", "…"))


def _describe(counts: Counts) -> str:
    return f"says first {counts.first} and last {counts.last} {counts.last_unit}"


# A tool that takes a word of a closed set, and returns it.
_PRIORITY: JsonObject = {"type": "string", "enum": ["next", "normal", "background"]}
_QUEUE: JsonObject = {
    "input_schema": closed_object(priority=_PRIORITY),
    "result_envelope": {"success_result_schema": {"type": "object", "properties": {"priority": _PRIORITY}}},
}
_FAILED: JsonObject = {"status": "failed"}

RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#prefer-textual-receipts-for-command-family-rendering",
    kinds=(Kind("exit_code"), Kind("disposition"), Kind("field")),
    good=(
        {
            "envelope": {"result": {"disposition": "completed", "exit_status": 3, "stdout_preview": "exit code 0"}},
            "receipt": "Process exited with code 3\nstdout:\nexit code 0",
        },
        {
            "envelope": {
                "result": {"items": [{"result": {"disposition": "completed", "exit_status": 0}}, {"exit_status": 101}]}
            },
            "receipt": "1 of 2 commands failed\n[1] exit=0\n[2] exit=101",
        },
        {
            "envelope": {"result": {"disposition": "promoted_to_task", "task_handle": {"task_id": "task_1"}}},
            "receipt": "Still running in the background (task_1)",
        },
        {
            "envelope": {"result": {"disposition": "promoted_to_task", "task_handle": {"task_id": "task_1"}}},
            "receipt": "Task task_1 started. When it has finished, ask for its output",
        },
        {
            "envelope": {"result": {"disposition": "completed", "exit_status": 3, "truncated": False}},
            "receipt": "Command failed with exit code 3\nOutput not truncated",
        },
        {"envelope": {"result": {"disposition": "waiting"}}, "receipt": "Waiting: task_1 has not ended"},
        {"envelope": {"result": {"disposition": "task_result_queued"}}, "receipt": "Not waiting: task_1 has ended"},
        {
            "envelope": {"result": {"disposition": "promoted_to_task", "task_handle": {"task_id": "task_1"}}},
            "receipt": "Waiting for input in the background (task_1)",
        },
        {"envelope": {"result": {"task": _FAILED}}, "receipt": "Error: the task failed\nTask status: failed"},
        {"envelope": {"result": {"task": _FAILED}}, "receipt": "Task status: failed\nThe task is lost"},
        {"envelope": {"result": {"http_status": 200}}, "receipt": "HTTP 301, then HTTP status 200"},
        {"envelope": {"result": {"job_id": "job_83", "state": "running"}}, "receipt": "Job job_83 completed step 2"},
        {
            "envelope": {"result": {"priority": "next", "enqueued": True}},
            "tool": _QUEUE,
            "receipt": "Follow-up enqueued\nPriority: next in line\nEnqueued: at 10:00",
        },
    ),
    bad=(
        BadExample(
            {"envelope": {"result": {"returned": 1}}, "receipt": "Error: permission_denied\nReturned: 1"},
            says="states a failure, but the call succeeded",
            at="/status",
        ),
        BadExample(
            {
                "envelope": {"result": {"disposition": "waiting", "task_id": "task_1"}},
                "receipt": "Not waiting: the task has ended already.\nTask: task_1",
            },
            says="denies `waiting`, but the disposition is `waiting`",
            at="/result/disposition",
        ),
        BadExample(
            {
                "envelope": {"result": {"disposition": "task_result_queued", "task_id": "task_1"}},
                "receipt": "Waiting for task_1",
            },
            says="states `waiting`, but the disposition is `task_result_queued`",
            at="/result/disposition",
        ),
        *(
            BadExample(
                {
                    "envelope": {"result": {"priority": "next", "enqueued": True}},
                    "tool": _QUEUE,
                    "receipt": f"Follow-up processed\n{line}",
                },
                says=says,
                at=at,
            )
            for line, says, at in (
                ("Priority: normal", "but `priority` is next", "/result/priority"),
                # Not a value at all, and the model would send it back.
                ("Priority: later", "but `priority` is next", "/result/priority"),
                ("Enqueued: no", "but `enqueued` is true", "/result/enqueued"),
            )
        ),
        *(
            BadExample({"envelope": {"result": result}, "receipt": receipt}, says=says, at=at)
            for result, receipt, says, at in (
                ({"task": _FAILED}, "Task status: running", "but `status` is failed", "/result/task/status"),
                (
                    {"task": {"status": "failed", "exit_status": 7}},
                    "Task status: failed",
                    "does not show `exit_status`, which is `7`",
                    "/result/task/exit_status",
                ),
                ({"task": _FAILED}, "The task is running.", "but `status` is failed", "/result/task/status"),
                (
                    {"job_id": "job_83", "state": "running"},
                    "Job job_83 is completed",
                    "but `state` is running",
                    "/result/state",
                ),
                ({"http_status": 404}, "Page fetched with HTTP status 200", "is 404", "/result/http_status"),
            )
        ),
        BadExample(
            {
                "envelope": {"result": {"disposition": "completed", "exit_status": 3}},
                "receipt": "Process exited with code 0",
            },
            says="states exit code `0`, but the result's is `3`",
            at="/result/exit_status",
        ),
        BadExample(
            {"envelope": {"result": {"disposition": "completed", "exit_status": 3}}, "receipt": "Done."},
            says="does not show `exit_status`, which is `3`",
            at="/result/exit_status",
        ),
        BadExample(
            {
                "envelope": {"result": {"disposition": "promoted_to_task", "task_handle": {"task_id": "task_1"}}},
                "receipt": "Process exited with code 0\nTask: task_1",
            },
            says="the result has none",
        ),
        BadExample(
            {
                "envelope": {"result": {"disposition": "promoted_to_task", "task_handle": {"task_id": "task_1"}}},
                "receipt": "Command finished\nHandle: task_1",
            },
            says="the disposition is `promoted_to_task`",
            at="/result/disposition",
        ),
        *(
            BadExample(
                {
                    "envelope": {"result": {"disposition": "promoted_to_task", "task_handle": {"task_id": "task_1"}}},
                    "receipt": receipt,
                },
                says=says,
            )
            for receipt, says in (
                ("Process exited with code 0 (task task_1)", "the result has none"),
                ("Finished. Task task_1", "the command is done"),
                ("Done, everything succeeded (task_1)", "the command is done"),
                ("Command ended normally. Reference: task_1", "the command is done"),
                ("Done: task_1", "the command is done"),
                ("The run is over, see task_1", "the command is done"),
            )
        ),
        BadExample(
            {"envelope": {"result": {"disposition": "completed", "exit_status": 0}}, "receipt": "Command failed"},
            says="states a failure, but the exit status is `0`",
            at="/result/exit_status",
        ),
        BadExample(
            {
                "envelope": {"status": "success", "result": {"disposition": "completed", "exit_status": 3}},
                "receipt": "Command failed: internal_error\nProcess exited with code 3",
            },
            says="states a failure, but the call succeeded",
            at="/status",
        ),
        *(
            BadExample(
                {
                    "envelope": {"result": {"disposition": "completed", "exit_status": 0, "truncated": is_cut, **more}},
                    "receipt": f"Process exited with code 0\n{line}\nstdout:\n{shown}",
                },
                says=f"but `truncated` is {str(is_cut).lower()}",
                at="/result/truncated",
            )
            for is_cut, line, shown, more in (
                (False, "Output truncated", "a\nb", {"stdout_preview": "a\nb"}),
                (
                    True,
                    "Output not truncated",
                    "a\n...\n[output truncated: showing first 1 and last 1 lines]\n...\nb\nArtifact: artifacts/a.log",
                    {
                        "stdout_preview": "a\n...\n[output truncated: showing first 1 and last 1 lines]\n...\nb",
                        "artifacts": [{"path": "artifacts/a.log"}],
                        "stdout_artifact": 0,
                    },
                ),
            )
        ),
        BadExample(
            {
                "envelope": {
                    "result": {
                        "exit_status": 0,
                        "truncated": True,
                        "stdout_preview": "a\n...\n[output truncated: showing first 1 and last 1 lines]\n...\nb",
                        "artifacts": [{"path": "artifacts/a.log"}],
                        "stdout_artifact": 0,
                    },
                },
                "receipt": "Process exited with code 0\nArtifact: artifacts/a.log\nstdout:\na\n...\n"
                "[output truncated: showing first 5 and last 8 lines]\n...\nb",
            },
            says="but the preview's marker says first 1 and last 1 lines",
            at="/result/stdout_preview",
        ),
        BadExample(
            {
                "envelope": {"result": {"task": {"task_id": "task_1", "status": "running"}}},
                "receipt": "Task output retrieved\nTask: task_1\nStatus: completed",
            },
            says="but `status` is running",
            at="/result/task/status",
        ),
        BadExample(
            {
                "envelope": {"result": {"changed_file_count": 2}},
                "receipt": "Patch applied\nChanged file count: 3",
            },
            says="but `changed_file_count` is 2",
            at="/result/changed_file_count",
        ),
    ),
)
