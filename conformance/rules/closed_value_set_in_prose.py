"""The values that a field accepts stand in its schema, not only in words.

"One of `png`, `jpeg` or `webp`" beside a plain string lets every other text through: nothing refuses the call before it
runs, and what reads schemas cannot offer the choice.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose import passages_of
from conformance.json_values import JsonValue, as_object, compact, texts_in
from conformance.profiles import Profile
from conformance.prose.schema_side import holds_only, is_constrained_text, refers, schemas_of
from conformance.prose.values import ClosedSet, closed_sets
from conformance.scopes import FIELD, Bad
from conformance.words import quoted, visible

_FLAGS = frozenset(("true", "false", "yes", "no", "null", "none"))


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the text lists all values of a string, or of a list of them, that the schema leaves open."""
    schema = _open_text(field)
    if schema is None:
        return
    for passage in passages_of(field):
        for found in closed_sets(passage):
            if _means_values(field, found):
                yield _problem(field, found)
                return


def _problem(field: Field, found: ClosedSet) -> Problem:
    nullable = any("null" in texts_in(members.get("type")) for members in schemas_of(field.schema))
    values: list[JsonValue] = [*found.values, None] if nullable else [*found.values]
    return Problem(
        f"the values of field {quoted(field.name)} stand only in the description: {found.quote}",
        f'add "enum": {visible(compact(values))[:200]} to its schema',
    )


def _open_text(field: Field) -> JsonValue:
    """The schema of the texts that the field holds, where nothing restricts them; else ``None``."""
    schema = as_object(field.schema)
    if holds_only(field, "array"):
        schema = as_object(schema.get("items"))
        return None if schema.get("type") != "string" or is_constrained_text(schema) else schema
    if not holds_only(field, "string") or refers(schema) or is_constrained_text(schema):
        return None
    return schema


def _means_values(field: Field, found: ClosedSet) -> bool:
    """A list of the fields beside it is a choice of fields, and yes or no is a flag that was made a string."""
    return not set(found.values) & set(field.siblings) and not {value.lower() for value in found.values} <= _FLAGS


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"format": {"enum": ["png", "webp"], "description": "One of `png` or `webp`."}},
        {"country": {"type": "string", "description": "A country, such as 'Japan' or 'Germany'."}},
        {"key": {"type": "string", "description": 'What to do: "accept", "dismiss", or a text to enter.'}},
    ),
    bad=(
        Bad(
            {"format": {"type": ["string", "null"], "description": "One of `png`, `jpeg`, or `webp`."}},
            says="One of `png`",
            at="/tools/0/input_schema/properties/format",
        ),
        Bad({"verdict": {"type": "string", "description": "accept | reject | undo"}}, says="'verdict'"),
    ),
)
