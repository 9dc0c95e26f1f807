"""Does the same envelope always render to the same receipt?

A receipt that contains a time, a random id or the order of a set changes the history that the model sees, breaks prompt
caches, and cannot be tested.
"""

from collections.abc import Iterator, Sequence

from conformance.documents.values import JsonObject, JsonValue, equal
from conformance.findings import Level, Problem
from conformance.probes.interview import InconclusiveError, ToolInterview
from conformance.probes.interview.limits import UnreadableReplyError
from conformance.probes.interview.probe import tool_probe
from conformance.systems.runtime import CallOutcome, UnsupportedError

_HINT = "derive the receipt from the canonical result alone, without clock, random ids or set order"


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object when the same envelope rendered twice, or two calls with equal envelopes, give different receipts."""
    envelopes, twice = _observed_envelopes(tool)
    if twice is not None and equal(twice[0].envelope, twice[1].envelope) and twice[0].receipt != twice[1].receipt:
        yield _objection(tool, twice[0].envelope, twice[0].receipt, twice[1].receipt)
        return
    yield from _rerendering_objections(tool, envelopes)
    if twice is None and not _can_render(tool, envelopes):
        tool.require_calls()


def _rerendering_objections(tool: ToolInterview, envelopes: Sequence[JsonValue]) -> Iterator[Problem]:
    for envelope in envelopes:
        try:
            first, second = tool.runtime.render(envelope, {}), tool.runtime.render(envelope, {})
        except UnsupportedError:
            return
        if first != second:
            yield _objection(tool, envelope, first, second)
            return


def _can_render(tool: ToolInterview, envelopes: Sequence[JsonValue]) -> bool:
    try:
        return [tool.runtime.render(envelope, {}) for envelope in envelopes[:1]] != []
    except UnsupportedError:
        return False


def _observed_envelopes(tool: ToolInterview) -> tuple[Sequence[JsonValue], tuple[CallOutcome, CallOutcome] | None]:
    """Return envelopes to render (of a success and of a rejection), and the outcomes of one call made twice, if any."""
    refusals = [_failure(tool, answer.error) for _, answer in tool.refusals() if answer.error][:1]
    try:
        good = tool.usable_inputs.first_valid()
        twice = (tool.call(good), tool.call(good, again=True))
    except UnreadableReplyError:
        raise
    except InconclusiveError:
        return refusals, None
    return [twice[0].envelope, *refusals], twice


def _failure(tool: ToolInterview, error: JsonObject) -> JsonObject:
    message = error.get("message")
    return {"tool_name": tool.tool.name, "status": "error", "summary_text": message, "result": None, "error": error}


def _objection(tool: ToolInterview, envelope: JsonValue, first: str | None, second: str | None) -> Problem:
    return Problem(
        "the same envelope is rendered as two different receipts",
        _HINT,
        "",
        evidence={"envelope": envelope, "receipts": [first, second], "call": {"op": "render", "tool": tool.tool.name}},
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-result-envelope#projection-algorithm")
