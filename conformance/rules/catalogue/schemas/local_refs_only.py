"""References lead to a schema inside the same input schema.

The model's provider receives the schema alone: it has no file beside it and opens no URL. What a reference to a file
or to the network names is never opened here either, and such a schema is used to judge nothing. Told is also what leads
nowhere, and what leads in a circle back to itself without reading any input.
"""

from collections.abc import Iterator
from itertools import islice

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.faults import reference_faults
from conformance.settings.profiles import Profile

_MAX_PROBLEMS = 50


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each reference without a target and for each circle, at most fifty of one schema.

    Where a protocol has output schemas, ``mcp_output_schema`` judges them; elsewhere the published result counts too.
    """
    schemas = {"/input_schema": tool.input_schema}
    if profile.protocol is None:
        schemas["/result_envelope/success_result_schema"] = tool.success_result_schema
    for place, schema in schemas.items():
        for fault in islice(reference_faults(schema), _MAX_PROBLEMS):
            yield Problem(fault.message, fault.hint, place + fault.pointer)


def _tool_with_node(node: JsonObject, **definitions: JsonValue) -> JsonObject:
    closed: JsonObject = {"type": "object", "additionalProperties": False, "properties": {"node": node}}
    return {"input_schema": {**closed, "$defs": definitions}}


_TREE: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
}

RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(_tool_with_node({"$ref": "#/$defs/Tree"}, Tree=_TREE),),
    bad=(
        BadExample(
            _tool_with_node({"$ref": "#/$defs/Missing"}),
            says="'#/$defs/Missing' leads to no schema",
            at="/tools/0/input_schema/properties/node/$ref",
        ),
        BadExample(
            _tool_with_node({"$ref": "#/$defs/A"}, A={"$ref": "#/$defs/B"}, B={"anyOf": [{"$ref": "#/$defs/A"}]}),
            says="'#/$defs/A' -> '#/$defs/B' -> '#/$defs/B/anyOf/0' -> '#/$defs/A'",
            at="/tools/0/input_schema/$defs/A/$ref",
        ),
    ),
)
