"""A provider accepts the tool as it is: its name, its description, the root of its schema, every keyword in it.

One name, union or keyword that the provider refuses fails the whole request: the model gets no tool at all. What is not
refused is dropped in silence, and then the model is not held to the schema but to the lowered form.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from conformance.display import escape_text, quote_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.lowering.objections import (
    Objection,
    keyword_objections,
    property_name_objections,
    root_objections,
    strictness_objections,
)
from conformance.names import snake_case
from conformance.rules.scopes import TOOL, BadExample, Kind
from conformance.settings.profiles import Profile
from conformance.settings.profiles.provider import Provider

_MAX_SHOWN_POINTERS, _MAX_POINTERS = 3, 50
_SCHEMA = "/input_schema"
_PLAIN = "write a plain object with 'type' and 'properties', and make one tool for each variant"
_NOTHING = (
    "leave the parameters of a tool that takes nothing out of the request, as `conformance lower --to gemini` does"
)


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each kind of thing that the provider refuses or misses; all its places are one problem."""
    if profile.provider is not None:
        for kind, problems in _PROBLEMS.items():
            yield from (replace(one, kind=kind) for one in problems(tool, profile, profile.provider))


def _name_problems(tool: Tool, _profile: Profile, provider: Provider) -> Iterator[Problem]:
    pattern, longest = provider.name_pattern, provider.name_longest
    source = provider.source("name")
    if longest is not None and len(tool.name) > longest:
        yield Problem(
            f"tool name {quote_text(tool.name)} has {len(tool.name):,} characters; {provider.label} takes "
            f"{longest}{source}",
            "shorten it",
            "/name",
        )
    elif pattern is not None and not pattern.fullmatch(tool.name):
        yield Problem(
            f"tool name {quote_text(tool.name)} is not of the form {quote_text(pattern.pattern)} that "
            f"{provider.label} takes{source}",
            "use letters, digits, underscores and dashes, and begin with a letter",
            "/name",
        )


def _description_problems(tool: Tool, _profile: Profile, provider: Provider) -> Iterator[Problem]:
    longest, length = provider.description_longest, len(tool.description or "")
    if longest is not None and length > longest:
        yield Problem(
            f"the description has {length:,} characters; {provider.label} was seen to refuse more than "
            f"{longest:,}{provider.source('description')}",
            "say it shorter, and put what belongs to one field into the field's description",
            "/description",
        )


def _root_problems(tool: Tool, _profile: Profile, provider: Provider) -> Iterator[Problem]:
    if tool.input_schema is not None:
        objections = list(root_objections(tool.input_schema, provider.dialect))
        for hint, is_empty in ((_PLAIN, False), (_NOTHING, True)):
            own = [objection for objection in objections if (objection.topic == "properties") is is_empty]
            yield from _grouped_problems(own, provider, hint)


def _keyword_problems(tool: Tool, profile: Profile, provider: Provider) -> Iterator[Problem]:
    yield from _grouped_problems(keyword_objections(tool.input_schema, provider.dialect), provider, _lowering(profile))


def _strictness_problems(tool: Tool, profile: Profile, provider: Provider) -> Iterator[Problem]:
    objections = (
        replace(one, what="an optional property") if "optional" in one.what else one
        for one in strictness_objections(tool.input_schema, provider.dialect)
    )
    yield from _grouped_problems(objections, provider, _lowering(profile))


def _property_name_problems(tool: Tool, _profile: Profile, provider: Provider) -> Iterator[Problem]:
    pattern = provider.property_pattern
    if pattern is None:
        return
    for objection in property_name_objections(tool.input_schema, provider):
        better = snake_case(objection.what)[: provider.property_longest]
        fits = pattern.fullmatch(better) and better != objection.what
        yield Problem(
            f"the property {quote_text(objection.what)} is not of the form {quote_text(pattern.pattern)}, "
            f"at most {provider.property_longest} characters, that {provider.label} takes{provider.source('property')}",
            f"rename it to {quote_text(better)}" if fits else "give it a name of letters, digits and underscores",
            f"{_SCHEMA}{objection.pointer}",
        )


def _lowering(profile: Profile) -> str:
    return f"send the lowered form: `conformance lower --to {profile.name}`"


def _grouped_problems(objections: Iterable[Objection], provider: Provider, hint: str) -> Iterator[Problem]:
    """One problem for each thing that is objected to, at the first of its places."""
    places: dict[tuple[str, str], list[str]] = {}
    for objection in objections:
        places.setdefault((objection.topic, objection.message_for(provider.label)), []).append(objection.pointer)
    for (topic, message), pointers in places.items():
        yield Problem(
            f"{message}{_format_pointers(pointers)}{provider.source(topic, 'keywords')}",
            hint,
            _SCHEMA + pointers[0],
            {"places": pointers[:_MAX_POINTERS]},
        )


def _format_pointers(pointers: Sequence[str]) -> str:
    if pointers == [""]:
        return ""
    shown = ", ".join(escape_text(pointer or "the root")[:80] for pointer in pointers[:_MAX_SHOWN_POINTERS])
    rest = len(pointers) - _MAX_SHOWN_POINTERS
    more = f" and {rest} more place{'s' if rest > 1 else ''}" if rest > 0 else ""
    return f" (at {shown}{more})"


_PROBLEMS: Mapping[str, Callable[[Tool, Profile, Provider], Iterator[Problem]]] = {
    "name": _name_problems,
    "description_length": _description_problems,
    "root": _root_problems,
    "keywords": _keyword_problems,
    "property_names": _property_name_problems,
    "strictness": _strictness_problems,
}

RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#openai",
    profile="openai_strict",
    kinds=(
        Kind("name", aliases=("provider_name",)),
        Kind("description_length", Level.WARNING, aliases=("provider_description_length",)),
        Kind("root", aliases=("provider_root",)),
        Kind("keywords", aliases=("provider_keywords",)),
        Kind("property_names", aliases=("provider_property_names",)),
        Kind("strictness", aliases=("provider_strictness",)),
    ),
    good=(
        {"name": "list-tasks_2", "description": "List active tasks with bounded output."},
        {
            "input_schema": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"label": {"type": ["string", "null"]}, "page_size": {"type": "integer"}},
                "required": ["label", "page_size"],
            }
        },
    ),
    bad=(
        BadExample({"name": "tasks.list"}, says="'tasks.list'", at="/tools/0/name"),
        BadExample({"name": "ListTasks" * 10}, says="90 characters"),
        BadExample({"description": "List active tasks. " * 60}, says="1,140 characters", at="/tools/0/description"),
        BadExample(
            {
                "input_schema": {
                    "type": "object",
                    "properties": {"a": {}},
                    "oneOf": [{"required": ["a"]}, {"minProperties": 2}],
                }
            },
            says="'oneOf' at the root",
            at="/tools/0/input_schema/oneOf",
            also=("lowering_keeps_contract",),
            profile="anthropic",
        ),
        BadExample(
            {"input_schema": {"properties": {"label": {"type": "string"}}}},
            says="needs 'type' at the root",
            profile="anthropic",
        ),
        BadExample(
            {"input_schema": {"type": "object", "properties": {"limit": {"type": ["integer", "null"]}}}},
            says="a list of types",
            at="/tools/0/input_schema/properties/limit/type",
            profile="gemini",
        ),
        BadExample(
            {"input_schema": {"type": "object", "properties": {"kind": {"const": "a"}}}},
            says="does not take 'const'",
            profile="gemini",
        ),
        BadExample(
            {"input_schema": {"type": "object", "properties": {"page-size": {"type": "integer"}}}},
            says="'page-size'",
            at="/tools/0/input_schema/properties/page-size",
            profile="gemini",
        ),
        BadExample(
            {
                "input_schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"label": {"type": ["string", "null"]}},
                    "required": [],
                }
            },
            says="optional property",
            at="/tools/0/input_schema/properties/label",
        ),
        BadExample(
            {"input_schema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}},
            says="not closed",
        ),
    ),
)
