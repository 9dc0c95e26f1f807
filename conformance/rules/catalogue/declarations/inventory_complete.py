"""An inventory says where its definitions are and what its stabilities mean, and lists related surfaces as texts.

Without a source nobody can verify the copy, and without a meaning `stable` promises nothing. Members of another type
are silently ignored by readers.
"""

from collections.abc import Iterator

from conformance.display import code_text, quote_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_array, type_phrase
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_SOURCE, _POLICY, _SURFACES = "source_of_truth", "stability_policy", "related_surfaces"


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a missing source or stability policy, and for related surfaces that are not a list of texts.

    The list of another system has no stabilities to explain, and a tool without other surfaces need not say so.
    """
    if _SOURCE not in inventory.raw:
        hint = f'state where the definitions are: `"{_SOURCE}": {{"tool_definitions": "src/tools.py"}}`'
        yield Problem(f"inventory has no {code_text(_SOURCE)}", hint, child("", _SOURCE))
    first = next((tool.stability for tool in inventory.tools if tool.stability), None)
    if _POLICY not in inventory.raw and first is not None:
        hint = f'explain what each stability means: `"{_POLICY}": {{{quote_text(first)}: "kept compatible"}}`'
        message = f"inventory has no {code_text(_POLICY)} that explains the stability {code_text(first)}"
        yield Problem(message, hint, child("", _POLICY))
    for tool in inventory.tools:
        if _SURFACES in tool.raw:
            yield from _surface_problems(tool.raw[_SURFACES], child(tool.pointer, _SURFACES))


def _surface_problems(surfaces: JsonValue, pointer: str) -> Iterator[Problem]:
    if not isinstance(surfaces, list | tuple):
        hint = f'list the other ways to reach it: `"{_SURFACES}": ["HTTP API"]`, or remove the key'
        yield Problem(f"{code_text(_SURFACES)} is {type_phrase(surfaces)}, not an array of strings", hint, pointer)
    for index, surface in enumerate(as_array(surfaces)):
        if not isinstance(surface, str):
            fault = f"{code_text(_SURFACES)} contains {type_phrase(surface)} that is not a string"
            yield Problem(fault, "describe the surface in words", child(pointer, index))


RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tools",
    good=([{"related_surfaces": ["HTTP task API"]}, {"name": "GetTask", "without": ["related_surfaces"]}],),
    bad=(
        BadExample({"without": ["source_of_truth"]}, says="inventory has no `source_of_truth`", at="/source_of_truth"),
        BadExample({"without": ["stability_policy"]}, says="inventory has no `stability_policy`"),
        BadExample(
            [{"related_surfaces": "HTTP task API"}], says="`related_surfaces` is a string, not an array of strings"
        ),
        BadExample(
            [{"related_surfaces": ["HTTP task API", 7]}],
            says="`related_surfaces` contains an integer that is not a string",
            at="/tools/0/related_surfaces/1",
        ),
    ),
)
