"""The schema sent to the provider demands as much as the contract.

A condition that a provider does not understand is dropped before sending. The model may then make calls that the
runtime rejects, and nobody has warned it. The finding shows such a call where one can be constructed.
"""

from collections.abc import Iterator, Sequence

from conformance.documents.pointers import split
from conformance.documents.values import JsonObject, JsonValue, as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.lowering import Loss, LossKind, LoweredSchema, lower
from conformance.inventory.lowering.losses import LOSS_ADVICE, existing_pointer
from conformance.inventory.prose.sample_values import accepted_instance
from conformance.rules.examples import tool_with
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.safe_validation import validate_instance
from conformance.settings.profiles import Profile

_LOSS_DESCRIPTIONS = {
    LossKind.REQUIREMENT: "drops conditional requirements",
    LossKind.NULL: "makes fields nullable that must not be null",
    LossKind.DICTIONARY: "limits a free-form object to its declared fields",
    LossKind.CONSTRAINT: "drops constraints",
}
_SEVERE_LOSSES = (LossKind.REQUIREMENT, LossKind.NULL, LossKind.DICTIONARY)


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for each kind of loss; a lost constraint is only reported as information.

    Objects that the lowered form leaves open are not reported: the runtime rejects unknown fields.
    """
    if profile.provider is None or tool.input_schema is None:
        return
    lowered = lower(tool.input_schema, profile.provider.reader_of(tool.schema_key).dialect)
    for kind in _LOSS_DESCRIPTIONS:
        losses = [loss for loss in lowered.losses if loss.kind is kind]
        if losses:
            yield _problem(tool, lowered, losses, profile.provider.label)


def _problem(tool: Tool, lowered: LoweredSchema, losses: Sequence[Loss], label: str) -> Problem:
    kind = losses[0].kind
    witness = _witness(tool.input_schema, lowered.schema, losses)
    lost: JsonObject = {"losses": list(dict.fromkeys(loss.description for loss in losses))}
    return Problem(
        f"schema sent to {label} {_LOSS_DESCRIPTIONS[kind]}",
        LOSS_ADVICE[kind],
        f"/input_schema{existing_pointer(tool.input_schema, losses[0].pointer)}",
        lost if witness is None else {**lost, "sent_witness": witness},
        Level.ERROR if kind in _SEVERE_LOSSES else Level.INFO,
    )


def _witness(schema: JsonValue, lowered: JsonValue, losses: Sequence[Loss]) -> JsonObject | None:
    """Return an input that the sent form accepts and the contract rejects, or ``None`` if none was found."""
    # an input without optional fields shows a lost requirement, one with a null a field that must not be null
    nulls = [split(loss.pointer)[1] for loss in losses if loss.kind is LossKind.NULL and loss.pointer.count("/") == 2]
    attempts: list[JsonObject] = [{}, *({name: None} for name in nulls[:3])]
    for attempt in attempts:
        found = accepted_instance(lowered, attempt, frozenset())
        refused = validate_instance(found, schema, 1) if found is not None else []
        if found is not None and refused and not isinstance(refused, str):
            return {name: value for name, value in found.items() if _is_relevant(name, schema, attempt)}
    return None


def _is_relevant(name: str, schema: JsonValue, attempt: JsonObject) -> bool:
    """Say whether a reader has to see the field to understand why the contract rejects the input."""
    return name in attempt or name in texts_in(as_object(schema).get("required"))


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#strong-variant-boundaries",
    profile="openai_strict",
    good=(tool_with("label", label={"type": ["string", "null"], "description": "Of the task."}),),
    bad=(
        BadExample(
            tool_with(label={"type": "string", "description": "Of the task."}),
            says="makes fields nullable that must not be null",
            at="/tools/0/input_schema/properties/label",
            also=("provider_accepts",),
        ),
        BadExample(
            {
                "input_schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "path": {"type": ["string", "null"], "description": "Of its file."},
                        "label": {"type": ["string", "null"], "description": "Of the task."},
                    },
                    "required": ["path", "label"],
                    "if": {"properties": {"path": {"type": "null"}}},
                    "then": {"properties": {"label": {"type": "string"}}},
                }
            },
            says="drops conditional requirements",
            also=("provider_accepts",),
        ),
    ),
)
