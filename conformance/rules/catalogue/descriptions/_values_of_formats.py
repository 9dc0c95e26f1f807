"""What the values of a field are beside one of a format: sometimes another thing, several in one text, or invalid."""

import json
import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from conformance.display import excerpt
from conformance.documents.values import as_array, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.reading import examined_part, own_text, passages, sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.schema.formats import conforms_to

# Behind a format that is only the best one, or that holds somewhere. Next is " works best", " on Linux".
_NOT_ALWAYS = LazyPattern(
    r"[`'\"]?/?[`'\"]? (?:works? best|is (?:best|preferred|recommended)|on \w+|rules?\b|times\b|values\b)",
    re.IGNORECASE,
)
# A sentence about something else than the value: what is returned, or what the text holds.
_OF_OTHER = LazyPattern(
    r"\W{0,3}(?:the )?(?:results?|response|output|returns?|returned|dates in|times in)\b|\W{0,3}(?:time ?)?zone\b"
    r"|[^.;]{0,60}\b(?:otherwise|unless)\b",
    re.IGNORECASE,
)
# The format of a zone, which a sentence about one states of the value itself. Matches "IANA name"; not "ISO".
_ZONE = LazyPattern(r"zone|IANA|\btz\b", re.IGNORECASE)
# The same next to the format: "or `today`", "'today' or", "e.g. YYYY-MM-DD", "preferably".
# What is "on or after" it is no other format.
_ALTERNATIVE = LazyPattern(
    r"\b(?:or(?! (?:after|before|later|earlier|newer|older|equal|more|less)\b)|and/or|either|prefer\w*|recommend\w*)\b"
    r"|[,/|] ?[`'\"]\w",
    re.IGNORECASE,
)
# Another form by its name, however far away. Matches "or RFC3339", "or as a Unix timestamp"; not "or later".
_OTHER_FORM = LazyPattern(
    r"\bor (?:(?:as|in|an?|the|full|complete) )*"
    r"(?:RFC[ -]?\d{3,4}|ISO[ -]?8601|YYYY|epoch|unix|date-?time|time ?stamp)\w*",
    re.IGNORECASE,
)
EXAMPLE = LazyPattern(r"\b(?:e\.g\.?|such as|for example|like)[,:]?\s*[`'\"(]?\Z", re.IGNORECASE)
# A remark with examples, in which "or" joins these, "(e.g. 2024-01-01 or 2024-12-31)", or "(with or without 0x)".
_REMARK = LazyPattern(
    r"\(?\b(?:e\.g\.?|for example|such as|example:)[^()]*\)?"
    r"|\(?\bwith(?: or |/)without [^().;,]*\)?"
    r"|\blike (?:[`'\"][^`'\"]{1,20}[`'\"](?:,? (?:or |and )?(?=[`'\"]))?)+",
    re.IGNORECASE,
)
# What the value is, in which "or" joins no other way to write it. Matches "(date of birth, or of the visit)"; not "(or
# 'now')", "(today or YYYY-MM-DD)".
_MEANING = LazyPattern(
    r"\((?!or\b|and/or\b|either\b)(?![^()]*\b(?:today|now|yesterday|relative|natural|also|accept\w*|epoch|unix|timestamps?"
    r"|names?|ids?|numbers?|null|none|empty|inclusive|iso|rfc|can|may|use)\b)[a-z][^()`'\"\d]*\)",
    re.IGNORECASE,
)
# No value at all, which is not another format. Matches " or null to clear it", "or None"; not "or `now`".
_NOTHING = LazyPattern(r",? or [`'\"]?(?:null|none|undefined)\b[`'\"]?", re.IGNORECASE)
# A clause that says what time it is, and no condition. Matches "When the work began, "; not "When `a` is b, ".
_TIME_CLAUSE = LazyPattern(
    r"\A\W{0,3}[Ww]hen (?:the|it|this|to|they|an?) (?:(?!\b(?:is|are|set|equals?|uses?|using|not)\b)[^.;()`'\"=,])*,"
)
# Before and behind one of several kinds of content. Matches "a number, an ", "text, number, " and next ", an id";
# not "first day, " or "inclusive".
_AFTER_OTHER = LazyPattern(r"(?:, an? |,[^,.;]{1,40}, )\Z", re.IGNORECASE)
# The same around a remark. Matches "a number, an ISO date (" and next "), a", not "), at".
_ITEM_BEFORE = LazyPattern(r", (?:or )?an? (?:[\w-]+ ){1,3}\(\Z", re.IGNORECASE)
_ITEM_BEHIND = LazyPattern(r"[^()]*\), (?:or )?an? ", re.IGNORECASE)
# The first of several kinds, where it is clear that it is one. Matches "is a link, "; not "a day, ".
_NEXT_TO_OTHER = LazyPattern(r"\ban? (?:url|link|path|name|id|uuid|slug), ", re.IGNORECASE)
_BEFORE_OTHER = LazyPattern(r"(?: (?:date|time|timestamp|datetime|string|format|code|name|id))?\s*(?:\([^()]*\)\s*)?,")
# A condition: the format holds in some cases only.
CONDITION = LazyPattern(r"\b(?:if|when|unless|for)\b", re.IGNORECASE)
# Two lengths of one format, of which each value has either. Matches "date or date-time", "date or datetime".
DATE_OR_TIME = LazyPattern(r"\b(?:start |end |due )?date or date[- ]?time\b", re.IGNORECASE)
# What is given back, before its format. Matches "the API returns dates as ", "shown as "; not "as ".
_GIVEN_BACK = LazyPattern(
    r"\b(?:returns?|returned|responds?|outputs?|shows|shown|displays|displayed) (?:\w+ ){0,3}(?:as|in|with|like)?"
    r"\s*[(\[`'\"]?\Z",
    re.IGNORECASE,
)
# A value for one kind of thing, before the format of another. Matches "'1' for boxes, '", "'x' for texts and ids or ";
# not "for dates ".
_FOR_OTHERS = LazyPattern(r"[`'\"][^`'\"]{1,30}[`'\"] for [^.;`'\"]{2,40}[`'\"]?\Z")
# What a tool handles, before the format of one kind of it in brackets, and behind that. Is the end of "Works with query
# parameters ", and next is ", JSON"; not "The parameter ".
_HANDLES = LazyPattern(
    r"\b(?:works? with|handles?|supports?|understands?|recogni[sz]es?|copes? with)\b[^.;()]{0,60}\(?\Z", re.IGNORECASE
)
_NEXT_KIND = LazyPattern(r"\)?(?:, | (?:and|or) )(?!e\.g|such|like|for example)\w")
# Behind that format. Next is "' for dates", " for days"; not " of it".
_FOR_THINGS = LazyPattern(r"[`'\"]? for \w")
# The characters around a format in which an alternative is about it; further away it is about something else.
NEAR = 30
# A day and a time that a text shows: with both, no one format takes its examples.
# Matches "2024-01-31", "YYYY-MM-DD"; not "2024-01-31T".
DAY_SHOWN = LazyPattern(r"\b(?:\d{4}-\d\d-\d\d|YYYY-MM-DD)(?![T\w-]| ?\d\d:| ?HH)")
# Matches "2024-01-31T", "YYYY-MM-DDTHH"; not "2024-01-31".
TIME_SHOWN = LazyPattern(r"\b(?:\d{4}-\d\d-\d\d[T ]\d\d:|YYYY-MM-DD[T ]HH)")
# A time without a zone, or with one that has no colon, both of which the format `date-time` rejects.
# Matches "2024-01-31T10:00:00'", "2024-01-31T10:00:00-0800", "YYYY-MM-DDTHH:MM:SS.";
# not "2024-01-31T10:00:00Z", "2024-01-31T10:00:00+01:00".
_LOCAL_TIME = LazyPattern(
    r"(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d{4})?|YYYY-MM-DDTHH:(?:MM|mm):(?:SS|ss)(?:\.s+)?)(?![\w:+-])",
    re.ASCII,
)
# A time of a day without the day. Matches "e.g. 12:00:00Z"; not "2024-01-31T12:00:00Z".
_CLOCK_SHOWN = LazyPattern(r"(?<![\w:-])\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)?(?![\w:])")
# What the standard of dates writes as well. Matches "'P7D'", "PT1H", "P1DT12H"; not "PDT".
_DURATION_SHOWN = LazyPattern(r"(?<![\w-])P(?:\d+[YMWD]|T\d+[HMS])(?:T?\d+[A-Z])*(?!\w)")
# A week, a month, a day of a year, or two times that make an interval. Matches "2024-W05", "e.g. 2024-05",
# "2024-01-01/2024-02-01"; not "2024-05-01".
_PART_SHOWN = LazyPattern(r"(?<![\w-])\d{4}-(?:W?\d\d(?![\d-])|\d{3}(?!\d))|\d/(?:\d{4}-|P\d|PT\d)")
EITHER_LENGTH = '"format": "date-time" (or "date")'
"""What states a date of which a text says no more than its standard."""
TIME_STATED = LazyPattern(
    r"\b(?:date[ /-]?times?|time ?stamps?|RFC ?3339|with (?:milli)?seconds)\b|\b[Zz] suffix\b", re.IGNORECASE
)
"""Words of a day and a time together. Matches "datetime", "RFC3339", "timestamp"; not "Start time"."""
ZONE_STATED = LazyPattern(r"\b(?:UTC|time ?zone|with (?:an )?offset)\b", re.IGNORECASE)
"""Words of a zone, which a time has, and at times a day as well. Matches "in UTC"; not "zone"."""
# Matches "Start date"; not "date-time".
_DATE = LazyPattern(r"\bdates?\b(?![ /-]?time)", re.IGNORECASE)
# Words of the standard for a time, and for a day. Matches "ISO datetime", "ISO 8601 timestamp"; not "ISO date".
_TIME_NAMED = LazyPattern(
    r"\bISO(?:[ -]?8601)? (?:\w+ )?(?:date[ /-]?time|time ?stamp)s?\b|"
    r"\bISO[ -]?8601 with (?:milli)?seconds",
    re.IGNORECASE,
)
# Matches "ISO dates", "ISO 8601 date string"; not "ISO date-time", "ISO date format".
DAY_NAMED = LazyPattern(r"\bISO(?:[ -]?8601)? (?:formatted )?dates?\b(?![ /-]?time| format)", re.IGNORECASE)
# An empty text has a meaning. Matches "Leave empty for today", "empty string removes it", "'' to clear"; not "must
# not be empty".
_LEFT_EMPTY = LazyPattern(
    r"\b(?:leave|pass|set|send) (?:it |this )?(?:to )?(?:an? )?(?:empty|blank)\b"
    r"|(?:(?<!not be )(?<!n't be )(?<!never be )\b(?:empty|blank)(?: (?:string|text|value))?|''(?!')|\"\"(?!\")) "
    r"(?:for|to|means|(?:will |also )?(?:removes?|clears?|disables?|unsets?|deletes?|resets?|erases?|detach(?:es)?"
    r"|stops?|turns? off|keeps?|leaves?|uses?|selects?|matches|lists|(?:is|are) (?:allowed|accepted|valid)))\b"
    r"|\b(?:empty|blank) (?:string |text )?=",
    re.IGNORECASE,
)
# The same of fields by their names. Matches "Leave `kind` and size empty"; not "Leave it empty".
_ALL_LEFT_EMPTY = LazyPattern(r"\bleave (?P<names>[\w`', ]{1,120}) (?:empty|blank)\b", re.IGNORECASE)
# What the name of a day ends in.
_DAYS = (["date"], ["day"], ["on"])
# That of a time.
_TIMES = (["time"], ["timestamp"], ["datetime"])
# An offset, or words that leave no doubt that a time is a moment. Matches "2024-01-31T10:00:00Z", "ISO 8601 datetime",
# "ISO timestamp", "RFC3339"; not "datetime ISO string", which a local time is as well.
_OFFSET_SHOWN = LazyPattern(r"(?:\d\d|SS|ss)(?:\.[\ds]+)?(?:Z|[+-]\d\d:\d\d)(?!\w)|\bZ\b")
_MOMENT = LazyPattern(r"8601|\bRFC ?3339\b|\btime ?stamps?\b", re.IGNORECASE)
# An input that says that a time is a day alone.
_WHOLE_DAYS = (["all", "day"], ["whole", "day"], ["full", "day"], ["allday"])
_LOCAL_PATTERN = '"pattern": "^\\\\d{4}-\\\\d{2}-\\\\d{2}T\\\\d{2}:\\\\d{2}:\\\\d{2}"'
DAY_PATTERN = '"pattern": "^\\\\d{4}-\\\\d{2}-\\\\d{2}"'
# A layout that begins with the day. Matches "YYYY-MM-DD HH:mm:ss", "YYYY-MM-DD", "ISO 8601"; not "MM/DD/YYYY".
_LAYOUT = LazyPattern(r"\bYYYY-MM-DD(?:[T ]HH:(?:MM|mm)(?::(?:SS|ss))?)?|\bISO[ -]?8601\b|\bRFC ?3339\b")
# Another layout, or words of a language. Matches "DD.MM.YYYY", "'today'", "relative", "HH:MM alone"; not "YYYY-MM-DD".
_OTHER_LAYOUT = LazyPattern(
    r"(?<![\w-])(?:DD|MM)[./-]|\b(?:relative|natural|epoch|unix|any format|various)\b"
    r"|(?<!to )\b(?:now|today|tomorrow|yesterday)\b"
    r"|(?<![T\w -])HH:(?:MM|mm)|\bYYYY(?!-MM-DD)"
)
# JSON that a text calls an array or an object. Ends "JSON array"; not "stringified JSON array", "JSON text".
_PARTS_OF_JSON = LazyPattern(r"(?<!ed )JSON (?P<kind>array|object|list|map|dictionary)", re.IGNORECASE)


def is_one(text: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Say whether a text states a format once, or says it again in a remark right behind: "country code (alpha-2)"."""
    return len(spans) == 1 or (len(spans) == 2 and not text[spans[0][1] : spans[1][0]].strip(" (`'\""))


def offers_null(text: str, span: tuple[int, int]) -> bool:
    """Say whether a text takes null as well as a format, in the words behind it."""
    return _NOTHING.search(text, span[1], span[1] + NEAR) is not None


def is_only_format(text: str, span: tuple[int, int]) -> bool:
    """Say whether a text states a format for every value: no alternative, no example, no condition."""
    start, end = span
    # "YYYYMMDD for a day, YYYYMMDD-YYYYMMDD for several"
    if f"{text[start:end]}-{text[start:end]}" in text:
        return False
    before = _TIME_CLAUSE.sub(" ", text[:start])
    remarks_gone = _MEANING.sub(" ", _REMARK.sub(" ", text[end:]))
    behind = _NOTHING.sub(" ", DATE_OR_TIME.sub(" ", remarks_gone))
    if _GIVEN_BACK.search(before) or (_FOR_OTHERS.search(before) and _FOR_THINGS.match(text, end)):
        return False
    is_aside = "(" in text[max(start - 1, 0) : start + 1]
    if is_aside and _HANDLES.search(before) and _NEXT_KIND.match(text, end):
        return False
    other = _ALTERNATIVE.search(behind)
    if EXAMPLE.search(before) or (other is not None and other.start() < NEAR) or _OTHER_FORM.search(behind):
        return False
    is_of_other = _OF_OTHER.match(text, 0, start) and not _ZONE.search(text, start, end)
    if _NOT_ALWAYS.match(text, end) or is_of_other:
        return False
    is_after = _AFTER_OTHER.search(before) or _NEXT_TO_OTHER.search(text, max(start - 10, 0), end)
    is_item = is_after and _BEFORE_OTHER.match(text, end)
    is_item = is_item or (_ITEM_BEFORE.search(before) is not None and _ITEM_BEHIND.match(text, end) is not None)
    if is_item or holds_sometimes(before, len(before)):
        return False
    is_conditional = text[start:end].lower().startswith(("must", "should")) and CONDITION.search(
        _part_around(text, span)
    )
    # no slice, which would begin in the middle of "for"
    before = _REMARK.sub(" ", before)
    return not _ALTERNATIVE.search(before, max(0, len(before) - NEAR)) and not is_conditional


def _part_around(text: str, span: tuple[int, int]) -> str:
    """Return the remark in brackets that holds a part of a text, or the text without its remarks."""
    opened = text.rfind("(", 0, span[0])
    if opened > text.rfind(")", 0, span[0]):
        return text[opened : text.find(")", span[1]) + 1 or len(text)]
    return text


# Each format that a keyword allows. Matches "\"format\": \"date-time\"", "(or \"date\")"; not "\"pattern\"".
_FORMAT = LazyPattern(r"(?:\"format\": |\(or )\"(?P<name>[a-z0-9-]+)\"")
# The pattern that a keyword states. Matches "\"pattern\": \"^a\""; not "\"pattern\"".
_WRITTEN = LazyPattern(r"\"pattern\": (?P<text>\".+\")")
# Several values in one text. Matches "Comma-separated dates", "separated by commas"; not "one of several".
SEVERAL = LazyPattern(
    r"\b(?:comma|space|semicolon|newline|pipe)[- ](?:separated|delimited)\b"
    r"|\bseparated (?:by|with) (?:an? )?(?:commas?|spaces?|semicolons?|pipes?)\b",
    re.IGNORECASE,
)
# The words of a format in a text, by the name of its keyword. Matches "UUID"; not "uuids".
_WORDS = {
    "uuid": LazyPattern(r"\b(?:UUID|GUID)\b", re.IGNORECASE),
    "uri": LazyPattern(r"\b(?:URL|URI)\b", re.IGNORECASE),
}
# What a tool does that is given values which may be invalid.
_JUDGING = frozenset(("validate", "validation", "validator", "valid", "validity", "lint"))


def declared_texts(field: Field) -> list[str]:
    """Return the texts among the default and the examples that the schema declares, or among the items of these."""
    written = [part["default"] for part in field.parts if "default" in part]
    written += [each for part in field.parts for each in as_array(part.get("examples"))]
    return [text for value in written for text in texts_in(value if isinstance(value, list) else [value])]


def accepts(keyword: str, text: str) -> bool:
    """Say whether a text has what a keyword states; a pattern that is not written out accepts any but the empty one."""
    formats = [found["name"] for found in _FORMAT.finditer(keyword)]
    written = _WRITTEN.search(keyword)
    if formats:
        return any(conforms_to(name, text) for name in formats)
    if written is not None:
        return re.search(json.loads(written["text"]), text) is not None
    return bool(text) or keyword.startswith('"content')


def own_texts(field: Field) -> str:
    """Return the field's own text without the sentences that compare it with another: "Give 'url' or 'file'."."""
    text = own_text(field)
    # few texts name another field
    if not any(name in text for name in field.siblings if name != field.name):
        return text
    quoted = {f"{sign}{name}{sign}" for name in field.siblings if name != field.name for sign in "'`\""}
    return " ".join(one for one in sentences_of(text) if not any(map(one.__contains__, quoted)))


def takes_empty(field: Field, keyword: str) -> bool:
    """Say whether texts give the empty one a meaning that a keyword refuses; what a text holds refuses none."""
    if keyword.startswith('"content'):
        return False
    # The text of a tool may say it of several: "Leave kind and size empty."
    left = _ALL_LEFT_EMPTY.finditer(field.tool.description or "")
    return any(map(_LEFT_EMPTY.search, passages(field))) or any(
        field.name in re.findall(r"\w+", one["names"]) for one in left
    )


def offers_other(field: Field, keyword: str, text: str) -> bool:
    """Say whether a field's own text has another kind of value than a text of its tool: "UUID or slug of the page"."""
    own = list(sentences_of(field.description))
    if text in own:
        return False
    names = [found["name"] for found in _FORMAT.finditer(keyword)]
    words = [_WORDS.get(name) or LazyPattern(rf"\b{re.escape(name)}\b", re.IGNORECASE) for name in names]
    return any(
        not is_only_format(one, found.span()) for one in own for pattern in words for found in pattern.finditer(one)
    )


def is_to_be_judged(field: Field) -> bool:
    """Say whether a tool exists to say of its input whether it is valid: it has to accept one that is not."""
    return field.tool.once(_judges)


def _judges(tool: Tool) -> bool:
    actions = {word for field in fields_of(tool) for value in field.text_values for word in words_of(value)}
    return not _JUDGING.isdisjoint((*words_of(tool.name), *actions))


def problem_of_several(field: Field, text: str, span: tuple[int, int]) -> Problem:
    """Return an info for values in one text, of which a format holds for each and not for the text."""
    return Problem(
        f"{field.label} holds several values in one text, whose format only its description states",
        "take an array of strings, and state the format of its items",
        evidence={"quote": excerpt(text, *span, 20)},
        max_level=Level.INFO,
    )


def declare_parts(problem: Problem, stated: str) -> Problem:
    """Return a problem of JSON in a text with the type that the text promises as the first way to fix it."""
    found = _PARTS_OF_JSON.search(stated)
    if found is None:
        return problem
    kind = "array" if found["kind"].lower() in ("array", "list") else "object"
    return replace(problem, hint=f'set "type": "{kind}", or {problem.hint}')


def keyword_for(keyword: str, text: str, texts: Sequence[str], field: Field) -> str:
    """Return what states a format: a pattern where `format` would refuse a local time, or one of two lengths."""
    if "date-time" not in keyword:
        return keyword
    if DATE_OR_TIME.search(text) or any(words_of(name) in _WHOLE_DAYS for name in field.siblings):
        return DAY_PATTERN
    # what one time of a tool looks like, its others do too
    if any(map(_LOCAL_TIME.search, (*texts, examined_part(field.tool.description or "")))):
        return _LOCAL_PATTERN
    if keyword != EITHER_LENGTH:
        return keyword
    if any(map(_DURATION_SHOWN.search, texts)):
        return '"format": "duration"'
    if any(map(_PART_SHOWN.search, texts)):
        return '"pattern"'
    if any(map(_CLOCK_SHOWN.search, texts)):
        return '"format": "time"'
    return _date_or_time(text, texts, field)


def _date_or_time(text: str, texts: Sequence[str], field: Field) -> str:
    """Return what states a date of the standard that has several forms: no more than what is true of each one meant."""
    is_day_by_name = words_of(field.name)[-1:] in _DAYS
    has_zone = ZONE_STATED.search(text) is not None
    # Where a time is meant, a day alone is wrong.
    is_named = _TIME_NAMED.search(text) or TIME_STATED.search(text) or words_of(field.name)[-1:] in _TIMES
    if is_named or any(map(TIME_SHOWN.search, texts)):
        has_offset = has_zone or _MOMENT.search(text) or any(map(_OFFSET_SHOWN.search, texts))
        # of a "due date", the time in an example is one of two forms
        return '"format": "date-time"' if has_offset and (is_named or not is_day_by_name) else DAY_PATTERN
    is_day = any(map(DAY_SHOWN.search, texts)) or is_day_by_name or DAY_NAMED.search(text)
    if is_day or (has_zone and _DATE.search(text)):
        return '"format": "date" (or "date-time")'
    return '"format": "date-time"' if has_zone else EITHER_LENGTH


def problem_of_layouts(field: Field) -> Iterator[Problem]:
    """Yield an info for a date of which a text names at least two layouts, each of which begins with the day."""
    texts = passages(field)
    if any(map(_OTHER_LAYOUT.search, texts)) or takes_empty(field, DAY_PATTERN):
        return
    for text in texts:
        found = list(_LAYOUT.finditer(text))
        if len({one[0] for one in found}) > 1 and all(accepts(DAY_PATTERN, each) for each in declared_texts(field)):
            yield Problem(
                f"{field.label} has formats that only its description states",
                f"add {DAY_PATTERN} to its schema, with which each of them begins",
                evidence={"quote": excerpt(text, found[0].start(), found[-1].end(), 20)},
                max_level=Level.INFO,
            )
            return
