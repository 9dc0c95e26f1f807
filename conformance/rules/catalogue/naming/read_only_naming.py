"""A tool whose name only reads is not annotated as one that changes things, and the other way round.

Clients ask before they run what may change something, and run what only reads. A ``get_`` that is annotated as
destructive is asked about for nothing; a ``delete_`` that is annotated as read-only is not asked about at all.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.names import words_of
from conformance.rules.scopes import TOOL, BadExample
from conformance.settings.profiles import Profile


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the verb of the name and the annotations say opposite things."""
    hints = as_object(tool.raw.get("annotations"))
    words = words_of(tool.name)
    reads = bool(words) and words[0] in profile.reading_verbs and not set(words[1:]) & set(profile.changing_verbs)
    changes = bool(words) and words[0] in profile.changing_verbs
    if reads and (hints.get("readOnlyHint") is False or hints.get("destructiveHint") is True):
        said = "destructiveHint" if hints.get("destructiveHint") is True else "readOnlyHint"
        yield Problem(
            f"tool {quote_text(tool.name)} is named as one that reads, and "
            f"{quote_text(said)} says that it changes something",
            "name it after what it changes, or correct the annotation",
            f"/annotations/{said}",
        )
    elif changes and hints.get("readOnlyHint") is True:
        yield Problem(
            f"tool {quote_text(tool.name)} is named as one that changes something, and 'readOnlyHint' says that "
            f"it only reads",
            "correct the annotation, or the name",
            "/annotations/readOnlyHint",
        )


RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#naming-should-follow-plane-ownership",
    profile="mcp",
    good=(
        {"name": "get_task", "annotations": {"readOnlyHint": True, "openWorldHint": False}},
        {"name": "delete_task", "annotations": {"destructiveHint": True}},
    ),
    bad=(
        BadExample(
            {"name": "list_tasks", "annotations": {"readOnlyHint": False, "destructiveHint": False}},
            says="'readOnlyHint' says that it changes",
            at="/tools/0/annotations/readOnlyHint",
        ),
        BadExample({"name": "delete_task", "annotations": {"readOnlyHint": True}}, says="only reads"),
    ),
)
