"""What a description calls a field is what its schema accepts.

"A comma-separated list of ids" on an array, "in cents as a string" on an integer, "such as ABC-1" beside a pattern of
lowercase letters: whoever follows the description is rejected, and whoever follows the schema has to doubt the rest of
the text.
"""

import re
from collections.abc import Iterator

from conformance.documents.values import JsonValue, as_text, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.prose.reading import passages, sentences_of
from conformance.inventory.prose.shown_examples import examples_in
from conformance.inventory.prose.stated_types import contradicted_type
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.descriptions._claimed_bounds import claimed_bounds
from conformance.rules.examples import tool_with
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

# Matches "0.5"; not "v1.2.3", "1.".
_FRACTION = LazyPattern(r"(?<![\w.])\d{1,6}\.\d{1,6}(?![\w.]*\d)")
# A text that lists both values of a flag as all. Is all of "\"true\" or \"false\".", "Whether it is done (true/false)";
# not "true or false or auto".
_BOTH_FLAGS = LazyPattern(
    r"\A\W{0,3}(?:[\w' -]{1,60}(?:: ?| ?\())?(?P<sign>[`'\"]?)true(?P=sign)(?: or | ?/ ?| ?\| ?|, )"
    r"(?P=sign)false(?P=sign)\W{0,3}\Z",
    re.IGNORECASE,
)
# The values of a flag.
_FLAGS = frozenset(("true", "false"))


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each field that its texts give a type or a format that the schema rejects."""
    for field in fields_of(tool):
        yield from _problem_of(field)
        yield from _types_as_text(field)


def _problem_of(field: Field) -> Iterator[Problem]:
    found = contradicted_type(field)
    if found is None and (quote := _fractional_bound(field)):
        yield Problem(
            f"{field.label} accepts an integer, but its description calls for fractions",
            'make its type "number", or correct the bounds in the description',
            field.pointer,
            {"quote": quote},
        )
    if found is not None:
        yield Problem(
            f"{field.label} accepts {found.accepted}, but its description calls for {found.meant}",
            "describe what the schema accepts, or accept what the description says",
            field.pointer,
            {"quote": found.quote},
            max_level=Level.INFO if found.is_likely else Level.WARNING,
        )
    elif any(map(examples_in, sentences_of(field.description))):
        from conformance.rules.catalogue.descriptions._refused_examples import refused_examples  # few texts show any

        yield from refused_examples(field)


def _types_as_text(field: Field) -> Iterator[Problem]:
    """Yield an info on a flag of two texts."""
    if field.types not in (["string"], []) or (not field.types and field.values is None):
        return
    defaults = [value.lower() for part in field.parts if (value := as_text(part.get("default")))]
    values = [value for value in field.values or () if value is not None]
    is_listed = frozenset(map(str.lower, texts_in(values))) == _FLAGS and len(values) == len(field.text_values)
    is_stated = not values and any(map(_BOTH_FLAGS.search, passages(field)))
    is_flag = is_listed or is_stated or (not values and not _FLAGS.isdisjoint(defaults))
    if is_flag:
        hint = 'set "type": "boolean"'
        yield Problem(f"{field.label} is a flag, but accepts texts", hint, field.pointer, max_level=Level.INFO)


def _fractional_bound(field: Field) -> str:
    """Return the words that bound an integer by a fraction, "range [0.5, 1.5]"; an empty text without any."""
    if field.types != ["integer"] or not any(map(_FRACTION.search, passages(field))):
        return ""
    claims = [found.claim for found in claimed_bounds(field)]
    plain = (claim for claim in claims if not claim.amount.unit and not claim.amount.number.is_integer())
    return next((claim.quote for claim in plain), "")


_TEXTS: JsonValue = {"type": "string"}

RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        tool_with(text={"type": "string", "description": "A comma-separated list of parts."}),
        tool_with(
            parts={"type": "array", "items": _TEXTS, "description": "Parts, as an array; no comma-separated list."}
        ),
        tool_with(
            parts={"type": ["array", "string"], "items": _TEXTS, "description": "A comma-separated list of parts."}
        ),
        tool_with(parts={"type": "integer", "description": "How many; shown as a string of digits."}),
        tool_with(parts={"type": "string", "description": "A list of parts, separated by spaces."}),
        tool_with(parts={"type": "string", "format": "date-time", "description": "When it began (RFC 3339)."}),
        tool_with(parts={"type": "string", "format": "uuid", "description": "The ID of the part."}),
        tool_with(parts={"type": "string", "description": "A list of valid parts can be found in the manual."}),
        tool_with(parts={"type": "integer", "description": "How many of 'a' or 'b' there are."}),
        tool_with(parts={"type": "integer", "description": "How many of them; needs version 1.5 or later."}),
        tool_with(
            parts={"type": "string", "format": "date-time", "description": "Since when, such as 2026-01-31T00:00:00Z."}
        ),
        tool_with(
            parts={"type": "string", "pattern": "^[a-z]+$", "description": "Part of a key, not one such as ABC-1."}
        ),
        tool_with(parts={"type": "integer", "multipleOf": 5, "description": "How many, for example 15."}),
        tool_with(parts={"type": "string", "description": "Whether it has any: true, false or auto."}),
        tool_with(parts={"type": ["string", "null"], "description": "The part. It must not be null if it is new."}),
    ),
    bad=(
        BadExample(
            tool_with(parts={"type": "array", "items": _TEXTS, "description": "A comma-separated list of parts."}),
            says="parameter `parts` accepts an array, but its description calls for comma-separated text",
        ),
        BadExample(
            tool_with(parts={"type": "array", "items": _TEXTS, "description": "The part or list of parts to move."}),
            says="parameter `parts` accepts an array, but its description calls for a single value as well",
        ),
        BadExample(
            tool_with(parts={"type": "integer", "description": "Price in cents, as a string."}),
            says="parameter `parts` accepts an integer, but its description calls for a string",
        ),
        BadExample(
            tool_with(parts={"type": "integer", "description": "How many of them, or 'all'."}),
            says="parameter `parts` accepts an integer, but its description calls for a word as well",
        ),
        BadExample(
            tool_with(
                parts={"type": "object", "additionalProperties": _TEXTS, "description": "The parts as a JSON string."}
            ),
            says="parameter `parts` accepts an object, but its description calls for JSON in a string",
        ),
        BadExample(
            tool_with(parts={"type": "integer", "minimum": 1, "maximum": 2, "description": "Pace, range [0.5, 1.5]."}),
            says="parameter `parts` accepts an integer, but its description calls for fractions",
            also=("bounds_in_prose_agree",),
        ),
        BadExample(
            tool_with(parts={"type": "string", "description": "A list of hosts."}),
            says="parameter `parts` accepts a string, but its description calls for a list",
        ),
        BadExample(
            tool_with(parts={"type": "string", "description": "If true, parts are shown."}),
            says="parameter `parts` accepts a string, but its description calls for a flag",
        ),
        BadExample(
            tool_with(
                parts={"type": "string", "format": "date-time", "description": "Since when: RFC 3339 or YYYY-MM-DD."}
            ),
            says="parameter `parts` accepts the format `date-time`, but its description calls for dates with and",
        ),
        BadExample(
            tool_with(parts={"type": "string", "format": "date-time", "description": "Since when, as YYYY-MM-DD."}),
            says="parameter `parts` accepts the format `date-time`, but its description calls for dates without a time",
        ),
        BadExample(
            tool_with(
                parts={"type": "string", "format": "date", "description": "Since when, ISO 8601 with time zone."}
            ),
            says="parameter `parts` accepts the format `date`, but its description calls for a time as well",
        ),
        BadExample(
            tool_with(parts={"type": ["string", "null"], "description": "What it is called; must not be null."}),
            says="parameter `parts` accepts null, but its description calls for another value",
        ),
        BadExample(
            tool_with(parts={"type": "string", "pattern": "^[a-z]+$", "description": "What to move, such as ABC-1."}),
            says="`pattern` of parameter `parts` rejects its example `ABC-1`",
        ),
        BadExample(
            tool_with(parts={"type": "integer", "multipleOf": 5, "description": "How many, for example 7."}),
            says="`multipleOf` of parameter `parts` rejects its example `7`",
        ),
        BadExample(
            tool_with(parts={"type": "string", "format": "uuid", "description": "Part name or ID."}),
            says="parameter `parts` accepts the format `uuid`, but its description calls for a name as well",
        ),
        BadExample(
            tool_with(parts={"enum": ["true", "false"], "description": "Whether it has parts."}),
            says="parameter `parts` is a flag, but accepts texts",
        ),
        BadExample(
            tool_with(parts={"type": "string", "description": "Whether it has any (true/false)."}),
            says="parameter `parts` is a flag, but accepts texts",
        ),
    ),
)
