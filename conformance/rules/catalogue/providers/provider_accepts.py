"""The provider accepts the tool as it is: its name, its description, the root of its schema, and every keyword in it.

One name, union or keyword that the provider rejects fails the entire request, and the model gets no tools at all. What
is not rejected is silently dropped, and the model is then held to the lowered form instead of the schema.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_object, as_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.lowering.objections import (
    ProviderObjection,
    keyword_objections,
    property_name_objections,
    root_objections,
    strictness_objections,
)
from conformance.inventory.model import READER_KEYS, SCHEMA_KEYS, TOOL_KEYS
from conformance.names import snake_case, words_of
from conformance.rules.examples import tool_with
from conformance.rules.scopes import TOOL, BadExample, Kind
from conformance.settings.profiles import Profile, load_profile
from conformance.settings.profiles.provider import Provider

# Positions kept as evidence.
_MAX_POINTERS = 50
_SCHEMA = "/input_schema"
_PROPERTY_CHARS = "use only letters, digits and underscores"
_PLAIN = "use a plain object with `type` and `properties`, and make one tool per variant"
# Words in the names of members whose schema is not that of the input.
_OF_RESULTS = frozenset(("output", "result", "response", "return", "returns"))
_NO_ARGUMENTS = 'for a tool without arguments use {"type": "object", "properties": {}}'
_EACH_ITS_OWN = "send each provider its own form: `conformance lower --to gemini` omits the parameters of such a tool"
_NOTHING = "omit the parameters of a tool without arguments from the request, as `conformance lower --to gemini` does"


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each thing that the provider rejects or requires, with all the positions where it occurs."""
    judging = profile_of_tool(tool, profile)
    if judging.provider is not None:
        provider = judging.provider.reader_of(tool.schema_key)
        for kind, problems in _PROBLEMS.items():
            yield from (replace(one, kind=kind) for one in problems(tool, judging, provider))


def profile_of_tool(tool: Tool, profile: Profile) -> Profile:
    """Return the profile for a tool: that of strict mode where it asks for that, whatever the other tools do."""
    strict = profile.provider.strict_profile if profile.provider else None
    return profile if strict is None or tool.raw.get("strict") is not True else _strict_profile(strict)


@cache
def _strict_profile(name: str) -> Profile:
    return load_profile(name)


def _name_problems(tool: Tool, profile: Profile, provider: Provider) -> Iterator[Problem]:
    if tool.name_fault and profile.protocol is None:  # else `mcp_tool_keys` reports it
        yield Problem(tool.name_fault, "add a `name` that says what the tool does", "/name")
    else:
        yield from name_problems(tool.own_name, provider)


def name_problems(name: str, provider: Provider) -> Iterator[Problem]:
    """Yield what the provider has against the name of a tool."""
    pattern, longest = provider.name_pattern, provider.name_longest
    citation = provider.citation("name")
    if longest is not None and len(name) > longest:
        allows = "recommends at most" if provider.name_rule == "recommends" else "allows"
        yield Problem(
            f"tool name {code_text(name)} has {len(name):,} characters, "
            f"but {provider.label} {allows} {longest}{citation}",
            f"shorten it to {longest} characters",
            "/name",
        )
    elif pattern is not None and not pattern.fullmatch(name):
        yield Problem(
            # without the name, so that all such tools of a list are one finding
            f"tool name does not match {code_text(pattern.pattern)}, "
            f"which {provider.label} {provider.name_rule}{citation}",
            "use letters, digits, underscores and dashes, and start with a letter",
            "/name",
        )


def _description_problems(tool: Tool, _profile: Profile, provider: Provider) -> Iterator[Problem]:
    longest, length = provider.description_longest, len(tool.description or "")
    if longest is not None and length > longest:
        yield Problem(
            f"description has {length:,} characters, but {provider.label} has been observed to reject more than "
            f"{longest:,}{provider.citation('description')}",
            "shorten it, and move details about one field into that field's description",
            "/description",
        )


def _root_problems(tool: Tool, profile: Profile, provider: Provider) -> Iterator[Problem]:
    yield from _double_schema_problems(tool, profile)
    if (fault := tool.schema_fault) is not None:
        if provider.request.schema_required or tool.stated_schema is not None:
            yield _missing_schema_problem(tool, provider, fault)
        return
    # a list that leaves the schema out does not send the empty one that a reader takes it for
    objections = [] if tool.omits_schema else list(root_objections(tool.input_schema, provider.dialect))
    # where a schema is required and may not be empty, no single form of the tool is right
    nothing = _EACH_ITS_OWN if provider.request.schema_required else _NOTHING
    for hint, is_empty in ((_PLAIN, False), (nothing, True)):
        own = [objection for objection in objections if (objection.topic == "properties") is is_empty]
        yield from _grouped_problems(tool, own, provider, hint)


def _missing_schema_problem(tool: Tool, provider: Provider, fault: str) -> Problem:
    message = f"{fault}, which {provider.label} rejects{provider.citation('schema', 'root')}"
    if (unread := next(iter(unread_schemas(tool)), None)) is not None:
        # the reader of a list keeps the name that it did not find
        own = next((key for key in reversed(SCHEMA_KEYS) if tool.entry.get(key, "") is None), None)
        hint = f"rename {code_text(unread)} to {code_text(own or provider.request.schema_key)}"
        return Problem(message, hint, child("", unread))
    if (as_text(tool.stated_schema) or "").lstrip().startswith("{"):
        return Problem(message, "write the object itself instead of its JSON as a text", _SCHEMA)
    may_omit = provider.dialect.needs_properties and not provider.request.schema_required
    return Problem(message, _NOTHING if may_omit else _NO_ARGUMENTS, _SCHEMA)


def unread_schemas(tool: Tool) -> Sequence[str]:
    """Return the members of a tool that are schemas of an input, by names that no inventory has."""
    others = {key: value for key, value in tool.entry.items() if key not in (*TOOL_KEYS, *READER_KEYS)}
    return [key for key, value in others.items() if _OF_RESULTS.isdisjoint(words_of(key)) and _is_input(value)]


def _is_input(value: JsonValue) -> bool:
    """Say whether a value is the schema of an object, or what such a schema says of its properties."""
    members = as_object(value)
    parts = members.values()
    return (
        isinstance(members.get("properties"), Mapping)
        or "$ref" in members
        or str(members.get("type")).casefold() == "object"
        or (len(parts) > 0 and all(isinstance(part, Mapping) and "type" in part for part in parts))
    )


def _double_schema_problems(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield that the tool states its input in two forms of the request, of which the provider takes one."""
    stated = profile.provider.request.schema_key if profile.provider else ""
    forms = profile.provider.forms.values() if profile.provider else ()
    for other in dict.fromkeys(form.request.schema_key for form in forms):
        if other != stated and tool.schema_key is None and other in tool.raw:
            message = f"the input is stated twice, as {code_text(stated)} and as {code_text(other)}"
            cited = profile.provider.citation("double") if profile.provider else ""
            yield Problem(f"{message}, which exclude each other{cited}", f"remove {code_text(other)}", f"/{other}")


def _keyword_problems(tool: Tool, profile: Profile, provider: Provider) -> Iterator[Problem]:
    objections = keyword_objections(tool.input_schema, provider.dialect)
    yield from _grouped_problems(tool, objections, provider, _lowering(profile))


def _strictness_problems(tool: Tool, profile: Profile, provider: Provider) -> Iterator[Problem]:
    # one objection for all optional properties, instead of one for each name
    objections = (
        replace(one, what="an optional property") if "optional" in one.what else one
        for one in strictness_objections(tool.input_schema, provider.dialect)
    )
    yield from _grouped_problems(tool, objections, provider, _lowering(profile))


def _property_name_problems(tool: Tool, _profile: Profile, provider: Provider) -> Iterator[Problem]:
    pattern = provider.property_pattern
    if pattern is None:
        return
    for objection in property_name_objections(tool.input_schema, provider):
        name, citation = objection.what, provider.citation("property")
        better = snake_case(name)[: provider.property_longest]
        fault, hint = (
            (f"does not match {code_text(pattern.pattern)}, which {provider.label} requires", _PROPERTY_CHARS)
            if not pattern.fullmatch(name)
            else (
                f"has {len(name):,} characters, but {provider.label} allows {provider.property_longest}",
                f"shorten it to {provider.property_longest} characters",
            )
        )
        fits = pattern.fullmatch(better) and better != name
        yield Problem(
            f"property name {code_text(name)} {fault}{citation}",
            f"rename it to {code_text(better)}" if fits else hint,
            f"{_SCHEMA}{objection.pointer}",
        )


def _lowering(profile: Profile) -> str:
    return f"send the lowered form: `conformance lower --to {profile.name}`"


def _grouped_problems(
    tool: Tool, objections: Iterable[ProviderObjection], provider: Provider, hint: str
) -> Iterator[Problem]:
    """Yield one problem for each distinct objection, at the first of its positions."""
    positions: dict[tuple[str, str], list[str]] = {}
    for objection in objections:
        positions.setdefault((objection.topic, objection.message_for(provider.label)), []).append(objection.pointer)
    for (topic, message), pointers in positions.items():
        yield Problem(
            f"{message}{provider.citation(topic, 'keywords')}",
            hint,
            _SCHEMA + pointers[0],
            {"places": [tool.pointer + _SCHEMA + pointer for pointer in pointers[:_MAX_POINTERS]]},
        )


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
        tool_with(
            "label",
            "page_size",
            label={"type": ["string", "null"], "description": "Of the task."},
            page_size={"type": "integer", "minimum": 1, "description": "Most tasks."},
        ),
    ),
    bad=(
        BadExample({"name": "tasks.list"}, says="tool name does not match", at="/tools/0/name"),
        BadExample({"name": "ListTasks" * 10}, says="has 90 characters, but OpenAI"),
        BadExample(
            {"description": "List active tasks. " * 60},
            says="description has 1,140 characters, but",
            at="/tools/0/description",
        ),
        BadExample(
            {
                "input_schema": {
                    "type": "object",
                    "properties": {"a": {"type": "string", "description": "Of the task."}},
                    "oneOf": [{"required": ["a"]}, {"minProperties": 2}],
                }
            },
            says="`oneOf` at the root",
            at="/tools/0/input_schema/oneOf",
            also=("lowering_keeps_contract",),
            profile="anthropic",
        ),
        BadExample(
            {
                "input_schema": {
                    "$schema": "http://json-schema.org/draft-07/schema#",
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "range": {
                            "type": "array",
                            "description": "First and last hour.",
                            "items": [{"type": "integer"}, {"type": "integer"}],
                            "maxItems": 2,
                        }
                    },
                }
            },
            says="rejects a list as `items`",
            at="/tools/0/input_schema/properties/range/items",
            also=("lowering_keeps_contract",),
            profile="openai",
        ),
        BadExample(
            {"input_schema": {"properties": {"label": {"type": "string", "description": "Of the task."}}}},
            says="`type` at the root",
            profile="anthropic",
        ),
        BadExample(
            {"input_schema": None},
            says="tool has no input schema, which Anthropic rejects",
            at="/tools/0/input_schema",
            profile="anthropic",
        ),
        BadExample(
            {
                "input_schema": {
                    "type": "object",
                    "properties": {"title": {"type": ["string", "null"], "description": "Of the task."}},
                }
            },
            says="a list of types",
            at="/tools/0/input_schema/properties/title/type",
            profile="gemini",
        ),
        BadExample(
            {"input_schema": {"type": "object", "properties": {"kind": {"const": "a", "description": "Of the task."}}}},
            says="`const`",
            profile="gemini",
        ),
        BadExample(
            {
                "input_schema": {
                    "type": "object",
                    "properties": {"page-size": {"type": "integer", "minimum": 1, "description": "Most tasks."}},
                }
            },
            says="property name `page-size` does not match",
            at="/tools/0/input_schema/properties/page-size",
            profile="gemini",
        ),
        BadExample(
            tool_with(label={"type": ["string", "null"], "description": "Of the task."}),
            says="optional property",
            at="/tools/0/input_schema/properties/label",
        ),
        BadExample(
            {
                "input_schema": {
                    "type": "object",
                    "properties": {"label": {"type": "string", "description": "Of the task."}},
                    "required": ["label"],
                }
            },
            says="not closed",
        ),
    ),
)
