"""The same field name has the same type, unit and constraints in all tools.

``timeout`` in seconds here and in milliseconds there, ``issue_number`` as a number here and as a string there: what a
model learned from one call is wrong in the next. Where the texts mean two things, it is an info.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from conformance.display import code_text, list_codes
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.prose.quantities import unit_of_time
from conformance.inventory.siblings import (
    OF_TOOLS,
    OF_VALUES,
    InputField,
    Usage,
    identified_thing,
    inner_texts,
    input_fields,
    inputs_by_words,
    minority_usages,
)
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.examples import closed_object, tool_with
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.schema.vocabulary import SCALAR_TYPES
from conformance.settings.profiles import Profile

_SHOWN_TOOLS = 3
# Names that say only which part a value plays, or that it is a quantity.
_BARE = frozenset(
    (
        *("from", "to", "number", "value", "input", "n", "x", "y", "z", "a", "b", "base", "data", "target", "source"),
        "result",
    )
)
# A text that holds a flag. Matches "if true", "'false'"; not "truth".
_TRUE = LazyPattern(r"\b(?:true|false)\b", re.IGNORECASE)
# What a value of another type may be. Matches "use 'root' for the top", "Slug or ID"; not "ID of the page".
_WORD_OR = LazyPattern(r"[`'\"]|\bor\b", re.IGNORECASE)
# Why a type differs from that of other tools. Matches "unlike tools that use string ids", "a number, not a string"; not
# "a string".
_OTHER_TYPE = LazyPattern(
    r"\b(?:unlike|rather than|instead of|as opposed to|not)\b[^.;]{0,40}\b(?:strings?|numbers?|numeric|integers?|ids?"
    r"|identifiers?)\b",
    re.IGNORECASE,
)
# Verbs of tools that add things, and that change what is there.
_ADDING = frozenset(("create", "add", "insert", "new"))
_CHANGING = frozenset(("update", "edit", "modify", "patch", "set"))


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each rarer type, unit or constraint of a name that several tools use."""
    if len(inventory.tools) < 2:
        return
    from conformance.rules.catalogue.naming._sibling_constraints import differing_inner_values

    by_words = inputs_by_words(inventory)
    yield from _named_units(by_words)
    yield from differing_inner_values(inventory)
    for fields in by_words.values():
        by_name: dict[str, list[InputField]] = {}
        for field in fields:
            by_name.setdefault(field.name, []).append(field)
        for name, same in by_name.items():
            if name not in profile.generic_names:
                for alike in _things(same):
                    yield from _types(alike)
                    yield from _shapes(alike) if len(alike) > 1 else ()
                yield from _lists(same)
                yield from _members(same, frozenset((*profile.reading_verbs, *profile.changing_verbs)))
                yield from _units(same)
                # Where a specification says what names mean, it also says which of their bounds differ.
                of_tools = OF_TOOLS if profile.levels.get("id_suffix") == "off" else ()
                yield from _constraints(same, (*OF_VALUES, *of_tools)) if len(same) > 1 else ()


def _things(fields: Sequence[InputField]) -> Iterator[Sequence[InputField]]:
    """Yield the fields that name the same thing: a bare ``id`` is that of a user here, and that of a story there."""
    if fields[0].name.lower() != "id":
        yield fields
        return
    things: dict[str, list[InputField]] = {}
    for field in fields:
        thing = identified_thing(field) or singularize("".join(words_of(field.tool.name)[-1:]))
        things.setdefault(thing, []).append(field)
    yield from things.values()


def _types(fields: Sequence[InputField]) -> Iterator[Problem]:
    usages: dict[str, list[InputField]] = {}
    for field in fields:
        if len(field.types) == 1 and field.types[0] in SCALAR_TYPES:
            usages.setdefault(field.types[0], []).append(field)
    for kind, odd, usual_kind, usual in minority_usages(usages):
        # many languages have one type for both, and a whole number fits either
        is_whole = {kind, usual_kind} == {"integer", "number"}
        # what has values of its own is probably another thing: the `type` of a list and that of an item
        is_apart = odd.first_field.has_values or usual.first_field.has_values
        pair = (odd.first_field, usual.first_field)
        if _is_flag_of_other(pair):
            continue
        # a text that tells the types apart was written on purpose
        is_apart = is_apart or any(_OTHER_TYPE.search(one.description) for one in pair)
        # a preposition, or a word for any quantity, names another thing in each tool
        is_apart = is_apart or (_is_bare(pair[0].name) and pair[0].meaning != pair[1].meaning) or _are_apart(pair)
        # an `image` to run may be that of a disk elsewhere, where no text says what it is
        is_apart = is_apart or not (_is_key(pair[0].name) or all(one.description for one in pair))
        most = Level.INFO if is_whole or is_apart else Level.WARNING
        # Most tools may be wrong where they take a number or a flag as text.
        is_text = "string" in (kind, usual_kind)
        hint = "use one type in all of them, or rename it" if is_text else f'set "type": "{usual_kind}", or rename it'
        yield _problem(odd, f"has type `{kind}`", f"has type `{usual_kind}`", usual, hint, most)


def _shapes(fields: Sequence[InputField]) -> Iterator[Problem]:
    """Yield a problem for a list that is an object elsewhere, and for what takes values of one type more elsewhere."""
    usages: dict[tuple[str, ...], list[InputField]] = {}
    for field in fields:
        if field.types in (("array",), ("object",)):
            usages.setdefault(field.types, []).append(field)
    unions: dict[tuple[str, ...], list[InputField]] = {}
    for field in fields:
        if field.types and SCALAR_TYPES.issuperset(field.types) and not field.has_values:
            unions.setdefault(tuple(sorted(field.types)), []).append(field)
    pairs = [*minority_usages(usages), *minority_usages(unions)]
    for kinds, odd, usual_kinds, usual in pairs:
        pair = (odd.first_field, usual.first_field)
        is_bare = _is_bare(pair[0].name) and pair[0].meaning != pair[1].meaning
        is_union = len(kinds) != len(usual_kinds) and bool({*kinds} & {*usual_kinds})
        if not is_bare and (is_union or kinds[0] in ("array", "object")) and not (is_union and _explains_types(pair)):
            how, usual_how = (f"has type {' or '.join(map(code_text, one))}" for one in (kinds, usual_kinds))
            yield _problem(odd, how, usual_how, usual, "use one type in all of them, or rename it", Level.INFO)


def _explains_types(pair: Sequence[InputField]) -> bool:
    """Say whether a word or another form that one of two fields takes is in its text alone."""
    return len({_WORD_OR.search(one.description) is None for one in pair}) > 1


def _are_apart(pair: Sequence[InputField]) -> bool:
    from conformance.rules.catalogue.naming._sibling_meanings import are_apart  # most lists use a name in one way

    return are_apart(pair)


def _is_key(name: str) -> bool:
    from conformance.rules.catalogue.naming import _sibling_meanings  # as above

    return _sibling_meanings.is_key(name)


def _is_bare(name: str) -> bool:
    """Say whether a name says nothing of the thing: ``from`` is a unit here, and a base there."""
    return len(words_of(name)) == 1 and name.lower() in _BARE


def _is_flag_of_other(pair: Sequence[InputField]) -> bool:
    """Say whether one is a flag and the other a text: a `status` to show, and one to search by, are two things."""
    flags = [one.types == ("boolean",) for one in pair]
    alike = pair[0].meaning == pair[1].meaning
    return (
        any(flags) and not alike and not any(_TRUE.search(one.description) for one in pair if one.types != ("boolean",))
    )


def _lists(fields: Sequence[InputField]) -> Iterator[Problem]:
    """Yield a problem for a name in the plural that is a list in some tools and one text in others."""
    if singularize(fields[0].name) == fields[0].name:
        return
    usages: dict[str, list[InputField]] = {}
    for field in fields:
        if field.types in (("string",), ("array",)):
            usages.setdefault(field.types[0], []).append(field)
    for kind, odd, usual_kind, usual in minority_usages(usages):
        hint = "take a list in all of them, or rename it"
        yield _problem(odd, f"has type `{kind}`", f"has type `{usual_kind}`", usual, hint, Level.WARNING)


def _members(fields: Sequence[InputField], verbs: frozenset[str]) -> Iterator[Problem]:
    """Yield a problem for members that one of two tools for the same thing declares and the other does not.

    The ``lines`` of `create_order` say what a line is, those of `update_order` are just objects; or they are numbers.
    """
    by_things: dict[tuple[str, ...], dict[tuple[str, str], list[InputField]]] = {}
    for field in fields:
        if field.types in (("array",), ("object",)):
            thing = tuple(word for word in words_of(field.tool.name)[1:] if word not in verbs)
            by_things.setdefault(thing, {}).setdefault((field.types[0], field.members), []).append(field)
    for usages in by_things.values():
        for (kind, members), odd, (usual_kind, usual_members), usual in minority_usages(usages):
            # a whole number fits a number
            if kind != usual_kind or {members, usual_members} == {"integer", "number"}:
                continue
            declared = [one.endswith("declared") for one in (members, usual_members)]
            is_bare = [one in ("", "object") for one in (members, usual_members)]
            if any(declared) and any(is_bare):
                lacking, full = (odd, usual) if is_bare[0] else (usual, odd)
                if _adds_what_changes(lacking, full):
                    continue
                yield _problem(
                    *(lacking, "declares no members", "declares them", full),
                    # an object of which one tool declares the members may hold others elsewhere
                    *("declare them here as well", Level.INFO),
                )
            elif members and usual_members and members != usual_members and kind == "array":
                how, usual_how = (f"has items of type {_item(one)}" for one in (members, usual_members))
                hint = "take the same items in all of them, or rename it"
                most = Level.INFO if _are_apart((odd.first_field, usual.first_field)) else Level.WARNING
                yield _problem(odd, how, usual_how, usual, hint, most)


def _adds_what_changes(added: Usage, changed: Usage) -> bool:
    """Say whether one tool takes whole things to add, and the other names each with what changes in it."""
    adding, changing = ({word for tool in usage.tools for word in words_of(tool)} for usage in (added, changed))
    thing = singularize(words_of(added.first_field.name)[-1])
    is_thing = thing in map(singularize, adding)
    return is_thing and not _ADDING.isdisjoint(adding) and not _CHANGING.isdisjoint(changing)


def _item(members: str) -> str:
    return code_text(members.removesuffix(" declared"))


def _units(fields: Sequence[InputField]) -> Iterator[Problem]:
    usages: dict[str, list[InputField]] = {}
    for field in fields:
        if field.unit:
            usages.setdefault(_PLAIN.get(field.unit, field.unit), []).append(field)
    for unit, odd, usual_unit, usual in minority_usages(usages):
        hint = f"take {usual_unit} here as well, or end both names in their units"
        yield _problem(odd, f"is in {unit}", f"is in {usual_unit}", usual, hint, Level.WARNING)


def _constraints(fields: Sequence[InputField], keywords: Sequence[str]) -> Iterator[Problem]:
    from conformance.rules.catalogue.naming import _sibling_constraints  # most names are of one tool

    # what a tool that changes something is not given stays as it is
    open_fields = [one for one in fields if "default" in one.limits or _CHANGING.isdisjoint(words_of(one.tool.name))]
    differences = _sibling_constraints.differing_constraints(fields, keywords)
    for difference in (*differences, *_sibling_constraints.lacking_defaults(open_fields)):
        yield _problem(*difference)


def _named_units(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[Problem]:
    """Yield a problem for ``timeout_ms`` next to ``timeout_seconds``: each states its unit, but models mix them up."""
    stems: dict[tuple[str, ...], dict[str, list[InputField]]] = {}
    for words, fields in by_words.items():
        unit = unit_of_time(list(words), "")
        counted = [field for field in fields if field.is_numeric]
        # A unit alone, `days` of one tool and `hours` of another, does not say what is counted.
        if unit and counted and len(words) > 1:
            stems.setdefault(words[:-1], {}).setdefault(_PLAIN.get(unit, unit), []).extend(counted)
    for usages in stems.values():
        for unit, odd, usual_unit, usual in minority_usages(usages):
            name = code_text(usual.first_field.name)
            hint = f"rename it to {name}, and take {usual_unit}"
            yield _problem(odd, f"is in {unit}", f"is called {name}", usual, hint, Level.INFO)


_PLAIN = {"ms": "milliseconds", "s": "seconds", "sec": "seconds", "secs": "seconds", "mins": "minutes"}


def _problem(odd: Usage, how: str, usual_how: str, usual: Usage, hint: str, most: Level) -> Problem:
    field = odd.first_field
    return Problem(
        f"{field.label} {how}, but {usual_how} in {list_codes(usual.tools, _SHOWN_TOOLS)}",
        hint,
        field.place,
        max_level=most,
        detail=field.name,
        tools=odd.tools,
    )


def _example_tool(name: str, schema: JsonObject, field: str = "number") -> JsonObject:
    described = tool_with(field, **{field: {"description": "Which one.", **schema}})
    return {"name": name, **described, "annotations": {"destructiveHint": False}}


_OBJECT: JsonObject = {"type": "object", "additionalProperties": {"type": "string"}}
_STEP: JsonObject = closed_object("text", text={"type": "string", "description": "What to do."})


def _step_in(state: JsonObject) -> JsonObject:
    return closed_object("state", state={"type": "string", "description": "How it is.", **state})


_STATED, _STATED_CLOSED = _step_in({}), _step_in({"enum": ["open", "closed"]})
_WAIT: JsonObject = {"type": "integer", "minimum": 0, "description": "How long to wait, in seconds."}
_IN_MS: JsonObject = {"type": "integer", "minimum": 0, "description": "Timeout (ms)"}
_WAIT_MS: JsonObject = {"type": "integer", "minimum": 0, "description": "How long to wait, in milliseconds."}
_SHORT: JsonObject = {"type": "string", "maxLength": 40, "description": "What the issue is called."}
_ANY: JsonObject = {"type": "string", "description": "What the issue is called"}

RULE = INVENTORY.rule(
    check,
    gathers=(input_fields, inner_texts),
    level=Level.WARNING,
    source="tool-contract-consistency#naming-and-schema-conventions",
    profile="mcp",
    good=(
        [_example_tool("get_issue", {"type": "integer"}), _example_tool("list_issues", {"type": ["integer", "null"]})],
        [_example_tool("get_user", {"type": "string"}, "id"), _example_tool("get_story", {"type": "integer"}, "id")],
        [
            _example_tool("get_log", {"type": "string", "description": "Status to search by."}, "state"),
            _example_tool("get_page", {"type": "boolean", "description": "Show the state."}, "state"),
        ],
    ),
    bad=(
        BadExample(
            [
                _example_tool("add_issue", {"type": "array", "items": _STEP, "minItems": 1, "maxItems": 9}, "steps"),
                _example_tool("edit_issue", {"type": "array", "items": _OBJECT, "minItems": 1, "maxItems": 9}, "steps"),
            ],
            says="parameter `steps` declares no members, but declares them in `add_issue`",
            at="/tools/1/input_schema/properties/steps",
        ),
        BadExample(
            [
                _example_tool("add_issue", {"type": "array", "items": _STATED, "minItems": 1, "maxItems": 9}, "steps"),
                _example_tool(
                    "edit_issue", {"type": "array", "items": _STATED_CLOSED, "minItems": 1, "maxItems": 9}, "steps"
                ),
            ],
            says='field `state` has no `enum`, but has `enum` "closed", "open" in `edit_issue`',
            at="/tools/0/input_schema/properties/steps/items/properties/state",
        ),
        BadExample(
            [_example_tool("get_issue", {"type": "integer"}), _example_tool("close_issue", {"type": "string"})],
            says="parameter `number` has type `string`, but has type `integer` in `get_issue`",
            at="/tools/1/input_schema/properties/number",
        ),
        BadExample(
            [
                _example_tool("get_story", {"type": "integer"}, "id"),
                _example_tool("close_story", {"type": "string"}, "id"),
            ],
            says="parameter `id` has type `string`, but has type `integer` in `get_story`",
        ),
        BadExample(
            [
                _example_tool("get_issues", {"type": "array", "items": {"type": "string"}, "maxItems": 9}, "labels"),
                _example_tool("add_issue", {"type": "string"}, "labels"),
            ],
            says="parameter `labels` has type `string`, but has type `array` in `get_issues`",
        ),
        BadExample(
            [_example_tool("open_page", _WAIT), _example_tool("load_page", _WAIT_MS)],
            says="is in milliseconds, but is in seconds",
        ),
        BadExample(
            [_example_tool("get_issue", _SHORT, "issue"), _example_tool("close_issue", _ANY, "issue")],
            says="parameter `issue` has no `maxLength`, but has `maxLength` 40 in `get_issue`",
        ),
        BadExample(
            [_example_tool("open_page", _WAIT), _example_tool("load_page", _IN_MS)],
            says="is in milliseconds, but is in seconds",
        ),
        BadExample(
            [_example_tool("open_page", _WAIT_MS, "timeout_ms"), _example_tool("load_page", _WAIT, "timeout_seconds")],
            says="parameter `timeout_seconds` is in seconds, but is called `timeout_ms` in `open_page`",
        ),
        BadExample(
            [
                _example_tool("add_issue", {"type": "array", "items": _STEP, "minItems": 1, "maxItems": 9}, "steps"),
                _example_tool("run_plan", _OBJECT, "steps"),
            ],
            says="parameter `steps` has type `object`, but has type `array` in `add_issue`",
        ),
        BadExample(
            [
                _example_tool("get_issue", {"type": "string"}, "issue_id"),
                _example_tool("close_issue", {"type": ["string", "integer"]}, "issue_id"),
            ],
            says="parameter `issue_id` has type `integer` or `string`, but has type `string` in `get_issue`",
        ),
    ),
)
