"""The members that a description lists for an object, or for each item of a list, are in the schema.

"Each task must contain: title, owner" beside ``{"type": "object"}`` accepts any object: nothing rejects a misspelt
member before the call runs, and programs that read schemas cannot offer the members.
"""

from collections.abc import Iterator

from conformance.display import excerpt, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.members import StatedMembers, announces_members, stated_members
from conformance.inventory.prose.passages import entries_below
from conformance.inventory.prose.reading import examined_part
from conformance.rules.scopes import DESCRIBED_FIELD, BadExample
from conformance.settings.profiles import Profile

# Keywords that declare members, or say which objects are valid.
_DECLARING = frozenset(("properties", "patternProperties", "propertyNames", "$dynamicRef", "if", "enum", "const"))
# Two names or more are a list; one may be an example.
_FEWEST = 2


def check(field: Field, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if a description lists the members of an open object, or of the items of a list."""
    place = _open_object(field)
    if place is None or field.source != "description" or field.is_undetermined:
        return
    listed = _listed_members(field)
    if listed is not None and (listed.is_sure or not _is_typed_map(field, place)):
        subject = field.label if place == field.position else f"each item of {field.label}"
        yield Problem(
            f"{subject} has members that only the description lists",
            f'declare {list_codes(listed.names)} in "properties", each with its type',
            evidence={"quote": listed.quote, "members": [*listed.names]},
            max_level=Level.WARNING if listed.is_sure else Level.INFO,
        )


def _open_object(field: Field) -> str | None:
    """Return the position of the object that declares no member: the field's own, or that of its items."""
    if not all(map(_declares_nothing, field.parts)):
        return None
    if "object" in field.types and "array" not in field.types:
        return field.position
    if "array" not in field.types or any("prefixItems" in part for part in field.parts):
        return None
    items = field.items or child(field.position, "items")
    types = [one for one in field.subschemas.types_of(items) if one != "null"]
    is_object = set(types) <= {"object"} and all(map(_declares_nothing, field.subschemas.conjunction(items)))
    return items if is_object else None


def _declares_nothing(part: JsonObject) -> bool:
    return _DECLARING.isdisjoint(part)


def _is_typed_map(field: Field, place: str) -> bool:
    """Say whether the object gives all its members one type, as a dictionary does."""
    return any(as_object(part.get("additionalProperties")) for part in field.subschemas.conjunction(place))


def _listed_members(field: Field) -> StatedMembers | None:
    """Return the members that the text lists: in its own description, or in the entry about it."""
    own = stated_members(examined_part(field.description))
    if own is not None:
        return own
    entry, below = entries_below(field)
    line = " ".join(entry.split())
    if len(below) >= _FEWEST and announces_members(line):
        return StatedMembers(tuple(dict.fromkeys(below)), excerpt(line, max(len(line) - 60, 0), len(line), 20))
    return stated_members(entry)


_MAPS: JsonObject = {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "string"}}}

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
        {"renamed": {"type": "object", "description": "Mapping of old to new names, e.g. {'old': 'a', 'other': 'b'}"}},
        {"meta": {"type": "object", "description": "Custom metadata as key-value pairs (strings, numbers)."}},
        {"hooks": {"type": "object", "description": "What to call for events (on_begin, on_end)."}},
        {
            "steps": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"run": {"type": "string"}, "title": {"type": "string"}},
                },
                "description": "Each step must contain:\n- run: what to run\n- title: what to call it",
            }
        },
    ),
    bad=(
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
            {"place": {"type": "object", "description": "Where it is. Shape: {street, number, floors: [...]}"}},
            says="parameter `place` has members that only the description lists",
        ),
        BadExample(
            {
                "sums": {
                    "anyOf": [{"type": "array", "items": {"type": "object"}}, {"type": "null"}],
                    "description": 'What to add up, each with "column" and "sum".',
                }
            },
            says="each item of parameter `sums` has members that only the description lists",
        ),
        BadExample(
            {"rotor": {"type": "object", "description": "Rotor geometry (diameter_m, blades; optionally pitch_m)."}},
            says="parameter `rotor` has members that only the description lists",
        ),
        BadExample(
            {"look": {"type": "object", "description": "Look of a cell (colors, fonts, etc.)."}},
            says="parameter `look` has members that only the description lists",
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
