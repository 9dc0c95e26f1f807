"""Is an input without a required field refused?

What the schema calls required the model always sends, at a cost; a runtime that does without promises too much, or
fails later, where nobody can tell why.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import Kind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each required field that the runtime does without."""
    yield from objections_to_accepted(
        tool,
        Kind.MISSING_REQUIRED,
        lambda mutation: (
            f"takes an input without {quote_text(mutation.pointer)}, which its schema requires",
            "refuse it and name the missing field, or take the field out of `required`",
        ),
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
