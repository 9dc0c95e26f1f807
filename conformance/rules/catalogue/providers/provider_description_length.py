"""A tool's description is no longer than the provider takes.

What is longer is refused or cut, and what is cut is what stands last: the warnings.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the description is longer than the profile's provider takes."""
    provider = profile.provider
    longest = provider.description_longest if provider else None
    length = len(tool.description or "")
    if provider is not None and longest is not None and length > longest:
        yield Problem(
            f"the description has {length:,} characters; {provider.label} was seen to refuse more than "
            f"{longest:,}{provider.source('description')}",
            "say it shorter, and put what belongs to one field into the field's description",
            "/description",
        )


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="provider-and-mcp-limits#openai",
    profile="openai",
    good=({"description": "List active tasks with bounded output."},),
    bad=(BadExample({"description": "List active tasks. " * 60}, says="1,140 characters", at="/tools/0/description"),),
)
