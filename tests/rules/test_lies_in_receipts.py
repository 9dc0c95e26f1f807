"""One lie in a receipt of the reference contract is found, whichever state, number or negation it changes."""

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from conformance.commands.check import check
from conformance.findings import Finding
from conformance.systems.surface import Record, Surface
from tests.cases import check_each
from tests.rules.judging import HOLON
from tests.rules.test_reference_records import RECORDS, REFERENCE, RULES

# Words of the receipts that state what something is or what became of it, each with one that says something else.
OTHER_WORDS = {
    "running": "stopped",
    "completed": "failed",
    "failed": "completed",
    "stopped": "running",
    "waiting": "running",
    "queued": "running",
    "open": "completed",
    "cancelling": "cancelled",
    "cancelled": "running",
    "yes": "no",
    "no": "yes",
    "draft": "ready",
    "needs_input": "ready",
    "public": "private",
    "private": "public",
    "stale": "fresh",
    "skipped": "completed",
    "next": "background",
    "worktree": "inherit",
    "direct": "isolated",
    "isolated": "direct",
    "command_task": "child_agent_task",
    "child_agent_task": "command_task",
    "sent": "rejected",
    "started": "stopped",
    "requested": "refused",
    "enqueued": "refused",
    "retrieved": "lost",
    "applied": "rejected",
    "created": "deleted",
    "updated": "deleted",
    "picked": "dropped",
    "blocked": "open",
    "truncated": "complete",
    "fetched": "refused",
    "stdin": "tty",
    "canonical_root": "git_worktree_root",
    "git_worktree_root": "canonical_root",
    "agent_memory": "work_item",
    "delivered": "lost",
    "ready": "draft",
    "promoted": "rejected",
    "without": "with",
    "x": "~",
}
_WORD = re.compile(rf"(?<!\w)(?:{'|'.join(OTHER_WORDS)})(?!\w)", re.IGNORECASE)
_VERB = re.compile(r"\b(?:is|was|has|does|are) ")
_OUTCOME = re.compile(rf" ({'|'.join(OTHER_WORDS)}|read)\b")
# The first lines hold what the renderer says; of a long output, the last ones are enough beside them.
FIRST, LAST = 12, 2
# What cannot be known: another label for the next step, a number before an entry of a plan or in a mangled line, one
# line of a long list twice, or what is not the case either.
NOT_KNOWN = (
    *("Background: Read it with TaskOutput", "the hunk has not 3", "| 51%", "| Not running:", "is not draft"),
    *("| 2. Reproduce with a test.", "| 3. Change the grammar.", "| M src/module_1"),
)


def _lies(line: str, is_first: bool) -> Iterator[str]:
    """Yield a line with one number, state or negation changed."""
    for found in re.finditer(r"\d+", line):
        yield f"{line[: found.start()]}{int(found[0]) + 1}{line[found.end() :]}"
    for found in _WORD.finditer(line):
        other = OTHER_WORDS[found[0].lower()]
        yield line[: found.start()] + (other.capitalize() if found[0][0].isupper() else other) + line[found.end() :]
    for found in re.finditer(r"\bnot ", line, re.IGNORECASE):
        yield line[: found.start()] + line[found.end() :]
    yield from (f"{line[: found.end()]}not {line[found.end() :]}" for found in _VERB.finditer(line))
    yield from (f"{line[: found.start()]} not{line[found.start() :]}" for found in _OUTCOME.finditer(line) if is_first)


def lying_receipts(receipt: str) -> Iterator[tuple[str, str]]:
    """Yield each lying line of a receipt with the receipt that has it."""
    lines = receipt.split("\n")
    for at in sorted({*range(len(lines))[:FIRST], *range(len(lines))[-LAST:]}):
        for lie in _lies(lines[at], at == 0):
            yield lie, "\n".join([*lines[:at], lie, *lines[at + 1 :]])


def _judge(record: Record) -> list[Finding]:
    return list(
        check(Surface("lies", REFERENCE.inventory, [replace(record, second_receipt=None)]), HOLON, RULES).findings
    )


def test_each_lie_is_found_that_can_be_known() -> None:
    lies = [(record, *lie) for record in RECORDS.values() for lie in lying_receipts(record.receipt or "")]
    assert len(lies) > 700
    told = [f"{record.name}| {line}" for record, line, receipt in lies if not _judge(replace(record, receipt=receipt))]
    unknown = [one for one in told if any(part in one for part in NOT_KNOWN)]
    assert [one for one in told if one not in unknown] == []
    assert len(unknown) < len(lies) / 50


@check_each(
    ("name", "true", "lie", "says"),
    [
        ("command_batch/batch_timed_out", "[1] failed: sleep 60", "[1] completed: sleep 60", "`[1] failed: sleep 60`"),
        (
            "command_batch/batch_timed_out",
            "[1] failed: sleep 60",
            "[1] exit code 0: sleep 60",
            "`[1] failed: sleep 60`",
        ),
        ("patch/applied_with_diagnostics", "1 file changed", "9 files changed", "diagnostics: 1 file changed`"),
        ("work_queue/list_several", "wi_43 [open", "wi_43 [completed", "`- wi_43 [open, plan needs_input]"),
        ("task/list_several", "Active tasks: 3", "Active tasks: 7", "but the line of this result is `Active tasks: 3`"),
        ("task/input_not_accepted", "Input not accepted", "Input accepted", "is `Input not accepted`"),
        ("task_output/output_not_ready", "is not ready", "is ready", "is `Task output is not ready`"),
        ("task_output/output_timeout", "wait timed out", "retrieved", "is `Task output wait timed out`"),
        ("agent/agent_working", "agent_7, running", "agent_7, stopped", "is `Child agent: agent_7, running, task_124`"),
        ("agent/agent_invalid_input", "AgentGet failed", "AgentGet completed", "as if it had worked"),
        ("memory/found", "2026-04-02", "2026-04-03", "is `Updated: 2026-04-02T08:00:00Z`"),
    ],
)
def test_a_lie_is_reported_once_with_what_is_true(name: str, true: str, lie: str, says: str) -> None:
    record = RECORDS[name]
    assert true in (record.receipt or "")
    messages = [one.message for one in _judge(replace(record, receipt=(record.receipt or "").replace(true, lie, 1)))]
    assert len(messages) == 1, messages
    assert says in messages[0]


Wording = Callable[[str], str]


def _words(**others: str) -> Wording:
    return lambda receipt: re.sub("|".join(others), lambda found: others[found[0]], receipt)


@check_each(
    ("name", "wording"),
    [
        (name, wording)
        for name in RECORDS
        for wording in (
            # Other words for the same, in lines of the family.
            _words(retrieved="fetched", applied="patched", created="added", started="spawned", enqueued="saved"),
            _words(failed="rejected", updated="changed", stopped="cancelled", sent="delivered", picked="selected"),
            _words(Updated="Last change", Task="Job", Kind="Type", Agent="Assistant", ended="finished"),
            # Items counted from zero, other marks and other times.
            lambda receipt: re.sub(r"(?m)^\[(\d+)\]", lambda found: f"[{int(found[1]) - 1}]", receipt),
            lambda receipt: re.sub(r"(?m)^[-*] ", "+ ", receipt),
            lambda receipt: re.sub(r"T(\d\d):(\d\d):\d\dZ", r" at \1.\2", receipt),
            # Other line ends, indentations, blanks and capitals.
            lambda receipt: receipt.replace("\n", "\r\n"),
            lambda receipt: receipt.replace("\n", "\n  "),
            lambda receipt: receipt.replace("\n", "  \n\t"),
            lambda receipt: receipt.replace(": ", ":\u00a0 "),
            str.lower,
            # Lines of its own, in another order, or left out.
            lambda receipt: f"{receipt}\nTook 3 s, 2 of 5 calls left",
            lambda receipt: receipt.replace("\n", "\n\n", 1),
        )
    ],
)
def test_another_wording_of_what_is_true_is_no_lie_in_the_words_of_the_family(name: str, wording: Wording) -> None:
    record = RECORDS[name]
    found = _judge(replace(record, receipt=wording(record.receipt or "")))
    assert [one.message for one in found if "the line of this result" in one.message] == []
