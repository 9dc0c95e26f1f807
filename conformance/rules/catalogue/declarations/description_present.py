"""Every tool has a description, and every parameter is described, by itself or in the description of its tool.

The description is all the guidance that the model gets; a tool without one is chosen by its name alone, and a value
for a parameter without one is guessed from its name.
"""

from collections.abc import Iterator

from conformance.documents.values import JsonObject, as_object, as_text, type_phrase
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.prose.passages import passages_of_tool
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

_MISSING = "tool has no description"
_HINT = "say what the tool does and when to use it"
_FIELD_HINT = "say what it is for, in which unit or form, and what happens without it"
_PAIR: JsonObject = {
    "name": "MoveTask",
    "description": "Move a task before another one.",
    "input_schema": {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "first_id": {"type": "string"},
            "second_id": {"type": "string", "description": "Id of the other."},
        },
    },
}


def check(tool: Tool, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the description is missing or blank, else one for each parameter that none is about."""
    stated = tool.entry.get("description", "")
    if not isinstance(stated, str):
        yield Problem(f"description is {type_phrase(stated)}, not a string", _HINT, "/description")
    elif not (tool.description or "").strip():
        # a list of tools without a description is read like one with an empty description
        yield Problem("description is blank" if tool.description else _MISSING, _HINT, "/description")
    else:
        yield from _undescribed_fields(tool)


def _undescribed_fields(tool: Tool) -> Iterator[Problem]:
    """Yield the same problem for each of them, so that a list of which many have none says so once."""
    for field in fields_of(tool):
        if not _is_described(field):
            yield Problem("nothing describes this parameter", _FIELD_HINT, field.pointer, max_level=Level.INFO)


def _is_described(field: Field) -> bool:
    """Say whether any text is about the field; one that has a single value needs none, and one of no value neither."""
    if field.is_undetermined or (field.values is not None and len(field.values) < 2):
        return True
    texts = (as_text(as_object(part).get("description")) or "" for part in (field.schema, *field.parts))
    return any(text.strip() for text in texts) or bool(passages_of_tool(field))


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(
        {"description": "List active tasks. Use it before starting another one."},
        {**_PAIR, "description": "Move the task `first_id` before the task `second_id`."},
    ),
    bad=(
        BadExample({"description": "  \n"}, says="description is blank", at="/tools/0/description"),
        BadExample({"description": None}, says="description is null, not a string", at="/tools/0/description"),
        BadExample(
            _PAIR,
            says="nothing describes this parameter",
            at="/tools/0/input_schema/properties/first_id",
        ),
    ),
)
