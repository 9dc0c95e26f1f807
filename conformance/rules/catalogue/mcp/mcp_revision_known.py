"""A tool list names a known revision of the protocol, or none.

Revisions differ in what a tool may have. A list of an unknown revision is checked against the nearest earlier one, and
that must be reported: otherwise a passing report would be about rules that the server never promised to follow.
"""

from collections.abc import Iterator

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_text, type_phrase
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.model import REVISION_KEY
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_POINTER = child("", "source_of_truth", REVISION_KEY)


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the list names an unknown revision, or something that is not a revision."""
    stated = inventory.source_of_truth.get(REVISION_KEY)
    if profile.protocol is None or stated is None or as_text(stated) in profile.revisions:
        return
    fallback = f"so MCP {profile.protocol.revision} was assumed"
    if profile.revision_for(as_text(stated) or "") is not None:
        message = f"`protocolVersion` {code_text(str(stated))} has no rules of its own, {fallback}"
        hint = f"choose other rules with `--profile`: {list_codes(sorted(profile.revisions.values()))}"
        yield Problem(message, hint, _POINTER, max_level=Level.INFO)
    else:
        found = code_text(stated) if isinstance(stated, str) else type_phrase(stated)
        message = f"`protocolVersion` is {found}, not a revision date, {fallback}"
        known = list_codes(sorted(profile.revisions))
        yield Problem(message, f"set it to the revision that the server negotiated, such as {known}", _POINTER)


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
            _example_inventory("2024-11-05"),
            says="`protocolVersion` `2024-11-05` has no rules of its own",
            at="/source_of_truth/protocol_version",
        ),
        BadExample(_example_inventory(7), says="`protocolVersion` is an integer, not a revision date"),
    ),
)
