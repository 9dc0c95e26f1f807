"""Schemas of our own as compiled validators: native code that is linear in the value, and in a text for a pattern."""

from collections.abc import Callable
from typing import Any, cast

from conformance.documents.values import JsonObject, JsonValue

Accepts = Callable[[JsonValue], bool]
"""Says whether a value is valid; raises ``ValueError`` for one that it cannot read."""


def compile_schema(schema: JsonObject) -> Accepts:
    """Return the validator of a schema of dialect 2020-12, whose patterns are those of Rust's ``regex``.

    Raises ``ValueError`` for a schema or a pattern that it cannot read.
    """
    import jsonschema_rs

    # A large class and many literals need more than the default size, which protects from unknown patterns.
    options: Any = jsonschema_rs.RegexOptions(size_limit=_REGEX_BYTES, dfa_size_limit=_REGEX_BYTES)
    compiled = jsonschema_rs.Draft202012Validator(
        cast("Any", schema), pattern_options=options, validate_formats=False, offline=True
    )
    return cast("Accepts", compiled.is_valid)


_REGEX_BYTES = 64 * 1024 * 1024
