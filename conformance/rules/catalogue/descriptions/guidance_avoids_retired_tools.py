"""Guidance does not present a deprecated or hidden tool, or one that the runtime keeps to itself, as the normal way.

Guidance should "avoid describing retired or hidden surfaces as normal paths": a model follows the guidance until the
tool is gone, and an agent that is not offered the tool can't follow it at all.
"""

import re
from collections.abc import Iterator

from conformance.display import code_text, excerpt
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.prose.reading import sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import TEXT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.texts import ModelText

_DEPRECATED, _HIDDEN = "deprecated", "hidden"
# A direction to call something: "use X", "call X", "with X", "X lists", "through X".
_DIRECTION = LazyPattern(
    r"\b(?:use|call|run|invoke|prefer|try|start with|begin with|via|through|with)\b", re.IGNORECASE
)
# What makes it clear that the tool is going, or is not to be used; any sentence of the paragraph may state it.
_WARNING = LazyPattern(
    r"\b(?:deprecat\w*|legacy|retir\w*|obsolete|remov\w*|replac\w*|supersed\w*|old(?:er)?|former(?:ly)?|no longer"
    r"|instead|avoid|migrat\w*|rather than|not|never|don't|hidden|internal|previous(?:ly)?|compatib\w*|until|only if"
    r"|fallback)\b",
    re.IGNORECASE,
)


def check(text: ModelText, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each sentence that directs to such a tool, if the paragraph does not state what it is."""
    block = text.block
    if block is None or block.kind == "heading" or any(map(_WARNING.search, (text.text, *block.headings))):
        return
    for sentence in sentences_of(text.text):
        for tool in text.vocabulary.tools_named_in(sentence):
            state = _state(tool, profile)
            place = sentence.find(tool.name)
            if state and _DIRECTION.search(sentence, 0, place):
                yield Problem(
                    f"{state} tool {code_text(tool.name)} is presented as a normal way",
                    "name the tool to use instead, or state that it is going away",
                    evidence={"quote": excerpt(sentence, place, place + len(tool.name), 40)},
                    detail=tool.name,
                )


def _state(tool: Tool, profile: Profile) -> str:
    if tool.stability == _DEPRECATED:
        return _DEPRECATED
    if _HIDDEN in (tool.stability, tool.raw.get("visibility")):
        return _HIDDEN
    return "runtime-owned" if tool.capability in profile.runtime_owned_capabilities else ""


_TOOLS = [
    {"name": "ListTasks"},
    {"name": "TaskList", "stability": "deprecated", "description": "Deprecated, use ListTasks. List active tasks."},
]

RULE = TEXT.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {"tools": _TOOLS, "guidance": "Use ListTasks instead of TaskList."},
        {"tools": _TOOLS, "guidance": "Use ListTasks to see what runs."},
        {"tools": _TOOLS, "guidance": "## Legacy\n\nOlder prompts call TaskList."},
    ),
    bad=(
        BadExample(
            {"tools": _TOOLS, "guidance": "Use TaskList to see what runs."},
            says="deprecated tool `TaskList` is presented as a normal way",
        ),
        BadExample(
            {"tools": [{"name": "ListTasks", "visibility": "hidden"}], "guidance": "Call ListTasks to see what runs."},
            says="hidden tool `ListTasks` is presented as a normal way",
            also=("inventory_keys_known",),
        ),
    ),
)
