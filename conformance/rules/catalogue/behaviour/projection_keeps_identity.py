"""A projection keeps what identifies a result: tool, status, summary, and of an error all but its details.

"For errors, Holon should also preserve" kind, message, recovery hint and whether to retry, however large the rest is.
What to do next is decided by these, and a projection that rewords them decides it anew.
"""

from collections.abc import Iterator, Mapping

from conformance.display import quote_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object, as_text, compact_json, equal
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import PROJECTION
from conformance.rules.catalogue.behaviour._identity import ERROR_FIELDS, OUTER_FIELDS
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedProjection


def check(projection: ObservedProjection, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each of these that the envelope has otherwise than the complete output."""
    before, after = as_object(projection.complete), as_object(projection.envelope)
    too_long = len(as_text(before.get("summary_text")) or "") > profile.summary_limit
    yield from _changed_members("", OUTER_FIELDS[:-1] if too_long else OUTER_FIELDS, before, after)
    if isinstance(before.get("error"), Mapping):
        yield from _changed_members(
            "/error", ERROR_FIELDS, as_object(before.get("error")), as_object(after.get("error"))
        )


def _changed_members(pointer: str, keys: tuple[str, ...], before: JsonObject, after: JsonObject) -> Iterator[Problem]:
    for key in keys:
        old, new = before.get(key), after.get(key)
        if key in before and not equal(old, new):
            now = "is lost" if new is None else f"is now {quote_text(compact_json(new), 60)}"
            told = f"{quote_text(key)} was {quote_text(compact_json(old), 60)} in the complete output, and {now}"
            yield Problem(told, "project it as it is", child(pointer, key))


RULE = PROJECTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#preserve-the-stable-canonical-envelope",
    good=(
        {
            "complete": {"tool_name": "ListTasks", "error": {"kind": "io_error", "details": {"log": "a"}}},
            "envelope": {"status": "error", "error": {"kind": "io_error", "details": None}},
        },
    ),
    bad=(
        BadExample(
            {
                "complete": {"error": {"kind": "io_error", "retryable": True}},
                "envelope": {"status": "error", "error": {"kind": "failed", "retryable": True}},
            },
            says="'kind' was '\"io_error\"' in the complete output, and is now '\"failed\"'",
            at="/error/kind",
        ),
        BadExample(
            {
                "complete": {"error": {"recovery_hint": "try another path"}},
                "envelope": {"status": "error", "error": {"recovery_hint": None}},
            },
            says="'recovery_hint' was '\"try another path\"' in the complete output, and is lost",
            at="/error/recovery_hint",
        ),
        BadExample(
            {"complete": {"summary_text": "listed 3 tasks"}, "envelope": {"summary_text": "ok"}},
            says="and is now '\"ok\"'",
            at="/summary_text",
        ),
    ),
)
