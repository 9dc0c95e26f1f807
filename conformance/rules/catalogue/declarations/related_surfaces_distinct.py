"""Each related surface of a tool is named once, and is another surface.

The list says where else the same function can be reached. A blank entry, an entry that is listed twice, or the tool
itself says nothing to its reader, and is usually what remained of an edit.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import as_array
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each blank entry, each that an earlier one repeats, and the tool's own name."""
    seen: set[str] = set()
    for index, entry in enumerate(as_array(tool.raw.get("related_surfaces"))):
        if isinstance(entry, str):
            name = entry.strip()
            fault = _fault(name, seen, tool)
            if fault:
                yield Problem(fault, "remove it", child("", "related_surfaces", index))
            seen.add(name)


def _fault(name: str, seen: set[str], tool: Tool) -> str | None:
    if not name:
        return "related surface is blank"
    if name in seen:
        return f"related surface {code_text(name)} is listed twice"
    return f"related surface {code_text(name)} is the tool itself" if name == tool.name else None


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tools-contract#tools",
    good=({"related_surfaces": ["TaskStatus", "CLI task commands"]},),
    bad=(
        BadExample(
            {"related_surfaces": ["TaskStatus", "TaskStatus"]},
            says="related surface `TaskStatus` is listed twice",
            at="/tools/0/related_surfaces/1",
        ),
        BadExample({"related_surfaces": [" "]}, says="related surface is blank", at="/tools/0/related_surfaces/0"),
        BadExample(
            {"name": "ListTasks", "related_surfaces": ["ListTasks"]},
            says="related surface `ListTasks` is the tool itself",
        ),
    ),
)
