"""Validation that first checks whether the schema can be used at all, and so never fails on one that cannot.

An invalid pattern, an unresolvable reference, or a reference to itself would make the reference validator raise, and an
unknown dialect would make it guess.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from conformance.display import quote_text
from conformance.documents.pointers import resolve, walk
from conformance.documents.values import JsonObject, JsonValue, as_object, is_number
from conformance.errors import ConformanceError
from conformance.lazy_patterns import LazyPattern
from conformance.schema.dialects import Dialect, known_uris
from conformance.schema.faults import dialect_faults, reference_faults
from conformance.schema.patterns.matching import is_readable
from conformance.schema.positions import positions
from conformance.schema.rewriting import make_patterns_portable
from conformance.schema.subschemas import once_per_schema
from conformance.schema.validation import Violation, schema_violations, violations

if TYPE_CHECKING:
    import jsonschema_rs

# The meta-schemas of the dialects, without their empty fragments: the validators have them, and open nothing.
_KNOWN = frozenset(uri.rstrip("#") for uri in known_uris())
# What the validator says of a missing member. Next is "'path' is a required property"; not "'path' is too short".
_MISSING = LazyPattern(r"\A'(?P<name>[^'\n]{1,100})' is a required property")


def validate_instance(instance: JsonValue, schema: JsonValue, most: int) -> list[Violation] | str:
    """Return up to ``most`` violations, or the reason why the schema cannot be used, for any value or for this one.

    The fast validator only accepts; whatever it rejects is judged again by the reference validator.
    """
    reason = unusable_reason(schema)
    if reason is not None:
        return reason
    with suppress(ValueError):  # half a character cannot be handed over: the reference validator decides
        native = _native_validator(schema)
        if native is not None and native.is_valid(cast("Any", instance)):
            return []
    try:
        return list(islice(violations(instance, schema), most))
    except ConformanceError as error:  # a pattern for whose text no engine comes to an end
        return error.message
    except RecursionError:
        return "a reference refers back to itself, or the value is nested too deeply"


def fast_acceptor(schema: JsonValue) -> Callable[[JsonValue], bool] | None:
    """Return a native validator that accepts nothing that ``validate_instance`` finds a violation in, if there is one.

    It may raise ``ValueError`` for a value that it cannot read.
    """
    native = _native_validator(schema) if unusable_reason(schema) is None else None
    return None if native is None else cast("Callable[[JsonValue], bool]", native.is_valid)


def surely_rejects(instance: JsonValue, schema: JsonValue) -> bool:
    """Say whether a usable schema rejects a value for a reason on which all validators agree, without the message."""
    native = _native_validator(schema) if unusable_reason(schema) is None else None
    with suppress(ValueError):  # half a character
        faults = native.iter_errors(cast("Any", instance)) if native is not None else ()
        return any(_is_beyond_doubt(fault, schema) for fault in faults)
    return False


def _is_beyond_doubt(fault: "jsonschema_rs.ValidationError", schema: JsonValue) -> bool:
    if fault.kind.name == "additionalProperties":  # a pattern, which may be read in two ways, may declare them too
        return not any("patternProperties" in as_object(one.schema) for one in positions(schema))
    # Whether 1.0 is an integer depends on the dialect.
    return fault.kind.name == "required" or (fault.kind.name == "type" and not is_number(cast("Any", fault).instance))


def lacking_member(instance: JsonObject, schema: JsonValue) -> str | None:
    """Return the member that an object lacks itself; empty if the schema accepts it, ``None`` if more is wrong.

    The reference validator takes long to start, and is asked only where the fast one does not tell.
    """
    native = _native_validator(schema) if unusable_reason(schema) is None else None
    with suppress(ValueError):  # half a character
        faults = list(islice(native.iter_errors(cast("Any", instance)), 2)) if native is not None else []
        if native is not None and not faults:
            return ""
        # Of several faults the reference validator decides which is the first.
        if len(faults) == 1 and faults[0].kind.name == "required" and not faults[0].instance_path:
            return cast("Any", faults[0].kind).property
    found = validate_instance(instance, schema, 1)
    if isinstance(found, str) or not found:
        return "" if not found else None
    missing = _MISSING.match(found[0].message) if not found[0].pointer else None
    return missing["name"] if missing else None


def part_acceptor(subschema: JsonObject, dialect: Dialect) -> Callable[[JsonValue], bool]:
    """Return what says that a part of a sound schema surely accepts a value; without the root it may say no to any."""
    # what refers elsewhere, or has another base or dialect, has a keyword that begins so; draft-04 has a plain `id`
    is_alone = not any(name[:1] == "$" or name == "id" for _, inner in walk(subschema) for name in as_object(inner))
    native = _compile({**subschema, "$schema": dialect.uri}) if is_alone else None

    def accepts(value: JsonValue) -> bool:
        with suppress(ValueError):  # half a character
            return native is not None and native.is_valid(cast("Any", value))
        return False

    return accepts


def is_sound(schema: JsonValue) -> bool:
    """Say whether the schema can be used to judge values."""
    return unusable_reason(schema) is None


@once_per_schema
def unusable_reason(schema: JsonValue) -> str | None:
    """Return why no value can be judged by the schema, ``None`` where each can."""
    if not isinstance(schema, Mapping | bool):
        return "it is not an object or a boolean"
    return next(_faults(schema), None)


@once_per_schema
def _native_validator(schema: JsonValue) -> "jsonschema_rs.Validator | None":
    return _compile(schema)


def _compile(schema: JsonValue) -> "jsonschema_rs.Validator | None":
    import jsonschema_rs

    try:
        portable = cast("Any", make_patterns_portable(schema))
        return jsonschema_rs.validator_for(portable, validate_formats=False, offline=True)
    except (ValueError, jsonschema_rs.ReferencingError):
        return None


def _faults(schema: JsonValue) -> Iterator[str]:
    # A dialect decides what each keyword means, so that judging by the keywords of another one would be a guess.
    for fault in dialect_faults(schema):
        yield f"{quote_text(fault.pointer)}: {fault.message}"
    for violation in schema_violations(schema):
        yield f"{quote_text(violation.pointer)}: {quote_text(violation.message, 120)}"
    for fault in reference_faults(schema):
        text = resolve(schema, fault.pointer)
        if isinstance(text, str) and text.removesuffix("#") in _KNOWN:
            continue
        yield f"{quote_text(fault.pointer)}: {fault.message}"
    for position in positions(schema):
        members = as_object(position.schema)
        for pattern in (members.get("pattern"), *as_object(members.get("patternProperties"))):
            if isinstance(pattern, str) and not is_readable(pattern):
                yield f"{quote_text(position.pointer)} has the invalid pattern {quote_text(pattern)}"
