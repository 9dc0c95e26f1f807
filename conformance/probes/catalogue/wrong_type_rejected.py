"""Is a value of a type that cannot be converted to the expected one rejected?

Where an object passes for a string, or a list for a number, the schema is not enforced at all, and the error surfaces
somewhere else. Values that a lenient parser could convert are left to ``coercion``.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.values import compact_json, type_name
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.positions import name_position
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import MutationKind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each position where a value of the wrong type is accepted."""
    yield from objections_to_accepted(
        tool,
        MutationKind.WRONG_TYPE,
        lambda mutation: (
            (
                f"{name_position(mutation.pointer)} accepts {code_text(compact_json(mutation.after))}, "
                f"but its schema does not allow type `{type_name(mutation.after)}`"
            ),
            "reject it and name the expected type in the error",
        ),
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-contract-consistency#3-typed-parse-before-semantic-validation")
