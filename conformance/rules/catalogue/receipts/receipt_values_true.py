"""The texts, counts and marks that a receipt states are those of its result, and its warnings are shown.

"Memories found: 3" above two of them, another folder than the current one, or a finished entry shown as open: the model
continues with what it reads, and nothing else in the receipt contradicts it. Only a value of a labelled line that is
nowhere in the envelope or the input counts, and only if it has another word in place of one of a value that the receipt
does not show, or is an id or an artifact, of which the result has others or none. A line in the words of
the reference contract is false if the contract writes it with another number, state or negation of the same result.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child, parent, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.receipts._changed_texts import (
    OTHER_FORM,
    is_changed,
    is_one_word,
    is_other_path,
    known_form,
)
from conformance.rules.catalogue.receipts._counted_words import counted_word_problems, part_problems
from conformance.rules.catalogue.receipts._family_lines import family_line_problems
from conformance.rules.catalogue.receipts._invented import invented_problems
from conformance.rules.catalogue.receipts._item_tables import table_problems
from conformance.rules.catalogue.receipts._json_receipts import json_line_problems, json_value_problems
from conformance.rules.catalogue.receipts._link_labels import link_label_problems
from conformance.rules.catalogue.receipts._named_urls import url_problems
from conformance.rules.catalogue.receipts._other_values import other_value_problems
from conformance.rules.catalogue.receipts._shares import share_problems
from conformance.rules.catalogue.receipts._signed_changes import signed_change_problems
from conformance.rules.scopes import RECEIPT, BadExample, Kind
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.stated_counts import count_mismatch, listed_count_mismatch
from conformance.systems.surface.statements import CUT, Statements, statements_of

# So many texts and labelled lines are compared with each other; no receipt has more.
_MOST = 50
# Longer texts are blocks, not values of a line.
_MOST_CHARS = 300
# Words of a label that name a field whose name is made of others.
_NAMES = {"cwd": {"current", "working", "directory", "dir", "folder", "cwd"}}
# An entry of a list of things to do, with its mark.
_ENTRY = LazyPattern(r"\W{0,8}\[(?P<mark>[ xX~-])\] (?P<text>\S.*)")
# Beside another tick, "[x]" is a cross: "[+] a", "[x] b".
_TICK = LazyPattern(r"\[[\u2713\u2714\u221avV+]\]")
_MORE = LazyPattern(r"\b(?:more|others?|remaining|rest)\b", re.IGNORECASE)
_DONE, _NOT_DONE = (
    ("completed", "done", "finished", "closed"),
    ("pending", "todo", "open", "not_started", "in_progress"),
)
# Flags of an entry, and what one says that is not set; such an entry may be left out.
_FLAGS, _UNSET = ("done", "completed", "is_done", "is_completed", "checked"), "not done"
# Lists of what the caller has to know, whatever else a receipt leaves out; and how many there are.
_NOTICES = ("warnings", "diagnostics")
_SAYS_HOW_MANY = LazyPattern(
    r"\b\d+ (?:\w+ )?(?:warning|diagnostic)s?\b|\b(?:warning|diagnostic)s?: ?\d+\W*$", re.I | re.M
)


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each value, count or mark that the result does not have, and for each hidden warning."""
    if record.json_value is not None:
        yield from () if record.is_failure(profile) else json_value_problems(record, record.json_value, profile)
        return
    statements = statements_of(record)
    found = [] if record.is_failure(profile) else list(_result_problems(record, statements, profile))
    yield from (*found, *family_line_problems(statements, profile, found))


def _result_problems(record: ReceiptRecord, statements: Statements, profile: Profile) -> Iterator[Problem]:
    result = as_object(record.envelope.get("result"))
    own = statements.stated_lines
    yield from _count_problems(own, record, result)
    yield from counted_word_problems(record, statements)
    yield from part_problems(record, statements)
    yield from _text_problems(statements, record)
    yield from share_problems(record, statements)
    yield from signed_change_problems(record, statements)
    yield from url_problems(record, statements)
    yield from link_label_problems(record, statements)
    yield from other_value_problems(record, statements)
    yield from json_line_problems(record, statements, profile)
    yield from table_problems(statements.own_lines, result)
    yield from _entry_problems(statements.own_lines, record)
    yield from invented_problems(record, statements, result)
    if not CUT.search(record.own_words):
        yield from _notice_problems(record, result)


def _count_problems(own: Sequence[str], record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    mismatch = listed_count_mismatch(own, as_text(record.envelope.get("tool_name")) or "", result)
    # a list that is surely complete is counted by `receipt_changes_true`
    other = count_mismatch("\n".join(own), result) if mismatch is not None else None
    if mismatch is not None and (other is None or other.pointer != mismatch.pointer):
        message = f"receipt states {code_text(mismatch.stated)}, but {mismatch.actual}"
        hint = "derive the number from the result that is rendered"
        yield Problem(message, hint, f"/result{mismatch.pointer}", {"text": quotation(mismatch.stated)}, kind="count")


def _text_problems(statements: Statements, record: ReceiptRecord) -> Iterator[Problem]:
    """Yield a problem for each labelled value that is nowhere, if a field of that name has one much like it."""
    labels = islice(statements.labelled_values, _MOST)
    lines = [(one.label, one.value, one.statement) for one in labels if not OTHER_FORM.search(one.value)]
    texts = list(islice(_texts(record), _MOST)) if lines else []
    names = [_names_of(pointer) for pointer, _ in texts]
    for label, value, line in lines:
        words = set(label.split())
        named = [one for one, known in zip(texts, names, strict=True) if words <= known]
        if any(normalise_words(text) == normalise_words(value) for _, text in named):
            continue
        sure = [one for one in named if _is_name(label, one[0])] or named
        # A path under its own name is wrong also where the result has it under another one.
        is_named = len(sure) == 1 and _is_name(label, sure[0][0]) and is_one_word(sure[0][1])
        is_known = statements.is_in_envelope(value)
        is_other = is_named and is_known and is_one_word(value) and is_other_path(value, sure[0][1])
        changed = () if is_known else [one for one in named if is_changed(value, one[1])]
        known = _known_words(record) if changed else frozenset[str]()
        missing = [one for one in changed if is_changed(value, one[1], known) and not record.contains(one[1])]
        for pointer, text in (sure if is_other else missing)[:1]:
            name = code_text(split(pointer)[-1])
            message = f"receipt states {code_text(line.strip(), 80)}, but {name} is {code_text(text, 80)}"
            yield Problem(message, "print the value of the result that is rendered", pointer, kind="text")


def _known_words(record: ReceiptRecord) -> frozenset[str]:
    """Return the words and numbers of the envelope, and of the input of the call."""
    values = (*scalars_of(record.envelope), *scalars_of(record.input))
    return frozenset(word for value in values for word in known_form(str(value)).split())


def _texts(record: ReceiptRecord) -> Iterator[tuple[str, str]]:
    """Yield the members of the result that are a line of text."""
    for level in record.record.levels:
        for key, value in level.members.items():
            if isinstance(value, str) and 0 < len(value) <= _MOST_CHARS:
                yield child(level.pointer, key), value


def _is_name(label: str, pointer: str) -> bool:
    """Say whether the words of a label are all of the name of a field, which no part of another one has."""
    key, words = split(pointer)[-1], frozenset(label.split())
    return words == _words_of_name(key) or words <= _NAMES.get(key, set())


def _names_of(pointer: str) -> frozenset[str]:
    """Return the words of which a label may be made: of the name of a field, its object, or a known name for it."""
    *_, owner, key = ["", *split(pointer)]
    return _words_of_name(key) | _words_of_name(owner) | _NAMES.get(key, set())


@lru_cache(maxsize=4_096)
def _words_of_name(name: str) -> frozenset[str]:
    return frozenset(normalise_words(word) for word in words_of(name))


def _entry_problems(own: Sequence[str], record: ReceiptRecord) -> Iterator[Problem]:
    """Yield a problem for each box that is ticked or empty unlike its entry, and for one that is missing."""
    marks = [(line, found) for line in own if (found := _ENTRY.fullmatch(line))][:_MOST]
    entries = list(islice(_entries(record), _MOST)) if marks else []
    texts = [text for _, text in record.record.texts] if marks else []
    # A box of a text that the receipt quotes is that of the text.
    marks = [one for one in marks if not any(one[0][one[1].start("mark") - 1 :].rstrip() in text for text in texts)]
    # An entry with two boxes has them before and after a call.
    boxes = Counter(normalise_words(found["text"]) for _, found in marks)
    for line, found in () if _TICK.search(record.receipt) else marks:
        named = [entry for entry in entries if normalise_words(entry[0]) == normalise_words(found["text"])]
        wrong = {" ": _DONE, "x": (*_NOT_DONE, _UNSET)}.get(found["mark"].lower(), ())
        if len(named) == 1 and named[0][1] in wrong and boxes[normalise_words(found["text"])] == 1:
            message = f"receipt states {code_text(line.strip(), 80)}, but the state of the entry is {named[0][1]}"
            yield Problem(message, "derive the mark from the result that is rendered", named[0][2], kind="entry")
    shown = [parent(pointer) for text, _, pointer in entries if record.contains(text)]
    # What is done may be left out; "... and 3 more" says that there are others.
    for text, state, pointer in () if CUT.search(record.own_words) or _MORE.search(record.own_words) else entries:
        if state in _NOT_DONE and parent(pointer) in shown and not record.contains(text):
            message = f"receipt leaves out the entry {code_text(text)}, which is {state}"
            yield Problem(message, "print all that is left to do, or how many more there are", pointer, kind="entry")


def _entries(record: ReceiptRecord) -> Iterator[tuple[str, str, str]]:
    """Yield text, state and pointer of each object that has a text and a state, or a flag instead."""
    for level in record.record.levels:
        text, state = (
            as_text(level.members.get(one)) or as_text(level.members.get(other))
            for one, other in (("text", "title"), ("state", "status"))
        )
        flag = next((one for one in map(level.members.get, _FLAGS) if isinstance(one, bool)), None)
        if not state and flag is not None:
            state = "done" if flag else _UNSET
        # Whether a text without a letter or digit is left out cannot be seen: they are what is compared.
        if text and state and normalise_words(text):
            yield text, state.lower(), level.pointer


def _notice_problems(record: ReceiptRecord, result: JsonObject) -> Iterator[Problem]:
    """Yield a problem for each list of warnings of which the receipt shows none."""
    for key in _NOTICES:
        items = as_array(result.get(key))[:_MOST]
        texts = [text for item in items for text in _texts_of(item)]
        is_counted = _SAYS_HOW_MANY.search(record.own_words) is not None
        if texts and not is_counted and not any(map(record.contains, texts)):
            message = f"receipt shows none of the {key} of the result"
            evidence: dict[str, JsonValue] = {"text": quotation(texts[0])}
            yield Problem(message, "print them, or how many there are", child("/result", key), evidence, kind="hidden")


def _texts_of(item: JsonValue) -> list[str]:
    """Return what a warning says, and its kind."""
    members = as_object(item)
    found = (as_text(item), as_text(members.get("message")), as_text(members.get("text")), as_text(members.get("kind")))
    return [text for text in found if text and any(letter.isalnum() for letter in text)]


_FOUND: JsonObject = {"results": [{"source_ref": "notes.md#parser"}, {"source_ref": "notes.md#lexer"}]}
_ITEM: JsonObject = {
    "work_item": {
        "objective": "Make the parser accept commas",
        "todo_list": [{"text": "write a test", "state": "completed"}, {"text": "fix it", "state": "pending"}],
    }
}
_PLACE: JsonObject = {"execution_root": "/projects/app", "cwd": "/projects/app/src"}
# A result of the reference contract, whose receipts have lines of their own.
_SENT: JsonObject = {
    "tool_name": "TaskInput",
    "status": "success",
    "summary_text": "the task takes no input",
    "result": {
        "task": {
            "task_id": "task_1",
            "kind": "command_task",
            "status": "running",
            "summary": None,
            "created_at": "2026-05-27T10:00:00Z",
            "updated_at": "2026-05-27T10:04:00Z",
        },
        "accepted_input": False,
    },
}
_JOB: JsonObject = {"job_id": "job_83", "artifacts": []}
_ENTRIES: JsonObject = {"entries": [{"entry_id": "e_1", "title": "Milk"}, {"entry_id": "e_2", "title": "Bread"}]}
_WARNED: JsonObject = {"saved": True, "warnings": ["the index is two days old"]}

RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#prefer-concise-receipts-for-small-confirmation-tools",
    kinds=(Kind("count"), Kind("text"), Kind("entry"), Kind("hidden"), Kind("invented"), Kind("line")),
    good=(
        {"envelope": {"result": _FOUND}, "receipt": "Memories found: 2\nnotes.md#parser\nnotes.md#lexer"},
        {"envelope": {"result": {**_FOUND, "total_count": 9}}, "receipt": "Results: 2 of 9\nMemories found: 9"},
        {
            "envelope": {"result": _ITEM},
            "receipt": "Item read\nObjective: Make the parser accept...\n[x] write a test\n[~] fix it\nNext step: none",
        },
        {
            "envelope": {"result": _PLACE},
            "receipt": "Folder opened\nExecution root: /projects/app\nCurrent directory: src",
        },
        {"envelope": {"result": _WARNED}, "receipt": "Saved, with 1 warning"},
        {"envelope": {"result": _JOB}, "receipt": "Started\nJob: job_83\nArtifact: none"},
        {"envelope": {"result": _ENTRIES}, "receipt": "2 entries\n- e_1 Milk\n- e_2 Bread\n- e_9 was not found"},
        {"envelope": _SENT, "receipt": "Input refused\nTask: task_1\nStatus: running"},
    ),
    bad=(
        BadExample(
            {"envelope": {"result": _FOUND}, "receipt": "Results found: 3\nnotes.md#parser\nnotes.md#lexer"},
            says="states `Results found: 3`, but `results` has 2",
            at="/result/results",
        ),
        BadExample(
            {"envelope": {"result": _FOUND}, "receipt": "No results found\nnotes.md#parser\nnotes.md#lexer"},
            says="states `No results found`, but `results` has 2",
            at="/result/results",
        ),
        BadExample(
            {
                "envelope": {"result": _ITEM},
                "receipt": "Work item read\nObjective: Make the parser reject commas\n[x] write a test\n[ ] fix it",
            },
            says="but `objective` is `Make the parser accept commas`",
            at="/result/work_item/objective",
        ),
        BadExample(
            {
                "envelope": {"result": _PLACE},
                "receipt": "Folder opened\nExecution root: /projects/app\nCurrent directory: /projects/app/tests",
            },
            says="but `cwd` is `/projects/app/src`",
            at="/result/cwd",
        ),
        BadExample(
            {
                "envelope": {"result": _ITEM},
                "receipt": "Work item read\nObjective: Make the parser accept commas\n[x] write a test\n[x] fix it",
            },
            says="states `[x] fix it`, but the state of the entry is pending",
            at="/result/work_item/todo_list/1",
        ),
        BadExample(
            {"envelope": _SENT, "receipt": "Input accepted\nTask: task_1\nStatus: running"},
            says="states `Input accepted`, but the line of this result is `Input not accepted`",
            at="/result",
        ),
        *(
            BadExample({"envelope": {"result": result}, "receipt": receipt}, says=says, at=at)
            for result, receipt, says, at in (
                (
                    _JOB,
                    "Started job_83\nstdout artifact: artifacts/job_83.out",
                    "names the artifact `artifacts/job_83.out`, which the result does not have",
                    "/result/artifacts",
                ),
                (_JOB, "Started job_83\nJob id: job_99", "but `job_id` is `job_83`", "/result/job_id"),
                (
                    _ENTRIES,
                    "Found 2 entries\n- e_1 Milk\n- e_2 Bread\n- e_9 Butter",
                    "lists `e_9`, which is not one of the 2 in `entries`",
                    "/result/entries",
                ),
            )
        ),
        BadExample(
            {"envelope": {"result": _WARNED}, "receipt": "Saved"},
            says="none of the warnings of the result",
            at="/result/warnings",
        ),
    ),
)
