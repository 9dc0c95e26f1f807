"""Tools as a request to a provider writes them: name, description and lowered schema in the provider's own form."""

from collections.abc import Sequence

from conformance.documents.values import JsonObject, JsonValue
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
        "name": tool.name,
        **({} if tool.description is None else {"description": tool.description}),
        **({} if schema is None else {form.schema_key: schema}),
    }
    return members if form.wrapper is None else {**form.outside, form.wrapper: members}


def request_tools(tools: Sequence[JsonObject], form: RequestForm) -> Sequence[JsonObject]:
    """Return the value of the request's ``tools``."""
    return tools if form.holder is None else [{form.holder: [*tools]}]
