"""Where a tool publishes an output schema, does each reply carry structured content that matches it?

The protocol requires it and clients validate it: a reply without it, or with other content, fails in the client rather
than in the server. The same content should also be sent as text, for clients that do not support structured content.
"""

import json
from collections.abc import Iterator, Sequence

from conformance.display import code_text
from conformance.documents.values import JsonValue, as_object, equal
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.answers import truncate
from conformance.probes.interview.probe import tool_probe
from conformance.probes.interview.verdicts import is_flagged
from conformance.schema.safe_validation import validate_instance
from conformance.systems.runtime import CallOutcome


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to the first successful reply whose structured content is missing or invalid."""
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
        return (
            "result has no `structuredContent`, but the tool publishes an output schema",
            "return `structuredContent` that matches the output schema, or remove the output schema",
            place,
            Level.ERROR,
        )
    found = validate_instance(structured[0], schema, most=1)
    written = tool.tool.result_subschemas.references
    for violation in found if isinstance(found, list) else ():
        where = f"field {code_text(violation.pointer)} of " if violation.pointer else ""
        message = f"{where}`structuredContent` violates its schema: {violation.message[:160]}"
        hint = "return what the schema describes, or publish a schema that describes the actual result"
        return message, hint, place + written.place_of(violation.schema_pointer), Level.ERROR
    if not _is_in_text(structured[0], called.receipt or ""):
        hint = "also return the serialised JSON in a text block"
        return "`structuredContent` is not repeated in a text block", hint, place, Level.INFO
    return None


def _is_in_text(value: JsonValue, text: str) -> bool:
    """Say whether a text block holds the value as JSON; a scalar wrapped as ``result`` may appear unwrapped."""
    wrapped = as_object(value)
    bare = wrapped.get("result") if set(wrapped) == {"result"} else value
    if isinstance(bare, str) and bare in text:
        return True
    # the text that a member holds may itself be JSON, so it is compared before it is parsed
    if text and text in wrapped.values():
        return True
    try:
        held: JsonValue = json.loads(text)
    except ValueError:
        return any(isinstance(member, str) and member in text for member in wrapped.values())
    return equal(held, value) or equal(held, bare)


PROBE = tool_probe(ask, level=Level.ERROR, source="provider-and-mcp-limits#34-mcp-revisions")
