"""Every object in an input rejects unknown fields.

Silently dropping a misspelled field is the worst thing a tool can do: the model believes that it was understood.
Dictionaries, whose keys are data and whose values have a schema, are exempt. Results stay open on purpose: a new
result field must not break a reader.
"""

from collections.abc import Iterator

from conformance.display import list_names, quote_text
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.inventory.input_schema import ObjectLevel
from conformance.rules.scopes import OBJECT_LEVEL, BadExample
from conformance.settings.profiles import Profile


def check(level: ObjectLevel, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the schema accepts an object with a field that it does not declare."""
    if level.is_closed:
        return
    properties = as_object(level.schema.get("properties"))
    which = f"besides {list_names(properties)}" if properties else "of any name"
    keyword = "unevaluatedProperties" if level.is_composed else "additionalProperties"
    yield Problem(
        f"the object at {quote_text(level.pointer, 200)} accepts unknown fields {which}",
        f'set "{keyword}": false on it',
        level.opening_pointer,
    )


RULE = OBJECT_LEVEL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(
        {"type": "object", "additionalProperties": False, "properties": {"cmd": {"type": "string"}}},
        {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "command": {
                    "type": "object",
                    "unevaluatedProperties": False,
                    "allOf": [{"properties": {"cmd": {"type": "string"}}}],
                }
            },
        },
        {
            "type": "object",
            "additionalProperties": False,
            "properties": {"env": {"type": "object", "additionalProperties": {"type": "string"}}},
        },
    ),
    bad=(
        BadExample(
            {"type": "object", "properties": {"cmd": {"type": "string"}}},
            says="besides 'cmd'",
            at="/tools/0/input_schema",
        ),
        BadExample(
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {"model": {"type": "object", "additionalProperties": True}},
            },
            says="of any name",
            at="/tools/0/input_schema/properties/model/additionalProperties",
        ),
    ),
)
