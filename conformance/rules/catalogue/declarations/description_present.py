"""Every tool has a description.

The description is all the guidance that the model gets; a tool without one is chosen by its name alone.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

_HINT = "say what the tool does and when to use it"


def check(tool: Tool, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the description is missing or blank."""
    if tool.description is None:
        kind = "is missing" if "description" not in tool.raw else "is not a string"
        yield Problem(f"the description {kind}", _HINT, "/description")
    elif not tool.description.strip():
        yield Problem("the description is blank", _HINT, "/description")


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=({"description": "List active tasks. Use it before starting another one."},),
    bad=(
        BadExample({"description": "  \n"}, says="is blank", at="/tools/0/description"),
        BadExample({"description": None}, says="is not a string", at="/tools/0/description"),
    ),
)
