"""Tool names are PascalCase.

The name is the first thing a model imitates: one case for all tools, and a name in another case marks a foreign tool.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.profiles import Profile
from conformance.scopes import TOOL, Bad
from conformance.words import is_pascal_case, is_snake_case, pascal_case, quoted, snake_case


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the name is not in the profile's case."""
    case = profile.cases.tool
    fits, convert, label = {
        "pascal": (is_pascal_case, pascal_case, "PascalCase"),
        "snake": (is_snake_case, snake_case, "snake_case"),
        "any": (bool, str, "any case"),
    }[case]
    if fits(tool.name):
        return
    better = convert(tool.name)
    hint = f"rename it to {quoted(better)}" if better else f"give it a {label} name of ASCII letters and digits"
    yield Problem(f"tool name {quoted(tool.name)} is not {label}", hint, "/name")


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tool-contract-consistency#tool-names",
    good=({"name": "ExecCommand"}, {"name": "XSearch"}),
    bad=(
        Bad({"name": "list_tasks"}, says="'list_tasks'", at="/tools/0/name"),
        Bad({"name": "listTasks"}, says="PascalCase"),
    ),
)
