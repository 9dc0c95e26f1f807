"""Names in a text that look like a field and are something else: a value, a property, what is returned, a plural; and
names that a text uses together with fields as if they were some.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from conformance.inventory import Tool
from conformance.inventory.prose.field_values import listed_values
from conformance.inventory.prose.lists import list_at
from conformance.inventory.prose.mentions import places_of
from conformance.inventory.prose.reading import once_per_text, sentences_of
from conformance.inventory.prose.values import closed_sets
from conformance.inventory.vocabulary import ordered_words
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.systems.surface.texts import ModelText

# A name that is a value or its label: "always be `a_b`", "is `a_b`", "= `a_b`", "7(AbCd".
_AS_VALUE = LazyPattern(
    r"(?:\b(?:be|is|are|as|equals?|value|values|type)|[=:])\s+[`'\"]\Z"
    # The label of an option, in brackets behind its value: "7(MaxItems)", "`b` (OwnerName)".
    r"|(?:\b\d+|[`'\"]) ?\(\Z",
    re.IGNORECASE,
)
# Before what a thing has, or what another tool is asked for. Is the end of "by its `", "the client's ", "to find the ",
# "to get the a_b or "; not "its new ", "the tool's ".
_OF_THING = LazyPattern(
    r"\b(?:its|their|whose) [`'\"]?\Z|\b(?!tool|call|request|input|schema|parameter|field|function)\w+'s? [`'\"]?\Z"
    r"|\b(?:find|get|obtain|retrieve|look up|fetch) (?:the |an? )?(?:[`'\"]?\w+[`'\"]? (?:or|and) )?[`'\"]?\Z",
    re.IGNORECASE,
)
# Behind the name of what a request carries beside the input. Next is "' header", "` cookie"; not " headers of".
_HEADER = LazyPattern(r"[`'\"]{0,2} (?:HTTP )?(?:header|cookie)\b", re.IGNORECASE)
# What is returned, by its members. Matches "Returns the raw envelope `{startAt, maxResults}", "Returns events with
# event_name, id"; not "Pass {a, b}".
_RETURNED = LazyPattern(
    r"\b(?:returns?|returned|responds?|response|results?|output|envelope|yields)\b[^.;{}]{0,60}\{[^{}]{0,400}\}"
    r"|(?:\A\W{0,3}|[.;:)\n]\s*)returns? [^.;{}\n]{1,60}? (?:with|containing|including|having) [^.;{}\n]{1,200}",
    re.IGNORECASE,
)
# Several things behind their kind. Matches "4 signals: marker, exit_marker"; not "fields: a, b", "one: a, b".
_LISTED_THINGS = LazyPattern(
    r"\b(?!(?:param\w*|field|arg\w*|input|option|propert\w*|key|name)s?:)[A-Za-z]{2,20}s: "
    r"(?P<items>[`'\"]?\w+[`'\"]?(?:, (?:and |or )?[`'\"]?\w+[`'\"]?){1,20})"
)
# `Tool(limit=10, label="a, b=c")`: quoted values are blanked before keyword arguments are read.
CALL = LazyPattern(r"(?<![\w.])(?P<tool>[A-Za-z]\w{1,60})\((?P<given>[^()\n]{1,400})\)")
# Before a name that is called an argument. Is the end of "`", "pass ", "the parameter "; not "matched against ".
_ARGUMENT_BEFORE = LazyPattern(
    r"[`'\"]\Z|\b(?:pass(?:ing)?|specify(?:ing)?|provid(?:e|ing)|parameters?|arguments?|inputs?) (?:the |an? )?\Z",
    re.IGNORECASE,
)
# Behind it. Next is "`", "=1", " argument"; not ", ", " == 1".
_ARGUMENT_BEHIND = LazyPattern(r"[`'\"]|\s?=(?!=)|:? (?:param(?:eter)?|arg(?:ument)?|input|option)s?\b", re.IGNORECASE)
# Before a name that a call gives, or that a condition is about. Is the end of "`", "adjust ", "if ", "the parameter ";
# not "its ", "Maps ".
_GIVEN_BEFORE = LazyPattern(
    r"[`'\"]\Z|\b(?:if|when|unless|set(?:ting)?|adjust(?:ing)?|pass(?:ing)?|specify(?:ing)?|provid(?:e|ing)|use|using|with"
    r"|omit|change|increase|decrease|parameters?|arguments?|inputs?|options?) (?:the |an? )?\Z",
    re.IGNORECASE,
)
# Before what a tool works by. Is the end of "Get a task by ", "by teamId and ", "Requires `"; not "sorted by ".
_NEEDED_BEFORE = LazyPattern(
    r"\b(?:(?<!sorted )(?<!ordered )(?<!grouped )by|requires?|needs|given|takes|requer|requiere|exige)"
    r" (?:the |an? |o |a |el |la )?(?:[`'\"]?\w+[`'\"]?,? (?:and |e |y )|[`'\"]?\w+[`'\"]?, )?[`'\"]?\Z",
    re.IGNORECASE,
)
# A word of several in camelCase, as frameworks name the properties of their things.
_CAMEL_CASE = LazyPattern(r"[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+")

# Before names of fields that are or are not given together. Matches "Cannot be combined with ", "mutually exclusive
# with `", "do not pass both "; not "works with ", "both ".
_TOGETHER = LazyPattern(
    r"\b(?:combined|passed|given|provided|specified|used together|together|conflicts?|exclusive|incompatible) with "
    r"(?:the )?(?=[`'\"\w])"
    r"|\b(?:pass|provide|specify|give|set|supply|use) both (?=[`'\"\w])",
    re.IGNORECASE,
)
# Matches "both name and email are given", "Both `name` and email use a logical AND if both provided"; not "both name
# and email are searched".
_BOTH = LazyPattern(
    r"\bboth [`'\"]?(?P<first>[a-z]\w{1,40})[`'\"]? and [`'\"]?(?P<second>[a-z]\w{1,40})[`'\"]?"
    r"(?= (?:are |is )?(?:provided|given|specified|supplied|set|passed)\b|[^.;]{1,40}\bif both (?:are )?"
    r"(?:provided|given|specified|supplied|set|passed)\b)",
    re.IGNORECASE,
)
# A case that a name decides. Matches "(when responseType is html-fragment)", "only if `sort_by` is set to 'age'"; not
# "when it is", "if userId is in the response".
_CASE = LazyPattern(
    r"\b(?:when|if|only (?:for|with)) (?:the )?[`'\"]?(?P<name>[a-z]+(?:_[a-z0-9]+|[A-Z][a-z0-9]*)+)[`'\"]? ?"
    r"(?:(?:is set to|is|equals) (?!in\b|not\b|an?\b|the\b|set\b|given\b|returned\b|empty\b|missing\b|null\b)|==? ?)"
    r"[`'\"]?\w",
)
# What makes it a case of an answer.
_ANSWER = LazyPattern(r"\b(?:return(?:s|ed)|responses?|results?|output|answers?)\b", re.IGNORECASE)
# An argument as a call gives it. Next is "a_b=\"c\"", "limit = 10", "deep=True"; not "a=b".
_ARGUMENT = LazyPattern(
    r"(?P<name>[a-z]\w{0,60}) ?= ?(?:\"[^\"\n]*\"|'[^'\n]*'|\[[^\]\n]*\]|\{[^}\n]*\}|-?\d[\d.]*\b"
    r"|(?:[Tt]rue|[Ff]alse|[Nn]one|null)\b)"
)
# What is before the first of several arguments of a line. Is the begin of "- a=1", "Example: a=1"; not "SELECT a=1".
_LINE_BEGINS = LazyPattern(r"\s*(?:[-*\u2022]\s|\d{1,2}[.)]\s|[Ee]xamples?:\s)?\s*[`]?")

# A field that was there once, or that something else has. Matches "earlier versions", "no longer"; not "early".
_FORMER = LazyPattern(
    r"\b(?:earlier|older|previous(?:ly)?|former(?:ly)?|legacy|deprecated|removed|no longer|other tools?)\b",
    re.IGNORECASE,
)
# What follows the `=` of an assignment in a style, a query string or markup. Matches "1;whiteSpace=wrap",
# "\"red\"` on a shape", "2` to the query string", "image` styles"; not "true` to see all".
_IN_CONTENT = LazyPattern(
    r"[^\s`;]{0,40};|[^\s`]{0,40}`?[^.;`]{0,20}?\b(?:(?:on|to|in|of) (?:(?:the|an?|its|each|every|all) )?(?:\w+ )?)?"
    r"(?:styles?|shapes?|elements?|nodes?|edges?|child|children|tags?|attributes?|query string|url|markup|cells?)\b",
    re.IGNORECASE,
)
# Names of what holds a text in a language of its own.
_LANGUAGES = frozenset(
    (
        *("query", "sql", "xml", "html", "svg", "css", "code", "script", "content", "markup", "diagram", "dot"),
        *("expression", "graphql", "style"),
    )
)


def is_of_other_call(name: str, text: str, tool: Tool) -> bool:
    """Say whether a text gives a name only as an argument of calls of something else: ``other(name=[])``."""
    calls = [found for found in CALL.finditer(text) if found["tool"] != tool.name]
    inside = [found.span("given") for found in calls]
    places = places_of(name, text)
    return bool(places) and all(any(begin <= at < end for begin, end in inside) for at in places)


def is_returned(name: str, text: str) -> bool:
    """Say whether a text gives a name only as a member of what is returned: "Returns {startAt, total}"."""
    inside = [found.span() for found in _RETURNED.finditer(text)]
    places = places_of(name, text) if inside else []
    return bool(places) and all(any(begin <= at < end for begin, end in inside) for at in places)


def is_property(name: str, text: str, meant: str | None) -> bool:
    """Say whether a text gives a name only as what a thing or an address has: "a client by its clientId", "?id="."""
    if _is_bare(name, meant or "", text):
        return True
    places = places_of(name, text)
    is_part = (
        text[max(at - 1, 0)] in "?&"
        or _OF_THING.search(text[max(at - 60, 0) : at])
        or _HEADER.match(text, at + len(name))
        for at in places
    )
    return bool(places) and all(is_part)


def is_listed_thing(name: str, text: str, fields: Mapping[tuple[str, ...], str]) -> bool:
    """Say whether a name is one of several things that a text lists, not all of which are fields."""
    return any(
        name in (items := re.findall(r"\w+", found["items"]))
        and any(ordered_words(item) not in fields for item in items)
        for found in _LISTED_THINGS.finditer(text)
    )


def is_example(name: str, text: str) -> bool:
    """Say whether a text gives a name as one of several examples in brackets: keys or values of the field's own."""
    example = rf"\(e\.g\.?,? (?:[^()]*, )?[`'\"]?{re.escape(name)}[`'\"]?(?:,|\))"
    return "(e.g" in text and re.search(example, text) is not None


def is_value(name: str, text: ModelText) -> bool:
    """Say whether a text gives a name only as a value: "will always be `tracking_code`", "valid values: ..."."""
    own = text.field.once(listed_values) if text.field is not None else None
    listed = (found for sentence in sentences_of(text.text) for found in closed_sets(sentence))
    if (own is not None and name in own.values) or any(one.is_announced and name in one.values for one in listed):
        return True
    places = places_of(name, text.text)
    return all(_AS_VALUE.search(text.text[max(at - 60, 0) : at]) for at in places)


def is_word(name: str, meant: str) -> bool:
    """Say whether a name is an ordinary word that only looks like the field: "CallerID" for ``CallerId``."""
    return "_" not in name and name.lower() == meant.lower()


def _is_bare(name: str, meant: str, text: str) -> bool:
    """Say whether ``objectName`` beside the field ``object_name`` is a property that the texts of its system name.

    Only quotes, a call, "objectName=" and a word such as "argument" make an argument of it.
    """
    if "_" not in meant or not _CAMEL_CASE.fullmatch(name):
        return False
    inside = [found.span("given") for found in CALL.finditer(text)]
    return not is_needed(name, text) and not any(
        _ARGUMENT_BEFORE.search(text[max(at - 30, 0) : at])
        or _ARGUMENT_BEHIND.match(text, at + len(name))
        or any(begin <= at < end for begin, end in inside)
        for at in places_of(name, text)
    )


def is_needed(name: str, text: str) -> bool:
    """Say whether a text says that something is done by what a name stands for: "Get a task by taskId"."""
    return any(_NEEDED_BEFORE.search(text[max(at - 60, 0) : at]) for at in places_of(name, text))


def is_given(name: str, text: str) -> bool:
    """Say whether a text anywhere gives a name as that of an input; else it may be what a service calls the same."""
    return any(
        _GIVEN_BEFORE.search(text[max(at - 30, 0) : at]) or _ARGUMENT_BEHIND.match(text, at + len(name))
        for at in places_of(name, text)
    ) or any(places_of(name, found["given"]) for found in CALL.finditer(text))


def is_number_of(name: str, meant: str, text: str) -> bool:
    """Say whether a name differs from the field in its number only, and a text gives the field as well."""
    is_plural = name in (f"{meant}s", f"{meant}es") or meant in (f"{name}s", f"{name}es")
    return is_plural and re.search(rf"(?<!\w){re.escape(meant)}(?!\w)", text) is not None


def names_beside(text: str, known: Collection[str]) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield each name of those that a text uses together where only some are known, with where they are."""
    for names, found in names_together(text):
        # a line that begins with an argument of something else goes on with those
        is_about = names[0] in known if found.re is _ARGUMENT.matcher else not set(names).isdisjoint(known)
        if is_about:
            yield from ((name, found) for name in dict.fromkeys(names) if name not in known)


@once_per_text
def names_together(text: str) -> Iterator[tuple[Sequence[str], re.Match[str]]]:
    """Yield the names that a text combines, and the arguments of each line that gives several."""
    yield from _partners(text)
    yield from _arguments(text)


@once_per_text
def cases_in(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the names of several words whose values decide, by a text, whether something applies."""
    for sentence in sentences_of(text):
        if not _ANSWER.search(sentence):
            yield from ((found["name"], found) for found in _CASE.finditer(sentence))


def _partners(text: str) -> Iterator[tuple[Sequence[str], re.Match[str]]]:
    for sentence in sentences_of(text):
        for found in _TOGETHER.finditer(sentence):
            listed = list_at(sentence, found.end(), quoted=False)
            if listed is not None:
                # a plain word may be about anything
                plain = {item for item in listed.items if item.islower() and "_" not in item}
                yield [item for item in listed.items if item not in plain], found
        yield from (((found["first"], found["second"]), found) for found in _BOTH.finditer(sentence))


def _arguments(text: str) -> Iterator[tuple[Sequence[str], re.Match[str]]]:
    """Yield the arguments of each line that gives several of them, separated by commas."""
    for line in text.split("\n") if "=" in text else ():
        begin = _LINE_BEGINS.match(line)
        first = _ARGUMENT.match(line, begin.end() if begin else 0)
        found, names = first, list[str]()
        while found is not None:
            names.append(found["name"])
            comma = line[found.end() : found.end() + 2] == ", "
            found = _ARGUMENT.match(line, found.end() + 2) if comma else None
        if first is not None and len(names) > 1:
            yield names, first


def is_former(found: re.Match[str]) -> bool:
    """Say whether a text around a name is about what was there once, or what something else has."""
    return _FORMER.search(found.string, max(found.start() - 80, 0), found.end() + 40) is not None


def is_of_content(found: re.Match[str]) -> bool:
    """Say whether an assignment is one in the language of what the tool is given: a style, markup, a query string."""
    return _IN_CONTENT.match(found.string, found.end()) is not None


def holds_content(fields: Collection[str]) -> bool:
    """Say whether a tool takes a text in a language of its own, which may have the name that is assigned."""
    return any(not _LANGUAGES.isdisjoint(words_of(name)) for name in fields)
