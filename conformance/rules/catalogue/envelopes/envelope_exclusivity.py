"""An envelope carries either a result or an error, and its status says which.

A reader that finds both has to guess which one is true; a reader that finds neither has nothing to go on. A missing
field counts as null.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.rules.screens import finds_nothing
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for the payload that contradicts the status, and for the one that is missing."""
    has_result, has_error = (record.envelope.get(key) is not None for key in ("result", "error"))
    expects_result = record.expects_result(profile)
    if expects_result is None:
        yield from _unknown_status_problems(has_result, has_error)
        return
    wanted, other = ("result", "error") if expects_result else ("error", "result")
    has_wanted, has_other = (has_result, has_error) if expects_result else (has_error, has_result)
    status = code_text(record.status or "")
    if has_other:
        yield Problem(
            f"status is {status}, but `{other}` is set", f"set `{other}` to null, or correct the status", f"/{other}"
        )
    if not has_wanted:
        pointer = f"/{wanted}" if wanted in record.envelope else ""
        message = f"status is {status}, but `{wanted}` is not set"
        yield Problem(message, f"add `{wanted}`, or correct the status", pointer)


def _unknown_status_problems(has_result: bool, has_error: bool) -> Iterator[Problem]:
    if has_result and has_error:
        yield Problem("envelope has both `result` and `error`", "set one of them to null", "/error")
    elif not has_result and not has_error:
        yield Problem("envelope has neither `result` nor `error`", "add one of them")


RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#projection-algorithm",
    screen=finds_nothing,
    good=(
        {"status": "success", "result": {"returned": 0}},
        {"status": "error", "result": None, "error": {"kind": "task_not_found"}},
    ),
    bad=(
        BadExample({"status": "success", "result": None}, says="`result` is not set", at="/result"),
        BadExample({"status": "error", "error": None}, says="`error` is not set", at="/error"),
        BadExample({"status": "error", "result": {"returned": 0}}, says="`result` is set", at="/result"),
        BadExample(
            {"error": {"kind": "a", "message": "b", "retryable": False}},
            says="status is `success`, but `error` is set",
            at="/error",
        ),
    ),
)
