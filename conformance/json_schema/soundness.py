"""Whether a schema can be used to judge values at all, and judging that never fails on one that cannot.

An invalid pattern, a dangling or foreign reference, or a reference that leads back to itself would end the reference
validator with an exception of its own.
"""

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, cast

from conformance.json_schema.positions import positions
from conformance.json_schema.references import Reach, References
from conformance.json_schema.validation import Violation, schema_violations, violations
from conformance.json_values import JsonValue, as_object
from conformance.words import quoted


def judged(instance: JsonValue, schema: JsonValue, most: int) -> list[Violation] | str:
    """Return up to ``most`` violations, or the reason why the schema cannot be used.

    The fast validator only ever accepts; what it does not accept the reference validator judges.
    """
    same = _Same(schema)
    reason = _unusable(same)
    if reason is not None:
        return reason
    accepts = _fast(same)
    if accepts is not None and accepts(instance):
        return []
    try:
        return list(islice(violations(instance, schema), most))
    except RecursionError:
        return "a reference leads back to itself"


class _Same:
    """A schema that equals only itself, so that what is known of it is computed once."""

    def __init__(self, schema: JsonValue) -> None:
        self.schema = schema

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.schema is self.schema

    def __hash__(self) -> int:
        return id(self.schema)


@functools.lru_cache(maxsize=1024)
def _unusable(same: _Same) -> str | None:
    return next(_faults(same.schema), None)


@functools.lru_cache(maxsize=1024)
def _fast(same: _Same) -> Callable[[JsonValue], bool] | None:
    import jsonschema_rs

    try:
        validator = jsonschema_rs.validator_for(cast("Any", same.schema), validate_formats=False, offline=True)
    except (ValueError, jsonschema_rs.ReferencingError):
        return None
    return cast("Callable[[JsonValue], bool]", validator.is_valid)


def _faults(schema: JsonValue) -> Iterator[str]:
    if not isinstance(schema, Mapping | bool):
        yield "it is no object and no boolean"
        return
    for violation in schema_violations(schema):
        yield f"{quoted(violation.pointer)}: {quoted(violation.message, 120)}"
    for reference in References(schema):
        if reference.reach is not Reach.LOCAL:
            yield f"{quoted(reference.pointer)} leads to nothing in it"
    for position in positions(schema):
        members = as_object(position.schema)
        for pattern in (members.get("pattern"), *as_object(members.get("patternProperties"))):
            if isinstance(pattern, str) and not _compiles(pattern):
                yield f"{quoted(position.pointer)} holds the invalid pattern {quoted(pattern)}"


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True
