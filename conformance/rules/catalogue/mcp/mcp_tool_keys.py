"""The tools of an MCP server have only members that their protocol revision defines, each of the right type.

Many clients silently drop members that they do not know, and some lose the entire tool list over one of the wrong type.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import (
    JsonValue,
    as_array,
    as_object,
    as_text,
    type_name,
    type_name_phrase,
    type_phrase,
)
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.model import INPUT_SCHEMA, READER_KEYS, RESULT_SCHEMA
from conformance.names import closest_match
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile
from conformance.settings.profiles.provider import Protocol

Model: TypeAlias = "str | tuple[str, ...] | list[Model] | Mapping[str, Model]"
"""What a value must be: of a type, one of some texts, an array of such elements, or an object with such members."""
# SDKs read a tool by one model for all revisions, so that the types of what only another revision defines count too.
# The two schemas have rules of their own, but for the boolean that is a schema and that SDKs do not take as one.
_MODEL: Mapping[str, Model] = {
    "name": "string",
    "title": "string",
    "description": "string",
    "annotations": {
        "title": "string",
        **dict.fromkeys(("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"), "boolean"),
    },
    "execution": {"taskSupport": ("forbidden", "optional", "required")},
    "icons": [{"src": "string", "mimeType": "string", "sizes": ["string"], "theme": ("light", "dark")}],
    "_meta": {},
}
# Members that one revision defines and another does not. SDKs write them whatever the server states, so nobody but the
# reader of another revision misses them.
_OF_SOME_REVISION = frozenset({"execution", "icons"})


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each member that the protocol does not define, and for each of the wrong type."""
    if profile.protocol is None:
        return
    users: dict[str, list[Tool]] = {}
    for tool in inventory.tools:
        yield from _malformed_members(tool)
        for key in tool.unknown_keys:
            if key not in (*profile.protocol.tool_keys, "inputSchema", *READER_KEYS):
                users.setdefault(key, []).append(tool)
    for key, tools in users.items():
        yield _unknown_member(key, tools, profile.protocol)


def _unknown_member(key: str, tools: Sequence[Tool], protocol: Protocol) -> Problem:
    meant = closest_match(key, protocol.tool_keys)
    is_elsewhere = key in _OF_SOME_REVISION
    hint = "remove it, unless your SDK writes it" if is_elsewhere else "move it into `_meta`"
    return Problem(
        f"member {code_text(key)} of {list_codes((tool.name for tool in tools), 3)} "
        f"is not defined in MCP {protocol.revision}, so clients may drop it",
        f"rename it to {code_text(meant)}" if meant else hint,
        child(tools[0].pointer, key),
        max_level=Level.INFO if is_elsewhere else Level.WARNING,
        detail=key,
        tools=[tool.name for tool in tools],
    )


def _malformed_members(tool: Tool) -> Iterator[Problem]:
    if "inputSchema" in tool.unknown_keys:
        schema = tool.raw["inputSchema"]
        found = "missing or null" if schema is None else f"{type_phrase(schema)}, not an object"
        yield Problem(
            f"`inputSchema` is {found}",
            'use {"type": "object", "additionalProperties": false} for a tool without arguments',
            child(tool.pointer, "inputSchema"),
        )
    yield from (_mistyped_problem(tool, *found) for found in _mistyped_values(tool.entry, _MODEL))
    yield from _boolean_properties(tool)
    if "name" not in tool.entry:
        yield Problem("tool has no `name`", "add a `name` that says what the tool does", tool.pointer)
    for index, icon in enumerate(as_array(tool.entry.get("icons"))):
        if isinstance(icon, Mapping) and "src" not in icon:
            hint = "add the address of the image, or remove the icon"
            yield Problem(f"`icons[{index}]` has no `src`", hint, child(tool.pointer, "icons", index))


def _boolean_properties(tool: Tool) -> Iterator[Problem]:
    """Yield a problem for each property of a root that is a boolean: the SDK for TypeScript reads objects there."""
    roots = (
        ("inputSchema", INPUT_SCHEMA, tool.input_schema),
        ("outputSchema", RESULT_SCHEMA, tool.success_result_schema),
    )
    for label, pointer, schema in roots:
        for name, value in as_object(as_object(schema).get("properties")).items():
            if isinstance(value, bool):
                yield Problem(
                    f"property {code_text(name)} of `{label}` is a boolean, which clients made with the SDK for "
                    "TypeScript refuse, with all tools",
                    "write `{}`, or better its type" if value else 'write `{"not": {}}`, or remove it',
                    child(f"{tool.pointer}{pointer}", "properties", name),
                )


def _mistyped_values(
    value: JsonValue, model: Model, tokens: tuple[str | int, ...] = ()
) -> Iterator[tuple[Sequence[str | int], JsonValue, Model]]:
    """Yield the outermost values that do not fit the model, each with its tokens and its part of the model."""
    if not _fits(value, model):
        yield tokens, value, model
    elif isinstance(model, list):
        for index, item in enumerate(as_array(value)):
            yield from _mistyped_values(item, model[0], (*tokens, index))
    elif isinstance(model, Mapping):
        members = as_object(value)
        for key in (one for one in model if one in members):
            yield from _mistyped_values(members[key], model[key], (*tokens, key))


def _fits(value: JsonValue, model: Model) -> bool:
    return value in model if isinstance(model, tuple) else type_name(value) == _type_of(model)


def _type_of(model: Model) -> str:
    return model if isinstance(model, str) else "array" if isinstance(model, list) else "object"


def _mistyped_problem(tool: Tool, tokens: Sequence[str | int], value: JsonValue, model: Model) -> Problem:
    label = "".join(f"[{token}]" if isinstance(token, int) else f".{token}" for token in tokens).removeprefix(".")
    if isinstance(model, tuple):
        found, use = f"{code_text(as_text(value) or type_name(value))}, which is not a known value", list_codes(model)
    else:
        found, use = f"{type_phrase(value)}, not {type_name_phrase(_type_of(model))}", type_name_phrase(_type_of(model))
    hint = f"use {use}" if label == "name" else f"use {use}, or remove it"
    return Problem(f"{code_text(label)} is {found}", hint, child(tool.pointer, *tokens))


RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#mcp-revisions",
    profile="mcp",
    good=(
        [{"name": "list_tasks", "title": "List tasks", "annotations": {"readOnlyHint": True}}],
        [
            {
                "name": "list_tasks",
                "annotations": {"readOnlyHint": True},
                "result_envelope": {
                    "success_result_schema": {
                        "type": "object",
                        # no client looks deeper than the properties of the root
                        "properties": {"task": {"type": "object", "properties": {"owner": True}}, "rest": {}},
                        "additionalProperties": True,
                    }
                },
            }
        ],
    ),
    bad=(
        BadExample(
            [{"name": "list_tasks", "anotations": {"readOnlyHint": True}, "annotations": {"readOnlyHint": True}}],
            says="`anotations`",
            at="/tools/0/anotations",
        ),
        BadExample(
            [{"name": "list_tasks", "title": 5, "annotations": {"readOnlyHint": True}}],
            says="`title` is an integer, not a string",
        ),
        BadExample(
            [{"name": "list_tasks", "annotations": {"readOnlyHint": True, "openWorldHint": "no"}}],
            says="`annotations.openWorldHint` is a string, not a boolean",
            at="/tools/0/annotations/openWorldHint",
        ),
        BadExample(
            [
                {
                    "name": "list_tasks",
                    "icons": [{"src": "data:,", "sizes": "48x48"}],
                    "annotations": {"readOnlyHint": True},
                }
            ],
            says="`icons[0].sizes` is a string, not an array",
        ),
        BadExample(
            [
                {
                    "name": "list_tasks",
                    "annotations": {"readOnlyHint": True},
                    "result_envelope": {"success_result_schema": {"type": "object", "properties": {"tasks": True}}},
                }
            ],
            says="property `tasks` of `outputSchema` is a boolean",
            at="/tools/0/result_envelope/success_result_schema/properties/tasks",
        ),
    ),
)
