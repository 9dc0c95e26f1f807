"""Values of several words without quotes, as people read them on a screen: ``One of: In Progress, To Do, Done``.

Where a text announces them they are all values; behind a label of a choice, ``Task status: To Do, Done, On Hold``, they
likely are.
"""

import re

from conformance.display import excerpt
from conformance.inventory.prose.choices import ANNOUNCED, CHOICE_LABEL, is_called_choice, names_kinds
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.lists import ItemList
from conformance.inventory.prose.quoted_values import LikelyValues
from conformance.inventory.prose.values import OPEN_ITEMS, ClosedSet
from conformance.lazy_patterns import LazyPattern

# A name of up to four words, each with a capital or a digit. Is all of "In Progress", "To Do", "ISO-NE", "Out of
# Stock"; not "In progress", "Set it".
_TITLED = LazyPattern(r"[A-Z0-9][\w&+'/-]*(?: (?:[A-Z0-9&][\w&+'-]*|of|and|to|in|the|for)){0,3}")
# One or two words of prose. Is all of "no data", "warn"; not "a list", "any of them".
_PLAIN = LazyPattern(
    r"(?!(?:an?|the|any|your|its|this|or|and|not|as|by|in|of|to|for|with|use|leave|pass|set|when|if)\b)"
    r"[a-z][a-z0-9_-]*(?: [a-z][a-z0-9_-]*)?"
)
# The items up to the end of their sentence.
_ITEMS = LazyPattern(r"(?P<items>[^.;:()\[\]{}`'\"\n=<>|]{5,400}?)(?=\s*(?:\.(?:\s|\Z)|[;)\]}(]|\Z))")
# Between two of them.
_JOINT = LazyPattern(r",? or |, ?(?:and )?")
# A label of a choice, or nothing. Next is "Filter by status: To", "Task status (a", "Must be A", "To Do".
_LABEL = LazyPattern(
    rf"\W{{0,3}}(?:(?:(?:optional |(?:filter|group|sort)(?:ed|s)? by )?{CHOICE_LABEL}(?: filter)?"
    r"(?::| [-\u2013\u2014]| ?\()|(?:it |this |the value )?(?:must|can|may) be(?: either| one of)?\b)\s*)?(?=\w)",
    re.IGNORECASE,
)
# A label of only some of the values. Matches "Common sides: "; not "Status: ".
_SOME = LazyPattern(
    r"\b(?:common|typical|usual|popular|known|example|sample|default|some|other|initial|previous)\b", re.IGNORECASE
)
# Fewer may be parts of one name: "Position: Left, Top".
_FEW = 3
# Prose has no list of so many short items.
_SEVERAL = 4


def announced_phrases(passage: str) -> ClosedSet | None:
    """Return the values of which at least one has several words, all of a list that a sentence announces."""
    for found in ANNOUNCED.finditer(passage):
        listed = _list_at(passage, found.end()) if found[0].rstrip().endswith(":") else None
        is_long = listed is not None and any(" " in item for item in listed.items)
        if listed is not None and is_long and not holds_sometimes(passage, found.start()):
            return ClosedSet(listed.items, excerpt(passage, found.start(), listed.end, 10))
    return None


def labelled_phrases(text: str, name: str) -> LikelyValues | None:
    """Return the values that are all of a text about a field that is called a choice, but for a label of a choice."""
    label = _LABEL.match(text) if is_called_choice(name) else None
    listed = _list_at(text, label.end()) if label is not None else None
    if label is None or listed is None or _SOME.search(label[0]) or (not label[0] and not _are_titled(listed.items)):
        return None
    return LikelyValues(listed.items, excerpt(text, 0, listed.end, 0), name, is_sure=False)


def _list_at(text: str, start: int) -> ItemList | None:
    found = _ITEMS.match(text, start)
    if found is None:
        return None
    items = tuple(item.strip() for item in _JOINT.split(found["items"]))
    if len(set(items)) < max(len(items), _FEW) or items[-1].lower() in OPEN_ITEMS:
        return None
    few_are_long = _SEVERAL * sum(" " in item for item in items) <= len(items)
    are_plain = len(items) >= _SEVERAL and few_are_long and all(map(_PLAIN.fullmatch, items))
    if not (_are_titled(items) or are_plain) or names_kinds(items, is_announced=False):
        return None
    return ItemList(items, *found.span("items"), "or", quoted=False)


def _are_titled(items: tuple[str, ...]) -> bool:
    return all(map(_TITLED.fullmatch, items))
