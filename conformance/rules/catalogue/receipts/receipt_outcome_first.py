"""A receipt begins with the outcome of the call.

Readers stop early and contexts are cut at the end, so the first line has to say whether the call worked and what came
of it. Output, paths, task handles and headings come later. In a JSON receipt the first members count.
"""

import re
from collections.abc import Iterator, Mapping

from conformance.display import code_text, quotation
from conformance.documents.values import JsonObject, as_object, as_text, texts_in
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord, leading_keys, normalise_words
from conformance.systems.surface.statements import statements_of

# Longer first lines are output, not a label and its value.
_LONGEST_LABELLED = 400
# "Label: rest".
_LABEL = LazyPattern(r"(?P<label>[\w ]{1,60}?) ?: ?(?P<rest>.*)")
# A bullet, or a status letter as in `git status`, before a path.
_MARK = LazyPattern(r"(?:[-*•]|[A-Z?]{1,2})\s+")
# What became of the file that a line begins with: "a.py saved", "a.py: updated", "a.py, lines 1-3", "a.py - 3 made".
_OUTCOME = LazyPattern(r"(?: ?[:,\u2013\u2014-])? (?:\d{1,9} )?[a-z]{2,}\b(?![/.]\w)", re.IGNORECASE)
# The part of `task_id` that a label "Task" leaves out.
_KIND_OF_NAME = LazyPattern(r"_(?:id|ref|path|text|name)$")
# A first sentence that another one follows.
_SENTENCE = LazyPattern(r"[^.!:;]{1,80}[.!](?=\s+\S)")
_NEGATION = LazyPattern(
    r"\b(?:not|no|nothing|none|never|cannot|without|before|already|partly|partially)\b|n.t\b", re.IGNORECASE
)
# What says of a call that it worked, or that it did not fail; a command may end where the call on it fails.
_WORKED = (
    r"(?: (?:has|was|is))? (?:completed|succeeded|finished|done|ok|worked|successful|(?:not|never) failed)"
    r"(?: (?:successfully|normally))?\s*(?:[.,!;:(-]|$)"
)
# A failure as what did not happen: "No replacement was performed", but not "No problems were found".
_NOTHING_DONE = LazyPattern(
    r"\b(?:nothing|no (?!problem|issue|conflict|warning)\w+(?: \w+)?) "
    r"(?:was|were|has been|have been|made|found|performed|applied|matched|changed)\b",
    re.IGNORECASE,
)
# An object in a list.
_IN_LIST = LazyPattern(r"/\d+(?:/|$)")
# Fields that contain a path or a list of paths.
_PATHS = LazyPattern(r"(?:\w+_)?paths?")


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the receipt is blank, begins with something else, or hides that the call failed."""
    value, most = record.json_value, Level.ERROR
    if isinstance(value, Mapping):
        fault, most = _object_fault(value, record, profile), Level.WARNING
    elif isinstance(value, list):
        fault = "begins with a list instead of the outcome"
    else:
        fault = _text_fault(record, profile)
    if fault:
        name = as_text(record.envelope.get("tool_name")) or "the tool"
        opening = f"{name} failed: …" if record.is_failure(profile) else f"{name} done: …"
        evidence = {"text": quotation(record.first_line)} if record.first_line and value is None else {}
        yield Problem(
            f"receipt {fault}", f"begin with a line like {code_text(opening)}", evidence=evidence, max_level=most
        )


def _object_fault(value: JsonObject, record: ReceiptRecord, profile: Profile) -> str | None:
    keys, first = list(leading_keys(value)), next(iter(value), "")
    if record.is_failure(profile):
        is_stated = any(key in profile.results.outcome_fields for key in keys)
        return None if is_stated else f"of a failed call begins with {code_text(first)} instead of the failure"
    payload = first.endswith("_preview") or first in profile.results.receipt_labels
    return f"begins with {code_text(first)} instead of the outcome" if payload else None


def _text_fault(record: ReceiptRecord, profile: Profile) -> str | None:
    line = record.first_line
    if not re.search(r"\w", line):
        return "begins with a blank line" if record.receipt.strip() else "is empty"
    found = _LABEL.fullmatch(line[:_LONGEST_LABELLED])
    label, rest = (found["label"], found["rest"]) if found else ("", line)
    # A command may be called like a heading: "diff: the files differ (exit 1)".
    has_code = any(one == record.receipt.partition("\n")[0] for _, one in statements_of(record).exit_codes)
    if label.lower() in profile.results.receipt_labels and not has_code:
        return "begins with a heading instead of the outcome"
    if _is_field(label, rest, record, profile):
        return "begins with a field of the result instead of the outcome"
    unmarked = _MARK.sub("", line, count=1)
    if not label and _is_handle_or_path(unmarked, record, is_marked=unmarked != line):
        return "begins with a handle or a path instead of the outcome"
    if _is_output(line, record):
        return "begins with output instead of the outcome"
    if record.is_failure(profile) and not _states_failure(line, record, profile):
        return "of a failed call does not state the failure in its first line"
    if record.is_failure(profile) and _claims_success(line, record, profile):
        return "of a failed call begins as if it had worked"
    return None


def _is_field(label: str, value: str, record: ReceiptRecord, profile: Profile) -> bool:
    """Say whether a line only repeats a field, as ``Task: task_1`` does; ``Status: running`` states an outcome."""
    for level in record.record.levels if label else ():
        for key, member in level.members.items():
            names = (normalise_words(key), normalise_words(_KIND_OF_NAME.sub("", key)))
            if key not in profile.results.outcome_fields and member == value and normalise_words(label) in names:
                return True
    return False


def _is_handle_or_path(text: str, record: ReceiptRecord, *, is_marked: bool) -> bool:
    """Say whether a line is a handle, or begins with a path and does not say what became of it."""
    paths = [path for artifacts in record.record.artifact_lists for path in artifacts.paths]
    items: list[str] = []
    for level in record.record.levels:
        known = [path for key in level.members if _PATHS.fullmatch(key) for path in texts_in(level.members[key])]
        (items if _IN_LIST.search(level.pointer) else paths).extend(known)
    behind = [text[len(path) :] for path in paths if path and text.startswith(path)]
    # What is behind the path of an item is what was found there: "a.py:3: x = 1".
    found = (text[len(path) :] for path in items if path and text.startswith(path))
    behind += [rest for rest in found if not re.search(r"\w", rest)]
    return any(text == handle.value for handle in record.record.handles) or any(
        not rest[:1].isalnum() and (is_marked or not _OUTCOME.match(rest)) for rest in behind
    )


def _is_output(line: str, record: ReceiptRecord) -> bool:
    """Say whether a line is part of a preview; if the complete preview follows, the line is the receipt's own."""
    rest = record.receipt.partition("\n")[2]
    for level in record.record.levels:
        for key, value in level.members.items():
            text = value.strip() if isinstance(value, str) and key.endswith("preview") else ""
            if text and line in map(str.strip, text.splitlines()):
                return text not in rest
    return False


def _claims_success(line: str, record: ReceiptRecord, profile: Profile) -> bool:
    """Say whether a line says that the call worked, or its first sentence that the tool did what its name says.

    "AgentGet completed: input does not match", "Row dropped. (not_found)".
    """
    name = re.escape(as_text(record.envelope.get("tool_name")) or "call")
    worked = re.match(rf"\W*(?:the )?(?:{name}|(?:tool )?call|tool){_WORKED}", line, re.IGNORECASE)
    if worked is not None and not _states_failure(_strip_error(line[worked.end() :], record), record, profile):
        return True
    sentence = _SENTENCE.match(line)
    verb = ([word.lower() for word in words_of(as_text(record.envelope.get("tool_name")) or "")] or [""])[0]
    if sentence is None or _states_failure(sentence[0], record, profile) or _NEGATION.search(sentence[0]):
        return False
    past = {verb + "ed", verb + "d", verb + verb[-1:] + "ed", verb.removesuffix("y") + "ied"}
    return not past.isdisjoint(normalise_words(sentence[0]).split())


def _strip_error(text: str, record: ReceiptRecord) -> str:
    """Return a text without the kind and the message of the error, whose words say nothing of the first ones."""
    error = as_object(record.envelope.get("error"))
    for own in filter(None, (as_text(error.get("message")), as_text(error.get("kind")))):
        text = text.replace(own, "")
    return text


def _states_failure(line: str, record: ReceiptRecord, profile: Profile) -> bool:
    error = record.envelope.get("error")
    kind = as_text(error.get("kind")) if isinstance(error, Mapping) else None
    words = f" {normalise_words(line)} "
    return _NOTHING_DONE.search(line) is not None or any(
        f" {word} " in words for word in (*profile.results.failure_words, normalise_words(kind or "") or "failed")
    )


RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#command-tool-rendered-example",
    good=(
        {
            "envelope": {"result": {"disposition": "completed", "exit_status": 0, "stdout_preview": "src/turn.rs"}},
            "receipt": "Process exited with code 0\n\nstdout:\nsrc/turn.rs",
        },
        {
            "envelope": {"status": "error"},
            "receipt": "ListTasks failed: invalid_tool_input\n"
            "input for ListTasks does not match the tool schema\nHint: leave `status` out\nRetryable: no",
        },
        {
            "envelope": {
                "status": "error",
                "error": {"kind": "ambiguous", "message": "2 matches", "recovery_hint": None},
            },
            "receipt": "No replacement was performed.\n2 matches (ambiguous)\nRetryable: no",
        },
        {"envelope": {"result": {"exit_code": 1}}, "receipt": "diff: the files differ (exit 1)"},
    ),
    bad=(
        BadExample(
            {
                "envelope": {
                    "status": "error",
                    "error": {"kind": "broken", "message": "2 left", "recovery_hint": None},
                },
                "receipt": "No problems were found.\n2 left (broken)\nRetryable: no",
            },
            says="does not state the failure in its first line",
        ),
        BadExample({"envelope": {}, "receipt": ""}, says="is empty"),
        BadExample(
            {
                "envelope": {"result": {"exit_status": 0, "stdout_preview": "src/turn.rs"}},
                "receipt": "src/turn.rs\nexit code 0",
            },
            says="begins with output instead",
        ),
        BadExample(
            {
                "envelope": {"result": {"exit_status": 0, "stdout_preview": "src/turn.rs"}},
                "receipt": "stdout:\nsrc/turn.rs\nexit code 0",
            },
            says="begins with a heading",
        ),
        BadExample(
            {
                "envelope": {"result": {"task_handle": {"task_id": "task_1"}}},
                "receipt": "Task: task_1\nCommand promoted to background task",
            },
            says="begins with a field of the result",
        ),
        BadExample(
            {
                "envelope": {"status": "error"},
                "receipt": "Task list\ninvalid_tool_input: input for ListTasks does not match the tool schema\n"
                "leave `status` out (retryable: no)",
            },
            says="does not state the failure",
        ),
        BadExample(
            {
                "envelope": {"status": "error"},
                "receipt": "Tasks listed. (invalid_tool_input: input for ListTasks does not match the tool schema)\n"
                "leave `status` out (retryable: no)",
            },
            says="begins as if it had worked",
        ),
        BadExample(
            {
                "envelope": {"status": "error"},
                "receipt": "ListTasks completed: invalid_tool_input\n"
                "input for ListTasks does not match the tool schema\nleave `status` out (retryable: no)",
            },
            says="begins as if it had worked",
        ),
    ),
)
