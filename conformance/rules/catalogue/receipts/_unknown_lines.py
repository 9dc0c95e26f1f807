"""Lines that a receipt shows as output, and that no output of its result has."""

import re
from collections.abc import Iterator
from itertools import dropwhile, islice

from conformance.display import quotation
from conformance.documents.pointers import child
from conformance.documents.values import as_text, is_number
from conformance.findings import Problem
from conformance.systems.surface.envelopes import ResultLevel
from conformance.systems.surface.previews import previews
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.sections import Section
from conformance.systems.surface.statements import Statements, is_about_output

# A receipt with such a sign may lack one end of an output, but not all of it.
CUT = re.compile(r"truncat|omitted|trimmed|shortened|redacted|masked|\*\*\*|\bcut\b|…|\.\.\.", re.IGNORECASE)
# So many lines of a section or a preview are compared one by one.
MOST_LINES = 500
# Signs that a line is shown in another form: shortened, escaped, or joined with a remark.
_OTHER_FORM = re.compile(r"…|\.\.\.|\\[nrtux]|&#?\w+;|[^\x20-\x7e\t]")
# What a renderer itself says after the last output: a label, a number, or a remark about output and call.
_REMARK = re.compile(
    r":(?:\s|$)|\d|[/\\`]|\b(?:output|log|file|artifact|lines?|use|call|see|read|hint|note|took|exit\w*|command|process"
    r"|task|retr\w*|truncated|shown|omitted|saved|elapsed|duration|tool|result|warning|end|background|run\w*)\b",
    re.IGNORECASE,
)
# A line that says how tests went, which a renderer only knows from an output: "all 12 tests passed".
_TESTS = re.compile(
    r"\W*(?:all|no|every|\d+)\b[\w ]{0,20}\btests?\b[\w ]{0,12}\b(?:passed|failed|pass|fail|succeeded|green)\W*",
    re.IGNORECASE,
)
# The outputs of a command, and what its results count and list besides: nothing of it is about tests.
_OF_COMMAND = ("stdout_preview", "stderr_preview")
_NOT_OF_TESTS = {"exit_status", "exit_code", "artifacts", "stdout_artifact", "stderr_artifact", "duration_ms"}
# What a renderer says where there is no output.
_NOTHING = re.compile(r"\b(?:no|not|nothing|none|never|empty|without)\b", re.IGNORECASE)
# A line of fewer words may be a remark of the renderer, or what is left of another form.
_FEW_WORDS = 3


def loose_problems(levels: list[ResultLevel], statements: Statements) -> Iterator[Problem]:
    """Yield a problem for a line without a heading that can only be from an output, and is in none."""
    for level in levels:
        texts = previews(level)
        for key, text in texts.items():
            set_off = Section(key, statements.set_off_lines(text), is_closed=False)
            lines = () if statements.sections else unknown_lines(set_off, [*texts.values()], statements)
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
    for line in unknown_lines(Section("", statements.output_lines, is_closed=False), texts, statements):
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


def unknown_lines(section: Section, own: list[str], statements: Statements) -> Iterator[str]:
    """Yield the lines that are surely no line of the stream in another form, and no remark of the renderer."""
    if any(CUT.search(text) for text in own):
        return  # the renderer may show more of it
    known = {normalise_words(line) for text in own for line in text.splitlines()} - {""}
    for line in list(dropwhile(lambda line: not line.strip(), section.lines))[:MOST_LINES]:
        if not line.strip() and not section.is_closed:
            return  # what follows a blank line at the end may be the renderer's
        words = normalise_words(line)
        if not words or is_about_output(line) or _OTHER_FORM.search(line) or statements.is_in(own, line):
            continue
        # With a time or a mark before it, or joined with the next, a line is still one of the stream.
        if any(f" {one} " in f" {words} " for one in known):
            continue
        if section.is_closed or (len(words.split()) >= _FEW_WORDS and not _REMARK.search(line)):
            yield line
