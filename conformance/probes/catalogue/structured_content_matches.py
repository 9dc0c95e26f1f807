"""Where a tool publishes an output schema, does each reply carry structured content that matches it?

The protocol requires it and clients validate it: a reply without it, or with other content, fails in the client rather
than in the server. The same content should also be sent as text, for clients that do not support structured content.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import (
    JsonValue,
    as_array,
    as_object,
    as_text,
    compact_json,
    equal,
    is_number,
)
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.answers import truncate
from conformance.probes.interview.limits import InconclusiveError
from conformance.probes.interview.probe import tool_probe
from conformance.probes.interview.verdicts import is_flagged
from conformance.schema.safe_validation import validate_instance
from conformance.systems.runtime import CallOutcome

# Signs of a text that is shortened or masked. Matches "a long st...", "***".
_WRITTEN_OTHERWISE = LazyPattern(r"\.\.\.|\u2026|\*\*")
# A date, which may be written in another form or zone. Matches "2026-05-01T12:00:00Z"; not "build 2026-05".
_DATE = LazyPattern(r"\d{4}-\d\d-\d\d")


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to the gravest fault of the structured content of successful replies, the first of its level.

    Raises ``InconclusiveError`` when nothing is found and the output schema cannot be evaluated.
    """
    gravest: Problem | None = None
    unusable: str | None = None
    for arguments, called in tool.successes():
        if called.structured is None or is_flagged(called):
            continue
        found = _fault(tool, called.structured, called)
        if isinstance(found, str):
            unusable = found
        elif found is not None and (gravest is None or _rank(found) > _rank(gravest)):
            call: JsonValue = {"op": "call", "tool": tool.tool.name, "input": arguments}
            gravest = replace(found, evidence={"call": call, "reply": truncate(called.raw)})
    if gravest is not None:
        yield gravest
    elif unusable is not None:
        raise InconclusiveError(f"the output schema cannot be evaluated: {unusable}", "correct the schema")


def _rank(problem: Problem) -> int:
    return (problem.max_level or Level.ERROR).rank


def _fault(tool: ToolInterview, structured: Sequence[JsonValue], called: CallOutcome) -> Problem | str | None:
    """Return what is wrong with a reply, or why its schema cannot be used."""
    schema, place = tool.tool.stated_result_schema, "/result_envelope/success_result_schema"
    if schema is None:
        return None
    if not structured:
        return Problem(
            "result has no `structuredContent`, but the tool publishes an output schema",
            "return `structuredContent` that matches the output schema, or remove the output schema",
            place,
        )
    found = validate_instance(structured[0], schema, most=1)
    written = tool.tool.result_subschemas.references
    for violation in found if isinstance(found, list) else ():
        where = f"field {code_text(violation.pointer)} of " if violation.pointer else ""
        message = f"{where}`structuredContent` violates its schema: {violation.message[:160]}"
        hint = "return what the schema describes, or publish a schema that describes the actual result"
        return Problem(message, hint, place + written.place_of(violation.schema_pointer))
    # of two contradictions, one of numbers is the graver one
    for where, stated, kept in sorted(_contradictions(structured[0], called.raw), key=_is_text):
        shown = [code_text(compact_json(one), 80) for one in (stated, kept)]
        message = f"field {code_text(where)} is {shown[0]} in a text block, and {shown[1]} in `structuredContent`"
        # a text may write a state or a date in another way than the program, but no number
        level = Level.WARNING if isinstance(stated, str) else Level.ERROR
        return Problem(
            message, "return the same content in both, since some clients read the text", place, max_level=level
        )
    if isinstance(found, str):
        return found
    if not _is_in_text(structured[0], called.receipt or ""):
        hint = "also return the serialised JSON in a text block"
        return Problem("`structuredContent` is not repeated in a text block", hint, place, max_level=Level.INFO)
    return None


def _contradictions(value: JsonValue, reply: JsonValue) -> Iterator[tuple[str, JsonValue, JsonValue]]:
    """Yield where the text that repeats the content has another value: pointer, value in the text, value.

    A text repeats it where it is the only one and has the same members throughout; any other one may be a part of it,
    about something else, or cut short.
    """
    texts = [
        text for block in as_array(as_object(reply).get("content")) if (text := as_text(as_object(block).get("text")))
    ]
    if len(texts) != 1:
        return
    try:
        stated: JsonValue = json.loads(texts[0])
    except (ValueError, RecursionError):
        return
    pairs = list(_scalar_pairs(stated, value, ""))
    if None not in pairs:
        yield from (pair for pair in pairs if pair is not None and not _may_mean_the_same(*pair[1:]))


def _is_text(contradiction: tuple[str, JsonValue, JsonValue]) -> bool:
    return isinstance(contradiction[1], str)


def _scalar_pairs(left: JsonValue, right: JsonValue, pointer: str) -> Iterator[tuple[str, JsonValue, JsonValue] | None]:
    """Yield the scalars of both values at each pointer, and ``None`` where they have other members."""
    if isinstance(left, Mapping) and isinstance(right, Mapping) and left.keys() == right.keys():
        for name in left:
            yield from _scalar_pairs(left[name], right[name], child(pointer, name))
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for index, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from _scalar_pairs(one, other, child(pointer, str(index)))
    elif pointer and not isinstance(left, Mapping | list) and not isinstance(right, Mapping | list):
        yield pointer, left, right
    else:
        yield None


def _may_mean_the_same(stated: JsonValue, value: JsonValue) -> bool:
    """Say whether two scalars may be written for one: a text that is shortened or masked, a date, a rounded number."""
    if isinstance(stated, str) and isinstance(value, str):
        short, long = sorted((stated.casefold(), value.casefold()), key=len)
        return short in long or _WRITTEN_OTHERWISE.search(stated) is not None or _DATE.match(value) is not None
    if is_number(stated) and is_number(value):
        return stated == value or isinstance(stated, float) or isinstance(value, float)
    return not isinstance(stated, bool) or not isinstance(value, bool) or stated == value


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
