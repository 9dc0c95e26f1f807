"""A tool is deprecated before it is removed, and a deprecated tool says what replaces it.

Agents that live long have a tool in their habits and in their prompts. One that vanishes between two releases leaves
them with a call that fails and no word of what to call instead.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.vocabulary import Vocabulary, same_words
from conformance.profiles import Profile
from conformance.scopes import SURFACE, Bad
from conformance.surface import Surface
from conformance.surface.texts import tools_named
from conformance.words import quoted

_DEPRECATED, _MAY_GO = "deprecated", ("deprecated", "experimental", None)


def check(surface: Surface, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each tool that went without notice, and each deprecated one without a successor."""
    inventory = surface.inventory
    for tool in inventory.tools:
        if tool.stability == _DEPRECATED and not _names_successor(tool, inventory):
            yield Problem(
                f"{quoted(tool.name)} is deprecated and names nothing that replaces it",
                "name the tool to use instead in its description, or say that it goes 'without replacement'",
                f"{tool.pointer}/description",
            )
    if surface.around.earlier is not None:
        yield from _vanished(surface.around.earlier, inventory)


def _vanished(earlier: Inventory, inventory: Inventory) -> Iterator[Problem]:
    words = Vocabulary(inventory).tools_by_words
    for tool in earlier.tools:
        if inventory.tool(tool.name) is None and tool.stability not in _MAY_GO:
            now = inventory.tool(words.get(same_words(tool.name), ""))
            became = f"; {quoted(now.name)} seems to be what it became" if now else ""
            yield Problem(
                f"{quoted(tool.name)} was {tool.stability} in the earlier inventory and is gone{became}",
                "bring it back as 'deprecated' for a release, naming what replaces it"
                + (f": {quoted(now.name)}" if now else ""),
                now.pointer if now else "/tools",
            )


def _names_successor(tool: Tool, inventory: Inventory) -> bool:
    text = f"{tool.description or ''} {' '.join(tool.related_surfaces)}"
    others = [other for other in inventory.tools if other.name != tool.name]
    return bool(tools_named(text, others)) or "without replacement" in text.casefold()


RULE = SURFACE.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#stable-tool-surface-per-agent",
    good=(
        {
            "tools": [
                {"name": "ListTasks"},
                {"name": "TaskList", "stability": "deprecated", "description": "List tasks. Use ListTasks instead."},
            ]
        },
        {"tools": [{"name": "ListTasks"}], "earlier": [{"name": "TaskSearch", "stability": "experimental"}]},
    ),
    bad=(
        Bad(
            {"tools": [{"name": "ListTasks"}], "earlier": [{"name": "ListTasks"}, {"name": "TaskList"}]},
            says="'TaskList' was stable in the earlier inventory and is gone; 'ListTasks' seems",
            at="/tools/0",
        ),
        Bad({"tools": [{"name": "ListTasks", "stability": "deprecated"}]}, says="names nothing that replaces it"),
    ),
)
