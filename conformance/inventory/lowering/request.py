"""Tools as a request to a provider writes them: name, description and lowered schema in the provider's own form."""

from collections.abc import Sequence

from conformance.documents.values import JsonObject, JsonValue, compact_json
from conformance.inventory.lowering import lower
from conformance.inventory.model import Tool
from conformance.settings.profiles.provider import Provider, RequestForm

_NO_PARAMETERS: JsonObject = {"type": "object", "properties": {}, "additionalProperties": False}


def schema_to_send(lowered: JsonValue, provider: Provider) -> JsonValue:
    """Return the schema that is sent: the lowered one, else that of no parameters; ``None`` where none is sent."""
    if lowered is not None:
        return lowered
    empty = lower(_NO_PARAMETERS, provider.dialect).schema
    return _NO_PARAMETERS if empty is None and provider.request.schema_required else empty


def request_tool(tool: Tool, schema: JsonValue, form: RequestForm) -> JsonObject:
    """Return one tool as the request writes it, without members that have nothing to say: none is ever null."""
    members: JsonObject = {
        **form.members,
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
