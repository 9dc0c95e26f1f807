"""Recognizes renamed tools by the similarity of schema, description, name and readers."""

from collections.abc import Sequence

from conformance.documents.values import JsonValue, as_object, compact_json, equal, texts_in
from conformance.drift.attribution.likeness import (
    Features,
    Likeness,
    name_similarity,
    name_words,
    pair_by_similarity,
    text_similarity,
    text_words,
)
from conformance.inventory import Tool

# The least similarity of a renamed tool: an equal schema and a similar description reach it, an equal schema alone not.
_ALIKE = 0.6
# The weights add up to 1.
_WEIGHTS = {"schema": 0.35, "description": 0.3, "name": 0.25, "surroundings": 0.1}
# A schema with only optional fields added is still the schema of the same tool, with less certainty.
_SAME, _EXTENDED = 1.0, 0.8
_EMPTY_SCHEMA_FACTOR = 0.75
"""A schema without fields equals many others, so its equality counts for less."""
# So many characters of a schema are compared in one step.
_CHARACTERS_PER_STEP = 4_000


def renamed_tools(removed: Sequence[Tool], added: Sequence[Tool]) -> list[tuple[Tool, Tool]]:
    """Return the pairs of old and new tools that are the same tool under two names.

    A tool that was announced to leave has left, whatever comes beside it.
    """
    leaving = [tool for tool in removed if tool.stability != "deprecated"]
    return pair_by_similarity(leaving, added, Likeness(tool_similarity, _ALIKE, _features))


def _features(tool: Tool) -> Features:
    fields = frozenset(f"field {name}" for name in as_object(as_object(tool.input_schema).get("properties")))
    size = len(compact_json(tool.input_schema))
    words = name_words(tool.name) | text_words(tool.description or "") | fields
    return Features(words, 1 + size // _CHARACTERS_PER_STEP)


def tool_similarity(old: Tool, new: Tool) -> float:
    """Return the similarity of two tools, from 0 to 1."""
    return (
        _WEIGHTS["schema"] * _schema_similarity(old.input_schema, new.input_schema)
        + _WEIGHTS["description"] * text_similarity(old.description or "", new.description or "")
        + _WEIGHTS["name"] * name_similarity(old.name, new.name)
        + _WEIGHTS["surroundings"] * _has_same_surroundings(old, new)
    )


def _schema_similarity(old: JsonValue, new: JsonValue) -> float:
    first, second = (as_object(as_object(schema).get("properties")) for schema in (old, new))
    worth = 1.0 if first else _EMPTY_SCHEMA_FACTOR
    if equal(old, new):
        return _SAME * worth
    same = [name for name in first if name in second and equal(first[name], second[name])]
    newly_required = [name for name in texts_in(as_object(new).get("required")) if name not in first]
    if len(same) == len(first) and not newly_required:
        return _EXTENDED * worth
    # A field that kept its schema counts twice as much as one that only kept its name.
    shared = [name for name in first if name in second]
    names = {*first, *second}
    return (len(same) + len(shared)) / (2 * len(names)) if names else 0.0


def _has_same_surroundings(old: Tool, new: Tool) -> bool:
    rendered = [tool.result_envelope.model_rendering if tool.result_envelope else None for tool in (old, new)]
    return old.capability == new.capability and rendered[0] == rendered[1]
