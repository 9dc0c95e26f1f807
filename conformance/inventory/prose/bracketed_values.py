"""Values in brackets behind what their field is: ``Image format (png, jpeg)``, ``Name of the shelf (oak, pine)``.

Nothing announces such a list, so that it holds values only where the words before it are a name of the field or of a
choice, and where all of it is written like values. Two words may as well be what a value is, "(full, short)".
"""

import re

from conformance.documents.values import JsonValue
from conformance.inventory.prose.choices import CATCH_ALL, CHOICE_LABEL, is_called_choice, names_kinds
from conformance.inventory.prose.lists import ItemList
from conformance.inventory.prose.named_values import NO_VALUES
from conformance.inventory.prose.values import OPEN_ITEMS
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# The whole of a text up to what is in its first brackets, with a remark, an end or a purpose behind them. Matches "How
# severe it is (avoid, limit)", "Side (left, right) - optional", "Source (disk or web) to read"; not "(a, b) of it",
# "Formats such as (a, b)".
_BRACKETS = LazyPattern(
    r"\A\W{0,3}(?![^(\[{]{0,100}\b(?:e\.g|such|like|examples?|includ\w*|common\w*|typical\w*|known|popular|some|see|not"
    r"|if|(?:required|needed|used|only|valid|ignored|applies)\b[^(\[{]{0,60}\bwhen)\b)"
    r"(?P<label>[^()\[\]{}.;]{3,100}?) ?[(\[{](?P<items>[^()\[\]{}]{3,300})[)\]}]"
    r"(?=\s*(?:[.;]|\Z|[(\[,]? ?(?:default|optional|required)|[-\u2013\u2014] | to \w))",
    re.IGNORECASE,
)
# What brackets say behind the values. Is the end of "a, b; default a", "a, b, optional".
_REMARK = LazyPattern(r"[,;] ?(?:default|optional|required)\b.*\Z", re.IGNORECASE)
# Between two of them.
_JOINT = LazyPattern(r"\s*(?:,? or |,|\||/)\s*")
# How all of them are written. Is all of "lte+", "3-day", "startTime"; of "GET", "I"; of "'a b'"; not "bc1...",
# "lang:rust", "'0.1'".
_ALIKE = (
    LazyPattern(r"[a-z0-9][a-z0-9_.+-]*(?:[A-Z][a-z0-9]+)*(?<!\.)"),
    LazyPattern(r"[A-Z0-9][A-Z0-9_.+-]*(?<!\.)"),
    LazyPattern(r"[`'\"](?![\d.]+[`'\"])[\w.:+-]+(?: [\w.:+-]+){0,2}[`'\"]"),
)
# Words that begin with a capital are values only where one is to be chosen. Is all of "Male", "MarketIfTouched".
_CAPITALIZED = LazyPattern(r"(?:[A-Z][a-z]+)+")
# Names, as of groups and phases, are values where a few kinds are meant, or where at least four are listed. Is all of
# "Battery Storage", "ISO-NE", "GIA", "Active"; not "e.g. Active", "the Active".
_TITLED = LazyPattern(r"[A-Z][\w&+-]*(?: (?:[A-Z&][\w&+-]*|of|and)){0,3}")
# So many of them are more than a few names.
_MANY = 4
# What is before the noun of a label. Matches "Name of the oak", "Filter by oak"; not "Named oak".
_BEFORE_NOUN = LazyPattern(r"\A.{0,40}\b(?:(?:name|type|kind) of|by)(?: the)? (?=\w)", re.IGNORECASE)
# What is behind it. Matches " to use", " for data"; not " name".
_BEHIND_NOUN = LazyPattern(r" (?:to|for|of|that|which|when|in|from|with|on|used)\b.*", re.IGNORECASE)
# What a noun is a kind of, whatever it is. Is all of "type", "name".
_ANY_NOUN = frozenset(("type", "name", "value", "filter", "mode", "option", "setting", "level"))
# A label that ends in a word for something of which there are a few kinds.
_CHOICE = LazyPattern(rf"(?:.* )?{CHOICE_LABEL}", re.IGNORECASE)
# What is placed or measured by two parts, which brackets may name. Is all of "position".
_OF_PARTS = frozenset(("position", "resolution", "shape"))
# Letters of the short form of a noun, as in "arch" of "architecture".
_SHORT = 3
# Three are a list.
_FEW = 3


def bracketed_list(text: str, name: str, default: JsonValue) -> ItemList | None:
    """Return the values in brackets behind a label that names the field, or what may be chosen."""
    found = _BRACKETS.match(text)
    if found is None:
        return None
    inside = _REMARK.sub("", found["items"]).strip()
    written = _JOINT.split(inside)
    values = tuple(each.strip("`'\"") for each in written)
    is_choice = any(each.strip(" ,") for each in _JOINT.findall(inside))
    is_called = is_called_choice(name) or _CHOICE.fullmatch(found["label"]) is not None
    is_list = (
        is_choice or len(values) >= _FEW or default in values or (is_called and _OF_PARTS.isdisjoint(words_of(name)))
    )
    is_own = is_list and (is_called or _is_named(found["label"], name))
    are_titled = len(written) >= (_FEW if is_called_choice(name) else _MANY) and all(map(_TITLED.fullmatch, written))
    is_alike = are_titled or _are_written_alike(written, is_choice=is_choice)
    if not is_own or not is_alike or not _are_values(values, is_called=is_called):
        return None
    joint = "or" if is_choice else ","
    return ItemList(values, *found.span("items"), joint, quoted=values != tuple(written))


def _are_written_alike(words: list[str], *, is_choice: bool) -> bool:
    forms = (*_ALIKE, _CAPITALIZED) if is_choice else _ALIKE
    return any(all(map(form.fullmatch, words)) for form in forms)


def _are_values(values: tuple[str, ...], *, is_called: bool) -> bool:
    """Say whether at least two words are values: none says what a value is, and the last does not open their list."""
    lower = tuple(value.lower() for value in values)
    # A last one may stand for all of them, or for none; "any" may also be any other.
    named = lower[:-1] if len(lower) >= _FEW and lower[-1] in CATCH_ALL - {"any"} else lower
    return (
        len(set(lower)) == len(lower) > 1
        and NO_VALUES.isdisjoint(named)
        and named[-1] not in OPEN_ITEMS
        and not names_kinds(values[: len(named)], is_announced=is_called and len(named) >= _FEW)
    )


def _is_named(label: str, name: str) -> bool:
    """Say whether the noun of a label is a word of the field's name: "flag color" of ``flagColor``."""
    nouns = _BEHIND_NOUN.sub("", _BEFORE_NOUN.sub("", label)).lower().split()
    while len(nouns) > 1 and nouns[-1] in _ANY_NOUN:
        nouns.pop()
    own = [word for word in words_of(name) if len(word) >= _SHORT]
    # "Report an error (warning or blocking)" is about one of several.
    is_one = len(nouns) > 1 and nouns[-2] in ("a", "an")
    return nouns[-1:] != [] and not is_one and any(_is_noun(nouns[-1], word, own) for word in own)


def _is_noun(noun: str, word: str, own: list[str]) -> bool:
    return noun == word or (len(own) == 1 and noun.startswith(word))
