"""An inventory has only the keys that its format defines.

Unknown keys are silently ignored: ``inputSchema`` instead of ``input_schema`` states something about the tool that is
never checked, never displayed and never sent to the model.
"""

from collections.abc import Iterable, Iterator

from conformance.display import list_names, quote_text
from conformance.documents.pointers import child
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.load import known_keys
from conformance.names import suggest
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each unknown key of the document, of a tool, or of its result envelope."""
    yield from _unknown_key_problems(inventory.unknown_keys, "", "an inventory", known_keys(""))
    for tool in inventory.tools:
        yield from _unknown_key_problems(tool.unknown_keys, tool.pointer, "a tool", known_keys("tool"))
        envelope = tool.result_envelope
        if envelope is not None:
            known = known_keys("result_envelope")
            unknown = [key for key in envelope.raw if key not in known]
            yield from _unknown_key_problems(
                unknown, child(tool.pointer, "result_envelope"), "a result envelope", known
            )


def _unknown_key_problems(keys: Iterable[str], pointer: str, what: str, known: tuple[str, ...]) -> Iterator[Problem]:
    for key in keys:
        hint = suggest(key, known, f"the keys of {what} are {list_names(known)}")
        yield Problem(f"{quote_text(key)} is not a key of {what}", hint, child(pointer, key))


RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tools",
    good=([{"freeform_grammar": None, "related_surfaces": ["SpawnAgent"]}],),
    bad=(
        BadExample([{"inputSchema": {}}], says="'inputSchema' is not a key of a tool", at="/tools/0/inputSchema"),
        BadExample({"tool": []}, says="'tool' is not a key of an inventory", at="/tool"),
    ),
)
