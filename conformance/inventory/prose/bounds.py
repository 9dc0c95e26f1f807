"""Bounds that a text states: ``at most 100``, ``between 1 and 20``, ``(max 50)``, ``must be greater than 0``.

Only statements about the value itself count: a number directly after the words, and not a recommendation.
"""

import re
from collections.abc import Collection, Iterator
from typing import Literal

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes, is_about_other, is_advice_elsewhere, is_of_some
from conformance.inventory.prose.quantities import (
    NO_UNIT,
    NUMBER,
    NUMBER_WORDS,
    RANGE,
    RANGE_ELSEWHERE,
    UNIT,
    Amount,
    StatedRange,
    amount,
    is_of_period,
    read_range,
)
from conformance.lazy_patterns import LazyPattern

Side = Literal["lower", "upper"]

# A number in digits or, up to ten, in letters.
_N = rf"(?:{NUMBER}|(?:{'|'.join(NUMBER_WORDS)})\b)"
# What may be between "max" and its number: " is ", ": ", " value of ", "=", " page size is ".
_IS = (
    r"(?: (?:value|number|count|size|length|allowed|limit)(?: of (?!the\b)[a-z]{2,14})?)?"
    r"(?:(?:\s+(?:is|of)|\s*[:=])?\s+|\s*[:=]\s*)`?"
    r"|(?: [a-z]{2,14}){1,4} (?:is|are) `?|(?: [a-z]{2,14}){1,3} per [a-z]{2,14}: `?"
)
# The sign of what an amount of money is in.
_CURRENCY = r"[$\u20ac\u00a3]?"
# Matches "at most 20", "max: 50", "cannot exceed 1,000", "less than 5", "max $50", "hard cap 9"; not "maximum depth",
# "no less than 5", "5=max 6".
_UPPER = LazyPattern(
    rf"(?:(?<!=)\bmax(?:imum)?\b\.?(?:{_IS})|\bat most\s+|\bup to(?: a maximum of)?\s+"
    r"|\b(?:no|not|never|cannot|can't)(?: be)? (?:more|greater|larger|higher|longer|bigger) than\s+"
    r"|\b(?:not|cannot|can't|never) exceed\s+|\b(?:not|cannot|can't|never) (?:contain|have|include|hold) more than\s+"
    r"|(?:\A|: |\bof )one(?: to |-)"
    r"|(?<!not )(?<!not be )(?<!n't be )(?<!never be )\bless than or equal to\s+"
    # What is "capped at" a number may be lowered to it, so that a larger one is accepted.
    r"|<=\s?|\u2264\s?|\b(?:limited|restricted) (?:at|to)\s+|\blimit(?: is|:| of)\s+|\(limit\s+"
    r"|\b(?:hard|upper|absolute) (?:limit|cap)(?: is| of|:|)\s+|[(,;] ?cap(?: of|:|)\s+"
    r"|(?P<exclusive>(?:(?<!no )(?<!not )(?<!not be )(?<!n't be )(?<!never be )"
    r"\b(?:(?:less|lower|smaller|fewer) than|below|be under)|\bbe <|\(<(?=\s?[\d.]+\)\s*(?:[.,;]|\Z)))\s*)"
    # "maximum" in Russian, Spanish, Chinese; "at most" in German, French, Portuguese
    r"|\b(?:h\u00f6chstens|maximal|massimo|au (?:plus|maximum)|como m\u00e1ximo|no m\u00e1ximo"
    r"|\u043d\u0435 (?:\u0431\u043e\u043b\u0435\u0435|\u0431\u043e\u043b\u044c\u0448\u0435)) "
    r"|(?:\ucd5c\ub300|\u4e0d(?:\u80fd)?\u8d85\u8fc7|\u4e0a\u9650(?:\u306f|\u4e3a)?[:\uff1a]?) ?"
    r"|(?:\u043c\u0430\u043a\u0441(?:\.|\u0438\u043c\u0443\u043c)|\bm\u00e1x(?:\.|imo)?)(?: |: ?)"
    r"|最(?:大|多|长)(?:值|长度)?为?[:：]? ?|(?:至多|长度上限|小于等于)(?:为|是)?[:：]? ?)"
    rf"{_CURRENCY}(?P<number>{_N})`?{UNIT.format('unit')}",
    re.IGNORECASE,
)
# Matches "20 or fewer", "20 items max"; not "20 or more", "v1.20 or less".
_UPPER_BEHIND = LazyPattern(
    rf"(?<![\w.-])(?<!\d,)(?P<number>{NUMBER}){UNIT.format('unit')}(?: or (?:fewer|less)\b"
    r"| (?:max(?:imum)?|at most|limit)(?=\s*(?:[.,;)]|\Z))|(?:以内|以下|之内|이내|이하))",
    re.IGNORECASE,
)
# Matches "at least 1", "min 5", "min $5", ">= 0", "greater than 0", "1 <= n"; not "no more than 5", "minutes 5", "1=min
# 2".
_LOWER = LazyPattern(
    rf"(?:(?<!=)\bmin(?:imum)?\b\.?(?:{_IS})|\bat least\s+"
    # "at least" in Chinese, German, French, Spanish, Portuguese
    r"|(?:至少|大于等于|最(?:少|小|短)(?:值|长度)?为?)[:：]? ?"
    r"|(?:\ucd5c\uc18c|\u4e0d(?:\u5c11|\u5c0f)\u4e8e) ?|\b(?:m\u00edn(?:\.|imo)|\u043c\u0438\u043d(?:\."
    r"|\u0438\u043c\u0443\u043c))(?: |: ?)|\b\u043d\u0435 \u043c\u0435\u043d\u0435\u0435 "
    r"|\b(?:mindestens|minimal|au moins|(?:al|pelo) menos|(?:como|no) m\u00ednimo) "
    r"|\b(?:no|not|never|cannot|can't)(?: be)? (?:less|fewer|lower|smaller|shorter) than\s+"
    r"|(?<!not )(?<!not be )(?<!n't be )(?<!never be )\bgreater than or equal to\s+|>=\s?|\u2265\s?"
    r"|(?P<exclusive>(?:(?<!no )(?<!not )(?<!not be )(?<!n't be )(?<!never be )\b(?:greater than|more than|above)"
    r"|\bbe >|\(>)\s+))"
    rf"{_CURRENCY}(?P<number>{_N}(?! of\b))`?{UNIT.format('unit')}"
    # not ">=1 negative and >=1 positive", which are parts of the whole, nor "at least one must match"
    r"(?! (?:must )?match\b| ?(?:[a-z]+ )?and (?:at least|>=) ?\d*\S* ?[a-z]+\b)(?<!match at least one)"
    rf"|(?<![\w.])(?P<before>{NUMBER})\s?(?:<=|\u2264)\s?[a-z]",
    re.IGNORECASE,
)
# Matches "exactly 6 characters", "Must contain exactly 2 points", "64-character ID"; not "exactly 1 of them", "exactly
# one", "exactly 5", "up to 64-character", "64-character ID or a name".
_EXACTLY = LazyPattern(
    rf"\bexactly (?P<number>\d{{1,6}})[ -](?P<unit>{NO_UNIT}(?!other|different)[A-Za-z]{{1,14}})\b"
    r"|(?:\A\W{0,3}|\A(?:the|an?) |\b(?:is|be) an? )(?P<number2>[1-9]\d{0,3})-(?P<unit2>character|char|letter) "
    r"(?:(?:string|hex|hexadecimal|alphanumeric|unique|random) ){0,2}"
    r"(?:id|identifier|string|hash|key|token|code|sha|digest|uuid|serial)\b(?!,? or )",
    re.IGNORECASE,
)
# Matches "1-based", "zero-indexed", "starting at 1.", and that in Chinese, "\u4ece1\u5f00\u59cb"; not "file-based",
# "starting at 1 second".
_BASE = LazyPattern(
    r"\b(?P<base>0|1|zero|one)[- ](?:based|indexed)\b"
    r"|\b(?:starts?|starting|begins|beginning|counting|numbered|counted) (?:at|from|with) (?P<start>0|1)"
    r"(?=\s*(?:[.,;)]|\Z))|\b(?:the )?first (?:page|row|line|column|item|index) (?:is|has index) (?P<first>[01])"
    r"(?=\s*(?:[.,;)]|\Z))|\u4ece\s?(?P<chinese>[01])\s?(?:\u5f00\u59cb|\u8d77)",
    re.IGNORECASE,
)
# What counts from the other end is below its base. Matches "negative indices", "-1 for the last"; not "the base".
_FROM_END = LazyPattern(
    r"(?<!non-)(?<!non)(?<!not be )\bnegative (?:one|number|value|ind|offset)(?!s? (?:is|are) (?:not|in))"
    r"|(?<![\w.)\]])-\d|\bfrom the end\b"
    r"|\bnegative\b[^.;]{0,20}\b(?:count|mean|refer|start)",
    re.IGNORECASE,
)
# Matches "Must not be empty", "a non-empty list", "the list cannot be empty"; not "may be empty", "each name must be
# non-empty".
_NEVER_EMPTY = LazyPattern(
    r"(?:\A\W{0,3}|\b(?:it|this|and|list|array|value|string|text) |[,;:(] )"
    r"(?:(?:must|can|should|may) ?not be (?:empty|blank)\b|can't be (?:empty|blank)\b|must be (?:a )?non-?empty\b)"
    r"|\A\W{0,3}(?:an? |the )?non-?empty (?:list|array|string|text|\w+(?<!s))\b(?! \w+s\b)",
    re.IGNORECASE,
)
# What "maximum" may be of, so that a number of items is meant: "maximum number of items: 5", but not "maximum depth".
_OF_ITEMS = LazyPattern(
    r"(?:\W|(?:number|count|amount) of \w+"
    r"|(?:max|maximum|min|minimum|least|number|count|size|length|limit|allowed|value|of|items|entries|is|are|up|to|at|most|a|no|not|more"
    r"|than|exceed|cannot|limited|capped|one)\b|\d)*",
    re.IGNORECASE,
)
# One or two words before a sign that compares. Is the end of "(bucket count ", "a score "; not "3 ".
_COMPARED = LazyPattern(r"(?<![\w.-])(?P<subject>(?:[A-Za-z_]\w* )?[A-Za-z_]\w*) ?\Z")
# Behind a number of parts of the value, which does not bound it. Next is " decimal places", " digits"; not " items".
_PARTS = LazyPattern(r"\s?(?:decimals?|digits?|significant|fractional)\b", re.IGNORECASE)
# Behind a number that is a rate, and so does not bound the value. Next is " requests per minute", "/s"; not "
# seconds".
_RATE = LazyPattern(
    r"(?: \w{1,20})?(?: per |\s?/\s?| an? )(?:s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|months?)\b",
    re.IGNORECASE,
)
_WHAT_HAPPENS = LazyPattern(
    r"[^.;,]{0,30}\b(?:are|is|will be|gets?) (?:rejected|refused|ignored|clamped|capped|truncated|cut"
    r"|not allowed|an error|invalid|reduced|raised|rounded)\b"
    r"|[^.;,]{0,30}\b(?:returns?|raises?|throws?|causes?|produces?|gives?) (?:an? )?(?:\w+ )?errors?\b"
    r"|[^.;,]{0,30}\bfails?\b",
    re.IGNORECASE,
)
"""Behind "values above 20": it is the other side that is bounded, and what the runtime does about it."""
# A word between a number and what it is compared with; a conjunction begins another statement.
_WORD = r"(?!(?:and|or|but|no|not|if|is|are|with|when|as|than)\b)[A-Za-z][\w-]{0,20}"
# What a multiple or a share is taken of: "the", "this", a quoted name, or a name with an underscore.
_THING = r"(?:the|its|that|this|those)\b|[`'\"]\w|\w+_\w"
_RELATIVE = LazyPattern(
    rf"[`\]]?(?:(?:\s?{_WORD})?(?: {_WORD})?(?:"
    r" (?:after|before(?! \w+ing\b)|above|below|beyond|behind|ahead of|away from|prior to) [`'\"]?\w"
    r"| (?:more|less|fewer)(?: \w{1,20})? than\b| (?!other|rather)\w{2,12}er than\b"
    r"| (?:later|earlier|sooner|longer|shorter|wider|narrower|taller|deeper|higher|lower|larger|smaller|apart)"
    r"(?=\s*(?:[.,;:)]|\Z)))"
    rf"|\s?(?:times|x|\u00d7) (?:{_THING}|\w+er\b)|(?:\s?%| percent) of (?:{_THING}))",
    re.IGNORECASE,
)
"""Behind "10 minutes", as in "after `start_ms`": the distance to something else is bounded, and no value."""
# Before a number that is a difference. Matches "grow by ", "differ "; not "bytes ".
_BY = LazyPattern(r"\b(?:by|differ\w*)\s*\Z", re.IGNORECASE)
# Behind a range of years that bounds a value. Next is " inclusive", ")", "."; not " it was otherwise".
_ENDS = LazyPattern(r"\s*(?:\(?inclusive\b|[.,;:)]|\Z)", re.IGNORECASE)
# Matches "when it is set", "if"; not "a list of".
_CONDITION = LazyPattern(r"\b(?:if|when|unless|for)\b", re.IGNORECASE)
# Matches "must be positive", "a positive integer", "正整数", "大于 0"; not "positive effect", "大于0时".
_POSITIVE = LazyPattern(
    r"正整数|正の整数|大于 ?0(?![\d.时则才])|\b(?:entero|inteiro|intero) positivo\b"
    r"|\bmust be (?:a )?positive\b(?! (?:if|when|unless|for)\b)|(?<!non-)\bpositive (?:integer|number|int)\b",
    re.IGNORECASE,
)
# Matches "non-negative", "must not be negative", "非负整数"; not "negative".
_NOT_NEGATIVE = LazyPattern(
    r"非负(?:整?数)|不能为负"
    r"|\bnon-?negative\b(?! (?:if|when|unless)\b)|\b(?:must not|cannot|can't|may not) be negative\b"
    r"|\bnegative (?:values?|numbers?) (?:is|are) (?:not|in)[ -]?(?:allowed|permitted|accepted|supported|valid)\b"
    r"(?! (?:if|when|unless|for)\b)",
    re.IGNORECASE,
)
# A default or an empty condition before a bound, which does not weaken it: "default 10, ", "default 9 and ", "if set,
# ".
_UNRELATED = LazyPattern(
    r"\b(?:defaults?(?: value)?(?:\s+(?:is|to)|\s*[:=])?\s*[`'\"]?[-\w.]+[`'\"]?\s*(?:[,;)]|and\b)|\d+ by default[,;)]"
    r"|(?:if|when) (?:it is )?(?:set|provided|given|specified|present|used|enabled),)",
    re.IGNORECASE,
)
# Before a number of what is waited for. Matches "wait for ", "until there are ", ">=1 negative and "; not "for each, ".
_AWAITED = LazyPattern(r"(?:\b(?:for|until)(?: (?:it|there) (?:is|are|has))?|>= ?\d+ [a-z]+ and)\s*\Z", re.IGNORECASE)
# Behind a number that is a default or advice, or that holds in one case only. Next is " by default", " in free plans",
# " words recommended", ", or 50 with it"; not " for each", " items".
_NO_BOUND = LazyPattern(
    r"\s?(?:by default|\(default\)|(?:[a-z]+ )?(?:is |are )?"
    r"(?:recommended|suggested|preferred|advised|tested|ideal(?:ly)?)\b"
    r"|(?:(?: ?\w+)?,? (?:or|and|but) (?:up to )?|\((?:or )?)\d[\d,]*(?: \w+)? (?:with|for|if|when|on|in)\b"
    r"|(?:\w+ )?or (?:any|other)\b"
    r"|(?:\w+ )?(?:in|with|on) (?:\w+ ){0,2}?(?:mode|users?|plans?|accounts?|tiers?)\b"
    r"|(?:\w+ )?(?:if|when|unless) (?!not\b|omitted|unset|set\b)|, unless (?:overridden|configured|changed|raised)\b"
    # a part of a number in words
    r"|(?:hundred|thousand|million|billion|trillion|quadrillion|lakh|crore)s?\b"
    # the length of a range, of which the value is one end
    r"|-[a-z]+ (?:span|window|range|interval|gap)\b"
    r"|`?(?: [\w-]+)? of (?:each|every|any one)\b|(?: [\w-]+)? or [\w-]+ (?:is|are|must|has to)\b)",
    re.IGNORECASE,
)
# Behind a number that holds for some things only. Next is " characters for `a`", " for images"; not " for each".
_FOR_SOME = LazyPattern(r"`?(?: [\w-]+){0,3}? for (?!this\b|it\b|each\b|every\b)", re.IGNORECASE)
# Before a number that selects things by one of their properties, or that each of them has. Matches "items with ",
# "returns tasks having ", "each with odds "; not "a list of ".
_SELECTING = LazyPattern(
    r"\b(?:returns?|shows?|lists?|finds?|filters?|includes?|only|items|results|entries)\b[^.;(]{0,40}"
    r"\b(?:with|having|whose|older|newer|younger|cheaper)\b[^.;(]{0,20}\Z"
    r"|\beach (?:with|having)\b[^.;()]{0,40}\Z",
    re.IGNORECASE,
)
# Before a number that is advice, an example or one case. Matches "typically ", "e.g. ", "if it is "; not "must be ".
_NO_RULE = LazyPattern(
    r"(?:\be\.g\.?|\b(?:recommend\w*|typical\w*|usual\w*|generally|ideally|prefer\w*|suggest\w*|examples?|such as"
    r"|keep|default\w*|conditions?|whose|trigger\w*"
    r"|approx\w*|roughly|if|when|unless|for \w+ (?:files|lists|queries))\b)[^.;]{0,40}\Z"
    # "use 'n=3' for up to 5" says what a value gives.
    r"|\b(?:use|set|pass|choose|try|pick) [`'\"]?\w+(?:\s?=\s?\w+)?[`'\"]? (?:for|to (?:get|see|have))\s*\Z"
    r"|\binitial(?:ly)?(?: \w+)?\s*\Z|\b(?:not only|soft|in (?:batches|chunks|groups|parallel)(?: of)?)\s*\Z"
    # "about 10", "around max 10"; "characters around each match (max 10)" is a rule
    r"|\b(?:about|around)(?: \w+)?\s*\Z"
    # "Lower values (10-50) are faster" says which value suits what; further away it may be a bound.
    r"|\b(?:higher|lower|larger|smaller|longer|shorter|bigger) [a-z]{3,12}\s*\Z",
    re.IGNORECASE,
)

# Before a number above which something else is to be done first. Is the end of "Always confirm before setting ", "warn
# the user for "; not "must be ".
_ASKED_FIRST = LazyPattern(r"\b(?:confirm|ask|warn|check with|get approval)\b[^.;]{0,40}\Z", re.IGNORECASE)

# Advice between the words of a bound. Matches "Maximum recommended is 10"; not "max recommendations: 10".
_ADVISED = LazyPattern(r"\b(?:recommended|suggested|advised|preferred|typical|usual)\b", re.IGNORECASE)

# Which side each pattern bounds.
_SIDES: tuple[tuple[Side, LazyPattern], ...] = (("lower", _LOWER), ("upper", _UPPER), ("upper", _UPPER_BEHIND))


class StatedBound(Struct, frozen=True):
    """One bound: its side, the amount, whether the amount itself is excluded, and the words that say so.

    ``counts`` says that it may be a number of items without naming them: "(max 10)", but not "1-100". ``subject``
    are the words before a sign that compares: "bucket count" of "bucket count <= 9". ``is_soft`` says that a number
    beyond it is changed to it, and not refused.
    """

    side: Side
    amount: Amount
    exclusive: bool
    quote: str
    counts: bool = False
    subject: str = ""
    is_soft: bool = False

    @property
    def is_base(self) -> bool:
        """Say whether it is the first of some numbers: "1-based"."""
        return self.side == "lower" and _BASE.search(self.quote) is not None


def stated_bounds(passage: str, about: Collection[str] = ()) -> Iterator[StatedBound]:
    """Yield the bounds that one sentence states; ``about`` are the words that the value is called by."""
    ranges = [(found, read_range(passage, found)) for found in RANGE.finditer(passage)]
    # Beside "0 to 22 for Europe" another range is that of the rest.
    is_of_cases = len(ranges) > 1 and any(_FOR_SOME.match(passage, stated.behind) for _, stated in ranges)
    for found, stated in ranges if not is_of_cases else ():
        if not is_recommendation(passage, found, about) and not _is_of_other(passage, found.start(), stated.behind):
            yield from _range_bounds(passage, found, stated)
    for side, pattern in _SIDES:
        for found in pattern.finditer(passage):
            if not is_recommendation(passage, found, about) and not _is_unmeant(passage, found):
                stated = amount(found["number"] or found["before"], found["unit"])
                exclusive = found.groupdict().get("exclusive") is not None
                counts = _OF_ITEMS.fullmatch(found[0]) is not None
                # "At least one user_id or group_id" counts both together.
                counts = counts and (side == "upper" or _ENDS.match(passage, found.end()) is not None)
                subject = _words_compared(passage, found)
                yield StatedBound(side, stated, exclusive, excerpt(passage, *found.span(), 20), counts, subject)
    for found in RANGE_ELSEWHERE.finditer(passage):
        low, high = (
            next(filter(None, found.group(*(f"{side}{each}" for each in "12345")))) for side in ("low", "high")
        )
        if int(low) >= int(high) or is_advice_elsewhere(passage, *found.span()):  # "2024-01"
            continue
        quote = excerpt(passage, *found.span(), 20)
        yield StatedBound("lower", amount(low, None), False, quote)
        yield StatedBound("upper", amount(high, None), False, quote)
    yield from _bounds_in_words(passage, about)
    yield from _exact_size(passage, about)


def _words_compared(passage: str, found: re.Match[str]) -> str:
    """Return the words before a sign that compares a number, none where words do."""
    before = _COMPARED.search(passage, 0, found.start()) if found[0][0] in "<>\u2264\u2265" else None
    return "" if before is None else before["subject"].lower()


def _exact_size(passage: str, about: Collection[str]) -> Iterator[StatedBound]:
    """Yield both bounds of a size that is stated exactly: "exactly 6 characters", "exactly 2 points"."""
    for found in _EXACTLY.finditer(passage):
        is_value = not is_recommendation(passage, found, about)
        number, unit = found["number"] or found["number2"], found["unit"] or found["unit2"]
        if is_value and not _is_of_other(passage, found.start(), max(map(found.end, ("number", "number2")))):
            stated = amount(number, unit)
            for side in ("lower", "upper"):
                yield StatedBound(side, stated, False, excerpt(passage, *found.span(), 20))


def sides_of_cases(passage: str) -> frozenset[Side]:
    """Return the sides on which a sentence states a bound for some things only: "10 for images"."""
    return frozenset(
        side
        for side, pattern in _SIDES
        for found in pattern.finditer(passage)
        if _FOR_SOME.match(
            passage, max(found.end(group) for group in found.groupdict() if group in ("number", "before"))
        )
        and not _is_relative(passage, found.start(), found.end("number"))
    )


def stated_fill(passage: str) -> str | None:
    """Return the words with which a sentence forbids an empty text or list, ``None`` without any."""
    found = _NEVER_EMPTY.search(passage)
    return None if found is None or _CONDITION.search(passage) else excerpt(passage, *found.span(), 20)


def counts_from_end(passage: str) -> bool:
    """Say whether a sentence gives negative numbers a meaning."""
    return _FROM_END.search(passage) is not None


def _bounds_in_words(passage: str, about: Collection[str]) -> Iterator[StatedBound]:
    """Yield the lower bounds that are stated without comparing: "positive", "non-negative", "1-based"."""
    for pattern, exclusive in ((_POSITIVE, True), (_NOT_NEGATIVE, False)):
        for found in pattern.finditer(passage):
            if not is_recommendation(passage, found, about):
                yield StatedBound("lower", Amount(0.0, ""), exclusive, excerpt(passage, *found.span(), 20))
    bases = list(_BASE.finditer(passage))
    found = bases[0] if len(bases) == 1 and not is_about_other(passage, bases[0].start(), about) else None
    if found is not None:
        yield StatedBound(
            "lower",
            amount(found["base"] or found["start"] or found["first"] or found["chinese"], None),
            False,
            excerpt(passage, *found.span(), 20),
        )


def _range_bounds(passage: str, found: re.Match[str], stated: StatedRange) -> Iterator[StatedBound]:
    if stated.is_of_years and not _ENDS.match(passage, found.end()):
        return  # "between 2020 and 2024 it was otherwise" tells a story
    quote = excerpt(passage, *found.span(), 20)
    if stated.low is not None:
        yield StatedBound("lower", stated.low, stated.excludes_low, quote)
    if stated.high is not None:
        yield StatedBound("upper", stated.high, stated.excludes_high, quote)


def _is_unmeant(passage: str, found: re.Match[str]) -> bool:
    """Say whether the words behind a number make it something else than a bound of the value."""
    behind = max(found.end("number"), found.end("before") if "before" in found.re.groupindex else -1)
    # "Wait for at least one event" says what for; a time is the bound of a time.
    awaited = found["unit"] and not amount("1", found["unit"]).is_time and _AWAITED.search(passage[: found.start()])
    return bool(awaited) or _is_of_other(passage, found.start(), behind)


def _is_of_other(passage: str, begin: int, behind: int) -> bool:
    """Say whether the words around a number bound a distance, a rate, some values, or the value in some cases."""
    is_most = "max" in passage[begin:behind].lower()
    return (
        _is_relative(passage, begin, behind)
        or any(words.match(passage, behind) for words in (_RATE, _WHAT_HAPPENS, _PARTS, _NO_BOUND, _FOR_SOME))
        or is_of_period(passage, behind)
        or (not is_most and is_of_some(passage, begin, behind))
    )


def is_recommendation(passage: str, found: re.Match[str], about: Collection[str]) -> bool:
    """Say whether a matched text advises or shows a number, or states it of something else than the value."""
    # Words further away are about something else; the window also bounds the work per number.
    before = _UNRELATED.sub(" ", passage[max(found.start() - 80, 0) : found.start()])
    is_advice = _NO_RULE.search(before) or _ADVISED.search(found[0]) or _ASKED_FIRST.search(before)
    if is_advice or _SELECTING.search(before) or is_advice_elsewhere(passage, *found.span()):
        return True
    return holds_sometimes(passage, found.start()) or is_about_other(passage, found.start(), about)


def _is_relative(passage: str, start: int, behind: int) -> bool:
    """Say whether the words behind the number, or a "by" before it, make it relative to something else."""
    return bool(_RELATIVE.match(passage, behind) or _BY.search(passage[max(start - 20, 0) : start]))
