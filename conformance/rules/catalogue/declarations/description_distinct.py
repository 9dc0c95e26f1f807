"""No two tools have the same description.

The model chooses between two tools by what their descriptions say. If both say the same, it guesses, and one of the two
texts was probably copied and never edited. A deprecated tool may keep the words of its replacement.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each tool whose description an earlier tool of another name has too."""
    first: dict[str, Tool] = {}
    for tool in inventory.tools:
        words = " ".join((tool.description or "").split())
        if not words or tool.stability == "deprecated":
            continue
        earlier = first.setdefault(words, tool)
        if earlier.name != tool.name:
            yield Problem(
                f"description of {code_text(tool.name)} is that of {code_text(earlier.name)}",
                "say what this tool does, and when to use it and not the other one",
                f"{tool.pointer}/description",
                {"twin": f"{earlier.pointer}/description"},
            )


RULE = INVENTORY.rule(
    check,
    level=Level.WARNING,
    source="tools-contract#tool-definition-contract",
    good=(
        [
            {"name": "ListTasks", "description": "List active tasks."},
            {"name": "TaskStatus", "description": "Read the state of one task."},
        ],
    ),
    bad=(
        BadExample(
            [
                {"name": "ListTasks", "description": "List active tasks."},
                {"name": "TaskStatus", "description": "List active  tasks."},
            ],
            says="description of `TaskStatus` is that of `ListTasks`",
            at="/tools/1/description",
        ),
    ),
)
