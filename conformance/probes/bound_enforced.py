"""Is each bound of the schema enforced: minimum, length, number of items, pattern?

A bound that is silently clamped or forgotten gives the model another result than it asked for, and no reason to suspect
it.
"""

from collections.abc import Iterator

from conformance.findings import Level
from conformance.interview import Objection, ToolInterview
from conformance.interview.answers import bounded
from conformance.interview.probe import objections_to_accepted, tool_probe
from conformance.json_values import compact
from conformance.strategies import Kind, Mutation
from conformance.words import quoted


def ask(tool: ToolInterview) -> Iterator[Objection]:
    """Object to each bound that a value beyond it passes."""
    yield from objections_to_accepted(tool, Kind.OUT_OF_BOUND, _said)


def _said(mutation: Mutation) -> tuple[str, str]:
    value = compact(bounded(mutation.after, 60))
    return (
        f"takes {value} for {quoted(mutation.pointer)}, against `{mutation.keyword}` of its schema",
        "refuse it and name the bound, or take the bound out of the schema",
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
