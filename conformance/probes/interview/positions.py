"""What messages call a position in an input."""

from conformance.display import code_text
from conformance.documents.pointers import split


def name_position(pointer: str) -> str:
    """Return what a message calls the value at a pointer into the input: a parameter by name, others by pointer."""
    tokens = split(pointer)
    if len(tokens) == 1:
        return f"parameter {code_text(tokens[0])}"
    return f"field {code_text(pointer)}" if tokens else "the input"
