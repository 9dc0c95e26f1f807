"""An inventory has only the keys that its format defines.

Unknown keys are silently ignored: ``inputSchema`` instead of ``input_schema`` states something about the tool that is
never checked, never displayed and never sent to the model. ``annotations`` are those of MCP, which allow calls and are
part of a tool list for MCP.
"""

from collections.abc import Iterable, Iterator

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.load import known_keys
from conformance.inventory.model import READER_KEYS
from conformance.names import suggest
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# The keys of a tool that are read: those of the format, and the hints of MCP on what a call does.
_TOOL_KEYS = (*known_keys("tool"), "annotations")


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each unknown key of the document, of a tool, or of its result envelope.

    A tool of a list that has no usable name is reported here too: it has a stand-in name, which no rule judges.
    """
    yield from _unknown_key_problems(inventory.unknown_keys, "", "inventory", known_keys(""))
    for tool in inventory.tools:
        yield from _unknown_key_problems(_unknown_keys(tool), tool.pointer, "tool", _TOOL_KEYS)
        if tool.name_fault:
            hint = "add a `name` that says what the tool does"
            yield Problem(tool.name_fault, hint, child(tool.pointer, "name"))
        envelope = tool.result_envelope
        if envelope is not None:
            known = known_keys("result_envelope")
            unknown = [key for key in envelope.raw if key not in known]
            yield from _unknown_key_problems(unknown, child(tool.pointer, "result_envelope"), "result envelope", known)


def _unknown_keys(tool: Tool) -> list[str]:
    # what a list states and an inventory cannot represent is kept by the reader, and judged by other rules
    is_unusable = tool.capability is None and tool.input_schema is None
    kept = {*READER_KEYS, "inputSchema"} if is_unusable else READER_KEYS
    return [key for key in tool.unknown_keys if key not in kept and key not in _TOOL_KEYS]


def _unknown_key_problems(keys: Iterable[str], pointer: str, what: str, known: tuple[str, ...]) -> Iterator[Problem]:
    for key in keys:
        hint = suggest(key, known, f"use one of its keys: {list_codes(known)}")
        yield Problem(f"{what} has an unknown key {code_text(key)}", hint, child(pointer, key))


RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tools",
    good=([{"freeform_grammar": None, "related_surfaces": ["SpawnAgent"], "annotations": {"readOnlyHint": True}}],),
    bad=(
        BadExample([{"inputSchema": {}}], says="tool has an unknown key `inputSchema`", at="/tools/0/inputSchema"),
        BadExample({"tool": []}, says="inventory has an unknown key `tool`", at="/tool"),
    ),
)
