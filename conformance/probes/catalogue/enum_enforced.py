"""Is a value that the enum does not list rejected?

An enum tells the model which values exist. A runtime that knows more of them, or accepts any, has a second contract
that is written down nowhere.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.values import compact_json
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.positions import name_position
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import Mutation, MutationKind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each enum for which an unlisted value is accepted."""
    yield from objections_to_accepted(tool, MutationKind.NOT_IN_ENUM, _message_and_hint)


def _message_and_hint(mutation: Mutation) -> tuple[str, str]:
    value = code_text(compact_json(mutation.after))
    return (
        f"{name_position(mutation.pointer)} accepts {value}, which its `{mutation.keyword}` does not list",
        f"reject it and list the allowed values in the error, or add it to `{mutation.keyword}`",
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
