"""How large an input may become: what no honest call sends is not sent, and said to be untried."""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.schema.positions import positions

LONGEST_TEXT = 100_000
"""Most characters of one text."""
LONGEST_ARRAY = 2_000
"""Most elements of one array, or members of one object."""
LARGEST_INPUT = 1_000_000
"""Most values in one input, at any depth, and most characters in all of them."""
_LEAST = {"minLength": LONGEST_TEXT, "minItems": LONGEST_ARRAY, "minProperties": LONGEST_ARRAY}


def oversized_demands(schema: JsonValue) -> Iterator[str]:
    """Yield what a schema asks for that is larger than anything that is sent."""
    for position in positions(schema):
        for keyword, most in _LEAST.items():
            asked = integer_bound(as_object(position.schema), keyword)
            if asked is not None and asked > most:
                place = quote_text(position.pointer) if position.pointer else "it"
                yield f"{place} asks for `{keyword}` {asked}, and at most {most} are sent"


def is_small(value: JsonValue) -> bool:
    """Say whether a value may be sent."""
    pending, size = [value], 0
    while pending:
        one = pending.pop()
        size += len(one) if isinstance(one, str) else 1
        pending.extend((*as_array(one), *as_object(one).values()))
        if size + len(pending) > LARGEST_INPUT:
            return False
    return True


def integer_bound(schema: JsonObject, key: str) -> int | None:
    """Return a bound that counts something, ``None`` where the schema names none."""
    bound = schema.get(key)
    return int(bound) if isinstance(bound, int | float) and not isinstance(bound, bool) else None
