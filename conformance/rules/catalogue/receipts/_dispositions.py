"""What the first line of a receipt says of the disposition: another one, that it has ended, that it is not so."""

import re
from collections.abc import Iterator

from conformance.display import code_text, quotation
from conformance.documents.values import as_object, as_text
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words

COMMAND = r"command|process|program|call|tool|tool call"
"""What a receipt calls what was run, as alternatives of a pattern."""
_POINTER = "/result/disposition"
_ENDED = "completed"
# A first line that says of a command that it is over: "Done: task_9", "The run is over, see task_9".
_FINISHED = LazyPattern(
    rf"\W*(?:the )?(?:(?:{COMMAND}|build|run|job)(?: has| is)? )?"
    r"(?:finished|completed|ended|exited|terminated|succeeded|done|over)(?: (?:successfully|normally|cleanly))?"
    r"\s*(?:[.,!;:(-]|$)",
    re.IGNORECASE,
)
# What denies the word behind it, "not yet waiting", "no wait", and the word before it, "the wait was not recorded".
_DENIED_BEFORE = r"(?:not|no|never|no longer|nothing to|stopped)(?: (?:yet|currently|being|any))?"
_DENIED_AFTER = (
    r"(?:is|was|are|were|has|had|could)(?: been)? (?:not|never)\b|not (?:recorded|started|needed|necessary)\b"
)


def disposition_problems(record: ReceiptRecord, profile: Profile, *, is_code_wrong: bool) -> Iterator[Problem]:
    """Yield a problem for a first line with words of another disposition and none of this one, or that denies it."""
    actual = as_text(as_object(record.envelope.get("result")).get("disposition"))
    words = profile.results.disposition_words
    if record.json_value is not None or actual not in words:
        return
    line = f" {normalise_words(record.first_line)} "
    excuses = [word for word in words[actual] if f" {word} " in line]
    rivals = _rivals(actual, profile)
    # "task" may be part of a handle, which is no word about a state.
    if _ENDED in rivals and excuses in ([], ["task"]) and _FINISHED.match(record.first_line):
        yield _problem("states that the command is done", record, words[actual][0], actual)
    elif actual != _ENDED and excuses and all(_is_denied(word, line) for word in excuses):
        yield _problem(f"denies {code_text(excuses[0])}", record, words[actual][0], actual)
    elif not is_code_wrong and (not excuses or _ENDED not in rivals):
        # Words such as "ended" are those of two dispositions: only another word of the other one contradicts.
        alike = [other for other in rivals if set(excuses).issubset(words.get(other, ()))]
        others = [word for other in alike for word in words.get(other, ()) if word not in excuses]
        found = (word for word in others if f" {word} " in line)
        if (word := next((word for word in found if not _is_denied(word, line)), None)) is not None:
            yield _problem(f"states {code_text(word)}", record, words[actual][0], actual)


def _rivals(actual: str, profile: Profile) -> list[str]:
    """Return the dispositions that a result may have instead of this one: all but those of other groups."""
    groups = profile.results.disposition_groups
    foreign = {name for group in groups if actual not in group for name in group}
    is_grouped = any(actual in group for group in groups)
    names = [name for name in profile.results.disposition_words if name != actual]
    return [name for name in names if not is_grouped or name not in foreign]


def _is_denied(word: str, line: str) -> bool:
    """Say whether each occurrence of a word in a normalised line is denied."""
    denied = rf"(?: {_DENIED_BEFORE} {word}(?= ))|(?: {word}(?= {_DENIED_AFTER}))"
    return len(re.findall(denied, line)) == len(re.findall(rf" {word}(?= )", line))


def _problem(what: str, record: ReceiptRecord, right: str, actual: str) -> Problem:
    message = f"receipt {what}, but the disposition is {code_text(actual)}"
    hint = f"choose the first line by `disposition`, as in {code_text(right)}"
    return Problem(message, hint, _POINTER, {"text": quotation(record.first_line)}, kind="disposition")
