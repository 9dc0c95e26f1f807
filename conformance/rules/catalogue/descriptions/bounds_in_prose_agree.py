"""A bound stated in the description matches the schema.

"At most 30" without a ``maximum`` is invisible to validators and generated clients, so the model learns the limit
from a failed call. Where both state a bound and differ, one of them is wrong. Guidance on a named tool is read like its
description, except where it asks for less than the tool allows.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.documents.values import JsonValue, is_number
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.bounds import StatedBound, stated_bounds
from conformance.inventory.prose.passages import prose_of
from conformance.inventory.prose.quantities import unit_of_time
from conformance.inventory.prose.reading import passages
from conformance.names import words_of
from conformance.rules.scopes import DESCRIBED_FIELD, BadExample
from conformance.settings.profiles import Profile

# Generators write this bound to say "any integer that a double holds exactly"; it limits nothing.
_EXACT_INTEGERS = 2**53 - 1
# "keep `limit` below 20", "should be at most 5".
_ADVICE = re.compile(
    r"\b(?:keep|prefer|use|set|pass|choose|pick|request|ask|avoid|never|should|please|try|recommend\w*|usually|typically)\b",
    re.IGNORECASE,
)
# Units that ``maxLength`` counts; a claim about words, lines or bytes is about something else.
_LETTERS = frozenset(("character", "characters", "chars", "char", "letters"))
# Units of a text: "each no more than 20 words" is about an item, not about their number.
_PARTS_OF_TEXT = frozenset(("word", "words", "line", "lines", "token", "tokens", "sentence", "sentences", "bytes"))


@dataclass(frozen=True, slots=True)
class _Keywords:
    """The keywords that bound one kind of value, by side: inclusive ones, exclusive ones."""

    lower: tuple[str, str]
    upper: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _SchemaBound:
    """A bound of the schema, and whether the number itself is excluded."""

    number: float
    excluded: bool


@dataclass(frozen=True, slots=True)
class _ClaimedBound:
    """A stated bound in each unit that the field may use; ``whole`` if the field holds integers only."""

    claim: StatedBound
    bounds: tuple[float, ...]
    whole: bool

    def agrees_with(self, written: _SchemaBound) -> bool:
        """Say whether both allow the same numbers; "at least" may be off by one for integers, "more than" may not."""
        return any(self._is_same_bound(bound, written) for bound in self.bounds)

    def _is_same_bound(self, bound: float, written: _SchemaBound) -> bool:
        # How far the schema's bound lies inside the claimed one: negative if the schema allows more.
        inside = (written.number - bound) * (1 if self.claim.side == "lower" else -1)
        if self.claim.exclusive == written.excluded:
            return inside == 0
        if self.claim.exclusive:
            return inside == 1 if self.whole else 0 < inside <= 1
        return inside in (0, -1) if self.whole else inside == 0


_NUMBER_KEYWORDS = _Keywords(("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))
_ARRAY_KEYWORDS = _Keywords(("minItems", ""), ("maxItems", ""))
_TEXT_KEYWORDS = _Keywords(("minLength", ""), ("maxLength", ""))


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all bounds that the schema lacks, and one for each that it states differently."""
    keywords = _keywords_for(field)
    if keywords is None or field.is_undetermined or field.values is not None:
        return
    claims = [
        claim for passage in passages(field) if not _is_advice(passage, field) for claim in stated_bounds(passage)
    ]
    whole = field.types == ["integer"] or not field.is_numeric
    fitting = [
        _ClaimedBound(claim, bounds, whole) for claim in claims if (bounds := _bounds_in_field_unit(field, claim))
    ]
    missing: dict[str, _ClaimedBound] = {}
    for inclusive, exclusive, side in ((*keywords.lower, "lower"), (*keywords.upper, "upper")):
        stated = [found for found in fitting if found.claim.side == side]
        written = [*_schema_bounds(field, inclusive, False), *_schema_bounds(field, exclusive, True)]
        if stated and not written:
            if not stated[0].claim.amount.is_size:  # "10 MB" does not say whether the field counts bytes or megabytes
                missing[_keyword_of(stated[0], inclusive, exclusive)] = stated[0]
        elif stated and not any(found.agrees_with(number) for number in written for found in stated):
            keyword = _keyword_of(stated[0], inclusive, exclusive)
            yield _mismatch_problem(field, stated[0], keyword, written[0].number)
    # Guidance may ask for less than a tool allows, so it only contradicts bounds that the schema has.
    if missing and field.source == "description":
        yield _undeclared_bounds_problem(field, missing)


def _is_advice(passage: str, field: Field) -> bool:
    """Say whether guidance asks for a value instead of describing the tool."""
    return field.source == "guidance" and _ADVICE.search(passage) is not None


def _keyword_of(stated: _ClaimedBound, inclusive: str, exclusive: str) -> str:
    """Return the keyword that states the bound; not every inclusive one has an exclusive counterpart."""
    return exclusive if stated.claim.exclusive and exclusive else inclusive


def _keywords_for(field: Field) -> _Keywords | None:
    if field.is_numeric:
        return _NUMBER_KEYWORDS
    if field.has_only_types("array"):
        return _ARRAY_KEYWORDS
    return _TEXT_KEYWORDS if field.has_only_types("string") else None


def _bounds_in_field_unit(field: Field, claim: StatedBound) -> tuple[float, ...]:
    """Return the bound in each unit that the field may use, nothing if the claim is about something else."""
    unit = claim.amount.unit.lower()
    if field.is_numeric:
        own = unit_of_time(words_of(field.name), prose_of(field))
        if not claim.amount.is_time:
            return claim.amount.readings()
        number = claim.amount.to_unit(own) if own else None
        return () if number is None else (number,)
    counted = unit in _LETTERS if field.has_only_types("string") else _counts_items(claim, unit)
    return (claim.amount.number,) if counted else ()


def _counts_items(claim: StatedBound, unit: str) -> bool:
    return bool(unit) and unit not in _LETTERS | _PARTS_OF_TEXT and not claim.amount.is_time and claim.side == "upper"


def _schema_bounds(field: Field, keyword: str, excluded: bool) -> list[_SchemaBound]:
    """Return the bounds of the schema, without those that only mark the largest exact integer."""
    written = [part.get(keyword) for part in field.parts]
    numbers = [float(number) for number in written if is_number(number) and isinstance(number, int | float)]
    return [_SchemaBound(number, excluded) for number in numbers if abs(number) < _EXACT_INTEGERS]


def _undeclared_bounds_problem(field: Field, missing: dict[str, _ClaimedBound]) -> Problem:
    quotes = list(dict.fromkeys(found.claim.quote for found in missing.values()))
    keywords = ", ".join(f'"{keyword}": {found.bounds[0]:.15g}' for keyword, found in missing.items())
    return Problem(
        f"{field.label} is bounded only in its description",
        f"add {keywords} to its schema",
        evidence={"quote": quotes[0] if len(quotes) == 1 else quotes},
    )


def _mismatch_problem(field: Field, found: _ClaimedBound, keyword: str, written: float) -> Problem:
    exclusive = " (exclusive)" if found.claim.exclusive else ""
    return Problem(
        f"{field.label} is bounded by {written:.15g} in its schema, "
        f"but by {found.bounds[0]:.15g}{exclusive} in its {field.source}",
        f'set "{keyword}": {found.bounds[0]:.15g}, or correct the {field.source}',
        evidence={"quote": found.claim.quote},
    )


_LIMITED: JsonValue = {
    "input_schema": {
        "type": "object",
        "additionalProperties": False,
        "properties": {"limit": {"type": "integer", "maximum": 100}},
    }
}

RULE = DESCRIBED_FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"tools": [_LIMITED], "guidance": "## ListTasks\n\nKeep `limit` at most 5."},
        {"limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "How many, between 1 and 100."}},
        {"timeout_ms": {"type": "integer", "maximum": 30000, "description": "How long to wait, at most 30 seconds."}},
        {"price": {"type": "number", "description": "What it costs, with up to 9 decimal places."}},
        {"note": {"type": "string", "description": "Keep it short; up to 3 sentences are recommended."}},
    ),
    bad=(
        BadExample(
            {"tools": [_LIMITED], "guidance": "`limit` of ListTasks is at most 5."},
            says="parameter `limit` is bounded by 100 in its schema, but by 5 in its guidance",
            at="/tools/0/input_schema/properties/limit",
        ),
        BadExample(
            {"limit": {"type": "integer", "maximum": 50, "description": "How many results to return (max 100)."}},
            says="parameter `limit` is bounded by 50 in its schema, but by 100 in its description",
            at="/tools/0/input_schema/properties/limit",
        ),
        BadExample(
            {"depth": {"type": "integer", "description": "How deep to look, at most 8."}},
            says="parameter `depth` is bounded only in its description",
        ),
        BadExample(
            {
                "edits": {
                    "type": "array",
                    "items": {"type": "object", "additionalProperties": False},
                    "description": "Up to 20 edits.",
                }
            },
            says="parameter `edits` is bounded only in its description",
        ),
    ),
)
