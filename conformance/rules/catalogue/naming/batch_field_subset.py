"""Each item of a batch tool takes fields of the single tool, and the single tool takes no fields of the batch.

An item field that the single tool lacks teaches the model an argument that works in only one of the two tools.
Conversely, a field that controls an entire batch is meaningless in a single call, which has to reject it.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.batches import Batch, batches_of
from conformance.names import closest_match
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# Finding the closest name is slow; items with more unknown fields get no further suggestions.
_MAX_GUESSES = 20


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for every item field that the single tool lacks, and every batch field that it has."""
    for batch in batches_of(inventory, profile.batch_ending):
        yield from _foreign_item_fields(batch)
        yield from _batch_fields_of_single(batch, profile)


def _foreign_item_fields(batch: Batch) -> Iterator[Problem]:
    unknown = [name for name in batch.item_fields if name not in batch.single_fields]
    for index, name in enumerate(unknown):
        meant = closest_match(name, batch.single_fields) if index < _MAX_GUESSES else None
        yield Problem(
            f"batch item field {code_text(name)} is not a parameter of {code_text(batch.single.name)}",
            f"rename it to {code_text(meant)}" if meant else f"remove it, or add it to {code_text(batch.single.name)}",
            batch.tool.pointer + batch.item_fields[name],
        )


def _batch_fields_of_single(batch: Batch, profile: Profile) -> Iterator[Problem]:
    governing = {batch.item_list, *profile.batch_only_fields}.intersection(batch.fields).difference(batch.item_fields)
    for name in sorted(governing.intersection(batch.single_fields)):
        yield Problem(
            f"parameter {code_text(name)} of {code_text(batch.single.name)} only has an effect in "
            f"{code_text(batch.tool.name)}",
            f"remove it from {code_text(batch.single.name)}",
            batch.single.pointer + batch.single_fields[name],
        )


def _tool(name: str, properties: JsonObject) -> JsonObject:
    schema = {"type": "object", "additionalProperties": False, "properties": properties}
    return {"name": name, "family": "local_environment", "input_schema": schema}


def _items(properties: JsonObject) -> JsonObject:
    return {"type": "array", "items": {"type": "object", "additionalProperties": False, "properties": properties}}


_TEXT: JsonObject = {"type": "string"}
_FLAG: JsonObject = {"type": "boolean"}
_SINGLE = _tool("ExecCommand", {"cmd": _TEXT, "workdir": _TEXT, "tty": _FLAG})

RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#known-gaps",
    good=([_SINGLE, _tool("ExecCommandBatch", {"items": _items({"cmd": _TEXT, "workdir": _TEXT}), "workdir": _TEXT})],),
    bad=(
        BadExample(
            [_SINGLE, _tool("ExecCommandBatch", {"items": _items({"cmd": _TEXT, "shel": _TEXT})})],
            says="batch item field `shel` is not a parameter of `ExecCommand`",
            at="/tools/1/input_schema/properties/items/items/properties/shel",
        ),
        BadExample(
            [
                _tool("ExecCommand", {"cmd": _TEXT, "stop_on_error": _FLAG}),
                _tool("ExecCommandBatch", {"items": _items({"cmd": _TEXT}), "stop_on_error": _FLAG}),
            ],
            says="`stop_on_error` of `ExecCommand` only has an effect in `ExecCommandBatch`",
            at="/tools/0/input_schema/properties/stop_on_error",
        ),
    ),
)
