"""The details of an error stay within the size that the profile allows.

A model acts on kind, message and hint. Details are the one part of an error that may be cut, and a stack trace or an
entire file in them pushes the rest out of sight.
"""

import sys
from collections.abc import Iterator

from conformance.documents.values import JsonValue, as_object, compact_json
from conformance.findings import Level, Problem
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.rules.screens import Screen, Subject, errors_only, most_bytes_within
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the details, as JSON on one line, have more characters than allowed."""
    details = as_object(record.envelope.get("error")).get("details")
    size, most = _size(details), profile.results.error_details_limit
    if details is not None and size > most:
        message = f"`error.details` has {size:,} characters of JSON, but at most {most:,} are allowed"
        yield Problem(message, "keep a short preview, and say how much was left out", "/error/details")


def _size(details: JsonValue) -> int:
    try:
        return len(compact_json(details))
    except RecursionError:  # nested too deeply to serialize, so too large by any measure
        return sys.maxsize


def _screen(subject: Subject) -> Screen:
    """There are no details, or the line is so short that all of it is allowed."""
    if most_bytes_within(subject.profile.results.error_details_limit) >= subject.most_bytes:
        return Screen()
    return Screen({"properties": {"error": {"properties": {"details": {"type": "null"}}}}})


RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#preserve-the-stable-canonical-envelope",
    screen=errors_only(_screen),
    good=({"status": "error", "error": {"details": {"parse_error": "missing field `cmd`"}}},),
    bad=(
        BadExample(
            {"status": "error", "error": {"details": {"trace": "at turn.rs:1\n" * 400}}},
            says="characters of JSON, but at most 4,000 are allowed",
            at="/error/details",
        ),
    ),
)
