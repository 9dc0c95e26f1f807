"""What a tool offers to change one by one: "Update a label's name, color or parent" needs none of the three."""

import re
from collections.abc import Collection, Mapping

from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# What changes a thing that exists, as a sentence begins. Matches "Update a", "Modifies an existing"; not "Create".
_CHANGES = LazyPattern(
    r"\A\W{0,3}(?:updates?|edits?|modif(?:y|ies)|chang(?:e|es)|patch(?:es)?|adjusts?|alters?|sets?)\b[^.;:()]{1,240}",
    re.IGNORECASE,
)
# Between two things that may be changed. Matches ", ", ", or ", " and/or "; not " and ".
_JOINT = LazyPattern(r",\s*(?:(?:and/)?or\s+|and\s+)?|\s(?:and/)?or\s+", re.IGNORECASE)
# The last joint of a choice. Matches " or the", ", and/or a"; not " and ".
_CHOICE = LazyPattern(r"\b(?:and/)?or\s", re.IGNORECASE)
# The end of what the first item is of. Matches "label's ", "users' ", "the "; not "label ".
_OWNER = LazyPattern(r"(?:'s?|s')\s+|\b(?:the|its|their|an?)\s+", re.IGNORECASE)
# Matches "name", "color"; not ",".
_WORD = LazyPattern(r"[A-Za-z]+")


def changed_one_by_one(sentence: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the fields that a sentence offers to change one by one, none where it does not list several with "or"."""
    found = _CHANGES.match(sentence)
    if found is None:
        return ()
    items = _JOINT.split(found[0])
    if len(items) < 2 or not _CHOICE.search(found[0], found[0].rindex(items[-2]) + len(items[-2])):
        return ()
    by_words = {tuple(words_of(name)): name for name in names}
    chosen = [_field_named(item, by_words, is_first=not index) for index, item in enumerate(items)]
    known = tuple(dict.fromkeys(name for name in chosen if name))
    return known if 2 * len(known) > len(items) and len(known) > 1 else ()


def _field_named(item: str, by_words: Mapping[tuple[str, ...], str], *, is_first: bool) -> str | None:
    """Return the field that an item names: with all its words, or, of the first one, with those at its end."""
    words = [word.lower() for word in _WORD.findall(_OWNER.split(item)[-1])]
    for begin in range(len(words)) if is_first else (0,):
        tail = tuple(words[begin:])
        name = by_words.get(tail) or by_words.get((*tail[:-1], singularize(tail[-1]))) if tail else None
        if name:
            return name
    return None
