"""An input schema uses what the provider understands, in the form that it understands.

What a provider does not know it refuses, with all tools of the request, or drops in silence. Either way the schema is
not what the model is held to; the lowered form is.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.lowering.objections import keyword_objections
from conformance.rules.catalogue.providers._provider_texts import problems_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each keyword, or form of one, that the provider does not take; all its places are one."""
    if profile.provider is not None:
        objections = keyword_objections(tool.input_schema, profile.provider.dialect)
        hint = f"send the lowered form: `conformance lower --to {profile.name}`"
        yield from problems_of(objections, profile.provider, hint, "/input_schema")


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#gemini",
    profile="gemini",
    good=(
        {
            "input_schema": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"limit": {"type": "integer", "minimum": 1, "nullable": True}},
            }
        },
    ),
    bad=(
        BadExample(
            {"input_schema": {"type": "object", "properties": {"limit": {"type": ["integer", "null"]}}}},
            says="a list of types",
            at="/tools/0/input_schema/properties/limit/type",
        ),
        BadExample(
            {"input_schema": {"type": "object", "properties": {"kind": {"const": "a"}}}}, says="does not take 'const'"
        ),
    ),
)
