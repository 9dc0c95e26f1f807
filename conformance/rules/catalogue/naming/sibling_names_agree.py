"""The same thing has the same name in all tools.

``labelSelector`` in one tool and ``label_selector`` in the next, ``tail`` in one and ``tail_lines`` in another: a
model that has used one name repeats it in the other tool, which has no such field.
"""

from collections.abc import Iterator, Mapping

from conformance.display import code_text, list_codes
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.fields import Field
from conformance.inventory.siblings import inputs_by_words, minority_usages
from conformance.names import singularize, words_of
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_SHOWN_TOOLS = 3
_WHOLE_WORDS = {
    "repo": "repository",
    "org": "organization",
    "dir": "directory",
    "env": "environment",
    "config": "configuration",
    "desc": "description",
    "msg": "message",
    "cmd": "command",
    "lang": "language",
    "num": "number",
    "src": "source",
    "dest": "destination",
    "dst": "destination",
    "pwd": "password",
    "addr": "address",
    "img": "image",
    "btn": "button",
}
"""Abbreviations that stand for exactly one word."""


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each rarer spelling, each name that lacks the unit of its siblings, and each bare ``id``."""
    by_words = inputs_by_words(inventory)
    for fields in by_words.values():
        spellings: dict[str, list[Field]] = {}
        for field in fields:
            spellings.setdefault(field.name, []).append(field)
        for _, odd, _, usual in minority_usages(spellings):
            yield _problem(odd.first_field, usual.first_field, usual.tools, "is spelled")
    yield from _abbreviated_names(by_words)
    yield from _unitless_names(by_words, profile)
    if profile.levels.get("id_suffix") == "off":  # otherwise `id_suffix` reports them
        yield from _bare_ids(by_words, frozenset((*profile.reading_verbs, *profile.changing_verbs)))


def _abbreviated_names(by_words: Mapping[tuple[str, ...], list[Field]]) -> Iterator[Problem]:
    """Yield a problem for each name that other tools abbreviate, or spell out: ``repo`` and ``repository``."""
    groups: dict[tuple[str, ...], dict[tuple[str, ...], list[Field]]] = {}
    for words, fields in by_words.items():
        whole = tuple(_WHOLE_WORDS.get(word, word) for word in words)
        groups.setdefault(whole, {})[words] = fields
    for forms in groups.values():
        for _, odd, _, usual in minority_usages(forms):
            yield _problem(odd.first_field, usual.first_field, usual.tools, "is called")


def _unitless_names(by_words: Mapping[tuple[str, ...], list[Field]], profile: Profile) -> Iterator[Problem]:
    for words, fields in by_words.items():
        bare = by_words.get(words[:-1], []) if words and words[-1] in profile.unit_words else []
        tools = {field.tool.name for field in fields}
        lone = next((field for field in bare if field.tool.name not in tools), None)
        if lone is not None and lone.is_numeric and fields[0].is_numeric:
            yield _problem(lone, fields[0], sorted(tools), "is called")


def _bare_ids(by_words: Mapping[tuple[str, ...], list[Field]], verbs: frozenset[str]) -> Iterator[Problem]:
    bare = by_words.get(("id",), [])
    bare_tools = {field.tool.name for field in bare}
    for field in bare:
        # The check of `check_status` is no thing that has an id.
        nouns = {singularize(word) for word in words_of(field.tool.name)} - verbs
        for words, others in by_words.items():
            full = len(words) == 2 and words[1] == "id" and words[0] in nouns
            # A tool that has both gives them different meanings.
            if full and bare_tools.isdisjoint(other.tool.name for other in others):
                yield _problem(field, others[0], [others[0].tool.name], "is called")


def _problem(field: Field, usual: Field, tools: list[str], how: str) -> Problem:
    return Problem(
        f"{field.label} {how} {code_text(usual.name)} in {list_codes(tools, _SHOWN_TOOLS)}",
        f"rename it to {code_text(usual.name)}",
        field.tool.pointer + field.pointer,
    )


def _example_tool(name: str, field: str, kind: str) -> JsonObject:
    schema = {"type": "object", "additionalProperties": False, "properties": {field: {"type": kind}}}
    return {"name": name, "input_schema": schema, "annotations": {"destructiveHint": False}}


RULE = INVENTORY.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#naming-and-schema-conventions",
    profile="mcp",
    good=(
        [
            _example_tool("list_pods", "label_selector", "string"),
            _example_tool("list_nodes", "label_selector", "string"),
        ],
        [_example_tool("check_crawl", "id", "string"), _example_tool("stop_check", "check_id", "string")],
    ),
    bad=(
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
            [_example_tool("read_log", "tail", "integer"), _example_tool("read_events", "tail_lines", "integer")],
            says="parameter `tail` is called `tail_lines` in `read_events`",
        ),
        BadExample(
            [_example_tool("list_tags", "repo", "string"), _example_tool("list_files", "repository", "string")],
            says="parameter `repository` is called `repo`",
        ),
        BadExample(
            [_example_tool("get_task", "id", "string"), _example_tool("stop_task", "task_id", "string")],
            says="parameter `id` is called `task_id`",
        ),
    ),
)
