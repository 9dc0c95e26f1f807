"""Is a value of a type that nothing could turn into the right one refused?

An object for a string, a list for a number: where that goes through, the schema is not enforced at all, and the fault
shows up somewhere else. Values that a lenient reader could convert are the question of ``coercion``.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.values import compact_json
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import Kind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each place that takes a value of a wrong type."""
    yield from objections_to_accepted(
        tool,
        Kind.WRONG_TYPE,
        lambda mutation: (
            (
                f"takes {compact_json(mutation.after)} for {quote_text(mutation.pointer)}, "
                "which its schema gives another type"
            ),
            "refuse it and say which type is wanted",
        ),
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-contract-consistency#3-typed-parse-before-semantic-validation")
