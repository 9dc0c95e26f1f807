"""A few of the values of a choice, as examples: ``Status (e.g. passed, failed)``, ``(a, b, etc.)``."""

import re

from conformance.inventory.fields import Field
from conformance.inventory.prose.choices import is_called_choice
from conformance.inventory.prose.field_values import holds_open_text
from conformance.inventory.prose.lists import list_at
from conformance.inventory.prose.reading import passages
from conformance.inventory.prose.shown_examples import ShownExamples, examples_in
from conformance.inventory.prose.values import ClosedSet
from conformance.lazy_patterns import LazyPattern

# Where the values are found, or that any text is one. Matches "from `get_kinds`", "https://", "custom", "any text"; not
# "from".
_ELSEWHERE = LazyPattern(
    r"\b(?:custom|any|arbitrary|free|free-?form|user-defined|own|your|fuzzy|partial|wildcard|optional tag|label|tag|new"
    r"|documentation|docs|depend\w*|config\w*|discover\w*|valid for|catalog\w*|must match|exact(?:ly)?|substring)\b|://"
    r"|\b(?:see|use|using|call|via|from|by|in|of|run)\s+(?:the )?[`'\"]?(?-i:[a-z]+_[a-z_]+|[a-z]+[A-Z]\w+)\b"
    r"|\b(?:returned|listed|available|obtained|provided|given|supported) (?:by|in|from|via|at)\b"
    r"|\bsee\b|\blist(?:ing)?\b",
    re.IGNORECASE,
)
# One of the values. Is all of "passed", "In Progress", "AND"; not "1h", "a/b".
_VALUE = LazyPattern(r"[A-Za-z][A-Za-z_+-]{0,30}(?: [A-Za-z][A-Za-z_+-]{0,20}){0,2}")
# Names in brackets, of which there are more. Matches "(IA Executed, Facility Study, etc.)"; not "(a b, c.)".
_TITLES = LazyPattern(
    r"\((?P<items>[A-Z][\w+-]*(?: [A-Z][\w+-]*){0,3}(?:, [A-Z][\w+-]*(?: [A-Z][\w+-]*){0,3}){1,20}), etc\.?\)"
)
# What begins a list that stays open. Matches "(", ": "; next is "a, b, etc.".
_BEGINS = LazyPattern(r"\(|: ")


def shown_values_of(field: Field) -> ClosedSet | None:
    """Return the examples of the values of a field that is called a choice, if no text says where the others are."""
    if not is_called_choice(field.name) or not holds_open_text(field):
        return None
    texts = passages(field)
    shown = [(text, group) for text in texts for group in _groups(text)]
    if not shown or any(map(_ELSEWHERE.search, texts)):
        return None
    items = tuple(dict.fromkeys(item for _, group in shown for item in group.items))
    if len(items) < 2 or set(items) & set(field.siblings) or not all(map(_VALUE.fullmatch, items)):
        return None
    text, group = shown[0]
    return ClosedSet(items, text[group.begin : group.end][:80])


def cuts_off_values(field: Field) -> bool:
    """Say whether a text lists values of a field that is called a choice, and "etc." stands for the others."""
    texts = [text for text in passages(field) if "etc" in text]
    return bool(texts) and not any(map(examples_in, texts)) and field.once(shown_values_of) is not None


def _groups(text: str) -> list[ShownExamples]:
    """Return the examples that a text announces, and the lists that it leaves open with "etc."."""
    found = list(examples_in(text))
    if not found and "etc" in text:
        for begin in _BEGINS.finditer(text):
            listed = list_at(text, begin.end(), quoted=False)
            if listed is not None and listed.items[-1] == "etc" and len(listed.items) > 2:
                return [ShownExamples(listed.items[:-1], begin.end(), listed.end)]
        return [
            ShownExamples(tuple(one["items"].split(", ")), one.start(), one.end()) for one in _TITLES.finditer(text)
        ]
    return found
