"""A tool is deprecated before it is removed, and a deprecated tool names its replacement.

Long-lived agents have a tool in their habits and in their prompts. One that vanishes between two releases leaves them
with a failing call and no hint of what to call instead.
"""

import re
from collections.abc import Iterator, Sequence, Set

from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.vocabulary import Vocabulary, unordered_words
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import SURFACE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface
from conformance.systems.surface.texts import named_tools

_DEPRECATED, _EXPERIMENTAL = "deprecated", "experimental"
# Tools of these stabilities, or of none, may be removed without notice.
_REMOVABLE_STABILITIES = (_DEPRECATED, _EXPERIMENTAL, None)
# Punctuation before a space, so that `tasks.list` and `2.0` are not split.
_SENTENCE_END = LazyPattern(r"[.!?;](?=\s|$)|\n")
_REPLACEMENT_PHRASE = LazyPattern(
    r"\b(?:use|using|prefer|call|try|see|instead|replaced?|superseded|succeeded|renamed|became|becomes|now|"
    r"(?:moved?|switch|migrate|merged) (?:to|into)|in favou?r of)\b",
    re.IGNORECASE,
)
"""Words of a sentence that names a replacement; without them a tool may be mentioned for any reason."""


def check(surface: Surface, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each tool removed, or newly removable, without notice, and each deprecated one whose
    replacement is missing or deprecated too.
    """
    inventory = surface.inventory
    staying = [tool for tool in inventory.tools if tool.stability != _DEPRECATED]
    names = {tool.name for tool in staying}
    for tool in inventory.tools:
        if tool.stability == _DEPRECATED and not _names_successor(tool, staying, names):
            yield Problem(
                f"deprecated tool {code_text(tool.name)} does not name its replacement",
                "name the tool to use instead in the description, or write `without replacement`",
                f"{tool.pointer}/description",
            )
    if surface.surroundings.earlier is not None:
        yield from _unannounced_changes(surface.surroundings.earlier, inventory)


def _unannounced_changes(earlier: Inventory, inventory: Inventory) -> Iterator[Problem]:
    # a tool of the same words in another order, case or form is probably the renamed one
    words = Vocabulary(inventory).tools_by_words
    for tool in inventory.tools:
        before = earlier.tool(tool.name)
        if before is not None and before.stability not in _REMOVABLE_STABILITIES and tool.stability == _EXPERIMENTAL:
            yield Problem(
                f"tool {code_text(tool.name)} was {before.stability} in the earlier inventory but is experimental now",
                f"set it back to `{before.stability}`, or to `deprecated` and name the replacement",
                f"{tool.pointer}/stability",
            )
    for tool in earlier.tools:
        if inventory.tool(tool.name) is None and tool.stability not in _REMOVABLE_STABILITIES:
            now = inventory.tool(words.get(unordered_words(tool.name), ""))
            yield Problem(
                f"tool {code_text(tool.name)} was {tool.stability} in the earlier inventory but is missing now",
                "restore it as `deprecated` for one release, and name its replacement"
                + (f", which may be {code_text(now.name)}" if now else ""),
                now.pointer if now else "/tools",
            )


def _names_successor(tool: Tool, staying: Sequence[Tool], names: Set[str]) -> bool:
    text = tool.description or ""
    if not names.isdisjoint({*tool.related_surfaces} - {tool.name}) or "without replacement" in text.casefold():
        return True
    sentences = [sentence for sentence in _SENTENCE_END.split(text) if _REPLACEMENT_PHRASE.search(sentence)]
    return any(other.name != tool.name for one in sentences for other in named_tools(one, staying))


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
        BadExample(
            {"tools": [{"name": "ListTasks"}], "earlier": [{"name": "ListTasks"}, {"name": "TaskList"}]},
            says="tool `TaskList` was stable in the earlier inventory but is missing now",
            at="/tools/0",
        ),
        BadExample({"tools": [{"name": "ListTasks", "stability": "deprecated"}]}, says="does not name its replacement"),
        BadExample(
            {
                "tools": [
                    {"name": "ListTasks"},
                    {"name": "StopTask", "stability": "deprecated", "description": "Stop what ListTasks shows."},
                ]
            },
            says="deprecated tool `StopTask` does not name",
            at="/tools/1/description",
        ),
        BadExample(
            {
                "tools": [
                    {"name": "ListTasks", "stability": "deprecated", "description": "Use ShowTasks instead."},
                    {"name": "ShowTasks", "stability": "deprecated", "description": "Use ListTasks instead."},
                ]
            },
            says="does not name its replacement",
        ),
        BadExample(
            {"tools": [{"name": "ListTasks", "stability": "experimental"}], "earlier": [{"name": "ListTasks"}]},
            says="was stable in the earlier inventory but is experimental now",
            at="/tools/0/stability",
        ),
    ),
)
