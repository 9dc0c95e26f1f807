"""The same thing has the same name in all tools.

``labelSelector`` in one tool and ``label_selector`` in the next, ``tail`` in one and ``tail_lines`` in another: a
model that has used one name repeats it in the other tool, which has no such field.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.display import code_text, list_codes
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.prose.quantities import unit_of_time
from conformance.inventory.siblings import (
    WHOLE_WORDS,
    InputField,
    input_fields,
    inputs_by_words,
    joined_names,
    minority_usages,
    names_in_texts,
)
from conformance.lazy_patterns import LazyPattern
from conformance.names import is_snake_case, singularize, words_of
from conformance.rules.catalogue.naming._bare_names import bare_names
from conformance.rules.catalogue.naming._styles_of_names import mixed_styles, style_of
from conformance.rules.examples import closed_object, tool_with
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_SHOWN_TOOLS = 3
# Other words for what identifies a thing, which one list uses for the same things.
_IDENTIFIERS = {"gid": "id", "guid": "id", "uuid": "id", "identifier": "id"}
# Things of which the environment is one of several: `env_uuid` of `set_env_vars` is that of a variable.
_VARIABLES = frozenset(("var", "vars", "variable", "variables"))
# Words for a key of its own, beside an id.
_UNIQUE = frozenset(("guid", "uuid", "identifier"))
# A list has a style where all but one of so many names are written in it.
_MOST_OF = 3
# A tool with so many other names of several words, all written in one way, has a style of its own.
_OWN_STYLE = 2
# Units that a text counts time in. Matches "last N seconds"; not "secondary".
_UNIT_OF_TIME = LazyPattern(r"\b(?:milliseconds?|ms|seconds?|minutes?|hours?|days?)\b", re.IGNORECASE)


class _Renaming(Struct, frozen=True):
    """A field that other tools call otherwise."""

    field: InputField
    usual: InputField
    tools: Sequence[str]
    """The tools that have the usual name."""
    most: Level = Level.INFO
    how: str = "is called"
    also: Sequence[str] = ()
    """The other tools that have the rarer name."""


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each rarer spelling, each name that lacks the unit of its siblings, and each bare ``id``."""
    if len(inventory.tools) < 2:
        return
    known: set[frozenset[str]] = set()
    by_words = inputs_by_words(inventory)
    for renaming in _renamings(by_words, profile):
        # nothing is to be called by a name that is to be replaced
        names = frozenset((renaming.field.name, renaming.usual.name))
        if names not in known:
            known.add(names)
            yield _problem(renaming)
    if profile.cases.field == "any":
        yield from mixed_styles(by_words, frozenset(name for names in known for name in names))


def _renamings(by_words: Mapping[tuple[str, ...], list[InputField]], profile: Profile) -> Iterator[_Renaming]:
    """Yield what is named otherwise; where several comparisons find the same, the surest comes first."""
    yield from _spellings(by_words)
    yield from _abbreviated_names(by_words)
    yield from _reordered_names(by_words)
    yield from _unitless_names(by_words, profile)
    if profile.levels.get("id_suffix") == "off":  # otherwise a specification of names says what things are called
        from conformance.rules.catalogue.naming._names_of_one_thing import names_of_one_thing  # one tool needs it not

        for field, usual in names_of_one_thing(by_words):
            yield _Renaming(field, usual.first_field, usual.tools)
        for bare, usual in bare_names(by_words, frozenset((*profile.reading_verbs, *profile.changing_verbs))):
            yield _Renaming(bare.first_field, usual, [usual.tool.name], also=bare.tools[1:])
        for field, others in names_in_texts(by_words):
            yield _Renaming(field, others[0], [other.tool.name for other in others])


def _spellings(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[_Renaming]:
    style = _style_of(by_words)
    for fields in (alike for words, alike in by_words.items() if words):
        spellings: dict[str, list[InputField]] = {}
        for field in fields:
            spellings.setdefault(field.name, []).append(field)
        for _, odd, _, usual in minority_usages(spellings):
            # In a list of `camelCase` names it is the `snake_case` one that is odd, however often it is there.
            is_usual = style is not None and style(odd.first_field.name) and not style(usual.first_field.name)
            rarer, other = (usual, odd) if is_usual else (odd, usual)
            pair = rarer.first_field, other.first_field
            most = Level.INFO if _is_written_alike(pair[0], by_words) else Level.WARNING
            yield _Renaming(*pair, other.tools, most, "is spelled", rarer.tools[1:])
    for odd, usual in joined_names(by_words):
        pair = odd.first_field, usual.first_field
        # a `username` to log in with is not the `userName` of a resource
        split = max((words_of(one.name) for one in pair), key=len)
        if not _are_apart(pair) or all({*split} <= {*words_of(one.description)} for one in pair):
            yield _Renaming(*pair, usual.tools, Level.WARNING, "is spelled", odd.tools[1:])


def _style_of(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Callable[[str], bool] | None:
    """Return what tells the names that are written like most of several words, ``None`` where two styles are mixed."""
    names = {field.name for words, fields in by_words.items() if len(words) > 1 for field in fields}
    for style in (is_snake_case, _is_camel_case):
        if _MOST_OF * sum(map(style, names)) > (_MOST_OF - 1) * len(names) and names:
            return style
    return None


def _is_written_alike(field: InputField, by_words: Mapping[tuple[str, ...], list[InputField]]) -> bool:
    """Say whether the other names of its tool are written like that of a field, which would be the odd one renamed.

    Where the tool has no other, those of all tools that do the same count: ``getCall`` and ``getAgent`` take `callId`
    and `agentId`.
    """
    others = [name for name in field.siblings if name != field.name and len(words_of(name)) > 1]
    verb = words_of(field.tool.name)[:1]
    if not others:
        fields = (one for words, alike in by_words.items() if len(words) > 1 for one in alike)
        others = [one.name for one in fields if one.name != field.name and words_of(one.tool.name)[:1] == verb]
    style = is_snake_case if is_snake_case(field.name) else _is_camel_case
    return len(others) >= _OWN_STYLE and all(map(style, others))


def _is_camel_case(name: str) -> bool:
    return style_of(name) == "camelCase"


def _abbreviated_names(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[_Renaming]:
    """Yield each name that other tools abbreviate, or spell out: ``repo`` and ``repository``.

    What one tool has both of, or what holds values of another type, are two things.
    """
    groups: dict[object, dict[tuple[str, ...], list[InputField]]] = {}
    for words, fields in by_words.items():
        whole = tuple(WHOLE_WORDS.get(word, word) for word in words)
        for field in fields:
            groups.setdefault((whole, frozenset(field.types)), {}).setdefault(words, []).append(field)
    for forms in groups.values():
        if _are_in_one_tool(forms):
            continue
        for _, odd, _, usual in minority_usages(forms):
            pair = odd.first_field, usual.first_field
            if not _are_apart(pair) and _VARIABLES.isdisjoint(word for one in pair for word in words_of(one.tool.name)):
                yield _Renaming(odd.first_field, usual.first_field, usual.tools)


def _are_apart(pair: Sequence[InputField]) -> bool:
    from conformance.rules.catalogue.naming._sibling_meanings import are_apart  # most lists use a name in one way

    return are_apart(pair)


def _reordered_names(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[_Renaming]:
    """Yield each name of the words of another one in another order, or with another word for an id.

    ``idBoard`` and ``boardId``, ``project_gid`` and ``project_id``; what one tool has both of are two things.
    """
    groups: dict[tuple[str, ...], dict[tuple[str, ...], list[InputField]]] = {}
    for words, fields in by_words.items():
        if len(words) > 1:
            # `type_of_berth` is the `berth_type`
            meant = tuple(sorted(_IDENTIFIERS.get(word, word) for word in words if word != "of"))
            groups.setdefault(meant, {})[words] = fields
    for forms in groups.values():
        if _are_in_one_tool(forms):
            continue
        for words, odd, usual_words, usual in minority_usages(forms):
            pair = odd.first_field, usual.first_field
            if pair[0].types == pair[1].types and not _are_apart(pair):
                # a thing may have an UUID and an id, or an identifier that people read
                most = Level.INFO if _UNIQUE.intersection((*words, *usual_words)) else Level.WARNING
                yield _Renaming(*pair, usual.tools, most)


def _are_in_one_tool(forms: Mapping[tuple[str, ...], Sequence[InputField]]) -> bool:
    """Say whether a tool has two of several names, which then mean two things."""
    tools = [tool for fields in forms.values() for tool in {field.tool.name for field in fields}]
    return len(tools) != len(set(tools))


def _unitless_names(by_words: Mapping[tuple[str, ...], list[InputField]], profile: Profile) -> Iterator[_Renaming]:
    for words, fields in by_words.items():
        bare = by_words.get(words[:-1], []) if words and words[-1] in profile.unit_words else []
        tools = {field.tool.name for field in fields}
        # What one tool has both of are two things.
        lone = bare[0] if bare and tools.isdisjoint(field.tool.name for field in bare) else None
        if lone is not None and lone.is_numeric and fields[0].is_numeric and not _counts_others(lone, words[-1]):
            yield _Renaming(lone, fields[0], sorted(tools))


def _counts_others(field: InputField, unit: str) -> bool:
    """Say whether a field counts something else than a unit: "number of log entries" next to ``limit_bytes``."""
    text = field.description.lower()
    own, named = unit_of_time(words_of(field.name), text), unit_of_time([unit], "")
    # `since` in seconds is not `since_ms`; that the units differ is another problem.
    is_other_unit = bool(own and named) and singularize(own) != singularize(named)
    written = {found[0].lower() for found in _UNIT_OF_TIME.finditer(text)}
    is_other_unit = is_other_unit or (bool(written) and singularize(named or unit) not in map(singularize, written))
    return is_other_unit or ("number of" in text and singularize(unit) not in text)


def _problem(renaming: _Renaming) -> Problem:
    field, name = renaming.field, code_text(renaming.usual.name)
    where = f", here and in {list_codes(renaming.also, _SHOWN_TOOLS)}" if renaming.also else ""
    if re.search(rf"(?<![\w-]){re.escape(field.name)}(?=`|:| ?\()", field.tool.description or ""):
        where += ", also in the description of the tool"
    return Problem(
        f"{field.label} {renaming.how} {name} in {list_codes(renaming.tools, _SHOWN_TOOLS)}",
        f"rename it to {name}{where}",
        field.place,
        max_level=renaming.most,
        edits=field.edits_of_name(renaming.usual.name),
    )


def _example_tool(name: str, field: str, kind: str, text: str = "Which one.") -> JsonObject:
    bounds: JsonObject = {"minimum": 1} if kind == "integer" else {}
    described = tool_with(field, **{field: {"type": kind, "description": text, **bounds}})
    return {"name": name, **described, "annotations": {"destructiveHint": False}}


_NAMED: JsonObject = {"type": "string", "description": "Which one."}

RULE = INVENTORY.rule(
    check,
    gathers=(input_fields,),
    level=Level.WARNING,
    source="tool-contract-consistency#naming-and-schema-conventions",
    profile="mcp",
    good=(
        [
            {
                **_example_tool("read_page", "user_group", "string"),
                "input_schema": closed_object(group_user=_NAMED, user_group=_NAMED),
            },
            _example_tool("read_group", "user_group", "string"),
        ],
        [_example_tool("read_pool", "name", "string"), _example_tool("read_rack", "rack_name", "string")],
        [
            _example_tool("list_pods", "label_selector", "string"),
            _example_tool("list_nodes", "label_selector", "string"),
        ],
        [
            _example_tool("read_log", "limit", "integer", "Number of entries."),
            _example_tool("read_file", "limit_bytes", "integer"),
        ],
        [
            _example_tool("read_log", "since", "integer", "Only the last N seconds."),
            _example_tool("read_file", "since_ms", "integer"),
        ],
        [_example_tool("check_crawl", "id", "string"), _example_tool("stop_check", "check_id", "string")],
        [
            _example_tool("read_plan_steps", "id", "string", "Test plan ID."),
            _example_tool("edit_plan_step", "stepId", "string", "Step to edit."),
        ],
    ),
    bad=(
        BadExample(
            [
                _example_tool("read_board", "boardId", "string"),
                _example_tool("list_cards", "boardId", "string"),
                _example_tool("move_list", "idBoard", "string"),
            ],
            says="parameter `idBoard` is called `boardId` in `read_board`, `list_cards`",
        ),
        BadExample(
            [
                _example_tool("read_task", "task_id", "string"),
                _example_tool("edit_task", "task_id", "string"),
                _example_tool("list_steps", "task_gid", "string"),
            ],
            says="parameter `task_gid` is called `task_id` in `read_task`, `edit_task`",
        ),
        BadExample(
            [_example_tool("read_pool", "pool_name", "string"), _example_tool("clean_pool", "name", "string")],
            says="parameter `name` is called `pool_name` in `read_pool`",
        ),
        BadExample(
            [
                _example_tool("list_pods", "label_selector", "string"),
                _example_tool("list_nodes", "label_selector", "string"),
                _example_tool("list_jobs", "labelSelector", "string"),
            ],
            says="parameter `labelSelector` is spelled `label_selector`",
            at="/tools/2/input_schema/properties/labelSelector",
        ),
        BadExample(
            [
                _example_tool("list_pods", "label_selector", "string"),
                _example_tool("list_nodes", "labelSelector", "string"),
                _example_tool("read_log", "sinceSeconds", "integer"),
                _example_tool("read_events", "podName", "string"),
            ],
            says="parameter `label_selector` is spelled `labelSelector` in `list_nodes`",
        ),
        BadExample(
            [_example_tool("read_log", "tail", "integer"), _example_tool("read_events", "tail_lines", "integer")],
            says="parameter `tail` is called `tail_lines` in `read_events`",
        ),
        BadExample(
            [_example_tool("list_tags", "sort_by", "string"), _example_tool("list_files", "sortby", "string")],
            says="parameter `sortby` is spelled `sort_by` in `list_tags`",
        ),
        BadExample(
            [_example_tool("list_tags", "repo", "string"), _example_tool("list_files", "repository", "string")],
            says="parameter `repository` is called `repo`",
        ),
        BadExample(
            [_example_tool("get_task", "id", "string"), _example_tool("stop_task", "task_id", "string")],
            says="parameter `id` is called `task_id`",
        ),
        BadExample(
            [_example_tool("add_index", "uid", "string"), _example_tool("read_index", "index_uid", "string")],
            says="parameter `uid` is called `index_uid` in `read_index`",
        ),
        BadExample(
            [_example_tool("list_tasks", "limit", "integer"), _example_tool("list_notes", "max_results", "integer")],
            says="parameter `max_results` is called `limit` in `list_tasks`",
        ),
        BadExample(
            [_example_tool("read_forecast", "days", "integer"), _example_tool("read_soil", "forecast_days", "integer")],
            says="parameter `forecast_days` is called `days` in `read_forecast`",
        ),
        BadExample(
            [
                {
                    "name": f"{verb}_pages",
                    "input_schema": closed_object(**dict.fromkeys(names, _NAMED)),
                    "annotations": {"destructiveHint": False},
                }
                for verb, names in (
                    ("list", ("page_title", "sort_by")),
                    ("move", ("board_name", "max-depth", "card_name")),
                )
            ],
            says="parameter `max-depth` is not in snake_case, but 4 other names of the list are",
            at="/tools/1/input_schema/properties/max-depth",
        ),
    ),
)
