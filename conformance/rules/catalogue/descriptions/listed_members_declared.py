"""The members that a description lists for an object, or for each item of a list, are in the schema.

"Each task must contain: title, owner" beside ``{"type": "object"}`` accepts any object: nothing rejects a misspelt
member before the call runs, and programs that read schemas cannot offer the members. An object of the tool of which
neither the schema nor a text names a member is noted.
"""

import json
import re
from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.member_names import ANY_KEY, FEWEST, StatedMembers
from conformance.inventory.prose.members import stated_members
from conformance.inventory.prose.named_objects import members_in_calls, members_in_paths, members_in_statements
from conformance.inventory.prose.passages import entries_below, whole_entries
from conformance.inventory.prose.reading import examined_part, passages, sentences_of_tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.examples import closed_object
from conformance.rules.scopes import DESCRIBED_FIELD, BadExample
from conformance.settings.profiles import Profile

# Keywords that declare members, or say which values are valid.
_DECLARING = frozenset(
    (
        *("properties", "patternProperties", "propertyNames", "$dynamicRef", "if", "enum", "const"),
        *("prefixItems", "contentSchema", "pattern", "format"),
    )
)
# What says that a text holds an object or a list. Matches "JSON string", "stringified"; not "JSON file".
_JSON_TEXT = LazyPattern(
    r"\bJSON[- ](?:string|encoded|array|object|list|text|formatted|serialized|dict\w*)\b|\bstringified\b|\bas JSON\b"
    r"|\bin JSON\b",
    re.IGNORECASE,
)
# The kinds of value in a field without a type. Matches "object", "list of", "dict".
_LIST = LazyPattern(r"\b(?:list|array)\b", re.IGNORECASE)
_OBJECT = LazyPattern(r"\b(?:dict\w*|objects?|JSON|record)\b", re.IGNORECASE)
# How the objects are called that a tool reads members of its own from.
_SETTINGS = frozenset(
    (
        *(
            "config",
            "configuration",
            "options",
            "opts",
            "settings",
            "spec",
            "definition",
            "auth",
            "credentials",
            "details",
        ),
        *(
            "criteria",
            "schedule",
            "range",
            "position",
            "location",
            "style",
            "layout",
            "theme",
            "dimensions",
            "pagination",
        ),
    )
)
# How the objects are called whose members the caller chooses, or another system that they are passed on to.
_CHOSEN = frozenset(
    (
        *("metadata", "meta", "env", "environment", "headers", "labels", "annotations", "tags", "attributes", "props"),
        *("properties", "variables", "vars", "context", "extra", "extras", "params", "parameters", "arguments", "args"),
        *(
            "input",
            "inputs",
            "body",
            "filter",
            "filters",
            "where",
            "query",
            "map",
            "mapping",
            "dict",
            "object",
            "overrides",
        ),
    )
)
# What may have any members, or says where these are found. Matches "rows", "see the docs", "any value", "depends on".
_ANYTHING = LazyPattern(
    r"\b(?:keys|rows?|records?|documents?|data|values?|events?|messages?|results?|features?|vectors?|points?|samples?|raw"
    r"|anything|whatever|free-?form|depend\w*|passed? (?:through|on)|as is|same|see|refer|according to|returned|docs"
    r"|documentation|format of|specific|dynamic|nested|json)\b|`\w+`|\w+_\w+\(|https?://",
    re.IGNORECASE,
)
# Lists of lists of lists hold no objects in real tools.
_DEEPEST = 3
# A longer schema is not read in a hint.
_MOST_NAMES = 12


def check(field: Field, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if a description lists the members of an open object, or of the items of a list."""
    if field.source != "description" or field.is_undetermined or not all(map(_declares_nothing, field.parts)):
        return
    for text, listed in _listings(field):
        subject = _subject(field, text, listed)
        if subject is not None and not _names_parameters(field, listed):
            yield Problem(
                f"{subject} has members that only the description lists",
                _hint(field, listed, subject),
                evidence={"quote": listed.quote, "members": [*listed.names]},
                max_level=Level.WARNING if listed.is_sure and "string" not in field.types[:1] else Level.INFO,
            )
            return
    yield from _unknown_members(field)


def _unknown_members(field: Field) -> Iterator[Problem]:
    """Yield a problem for an object with members of the tool's own that neither the schema nor a text names."""
    words = words_of(field.name)
    text = f"{' '.join(words)} {field.description} {' '.join(whole_entries(field))}"
    is_closed = any(part.get("additionalProperties") is False for part in field.parts)
    if is_closed or _ANYTHING.search(text) or ANY_KEY.search(text):
        return
    if "array" in field.types:
        depth, items = _innermost_items(field)
        is_open = depth == 1 and items is not None and bool(field.subschemas.types_of(items))
        is_open = is_open and all(part.get("additionalProperties") is not False for part in _parts_at(field, items))
        subject = f"each item of {field.label}" if is_open and items and not _is_typed_map(field, items) else ""
    else:
        # of what no text is about, only the names of members could say what it is; definitions are in many tools
        is_silent = not (passages(field) or _CHOSEN.intersection(words)) and "defs/" not in field.position
        is_silent = is_silent and not any(map(_ANYTHING.search, _sentences_with(" ".join(words), field)))
        is_own = is_silent or not _SETTINGS.isdisjoint(words[-1:])
        is_open = field.has_only_types("object") and is_own
        subject = field.label if is_open and not _is_typed_map(field, field.position) else ""
    if subject:
        yield Problem(
            f"neither the schema nor a text says which members {subject} has",
            'declare them in "properties", each with its type',
            max_level=Level.INFO,
        )


def _sentences_with(words: str, field: Field) -> Iterator[str]:
    """Yield the sentences of a tool with the words of a name: "Moor by the plan that was returned before."."""
    return (text for text in sentences_of_tool(field.tool.description or "") if words in text.lower())


def _listings(field: Field) -> Iterator[tuple[str, StatedMembers]]:
    """Yield the texts that list members with what they list: those of the field, then those of its tool."""
    for text in (examined_part(field.description), *whole_entries(field)):
        listed = stated_members(text) if text else None
        if listed is not None:
            yield text, listed
    entry, below = entries_below(field)
    if len(below) >= FEWEST and field.siblings.keys().isdisjoint(below):
        yield entry, StatedMembers(tuple(dict.fromkeys(below)), entry[:80], is_sure=False)
    whole = examined_part(field.tool.description or "")
    for read in (members_in_statements, members_in_paths, members_in_calls):
        # What is inside another field is called by more than its name.
        listed = read(whole, field.name) if not field.holder and field.name in whole else None
        if listed is not None:
            yield whole, listed


def _names_parameters(field: Field, listed: StatedMembers) -> bool:
    """Say whether a text lists other parameters, or may do so."""
    names = set(listed.names)
    return names <= field.siblings.keys() or (not listed.is_sure and field.name in names)


def _subject(field: Field, text: str, listed: StatedMembers) -> str | None:
    """Return what has the members: the field, its items, values or JSON; ``None`` if that declares any."""
    if "array" in field.types:
        depth, items = _innermost_items(field)
        if items is None or (_is_typed_map(field, items) and not listed.is_sure):
            return None
        return f"each item {'of each list ' * (depth - 1)}of {field.label}"
    if "object" in field.types:
        if listed.of_values:
            return None if _declares_values(field) else f"each value of {field.label}"
        is_map = _is_typed_map(field, field.position)
        return None if is_map and (not listed.is_sure or _are_of_values(field, listed)) else field.label
    if field.has_only_types("string"):
        return f"the JSON in {field.label}" if _JSON_TEXT.search(text) and not listed.of_values else None
    if field.types or not listed.is_sure:
        return None
    if _LIST.search(text):
        return f"each item of {field.label}"
    return field.label if _OBJECT.search(text) else None


def _parts_at(field: Field, place: str | None) -> Sequence[JsonObject]:
    return () if place is None else field.subschemas.conjunction(place)


def _innermost_items(field: Field) -> tuple[int, str | None]:
    """Return how many lists are around the items of a list, and the position of these, ``None`` if they declare any."""
    items = field.items or child(field.position, "items")
    for depth in range(1, _DEEPEST + 1):
        is_open = all(map(_declares_nothing, field.subschemas.conjunction(items)))
        if not is_open or field.subschemas.leaves_open(items):
            return depth, None
        types = {one for one in field.subschemas.types_of(items) if one != "null"}
        if "array" not in types:
            return depth, items if types <= {"object"} else None
        items = child(items, "items")
    return _DEEPEST, None


def _declares_nothing(part: JsonObject) -> bool:
    return _DECLARING.isdisjoint(part)


def _declares_values(field: Field) -> bool:
    """Say whether the schema says what the values of a map are."""
    return any(as_object(part.get("additionalProperties")) for part in field.parts)


def _are_of_values(field: Field, listed: StatedMembers) -> bool:
    """Say whether the schema of a map declares what a text lists as members of its values."""
    values = [as_object(part.get("additionalProperties")) for part in field.parts]
    return any({*listed.names} <= as_object(one.get("properties")).keys() for one in values)


def _is_typed_map(field: Field, place: str) -> bool:
    """Say whether the object gives all its members one type, as a dictionary does."""
    return any(as_object(part.get("additionalProperties")) for part in field.subschemas.conjunction(place))


def _hint(field: Field, listed: StatedMembers, subject: str) -> str:
    """Return what to declare, and where: what has the members is the field itself, a branch of it, or in it."""
    if len(listed.names) > _MOST_NAMES:
        return f'declare {list_codes(listed.names)} in "properties", each with its type'
    is_own = field.label == subject and "object" in field.types
    is_branch = is_own and not {"anyOf", "oneOf"}.isdisjoint(as_object(field.schema))
    is_nullable = is_own and not is_branch and "null" in field.subschemas.types_of(field.position)
    kind: JsonValue = ["object", "null"] if is_nullable else "object"
    schema: JsonObject = {"type": kind, "properties": {name: {} for name in listed.names}}
    needed = [name for name in listed.required if name in listed.names]
    shown = json.dumps(schema | ({"required": needed} if needed else {}))
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
            {"look_settings": {"type": "object", "description": "How to draw it."}},
            says="neither the schema nor a text says which members parameter `look_settings` has",
            also=("deny_unknown_fields",),
        ),
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
