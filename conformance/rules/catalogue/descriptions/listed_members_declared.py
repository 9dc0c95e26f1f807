"""The members that a description lists for an object, or for each item of a list, are in the schema.

"Each task must contain: title, owner" beside ``{"type": "object"}`` accepts any object: nothing rejects a misspelt
member before the call runs, and programs that read schemas cannot offer the members.
"""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from conformance.display import list_codes
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.rules.examples import closed_object
from conformance.rules.scopes import DESCRIBED_FIELD, BadExample
from conformance.settings.profiles import Profile

if TYPE_CHECKING:
    from conformance.inventory.prose.member_names import StatedMembers

# A longer schema is not read in a hint.
_MOST_NAMES = 12


def check(field: Field, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if a description lists the members of an open object, or of the items of a list."""
    if field.source != "description" or not _may_hold_members(field):
        return
    from conformance.rules.catalogue.descriptions._open_objects import listed_members  # most fields hold no objects

    found = field.once(listed_members)
    if found is not None:
        subject, listed = found
        yield Problem(
            f"{subject} has members that only the description lists",
            _hint(field, listed, subject),
            evidence={"quote": listed.quote, "members": [*listed.names]},
            max_level=Level.WARNING if listed.is_sure and "string" not in field.types[:1] else Level.INFO,
        )


def _may_hold_members(field: Field) -> bool:
    """Say whether a field holds an object, a list, or perhaps the text of one."""
    if not field.types or not {"object", "array"}.isdisjoint(field.types):
        return True
    texts = f"{field.description} {field.tool.description}".lower() if "string" in field.types else ""
    return "json" in texts or "stringified" in texts


def _hint(field: Field, listed: "StatedMembers", subject: str) -> str:
    """Return what to declare, and where: what has the members is the field itself, a branch of it, or in it."""
    if len(listed.names) > _MOST_NAMES:
        return f'declare {list_codes(listed.names)} in "properties", each with its type'
    is_own = field.label == subject and "object" in field.types
    is_branch = is_own and not {"anyOf", "oneOf"}.isdisjoint(as_object(field.schema))
    is_nullable = is_own and not is_branch and "null" in field.subschemas.types_of(field.position)
    kind: JsonValue = ["object", "null"] if is_nullable else "object"
    schema: JsonObject = {"type": kind, "properties": {name: {} for name in listed.names}}
    needed = [name for name in listed.required if name in listed.names]
    whole: JsonObject = schema | ({"required": needed} if needed else {})
    shown = json.dumps({"type": "array", "items": whole} if listed.of_lists else whole)
    places = {"each item": ' as "items"', "each value": ' as "additionalProperties"'}
    place = " in its branch that is an object" if is_branch else places.get(" ".join(subject.split()[:2]), "")
    return f"declare `{shown}`{place}, each member with its type"


_MAP: JsonObject = {"type": "object", "additionalProperties": {"type": "string"}}
_MAPS: JsonObject = {"type": "array", "items": _MAP}
_PLACE: JsonObject = closed_object("lat", "lon", lat={"type": "number"}, lon={"type": "number"})

RULE = DESCRIBED_FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {
            "labels": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "Labels by name. Supported formats:\n- json: text\n- csv: rows",
            }
        },
        {"steps": {**_MAPS, "description": "Steps, such as dicts with 'run' or 'uses'."}},
        {"renamed": {**_MAP, "description": "Mapping of old to new names, e.g. {'old': 'a', 'other': 'b'}"}},
        {"meta": {**_MAP, "description": "Custom metadata as key-value pairs (strings, numbers)."}},
        {"hooks": {**_MAP, "description": "What to call for events (on_begin, on_end)."}},
        {"rows": {**_MAPS, "description": "The rows to insert."}},
        {"data": {"type": "string", "description": "A file with the fields `name` and `value`."}},
        {
            "where": {**_MAP, "description": "Object that goes with `most_rows` and `first_row`."},
            "most_rows": {"type": "integer"},
            "first_row": {"type": "integer"},
        },
        {
            "spots": {
                "type": "object",
                "additionalProperties": _PLACE,
                "description": "Mapping of names to {lat, lon}.",
            }
        },
        {
            "places": {
                "type": "array",
                "items": {"anyOf": [_PLACE, {"type": "null"}]},
                "description": "List of objects with 'lat' and 'lon' keys.",
            }
        },
        {
            "steps": {
                "type": "array",
                "items": closed_object("run", "title", run={"type": "string"}, title={"type": "string"}),
                "description": "Each step must contain:\n- run: what to run\n- title: what to call it",
            }
        },
    ),
    bad=(
        BadExample(
            [
                {
                    "name": "MoveTask",
                    "description": "Move a task. `place` must be an object with this structure: {street, floor}.",
                    "input_schema": closed_object("place", place=_MAP),
                }
            ],
            says="parameter `place` has members that only the description lists",
        ),
        BadExample(
            {
                "tasks": {
                    **_MAPS,
                    "description": "What to add. Each task must contain:\n- title (required): a\n- owner: b",
                }
            },
            says="each item of parameter `tasks` has members that only the description lists",
            at="/tools/0/input_schema/properties/tasks",
        ),
        BadExample(
            {"place": {**_MAP, "description": "Where it is. Shape: {street, number, floors: [...]}"}},
            says="parameter `place` has members that only the description lists",
        ),
        BadExample(
            {
                "sums": {
                    "anyOf": [_MAPS, {"type": "null"}],
                    "description": 'What to add up, each with "column" and "sum".',
                }
            },
            says="each item of parameter `sums` has members that only the description lists",
        ),
        BadExample(
            {"rotor": {**_MAP, "description": "Rotor geometry (diameter_m, blades; optionally pitch_m)."}},
            says="parameter `rotor` has members that only the description lists",
        ),
        BadExample(
            {
                "grid": {
                    "type": "array",
                    "items": {"type": "array", "items": {"type": "object"}},
                    "description": "Rows of cells. Each cell is {text, width}.",
                }
            },
            says="each item of each list of parameter `grid` has members that only the description lists",
            also=("deny_unknown_fields",),
        ),
        BadExample(
            {"sizes": {"type": "object", "description": "Mapping of column names to {min, max}."}},
            says="each value of parameter `sizes` has members that only the description lists",
            also=("deny_unknown_fields",),
        ),
        BadExample(
            {"edits": {"type": "string", "description": 'JSON array of edits: [{"line": ..., "text": ...}]'}},
            says="the JSON in parameter `edits` has members that only the description lists",
            also=("format_in_prose",),
        ),
        BadExample(
            {"spot": {"description": "Object with `row` and `column`."}},
            says="parameter `spot` has members that only the description lists",
            also=("field_typed",),
        ),
        BadExample(
            {"look": {"type": "object", "description": "Look of a cell (colors, fonts, etc.)."}},
            says="parameter `look` has members that only the description lists",
            also=("deny_unknown_fields",),
        ),
        BadExample(
            {"headers": {**_MAPS, "description": "Objects with `title` and `value`, sent in this order."}},
            says="each item of parameter `headers` has members that only the description lists",
        ),
        BadExample(
            {
                "place": {
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                    "description": "Where it is. Object with the following keys:\n- `street`: a\n- `number`: b",
                }
            },
            says="parameter `place` has members that only the description lists",
        ),
    ),
)
