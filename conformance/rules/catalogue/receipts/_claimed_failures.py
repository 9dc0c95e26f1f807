"""A first line that reports a failure, or the kind of an error, above the result of a success."""

import re
from collections.abc import Iterator, Sequence

from conformance.display import quotation
from conformance.documents.values import as_text
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._dispositions import COMMAND
from conformance.settings.profiles import Profile
from conformance.systems.reported_failures import may_be_failure
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.statements import Statements

# An error kind after "failed", which may also be a word for how a command ended.
_KIND = LazyPattern(r" ?[:(] ?`?([a-z]+(?:_[a-z]+)+)`?\)?[.]?")
_OF_COMMAND = LazyPattern(r"exit|code|status|zero|time|signal|kill|crash|abort")
# "Error: permission_denied", "ERROR - no such file", "Failed to add"; not "Error: none", "Error: 0.02",
# "Failed to find a newer one", "Failed to connect twice, then connected".
_ERROR = LazyPattern(
    r"\W*(?:error|failure)(?: ?:| -| [(\[])(?!\W*(?:none|no|0|null)?\W*$|\W*\d+\.\d)"
    r"|\W*failed to (?!find\b|match\b|locate\b|.*\b(?:then|but|finally|eventually|succeeded)\b)[a-z]",
    re.IGNORECASE,
)
# Longer texts of a result state nothing about its end.
_MOST_STATE = 60


def claimed_failures(
    record: ReceiptRecord, profile: Profile, statements: Statements, codes: Sequence[tuple[str, int | None]]
) -> Iterator[Problem]:
    """Yield a problem for a first line that reports a failure of a success; ``codes`` are the exit statuses."""
    line = record.first_line
    if record.json_value is not None or line not in statements.own_lines or statements.is_in_envelope(line):
        return
    is_zero = bool(codes) and all(value == 0 for _, value in codes)
    is_success = record.record.is_success(profile)
    is_named = _names_failure(line, record, statements, is_zero=is_zero, is_success=is_success)
    is_error = is_success and (is_zero or not codes) and _ERROR.match(line) is not None
    if is_named or (is_error and not _may_report_failure(record, profile)):
        truth = "the exit status is `0`" if is_zero else "the call succeeded"
        message = f"receipt states a failure, but {truth}"
        hint = "choose the first line by the status of the result that is rendered"
        pointer = codes[0][0] if is_zero else "/status"
        yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="exit_code")


def _names_failure(
    line: str, record: ReceiptRecord, statements: Statements, *, is_zero: bool, is_success: bool
) -> bool:
    """Say whether a line says that the call failed, of a command with status 0, or with the kind of an error."""
    tool = as_text(record.envelope.get("tool_name")) or ""
    found = re.match(
        rf"\W*(?:the )?(?:{COMMAND}|{re.escape(tool) or COMMAND})(?: has)? failed\b(?P<rest>.*)", line, re.I
    )
    kind = _KIND.fullmatch(found["rest"]) if found else None
    is_kind = kind is not None and not _OF_COMMAND.search(kind[1]) and not statements.is_in_envelope(kind[1])
    return found is not None and (is_zero or (is_kind and is_success))


def _may_report_failure(record: ReceiptRecord, profile: Profile) -> bool:
    """Say whether anything in the result is about a failure, which the line may then be about as well."""
    if may_be_failure(record.envelope.get("result"), "", profile.probing):
        return True
    short = [f" {normalise_words(text)} " for _, text in record.record.texts if len(text) <= _MOST_STATE]
    return any(f" {word} " in text for text in short for word in profile.results.failure_words)
