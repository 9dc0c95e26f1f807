"""An input as messages show it, to be copied and asked by hand."""

from conformance.documents.values import JsonValue, compact_json, shorten

_MAX_CHARS = 300


def format_input(arguments: JsonValue) -> str:
    """Return an input as JSON; of a long one the beginning."""
    return str(shorten(compact_json(arguments), _MAX_CHARS))
