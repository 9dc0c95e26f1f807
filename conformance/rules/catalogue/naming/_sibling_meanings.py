"""Whether two fields of one name mean one thing, as far as their texts say so."""

import re
from collections.abc import Sequence

from conformance.inventory.siblings import InputField
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# A word that may say what a value is. Matches "wiki", "UTC"; not "of", "10".
_WORD = LazyPattern(r"[A-Za-z]{3,}")
# Words that say nothing of the thing.
_EMPTY = frozenset(
    (
        *("the", "this", "that", "with", "from", "for", "and", "you", "your", "its", "are", "will", "can", "may"),
        *("must", "should", "not", "all", "any", "each", "only", "which", "when", "where", "who", "what", "how", "has"),
        *("have", "string", "number", "integer", "value", "list", "array", "type", "parameter", "field", "argument"),
        *("optional", "required", "default", "defaults", "given", "use", "used", "using", "return", "returned", "get"),
        *("set", "new", "one", "such", "like", "example", "format", "into", "out", "per", "more", "other", "non"),
        *("many", "filter", "result"),
    )
)
# What a tool does with the value, which is no word for it. Matches "to close", "to comment on"; not "today".
_PURPOSE = LazyPattern(r"\bto [a-z]+\b", re.IGNORECASE)
# How a name ends that names one thing of a kind: `issue_number`, `user_id`.
_OF_ONE = (["id"], ["ids"], ["number"], ["uid"], ["uuid"], ["gid"], ["iid"], ["key"])
# A sample of a text other than a number. Matches "e.g. \"+02:00\"", "(e.g., 'abc')"; not "e.g. \"2015\"".
_NO_NUMBER = LazyPattern(r"\b(?:e\.g\.?|such as|for example|like)[,:]?\s*[`'\"](?!-?[\d.]+[`'\"])[^`'\"]{1,60}[`'\"]")


def are_apart(pair: Sequence[InputField]) -> bool:
    """Say whether two fields seem to be two things: their texts share no word but the name, or one shows another kind.

    A field without a text in Latin letters says nothing, and is taken for the same thing.
    """
    kinds = {one.types for one in pair}
    if any(is_key(one.name) for one in pair):
        return False
    if kinds & {("integer",), ("number",)} and any(
        one.types == ("string",) and _NO_NUMBER.search(one.description) for one in pair
    ):
        return True
    name = {singularize(word) for one in pair for word in words_of(one.name)}
    first, second = (telling_words(one.description) - name - _EMPTY for one in pair)
    return bool(first) and bool(second) and first.isdisjoint(second)


def is_key(name: str) -> bool:
    """Say whether a name is that of the key of one thing of a kind: ``user_id``, ``issueNumber``."""
    words = words_of(name)
    return len(words) > 1 and words[-1:] in _OF_ONE


def telling_words(text: str) -> set[str]:
    """Return the words of a text that say what it is about, in the singular; none of one in other letters."""
    is_latin = not any(char.isalpha() and char > "\u024f" for char in text)
    latin = _PURPOSE.sub(" ", text) if is_latin else ""
    return {singularize(found[0].lower()) for found in _WORD.finditer(latin)} - _EMPTY
