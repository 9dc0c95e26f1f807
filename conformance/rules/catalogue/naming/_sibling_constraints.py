"""What the schemas of fields of one name say in some tools, and leave open or say otherwise in others."""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text
from conformance.documents.values import JsonValue, as_array, as_object, compact_json, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.siblings import (
    OF_TOOLS,
    OF_VALUES,
    InnerText,
    InputField,
    Usage,
    inner_texts,
    minority_usages,
)
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._input_levels import MEANS
from conformance.rules.catalogue.naming._sibling_meanings import is_key, telling_words

_Difference = tuple[Usage, str, str, Usage, str, Level]
"""The fields, how they are, how others are, those, what to do, and how sure it is."""
# Names whose values depend on the tool.
_OF_EACH_TOOL = LazyPattern(
    "type|name|description|title|id|operation|action|kind|object|prompt|mode|url|method|command|reason|from|to|target"
    "|source|value|input|output|data|text|content"
)
# Matches "negative to subtract", "below zero".
_NEGATIVE = LazyPattern(r"\bnegative\b|\bbelow (?:zero|0)\b|\bsubtract", re.IGNORECASE)

# A bound in a text. Matches "1 to 100", "max 50", "1-9"; not "Default 20".
_OWN_BOUND = LazyPattern(
    r"\b(?:max(?:imum)?|up to|at most|limit)\W{0,3}\d|\d ?(?:to|-|\u2013|\.\.+) ?\d", re.IGNORECASE
)
# What an empty text means nothing for. Matches "(optional)", "Filter by", "Omit for all".
_OPTIONAL = LazyPattern(r"\b(?:optional\w*|filter\w*|omit\w*|restrict\w*)\b", re.IGNORECASE)
_EXCLUSIVE = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}
# A value in a text. Matches "A1", "en-US"; not "(".
_VALUE = LazyPattern(r"[\w./-]*\w")
# What begins a remark, a list or a further sentence behind the beginning of a text.
_REMARKS = "[(.:;]"
# A list of thousands of tools has as many fields of one name.
_MOST_COMPARED = 20
# So many other names in common are no chance.
_FEWEST_SHARED = 3


def differing_constraints(fields: Sequence[InputField], keywords: Sequence[str]) -> Iterator[_Difference]:
    """Yield a difference for the first keyword that some of the tools have.

    Where one lacks it, that one is first. Only the same description says for sure that the same thing is meant; texts
    that share no word are about two things.
    """
    if _OF_EACH_TOOL.fullmatch(fields[0].name):
        # the `mode` of each tool may be another one, unless one description says that it is the same
        fields, keywords = [field for field in fields if " " in field.meaning == fields[0].meaning], ("enum",)
    for keyword in keywords if fields else ():
        usages: dict[str, list[InputField]] = {}
        for field in (one for one in fields if _kinds(one) == _kinds(fields[0]) and _is_open(one, keyword)):
            text = _constraint_text(keyword, field.limits[keyword]) if keyword in field.limits else ""
            usages.setdefault(text, []).append(field)
        # Where tools already list different values, one without a list may have others again.
        if keyword == "enum" and sum(bool(text) for text in usages) > 1:
            continue
        for odd_text, odd, usual_text, usual in minority_usages(usages):
            pair = (odd.first_field, usual.first_field)
            is_alike = pair[0].meaning == pair[1].meaning != ""
            # Two bounds, or two lists of values, may both be right; one of them is missing where there is none.
            if odd_text and usual_text and (keyword in ("enum", *OF_TOOLS) or not is_alike):
                continue
            lacking, full = (odd, usual) if usual_text else (usual, odd)
            # which values there are depends on the thing more than a bound does
            others = usual.fields[: 1 if keyword == "enum" else _MOST_COMPARED]
            is_one = is_alike or any(_are_one_thing((pair[0], one), keyword) for one in others)
            if not is_one or (not is_alike and _may_differ(keyword, lacking, full)):
                continue
            most = Level.WARNING if is_alike and keyword in OF_VALUES else Level.INFO
            written = [f"has {text}" if text else f"has no {code_text(keyword)}" for text in (odd_text, usual_text)]
            how, usual_how = written if usual_text else written[::-1]
            yield lacking, how, usual_how, full, "give all of them the same constraints", most
            return


def _kinds(field: InputField) -> Sequence[str]:
    """Return the types of a field; the bounds of a whole number are those of any number."""
    return ["number" if kind == "integer" else kind for kind in field.types]


def _is_open(field: InputField, keyword: str) -> bool:
    """Say whether no other keyword says the same of a field, or may do so."""
    is_listed = field.has_values and keyword != "enum"
    return not field.is_undetermined and not is_listed and _EXCLUSIVE.get(keyword) not in field.limits


def _are_one_thing(pair: Sequence[InputField], keyword: str) -> bool:
    """Say whether texts leave it open that two fields of one name are of one kind."""
    if keyword == "enum":
        return _have_one_choice(pair)
    if keyword in OF_VALUES and is_key(pair[0].name):
        return True
    words = {*map(singularize, words_of(pair[0].name))}
    first, second = (telling_words(one.description) - words for one in pair)
    # most words of the texts are the same, or there are none
    return 2 * len(first & second) >= len(first | second)


def _have_one_choice(pair: Sequence[InputField]) -> bool:
    """Say whether two fields may have the same values.

    A single word, such as ``sort``, has other values for other things: a text shows all of them, shares a word with
    the other one, or says nothing in a tool for the same thing.
    """
    closed, free = sorted(pair, key=lambda one: "enum" not in one.limits)
    values = texts_in(as_array(closed.limits.get("enum")))
    if not values:
        return False
    if {*values} <= {*_VALUE.findall(free.description)}:
        return True
    words = {*map(singularize, words_of(free.name))}
    # examples, lists and further sentences are about the values
    first, second = (telling_words(re.split(_REMARKS, one.description, maxsplit=1)[0]) - words for one in pair)
    if len(words_of(free.name)) == 1 and not (first and second):
        first, second = (_things(one.tool) for one in pair)
        return not first.isdisjoint(second)
    return not first or not second or not first.isdisjoint(second)


def _things(tool: Tool) -> frozenset[str]:
    """Return the words of a tool's name behind the verb."""
    return frozenset(map(singularize, words_of(tool.name)[1:]))


def _may_differ(keyword: str, lacking: Usage, full: Usage) -> bool:
    """Say whether fields without a constraint may have one of their own, or none.

    Most lack a bound, a text states another one, or a default is not among the values.
    """
    if keyword == "enum":
        known = [None, *as_array(full.first_field.limits["enum"])]
        return any(field.limits.get("default") not in known for field in lacking.fields)
    if keyword not in OF_TOOLS:
        return False
    if keyword == "minLength" and any(
        "default" in one.limits or _OPTIONAL.search(one.description) for one in lacking.fields
    ):
        return True
    fewest = 2 if keyword == "maxItems" else 1
    stated = _NEGATIVE if keyword == "minimum" else _OWN_BOUND
    is_rare = len(full.tools) < max(fewest, len(lacking.tools))
    return is_rare or any(stated.search(field.description) for field in lacking.fields)


def _constraint_text(keyword: str, value: JsonValue) -> str:
    """Return a keyword with its values, as a message has it."""
    values = [one for one in value if one is not None] if isinstance(value, list) else [value]
    known = sorted(map(compact_json, values))
    return f"{code_text(keyword)} {', '.join(known)}"[:80]


def lacking_defaults(fields: Sequence[InputField]) -> Iterator[_Difference]:
    """Yield the fields of one name that have a default in other tools alone, where nothing says what their lack means.

    Only the same description, or the same values in tools that take much else alike, say that the same thing is meant.
    """
    meanings: dict[str, list[InputField]] = {}
    for field in fields:
        meaning = compact_json(field.limits.get("enum")) if "enum" in field.limits else field.description.strip(". ")
        if meaning and field.types != ("boolean",) and not _is_required(field):
            meanings.setdefault(meaning, []).append(field)
    for alike in meanings.values():
        given = [field for field in alike if "default" in field.limits]
        lacking = [field for field in alike if "default" not in as_object(field.siblings[field.name])]
        lacking = [field for field in lacking if field not in given and not MEANS.search(field.description)]
        if "enum" in alike[0].limits:
            lacking = [field for field in lacking if any(_is_taken_alike(field, other) for other in given)]
        if lacking and given and len({compact_json(field.limits["default"]) for field in given}) == 1:
            written = f"has {_constraint_text('default', given[0].limits['default'])}"
            hint = "give all of them the same default"
            yield Usage(lacking), "has no `default`", written, Usage(given), hint, Level.INFO


def _is_taken_alike(field: InputField, other: InputField) -> bool:
    """Say whether the tools of two fields take several others of the same names, as those do that read the same."""
    return len(field.siblings.keys() & other.siblings.keys()) > _FEWEST_SHARED


def _is_required(field: InputField) -> bool:
    return field.name in texts_in(as_object(field.tool.input_schema).get("required"))


def differing_inner_values(inventory: Inventory) -> Iterator[Problem]:
    """Yield a problem for a text inside an object that one of two tools for a thing closes to a few values.

    The ``state`` of each item of `create_row` may be anything, that of `update_row` one of two.
    """
    by_place: dict[str, list[InnerText]] = {}
    for texts in inventory.gather(inner_texts):
        for text in texts:
            by_place.setdefault(text.pointer, []).append(text)
    for alike in by_place.values():
        closed = next((text for text in alike if text.values), None)
        is_one = closed is not None and len({text.values for text in alike if text.values}) == 1
        if closed is None or not is_one or _OF_EACH_TOOL.fullmatch(closed.name):
            continue
        for text in alike:
            if not text.values and not _things(closed.tool).isdisjoint(_things(text.tool)):
                usual = f"{_constraint_text('enum', [*closed.values])} in {code_text(closed.tool.name)}"
                yield Problem(
                    f"field {code_text(text.name)} has no `enum`, but has {usual}",
                    "give both of them the same constraints",
                    text.place,
                    max_level=Level.INFO,
                    detail=text.name,
                    tools=[text.tool.name],
                )
