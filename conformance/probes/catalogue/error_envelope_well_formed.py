"""Is every rejected input reported with the same kind of error, a recovery hint and a `retryable` flag?

Callers branch on ``kind``, decide by ``retryable`` whether to try again, and fix their call with ``recovery_hint``. An
error without them is of use only to a person.
"""

from collections.abc import Iterator

from msgspec import Struct

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
        for fault in _faults(tool, answer):
            if fault.subject not in seen:
                seen.add(fault.subject)
                yield _objection(tool, mutation, answer, fault)


class _Fault(Struct, frozen=True):
    """What is wrong with an error; ``subject`` is the member that it is about, and its value where that matters."""

    subject: str
    message: str
    hint: str


def _objection(tool: ToolInterview, mutation: Mutation, answer: Reply, fault: _Fault) -> Problem:
    found = mutation_objection(tool, mutation, answer, fault.message, fault.hint)
    return Problem(fault.message, fault.hint, "", detail=fault.subject, evidence=found.evidence)


def _faults(tool: ToolInterview, answer: Reply) -> Iterator[_Fault]:
    error, kinds = answer.error, tool.profile.probing.input_error_kinds
    kind = error.get("kind")
    if not isinstance(kind, str) or not kind:
        message = "error for an invalid input has no `kind`"
        yield _Fault("kind", message, f"set `kind` to {list_codes(kinds)}")
    elif kind not in kinds:
        message = f"error for an invalid input has the unexpected kind {code_text(kind)}"
        hint = f"use kind {list_codes(kinds)} for every input that does not match the schema"
        yield _Fault(f"kind {kind}", message, hint)
    for name in ("message", "recovery_hint"):
        value = error.get(name)
        if not isinstance(value, str) or not value.strip():
            yield _Fault(name, f"error for an invalid input has no `{name}`", _HINTS[name])
    retryable = error.get("retryable")
    if retryable is not False:
        message = "error for an invalid input says that the input may be retried"
        if retryable is not True:
            message = f"error for an invalid input has no boolean `retryable`, but {type_name(retryable)}"
        yield _Fault("retryable", message, "set `retryable` to false, as the same input fails again")
    yield from _envelope_faults(tool, answer)


_HINTS = {
    "message": "describe the fault in one sentence",
    "recovery_hint": "state what to send instead: the valid fields, the expected type, the bound",
}


def _envelope_faults(tool: ToolInterview, answer: Reply) -> Iterator[_Fault]:
    if answer.called is None:
        return
    envelope = as_object(answer.called.envelope)
    if envelope.get("tool_name") != tool.tool.name:
        message = "envelope of a rejected call has the `tool_name` of another tool"
        yield _Fault("tool_name", message, f"set `tool_name` to {code_text(tool.tool.name)}")
    if envelope.get("result") is not None:
        yield _Fault("result", "envelope of a rejected call has a `result` besides the `error`", "set `result` to null")
    if envelope.get("status") != "error":
        message = f"envelope of a rejected call has the status {code_text(str(envelope.get('status')))}"
        yield _Fault("status", message, "set `status` to `error`")


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-result-envelope#error")
