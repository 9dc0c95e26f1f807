"""What the canonical forms of ``jsonschema_rs`` say of the same question: a second opinion, computed in another way."""

from conformance.documents.values import JsonValue
from conformance.schema.canonical import canonicalize
from conformance.schema.rewriting import make_patterns_portable
from conformance.schema.tractability import tractable_schema


def covers(new: JsonValue, old: JsonValue) -> bool | None:
    """Say whether new accepts all that old does; ``None`` where the library cannot tell, or could take too long."""
    import jsonschema_rs

    if any(tractable_schema(schema) is not schema for schema in (old, new)):
        return None
    try:
        accepted, accepting = (canonicalize(make_patterns_portable(schema)) for schema in (old, new))
        answer = str(accepting.covers(accepted))
    except (ValueError, jsonschema_rs.ReferencingError):  # an invalid schema, or operands of two dialects
        return None
    return {"yes": True, "no": False}.get(answer)
