"""Where a tool publishes an output schema, does each reply carry structured content that matches it?

The protocol demands it, and clients validate: a reply without it, or with other content, is an error in the client and
not in the server. The same content should also be there as text, for clients that know no structured content.
"""

import json
from collections.abc import Iterator, Sequence

from conformance.display import quote_text
from conformance.documents.values import JsonValue, as_object, equal
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.answers import truncate
from conformance.probes.interview.probe import tool_probe
from conformance.probes.interview.verdicts import is_flagged
from conformance.schema.safe_validation import validate_instance
from conformance.systems.runtime import CallOutcome


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to the first success of each tool whose structured content is missing or wrong."""
    for arguments, called in tool.successes():
        if called.structured is None or is_flagged(called):
            continue
        found = _fault(tool, called.structured, called)
        if found is not None:
            message, hint, pointer, level = found
            call: JsonValue = {"op": "call", "tool": tool.tool.name, "input": arguments}
            yield Problem(
                message, hint, pointer, evidence={"call": call, "reply": truncate(called.raw)}, max_level=level
            )
            return


def _fault(
    tool: ToolInterview, structured: Sequence[JsonValue], called: CallOutcome
) -> tuple[str, str, str, Level] | None:
    schema, place = tool.tool.success_result_schema, "/result_envelope/success_result_schema"
    if schema is None:
        return None
    if not structured:
        return "publishes an output schema and returns no structured content", "return it", place, Level.ERROR
    found = validate_instance(structured[0], schema, most=1)
    for violation in found if isinstance(found, list) else ():
        message = f"returns structured content that breaks its schema at {quote_text(violation.pointer)}: "
        hint = "return what the schema promises, or publish the schema of what is returned"
        return message + violation.message[:160], hint, place + violation.schema_pointer, Level.ERROR
    if not _is_in_text(structured[0], called.receipt or ""):
        hint = "put the serialised JSON into a text block too"
        return "returns structured content that its text does not hold", hint, place, Level.INFO
    return None


def _is_in_text(value: JsonValue, text: str) -> bool:
    """Say whether a text block holds the value as JSON; a scalar wrapped as ``result`` may stand there bare."""
    wrapped = as_object(value)
    bare = wrapped.get("result") if set(wrapped) == {"result"} else value
    if isinstance(bare, str) and bare in text:
        return True
    try:
        held: JsonValue = json.loads(text)
    except ValueError:
        return any(isinstance(member, str) and member in text for member in wrapped.values())
    return equal(held, value) or equal(held, bare)


PROBE = tool_probe(ask, level=Level.ERROR, source="provider-and-mcp-limits#34-mcp-revisions")
