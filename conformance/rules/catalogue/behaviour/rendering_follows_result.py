"""A receipt changes when the result changes, and back again when it changes back.

A receipt that stays the same for another exit code, another output or another handle does not tell the model which of
them is true. What a receipt leaves out on purpose is declared in ``results.hidden_fields``.
"""

from collections.abc import Iterator

from conformance.display import code_text, quotation
from conformance.documents.pointers import split
from conformance.documents.values import JsonValue, as_object, as_text, compact_json
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import RENDERING
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.rerendering import is_hidden
from conformance.systems.surface.behaviour import ObservedRendering

# Characters quoted of each value.
_QUOTED = 60


def check(rendering: ObservedRendering, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each leaf that does not show in the receipt, and for a receipt that does not come back."""
    tool = as_text(as_object(rendering.envelope).get("tool_name")) or ""
    hidden = [*profile.results.hidden_fields.get(tool, ()), *profile.results.hidden_fields.get("*", ())]
    seen: set[str] = set()
    for change in rendering.changes:
        is_shown = change.receipt != rendering.receipt or is_hidden(change.pointer, hidden)
        if not is_shown and change.pointer not in seen:
            seen.add(change.pointer)
            field = split(change.pointer)[-1]
            message = f"receipt stays the same for another {code_text(field)}"
            declaration = _declaration(tool, change.pointer)
            hint = f"render the field, or add it to `results.hidden_fields` of the profile: {declaration}"
            evidence: dict[str, JsonValue] = {
                "value_before": _format_value(change.before, change.after),
                "value_after": _format_value(change.after, change.before),
            }
            most = Level.ERROR if change.is_meaningful else Level.WARNING
            yield Problem(message, hint, change.pointer, evidence, max_level=most)
    if rendering.restored_receipt not in (None, rendering.receipt):
        message = "receipt of the same envelope differs after other envelopes were rendered"
        evidence = {
            "receipt_before": quotation(rendering.receipt),
            "receipt_after": quotation(rendering.restored_receipt),
        }
        yield Problem(message, "derive the receipt from the envelope alone", evidence=evidence, detail="restored")


def _declaration(tool: str, pointer: str) -> str:
    tokens = split(pointer.removeprefix("/result"))
    pattern = "/".join("*" if token.isdigit() else token for token in tokens)
    return f'`{tool} = ["{pattern}"]`'


def _format_value(value: JsonValue, other: JsonValue) -> JsonValue:
    """Return a value as evidence; a long text from shortly before the place where the other one differs."""
    if isinstance(value, bool | int | float):
        return value
    if not isinstance(value, str) or not isinstance(other, str):
        return quotation(compact_json(value), _QUOTED)
    first = next((index for index, (one, two) in enumerate(zip(value, other, strict=False)) if one != two), 0)
    return quotation(value[max(first - _QUOTED // 2, 0) :], _QUOTED)


_FAILED = {"result": {"disposition": "completed", "exit_status": 3, "stdout_preview": "1 failed"}}
_RECEIPT = "Process exited with code 3\nstdout:\n1 failed"

RULE = RENDERING.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#prefer-textual-receipts-for-command-family-rendering",
    good=(
        {
            "envelope": _FAILED,
            "receipt": _RECEIPT,
            "changes": {"/result/exit_status": {"after": 4, "receipt": _RECEIPT.replace("3", "4")}},
            "restored": _RECEIPT,
        },
    ),
    bad=(
        BadExample(
            {
                "envelope": _FAILED,
                "receipt": "Process exited",
                "changes": {"/result/exit_status": {"after": 4, "receipt": "Process exited"}},
            },
            says="stays the same for another `exit_status`",
            at="/result/exit_status",
        ),
        BadExample(
            {
                "envelope": _FAILED,
                "receipt": "Process exited with code 3",
                "changes": {"/result/stdout_preview": {"after": "7 failed", "receipt": "Process exited with code 3"}},
            },
            says="stays the same for another `stdout_preview`",
            at="/result/stdout_preview",
        ),
        BadExample(
            {
                "envelope": _FAILED,
                "receipt": _RECEIPT,
                "changes": {"/result/exit_status": {"after": 4, "receipt": _RECEIPT.replace("3", "4")}},
                "restored": _RECEIPT.replace("3", "4"),
            },
            says="differs after other envelopes were rendered",
        ),
    ),
)
