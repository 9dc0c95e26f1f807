"""A tool of a provider's list has only members that the provider knows, each where it is read.

Providers reject a whole request over a member that they do not know. A schema under the name that another provider
gives it is not read at all, and the tool takes no input.
"""

from collections.abc import Iterator
from itertools import islice

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_object, type_phrase
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.formats import Format, all_formats
from conformance.inventory.model import AS_LISTED, READER_KEYS, RESULT_SCHEMA, SCHEMA_KEYS
from conformance.names import closest_match
from conformance.rules.catalogue.providers.provider_accepts import unread_schemas
from conformance.rules.examples import closed_object
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.schema.faults import schema_faults
from conformance.schema.positions import positions
from conformance.settings.profiles import Profile
from conformance.settings.profiles.provider import Provider

_TYPES = ("function", "custom")
_MAX_FAULTS = 20
# Its reader keeps this member only beside `response`.
_SECOND_RESULT = "responseJsonSchema"
# Members of MCP's tools that no provider has: a list of them with `input_schema` was meant for a client of MCP.
_OF_MCP = frozenset(("annotations", "outputSchema", "title", "icons", "execution", "_meta"))


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each member of a tool that the provider of the list rejects, or does not read."""
    stated = inventory.source_of_truth.get("input_schemas")
    listed = next((one for one in all_formats().values() if one.members and one.is_named(stated)), None)
    if listed is None or profile.provider is None or profile.protocol is not None:
        return
    for tool in inventory.tools:
        entry = as_object(tool.raw.get(AS_LISTED))
        body = tool.entry if entry else {key: tool.raw[key] for key in tool.unknown_keys if key not in READER_KEYS}
        if body != entry:
            yield from _outer_problems(tool, entry, listed)
        yield from _type_problems(tool, entry or body, listed)
        yield from _body_problems(tool, body, listed, profile.provider)
        yield from _closing_problems(tool, listed, profile.provider)
        yield from _choice_problems(tool, body, listed)
        yield from _result_problems(tool, listed)


def _closing_problems(tool: Tool, listed: Format, provider: Provider) -> Iterator[Problem]:
    """Yield that a list closes its objects for a provider that rejects the keyword: an inventory drops it, no list."""
    if provider.reader_of(tool.schema_key).dialect.closed != "dropped" or tool.omits_schema:
        return
    closed = [one for one in positions(tool.input_schema) if "additionalProperties" in as_object(one.schema)]
    closed = [one for one in closed if as_object(one.schema)["additionalProperties"] is False]
    if closed:
        yield Problem(
            f"`additionalProperties` of {code_text(tool.name)} is sent as it is, and {listed.owner} rejects it",
            f"remove it, or send the lowered form: `conformance lower --to {listed.profile}`",
            child(tool.pointer + "/input_schema" + closed[0].pointer, "additionalProperties"),
        )


def _choice_problems(tool: Tool, body: JsonObject, listed: Format) -> Iterator[Problem]:
    """Yield a value that a member of few values does not have, in any case."""
    for key, known in listed.choices.items():
        value = body.get(key)
        if value is not None and not (isinstance(value, str) and value.upper() in known):
            found = code_text(value, 100) if isinstance(value, str) else type_phrase(value)
            message = f"{code_text(key)} of {code_text(tool.name)} is {found}, which {listed.owner} does not know"
            yield Problem(message, f"use one of {list_codes(known)}", child(tool.pointer, key), detail=key)


def _result_problems(tool: Tool, listed: Format) -> Iterator[Problem]:
    """Yield what is wrong with the schema of results, which is a part of the request like that of the input."""
    place = tool.pointer + RESULT_SCHEMA
    for fault in islice(schema_faults(tool.success_result_schema), _MAX_FAULTS):
        yield Problem(f"in the result schema, {fault.message}", fault.hint, place + fault.pointer)
    if _SECOND_RESULT in tool.raw and _SECOND_RESULT in listed.members:
        message = f"the result of {code_text(tool.name)} is stated twice, as `response` and as `{_SECOND_RESULT}`"
        place = child(tool.pointer, _SECOND_RESULT)
        yield Problem(f"{message}, which exclude each other", f"remove `{_SECOND_RESULT}`", place)


def _outer_problems(tool: Tool, entry: JsonObject, listed: Format) -> Iterator[Problem]:
    """Yield what is next to `function` instead of in it."""
    for key in entry:
        if key not in ("type", *listed.holders, *READER_KEYS):
            yield Problem(
                f"{code_text(key)} of {code_text(tool.name)} is next to `function`, where it is not read",
                "move it into `function`" if key in listed.members else "remove it",
                tool.pointer,
                detail=key,
            )


def _type_problems(tool: Tool, stated: JsonObject, listed: Format) -> Iterator[Problem]:
    """Yield a type that no tool with a schema has, and a mode that is neither true nor false."""
    kind, strict = stated.get("type"), stated.get("strict")
    if kind is not None and kind not in _TYPES and "type" in listed.members:
        found = code_text(kind, 100) if isinstance(kind, str) else type_phrase(kind)
        use = "function" if "parameters" in listed.members else "custom"
        yield Problem(
            f"`type` is {found}, which no tool with a schema has", f'use "{use}"', child(tool.pointer, "type")
        )
    if strict is not None and not isinstance(strict, bool):
        yield Problem(f"`strict` is {type_phrase(strict)}, not a boolean", "use true", child(tool.pointer, "strict"))


def _body_problems(tool: Tool, body: JsonObject, listed: Format, provider: Provider) -> Iterator[Problem]:
    schemas = unread_schemas(tool)
    # `provider_accepts` reports that there is no schema, and which member should be it
    reported = schemas if tool.schema_fault is not None and provider.request.schema_required else ()
    for key, value in body.items():
        if key not in listed.members and key not in READER_KEYS and key not in reported:
            is_schema = key in SCHEMA_KEYS or key in schemas
            yield _schema_problem(tool, key, listed) if is_schema else _unknown_member(tool, key, value, listed)


def _schema_problem(tool: Tool, key: str, listed: Format) -> Problem:
    """Return that a schema has another name than the one that is read."""
    own = _schema_key(listed)
    # a reader makes an empty schema of one that a list leaves out
    is_stated = bool(as_object(as_object(tool.input_schema).get("properties"))) or tool.entry.get(own) is not None
    fault = "is not read" if is_stated else "is not read, so it takes no input"
    hint = f"remove it, or {code_text(own)}" if is_stated else f"rename it to {code_text(own)}"
    message = f"{code_text(key)} of {code_text(tool.name)} {fault}"
    return Problem(message, hint, child(tool.pointer, key), detail=key)


def _schema_key(listed: Format) -> str:
    return next(name for name in SCHEMA_KEYS if name in listed.members)


def _unknown_member(tool: Tool, key: str, value: JsonValue, listed: Format) -> Problem:
    pointer, name = child(tool.pointer, key), code_text(key)
    meant = closest_match(key, sorted(listed.members | listed.holders))
    if meant is not None and meant not in tool.entry and not isinstance(value, bool):
        return Problem(
            f"{name} of {code_text(tool.name)} is not read", f"rename it to {code_text(meant)}", pointer, detail=key
        )
    hint = "remove it from the request"
    if key in _OF_MCP and _schema_key(listed) == "input_schema":
        hint = "remove it; if this is the list of an MCP server, its schemas are called `inputSchema`"
    message = f"{name} of {code_text(tool.name)} is not a member that {listed.owner} knows of a tool"
    return Problem(message, hint, pointer, max_level=Level.WARNING, detail=key)


def _example_of(source: str, **tool: JsonValue) -> JsonObject:
    """Return an inventory of one tool that was made of a provider's list."""
    made: JsonObject = {
        "name": "list_tasks",
        "description": "List active tasks.",
        "input_schema": {"type": "object", "properties": {}},
        **tool,
    }
    return {"source_of_truth": {"tool_definitions": "tools.json", "input_schemas": source}, "tools": [made]}


_FUNCTIONS = "`parameters` of each function"
_OPEN: JsonObject = {"type": "object", "properties": {}}
_ENTRY: JsonObject = {"name": "list_tasks", "description": "List active tasks."}

RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#openai",
    profile="openai",
    good=(
        _example_of(_FUNCTIONS, strict=False, defer_loading=True),
        _example_of("`input_schema` of each tool", cache_control={"type": "ephemeral"}),
        _example_of("`parameters` of each function declaration", behavior="BLOCKING"),
        # an inventory of its own is sent by nobody as it is
        _example_of("the runtime", notes="kept", inputSchema=_OPEN),
    ),
    bad=(
        BadExample(
            _example_of(_FUNCTIONS, as_listed={**_ENTRY, "type": "function", "input_schema": _OPEN}),
            says="`input_schema` of `list_tasks` is not read, so it takes no input",
        ),
        BadExample(
            _example_of(
                _FUNCTIONS, as_listed={"type": "function", "strict": True, "function": {**_ENTRY, "parameters": _OPEN}}
            ),
            says="`strict` of `list_tasks` is next to `function`",
        ),
        BadExample(
            _example_of(_FUNCTIONS, as_listed={**_ENTRY, "type": "fucntion", "parameters": _OPEN}),
            says="`type` is `fucntion`, which no tool with a schema has",
        ),
        BadExample(
            _example_of(_FUNCTIONS, arguments={"type": "object", "properties": {"label": {"type": "string"}}}),
            says="`arguments` of `list_tasks` is not read, so it takes no input",
            at="/tools/0/arguments",
        ),
        BadExample(
            _example_of(
                "`parameters` of each function declaration",
                input_schema=closed_object(label={"type": "string", "description": "Of the task."}),
            ),
            says="`additionalProperties` of `list_tasks` is sent as it is, and Gemini rejects it",
            at="/tools/0/input_schema/additionalProperties",
            profile="gemini",
        ),
        BadExample(_example_of(_FUNCTIONS, strict="true"), says="`strict` is a string, not a boolean"),
        BadExample(
            _example_of("`input_schema` of each tool", cache_controll={"type": "ephemeral"}),
            says="`cache_controll` of `list_tasks` is not read",
            at="/tools/0/cache_controll",
            profile="anthropic",
        ),
        BadExample(
            _example_of("`input_schema` of each tool", annotations={"readOnlyHint": True}),
            says="`annotations` of `list_tasks` is not a member that Anthropic knows of a tool",
            profile="anthropic",
        ),
    ),
)
