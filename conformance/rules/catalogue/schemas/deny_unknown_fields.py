"""Every object in an input rejects unknown fields.

Silently dropping a misspelled field is the worst thing a tool can do: the model believes that it was understood.
Dictionaries, whose keys are data and whose values have a schema, are exempt. Results stay open on purpose: a new
result field must not break a reader.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import split
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.inventory.closing import closing_edits
from conformance.inventory.input_schema import ObjectLevel
from conformance.rules.examples import closed_object
from conformance.rules.scopes import OBJECT_LEVEL, BadExample
from conformance.settings.profiles import Profile


def check(level: ObjectLevel, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the schema accepts an object with a field that it does not declare."""
    if level.is_closed:
        return
    what = "unknown fields" if as_object(level.schema.get("properties")) else "fields of any name"
    keyword = "unevaluatedProperties" if level.is_composed else "additionalProperties"
    yield Problem(
        f"{_label(level.pointer)} accepts {what}",
        f'set "{keyword}": false',
        level.opening_pointer,
        edits=closing_edits(level),
    )


def _label(pointer: str) -> str:
    """Return what a message calls the object: the input, a field, or an object that has no name of its own."""
    tokens = split(pointer)
    if len(tokens) == 1:
        return "input"
    return f"field {code_text(tokens[-1])}" if tokens[-2] == "properties" else "nested object"


RULE = OBJECT_LEVEL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(
        closed_object(cmd={"type": "string"}),
        closed_object(
            command={
                "type": "object",
                "unevaluatedProperties": False,
                "allOf": [{"properties": {"cmd": {"type": "string"}}}],
            }
        ),
        closed_object(env={"type": "object", "additionalProperties": {"type": "string"}}),
    ),
    bad=(
        BadExample(
            {"type": "object", "properties": {"cmd": {"type": "string"}}},
            says="input accepts unknown fields",
            at="/tools/0/input_schema",
        ),
        BadExample(
            closed_object(
                model={"type": "object", "additionalProperties": True, "description": "What the model is given."}
            ),
            says="field `model` accepts fields of any name",
            at="/tools/0/input_schema/properties/model/additionalProperties",
        ),
    ),
)
