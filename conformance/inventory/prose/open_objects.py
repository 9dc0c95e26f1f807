"""What a text says of fields that a schema does not describe: ``additional arguments are forwarded``."""

import re

from conformance.inventory.prose.reading import keep_answers, sentences_of
from conformance.lazy_patterns import LazyPattern

# What a text calls the fields of an object, with up to two words before it: "query parameters".
_FIELDS = (
    r"(?:\w+[- ]){0,2}(?:arg(?:ument)?s?|fields?|param(?:eter)?s?|propert(?:y|ies)|keys?|options?|members?|attributes?"
    r"|columns?|kwargs|filters?|settings?|headers?|pairs|entries|inputs?|names?)\b"
)
# Fields beyond those that are described. Matches "any additional arguments", "extra fields", "arbitrary keys", "other
# fields are passed on", "may contain more fields", "pass-through"; not "other fields", "any field", "passes through".
_UNDESCRIBED = LazyPattern(
    r"\b(?:additional|extra|arbitrary|unknown|undeclared|unrecogni[sz]ed|dynamic|any (?:other|further|custom)) "
    rf"{_FIELDS}"
    rf"|\b(?:other|further|more|custom|all|any|remaining) {_FIELDS}[^.;]{{0,40}}\b(?:forwarded|passed|sent|accepted"
    r"|allowed|supported|permitted|merged|stored|included|added|copied|mapped|ignored|valid|possible|given|used)\b"
    r"|\b(?:with|for|contain|have|include|hold|(?:accept|support|take|allow)s?) (?:also )?"
    rf"(?:other|further|more|custom|all|any|every) {_FIELDS}"
    r"|\bpass(?:ed[ -]|-)?through\b|(?<![\w*])\*\*\w*(?:args|params|options|fields)\b(?!\*)"
    r"|\bschema-?less\b|\bopen-ended\b",
    re.IGNORECASE,
)
# An object whose keys are data. Matches "map of names to values", "column names as keys", "free-form"; not "key".
_DICTIONARY = LazyPattern(
    r"\bas (?:an? |the )?keys?\b|\bmaps? (?:of|from) \w+ to\b|\bdictionar(?:y|ies)\b|\bextensible\b|\bany shape\b"
    r"|\bfree-?form\b",
    re.IGNORECASE,
)
# Matches "are not allowed", "are rejected"; not "are allowed".
_REFUSED = LazyPattern(
    r"\b(?:not?|never|reject\w*|refus\w*|errors?|invalid|unsupported|disallow\w*|forbid\w*)\b|n't\b", re.IGNORECASE
)


@keep_answers
def allows_undescribed(text: str) -> bool:
    """Say whether a text lets in fields that it does not describe, so that to close the object would refuse them."""
    return any(_UNDESCRIBED.search(one) and not _REFUSED.search(one) for one in sentences_of(text))


@keep_answers
def is_of_dictionary(text: str) -> bool:
    """Say whether the description of an object says that its keys are data."""
    return _DICTIONARY.search(text) is not None
