"""Is every rejected input reported with the same kind of error, a recovery hint and a `retryable` flag?

Callers branch on ``kind``, decide by ``retryable`` whether to try again, and fix their call with ``recovery_hint``. An
error without them is of use only to a person.
"""

from collections.abc import Iterator

from conformance.display import code_text, list_codes
from conformance.documents.values import as_object, type_name
from conformance.findings import Level, Problem
from conformance.probes.interview import Reply, ToolInterview
from conformance.probes.interview.probe import mutation_objection, tool_probe
from conformance.probes.interview.verdicts import is_flagged
from conformance.schema.generation import Mutation


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object once to each fault of an error; replies of protocols with their own kind of error are skipped."""
    seen: set[str] = set()
    for mutation, answer in tool.refusals():
        if answer.called is not None and answer.called.structured is not None:
            return
        if answer.called is not None and not is_flagged(answer.called):
            continue  # a rejection that is not flagged as one is reported by error_flag_honest
        for message, hint in _faults(tool, answer):
            if message not in seen:
                seen.add(message)
                yield _objection(tool, mutation, answer, message, hint)


def _objection(tool: ToolInterview, mutation: Mutation, answer: Reply, message: str, hint: str) -> Problem:
    found = mutation_objection(tool, mutation, answer, message, hint)
    return Problem(message, hint, "", detail=message, evidence=found.evidence)


def _faults(tool: ToolInterview, answer: Reply) -> Iterator[tuple[str, str]]:
    error, kinds = answer.error, tool.profile.probing.input_error_kinds
    kind = error.get("kind")
    if not isinstance(kind, str) or not kind:
        yield "refuses an input with an error that has no `kind`", f"set `kind` to {list_codes(kinds)}"
    elif kind not in kinds:
        message = f"refuses an input with an error of kind {code_text(kind)}"
        yield message, f"use one kind for every input that does not match the schema: {list_codes(kinds)}"
    for name in ("message", "recovery_hint"):
        value = error.get(name)
        if not isinstance(value, str) or not value.strip():
            yield f"refuses an input with an error that has no `{name}`", _HINTS[name]
    if not isinstance(error.get("retryable"), bool):
        found = type_name(error.get("retryable"))
        yield (
            f"refuses an input with an error whose `retryable` is {found}",
            "set `retryable` to false: the same input fails again",
        )
    elif error["retryable"]:
        yield "says that a refused input may be retried", "set `retryable` to false: the same input fails again"
    yield from _envelope_faults(tool, answer)


_HINTS = {
    "message": "describe the fault in one sentence",
    "recovery_hint": "state what to send instead: the valid fields, the expected type, the bound",
}


def _envelope_faults(tool: ToolInterview, answer: Reply) -> Iterator[tuple[str, str]]:
    if answer.called is None:
        return
    envelope = as_object(answer.called.envelope)
    if envelope.get("tool_name") != tool.tool.name:
        yield (
            "answers a refused call in an envelope of another tool_name",
            f"set `tool_name` to {code_text(tool.tool.name)}",
        )
    if envelope.get("result") is not None:
        yield "answers a refused call with a result beside the error", "set `result` to null"
    if envelope.get("status") != "error":
        yield (
            f"answers a refused call with the status {code_text(str(envelope.get('status')))}",
            "set `status` to `error`",
        )


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-result-envelope#error")
