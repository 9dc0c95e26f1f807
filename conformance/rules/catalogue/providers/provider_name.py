"""A tool's name is one that the provider takes.

One name that the provider refuses fails the whole request: the model gets no tool at all.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the name is too long for the provider, or has a character that it refuses."""
    provider = profile.provider
    if provider is None:
        return
    pattern, longest = provider.name_pattern, provider.name_longest
    source = provider.source("name")
    if longest is not None and len(tool.name) > longest:
        yield Problem(
            f"tool name {quote_text(tool.name)} has {len(tool.name):,} characters; {provider.label} takes "
            f"{longest}{source}",
            "shorten it",
            "/name",
        )
    elif pattern is not None and not pattern.fullmatch(tool.name):
        yield Problem(
            f"tool name {quote_text(tool.name)} is not of the form {quote_text(pattern.pattern)} that "
            f"{provider.label} takes{source}",
            "use letters, digits, underscores and dashes, and begin with a letter",
            "/name",
        )


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#openai",
    profile="openai",
    good=({"name": "ListTasks"}, {"name": "list-tasks_2"}),
    bad=(
        BadExample({"name": "tasks.list"}, says="'tasks.list'", at="/tools/0/name"),
        BadExample({"name": "ListTasks" * 10}, says="90 characters"),
    ),
)
