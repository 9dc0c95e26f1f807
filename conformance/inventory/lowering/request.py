"""Tools as a request to a provider writes them: name, description and lowered schema in the provider's own form."""

from collections.abc import Container, Sequence

from conformance.documents.values import JsonObject, JsonValue, compact_json
from conformance.inventory.lowering import lower
from conformance.inventory.model import READER_KEYS, SCHEMA_KEYS, Tool
from conformance.settings.profiles.provider import Provider, RequestForm

_NO_PARAMETERS: JsonObject = {"type": "object", "properties": {}, "additionalProperties": False}
# What every request states in its own way.
_STATED = frozenset(
    (
        "type",
        "name",
        "description",
        "function",
        "custom",
        "format",
        "parameters_json_schema",
        *SCHEMA_KEYS,
        *READER_KEYS,
    )
)
# Members for clients of MCP, for which no provider of models has a place.
_FOR_CLIENTS = frozenset(("title", "annotations", "icons", "execution", "_meta"))


def schema_to_send(lowered: JsonValue, provider: Provider) -> JsonValue:
    """Return the schema that is sent: the lowered one, else that of no parameters; ``None`` where none is sent."""
    if lowered is not None:
        return lowered
    empty = lower(_NO_PARAMETERS, provider.dialect).schema
    return _NO_PARAMETERS if empty is None and provider.request.schema_required else empty


def kept_members(body: JsonObject, known: Container[str], form: RequestForm) -> JsonObject:
    """Return what a tool states of itself, beside what all do, and a request of the same provider holds.

    ``known`` are the members that the provider knows.
    """
    # where a member of the request holds the tool, only this is read of the others
    held = known if form.wrapper is None else ("strict",)
    own = {key: value for key, value in body.items() if key in held and key in known and key not in _STATED}
    return {key: value for key, value in own.items() if value is not None and form.members.get(key) is not True}


def omitted_members(body: JsonObject, written: JsonObject) -> Sequence[str]:
    """Return what a tool states of itself and its request does not, where that says something to a provider."""
    others = {key: value for key, value in body.items() if key not in _STATED and key not in _FOR_CLIENTS}
    return [key for key, value in others.items() if value and written.get(key) != value]


def request_tool(tool: Tool, schema: JsonValue, form: RequestForm, kept: JsonObject | None = None) -> JsonObject:
    """Return one tool as the request writes it, without members that have nothing to say: none is ever null.

    ``kept`` are further members that it states.
    """
    members: JsonObject = {
        **form.members,
        **(kept or {}),
        "name": tool.own_name if form.namespaces else _flat_name(tool),
        **({} if tool.description is None else {"description": tool.description}),
        **({} if schema is None else {form.schema_key: schema}),
    }
    return members if form.wrapper is None else {**form.outside, form.wrapper: members}


def _flat_name(tool: Tool) -> str:
    """Return a name for a request without namespaces: not every provider takes a dot in it."""
    return f"{tool.namespace['name']}__{tool.own_name}" if tool.own_name != tool.name else tool.name


def request_tools(tools: Sequence[tuple[Tool, JsonObject]], form: RequestForm) -> Sequence[JsonObject]:
    """Return the value of the request's ``tools``, made of each tool and how the request writes it."""
    if form.namespaces:
        return _group_by_namespace(tools)
    written = [one for _, one in tools]
    return written if form.holder is None else [{form.holder: written}]


def _group_by_namespace(tools: Sequence[tuple[Tool, JsonObject]]) -> Sequence[JsonObject]:
    """Return the entries of a request, each namespace where its first tool is."""
    entries: dict[str, JsonObject] = {}
    held: dict[str, list[JsonValue]] = {}
    for index, (tool, written) in enumerate(tools):
        namespace: JsonObject = tool.namespace if tool.own_name != tool.name else {}
        # The key of a tool of its own cannot be that of a namespace.
        key = compact_json(namespace) if namespace else str(index)
        held.setdefault(key, []).append(written)
        entries[key] = {"type": "namespace", **namespace, "tools": held[key]} if namespace else written
    return [*entries.values()]
