"""A percentage beside the two numbers of which it is the share, and another than that: "2 of 3 paid (33%)"."""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import is_number
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._known_values import Numbers, numbers_of
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import Statements

_PERCENT = r"(?P<percent>\d{1,3}(?:\.(?P<decimals>\d{1,4}))?) ?%"
_WHOLE = r"(?P<part>\d{1,9})(?: of (?:the |all )?|/)(?P<whole>\d{1,9})"
# "2 of 3 invoices paid (67%)", "2/3 (67%)"; "80% (320 of 400 lines)".
_OF_WHOLE = (
    LazyPattern(rf"(?<![\w.,/-]){_WHOLE}(?![\d.,/])[a-z ]{{0,40}}\({_PERCENT}\)", re.IGNORECASE),
    LazyPattern(rf"(?<![\w.,/-]){_PERCENT} \({_WHOLE}(?![\d.,/])[a-z ]{{0,40}}\)", re.IGNORECASE),
)
# "Passed: 41 (95.3%)", "1 closed (33%)".
_AMOUNT = LazyPattern(rf"(?<![\w.,/-])(?<!\bof )(?P<part>\d{{1,9}}) (?:[a-z]{{2,20}} )?\({_PERCENT}\)", re.IGNORECASE)
# What stands before a place in a sequence, of which a percentage may be done: "Epoch 3/10 (62%)", "file 2 of 5 (87%)".
_PLACE = LazyPattern(
    r"\b(?:epoch|step|stage|phase|round|pass|iteration|attempt|batch|chunk|part|shard|page|file|image|frame|volume|disk"
    r"|task|job|item|week|day|chapter|lesson|level)(?: (?:no\.|number))?[:#]? ?$",
    re.IGNORECASE,
)
# Only so many lines, characters of one, amounts and wholes are read: they are compared with each other.
_MOST_LINES, _MOST_CHARS, _MOST_AMOUNTS, _MOST_WHOLES = 500, 300, 50, 200


def share_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for each percentage that is no share of two numbers of the result, and no number of it itself.

    Amounts without their whole are compared with that of which most of them, and at least two, are the shares.
    """
    lines = [one for one in statements.stated_lines[:_MOST_LINES] if len(one) <= _MOST_CHARS and "%" in one]
    if not lines:
        return
    known = numbers_of(record)
    stated = [(line, found) for line in lines for pattern in _OF_WHOLE for found in pattern.finditer(line)]
    for line, found in stated:
        if (
            int(found["part"]) in known
            and int(found["whole"])
            and not _PLACE.search(line[: found.start()])
            and not _is_share(found, int(found["whole"]))
            and not _is_known(found, known)
        ):
            yield _problem(line, found, int(found["whole"]), record)
    amounts = [(line, found) for line in lines for found in _AMOUNT.finditer(line) if int(found["part"]) in known]
    if 2 < len(amounts) <= _MOST_AMOUNTS:
        yield from _amount_problems(amounts, known, record)


def _amount_problems(
    amounts: Sequence[tuple[str, re.Match[str]]], known: Numbers, record: ReceiptRecord
) -> Iterator[Problem]:
    parts = {int(found["part"]) for _, found in amounts}
    # The whole of all of them is the largest; those of another column have one of their own.
    wholes = [sum(parts), *(one for one in known.alone if is_number(one) and one >= max(min(parts), 1))][:_MOST_WHOLES]
    shares = {whole: {found for _, found in amounts if _is_share(found, whole)} for whole in wholes}
    whole = max((one for one in shares if one >= max(*parts, 1)), key=lambda one: len(shares[one]), default=0)
    if len({found["part"] for found in shares.get(whole, ())}) < 2:
        return
    for line, found in amounts:
        # Of the whole itself it is how much that has grown.
        is_other = int(found["part"]) >= whole or any(found in shares[one] for one in wholes if len(shares[one]) > 1)
        if not is_other and not _is_known(found, known):
            yield _problem(line, found, whole, record)


def _is_share(found: re.Match[str], whole: float) -> bool:
    """Say whether a percentage is that of a part in a whole, or of what is left of it, as far as its digits go."""
    share = 100 * int(found["part"]) / whole if whole else 0.0
    unit = 10.0 ** -len(found["decimals"] or "") + 1e-9
    return any(abs(float(found["percent"]) - one) < unit for one in (share, 100 - share))


def _is_known(found: re.Match[str], known: Numbers) -> bool:
    number = float(found["percent"])
    return any(one in known for one in (number, number / 100)) or found["percent"] in known.in_texts


def _problem(line: str, found: re.Match[str], whole: float, record: ReceiptRecord) -> Problem:
    part = int(found["part"])
    members = ((child(one.pointer, key), value) for one in record.record.levels for key, value in one.members.items())
    pointer = next((at for at, value in members if is_number(value) and value == part), "/result")
    message = f"receipt states {code_text(found[0])}, but {part} of {whole} is {100 * part / whole:.3g}%"
    return Problem(
        message, "compute the share from the numbers of the result", pointer, {"text": quotation(line)}, kind="count"
    )
