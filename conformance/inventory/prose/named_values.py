"""Values behind a label that calls them by the name of their field: ``Currency: cny or usd``, ``Sort key: a, b, c``.

Such a label may be followed by what the value is, "Location: city or airport", so that two words are values only where
they look like ones.
"""

import re

from msgspec import Struct

from conformance.inventory.prose.choices import are_of_one_case, ends_sentence, is_called_choice, names_kinds
from conformance.inventory.prose.lists import ItemList, list_at
from conformance.inventory.prose.values import OPEN_AFTER, OPEN_ITEMS
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# A label of up to four words. Matches "Currency: cny", "- sort_by: a", "Optional filter - 'a"; not "For example: a",
# "Default order: a", "Sort by: a" as in "Joined by: a".
_LABEL = LazyPattern(
    r"\A\W{0,3}(?![^:]{0,60}\b(?:examples?|notes?|tips?|hints?|warnings?|like|such|contain\w*|includ\w*|starts?|ends?|not"
    r"|never|if|when|default\w*|typical\w*|common\w*|usual\w*|join\w*|separat\w*|required|e\.g|i\.e)\b)"
    r"(?P<label>[A-Za-z][\w-]*(?: [\w-]+){0,3})`?(?::| [-\u2013\u2014])\s+(?=[\w`'\"])",
    re.IGNORECASE,
)
# A value that is no word of prose. Is all of "usd", "most_recent", "7d"; not "airport".
_CODE = LazyPattern(r"\w{1,4}|\w*[_\d-][\w-]*")
# Is all of "Buy", "MarketIfTouched"; not "buy".
_CAPITALIZED = LazyPattern(r"(?:[A-Z][a-z]+)+")
# Is all of "30"; not "1.5".
_NUMBER = LazyPattern(r"\d{1,6}")
# A list of two may be an example of each; of three without "or" it is one of many only where the text says so.
_FEW = 3


class NamedList(Struct, frozen=True):
    """The values behind a label, whether they are all of few, and whether one is to be chosen, in so many words."""

    listed: ItemList
    is_sure: bool
    is_choice: bool


def named_list(text: str, name: str) -> NamedList | None:
    """Return the values behind a label that shares a word with the name of the field, or that calls itself a filter."""
    label = _LABEL.match(text)
    if label is None or not _is_own(label["label"], name):
        return None
    listed = list_at(text, label.end(), quoted=False)
    if listed is None or not _is_whole(text, listed):
        return None
    is_choice = listed.is_choice or listed.joint == "/"
    is_sure = len(listed.items) >= _FEW or (is_choice and (is_called_choice(name) or _is_filter(label["label"])))
    if is_sure or (is_choice and (listed.quoted or all(map(_CODE.fullmatch, listed.items)))):
        return NamedList(listed, is_choice or not _NUMBER.fullmatch(listed.items[0]), is_choice)
    return None


def _is_whole(text: str, listed: ItemList) -> bool:
    """Say whether a list holds several values, and nothing behind it, or in it, leaves it open."""
    # "FACP/FADT, HPET" gives one thing two names.
    is_mixed = "/" in text[listed.begin : listed.end] and listed.joint != "/"
    is_open = listed.items[-1].lower() in OPEN_ITEMS or OPEN_AFTER.match(text, listed.end) is not None
    return (
        len(listed.items) > 1
        and ends_sentence(text, listed.end)
        and not (is_mixed or is_open)
        and _are_alike(listed)
        and not names_kinds(listed.items, is_announced=False)
    )


def _are_alike(listed: ItemList) -> bool:
    """Say whether the items are written alike; words that begin with a capital are values only in quotes."""
    case = _CAPITALIZED if listed.quoted else _NUMBER
    return are_of_one_case(listed.items) or all(map(case.fullmatch, listed.items))


def _is_own(label: str, name: str) -> bool:
    own = {singularize(word) for word in words_of(name)}
    return _is_filter(label) or any(singularize(word) in own for word in words_of(label.replace(" ", "_")))


def _is_filter(label: str) -> bool:
    return label.lower().endswith("filter")
