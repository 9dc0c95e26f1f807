"""Does the flag of a reply say failure where its text does?

A model reads the text, a program the flag. "Error: no such table" under a flag of success is counted as a success,
cached as one, and never retried.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.values import JsonValue
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.answers import truncate
from conformance.probes.interview.probe import tool_probe
from conformance.probes.interview.verdicts import is_flagged, reports_failure, text_of
from conformance.systems.runtime import CallOutcome


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to the first reply of each tool whose text reports a failure that its flag denies."""
    for arguments, called in _replies(tool):
        if reports_failure(called, tool.profile.probing) and not is_flagged(called):
            yield Problem(
                f"reports a failure in words and success by its flag: {quote_text(_first_line(called), 160)}",
                "mark the reply as an error",
                "",
                evidence={
                    "call": {"op": "call", "tool": tool.tool.name, "input": arguments},
                    "reply": truncate(called.raw),
                },
            )
            return


def _first_line(called: CallOutcome) -> str:
    return text_of(called).strip().partition("\n")[0]


def _replies(tool: ToolInterview) -> Iterator[tuple[JsonValue, CallOutcome]]:
    """Replies that were recorded or seen already; else of good and wrong calls, which the tool must allow."""
    yield from tool.seen_calls()
    if tool.recorded_calls:
        return
    tool.require_calls()
    good, wrong = tool.usable_inputs.first_valid(), [mutation.input for mutation, _ in tool.refusals()]
    yield from ((arguments, tool.call(arguments)) for arguments in (good, *wrong[: 1 if tool.can_parse else 4]))


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-result-envelope#status")
