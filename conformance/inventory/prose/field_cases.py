"""The values of another field that a field is for, where its text marks them: ``(for update)``, ``For a: ...``.

A mark tells that the field belongs to some values, not to which: those are all that the text names anywhere, in any
words, since what it says of another value shows that the field is for that one too.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import excerpt
from conformance.documents.values import as_array, as_object, texts_in
from conformance.inventory.fields import Field
from conformance.inventory.prose.cases import NOUNS, SELECTING, Values
from conformance.inventory.prose.conditions import Conditional
from conformance.inventory.prose.lists import list_at
from conformance.inventory.prose.reading import examined_part
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# Before the values that a field is for. Matches "(for a", "For a", "Optional for a", ", used for a"; not "not for a",
# "tips for a".
_FOR = LazyPattern(
    r"(?:\A\W{0,3}|\(|[.;:] (?=[FOU(])|, (?=used\b))(?:(?:optional|needed|only) for|for|used? (?:for|with|by))\s+"
    r"(?:the |an? |only )?(?=[\w'\"`])",
    re.IGNORECASE,
)
# Before values that are no words, wherever it is. Matches "to log with a_b", "Honored by a_b", "when using the a_b";
# not "returned by a_b", "from a_b".
_AMONG = LazyPattern(
    r"\b(?:(?:used|needed|required|accepted|honou?red|supported|read|taken|expected|recogni[sz]ed) by"
    r"|for|with|in|using|via|during)\s+(?:the |an? |only )?(?=[\w'\"`])",
    re.IGNORECASE,
)
# The same before values in capitals, perhaps with a noun. Matches "for MX", "used with SRV", "para registros A"; not
# "in USD", "for all JSON".
_FOR_CAPITALS = LazyPattern(
    r"\b(?:[Ff]or|para|pour|für|для|[Uu]sed (?:with|by)|[Ss]pecific to|[Aa]ppl(?:y|ies|icable) to)\s+"
    r"(?:the |an? )?(?:(?!all\b|any\b|each\b|every\b)[a-z]{3,15} )?(?=[A-Z`'\"])"
)
# Behind the values that a mark names. Next is ")", ": ", ".", ", default"; not " example", ", b".
_ENDS = LazyPattern(r"\s*(?:only\s*)?(?:[:.;)\]]|\Z|, (?:e\.g|default|required|optional|ignored|read))", re.IGNORECASE)
# Where "a only" may be, at the begin of a text or in a bracket. Matches "(a", "; a", "(default: false, a"; not ", .".
_MARK = LazyPattern(r"(?:\A\W{0,3}|\((?:[^()]{0,40}[,;] )?|[.;] )(?=[\w'\"`])")
# Behind it. Next is " only)", " only:", " only."; not " only once".
_ONLY = LazyPattern(r" ?-?only(?=\s*(?:[:).;,]|\Z))", re.IGNORECASE)
# Where values alone may be a label of all that follows, or in brackets of all before. Is the begin of "create: ",
# "[create"; not of "It creates".
_LABEL = LazyPattern(r"\A\W{0,3}(?=[\w'\"`])|(?<=\w )[(\[](?=[\w'\"`])")
# Behind it. Next is ": ", "] ", ")."; not ", b", ") of".
_LABEL_ENDS = LazyPattern(r"[`'\"]?(?:\]\s?|: |\)\s*(?:[.;:,]|\Z|- |\u2014))")
# A word behind the values. Next is " operation", " forecasts"; not ", b".
_NOUN = LazyPattern(r" (?P<noun>[A-Za-z][\w-]*)")
# A label that may be a value. Matches "backup_set: ", "`update`: "; not "see a: ".
_VALUE_LABEL = LazyPattern(r"\W{0,3}(?P<value>[A-Za-z][\w-]{1,40})\W?: ")
# What says that it holds for the rest too. Matches "otherwise", "other modes"; not "another one".
_ELSEWHERE = LazyPattern(r"\b(?:otherwise|others?|else|all|any|every|except|both|always|not|never)\b", re.IGNORECASE)
# Values that stand for whichever of the others, so that what is for these is for them too.
_ANY = frozenset(("auto", "all", "any", "both", "default", "mixed", "combined", "full"))
# Values whose name means something else beside "only".
_PLAIN = frozenset(("read", "write", "view", "text", "name", "id", "all", "none", "full", "auto", "default"))


def stated_cases(text: str, field: str, values: Values) -> Iterator[Conditional]:
    """Yield the values that all sentences of one field are for, if a mark among them says that it is for some only."""
    # The kind of one thing may have the values of that of another: "Type (user, group)" beside `source_type`.
    own = words_of(field)[-1:]
    deciding = {name: _texts(known) for name, known in values.items() if name != field and words_of(name)[-1:] != own}
    lowered = text.lower()
    named = {name: found for name, known in deciding.items() if (found := _values_in(lowered, known))}
    if not named or _ELSEWHERE.search(text):
        return
    for name, found in named.items():
        rest = deciding[name].keys() - {value.lower() for value in found} - _ANY
        mark = next(_marks(text, name, deciding[name]), None) if rest else None
        if mark is not None:
            yield Conditional("only", field, tuple({name: value} for value in found), mark, is_likely=True)
            return


def _texts(known: Sequence[object]) -> dict[str, str]:
    """Return the values that are texts by how they are compared; none where two differ in their case alone."""
    texts = [value for value in known if isinstance(value, str) and value]
    by_lower = {value.lower(): value for value in texts}
    return by_lower if len(by_lower) == len(known) else {}


def _values_in(lowered: str, known: dict[str, str]) -> list[str]:
    """Return the values that a text names in any place."""
    return [
        value
        for lower, value in known.items()
        if lower in lowered and re.search(rf"(?<!\w){re.escape(lower)}(?!\w)", lowered)
    ]


def _marks(text: str, name: str, known: dict[str, str]) -> Iterator[str]:
    for found in _FOR.finditer(text):
        end = _end_of_values(text, found.end(), name, known, is_sure=False)
        if end is not None and _ENDS.match(text, end):
            yield excerpt(text, found.start(), end, 30)
    for pattern, is_telling in ((_AMONG, _is_no_word), (_FOR_CAPITALS, _is_in_capitals)):
        for found in pattern.finditer(text) if any(map(is_telling, known.values())) else ():
            listed = list_at(text, found.end(), quoted=False)
            items = listed.items if listed is not None else ()
            is_known = all(item in known.values() for item in items)
            if listed is not None and is_known and any(map(is_telling, items)) and text[listed.end :][:1] != "-":
                yield excerpt(text, found.start(), listed.end, 30)
    for found in _MARK.finditer(text):
        end = _end_of_values(text, found.end(), name, known, is_sure=True)
        if end is not None and _ONLY.match(text, end):
            yield excerpt(text, found.start(), end, 30)
    yield from _labels(text, name, known)


def _is_no_word(value: str) -> bool:
    """Say whether a value is written like no word of a sentence, but of two or more words of its own: "get_logs"."""
    return len(words_of(value)) > 1 and " " not in value and ("_" in value or value[1:] != value[1:].lower())


def _is_in_capitals(value: str) -> bool:
    return len(value) > 1 and value.isalnum() and value.isupper()


def _labels(text: str, name: str, known: dict[str, str]) -> Iterator[str]:
    """Yield the labels of values, in their own letters, of a field that selects what is done: "[create] The title"."""
    for found in _LABEL.finditer(text) if not SELECTING.isdisjoint(words_of(name)[-1:]) else ():
        listed = list_at(text, found.end(), quoted=False)
        if listed is not None and all(known.get(item.lower()) == item for item in listed.items):
            # "Kind of it (create, list)" lists values of its own.
            is_own = not NOUNS.isdisjoint(text[: found.start()].lower().split())
            if not is_own and _PLAIN.isdisjoint(listed.items) and _LABEL_ENDS.match(text, listed.end):
                yield excerpt(text, found.start(), listed.end, 30)


def _end_of_values(text: str, start: int, name: str, known: dict[str, str], *, is_sure: bool) -> int | None:
    """Return where a list of values ends, with the noun behind it, or ``None`` if a word may be no value."""
    listed = list_at(text, start, quoted=False)
    if listed is None or not all(item.lower() in known for item in listed.items):
        return None
    last = words_of(name)[-1:]
    noun = _NOUN.match(text, listed.end)
    word = singularize(noun["noun"].lower()) if noun else ""
    if noun is not None and (word in NOUNS or word in words_of(name)):
        return noun.end()
    if is_sure:
        if _PLAIN.intersection(item.lower() for item in listed.items):
            return None
        return noun.end() if noun is not None and word != "only" else listed.end
    is_selector = not SELECTING.isdisjoint(last) or listed.quoted or all("_" in item for item in listed.items)
    return listed.end if is_selector else None


def begins_with_value(text: str, field: Field) -> bool:
    """Say whether a text begins with a value of a sibling, whose case it is: "update: the new title."."""
    label = _VALUE_LABEL.match(text)
    return label is not None and any(
        label["value"] in texts_in(as_array(as_object(sibling).get("enum"))) for sibling in field.siblings.values()
    )


def is_only_of_value(field: Field) -> bool:
    """Say whether a tool names a field only in lines about one value of a sibling: "copy: Give `day` (required)"."""
    lines = [line for line in examined_part(field.tool.description or "").splitlines() if field.name in line]
    return bool(lines) and all(begins_with_value(line, field) for line in lines)
