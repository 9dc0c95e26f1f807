"""Each description ends with the team that owns the tool, such as `(owner: search)`.

Whoever reads a failed call asks that team, and not the authors of the runtime.
"""

import re
from collections.abc import Iterator

from conformance import TOOL, BadExample, Level, Problem, Profile, Tool

# The last words of the description, in parentheses: "(owner: search)".
_OWNER = re.compile(r"\(owner: [a-z]+\)\s*\Z")


def check(tool: Tool, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a description that names no owner."""
    if not _OWNER.search(tool.description or ""):
        hint = "end the description with `(owner: TEAM)`"
        yield Problem("description does not name the team that owns the tool", hint, "/description")


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="",
    good=({"description": "List active tasks with bounded output. (owner: planning)"},),
    bad=(BadExample({"description": "List active tasks with bounded output."}, says="does not name the team"),),
)
