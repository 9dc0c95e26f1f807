"""The same thing has the same name in all tools.

``labelSelector`` in one tool and ``label_selector`` in the next, ``tail`` in one and ``tail_lines`` in another: a
model that has used one name repeats it in the other tool, which has no such field.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from conformance.display import code_text, list_codes
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.prose.quantities import unit_of_time
from conformance.inventory.siblings import (
    SYNONYMS,
    WHOLE_WORDS,
    InputField,
    identified_thing,
    input_fields,
    inputs_by_words,
    joined_names,
    minority_usages,
    names_in_texts,
)
from conformance.lazy_patterns import LazyPattern
from conformance.names import is_snake_case, singularize, words_of
from conformance.rules.examples import closed_object, tool_with
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_SHOWN_TOOLS = 3
# Other words for what identifies a thing, which one list uses for the same things.
_IDENTIFIERS = {"gid": "id", "guid": "id", "uuid": "id", "identifier": "id"}
# Is all of "labelSelector", "maxURLs"; not "label_selector", "label".
_CAMEL_CASE = LazyPattern(r"[a-z][a-z0-9]*(?:[A-Z][A-Za-z0-9]*)+")
# A list has a style where all but one of so many names are written in it.
_MOST_OF = 3
# A tool with so many other names of several words, all written in one way, has a style of its own.
_OWN_STYLE = 2
# What identifies a thing.
_KEYS = ("id", "uid", "uuid", "slug")
# What may be called after its thing as well; a tool that makes a thing often asks for its `name` alone.
_ATTRIBUTES = ("url", "gid", "name")
# Whose key a text describes. Matches "Test case ID", "slug of the page", "id of a task"; not "the ID".
_OWNER = LazyPattern(r"\b(?P<thing>[A-Za-z]{2,30})(?:'s)?[ -](?:id|uid|uuid|slug|identifier|key)\b", re.IGNORECASE)
# Units that a text counts time in. Matches "last N seconds"; not "secondary".
_UNIT_OF_TIME = LazyPattern(r"\b(?:milliseconds?|ms|seconds?|minutes?|hours?|days?)\b", re.IGNORECASE)
# Words between the things of a name, of which `toUid` is one of two roles.
_JOINTS = frozenset(("to", "from", "by", "of", "in", "on", "for", "with", "and", "or", "as"))


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each rarer spelling, each name that lacks the unit of its siblings, and each bare ``id``."""
    by_words = inputs_by_words(inventory)
    style = _style_of(by_words)
    for fields in by_words.values():
        spellings: dict[str, list[InputField]] = {}
        for field in fields:
            spellings.setdefault(field.name, []).append(field)
        for _, odd, _, usual in minority_usages(spellings):
            # In a list of `camelCase` names it is the `snake_case` one that is odd, however often it is there.
            is_usual = style is not None and style(odd.first_field.name) and not style(usual.first_field.name)
            rarer, other = (usual, odd) if is_usual else (odd, usual)
            most = Level.INFO if _is_written_alike(rarer.first_field, by_words) else Level.WARNING
            yield _problem(rarer.first_field, other.first_field, other.tools, "is spelled", most, rarer.tools[1:])
    for odd, usual in joined_names(by_words):
        yield _problem(odd.first_field, usual.first_field, usual.tools, "is spelled", also=odd.tools[1:])
    yield from _abbreviated_names(by_words)
    yield from _reordered_names(by_words)
    yield from _unitless_names(by_words, profile)
    if profile.levels.get("id_suffix") == "off":  # otherwise a specification of names says what things are called
        verbs = frozenset((*profile.reading_verbs, *profile.changing_verbs))
        meant = [*_synonyms(by_words), *_names_of_one_meaning(by_words), *_bare_ids(by_words, verbs)]
        yield from meant
        known = {problem.message for problem in meant}
        for field, others in names_in_texts(by_words):
            problem = _problem(field, others[0], _tools(others), "is called", Level.INFO)
            yield from () if problem.message in known else (problem,)


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
    return _CAMEL_CASE.fullmatch(name) is not None


def _abbreviated_names(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[Problem]:
    """Yield a problem for each name that other tools abbreviate, or spell out: ``repo`` and ``repository``.

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
            most = Level.INFO if _are_apart((odd.first_field, usual.first_field)) else Level.WARNING
            yield _problem(odd.first_field, usual.first_field, usual.tools, "is called", most)


def _are_apart(pair: Sequence[InputField]) -> bool:
    from conformance.rules.catalogue.naming._sibling_meanings import are_apart  # most lists use a name in one way

    return are_apart(pair)


def _reordered_names(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[Problem]:
    """Yield a problem for each name of the words of another one in another order, or with another word for an id.

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
        for _, odd, _, usual in minority_usages(forms):
            yield _problem(odd.first_field, usual.first_field, usual.tools, "is called", Level.INFO)


def _are_in_one_tool(forms: Mapping[tuple[str, ...], Sequence[InputField]]) -> bool:
    """Say whether a tool has two of several names, which then mean two things."""
    tools = [tool for fields in forms.values() for tool in {field.tool.name for field in fields}]
    return len(tools) != len(set(tools))


def _unitless_names(by_words: Mapping[tuple[str, ...], list[InputField]], profile: Profile) -> Iterator[Problem]:
    for words, fields in by_words.items():
        bare = by_words.get(words[:-1], []) if words and words[-1] in profile.unit_words else []
        tools = {field.tool.name for field in fields}
        # What one tool has both of are two things.
        lone = bare[0] if bare and tools.isdisjoint(field.tool.name for field in bare) else None
        if lone is not None and lone.is_numeric and fields[0].is_numeric and not _counts_others(lone, words[-1]):
            # a unit that the text states leaves nothing to guess
            most = Level.INFO if lone.unit else Level.WARNING
            yield _problem(lone, fields[0], sorted(tools), "is called", most)


def _counts_others(field: InputField, unit: str) -> bool:
    """Say whether a field counts something else than a unit: "number of log entries" next to ``limit_bytes``."""
    text = field.description.lower()
    own, named = unit_of_time(words_of(field.name), text), unit_of_time([unit], "")
    # `since` in seconds is not `since_ms`; that the units differ is another problem.
    is_other_unit = bool(own and named) and singularize(own) != singularize(named)
    written = {found[0].lower() for found in _UNIT_OF_TIME.finditer(text)}
    is_other_unit = is_other_unit or (bool(written) and singularize(named or unit) not in map(singularize, written))
    return is_other_unit or ("number of" in text and singularize(unit) not in text)


def _bare_ids(by_words: Mapping[tuple[str, ...], list[InputField]], verbs: frozenset[str]) -> Iterator[Problem]:
    """Yield a problem for an ``id``, ``uid`` or ``slug`` that other tools call after the thing that it identifies."""
    for suffix in (*_KEYS, *_ATTRIBUTES):
        bare = by_words.get((suffix,), [])
        bare_tools = {field.tool.name for field in bare}
        for field in bare:
            nouns = _owners(field, verbs)
            for words, others in by_words.items():
                full = len(words) == 2 and words[1] == suffix and words[0] in nouns
                # A tool that has both gives them different meanings.
                if full and bare_tools.isdisjoint(other.tool.name for other in others):
                    # A tool may call its own thing `id` on purpose, and that of others by its name.
                    alike = next((other for other in others if _nouns(other, verbs) == {words[0]}), None)
                    usual = alike or next((one for one in others if words[0] in _nouns(one, verbs)), others[0])
                    yield _problem(field, usual, [usual.tool.name], "is called", Level.INFO)


def _nouns(field: InputField, verbs: frozenset[str]) -> set[str]:
    """The words of a tool's name that may be things; the check of `check_status` is no thing that has an id."""
    return {singularize(word) for word in words_of(field.tool.name)} - verbs - _JOINTS


def _owners(field: InputField, verbs: frozenset[str]) -> set[str]:
    """The things that a bare id may be of; "Test case ID" in `get_test_case_steps` is that of a case, not of a step."""
    nouns = _nouns(field, verbs)
    if thing := identified_thing(field):
        return {thing} & nouns
    named = {singularize(found["thing"].lower()) for found in _OWNER.finditer(field.description)} & nouns
    # Of `get_task_steps` it is the task that has one id, and many steps.
    words = [word for word in words_of(field.tool.name) if singularize(word) in nouns]
    many = {singularize(word) for word in words[1:] if singularize(word) != word}
    return named or nouns - many


def _synonyms(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[Problem]:
    """Yield a problem for each rarer one of several names for the same thing: ``limit`` and ``max_results``."""
    for group in SYNONYMS:
        used = {words: by_words[words] for words in group if words in by_words}
        tools = [{field.tool.name for field in fields} for fields in used.values()]
        if any(not one.isdisjoint(other) for at, one in enumerate(tools) for other in tools[:at]):
            continue  # a tool that has two of them gives them different meanings
        for _, odd, _, usual in minority_usages(used):
            if odd.first_field.types == usual.first_field.types:
                yield _problem(odd.first_field, usual.first_field, usual.tools, "is called", Level.INFO)


def _names_of_one_meaning(by_words: Mapping[tuple[str, ...], list[InputField]]) -> Iterator[Problem]:
    """Yield a problem for each rarer one of two names that share a word and have one description: what they mean."""
    meanings: dict[tuple[str, str], dict[tuple[str, ...], list[InputField]]] = {}
    for words, fields in by_words.items():
        for field in fields:
            meant = " ".join(field.description.lower().split()).rstrip(".")
            is_named = bool(words) and words[0] not in _KEYS and not field.is_numeric
            if is_named and " " in meant and len(field.types) == 1:
                meanings.setdefault((meant, field.types[0]), {}).setdefault(words, []).append(field)
    for used in meanings.values():
        for words, odd, usual_words, usual in minority_usages(used):
            # A tool that has both gives them different meanings.
            is_apart = not set(_tools(by_words[words])).isdisjoint(_tools(by_words[usual_words]))
            if not is_apart and _is_other_name(words, usual_words):
                yield _problem(odd.first_field, usual.first_field, usual.tools, "is called", Level.INFO)


def _tools(fields: Sequence[InputField]) -> list[str]:
    return [field.tool.name for field in fields]


def _is_other_name(words: tuple[str, ...], usual: tuple[str, ...]) -> bool:
    """Say whether two names share a word, and no other comparison of names knows both."""
    whole = [[WHOLE_WORDS.get(word, word) for word in one] for one in (words, usual)]
    is_known = any(words in group and usual in group for group in SYNONYMS)
    first, second = set(whole[0]), set(whole[1])
    # One of two targets is called `start_target` where the only one is `target`.
    is_qualified = first <= second or second <= first
    return not is_qualified and not is_known and not first.isdisjoint(second)


def _problem(
    field: InputField,
    usual: InputField,
    tools: list[str],
    how: str,
    most: Level = Level.WARNING,
    also: Sequence[str] = (),
) -> Problem:
    where = f", here and in {list_codes(also, _SHOWN_TOOLS)}" if also else ""
    if re.search(rf"(?<![\w-]){re.escape(field.name)}(?=`|:| ?\()", field.tool.description or ""):
        where += ", also in the description of the tool"
    return Problem(
        f"{field.label} {how} {code_text(usual.name)} in {list_codes(tools, _SHOWN_TOOLS)}",
        f"rename it to {code_text(usual.name)}{where}",
        field.place,
        max_level=most,
        edits=field.edits_of_name(usual.name),
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
            [_example_tool("read_pool", "pool_name", "string"), _example_tool("remove_pool", "name", "string")],
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
    ),
)
