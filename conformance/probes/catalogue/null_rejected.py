"""Is ``null`` refused where the schema does not allow it?

To a model, ``null`` and an absent field are the same thing said twice; a runtime that takes what its schema forbids
should say so in the schema.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import Kind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each place that takes null against its schema."""
    yield from objections_to_accepted(
        tool,
        Kind.NULL,
        lambda mutation: (
            f"takes null for {quote_text(mutation.pointer)}, which its schema does not allow",
            "refuse it, or allow null in the schema",
        ),
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
