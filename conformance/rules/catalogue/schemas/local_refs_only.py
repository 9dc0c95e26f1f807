"""Every reference leads to a schema inside the same input schema.

The provider receives the schema alone: it has no other files and opens no URLs. References to files or to the network
are not opened here either, and a schema that has one is not used for validation. References without a target, and
cycles that consume no input, are reported as well.
"""

from collections.abc import Iterator
from itertools import islice

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.examples import closed_object
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.faults import reference_faults
from conformance.settings.profiles import Profile

# Enough to start fixing; a schema that is wrong throughout must not bury the rest of the report.
_MAX_PROBLEMS = 50


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each unresolvable reference and each cycle, at most fifty per schema.

    Result schemas are checked as well, except under a protocol, where ``mcp_output_schema`` checks them.
    """
    schemas = {"/input_schema": tool.input_schema}
    if profile.protocol is None:
        schemas["/result_envelope/success_result_schema"] = tool.success_result_schema
    for base, schema in schemas.items():
        for fault in islice(reference_faults(schema), _MAX_PROBLEMS):
            yield Problem(fault.message, fault.hint, base + fault.pointer)


def _tool_with_node(node: JsonObject, **definitions: JsonValue) -> JsonObject:
    return {"input_schema": {**closed_object(node=node), "$defs": definitions}}


_TREE: JsonObject = closed_object(children={"type": "array", "items": {"$ref": "#/$defs/Tree"}})

RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(_tool_with_node({"$ref": "#/$defs/Tree"}, Tree=_TREE),),
    bad=(
        BadExample(
            _tool_with_node({"$ref": "#/$defs/Missing"}),
            says="`#/$defs/Missing` does not resolve to a schema",
            at="/tools/0/input_schema/properties/node/$ref",
        ),
        BadExample(
            _tool_with_node({"$ref": "#/$defs/A"}, A={"$ref": "#/$defs/B"}, B={"anyOf": [{"$ref": "#/$defs/A"}]}),
            says="`#/$defs/A` -> `#/$defs/B` -> `#/$defs/B/anyOf/0` -> `#/$defs/A`",
            at="/tools/0/input_schema/$defs/A/$ref",
        ),
    ),
)
