"""The names of properties are ones that the provider takes.

Some take no dash, some no dot, some nothing over 64 characters; one such name fails every tool of the request.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.lowering.objections import property_name_objections
from conformance.names import snake_case
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each name that the provider refuses."""
    provider = profile.provider
    if provider is None or provider.property_pattern is None:
        return
    for objection in property_name_objections(tool.input_schema, provider):
        better = snake_case(objection.what)[: provider.property_longest]
        fits = provider.property_pattern.fullmatch(better) and better != objection.what
        yield Problem(
            f"the property {quote_text(objection.what)} is not of the form "
            f"{quote_text(provider.property_pattern.pattern)}, "
            f"at most {provider.property_longest} characters, that {provider.label} takes{provider.source('property')}",
            f"rename it to {quote_text(better)}" if fits else "give it a name of letters, digits and underscores",
            f"/input_schema{objection.pointer}",
        )


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#gemini",
    profile="gemini",
    good=({"input_schema": {"type": "object", "properties": {"page_size": {"type": "integer"}}}},),
    bad=(
        BadExample(
            {"input_schema": {"type": "object", "properties": {"page-size": {"type": "integer"}}}},
            says="'page-size'",
            at="/tools/0/input_schema/properties/page-size",
        ),
    ),
)
