"""Values in the text about a field that are not all of its own.

Those in "Team, required if mode is 'a' or 'b'" are of another field, and those in "A user id, an address, 'me' or
'all'" are listed next to other forms, and those of "Filter by: kind, owner. Example: 'kind:a'" are parts of one.
"""

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


# What a field is needed for, up to the first case. Is the end of "Required for: ", "Only used with "; not "for ".
_NEEDED_FOR = LazyPattern(
    r"\b(?:required|needed|necessary|used|valid|applies|relevant|ignored)(?: only)? (?:for|with|in|to|by):?\s*[`'\"]?",
    re.IGNORECASE,
)
# A text that is shown as an example. Matches "Example: 'kind:a'", "e.g. `x=1`"; not "e.g. x".
_QUOTED_EXAMPLE = LazyPattern(
    r"\b(?:examples?|e\.g\.?|for instance|such as)[:,]?\s*[`'\"](?P<text>[^`'\"\n]{1,300})", re.IGNORECASE
)


def are_cases_or_keys(field: Field, values: Sequence[str], texts: Sequence[str]) -> bool:
    """Say whether values are cases that the field is needed for, or names of parts of which an example is composed."""
    if any(text.startswith(values[0], found.end()) for text in texts for found in _NEEDED_FOR.finditer(text)):
        return True
    shown = " ".join(found["text"] for found in _QUOTED_EXAMPLE.finditer(field.description))
    return any(re.search(rf"(?<![\w-]){re.escape(value)}[:=]\w", shown) for value in values if shown)


# What a sentence says up to a quoted value. Is "a user id, an address, '" of "Takes a user id, an address, 'me' or";
# not "Order: 'asc'".
_BEFORE_QUOTED = LazyPattern(
    r"(?:\A|[.;:] )\W{0,3}(?:(?:accepts|takes|use|pass|either|(?:can|may|must) be|give)\b:? )?"
    r"(?P<forms>[^.;:]{1,300}), ?[`'\"\u201c]\Z",
    re.IGNORECASE,
)
# What the field is, or when it counts, instead of a form. Matches "The order", "If set", "Filter by"; not "A name".
_NO_FORM = LazyPattern(r"(?:if|when|for|by|optional\w*|required|the|which|what|how|filter|sort)\b", re.IGNORECASE)
# The last of several parts of a sentence that is a remark. Is all of " as shown", " sorted"; not " an address".
_REMARK = LazyPattern(r"\s*(?:(?:as|in|by|of|with|for|this|that) [^,]*|\w+ed)", re.IGNORECASE)
# Before the last item of a list of three or more. Matches ", or "; not " or ".
_SERIAL_COMMA = LazyPattern(r",\s*(?:and|or)\s", re.IGNORECASE)


def are_beside_forms(values: Sequence[str], texts: Sequence[str]) -> bool:
    """Say whether quoted values go on with a list that begins with forms in words: "A number, 'auto', or 'none'".

    One part before them is what the field is, as in "Order, 'up' or 'down'", unless the comma before the last of two
    says that there are more.
    """
    quoted = tuple(f"{quote}{values[0]}" for quote in "`'\"\u201c")
    begins = ((text, at) for text in texts for each in quoted if (at := text.find(each)) > 0)
    for text, at in begins:
        found = _BEFORE_QUOTED.search(text, 0, at + 1)
        if found is None or _NO_FORM.match(found["forms"]):
            continue
        _, comma, last = found["forms"].rpartition(",")
        is_of_more = len(values) == 2 and _SERIAL_COMMA.search(text, at, max(text.find(values[1], at), at))
        if is_of_more or (comma and not _REMARK.fullmatch(last)):
            return True
    return False
