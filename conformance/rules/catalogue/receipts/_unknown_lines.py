"""Lines that a receipt shows as output, and that no output of its result has."""

import re
from collections.abc import Iterator
from itertools import islice

from conformance.display import quotation
from conformance.documents.pointers import child
from conformance.documents.values import as_text, is_number
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.envelopes import ResultLevel
from conformance.systems.surface.previews import previews
from conformance.systems.surface.sections import Section
from conformance.systems.surface.statements import Statements

# A line that says how tests went, which a renderer only knows from an output: "all 12 tests passed".
_TESTS = LazyPattern(
    r"\W*(?:all|no|every|\d+)\b[\w ]{0,20}\btests?\b[\w ]{0,12}\b(?:passed|failed|pass|fail|succeeded|green)\W*",
    re.IGNORECASE,
)
# The outputs of a command, and what its results count and list besides: nothing of it is about tests.
_OF_COMMAND = ("stdout_preview", "stderr_preview")
_NOT_OF_TESTS = {"exit_status", "exit_code", "artifacts", "stdout_artifact", "stderr_artifact", "duration_ms"}
# What a renderer says where there is no output.
_NOTHING = LazyPattern(r"\b(?:no|not|nothing|none|never|empty|without)\b", re.IGNORECASE)


def loose_problems(levels: list[ResultLevel], statements: Statements) -> Iterator[Problem]:
    """Yield a problem for a line without a heading that can only be from an output, and is in none."""
    for level in levels:
        texts = previews(level)
        for key, text in texts.items():
            set_off = Section(key, statements.set_off_lines(text), is_closed=False)
            lines = () if statements.sections else statements.unknown_lines(set_off, [*texts.values()])
            claims = _test_claims(statements, level) if key in _OF_COMMAND else []
            line = next((line for line in (*lines, *claims) if not statements.is_in_envelope(line)), None)
            if line is not None:
                yield _loose_problem(line, child(level.pointer, key))
        for line in islice(_lines_of_no_output(level, list(texts.values()), statements), 1):
            yield _loose_problem(line, child(level.pointer, next(key for key in _OF_COMMAND if key in level.members)))


def _loose_problem(line: str, pointer: str) -> Problem:
    message = "receipt shows a line of output that the result does not have"
    hint = "render the result of this call, and nothing else"
    return Problem(message, hint, pointer, {"text": quotation(line)}, kind="invented")


def _lines_of_no_output(level: ResultLevel, texts: list[str], statements: Statements) -> Iterator[str]:
    """Yield the lines under a heading of either stream, such as ``Output:``, that are in no output of a command."""
    if set(_OF_COMMAND).isdisjoint(level.members) or _has_other_content(level):
        return
    for line in statements.unknown_lines(Section("", statements.output_lines, is_closed=False), texts):
        if not statements.is_in_envelope(line) and (any(texts) or not _NOTHING.search(line)):
            yield line


def _has_other_content(level: ResultLevel) -> bool:
    """Say whether numbers or lists of a result are about something else than the output of a command."""
    members = level.members.items()
    return not _NOT_OF_TESTS.issuperset(key for key, one in members if isinstance(one, list | tuple) or is_number(one))


def _test_claims(statements: Statements, level: ResultLevel) -> list[str]:
    """Return the renderer's own lines on tests; numbers and lists of a result, or the tool, may be about tests too."""
    tool = as_text(statements.record.envelope.get("tool_name")) or ""
    if _has_other_content(level) or "test" in tool.casefold() or statements.record.json_value is not None:
        return []
    return [line for line in statements.own_lines if _TESTS.fullmatch(line)]
