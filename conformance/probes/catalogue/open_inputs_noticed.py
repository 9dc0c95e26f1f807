"""Do tools whose schemas are open reject an unknown field, or tell the caller about it?

An open schema promises nothing about other fields, so ignoring them breaks no promise; but the model never learns that
a field had no effect. All such tools are reported at once, as ``conformance check`` does.
"""

from collections.abc import Iterator

from conformance.display import list_codes
from conformance.findings import Level, Problem
from conformance.probes.interview import (
    InconclusiveError,
    NotCalledError,
    OutOfTimeError,
    Reply,
    RuntimeInterview,
    ToolInterview,
)
from conformance.probes.interview.probe import runtime_probe, tolerates
from conformance.schema.generation import MutationKind


def ask(runtime: RuntimeInterview) -> Iterator[Problem]:
    """Object once to all tools that accept a made-up field because their schema is open.

    Raises why a tool cannot be asked if none of them can.
    """
    found: dict[str, Reply] = {}
    unasked: list[InconclusiveError | OutOfTimeError] = []
    for tool in runtime.tools:
        try:
            if (answer := _accepting_answer(tool)) is not None:
                found[tool.tool.name] = answer
        except (InconclusiveError, OutOfTimeError) as error:
            unasked.append(error)  # the probes of the tool itself report it
    if unasked and len(unasked) == len(runtime.tools):
        first = next((one for one in unasked if not isinstance(one, NotCalledError)), unasked[0])
        if isinstance(first, InconclusiveError) and not isinstance(first, NotCalledError):
            raise InconclusiveError(f"no tool could be asked, the first of them as {first}", first.advice)
        raise first
    if not found:
        return
    asked = [tool for tool in runtime.tools if tool.permission.allowed or tool.can_parse]
    called = " that were called" if len(asked) < len(runtime.tools) else ""
    subject = f"tool {list_codes(found)}" if len(found) == 1 else f"{len(found)} of {len(asked)} tools{called}"
    verb, owner = ("accepts", "its schema is") if len(found) == 1 else ("accept", "their schemas are")
    yield Problem(
        f"{subject} silently {verb} unknown fields, as {owner} open",
        "set `additionalProperties` to false and reject unknown fields",
        "/tools",
        evidence={**next(iter(found.values())).evidence, "tools": [*found]},
        tools=[*found],
    )


def _accepting_answer(tool: ToolInterview) -> Reply | None:
    """Return the first answer that accepts a made-up field which no keyword forbids, if there is one."""
    for mutation in tool.mutations(MutationKind.UNKNOWN_FIELD):
        answer = tool.ask_mutation(mutation)
        if not mutation.keyword and answer.is_accepted and not tolerates(tool.unknown_fields, answer):
            return answer
    return None


PROBE = runtime_probe(ask, level=Level.WARNING, source="tools-contract#tool-definition-contract")
