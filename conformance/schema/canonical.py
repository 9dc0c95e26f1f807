"""Fast answers about whole schemas, by the canonical forms of ``jsonschema_rs``."""

from typing import Any, cast

from conformance.documents.values import JsonValue
from conformance.schema.dialects import dialect_of


def is_satisfiable(schema: JsonValue) -> bool | None:
    """Say whether some instance is valid; ``None`` when the library can't decide. Only ``False`` is a proof."""
    import jsonschema_rs

    try:
        canonical = canonicalize(schema)
    except (ValueError, jsonschema_rs.ReferencingError):
        return None
    answer = canonical.satisfiability().value
    return {"yes": True, "no": False}.get(answer.lower())


def canonicalize(schema: JsonValue) -> Any:
    """Return the canonical form, offline; raises ``ValueError`` for an invalid schema or pattern."""
    import jsonschema_rs

    dialect = dialect_of(schema)
    return jsonschema_rs.canonicalize(
        cast("Any", schema), draft=dialect.draft if dialect else None, validate_formats=False, offline=True
    )
