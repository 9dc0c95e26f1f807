"""Validation that first checks whether the schema can be used at all, and so never fails on one that cannot.

An invalid pattern, an unresolvable reference, or a reference to itself would make the reference validator raise, and an
unknown dialect would make it guess.
"""

import functools
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, cast

from conformance.display import quote_text
from conformance.documents.pointers import walk
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.schema.dialects import Dialect
from conformance.schema.faults import dialect_faults, reference_faults
from conformance.schema.patterns.matching import is_readable
from conformance.schema.positions import positions
from conformance.schema.rewriting import make_patterns_portable
from conformance.schema.subschemas import IdentityKey
from conformance.schema.validation import Violation, schema_violations, violations


def validate_instance(instance: JsonValue, schema: JsonValue, most: int) -> list[Violation] | str:
    """Return up to ``most`` violations, or the reason why the schema cannot be used.

    The fast validator only accepts; whatever it rejects is judged again by the reference validator.
    """
    same = IdentityKey(schema)
    reason = _unusable_reason(same)
    if reason is not None:
        return reason
    with suppress(ValueError):  # half a character cannot be handed over: the reference validator decides
        accepts = _fast_validator(same)
        if accepts is not None and accepts(instance):
            return []
    try:
        return list(islice(violations(instance, schema), most))
    except RecursionError:
        return "a reference refers back to itself, or the value is nested too deeply"


def fast_acceptor(schema: JsonValue) -> Callable[[JsonValue], bool] | None:
    """Return a native validator that accepts nothing that ``validate_instance`` finds a violation in, if there is one.

    It may raise ``ValueError`` for a value that it cannot read.
    """
    same = IdentityKey(schema)
    return None if _unusable_reason(same) is not None else _fast_validator(same)


def surely_accepts(value: JsonValue, subschema: JsonObject, dialect: Dialect) -> bool:
    """Say whether a part of a sound schema accepts a value, as far as the fast validator can tell without its root."""
    # what refers elsewhere, or has another base or dialect, has a keyword that begins so; draft-04 has a plain `id`
    if any(name[:1] == "$" or name == "id" for _, inner in walk(subschema) for name in as_object(inner)):
        return False
    accepts = _compile({**subschema, "$schema": dialect.uri})
    with suppress(ValueError):  # half a character
        return accepts is not None and accepts(value)
    return False


def is_sound(schema: JsonValue) -> bool:
    """Say whether the schema can be used to judge values."""
    return _unusable_reason(IdentityKey(schema)) is None


@functools.lru_cache(maxsize=1024)
def _unusable_reason(same: IdentityKey) -> str | None:
    if not isinstance(same.schema, Mapping | bool):
        return "it is not an object or a boolean"
    return next(_faults(same.schema), None)


@functools.lru_cache(maxsize=1024)
def _fast_validator(same: IdentityKey) -> Callable[[JsonValue], bool] | None:
    return _compile(same.schema)


def _compile(schema: JsonValue) -> Callable[[JsonValue], bool] | None:
    import jsonschema_rs

    try:
        portable = cast("Any", make_patterns_portable(schema))
        validator = jsonschema_rs.validator_for(portable, validate_formats=False, offline=True)
    except (ValueError, jsonschema_rs.ReferencingError):
        return None
    return cast("Callable[[JsonValue], bool]", validator.is_valid)


def _faults(schema: JsonValue) -> Iterator[str]:
    # A dialect decides what each keyword means, so that judging by the keywords of another one would be a guess.
    for fault in dialect_faults(schema):
        yield f"{quote_text(fault.pointer)}: {fault.message}"
    for violation in schema_violations(schema):
        yield f"{quote_text(violation.pointer)}: {quote_text(violation.message, 120)}"
    for fault in reference_faults(schema):
        yield f"{quote_text(fault.pointer)}: {fault.message}"
    for position in positions(schema):
        members = as_object(position.schema)
        for pattern in (members.get("pattern"), *as_object(members.get("patternProperties"))):
            if isinstance(pattern, str) and not is_readable(pattern):
                yield f"{quote_text(position.pointer)} has the invalid pattern {quote_text(pattern)}"
