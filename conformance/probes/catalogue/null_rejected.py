"""Is ``null`` rejected where the schema does not allow it?

To a model, ``null`` and an absent field mean the same; a runtime that accepts ``null`` should allow it in its schema.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.positions import name_position
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import MutationKind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each position where null is accepted although its schema forbids it."""
    yield from objections_to_accepted(
        tool,
        MutationKind.NULL,
        lambda mutation: (
            f"{name_position(mutation.pointer)} accepts null, but its schema does not allow it",
            "reject null, or add it to `type` in the schema",
        ),
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
