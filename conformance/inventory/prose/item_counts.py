"""How many items a list may have, as words about its tool or about itself state it.

"Delete up to 50 tasks at once", "merge one or more files", "resolution as (width, height)".
"""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.documents.values import texts_in
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.prose.bounds import StatedBound
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.quantities import Amount, amount
from conformance.inventory.prose.reading import passages, sentences_of_tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# What a call does to several things, with their largest number. Matches "Update multiple contacts at once (up to 100)",
# "a list of (up to 10) queries", "Delete up to 50 tasks at once"; not "returns up to 5".
_MOST = LazyPattern(
    r"\b(?:multiple|several|many|list of|array of|batch of|bulk) [^.;()]{0,60}?"
    r"\((?:up to|max(?:imum)?(?: of)?:?|limit:?|at most) (?P<inside>\d{1,6})(?: [a-z]+)?"
    r"(?: (?:per|at|in) [\w ]{1,20})?\)"
    r"|\bup to (?P<number>\d{1,6}) [a-z]+(?: [a-z]+)?"
    r" (?:at once|at a time|in (?:one|a single) (?:call|request|batch)|per (?:call|request|batch))\b",
    re.IGNORECASE,
)
# How many things to give, by what the list is called. Matches "Pass 2-10 book ids", "provide up to 50 names"; not
# "Returns 2-10 ids", "pass 10 seconds".
_ORDERED = LazyPattern(
    r"(?:\A\W{0,3}|[.;:(] ?)(?:pass|provide|give|supply|specify|send|compares?|merges?|takes?|accepts?) "
    r"(?:(?P<low>\d{1,4}) ?(?:-|\u2013|to) ?(?P<high>\d{1,6})|(?:up to|at most|a maximum of) (?P<most>\d{1,6})"
    r"|(?:at least|a minimum of) (?P<least>\d{1,4})) (?:[a-z-]+ ){0,2}?(?P<noun>[a-z]+s)\b",
    re.IGNORECASE,
)
# How many things one call takes. Matches "Maximum 20 tasks per request", "Limit of 5 files per call"; not "Returns 5".
_PER_CALL = LazyPattern(
    r"(?:\A\W{0,3}|[.;:(] ?)(?:max(?:imum)?(?: of)?|limit(?:ed)?(?: of| to)?|up to|at most):? (?P<most>\d{1,6}) "
    r"(?:[a-z-]+ ){0,2}?(?P<noun>[a-z]+s) (?:per|in (?:one|a single)) (?:call|request|batch)\b",
    re.IGNORECASE,
)
# What a call does to something, of which there has to be one. Matches "Remove one or more tracks"; not "Find one or
# more".
_ONE_OR_MORE = LazyPattern(
    r"\A\W{0,3}(?!(?:returns?|lists?|finds?|gets?|search\w*|checks?|whether)\b)[A-Za-z]+ (?:the )?"
    r"(?P<words>one or more|at least one) (?P<things>[a-z-]+(?: [a-z-]+){0,2})",
    re.IGNORECASE,
)
# What it does with something. Matches "Send a note to one or more guests"; not "Returns the names of one or more".
_WITH_ONE_OR_MORE = LazyPattern(
    r"\A\W{0,3}(?!(?:returns?|lists?|finds?|whether|see|use)\b)[A-Za-z]+ (?:[a-z-]+ ){1,6}?"
    r"(?:for|of|from|to|on|in|with|into) (?P<words>one or more) (?P<things>[a-z-]+(?: [a-z-]+){0,2})",
    re.IGNORECASE,
)
# The same about the list itself. Matches "One or more task ids", "List of one or more files"; not "one or more of".
_ITSELF = LazyPattern(
    r"\A\W{0,3}(?:(?:an? )?(?:list|array) of )?(?P<words>one or more|at least one) (?!of\b)[a-z-]+"
    r"(?! (?:is|are) (?:optional|ignored))",
    re.IGNORECASE,
)
# The same as a remark, which holds for an optional list as well. Matches "(one or more strings)"; not "one or more".
# So does an order to choose. Matches "Select one or more formats".
_REMARK = LazyPattern(
    r"\((?P<words>one or more|at least one) (?!of\b)[a-z-]+\)"
    r"|\A\W{0,3}(?:select|choose|pick|enter) (?:one or more|at least one) (?!of\b)[a-z-]+",
    re.IGNORECASE,
)
# What a text calls one of the numbers of a point, a size, a range or a colour.
_PLACE = (
    r"(?:width|height|[xyzwhrgba]|[xy][12]|lat(?:itude)?|lon(?:gitude)?|lng|min|max|start|end|row|col(?:umn)?"
    r"|red|green|blue|alpha)"
)
# Two or three numbers by their places. Matches "resolution as (width, height)", "[x, y, z] position", "Point (lat,
# lon)"; not "(width, height, or both)".
_PLACES = LazyPattern(
    rf"(?:\b(?:as|format:?|of) |\A\W{{0,3}}(?:\w+ ){{0,3}})[(\[](?P<places>{_PLACE}(?:, ?{_PLACE}){{1,3}})[)\]]"
    r"(?! (?:pairs|tuples|points|lists|arrays|coordinates)\b)",
    re.IGNORECASE,
)
# The same by any names, of a list of numbers. Matches "[area_from, area_to]", "Unit vector [nx, ny, nz]", "For
# display, [x_at, y_at] of"; not "[a, b, ...]", "[1, 2]", "Arrays [x, y] of".
_NAMED_PLACES = LazyPattern(
    r"\A\W{0,3}(?![^\[]{0,90}\b(?:examples?|such as|like|lists of|arrays?|pairs|points|any of|one of|either)\b)"
    r"(?:[\w-]+,? ){0,8}\[(?P<places>[A-Za-z]\w{0,40}(?:, ?[A-Za-z]\w{0,40}){1,6})\](?=[\s.,:;)]|\Z)"
    r"(?! ?(?:pairs|tuples|points|lists|arrays|coordinates|or|for each|per)\b)",
    re.IGNORECASE,
)
# What ends a name that is one of many alike. Is the end of "x1", "value_2"; not "x".
_NUMBER_ENDS = LazyPattern(r"_?\d+\Z")
# An empty list that has a meaning. Matches "empty for all", "or an empty list", "pass [] for"; not "not be empty".
_EMPTY = LazyPattern(
    r"(?<!not be )(?<!non-)(?<!cannot be )\bempty\b|\bomit|\[\]|\bnone\b|\bwithout (?:any|one)\b", re.IGNORECASE
)


def stated_counts(field: Field) -> Iterator[StatedBound]:
    """Yield the bounds on the number of items of a list that words about its tool, or about itself, state."""
    if not field.has_only_types("array") or field.is_result or field.source != "description":
        return
    texts = passages(field)
    is_filled = not any(map(_EMPTY.search, texts))
    is_required = field.name in texts_in(field.subschemas.keywords_of(field.holder).get("required"))
    for text in texts:
        found = (_ITSELF.match(text) if is_required else None) or _REMARK.search(text)
        if found is not None and is_filled and not holds_sometimes(text, found.start()):
            yield StatedBound("lower", Amount(1.0, "items"), False, excerpt(text, *found.span(), 20))
        yield from _places(text, field)
    sentences = [*sentences_of_tool(field.tool.description or "")] if is_required and not field.holder else []
    if sentences and is_filled and _is_only_required_list(field):
        for text in sentences:
            found = _ONE_OR_MORE.match(text) or _WITH_ONE_OR_MORE.match(text)
            is_sure = found is not None and not holds_sometimes(text, found.start()) and not _EMPTY.search(text)
            if found is not None and is_sure and _counts_items(found, field):
                yield StatedBound("lower", Amount(1.0, "items"), False, excerpt(text, *found.span("words"), 20))
    if _is_only_list(field):
        for text in sentences:
            yield from _counts_of_tool(text, field)


def _is_only_list(field: Field) -> bool:
    """Say whether a required list is the only one of its tool, so that "several things" are its items."""
    lists = [other for other in fields_of(field.tool) if not other.holder and "array" in other.types]
    required = texts_in(field.tool.input_subschemas.keywords_of("").get("required"))
    return len(lists) == 1 and lists[0].position == field.position and field.name in required


def _is_only_required_list(field: Field) -> bool:
    """Say whether "one or more" of something are the items of a list, as the tool requires no other one."""
    required = texts_in(field.tool.input_subschemas.keywords_of("").get("required"))
    names = [one.name for one in fields_of(field.tool) if not one.holder and one.types == ["array"]]
    return [name for name in names if name in required] == [field.name]


def _counts_items(least: re.Match[str], field: Field) -> bool:
    """Say whether so many of something are items of a list: "one or more guests" those of ``guests``, or "Guests."."""
    called = {singularize(word) for word in (*words_of(field.name), *re.findall(r"[a-z]+", field.description.lower()))}
    return any(singularize(word) in called for word in least["things"].lower().split())


def _counts_of_tool(text: str, field: Field) -> Iterator[StatedBound]:
    most = _MOST.search(text)
    if most is not None and not holds_sometimes(text, most.start()):
        stated = amount(most["inside"] or most["number"], "items")
        yield StatedBound("upper", stated, False, excerpt(text, *most.span(), 20))
    yield from _ordered_counts(text, field)


def _ordered_counts(text: str, field: Field) -> Iterator[StatedBound]:
    """Yield the bounds of how many things to give, if the list is called so: "pass 2-10 book ids" of ``book_ids``."""
    found = _ORDERED.search(text) or _PER_CALL.search(text)
    names = {singularize(word) for word in words_of(field.name)}
    if found is None or singularize(found["noun"].lower()) not in names or holds_sometimes(text, found.start()):
        return
    quote, numbers = excerpt(text, *found.span(), 20), found.groupdict()
    if low := numbers.get("low") or numbers.get("least"):
        yield StatedBound("lower", amount(low, "items"), False, quote)
    if high := numbers.get("high") or found["most"]:
        yield StatedBound("upper", amount(high, "items"), False, quote)


def _places(text: str, field: Field) -> Iterator[StatedBound]:
    """Yield both bounds of a list whose places a text names: two of "(width, height)"."""
    found = _PLACES.search(text) or (_named_places(text) if _holds_numbers(field) else None)
    if found is None or any("prefixItems" in part for part in field.parts) or holds_sometimes(text, found.start()):
        return
    count = Amount(found["places"].count(",") + 1.0, "items")
    for side in ("lower", "upper"):
        yield StatedBound(side, count, False, excerpt(text, *found.span(), 20))


def _named_places(text: str) -> re.Match[str] | None:
    """Return the places that a text names, unless they are alike, as in "[x1, x2, x3]", which has no end."""
    found = _NAMED_PLACES.match(text)
    stems = {_NUMBER_ENDS.sub("", place.strip()) for place in found["places"].split(",")} if found else set[str]()
    return found if len(stems) > 1 else None


def _holds_numbers(field: Field) -> bool:
    types = field.subschemas.types_of(field.items) if field.items is not None else []
    return bool(types) and {"integer", "number"}.issuperset(types)
