"""Is a condition of the schema enforced: a field that one choice demands, two that exclude each other?

Variants with different fields are where a tool is misused most; a condition that only the schema knows is lost as
soon as a provider strips it.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import Kind, Mutation


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each condition that a broken input passes."""
    yield from objections_to_accepted(tool, Kind.CONDITION_BROKEN, _message_and_hint)


def _message_and_hint(mutation: Mutation) -> tuple[str, str]:
    what = "without" if mutation.after is None else "with"
    rule = quote_text(f"/input_schema{mutation.schema_pointer}", 200)
    return (
        f"takes an input {what} {quote_text(mutation.pointer)} against the condition at {rule}",
        "check the condition after parsing, and name it in the refusal",
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-contract-consistency#2-strong-variant-boundaries")
