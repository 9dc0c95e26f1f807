"""Is an input that lacks a required field rejected?

The model always sends required fields, at a cost; a runtime that does not need them asks too much, or fails later where
the cause is hard to find.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.positions import name_position
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import MutationKind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each required field whose absence is accepted."""
    yield from objections_to_accepted(
        tool,
        MutationKind.MISSING_REQUIRED,
        lambda mutation: (
            f"input without {name_position(mutation.pointer)} is accepted, but its schema requires it",
            "reject the input and name the missing field, or remove the field from `required`",
        ),
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
