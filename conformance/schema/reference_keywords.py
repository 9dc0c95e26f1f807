"""Replacements for the keywords that the reference validator leaves to Python's ``re`` and floats.

Its ``pattern`` uses Python's ``re``, which reads ECMA-262 differently and may never return; its ``multipleOf`` divides
floats, so 0.7 is not a multiple of 0.1; its ``uniqueItems`` compares every pair of objects, its ``enum`` each value.
"""

import functools
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from jsonschema.exceptions import ValidationError

from conformance.display import list_names, quote_text
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, identity, is_number
from conformance.errors import ConformanceError, ErrorKind
from conformance.schema.patterns.faults import fault_of
from conformance.schema.patterns.matching import is_readable, matches
from conformance.schema.subschemas import IdentityKey

Errors = Iterator[ValidationError]
Keyword = Callable[[Any, Any, Any, Any], "Iterable[ValidationError] | None"]
"""The function of a keyword: of the validator, the value of the keyword, the instance, and the schema around it."""


class _Asked(dict[str, JsonValue]):
    """An object of which it is asked which members a schema evaluates; keywords answer by an error for each name.

    So the answer takes the way of every error, and the library itself follows references, whatever their base URI.
    """

    def __init__(self, plain: JsonObject) -> None:
        super().__init__(plain)
        self.plain = plain


class _EvaluatedError(ValidationError):
    """The answer that a keyword evaluates the member ``message``."""


def pattern(_validator: Any, wanted: str, instance: JsonValue, _schema: JsonObject) -> Errors:
    """Yield an error when the pattern is not found in a string."""
    if isinstance(instance, str) and not _matches_pattern(wanted, instance):
        yield ValidationError(f"{quote_text(instance)} does not match {quote_text(wanted)}")


def pattern_properties(validator: Any, patterns: JsonObject, instance: JsonValue, _schema: JsonObject) -> Errors:
    """Yield the errors of the members whose name matches a pattern."""
    for wanted, schema in patterns.items():
        for name, value in as_object(instance).items():
            if _matches_pattern(wanted, name):
                yield from validator.descend(value, schema, path=name, schema_path=wanted)


def additional_properties(validator: Any, rest: JsonValue, instance: JsonValue, schema: JsonObject) -> Errors:
    """Yield the errors of the members that neither ``properties`` nor ``patternProperties`` covers."""
    extras = [name for name in as_object(instance) if not _covers(schema, name)]
    if rest is False and extras:
        verb = "is" if len(extras) == 1 else "are"
        yield ValidationError(f"{list_names(extras)} {verb} not expected: no additional properties are allowed")
    elif rest is not False:
        for name in extras:
            yield from validator.descend(as_object(instance)[name], rest, path=name)


def unevaluated_properties(validator: Any, rest: JsonValue, instance: JsonValue, schema: JsonObject) -> Errors:
    """Yield an error for the rejected members that no part of the schema evaluates."""
    if not isinstance(instance, dict):
        return
    # Evaluation depends on which branches accept the instance, so it is computed per instance.
    found = {error.message for error in validator.iter_errors(_Asked(instance)) if isinstance(error, _EvaluatedError)}
    unknown = [name for name in instance if name not in found]
    bad = [name for name in unknown if not _accepts(validator, rest, instance[name])]
    if bad:
        verb = "is" if len(bad) == 1 else "are"
        yield ValidationError(f"{list_names(bad)} {verb} not expected: no unevaluated properties are allowed")


def enum(_validator: Any, values: JsonValue, instance: JsonValue, _schema: JsonObject) -> Errors:
    """Yield an error when none of the values equals the instance; takes linear time for all of them, once."""
    if identity(instance) not in _identities(IdentityKey(values)):
        yield ValidationError("the value is not one of those that are listed")  # worded by `error_message`


# As many long enumerations as the schemas of one inventory have at a time.
@functools.lru_cache(maxsize=64)
def _identities(values: IdentityKey) -> frozenset[object]:
    return frozenset(map(identity, as_array(values.schema)))


def unique_items(_validator: Any, wanted: JsonValue, instance: JsonValue, _schema: JsonObject) -> Errors:
    """Yield an error when two elements are equal; takes linear time."""
    if wanted is True and isinstance(instance, list) and len({identity(item) for item in instance}) < len(instance):
        yield ValidationError("the array has duplicate elements")


def multiple_of(_validator: Any, factor: JsonValue, instance: JsonValue, _schema: JsonObject) -> Errors:
    """Yield an error when a number is not a multiple, computed with its decimal digits."""
    known = is_number(instance) and is_number(factor) and factor
    # `str` gives the shortest decimal of a float, the number as it was written.
    if known and (Fraction(str(instance)) / Fraction(str(factor))).denominator != 1:
        yield ValidationError(f"{instance!r} is not a multiple of {factor!r}")


def _matches_pattern(wanted: str, text: str) -> bool:
    found = matches(wanted, text)
    if found is None:
        raise _pattern_error(wanted)
    return found


def _pattern_error(wanted: str) -> ConformanceError:
    why, hint = "cannot be evaluated within the step limit", "simplify it and use JavaScript syntax"
    if not is_readable(wanted):
        fault = fault_of(wanted)
        why, hint = (fault.message, fault.hint) if fault else ("has syntax that cannot be evaluated here", hint)
    return ConformanceError(ErrorKind.UNSUPPORTED, f"pattern {quote_text(wanted)} {why}", hint)


def _covers(schema: JsonObject, name: str) -> bool:
    patterns = as_object(schema.get("patternProperties"))
    return name in as_object(schema.get("properties")) or any(_matches_pattern(wanted, name) for wanted in patterns)


def _accepts(validator: Any, schema: JsonValue, instance: JsonValue) -> bool:
    return next(iter(validator.descend(instance, schema)), None) is None


def _declared_names(_validator: Any, known: JsonObject, asked: _Asked, _schema: JsonObject) -> Errors:
    yield from (_EvaluatedError(name) for name in known if name in asked)


def _matching_names(_validator: Any, _patterns: JsonObject, asked: _Asked, schema: JsonObject) -> Errors:
    yield from (_EvaluatedError(name) for name in asked if _covers(schema, name))


def _accepted_names(validator: Any, rest: JsonValue, asked: _Asked, _schema: JsonObject) -> Errors:
    yield from (_EvaluatedError(name) for name, value in asked.items() if _accepts(validator, rest, value))


def _names_of_parts(validator: Any, parts: JsonValue, asked: _Asked, _schema: JsonObject) -> Errors:
    for part in as_array(parts):
        if _accepts(validator, part, asked.plain):
            yield from validator.descend(asked, part)


def _names_of_dependents(validator: Any, parts: JsonObject, asked: _Asked, _schema: JsonObject) -> Errors:
    for name, part in parts.items():
        if name in asked:
            yield from validator.descend(asked, part)


def _names_of_condition(validator: Any, condition: JsonValue, asked: _Asked, schema: JsonObject) -> Errors:
    chosen = ("if", "then") if _accepts(validator, condition, asked.plain) else ("else",)
    for branch in chosen:
        if branch in schema:
            yield from validator.descend(asked, schema[branch])


_EVALUATIONS: dict[str, Keyword] = {
    "properties": _declared_names,
    "patternProperties": _matching_names,
    "additionalProperties": _accepted_names,
    "unevaluatedProperties": _accepted_names,
    "allOf": _names_of_parts,
    "anyOf": _names_of_parts,
    "oneOf": _names_of_parts,
    "dependentSchemas": _names_of_dependents,
    "if": _names_of_condition,
}


def keywords_for(known: dict[str, Keyword]) -> dict[str, Keyword]:
    """Return the functions that replace some of those that a dialect has."""
    judges = {keyword: OVERRIDES.get(keyword, judge) for keyword, judge in known.items()}
    if "unevaluatedProperties" in known:
        return judges | {keyword: _judge_or_answer(judges[keyword], _EVALUATIONS[keyword]) for keyword in _EVALUATIONS}
    return judges


def _judge_or_answer(judge: Keyword, answer: Keyword) -> Keyword:
    def judge_or_answer(validator: Any, value: Any, instance: Any, schema: Any) -> Iterable[ValidationError] | None:
        chosen = answer if isinstance(instance, _Asked) else judge
        return chosen(validator, value, instance, schema)

    return judge_or_answer


OVERRIDES: dict[str, Keyword] = {
    "pattern": pattern,
    "patternProperties": pattern_properties,
    "additionalProperties": additional_properties,
    "unevaluatedProperties": unevaluated_properties,
    "enum": enum,
    "multipleOf": multiple_of,
    "uniqueItems": unique_items,
}
"""The functions by keyword, for every dialect that has the keyword."""
