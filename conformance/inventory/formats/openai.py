"""A list of tools as OpenAI takes it: of Chat Completions, where ``function`` holds each, or of Responses.

Hosted tools, which have no schema of the caller's, are left out: there is nothing to promise about them.
"""

from conformance.documents.values import JsonObject, as_object
from conformance.inventory.external import result_value, tool_value
from conformance.inventory.formats._format import Claim, Format, Listing, Translation

_KEYS = frozenset(("type", "name", "description", "parameters", "function", "output_schema"))


def claim(listing: Listing) -> Claim:
    """Recognise a function by its parameters, or by the type that it states; a hosted tool may come before it."""
    states_type = any(as_object(entry).get("type") == "function" for _, entry in listing.entries)
    return (
        Claim.CERTAIN if states_type or not listing.first.keys().isdisjoint(("parameters", "function")) else Claim.NONE
    )


def _tool(tool: JsonObject) -> JsonObject | None:
    """Make a tool of a function; a missing ``parameters`` is the empty object, as the API reads it."""
    if tool.get("type", "function") != "function":
        return None
    function = as_object(tool.get("function")) or tool
    return tool_value(
        function.get("name"),
        function.get("description"),
        function.get("parameters", {"type": "object", "properties": {}}),
        result=result_value(function["output_schema"]) if "output_schema" in function else None,
        extra={key: value for key, value in function.items() if key not in _KEYS},
    )


def _body(tool: JsonObject) -> str:
    return "/function" if as_object(tool.get("function")) else ""


FORMAT = Format(
    claim,
    Translation(
        _tool,
        "`parameters` of each function",
        origins={"/input_schema": "/parameters", "/result_envelope/success_result_schema": "/output_schema"},
        body=_body,
    ),
    profile="openai",
    strict_profile="openai_strict",
    label="list of OpenAI functions",
)
