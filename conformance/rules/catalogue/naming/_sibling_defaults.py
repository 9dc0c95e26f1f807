"""Fields that have a default in some tools, and may be left out in others where nothing says what is meant then."""

from collections.abc import Iterator, Sequence

from conformance.documents.values import as_object, compact_json, texts_in
from conformance.inventory.siblings import InputField, Usage
from conformance.rules.catalogue.descriptions._input_levels import MEANS

# So many other names in common are no chance.
_FEWEST_SHARED = 3


def lacking_defaults(fields: Sequence[InputField]) -> Iterator[tuple[Usage, Usage]]:
    """Yield the fields of one name without a default, and those with one.

    Only the same description, or the same values in tools that take much else alike, say that the same thing is meant.
    """
    meanings: dict[str, list[InputField]] = {}
    for field in fields:
        meaning = compact_json(field.limits.get("enum")) if "enum" in field.limits else field.description.strip(". ")
        if meaning and field.types != ("boolean",) and not _is_required(field):
            meanings.setdefault(meaning, []).append(field)
    for alike in meanings.values():
        given = [field for field in alike if "default" in field.limits]
        lacking = [field for field in alike if "default" not in as_object(field.siblings[field.name])]
        lacking = [field for field in lacking if field not in given and not MEANS.search(field.description)]
        if "enum" in alike[0].limits:
            lacking = [field for field in lacking if any(_is_taken_alike(field, other) for other in given)]
        if lacking and given and len({compact_json(field.limits["default"]) for field in given}) == 1:
            yield Usage(lacking), Usage(given)


def _is_taken_alike(field: InputField, other: InputField) -> bool:
    """Say whether the tools of two fields take several others of the same names, as those do that read the same."""
    return len(field.siblings.keys() & other.siblings.keys()) > _FEWEST_SHARED


def _is_required(field: InputField) -> bool:
    return field.name in texts_in(as_object(field.tool.input_schema).get("required"))
