"""The root of an input schema is what the provider wants there: a plain object.

A union, or a missing type, at the root of one tool fails the whole request with every provider that looks.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.lowering.objections import root_objections
from conformance.rules.catalogue.providers._provider_texts import problems_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

_PLAIN = "write a plain object with 'type' and 'properties', and make one tool for each variant"
_NOTHING = (
    "leave the parameters of a tool that takes nothing out of the request, as `conformance lower --to gemini` does"
)


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each thing at the root that the provider refuses or misses."""
    if profile.provider is not None and tool.input_schema is not None:
        objections = list(root_objections(tool.input_schema, profile.provider.dialect))
        for hint, is_empty in ((_PLAIN, False), (_NOTHING, True)):
            own = [objection for objection in objections if (objection.topic == "properties") is is_empty]
            yield from problems_of(own, profile.provider, hint, "/input_schema")


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#anthropic",
    profile="anthropic",
    good=(
        {
            "input_schema": {
                "type": "object",
                "properties": {"limit": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            }
        },
    ),
    bad=(
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
        ),
        BadExample({"input_schema": {"properties": {"label": {"type": "string"}}}}, says="needs 'type' at the root"),
    ),
)
