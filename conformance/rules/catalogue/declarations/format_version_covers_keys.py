"""An inventory states a format version that has the keys it uses.

The version says what a reader has to know. A reader of version 1 ignores the result schemas that version 2 added, so an
inventory that has them and still states version 1 promises something that nobody checks.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.model import KEYS_SINCE
from conformance.rules.examples import TOOL
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each key of a later version that some tool uses."""
    for key, version in KEYS_SINCE.items():
        stated = (tool.result_envelope.raw.get(key) for tool in inventory.tools if tool.result_envelope)
        if inventory.version < version and any(value is not None for value in stated):
            message = f"{code_text(key)} needs format version {version}, but the inventory states {inventory.version}"
            yield Problem(message, f'write `"version": {version}`', "/version")


_ENVELOPE = {**as_object(TOOL["result_envelope"]), "success_result_schema": {"type": "object"}}

RULE = INVENTORY.rule(
    check,
    level=Level.WARNING,
    source="tools-contract#tools",
    good=({"version": 1}, {"version": 2}),
    bad=(
        BadExample(
            {"version": 1, "tools": [{**TOOL, "result_envelope": _ENVELOPE}]},
            says="`success_result_schema` needs format version 2, but the inventory states 1",
            at="/version",
        ),
    ),
)
