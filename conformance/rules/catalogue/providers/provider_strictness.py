"""In strict mode every object is closed and, where the provider asks for it, every property required.

A strict request with one open object, or one property that may be left out, is refused as a whole.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.lowering.objections import Objection, strictness_objections
from conformance.rules.catalogue.providers._provider_texts import problems_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for the open objects, and one for the optional properties."""
    if profile.provider is not None:
        found = list(strictness_objections(tool.input_schema, profile.provider.dialect))
        grouped = [
            Objection(one.topic, one.pointer, "an optional property" if "optional" in one.what else one.what)
            for one in found
        ]
        hint = f"send the lowered form: `conformance lower --to {profile.name}`"
        yield from problems_of(grouped, profile.provider, hint, "/input_schema")


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#openai",
    profile="openai_strict",
    good=(
        {
            "input_schema": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"label": {"type": ["string", "null"]}},
                "required": ["label"],
            }
        },
    ),
    bad=(
        BadExample(
            {
                "input_schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"label": {"type": ["string", "null"]}},
                    "required": [],
                }
            },
            says="optional property",
            at="/tools/0/input_schema/properties/label",
        ),
        BadExample(
            {"input_schema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}},
            says="not closed",
        ),
    ),
)
