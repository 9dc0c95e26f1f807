"""Lines of a receipt in the words of the tool's family that say something else than the family says of the result.

The reference contract renders the same result; a line that it does not write, but that has its words around another
number, or around a word that excludes the right one, is false. Another wording is not judged here.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from msgspec import Struct

from conformance.contract import complete_output_json
from conformance.contract.envelope import Success, from_json
from conformance.contract.families import all_tools, family_of
from conformance.contract.receipt import OutputBlock, ReceiptLine
from conformance.contract.rendering import parts_of as rendered_parts
from conformance.contract.rendering import render
from conformance.contract.shapes import schema_of, unknown_members
from conformance.display import code_text, quotation
from conformance.documents.pointers import resolve, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, compact_json
from conformance.errors import ConformanceError
from conformance.findings import Problem
from conformance.rules.catalogue.receipts import (
    receipt_changes_true,
    receipt_error_fields,
    receipt_keeps_handles,
    receipt_outcome_first,
    receipt_outcome_true,
    receipt_output_true,
)
from conformance.rules.catalogue.receipts._contradictions import contradicts, parts_of
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord, contains_words, normalise_words
from conformance.systems.surface.statements import Statements

# So many lines are compared with each other; where more are other ones, the receipt is not in the family's words.
_MOST_LINES = 50
# So many lines of output may be others in a receipt that has as many lines as the family writes.
_MOST_OUTPUT_LINES = 3
# What is wrong in more than one way is reported once, by the rule that knows the field.
_OTHERS = (
    receipt_outcome_first,
    receipt_outcome_true,
    receipt_changes_true,
    receipt_output_true,
    receipt_keeps_handles,
    receipt_error_fields,
)


class FalseLine(Struct, frozen=True):
    """A line of a receipt, and the line that is true of its result instead."""

    stated: str
    true: str


def family_line_problems(
    statements: Statements, profile: Profile, reported: Sequence[Problem] = ()
) -> Iterator[Problem]:
    """Yield a problem for each false line in the family's words that no other rule, and none of these, reports."""
    found = false_lines(statements)
    if not found:
        return
    record = statements.record
    others = [*reported, *(problem for one in _OTHERS for problem in one.check(record, profile))]
    for one in found:
        if not any(_is_about(problem, one, record) for problem in others):
            stated, true = code_text(one.stated.strip(), 80), code_text(one.true.strip(), 80)
            message = f"receipt states {stated}, but the line of this result is {true}"
            hint = "derive the line from the result that is rendered"
            pointer = "/error" if record.is_failure(profile) else "/result"
            evidence: JsonObject = {"text": quotation(one.stated)}
            yield Problem(message, hint, pointer, evidence, kind="line", detail=one.true)


def _is_about(problem: Problem, found: FalseLine, record: ReceiptRecord) -> bool:
    """Say whether a problem is about a line: it quotes it, or says that the value which the line has is not shown."""
    text, line = as_text(problem.evidence.get("text")), found.stated.strip()
    if code_text(line, 80) in problem.message or (text and normalise_words(text) in normalise_words(line)):
        return True
    value = resolve(record.envelope, problem.pointer) if problem.pointer else None
    words = [as_text(value) or "", *split(problem.pointer)[-1:]]
    return any(contains_words(normalise_words(found.true), word) for word in words if normalise_words(word))


def false_lines(statements: Statements) -> Sequence[FalseLine]:
    """Return the lines of a receipt that contradict what the family of its tool writes of the same result."""
    record = statements.record
    try:
        envelope = from_json(record.envelope)
    except ConformanceError:
        return []
    if record.json_value is not None or (isinstance(envelope, Success) and family_of(envelope.tool_name) is None):
        return []
    written = list(rendered_parts(envelope))
    own = [part.text for part in written if isinstance(part, ReceiptLine)]
    headings = [f"{part.label}:" for part in written if isinstance(part, OutputBlock)]
    known = {*own, *headings}
    # A line that is written as it is here, as most are, need not be read.
    lines = [line for line in islice(statements.own_lines, _MOST_LINES) if line.strip() and line not in known]
    # Which line is which does not depend on its line end, indentation or capitals.
    parts = set(map(parts_of, known)) if lines else set[tuple[str, ...]]()
    stated = [line for line in lines if parts_of(line) not in parts]
    if not stated:
        return []
    shown = record.receipt.split("\n")
    absent = [line for line in own if line not in shown]
    others = set(map(parts_of, shown)) if absent else set[tuple[str, ...]]()
    missing = [line for line in absent if parts_of(line) not in others][:_MOST_LINES]
    sets = _closed_sets(envelope.tool_name)
    found = [FalseLine(line, true) for line in stated for true in missing if contradicts(line, true, sets)]
    if not found and own and parts_of(shown[0]) == parts_of(own[0]):
        found = _other_output(shown, render(envelope).split("\n"), sets)
    unknown = _unknown_words(record.envelope) if found else None
    return [] if unknown is None else [one for one in found if not _is_of(one, unknown)]


def _other_output(shown: Sequence[str], full: Sequence[str], sets: Sequence[Collection[str]]) -> list[FalseLine]:
    """Return the lines of output that are others in an otherwise equal receipt."""
    pairs = [pair for pair in zip(shown, full, strict=False) if pair[0] != pair[1]]
    others = [FalseLine(*pair) for pair in pairs if parts_of(pair[0]) != parts_of(pair[1])]
    if len(shown) != len(full) or len(others) > _MOST_OUTPUT_LINES:
        return []
    return [one for one in others if contradicts(one.stated, one.true, sets)]


def _unknown_words(envelope: JsonObject) -> set[str] | None:
    """Return the words of members that the contract does not declare; ``None`` where the result has no shape of it."""
    try:
        result = complete_output_json.from_json(envelope).result
    except ConformanceError:
        return None
    return {word for value in unknown_members(result) for word in normalise_words(compact_json(value)).split()}


def _is_of(found: FalseLine, unknown: Collection[str]) -> bool:
    """Say whether a line may state a member that the contract does not know, in the words of another one."""
    own = set(normalise_words(found.true).split())
    return any(word in unknown for word in normalise_words(found.stated).split() if word not in own)


@lru_cache(maxsize=64)
def _closed_sets(tool_name: str) -> Sequence[frozenset[str]]:
    """Return the sets of words from which the members of a tool's results are taken."""
    tool = next((tool for tool in all_tools() if tool.name == tool_name), None)
    return list(dict.fromkeys(_enums(schema_of(*tool.results)))) if tool else []


def _enums(schema: JsonValue) -> Iterator[frozenset[str]]:
    members = as_object(schema)
    words = frozenset(text.casefold() for value in as_array(members.get("enum")) if (text := as_text(value)))
    if words:
        yield words
    for inner in (*members.values(), *as_array(schema)):
        yield from _enums(inner)
