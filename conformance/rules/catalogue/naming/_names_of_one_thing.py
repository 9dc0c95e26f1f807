"""Two names for one thing, which several tools take: what the words, the texts and the values of fields say of it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from conformance.documents.values import as_array, texts_in
from conformance.inventory.siblings import WHOLE_WORDS, InputField, Usage, minority_usages
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.naming._sibling_meanings import are_apart, telling_words
from conformance.schema.vocabulary import SCALAR_TYPES

Words = tuple[str, ...]
Fields = Mapping[Words, Sequence[InputField]]
_Closed = Mapping[Words, tuple[Sequence[str], Sequence[InputField]]]

_SYNONYMS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("limit",), ("max", "results"), ("num", "results"), ("n", "results"), ("max", "items")),
    (("query",), ("search", "query"), ("q",), ("search", "term"), ("search", "text")),
    (("offset",), ("skip",)),
    (("page", "size"), ("per", "page"), ("items", "per", "page"), ("results", "per", "page"), ("num", "of", "rows")),
    (("page",), ("page", "number"), ("page", "num"), ("page", "no")),
    (("cursor",), ("page", "token"), ("next", "token"), ("next", "page", "token"), ("next", "cursor")),
    (("sort", "order"), ("sort", "direction"), ("sort", "dir"), ("order", "direction"), ("order", "dir")),
    (("sort", "by"), ("order", "by"), ("sort", "field")),
    (("latitude",), ("lat",)),
    (("longitude",), ("lon",), ("lng",), ("long",)),
    (("email",), ("email", "address"), ("mail",)),
    (("phone",), ("phone", "number")),
    (("start", "line"), ("from", "line"), ("line", "start")),
    (("end", "line"), ("to", "line"), ("line", "end")),
    (("start", "date"), ("date", "from"), ("from", "date"), ("begin", "date")),
    (("end", "date"), ("date", "to"), ("to", "date")),
    (("start", "time"), ("from", "time"), ("time", "from")),
    (("end", "time"), ("to", "time"), ("time", "to")),
    (("output", "format"), ("response", "format")),
    (("language",), ("language", "code")),
    (("lang",), ("language", "code")),
    (("file", "path"), ("filepath",), ("path", "to", "file")),
)
# Names that mean what the first name of a group does if their text says so.
_VAGUE: tuple[tuple[Words, frozenset[Words], LazyPattern], ...] = (
    (
        ("limit",),
        frozenset(
            (
                *(("count",), ("num",), ("max",), ("size",), ("amount",), ("number",)),
                *(("max", "count"), ("max", "records"), ("max", "entries"), ("max", "matches")),
                *(("max", "result"), ("result", "limit"), ("results", "limit"), ("number", "of", "results"), ("rows",)),
            )
        ),
        # Matches "Number of items to return", "Max results", "How many entries to show"; not "Number of UUIDs to make".
        LazyPattern(
            r"\b(?:max(?:imum)?|number|how many)\b[^.;]{0,40}"
            r"\b(?:to (?:return|retrieve|show|list|fetch|display|include)|results?|returned|per page)\b",
            re.IGNORECASE,
        ),
    ),
    (
        ("query",),
        frozenset(
            (
                *(("search",), ("term",), ("keyword",), ("keywords",), ("search", "terms"), ("search", "string")),
                *(("query", "string"), ("query", "text"), ("search", "keyword"), ("text",), ("search", "for")),
            )
        ),
        # Matches "Search term", "The text to search for"; not "Searches".
        LazyPattern(
            r"\bsearch (?:query|terms?|text|string|keywords?|phrase)\b"
            r"|\b(?:query|text|terms?|string|phrase) to search\b|\bkeywords? to search for\b|\A\W{0,3}search for\b",
            re.IGNORECASE,
        ),
    ),
    (
        ("offset",),
        frozenset((("start",), ("start", "index"), ("from",), ("start", "at"))),
        # Matches "Number of items to skip", "Pagination offset"; not "Offset in the file".
        LazyPattern(r"\b(?:number of [a-z ]{1,30} to skip|pagination|results? to (?:skip|start))\b", re.IGNORECASE),
    ),
)
_QUERY = ("query",)
# Names of a span of time, of which one is meant if they have values in common.
_SPANS = frozenset(
    (
        *(("time", "range"), ("date", "range"), ("timeframe",), ("time", "frame"), ("time", "period"), ("period",)),
        *(("date", "restrict"), ("time", "window"), ("timespan",), ("time", "span"), ("timerange",), ("interval",)),
    )
)
# What one of several things of a kind is called after: the part it plays, which a name without it leaves open.
_PARTS = frozenset(
    (
        *("new", "old", "current", "previous", "next", "last", "first", "second", "start", "end", "begin", "own"),
        *("from", "to", "source", "target", "destination", "dest", "dst", "src", "origin", "parent", "child", "root"),
        *("min", "max", "minimum", "maximum", "default", "proposed", "preferred", "related", "left", "right", "base"),
        *(
            "top",
            "bottom",
            "x",
            "y",
            "z",
            "width",
            "height",
            "sender",
            "recipient",
            "before",
            "after",
            "since",
            "until",
        ),
        *("add", "remove", "custom", "other", "sub", "original", "initial", "final", "desired", "expected", "actual"),
        *("input", "output", "in", "out", "not", "all", "any", "is", "no"),
    )
)
# Words that many things have, and what they are of makes the difference.
_COMMON = frozenset(
    (
        *("id", "uid", "uuid", "slug", "gid", "key", "ids", "name", "names", "type", "kind", "status", "date", "time"),
        *("url", "path", "value", "text", "description", "title", "code", "number", "list", "data", "state", "mode"),
        "format",
    )
)
# Names that say nothing of what is counted, which a tool that returns several lists has to.
_OF_LISTS = frozenset((("limit",), ("count",), ("size",), ("page",), ("offset",), ("max",), ("min",)))
# A value in a text. Matches "A1", "en-US"; not "(".
_VALUE = LazyPattern(r"[\w./-]*\w")
# So many bounds in common, and no others, are no chance.
_FEWEST_SHARED = 3
# More fields of a value than these are not compared with each other.
_MOST_ALIKE = 20


def names_of_one_thing(by_words: Fields) -> Iterator[tuple[InputField, Usage]]:
    """Yield the first field of each rarer name, with the usual name of the same thing."""
    known: set[frozenset[Words]] = set()
    closed = _closed_fields(by_words)
    found = (
        _names_with_one_enum(by_words, closed),
        _names_of_shown_values(by_words, closed),
        _qualified_names(by_words),
    )
    for odd, usual in chain(_synonym_names(by_words), _names_with_one_text(by_words), *found):
        pair = frozenset(tuple(words_of(one.first_field.name)) for one in (odd, usual))
        if pair not in known:
            known.add(pair)
            yield odd.first_field, usual


def _pairs(used: Fields, by_words: Fields) -> Iterator[tuple[Usage, Usage]]:
    """Yield the rarer of some names with the usual one; those of which a tool has both are two things."""
    for words, odd, usual_words, usual in minority_usages(used):
        own = {field.tool.name for field in by_words[words]}
        if own.isdisjoint(field.tool.name for field in by_words[usual_words]):
            yield odd, usual


def _synonym_names(by_words: Fields) -> Iterator[tuple[Usage, Usage]]:
    """Yield names that mean the same in any list: ``limit`` and ``max_results``."""
    for group in _SYNONYMS:
        used = {words: by_words[words] for words in group if words in by_words}
        for first, names, meant in _VAGUE:
            for words in sorted(names & by_words.keys()) if first in group else ():
                if meaning := [field for field in by_words[words] if meant.search(field.description)]:
                    used[words] = meaning
        for odd, usual in _pairs(used, by_words):
            pair = odd.first_field, usual.first_field
            if pair[0].types == pair[1].types and (group[0] != _QUERY or _search_alike(pair)):
                yield odd, usual


def _search_alike(pair: Sequence[InputField]) -> bool:
    """Say whether two fields seem to be texts to search for: a query in a language of its own is another thing."""
    return all(one.description for one in pair) and not are_apart(pair)


def _show_one_thing(first: InputField, second: InputField) -> bool:
    """Say whether two fields have the same text, values or bounds, or the text on one has the name of the other."""
    if first.types != second.types or ("enum" in first.limits) != ("enum" in second.limits):
        return False
    if "enum" in first.limits:
        return first.limits["enum"] == second.limits["enum"]
    if first.meaning == second.meaning != "":
        return True
    words = [telling_words(one.description) for one in (first, second)]
    if len(words[0]) > 1 and words[0] == words[1]:
        return True
    shared = [key for key, value in first.limits.items() if second.limits.get(key) == value]
    if len(shared) >= _FEWEST_SHARED and first.limits.keys() == second.limits.keys():
        return True
    return _is_named(tuple(words_of(first.name)), second) or _is_named(tuple(words_of(second.name)), first)


def _names_with_one_text(by_words: Fields) -> Iterator[tuple[Usage, Usage]]:
    """Yield names of which the texts are the same, and which share a word or of which one is in the text."""
    meanings: dict[tuple[str, Words], dict[Words, list[InputField]]] = {}
    for words, fields in by_words.items():
        for field in fields:
            if " " in field.meaning and len(field.types) == 1 and not _COMMON.issuperset(words):
                meanings.setdefault((field.meaning, field.types), {}).setdefault(words, []).append(field)
    for (meant, types), used in meanings.items():
        tools = [field.tool.name for fields in used.values() for field in fields]
        # what a tool says of two fields tells neither from the other
        if len(used) == 1 or len(tools) != len(set(tools)) or "alias" in meant:
            continue
        text = _stems(meant) if types[0] in SCALAR_TYPES else frozenset[str]()
        for odd, usual in _pairs(used, by_words):
            first, second = odd.first_field, usual.first_field
            has_values = first.limits.get("enum") == second.limits.get("enum")
            if has_values and _may_be_one(tuple(words_of(first.name)), tuple(words_of(second.name)), text):
                yield odd, usual


def _may_be_one(words: Words, usual: Words, text: frozenset[str]) -> bool:
    """Say whether two names of one text differ in more than the part that a thing plays."""
    first, second = (frozenset(WHOLE_WORDS.get(word, word) for word in one) for one in (words, usual))
    if first == second or any(words in group and usual in group for group in _SYNONYMS):
        return False  # other comparisons of names know these
    # "Path of the project root" says of both names that it is the root
    plays = [not (_PARTS - text).isdisjoint(one) for one in (first - second, second - first)]
    if first & second:
        return not any(plays) or all(plays)
    return not any(plays) and any({*map(singularize, one)} <= text for one in (first, second))


def _closed_fields(by_words: Fields) -> _Closed:
    """Return the fields of each name that have an enum, with the values of the first."""
    listed = {words: [field for field in fields if "enum" in field.limits] for words, fields in by_words.items()}
    return {words: (texts_in(as_array(one[0].limits["enum"])), one) for words, one in listed.items() if one}


def _names_with_one_enum(by_words: Fields, closed: _Closed) -> Iterator[tuple[Usage, Usage]]:
    """Yield names of fields with values in common, of which one is in the text on the other, or that are spans of time.

    The ``theme`` is one of eleven codes in one tool, and the ``category`` one of them, "for the theme", in another.
    """
    values_of = {words: frozenset(map(str.lower, values)) for words, (values, _) in closed.items()}
    alike = (names for names in _names_by_value(values_of).values() if 1 < len(names) <= _MOST_ALIKE)
    for pair in dict.fromkeys(pair for names in alike for pair in combinations(names, 2)):
        first, second = (closed[words][1][0] for words in pair)
        common = len(values_of[pair[0]] & values_of[pair[1]])
        most = max(len(values_of[words]) for words in pair)
        is_one = _is_named(pair[0], second) or _is_named(pair[1], first)
        if common > 1 and (2 * common >= most if _SPANS.issuperset(pair) else is_one and 3 * common >= 2 * most):
            yield from _pairs({words: closed[words][1] for words in pair}, by_words)


def _names_by_value(values_of: Mapping[Words, Iterable[str]]) -> Mapping[str, Sequence[Words]]:
    names: dict[str, list[Words]] = {}
    for words, values in values_of.items():
        for value in values:
            names.setdefault(value, []).append(words)
    return names


def _is_named(words: Words, field: InputField) -> bool:
    """Say whether the text on a field names another one, which differs in more than the part that a thing plays."""
    if _COMMON.issuperset(words) or not _PARTS.isdisjoint({*words} ^ {*words_of(field.name)}):
        return False
    # a text that has the name as it is written refers to that field
    is_reference = len(words) > 1 and ("_".join(words) in field.description)
    return not is_reference and {*map(singularize, words)} <= _stems(field.description)


def _names_of_shown_values(by_words: Fields, closed: _Closed) -> Iterator[tuple[Usage, Usage]]:
    """Yield names of texts that name another field, and show values that the schema of that one lists.

    ``category``, "of the theme, such as A1 or B2", where the ``theme`` of another tool is one of a few codes.
    """
    names = _names_by_value({words: [one for one in values if len(one) > 1] for words, (values, _) in closed.items()})
    for words, fields in by_words.items():
        for field in fields:
            if field.types != ("string",) or field.has_values or " " not in field.description:
                continue
            shown = Counter(name for one in set(_VALUE.findall(field.description)) for name in names.get(one, ()))
            for other in (name for name, number in shown.items() if number > 1 and name != words):
                if _is_named(other, field):
                    yield from _pairs({words: [field], other: closed[other][1]}, by_words)


def _qualified_names(by_words: Fields) -> Iterator[tuple[Usage, Usage]]:
    """Yield names of which one has a word more, that the text or the tool of the other one is about.

    ``forecast_days`` are the ``days`` of `read_forecast`, and ``max_capacity_kw`` is the ``max_kw`` of a capacity.
    """
    for words, fields in by_words.items():
        for place, extra in enumerate(words):
            rest, field = (*words[:place], *words[place + 1 :]), fields[0]
            if not rest or rest not in by_words or rest in _OF_LISTS or not (_PARTS | _COMMON).isdisjoint((extra,)):
                continue
            is_inner = 0 < place < len(words) - 1
            alike = [
                one for one in by_words[rest] if _is_about(one, extra) and _are_alike(one, field, is_inner=is_inner)
            ]
            if alike:
                yield from _pairs({words: fields, rest: alike}, by_words)


def _is_about(field: InputField, word: str) -> bool:
    """Say whether the text or the tool of a field is about a thing, and the tool does not list such things."""
    return word in words_of(field.description or field.tool.name)


def _are_alike(field: InputField, other: InputField, *, is_inner: bool) -> bool:
    """Say whether two fields have the same values, or texts that say the same, or are numbers of one unit.

    The unit is the last word of both names where the word more is an inner one.
    """
    if field.types != other.types or bool(field.description) != bool(other.description):
        return False
    if "enum" in field.limits or "enum" in other.limits:
        return field.limits.get("enum") == other.limits.get("enum")
    if _COMMON.issuperset(words_of(field.name)):
        return False  # the `id` of a thing is found by the name of its tool
    if field.is_numeric:
        return not are_apart((field, other)) if is_inner else _show_one_thing(field, other)
    first, second = (telling_words(one.description) - _stems(other.name) for one in (field, other))
    return len(first) > 1 and first == second


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(singularize, words_of(text)))
