"""A number that a receipt states is one of its result or its input, or can be computed from them.

"14 others were up to date" of 41, "4.5 hours" between two moments that are minutes apart, a total that nothing adds up
to: the model calculates with what it reads. Much may be computed: counts, sums, differences, shares, other units,
rounded numbers, times in another zone; what none of that explains is an info, as there are other ways to compute.
"""

import re
from collections.abc import Iterator
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts import (
    receipt_changes_true,
    receipt_error_fields,
    receipt_outcome_first,
    receipt_outcome_true,
    receipt_output_true,
    receipt_values_true,
)
from conformance.rules.catalogue.receipts._grounds import Grounds
from conformance.rules.catalogue.receipts._stated_numbers import names_unit
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.quantities import Clock, Measure, Quantity, clocks_in, quantities_in
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import CUT, statements_of

# What is advice, a limit, an estimate, or how long ago something was.
_ADVICE = LazyPattern(
    r"\b(?:use|try|call|limit\w*|(?-i:max\w*|min)|up to \d|at (?:most|least)|retry|e\.g|for example|default\w*|every"
    r"|per|next \d|shown|showing|more than|less than|if|would|will|can|should|must|may|budget|calls|credits|quota|ago"
    r"|http|mode|recommend\w*|suggest\w*|chars|characters|tokens|today|tomorrow|yesterday|before|error \W?\d|about"
    r"|nearly|almost|roughly|last \d|since|till|until)\b|--\w|[~≈<>]",
    re.IGNORECASE,
)
# How long a call took is measured by whoever renders it, too; no call takes hours.
_ELAPSED = LazyPattern(
    r"\b(?:took|elapsed|in|after|within|time|duration|runtime|total|latency)\b|\(\s*$", re.IGNORECASE
)
_LONG_CALL = 3_600
# The number of an item of a list; tags, and what is set off by marks of code or quotation: these state nothing.
_PLACE, _TAGS = LazyPattern(r"^\W{0,8}\d{1,6}(?:[.):]| ?[|│])(?=\s|$)"), LazyPattern(r"</?[a-z]\w{0,20}>")
_CODE = LazyPattern(r"`[^`\n]{0,200}`|\"[^\"\n]{0,200}\"|\u201c[^\u201d\n]{0,200}\u201d")
# Longer texts are sentences.
_SHORT = 40
_OTHERS = (
    receipt_outcome_first,
    receipt_outcome_true,
    receipt_values_true,
    receipt_changes_true,
    receipt_output_true,
    receipt_error_fields,
)
# So many lines, characters of one, and numbers are read; more problems say nothing new.
_MOST_LINES, _MOST_CHARS, _MOST_STATED, _MOST_PROBLEMS = 100, 300, 200, 3


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each number that has no ground, in a receipt in which most numbers have one.

    Without the input of the call, any number may be one of it.
    """
    if record.input is None:
        return
    lines = _texts_of(record) if record.json_value is not None else _lines_of(record)
    stated = list(islice(((line, one) for line in lines for one in _read_line(line)), _MOST_STATED))
    if not stated:
        return
    grounds = Grounds((record.envelope.get("result"), record.input, _rest_of(record)), record.latency_ms)
    wrong = [pair for pair in stated if not _is_grounded(pair[1], pair[0], grounds)]
    # Who states many numbers that are nowhere computes them in a way that is unknown here.
    if grounds.is_open or len(wrong) > max(1, len(stated) // 2):
        return
    # What is wrong in more than one way is reported once, by the rule that knows the member.
    others = [problem for rule in _OTHERS for problem in rule.check(record, profile)] if wrong else []
    known = [f"{problem.message}\n{problem.evidence.get('text')}" for problem in others]
    for line, one in wrong[:_MOST_PROBLEMS]:
        if any(code_text(line.strip(), 80)[1:-1] in text or one.text in text for text in known):
            continue
        message = f"receipt states {code_text(one.text)}, which is not in its result and cannot be computed from it"
        hint = "derive the number from the result that is rendered"
        pointer = "/error" if record.is_failure(profile) else "/result"
        yield Problem(message, hint, pointer, {"text": quotation(line)}, detail=one.text)


def _rest_of(record: ReceiptRecord) -> JsonObject:
    return {key: value for key, value in record.envelope.items() if key != "result"}


def _lines_of(record: ReceiptRecord) -> Iterator[str]:
    statements = statements_of(record)
    output = {line for section in statements.sections for line in section.lines}
    if any(map(names_unit, statements.own_lines)):
        return
    for line in islice((one for one in statements.stated_lines if one not in output), _MOST_LINES):
        own = _CODE.sub(_blanks_for, _TAGS.sub(_blanks_for, line)) if len(line) <= _MOST_CHARS else ""
        if own.strip() and not _ADVICE.search(own) and not CUT.search(own):
            yield _PLACE.sub(_blanks_for, own)


def _texts_of(record: ReceiptRecord) -> Iterator[str]:
    """Yield the texts of a receipt that is JSON which are short enough to be a number in another unit."""
    for text in islice(scalars_of(record.json_value), _MOST_LINES):
        if isinstance(text, str) and len(text) <= _SHORT and not _ADVICE.search(text):
            yield text


def _read_line(line: str) -> Iterator[Quantity | Clock]:
    yield from quantities_in(line)
    yield from clocks_in(line)


def _blanks_for(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _is_grounded(stated: Quantity | Clock, line: str, grounds: Grounds) -> bool:
    if isinstance(stated, Clock):
        return grounds.has_clock(stated)
    if (clock := stated.clock_reading) is not None and grounds.has_clock(clock):
        return True
    if stated.measure is Measure.TIME and not _is_comparable(stated, line, grounds):
        return True
    return grounds.has(stated)


def _is_comparable(stated: Quantity, line: str, grounds: Grounds) -> bool:
    """Say whether a time is not how long the call took, and not how long from now something is."""
    seconds = stated.readings[0][0] * stated.units[0]
    may_be_elapsed = seconds < _LONG_CALL and _ELAPSED.search(line[: stated.start]) is not None
    return grounds.has_times and (grounds.measures_call or not may_be_elapsed)


_KEPT: JsonObject = {"input": {}}
_FETCHED: JsonObject = {"unchanged": 41, "updated": ["react", "zod"], "failed": []}
_RUN: JsonObject = {"started_at": "2026-05-27T10:00:00Z", "ended_at": "2026-05-27T10:04:30Z", "bytes": 53_687_091_200}

RULE = RECEIPT.rule(
    check,
    level=Level.INFO,
    source="tool-result-envelope#prefer-concise-receipts-for-small-confirmation-tools",
    good=(
        {
            "envelope": {"result": _FETCHED},
            "kept": _KEPT,
            "receipt": "2 packages updated, 41 others are as they were, 43 in total",
        },
        {
            "envelope": {"result": _RUN},
            "kept": _KEPT,
            "receipt": "Ended after 4.5 minutes at 12:04, 50 GiB written",
        },
    ),
    bad=(
        BadExample(
            {
                "envelope": {"result": _FETCHED},
                "kept": _KEPT,
                "receipt": "2 packages updated, 14 others are as they were",
            },
            says="states `14 others`, which is not in its result and cannot be computed from it",
            at="/result",
        ),
        BadExample(
            {"envelope": {"result": _RUN}, "kept": _KEPT, "receipt": "50 GiB were written in 4.5 hours"},
            says="states `4.5 hours`, which is not in its result and cannot be computed from it",
            at="/result",
        ),
    ),
)
