"""Are the conditions of the schema enforced: a field that one choice requires, two that exclude each other?

Variants with different fields are where models make most mistakes; a condition that only the schema states is lost as
soon as a provider strips it.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.positions import name_position
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import Mutation, MutationKind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each condition that an input violates and the runtime does not enforce."""
    yield from objections_to_accepted(tool, MutationKind.CONDITION_BROKEN, _message_and_hint)


def _message_and_hint(mutation: Mutation) -> tuple[str, str]:
    what = "without" if mutation.after is None else "with"
    rule = code_text(mutation.schema_pointer.rpartition("/")[2] if not mutation.keyword else mutation.keyword)
    return (
        f"input {what} {name_position(mutation.pointer)} is accepted, but {rule} of the schema forbids it",
        "check the condition after parsing, and state it in the error",
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-contract-consistency#2-strong-variant-boundaries")
