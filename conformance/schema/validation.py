"""Validates with the reference validator ``jsonschema``, offline and in the schema's own dialect.

Keywords that it leaves to Python's ``re`` and to floats are replaced by ``reference_keywords``.
"""

import functools
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from conformance.display import LONE_SURROGATE, quote_text
from conformance.documents.pointers import child, resolve
from conformance.documents.values import JsonValue, as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.schema.dialects import DEFAULT, Dialect, dialect_of
from conformance.schema.formats import FORMATS
from conformance.schema.messages import error_message, not_allowed_message
from conformance.schema.references import base_uri
from conformance.schema.unions import UnknownVariant, faults_of

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


_ALIAS = "conformance-subschema"
"""The keyword under which a subschema is found whose own pointer cannot be written as an address."""


class Violation(Struct, frozen=True):
    """One violation: its pointer in the instance, its pointer in the schema, the keyword and the message."""

    pointer: str
    schema_pointer: str
    keyword: str
    message: str


def violations(instance: JsonValue, schema: JsonValue, *, dialect: Dialect | None = None) -> Iterator[Violation]:
    """Yield the violations that the reference validator finds in ``instance``; formats are not checked."""
    chosen = dialect or dialect_of(schema) or DEFAULT
    yield from _iter_violations(_validator(schema, chosen), instance, functools.partial(_resolver, schema, chosen))


def violations_at(pointer: str, instance: JsonValue, root: JsonValue) -> Iterator[Violation]:
    """Yield the violations of the subschema at ``pointer`` in ``instance``."""
    from referencing import Resource
    from referencing.jsonschema import specification_with

    dialect, base = dialect_of(root) or DEFAULT, base_uri(root)
    if LONE_SURROGATE.search(pointer):
        # no address can hold half of a character, and so the subschema gets another name
        root, pointer = {**as_object(root), _ALIAS: resolve(root, pointer)}, f"/{_ALIAS}"
    resource: Any = Resource(cast("Any", root), specification_with(dialect.uri))
    registry = _registry().with_resource(base, resource)
    schema = {"$ref": f"{base}#{quote(pointer, safe='/~')}"}
    validator = _validator_classes()[dialect.uri](schema, registry=registry)
    yield from _iter_violations(validator, instance, functools.partial(registry.resolver, base))


def is_valid(instance: JsonValue, schema: JsonValue, *, dialect: Dialect | None = None) -> bool:
    """Say whether the reference validator accepts ``instance``."""
    return _validator(schema, dialect).is_valid(instance)


def conforms(instance: JsonValue, schema: JsonValue) -> bool:
    """Say whether the reference validator accepts ``instance`` and every value in it conforms to its ``format``."""
    return conformity_test(schema)(instance)


def conformity_test(schema: JsonValue) -> Callable[[JsonValue], bool]:
    """Return what says of each of many instances whether it conforms, for which the schema is read once."""
    return _validator(schema, None, _format_checker()).is_valid


@functools.cache
def _format_checker() -> Any:
    import jsonschema

    checker = jsonschema.FormatChecker(formats=())
    for name, known in FORMATS.items():
        checker.checks(name)(known.conforms)
    return checker


def schema_violations(schema: JsonValue) -> Iterator[Violation]:
    """Yield where a schema violates the meta-schema of its dialect; formats are not checked."""
    import jsonschema_rs

    dialect = dialect_of(schema) or DEFAULT
    if _is_surely_valid(schema, dialect):
        return
    try:
        found = _fast_meta_violations(schema, dialect)
    except (ValueError, KeyError, jsonschema_rs.ReferencingError):
        found = violations(schema, cast("JsonValue", _validator_classes()[dialect.uri].META_SCHEMA), dialect=dialect)
    seen: set[tuple[str, str]] = set()  # each vocabulary of a dialect finds the same fault again
    for violation in found:
        if (violation.pointer, violation.keyword) not in seen:
            seen.add((violation.pointer, violation.keyword))
            yield violation


def _is_surely_valid(schema: JsonValue, dialect: Dialect) -> bool:
    """Say whether the fast library accepts a schema, by the meta-schemas that it has built in."""
    import jsonschema_rs

    # it takes a schema that states no dialect for one of 2020-12, and reads no lone surrogates
    stated = schema if dialect is DEFAULT or not isinstance(schema, dict) else {**schema, "$schema": dialect.uri}
    try:
        return jsonschema_rs.meta.is_valid(cast("Any", stated))
    except (ValueError, jsonschema_rs.ReferencingError):
        return False


def _fast_meta_violations(schema: JsonValue, dialect: Dialect) -> list[Violation]:
    """Use the fast library; raises for lone surrogates, which it cannot read, and empty names, which it mislocates."""
    found = [
        Violation(child("", *error.instance_path), child("", *error.schema_path), error.kind.name, error.message)
        for error in _meta_validator(dialect.uri).iter_errors(schema)
    ]
    for violation in found:
        resolve(schema, violation.pointer)
    return found


@functools.cache
def _meta_validator(uri: str) -> Any:
    import jsonschema_rs

    return jsonschema_rs.validator_for(_validator_classes()[uri].META_SCHEMA, validate_formats=False, offline=True)


def _validator(schema: JsonValue, dialect: Dialect | None, format_checker: Any = None) -> "Validator":
    chosen = dialect or dialect_of(schema) or DEFAULT
    return _validator_classes()[chosen.uri](cast("Any", schema), registry=_registry(), format_checker=format_checker)


@functools.cache
def _validator_classes() -> dict[str, Any]:
    import jsonschema  # the library costs start-up time that most commands never need

    known = (
        jsonschema.Draft4Validator,
        jsonschema.Draft6Validator,
        jsonschema.Draft7Validator,
        jsonschema.Draft201909Validator,
        jsonschema.Draft202012Validator,
    )
    return {str(cls.META_SCHEMA.get("$schema", "")).rstrip("#"): _extend_class(cls) for cls in known}


def _extend_class(cls: Any) -> Any:
    from jsonschema import validators

    from conformance.schema.reference_keywords import keywords_for

    extended = cast("Any", validators).extend(cls, keywords_for(dict(cls.VALIDATORS)))
    extended.evolve = _evolve
    return extended


def _evolve(self: Any, **changes: Any) -> Any:
    """Return a validator for a subschema; the library's own method would drop our classes at a nested ``$schema``."""
    from attrs import fields

    dialect = dialect_of(changes.get("schema", self.schema)) if "$schema" in as_object(changes.get("schema")) else None
    cls = _validator_classes()[dialect.uri] if dialect else self.__class__
    for attribute in fields(cls):
        if attribute.init and attribute.alias not in changes:
            changes[attribute.alias] = getattr(self, attribute.name)
    return cls(**changes)


@functools.cache
def _registry() -> Any:
    from jsonschema_specifications import REGISTRY  # the dialects' own meta-schemas, and nothing that fetches

    return REGISTRY


def _resolver(schema: JsonValue, dialect: Dialect) -> Any:
    from referencing import Resource
    from referencing.jsonschema import specification_with

    resource: Any = Resource(cast("Any", schema), specification_with(dialect.uri))
    return _registry().resolver_with_root(resource)


def _iter_violations(validator: "Validator", instance: JsonValue, resolver: Callable[[], Any]) -> Iterator[Violation]:
    from referencing.exceptions import Unresolvable

    follow = functools.partial(_target, functools.cache(resolver))
    try:
        for error in validator.iter_errors(instance):
            for fault in faults_of(error, follow):
                yield _unknown_variant_violation(fault) if isinstance(fault, UnknownVariant) else _violation(fault)
    except Unresolvable as error:
        message = f"reference {quote_text(str(error.ref))} does not resolve within the schema"
        raise ConformanceError(
            ErrorKind.UNSUPPORTED, message, "refer to a definition in the same schema, such as '#/$defs/Name'"
        ) from error


def _target(resolver: Callable[[], Any], schema: JsonValue) -> JsonValue:
    """Return the target of a reference if it resolves from the root; it only helps to distinguish branches."""
    from referencing.exceptions import Unresolvable

    reference = as_object(schema).get("$ref")
    if isinstance(reference, str):
        with suppress(Unresolvable):
            return cast("JsonValue", resolver().lookup(reference).contents)
    return schema


def _violation(error: Any) -> Violation:
    at, below = child("", *error.absolute_path), child("", *error.absolute_schema_path)
    return Violation(at, below, str(error.validator), error_message(error))


def _unknown_variant_violation(fault: UnknownVariant) -> Violation:
    union = _violation(fault.union)
    value = resolve(fault.union.instance, child("", fault.name))
    return replace(union, pointer=child(union.pointer, fault.name), message=not_allowed_message(value, fault.allowed))
