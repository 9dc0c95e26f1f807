"""An input as messages show it, to be copied and asked by hand."""

from conformance.documents.values import JsonValue, compact, shortened

_MOST_CHARS = 300


def shown(arguments: JsonValue) -> str:
    """Return an input as JSON; of a long one the beginning."""
    return str(shortened(compact(arguments), _MOST_CHARS))
