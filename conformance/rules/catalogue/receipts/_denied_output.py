"""A line that says that a command printed nothing, beside output that the receipt does not show."""

import re
from collections.abc import Iterator
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.statements import Statements
from conformance.systems.surface.texts import TERMINAL_SEQUENCE

# "(no output)", "completed with no output", "exit code 0, no output", "printed nothing"; not "no more output", "no
# output file", "no output yet".
_DENIES = LazyPattern(
    r"\b(?:no|without(?: any)?|empty) output(?: was)?(?: (?:produced|printed|captured|returned|written|generated))?"
    r"(?=\W*$| ?[.,;:()\]])|\b(?:printed|wrote|produced|returned|output) nothing\b|\bnothing was (?:printed|written)\b",
    re.IGNORECASE,
)
_HEDGE = LazyPattern(r"\b(?:if|unless|when|until|yet|so far|since|expected|last|previous|std\w+)\b", re.IGNORECASE)
_OUTPUTS = tuple(f"{stream}{end}" for stream in ("stdout", "stderr", "output") for end in ("", "_preview"))
# What a command has beside its output; `output` alone may be a path, a message or a document.
_OF_COMMAND = ("stdout", "stderr", "exit_code", "exit_status", "command", "cmd")
_COMMAND = LazyPattern(r"\b(?:command|process|program|script|shell|bash)\b", re.IGNORECASE)
_MOST_LEVELS = 50


def denied_output_problems(statements: Statements) -> Iterator[Problem]:
    """Yield a problem for a line that denies the output of the only command of a result."""
    levels = [
        one for one in statements.record.record.levels[:_MOST_LEVELS] if not one.members.keys().isdisjoint(_OUTPUTS)
    ]
    outputs = [
        (child(level.pointer, key), key, text)
        for level in (levels if len(levels) == 1 else ())
        for key in _OUTPUTS
        if isinstance(text := level.members.get(key), str) and re.search(r"\w", TERMINAL_SEQUENCE.sub("", text))
    ]
    if not outputs or any(_shows_any(text, statements) for _, _, text in outputs):
        return
    is_of_command = not levels[0].members.keys().isdisjoint(_OF_COMMAND)
    lines = (line for line in statements.stated_lines if _DENIES.search(line) and not _HEDGE.search(line))
    for line in islice((line for line in lines if is_of_command or _COMMAND.search(line)), 1):
        pointer, key, text = outputs[0]
        message = f"receipt states {code_text(line.strip(), 80)}, but {code_text(key)} has text"
        hint = "print the output of the result that is rendered"
        yield Problem(message, hint, pointer, {"text": quotation(text)}, kind="missing")


def _shows_any(text: str, statements: Statements) -> bool:
    lines = [line for line in text.splitlines() if re.search(r"\w", line)]
    return any(statements.shows(line) for line in (*lines[:3], *lines[-3:]))
