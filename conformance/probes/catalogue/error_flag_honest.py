"""Is a reply whose text reports a failure also flagged as one?

A model reads the text, a program the flag. "Error: no such table" flagged as a success is counted and cached as a
success, and never retried.
"""

from collections.abc import Iterator

from conformance.documents.values import JsonValue
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.answers import truncate
from conformance.probes.interview.probe import tool_probe
from conformance.probes.interview.verdicts import is_flagged, reports_failure
from conformance.systems.runtime import CallOutcome


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to the first reply whose text reports a failure while its flag says success."""
    for arguments, called in _replies(tool):
        if reports_failure(called, tool.profile.probing) and not is_flagged(called):
            yield Problem(
                "reply is flagged as a success, but its text reports a failure",
                "flag the reply as an error (`isError: true` in MCP, `status: error` in an envelope)",
                "",
                evidence={
                    "call": {"op": "call", "tool": tool.tool.name, "input": arguments},
                    "reply": truncate(called.raw),
                },
            )
            return


def _replies(tool: ToolInterview) -> Iterator[tuple[JsonValue, CallOutcome]]:
    """Yield inputs with replies: those recorded or seen before, else those of new good and wrong calls."""
    yield from tool.seen_calls()
    if tool.recorded_calls:
        return
    tool.require_calls()
    good, wrong = tool.usable_inputs.first_valid(), [mutation.input for mutation, _ in tool.refusals()]
    yield from ((arguments, tool.call(arguments)) for arguments in (good, *wrong[: 1 if tool.can_parse else 4]))


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-result-envelope#status")
