"""Values that a text lists with what their field is called: ``Currency: cny or usd``, ``the chain is a or b``.

Such a label may be followed by what the value is, "Location: city or airport", so that two words are values only where
they look like ones.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.inventory.prose.choices import (
    are_of_one_case,
    ends_sentence,
    is_called_choice,
    names_kinds,
    opposites_of,
)
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.lists import ItemList, list_at
from conformance.inventory.prose.values import OPEN_AFTER, OPEN_ITEMS
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# A label of up to eight words. Matches "Currency: cny", "- sort_by: a", "Optional filter - 'a"; not "For example: a",
# "Default order: a", "Sort by: a" as in "Joined by: a".
_LABEL = LazyPattern(
    r"\A\W{0,3}(?![^:]{0,60}\b(?:(?<!the )examples?|notes?|tips?|hints?|warnings?|like|such|contain\w*|includ\w*"
    r"|starts?|ends?|not"
    r"|never|if|when|default\w*|typical\w*|common\w*|usual\w*|join\w*|separat\w*|required|or|user-defined|custom|e\.g|i\.e)\b)"
    r"(?P<label>[A-Za-z][\w-]*(?: [\w-]+){0,7})`?(?::| [-\u2013\u2014])\s+(?=[\w`'\"])",
    re.IGNORECASE,
)
# A value that is no word of prose. Is all of "usd", "most_recent", "7d"; not "airport".
_CODE = LazyPattern(r"\w{1,4}|\w*[_\d-][\w-]*")
# Is all of "Buy", "MarketIfTouched"; not "buy".
_CAPITALIZED = LazyPattern(r"(?:[A-Z][a-z]+)+")
# Before what is only stated of something else, or denied. Matches "without ", "not the "; not "the ".
_HEDGED = LazyPattern(
    r"\b(?:not|never|without|except|fails?(?: if| when)?|any|other|of a|in this|whatever|which|whether)(?: \w+)?\s\Z",
    re.IGNORECASE,
)
_SHORT = 2
"""Letters of a noun that are too few to search for."""
# More than these behind a slash are a path.
_LONG = 9
# Is all of "C"; not "c".
_LETTER = LazyPattern(r"[A-Z]")
# Is all of "30"; not "1.5".
_NUMBER = LazyPattern(r"\d{1,6}")
# What a text states of a field before its values. Next is " is a", " must be either a", ": a", "s: a", " filter, a",
# " (a", " to a"; not ".a", "-a".
_LINKS = LazyPattern(
    r"(?P<plural>ies|e?s)?y?(?![a-z])[`'\"*]{0,3}(?: filters?| names?| types?| values?)?(?P<verb> (?:is|are"
    r"|can be|may be|must be|should be|has to be|needs to be"
    r"|filters (?:to|by)|selects|accepts|takes)(?: either| one of| set to| any of)?:?| to| either|,"
    r"| [-\u2013\u2014]| ?->| ?[:=]|)"
    r"(?P<open> ?[(\[{]| )(?=[\w`'\"])",
    re.IGNORECASE,
)
NO_VALUES = frozenset(
    (
        *("optional", "required", "unique", "empty", "null", "none", "omitted", "given", "set", "unset", "valid"),
        *(
            "invalid",
            "present",
            "absent",
            "missing",
            "unknown",
            "known",
            "used",
            "unused",
            "ignored",
            "shown",
            "hidden",
        ),
        *("default", "string", "number", "integer", "boolean", "array", "object", "text", "list", "deprecated"),
        *("case-insensitive", "read-only", "custom", "other", "others", "more", "any", "another", "own", "yes", "no"),
        *("true", "false", "higher", "lower", "better", "minutes", "hours", "degrees", "radians", "rows", "columns"),
        *("row", "column", "width", "height", "x", "y", "z", "numbers", "words", "both", "company", "person", "port"),
        *("host", "etc", "see", "not", "like", "take", "skip", "at", "least", "what", "whatever", "need"),
    )
)
"""Words that state something of a field and are none of its values: "the mode is optional or required"."""

# Each of them quoted and explained. Matches "(\"0\" - usual, \"1\" - urgent)"; not "(\"a\" - first part)".
_EXPLAINED_IN_BRACKETS = LazyPattern(
    r"\((?P<items>[`'\"][\w.-]{1,20}[`'\"] ?(?:[-\u2013\u2014]|=|:) ?[^,;()\"]{2,40}"
    r"(?:[,;] ?[`'\"][\w.-]{1,20}[`'\"] ?(?:[-\u2013\u2014]|=|:) ?[^,;()\"]{2,40}){1,20})\)"
)
# One of them.
_QUOTED_VALUE = LazyPattern(r"[`'\"](?P<item>[\w.-]{1,20})[`'\"] ?(?:[-\u2013\u2014]|=|:)")
# The same in Chinese, behind what announces values.
_CHINESE = LazyPattern(
    r"(?:\u53ef\u9009\u503c?|\u53d6\u503c|\u652f\u6301|\u53ef\u4ee5\u662f|\u5141\u8bb8\u503c)"
    r"(?:\u4e3a|\u662f|\u6709"
    r"|\u5305\u62ec)?[:\uff1a]? ?(?P<items>[a-z][\w-]{0,30}(?:[\u3001,/|\uff0c] ?[a-z][\w-]{0,30}){1,20})"
    r"(?=\s*(?:[.;)\uff0c\u3002\uff1b\uff09]|, ?\u9ed8\u8ba4|\Z))"
)
# A list of two may be an example of each; of three without "or" it is one of many only where the text link so.
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
        and _are_alike(text[listed.begin : listed.end], listed)
        and not names_kinds(listed.items, is_announced=False)
    )


def _are_alike(text: str, listed: ItemList) -> bool:
    """Say whether the items are written alike; words that begin with a capital are values only in quotes."""
    case = _CAPITALIZED if listed.quoted else _NUMBER
    # "C (call) or P (put)" says what each letter stands for
    are_letters = all(map(_LETTER.fullmatch, listed.items)) and text.count(" (") >= len(listed.items)
    return are_letters or are_of_one_case(listed.items) or all(map(case.fullmatch, listed.items))


def _is_own(label: str, name: str) -> bool:
    own = {singularize(word) for word in words_of(name)}
    return _is_filter(label) or any(singularize(word) in own for word in words_of(label.replace(" ", "_")))


def _is_filter(label: str) -> bool:
    return label.lower().endswith("filter")


def spoken_list(text: str, nouns: Sequence[str]) -> ItemList | None:
    """Return the values that a sentence gives what a noun names: ``the chain is a or b``, ``set mode to a or b``."""
    lower = text.lower()
    for noun in nouns:
        # a letter or two are a part of many words
        begin = lower.find(noun) if len(noun) > _SHORT else -1
        while begin >= 0:
            end = begin + len(noun)
            is_word = not lower[begin - 1 : begin].isalnum() and lower[begin - 1 : begin] not in ("_", "-", "'")
            listed = _list_behind(text, end) if is_word or begin == 0 else None
            if listed is not None and not holds_sometimes(text, begin) and not _HEDGED.search(text, 0, begin):
                return listed
            begin = lower.find(noun, end)
    return None


def _list_behind(text: str, position: int) -> ItemList | None:
    """Return the list behind a noun and what is stated of it, if one of its items is to be chosen."""
    link = _LINKS.match(text, position)
    listed = list_at(text, link.end(), quoted=False) if link is not None else None
    if link is None or listed is None or len(listed.items) < 2:
        return None
    is_closed = link["open"].strip() == "" or text[listed.end : listed.end + 1] in (")", "]", "}")
    is_choice = listed.is_choice or (listed.joint == "/" and len(listed.items) < _LONG)
    # "Statuses: open, paid, shipped"
    is_choice = is_choice or link["verb"].endswith("one of")
    is_choice = is_choice or (link["plural"] is not None and ":" in link["verb"] and len(listed.items) >= _FEW)
    return listed if is_choice and is_closed and _are_values(text, listed) else None


def is_code(item: str) -> bool:
    """Say whether a word is written like a value, and like none of prose: "usd", "most_recent", "7d"."""
    return _CODE.fullmatch(item) is not None or item.isupper()


def explained_list(text: str) -> tuple[str, ...]:
    """Return the values that brackets explain, ``("0" - usual, "1" - urgent)``, or that Chinese announces."""
    found = _EXPLAINED_IN_BRACKETS.search(text)
    if found is not None:
        return tuple(dict.fromkeys(each["item"] for each in _QUOTED_VALUE.finditer(found["items"])))
    chinese = _CHINESE.search(text)
    return tuple(re.split(r"[\u3001,/|\uff0c] ?", chinese["items"])) if chinese is not None else ()


def nouns_of(name: str, *, is_last_shared: bool) -> Iterator[str]:
    """Yield how a text may mention a field, without an ending: ``time_scale`` is a "time scale" and a "scale".

    A last word that other fields share names none of them.
    """
    words = [word.removesuffix("y") for word in words_of(name)]
    own = words[:-1] if len(words) > 1 and words[-1] in ("name", "id", "type", "filter", "value") else words
    yield " ".join(words)
    if own != words:
        yield " ".join(own)
    if len(words) > 1 and not is_last_shared:
        yield words[-1]


def _are_values(text: str, listed: ItemList) -> bool:
    """Say whether words are values, and not what is stated of a field, and nothing opens their list."""
    lower = {item.lower() for item in listed.items}
    is_open = listed.items[-1].lower() in OPEN_ITEMS or OPEN_AFTER.match(text, listed.end) is not None
    are_alike = listed.quoted or are_of_one_case(listed.items) or all(map(_CAPITALIZED.fullmatch, listed.items))
    return (
        are_alike
        and not is_open
        and NO_VALUES.isdisjoint(lower - opposites_of(lower))
        and not names_kinds(listed.items, is_announced=False)
        and ends_sentence(text, listed.end)
    )
