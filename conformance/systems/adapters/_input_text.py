"""Inputs as messages show them, ready to be copied into a call by hand."""

from conformance.display import code_text
from conformance.documents.values import JsonValue, compact_json, shorten

# Long enough for a typical call, short enough for one line of a message.
_MAX_CHARS = 300


def format_input(arguments: JsonValue) -> str:
    """Return an input as compact JSON, shortened to its beginning when it is long."""
    return str(shorten(compact_json(arguments), _MAX_CHARS))


def quote_call(tool: str, arguments: JsonValue) -> str:
    """Return a tool with its input as a message quotes them, such as ```AddNote` with `{"title":""}```."""
    return f"{code_text(tool)} with {code_text(format_input(arguments), 2 * _MAX_CHARS)}"
