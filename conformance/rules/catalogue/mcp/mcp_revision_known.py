"""A tool list names a revision of the protocol that is known here, or none.

What a tool may have differs between revisions. A list of a revision that is not known is judged by the nearest one
before it, and that has to be said: a green report would speak of rules that the server never promised to keep.
"""

from collections.abc import Iterator

from conformance.display import list_names, quote_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_text, type_name
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.model import REVISION_KEY
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_POINTER = child("", "source_of_truth", REVISION_KEY)


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the list names a revision that is not known, or something that is no revision."""
    stated = inventory.source_of_truth.get(REVISION_KEY)
    if profile.protocol is None or stated is None or as_text(stated) in profile.revisions:
        return
    judged = f"the list is judged by MCP {profile.protocol.revision}"
    known = f"known are {list_names(sorted(profile.revisions))}"
    if profile.revision_for(as_text(stated) or "") is not None:
        message = f"'protocolVersion' names MCP {stated}, whose rules are not known here: {judged}"
        yield Problem(message, f"{known}; name one by --profile to be judged by it", _POINTER, max_level=Level.INFO)
    else:
        shown = quote_text(stated) if isinstance(stated, str) else type_name(stated)
        message = f"'protocolVersion' is {shown}, and no date of a revision: {judged}"
        yield Problem(message, f"write the revision that the server agreed to; {known}", _POINTER)


def _example_inventory(stated: JsonValue) -> JsonValue:
    sources: JsonValue = {"tool_definitions": "example", "input_schemas": "example", REVISION_KEY: stated}
    return {"source_of_truth": sources, "tools": [_TOOL]}


_TOOL: JsonValue = {
    "name": "list_tasks",
    "description": "List active tasks.",
    "annotations": {"readOnlyHint": True},
    "input_schema": {"type": "object", "additionalProperties": False},
}

RULE = INVENTORY.rule(
    check,
    level=Level.WARNING,
    source="provider-and-mcp-limits#mcp-revisions",
    profile="mcp",
    good=(_example_inventory("2025-11-25"),),
    bad=(
        BadExample(
            _example_inventory("2024-11-05"), says="names MCP 2024-11-05", at="/source_of_truth/protocol_version"
        ),
        BadExample(_example_inventory(7), says="is integer, and no date of a revision"),
    ),
)
