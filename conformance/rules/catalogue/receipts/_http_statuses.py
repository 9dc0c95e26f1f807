"""The HTTP status that a receipt states: "Page fetched with HTTP status 404", "200 OK", "Status: 404"."""

import re
from collections.abc import Iterator

from conformance.documents.pointers import child
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._known_values import numbers_of
from conformance.rules.catalogue.receipts._labels import value_problem
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import Statements

# "Page fetched with HTTP status 404", "HTTP/1.1 404", and the fields that such a number is.
_HTTP = LazyPattern(
    r"\bHTTP(?:/[\d.]{1,3})?(?: status| code){0,2}[ :=]{1,3}(?P<code>[1-5]\d\d)(?![\w.-])", re.IGNORECASE
)
# "200 OK", "Status: 404": such a number only where the result has an HTTP status by name.
_STATUS_LINE = LazyPattern(
    r"(?<![\w.,:/-])(?P<code>[1-5]\d\d) (?:OK|Created|Accepted|No Content|Moved Permanently|Found|Not Modified"
    r"|Bad Request|Unauthorized|Forbidden|Not Found|Conflict|Gone|Internal Server Error|Bad Gateway"
    r"|Service Unavailable)\b|\W*[Ss]tatus(?: code)? ?[:=] ?(?P<labelled>[1-5]\d\d)\b(?![.,]\d)",
)
# A status of another time, or one of several. Matches "expected 200 OK", "before: 503", "first try: 503", "1. 503".
# A word of a URL says nothing of that.
_OF_OTHER_TIME = r"(?<![/=?&])\b(?:expect\w*|before|previous\w*|earlier|last|cached|instead|wanted)\b"
OTHER_STATUS = LazyPattern(
    rf"{_OF_OTHER_TIME}|(?<![/=?&])\b(?:first|redirect\w*|retr(?:y|ied)|tr(?:y|ied)|attempt\w*"
    r"|not(?! (?:found|modified)))\b|\A\W*\d{1,2}[.)] (?=\d{3}\b)",
    re.IGNORECASE,
)
"""What says that a line states the status of another time, as of an earlier attempt."""
# Nobody tries again after a success. Matches "expected ", "the cached copy was ", ", not "; not "Retried: ".
_OTHER_SUCCESS = LazyPattern(rf"{_OF_OTHER_TIME}|\bnot (?:an? |the )?\Z", re.IGNORECASE)
# So many characters before a status are searched for that, as a line may have many.
_MOST_BEFORE = 100
_HTTP_FIELDS = ("http_status", "http_status_code", "http_code", "status_code")
# What is one as well, where the receipt says so.
_MAY_BE_HTTP = ("status", "code")


def http_status_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for the first HTTP status, if no status that the receipt states is one of the result."""
    numbers = [
        (child(level.pointer, key), key, value)
        for level in record.record.levels
        for key in (_HTTP_FIELDS if not level.members.keys().isdisjoint(_HTTP_FIELDS) else _MAY_BE_HTTP)
        if isinstance(value := level.members.get(key), int) and 200 <= value < 600
    ]
    named = [(pointer, value) for pointer, key, value in numbers if key in _HTTP_FIELDS]
    own = statements.stated_lines
    fields = named or [(pointer, value) for pointer, _, value in numbers]
    is_stated = any(statements.states_number(value) for value in {value for _, value in fields})
    matches = ((found, line) for line in own for found in _HTTP.finditer(line))
    ones = (
        (int(found["code"]), line[max(0, found.start() - _MOST_BEFORE) : found.start()], line)
        for found, line in matches
    )
    stated = [
        (code, line)
        for code, before, line in ones
        if not (OTHER_STATUS if code >= 300 or is_stated else _OTHER_SUCCESS).search(before)
    ]
    if named and not is_stated:
        known = numbers_of(record)
        lines = (line for line in own if not OTHER_STATUS.search(line))
        matches = ((line, found) for line in lines for found in _STATUS_LINE.finditer(line))
        codes = ((int(found["code"] or found["labelled"]), line) for line, found in matches)
        stated += [(code, line) for code, line in codes if code not in known]
    # A redirect has several: "HTTP 301, then HTTP 200".
    if fields and stated and {code for code, _ in stated}.isdisjoint(value for _, _, value in numbers):
        yield value_problem(stated[0][1], *fields[0])
