"""Inputs as messages show them, ready to be copied into a call by hand."""

from conformance.documents.values import JsonValue, compact_json, shorten

# Long enough for a typical call, short enough for one line of a message.
_MAX_CHARS = 300


def format_input(arguments: JsonValue) -> str:
    """Return an input as compact JSON, shortened to its beginning when it is long."""
    return str(shorten(compact_json(arguments), _MAX_CHARS))
