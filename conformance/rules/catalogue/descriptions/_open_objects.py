"""Objects, and lists of objects, whose schema declares no member, and the members that texts list for them."""

import re
from collections.abc import Iterator

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.prose.member_names import FEWEST, StatedMembers
from conformance.inventory.prose.members import stated_members
from conformance.inventory.prose.named_objects import (
    members_in_calls,
    members_in_paths,
    members_in_statements,
    members_of_each,
)
from conformance.inventory.prose.passages import entries_below, whole_entries
from conformance.inventory.prose.reading import examined_part
from conformance.lazy_patterns import LazyPattern

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
# An object with data in it, which in a dictionary may be that of any key. Matches "{\"Sword\": \"1d8\"", "{'a': 1";
# not "{\"name\": \"string\"", "{name: <text>".
_DATA = LazyPattern(
    r"\{\s*(?P<quote>['\"])[^'\"]{1,40}(?P=quote)\s*:\s*(?:\d|['\"](?!(?:str|string|number|int|integer|bool|boolean|text)\b)"
    r"[^'\"<>{}|.\u2026]+['\"]\s*[,}])",
    re.IGNORECASE,
)
# Lists of lists of lists hold no objects in real tools.
_DEEPEST = 3


def listed_members(field: Field) -> tuple[str, StatedMembers] | None:
    """Return what has the members that a text lists for an open object, or for what is in it, with these members."""
    if field.is_undetermined or not all(map(_declares_nothing, field.parts)):
        return None
    for text, listed in _listings(field):
        subject = _subject(field, text, listed)
        if subject is not None and not _names_parameters(field, listed):
            return subject, listed
    return None


def open_object(field: Field) -> str:
    """Return the position of the object, or of the items of a list, that may have any members; empty if there is none.

    One that gives all its members one type is a dictionary.
    """
    if field.is_undetermined or not all(map(_declares_nothing, field.parts)):
        return ""
    position = field.position if field.has_only_types("object") else ""
    if "array" in field.types:
        depth, items = _innermost_items(field)
        position = items if depth == 1 and items is not None and field.subschemas.types_of(items) else ""
    parts = [*field.parts, *(field.subschemas.conjunction(position) if position else ())]
    is_closed = any(part.get("additionalProperties") is False for part in parts)
    return "" if is_closed or not position or _is_typed_map(field, position) else position


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
    each = members_of_each(whole, field.name) if "array" in field.types and _is_only_list(field) else None
    if each is not None:
        yield whole, each


def _is_only_list(field: Field) -> bool:
    """Say whether no other list of the input holds objects."""
    lists = [one for one in fields_of(field.tool) if "array" in one.types and not one.has_only_types("string")]
    return not field.holder and not field.is_result and [one.name for one in lists] == [field.name]


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
        shows_map = is_map and (_DATA.search(listed.quote) is not None or _are_of_values(field, listed))
        return None if is_map and (not listed.is_sure or shows_map) else field.label
    if field.has_only_types("string"):
        return f"the JSON in {field.label}" if _JSON_TEXT.search(text) and not listed.of_values else None
    if field.types or not listed.is_sure:
        return None
    if _LIST.search(text):
        return f"each item of {field.label}"
    return field.label if _OBJECT.search(text) else None


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
    # generators write of any dictionary that its keys are strings
    names = as_object(part.get("propertyNames"))
    declares_names = bool({*names} - {"type"}) or part.get("propertyNames") is False
    return all(key == "propertyNames" and not declares_names for key in _DECLARING.intersection(part))


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
