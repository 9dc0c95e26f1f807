"""A batch item is a call of the single tool, and nothing more.

An item with a field that the single tool does not have teaches the model an argument that exists only in one of the
two. The other way round, what governs a whole batch means nothing to one call, and the single tool has to refuse it.
"""

from collections.abc import Iterator

from conformance.display import list_names, quote_text
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.batches import Batch, batches_of
from conformance.names import closest_match
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_MAX_GUESSES = 20


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for every item field that the single tool lacks, and every batch field that it has."""
    for batch in batches_of(inventory, profile.batch_ending):
        yield from _foreign_item_fields(batch)
        yield from _batch_fields_of_single(batch, profile)


def _foreign_item_fields(batch: Batch) -> Iterator[Problem]:
    foreign = [name for name in batch.item_fields if name not in batch.single_fields]
    for index, name in enumerate(foreign):
        meant = closest_match(name, batch.single_fields) if index < _MAX_GUESSES else None
        yield Problem(
            f"the batch item field {quote_text(name)} is no field of {quote_text(batch.single.name)}, "
            f"which has {list_names(batch.single_fields)}",
            f"write {quote_text(meant)}" if meant else "remove it, or give it to the single tool as well",
            batch.tool.pointer + batch.item_fields[name],
        )


def _batch_fields_of_single(batch: Batch, profile: Profile) -> Iterator[Problem]:
    governing = {batch.item_list, *profile.batch_only_fields}.intersection(batch.fields).difference(batch.item_fields)
    for name in sorted(governing.intersection(batch.single_fields)):
        yield Problem(
            f"the field {quote_text(name)} governs the batch {quote_text(batch.tool.name)} and stands in the input of "
            f"{quote_text(batch.single.name)}",
            "remove it from the single tool",
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
            says="'shel'",
            at="/tools/1/input_schema/properties/items/items/properties/shel",
        ),
        BadExample(
            [
                _tool("ExecCommand", {"cmd": _TEXT, "stop_on_error": _FLAG}),
                _tool("ExecCommandBatch", {"items": _items({"cmd": _TEXT}), "stop_on_error": _FLAG}),
            ],
            says="governs the batch",
            at="/tools/0/input_schema/properties/stop_on_error",
        ),
    ),
)
