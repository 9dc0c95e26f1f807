"""Quoted words that may be all values of a field, whatever introduces them: ``Theme: "dark", "light"``.

A list that holds the default, or behind which everything else is rejected, holds all values; another one only likely
does. Examples, and what a text contains, starts with or is joined by, do not count.
"""

import itertools
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.display import excerpt
from conformance.documents.values import JsonValue
from conformance.inventory.prose.choices import ACCEPTED, CHOICE_LABEL
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.lists import ItemList, list_at
from conformance.lazy_patterns import LazyPattern

# Where a quoted word begins. Next is "'a", "`b", "\"c"; not "'s ".
_QUOTE = LazyPattern(r"(?<![\w`'\"])[`'\"](?=\w)")
# What a value may look like. Is all of "upper right", "1D", "a/b"; not "WHERE a = 1", "user:ID".
_VALUE = LazyPattern(r"(?![^'\"]*[:/][A-Z_]{2})[\w.+:/-]{1,40}(?: [\w.+-]{1,20}){0,2}")
# Before a list that is not one of values: examples, parts of a text, or names of something else. Is the end of "e.g. ",
# "starts with ", "like ", "has access to: "; not "Theme: ", "has to be ".
_NO_VALUES = LazyPattern(
    r"(?:\b(?:e\.g|i\.e)\b\.?|\b(?:such|examples?|like|(?<!to )includ\w*|similar|typical\w*|common\w*|popular"
    r"|contain\w*|starts?|begins?|ends?"
    r"|prefix\w*|suffix\w*|match\w*|join\w*|separat\w*|replac\w*|instead|not|never|without|avoid|bad|good|wrong|right"
    r"|correct|rows?|columns?|keys?|fields?(?! to (?:sort|order) by)|files?|looks?|try|default\w*|returns?|see"
    r"|parameters|recommend\w*|(?:has|have|having)(?! to\b)|access to|in scope"
    r"|sample|wrap\w*|quot\w*|words?|phrases?|strings?|text|literals?|format (?:is|of)|named?|called|titled?|from|and)"
    r"\b)[^.;]{0,30}\Z",
    re.IGNORECASE,
)
# Before a list that may be one of values. Is the end of "Theme: ", "order (", "on the page - ", "use ", ""; not
# "the word ".
_INTRODUCED = LazyPattern(
    r"(?:\A\W{0,3}(?:[A-Za-z]\w* ){0,2}|: ?|[\w)] \(|\w? [\u2013\u2014-] |, |\b(?:use|uses|be|is|are|to|either|of|as"
    r"|between|supports|accepts|takes|choose|pick|select|pass|by|with) )\[?\Z",
    re.IGNORECASE,
)
# Behind a list that is complete. Next is ".", ")", " (default: a)", ", or empty", ". Default"; not " mode", ", etc".
_ENDS = LazyPattern(
    r"\]?\s*(?:[.;)\n]|\Z|[(,] ?(?:the )?default|,? or (?:empty|omit\w*|leave|null|none|blank)\b"
    r"|(?:for|to|if you|when) [^'\"`]{3,80}(?:[.)]|\Z))",
    re.IGNORECASE,
)
# Behind it, that an empty text is a value as well. Next is ", or empty for all"; not ", or a".
_OR_EMPTY = LazyPattern(r",? or (?:an )?(?:empty|blank)\b", re.IGNORECASE)
# What leaves no other value. Matches "Any other value is rejected", "no other values are allowed", "any value other
# than 'a' is treated as 'b'".
NOTHING_ELSE = LazyPattern(
    r"\b(?:any )?other (?:value|option|input)s?\b[^.;]{0,20}\b(?:rejected|refused|invalid|an error|raises?|fails?)\b"
    r"|\bno other (?:value|option)s?\b"
    r"|\b(?:any (?:value )?other than|anything but|any other value than) [`'\"][^`'\"\n]{1,40}[`'\"] "
    r"(?:is|are|will be) (?:treated|taken|read) as [`'\"][^`'\"\n]{1,40}[`'\"]",
    re.IGNORECASE,
)
# A value and what it stands for, behind a label: "Time range: h (hour), d (day), w (week)".
_PAIR = r"[\w.:+/-]{1,20} \([^()]{2,60}\)"
# Several of them. Is the beginning of "Time range: h (hour), d (day)"; not "Time: h (hour)".
_PAIRS = LazyPattern(
    rf"\A\W{{0,3}}[A-Z][\w ]{{2,40}}(?: to \w+)?(?:: | [\u2013\u2014-] )"
    rf"(?P<pairs>{_PAIR}(?:(?:,|;|,? or) {_PAIR}){{2,30}})(?=\s*(?:[.;]|\Z))"
)
# The value of such a pair. Matches "h (hour)"; not "(hour)".
_OF_PAIR = LazyPattern(r"(?P<item>[\w.:+/-]{1,20}) \([^()]{2,60}\)")
# A label of something of which there are a few kinds, where a list is introduced. Is the end of "Sort order: ".
_LABEL_ENDS = LazyPattern(rf"\b{CHOICE_LABEL}[^:(]{{0,20}}(?::| \(| [\u2013\u2014-]) ?\Z", re.IGNORECASE)
# Before values that the text calls accepted. Is the end of "Valid: ", "supported formats are "; not "Theme: ".
_ACCEPTED_BEFORE = LazyPattern(rf"\b(?:(?:{ACCEPTED})(?: \w+)?(?: are)?|supports|accepts):? ?\[?\Z", re.IGNORECASE)
# A quoted word in a sentence: the values of a list behind it are its own. Matches "is `object` which".
_QUOTED_BEFORE = LazyPattern(r"[`'\"]\w+[`'\"] ")
# The beginning of one of several cases. Is the beginning of "\u2022 bioRxiv: use", "- a: b"; not "a: b".
_ONE_CASE = LazyPattern(r"\W?[\u2022*-] ?\w[\w /&-]*:")
# A word that a list may be about. Matches "position"; not "(".
_HEAD = LazyPattern(r"[A-Za-z_]\w*")
# Three are a list; two may also be examples.
_FEW = 3
# A text with more quoted words is data, in which no list is one of values.
_MOST = 200
# More words before a list say nothing of it.
_NEAR = 60


class LikelyValues(Struct, frozen=True):
    """The values that a text seems to list as all, its words, the word before them, and whether there are no others."""

    values: tuple[str, ...]
    quote: str
    head: str
    is_sure: bool


def likely_values(passage: str, default: JsonValue, texts: Sequence[str], *, is_choice: bool) -> LikelyValues | None:
    """Return the values that one sentence of several seems to list as all, ``None`` without any.

    ``is_choice`` says that the name of the field is a word for something of which there are a few kinds.
    """
    pairs = _PAIRS.match(passage)
    if pairs is not None and not _NO_VALUES.search(passage[: pairs.start("pairs")]):
        items = tuple(each["item"] for each in _OF_PAIR.finditer(pairs["pairs"]))
        return LikelyValues(items, excerpt(passage, *pairs.span("pairs"), 10), "", len(set(items)) == len(items))
    for listed in _lists_in(passage):
        before = passage[max(listed.begin - _NEAR, 0) : listed.begin]
        values = tuple(dict.fromkeys(listed.items))
        holds_default = isinstance(default, str) and default in values
        if _OR_EMPTY.match(passage, listed.end):
            values, holds_default = (*values, ""), holds_default or default == ""
        labelled = _LABEL_ENDS.search(before) is not None
        is_sure = holds_default or any(map(NOTHING_ELSE.search, texts)) or _ACCEPTED_BEFORE.search(before) is not None
        is_sure = is_sure or (labelled and listed.is_choice and not default)
        # Words in brackets may be a few of many: "where it belongs ('work', 'home', 'garden')".
        is_long = len(listed.items) >= _FEW and not before.endswith("(")
        is_whole = listed.is_choice or is_long or labelled or is_choice
        if is_sure or (is_whole and not default and not _ONE_CASE.match(passage)):
            heads = _HEAD.findall(before)
            head = heads[-1] if heads else ""
            return LikelyValues(values, excerpt(passage, listed.begin, listed.end, 20), head, is_sure)
    return None


def _lists_in(passage: str) -> Iterator[ItemList]:
    """Yield the lists of quoted words that are introduced as values, and behind which nothing leaves them open."""
    end = 0
    for found in itertools.islice(_QUOTE.finditer(passage), _MOST):
        if found.start() < end:
            continue
        listed = list_at(passage, found.start())
        if listed is None:
            continue
        end = listed.end
        before = passage[max(found.start() - _NEAR, 0) : found.start()]
        is_list = len(set(listed.items)) > 1 and listed.joint != "and" and all(map(_VALUE.fullmatch, listed.items))
        # A name and a number are two ways to write one thing: "Sheet1" or "0".
        is_list = is_list and (len({item.isdigit() for item in listed.items}) == 1 or len(listed.items) >= _FEW)
        is_introduced = _INTRODUCED.search(before) and not _NO_VALUES.search(before)
        is_introduced = is_introduced and not _QUOTED_BEFORE.search(passage, 0, found.start())
        if is_list and is_introduced and _ENDS.match(passage, end) and not holds_sometimes(passage, found.start()):
            yield listed
