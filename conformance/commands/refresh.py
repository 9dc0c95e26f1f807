"""``refresh``: bring an inventory file up to what a system says, byte for byte reproducible.

What people declare in the file is kept (``inventory.merge``). JSON equality decides whether two inventories differ;
deepdiff only draws the parts that are known to differ.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from conformance.commands.masking import Mask, mask_of_values, mask_value
from conformance.display import code_text, escape_text
from conformance.documents import reader
from conformance.documents.files import write_atomically
from conformance.documents.location import short_path
from conformance.documents.number_spelling import respell, spelt_value
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_object, compact_json, equal, stable_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.load import load_any_inventory
from conformance.inventory.merge import Merge, ToolKey, merge, tools_by_key
from conformance.schema.limits import refusal_of
from conformance.systems.adapters.reference import reference_inventory
from conformance.systems.sources import to_document

_SHOWN_CHARS, _CONTEXT_CHARS = 120, 30
# deepdiff compares each element of a list with each other one; longer lists are shown as one difference.
_MOST_DRAWN_CHARS = 20_000


class FileDifference(Struct, frozen=True):
    """One difference between a file and its source, as display texts; ``None`` on the side that lacks it."""

    path: str
    in_file: str | None
    in_source: str | None

    def __str__(self) -> str:
        if self.in_file is None:
            return f"+ {self.path}: {self.in_source}"
        if self.in_source is None:
            return f"- {self.path}: {self.in_file}"
        return f"~ {self.path}: {self.in_file} -> {self.in_source}"


class Refreshed(Struct, frozen=True):
    """What ``refresh`` did: whether the file has new bytes, and the tools that only the system or only the file had."""

    is_changed: bool
    added: Sequence[str]
    vanished: Sequence[str]


def refresh(
    path: Path, *, wanted: JsonObject | None = None, replace_foreign: bool = True, prune: bool = False
) -> Refreshed:
    """Write the ``wanted`` inventory or the reference one, with what the file declares.

    Tools that vanished stay in the file, unless ``prune``, and a number that did not change is spelt as before.
    Raises ``ConformanceError`` if the file cannot be read or
    written, is not an inventory or has a newer format, and, unless ``replace_foreign``, if it is another system's.
    """
    inventory = _described_inventory(wanted)
    document = _present_inventory(path)
    present = as_object(document.value)
    if not replace_foreign:
        _reject_foreign(path, present, wanted)
    merged = merge(present, inventory, prune=prune)
    is_changed = write_atomically(path, _spell_as_before(merged.inventory, document).encode())
    return Refreshed(is_changed, merged.added if present else (), merged.vanished)


def _spell_as_before(inventory: JsonObject, document: reader.Document) -> str:
    """Return the text of an inventory, with each number that the document has in the same tool as it is spelt there."""
    spelt = spelt_value(document.text)
    tools = tools_by_key(spelt)
    aligned = {**spelt, "tools": [tools.get(key) for key in tools_by_key(inventory)]}
    return respell(stable_text(inventory), inventory, aligned)


def reference_size() -> int:
    """Return the number of tools of the reference inventory."""
    return len(tools_by_key(reference_inventory()))


class FileComparison(Struct, frozen=True):
    """What a file says differently from its source, and the tools that only the file has."""

    differences: Sequence[FileDifference]
    vanished: Sequence[str]


def pending_changes(path: Path, *, wanted: JsonObject | None = None, accept_foreign: bool = True) -> FileComparison:
    """Return the differences between the file and what the source says; what only people declare is not compared.

    Raises ``ConformanceError`` if it cannot be read, and, unless ``accept_foreign``, for another system's inventory.
    """
    document = reader.read(path)
    load_any_inventory(document)
    inventory, present = _described_inventory(wanted), as_object(document.value)
    if not accept_foreign:
        _reject_foreign(path, present, wanted)
    merged: Merge = merge(present, inventory, prune=True)
    mask = mask_of_values((present, merged.inventory))
    return FileComparison(list(differences(present, merged.inventory, mask)), merged.vanished)


def differences(in_file: JsonValue, in_source: JsonValue, mask: Mask = str) -> Iterator[FileDifference]:
    """Yield every difference of two inventories, with secrets masked; tools are compared by name, in any order."""
    old, new = as_object(in_file), as_object(in_source)
    old_tools, new_tools = tools_by_key(old), tools_by_key(new)
    yield from _diff("", {**old, "tools": None}, {**new, "tools": None}, mask)
    for key in [*new_tools, *(key for key in old_tools if key not in new_tools)]:
        name = escape_text(mask(key[0]))
        if key not in old_tools:
            yield FileDifference(f"tool {name}", None, "missing in the file")
        elif key not in new_tools:
            yield FileDifference(f"tool {name}", "the source has no such tool", None)
        else:
            yield from _diff(name, old_tools[key], new_tools[key], mask)
    # By name is how the tools are written of a system that lists them in another order each time.
    is_by_name = list(old_tools) == sorted(old_tools)
    if not is_by_name and list(old_tools) != list(new_tools) and set(old_tools) == set(new_tools):
        yield FileDifference("order of the tools", _names_of(old_tools, mask), _names_of(new_tools, mask))


def _names_of(tools: Mapping[ToolKey, JsonObject], mask: Mask) -> str:
    return ", ".join(escape_text(mask(name)) for name, _ in tools)


def _diff(place: str, old: JsonValue, new: JsonValue, mask: Mask) -> Iterator[FileDifference]:
    """Descend to the members that differ and let deepdiff draw only those."""
    if equal(old, new):
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted(old.keys() | new.keys()):
            inner = child(place, mask(key))
            if key not in old:
                yield FileDifference(inner, None, _format_value(mask_value(new[key], mask)))
            elif key not in new:
                yield FileDifference(inner, _format_value(mask_value(old[key], mask)), None)
            else:
                yield from _diff(inner, old[key], new[key], mask)
    elif len(compact_json(old)) + len(compact_json(new)) > _MOST_DRAWN_CHARS:
        yield FileDifference(place, *_format_pair(mask_value(old, mask), mask_value(new, mask)))
    else:
        yield from _deepdiff_differences(place, old, new, mask)


def _deepdiff_differences(place: str, old: JsonValue, new: JsonValue, mask: Mask) -> Iterator[FileDifference]:
    from deepdiff.diff import DeepDiff

    tree: Any = DeepDiff(old, new, view="tree", threshold_to_diff_deeper=0)
    drawn: list[FileDifference] = []
    for kind, changes in tree.items():
        for change in changes:
            values = cast("JsonValue", change.t1), cast("JsonValue", change.t2)
            before, after = (mask_value(value, mask) for value in values)
            inner = child(place, *change.path(output_format="list"))
            gone, come = kind.endswith("_removed"), kind.endswith("_added")
            if come or gone:
                drawn.append(
                    FileDifference(
                        inner, None if come else _format_value(before), None if gone else _format_value(after)
                    )
                )
            elif not equal(*values):
                drawn.append(FileDifference(inner, *_format_pair(before, after)))
    yield from sorted(drawn, key=str) or [
        FileDifference(place, *_format_pair(mask_value(old, mask), mask_value(new, mask)))
    ]


def _format_pair(old: JsonValue, new: JsonValue) -> tuple[str, str]:
    """Return two values as texts; long texts start shortly before their first difference."""
    if not (isinstance(old, str) and isinstance(new, str)):
        return _format_value(old), _format_value(new)
    same = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(old))
    start = max(same - _CONTEXT_CHARS, 0) if max(len(old), len(new)) > _SHOWN_CHARS else 0
    lead = "…" if start else ""
    return _format_value(lead + old[start:]), _format_value(lead + new[start:])


def _format_value(value: JsonValue) -> str:
    text = compact_json(value)
    return text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}… ({len(text)} characters)"


def _described_inventory(wanted: JsonObject | None) -> JsonObject:
    """Return what the system says, or the reference; raises ``ConformanceError`` if it could not be loaded again."""
    inventory = reference_inventory() if wanted is None else wanted
    load_any_inventory(to_document(inventory))
    return inventory


def unevaluated_schemas(inventory: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield each tool whose schema must not be evaluated, with the reason."""
    for tool in load_any_inventory(to_document(inventory)).tools:
        result = "/result_envelope/success_result_schema"
        for pointer, schema in (("/input_schema", tool.input_schema), (result, tool.success_result_schema)):
            refusal = refusal_of(schema)
            if refusal is not None:
                yield tool.name, f"{code_text(pointer + refusal.pointer, 200)} {refusal.reason}"


def is_foreign(path: Path) -> bool:
    """Return whether a file is the inventory of a system other than the reference contract."""
    return _is_other_system(as_object(reader.read(path).value), None)


def _present_inventory(path: Path) -> reader.Document:
    """Return the inventory in the file, an empty object where there is no file or nothing in it.

    A broken one is an error, since what people declared in it would be lost. Raises ``ConformanceError``.
    """
    if not path.exists() or (path.is_file() and not reader.read_bytes(path).strip()):
        return reader.Document(str(path), "{}", {})
    try:
        document = reader.read(path)
        top = as_object(document.value)
        if "tools" not in top or "version" not in top:
            message = f"{code_text(str(path), 200)} is not an inventory and was not changed"
            raise ConformanceError(ErrorKind.UNREADABLE, message, "pass the path of the inventory")
        load_any_inventory(document)
    except ConformanceError as error:
        if error.kind is not ErrorKind.UNREADABLE or not path.is_file():  # a newer format is no reason to lose the file
            raise
        again = _command(path)
        way_out = f"{error.recovery_hint.partition('; or ')[0]}; or move the file away and write it anew with {again}"
        raise ConformanceError(error.kind, error.message, way_out, error.location) from None
    return document


def _reject_foreign(path: Path, inventory: JsonObject, wanted: JsonObject | None) -> None:
    if inventory and _is_other_system(inventory, wanted):
        message = f"{code_text(str(path), 200)} is the inventory of another system, by its `source_of_truth`"
        hint = f"to compare or replace it anyway, run {_command(path)}; source `reference` is the reference contract"
        raise ConformanceError(ErrorKind.USAGE, message, hint)


def _command(path: Path) -> str:
    return code_text(f"conformance refresh {shlex.quote(str(short_path(path)))} --source SOURCE", 200)


def _is_other_system(inventory: JsonObject, wanted: JsonObject | None) -> bool:
    """Return whether a file states another origin than the system, and has no tool of it.

    People may write their own origin, so that a common tool is enough, unless nobody has named a system: many have
    a tool of the reference contract.
    """
    system = reference_inventory() if wanted is None else wanted
    if wanted is not None and not tools_by_key(system).keys().isdisjoint(tools_by_key(inventory)):
        return False
    ours, theirs = (as_object(one.get("source_of_truth")) for one in (system, inventory))
    return not equal(ours.get("tool_definitions"), theirs.get("tool_definitions"))
