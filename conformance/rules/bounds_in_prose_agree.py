"""A bound that the description states is the bound that the schema states.

"At most 30" beside no ``maximum`` teaches the limit to whoever reads the sentence, and to nobody who reads the
schema: the model learns it from a failed call. Where both state a bound and differ, one of them is wrong.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose import said_of
from conformance.profiles import Profile
from conformance.prose.bounds import StatedBound, stated_bounds
from conformance.prose.quantities import unit_of_time
from conformance.prose.reading import passages
from conformance.prose.schema_side import holds_only, numbers_of, refers, values_of
from conformance.scopes import FIELD, Bad
from conformance.words import quoted, words_of

_EXACT_INTEGERS = 2**53 - 1
_LETTERS = frozenset(("character", "characters", "chars", "char", "letters"))


@dataclass(frozen=True, slots=True)
class _Keywords:
    """The keywords that bound one kind of value, by side: inclusive ones, exclusive ones."""

    lower: tuple[str, str]
    upper: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Fitting:
    """A stated bound, as the field counts."""

    claim: StatedBound
    bound: float

    def agrees_with(self, written: float) -> bool:
        return abs(written - self.bound) <= (1 if self.claim.exclusive else 0)


_OF_NUMBER = _Keywords(("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))
_OF_ARRAY = _Keywords(("minItems", ""), ("maxItems", ""))
_OF_TEXT = _Keywords(("minLength", ""), ("maxLength", ""))


def check(field: Field, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for the bounds that the schema lacks, and one for each that it states otherwise."""
    keywords = _keywords_for(field)
    if keywords is None or refers(field.schema) or values_of(field.schema) is not None:
        return
    claims = [claim for passage in passages(field) for claim in stated_bounds(passage)]
    fitting = [_Fitting(claim, bound) for claim in claims for bound in _in_units_of(field, claim)]
    missing: dict[str, _Fitting] = {}
    for inclusive, exclusive, side in ((*keywords.lower, "lower"), (*keywords.upper, "upper")):
        stated = [found for found in fitting if found.claim.side == side]
        written = _written(field, inclusive, exclusive)
        if stated and not written:
            missing[exclusive if stated[0].claim.exclusive and exclusive else inclusive] = stated[0]
        elif stated and not any(found.agrees_with(number) for number in written for found in stated):
            yield _different(field, stated[0], written[0])
    if missing:
        yield _only_in_words(field, missing)


def _keywords_for(field: Field) -> _Keywords | None:
    if field.is_numeric:
        return _OF_NUMBER
    if holds_only(field, "array"):
        return _OF_ARRAY
    return _OF_TEXT if holds_only(field, "string") else None


def _in_units_of(field: Field, claim: StatedBound) -> Iterator[float]:
    """Yield the bound as the field counts, where the text speaks of what the field counts."""
    unit = claim.amount.unit.lower()
    if field.is_numeric:
        own = unit_of_time(words_of(field.name), said_of(field))
        number = claim.amount.in_unit(own) if own or not claim.amount.is_time else None
        if number is not None:
            yield number
    elif holds_only(field, "string"):
        if unit in _LETTERS:
            yield claim.amount.number
    elif unit and unit not in _LETTERS and not claim.amount.is_time and claim.side == "upper":
        yield claim.amount.number


def _written(field: Field, *keywords: str) -> list[float]:
    """The bounds of the schema, without those that only say which integers a number can hold exactly."""
    return [number for number in numbers_of(field.schema, *keywords) if abs(number) < _EXACT_INTEGERS]


def _only_in_words(field: Field, missing: dict[str, _Fitting]) -> Problem:
    quotes = ", ".join(dict.fromkeys(found.claim.quote for found in missing.values()))
    keywords = ", ".join(f'"{keyword}": {found.bound:.15g}' for keyword, found in missing.items())
    return Problem(
        f"what bounds field {quoted(field.name)} stands only in the description: {quotes}",
        f"add {keywords} to its schema",
    )


def _different(field: Field, found: _Fitting, written: float) -> Problem:
    return Problem(
        f"field {quoted(field.name)} is said to have the bound {found.bound:.15g} ({found.claim.quote}) and its schema "
        f"says {written:.15g}",
        "let the text and the schema state the same bound",
    )


RULE = FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "How many, between 1 and 100."}},
        {"timeout_ms": {"type": "integer", "maximum": 30000, "description": "How long to wait, at most 30 seconds."}},
        {"note": {"type": "string", "description": "Keep it short; up to 3 sentences are recommended."}},
    ),
    bad=(
        Bad(
            {"limit": {"type": "integer", "maximum": 50, "description": "How many results to return (max 100)."}},
            says="the bound 100",
            at="/tools/0/input_schema/properties/limit",
        ),
        Bad(
            {"depth": {"type": "integer", "description": "How deep to look, at most 8."}},
            says="only in the description",
        ),
        Bad(
            {
                "edits": {
                    "type": "array",
                    "items": {"type": "object", "additionalProperties": False},
                    "description": "Up to 20 edits.",
                }
            },
            says="'edits'",
        ),
    ),
)
