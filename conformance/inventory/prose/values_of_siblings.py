"""Values in the text about a field that are those of another field: "Team, required if mode is 'a' or 'b'"."""

import re
from collections.abc import Sequence

from conformance.documents.values import as_array, as_object
from conformance.inventory.fields import Field
from conformance.lazy_patterns import LazyPattern

# A name up to its value, with the word of a condition before it. Is "if mode is '" of "if mode is 'a'", "cloud must be
# one of: " of "cloud must be one of: aws".
_NAMED = LazyPattern(
    r"(?:\b(?P<condition>if|when|unless|while|where|once) (?:the )?)?[`'\"\u201c]?\b(?P<name>[A-Za-z_]\w*)[`'\"\u201d]?"
    r"(?P<link>(?: (?:is|are|equals?|(?:must|has to|should) be|set to|one of|either|any of|in)\b){0,3} ?(?:=+|:)?)"
    r" ?[`'\"\u201c(\[]{0,2}",
    re.IGNORECASE,
)


def are_of_sibling(field: Field, values: Sequence[str], texts: Sequence[str]) -> bool:
    """Say whether a text gives the values to another field: in a condition, or as those that its schema lists."""
    others = {name: as_array(as_object(schema).get("enum")) for name, schema in field.siblings.items()}
    others.pop(field.name, None)
    return any(
        (found["condition"] and found["link"].strip()) or set(values) <= set(map(str, others[found["name"]]))
        for text in texts
        for found in _NAMED.finditer(text)
        if found["name"] in others and text.startswith(values[0], found.end())
    )
