"""Every tool has a description.

The description is all the guidance that the model gets; a tool without one is chosen by its name alone.
"""

from collections.abc import Iterator

from conformance.documents.values import type_phrase
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile

_MISSING = "tool has no description"
_HINT = "say what the tool does and when to use it"


def check(tool: Tool, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the description is missing or blank."""
    stated = tool.entry.get("description", "")
    if not isinstance(stated, str):
        yield Problem(f"description is {type_phrase(stated)}, not a string", _HINT, "/description")
    elif not (tool.description or "").strip():
        # a list of tools without a description is read like one with an empty description
        yield Problem("description is blank" if tool.description else _MISSING, _HINT, "/description")


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=({"description": "List active tasks. Use it before starting another one."},),
    bad=(
        BadExample({"description": "  \n"}, says="description is blank", at="/tools/0/description"),
        BadExample({"description": None}, says="description is null, not a string", at="/tools/0/description"),
    ),
)
