"""Is a value refused that the enum does not list?

An enum tells the model which words there are. A runtime that knows more, or takes any, has a second contract that
nobody wrote down.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.values import compact_json
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import Kind, Mutation


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each enum that lets a stranger through."""
    yield from objections_to_accepted(tool, Kind.NOT_IN_ENUM, _message_and_hint)


def _message_and_hint(mutation: Mutation) -> tuple[str, str]:
    value, place = compact_json(mutation.after), quote_text(mutation.pointer)
    return (
        f"takes {value} for {place}, which its `{mutation.keyword}` does not list",
        "refuse it and list the values, or add the value to the schema",
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
