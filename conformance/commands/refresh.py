"""``refresh``: write the inventory of a system to a file, byte for byte reproducible.

JSON equality decides whether two inventories differ; deepdiff only draws the parts that are known to differ.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from conformance.display import code_text, escape_text
from conformance.documents import reader
from conformance.documents.files import write_atomically
from conformance.documents.pointers import child
from conformance.documents.values import (
    JsonObject,
    JsonValue,
    as_array,
    as_object,
    as_text,
    compact_json,
    equal,
    stable_text,
)
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.load import load_any_inventory
from conformance.schema.limits import refusal_of
from conformance.systems.adapters.reference import reference_inventory
from conformance.systems.sources import to_document

_SHOWN_CHARS, _CONTEXT_CHARS = 120, 30


@dataclass(frozen=True, slots=True)
class FileDifference:
    """One difference between a file and the contract, as display texts; ``None`` on the side that lacks it."""

    path: str
    in_file: str | None
    in_contract: str | None

    def __str__(self) -> str:
        if self.in_file is None:
            return f"+ {self.path}: {self.in_contract}"
        if self.in_contract is None:
            return f"- {self.path}: {self.in_file}"
        return f"~ {self.path}: {self.in_file} -> {self.in_contract}"


def refresh(path: Path, *, wanted: JsonObject | None = None, replace_foreign: bool = True) -> bool:
    """Write the ``wanted`` inventory or the reference one; return False if the file already had these bytes.

    Raises ``ConformanceError`` if the file cannot be written, is not an inventory or has a newer format, and, unless
    ``replace_foreign``, if it is the inventory of another system.
    """
    inventory = reference_inventory() if wanted is None else _require_readable(wanted)
    if path.exists():
        _reject_replacement(path, inventory, replace_foreign)
    return write_atomically(path, _file_text(inventory).encode())


def pending_changes(
    path: Path, *, wanted: JsonObject | None = None, accept_foreign: bool = True
) -> list[FileDifference]:
    """Return the differences between the file and what ``refresh`` would write.

    Raises ``ConformanceError`` if it cannot be read, and, unless ``accept_foreign``, for another system's inventory.
    """
    document = reader.read(path)
    load_any_inventory(document)
    inventory = reference_inventory() if wanted is None else _require_readable(wanted)
    if not accept_foreign:
        _reject_foreign(path, as_object(document.value), inventory)
    found = list(differences(document.value, inventory))
    if not found and document.text != _file_text(inventory):
        found.append(FileDifference("the text of the file", "another order or layout", "sorted keys, two spaces"))
    return found


def differences(in_file: JsonValue, in_contract: JsonValue) -> Iterator[FileDifference]:
    """Yield every difference of two inventories; tools are compared by name, in any order."""
    old, new = as_object(in_file), as_object(in_contract)
    old_tools, new_tools = _tools_by_name(old), _tools_by_name(new)
    yield from _diff("", {**old, "tools": None}, {**new, "tools": None})
    for name in [*new_tools, *(name for name in old_tools if name not in new_tools)]:
        if name not in old_tools:
            yield FileDifference(f"tool {escape_text(name)}", None, "is missing in the file")
        elif name not in new_tools:
            yield FileDifference(f"tool {escape_text(name)}", "is not in the contract", None)
        else:
            yield from _diff(escape_text(name), old_tools[name], new_tools[name])
    if list(old_tools) != list(new_tools) and set(old_tools) == set(new_tools):
        yield FileDifference("order of the tools", ", ".join(map(escape_text, old_tools)), ", ".join(new_tools))


def _tools_by_name(inventory: JsonObject) -> Mapping[str, JsonValue]:
    return {as_text(as_object(tool).get("name")) or "?": tool for tool in as_array(inventory.get("tools"))}


def _diff(place: str, old: JsonValue, new: JsonValue) -> Iterator[FileDifference]:
    """Descend to the members that differ and let deepdiff draw only those."""
    if equal(old, new):
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted(old.keys() | new.keys()):
            inner = child(place, key)
            if key not in old:
                yield FileDifference(inner, None, _format_value(new[key]))
            elif key not in new:
                yield FileDifference(inner, _format_value(old[key]), None)
            else:
                yield from _diff(inner, old[key], new[key])
    else:
        yield from _deepdiff_differences(place, old, new)


def _deepdiff_differences(place: str, old: JsonValue, new: JsonValue) -> Iterator[FileDifference]:
    from deepdiff.diff import DeepDiff

    tree: Any = DeepDiff(old, new, view="tree", threshold_to_diff_deeper=0)
    drawn: list[FileDifference] = []
    for kind, changes in tree.items():
        for change in changes:
            before, after = cast("JsonValue", change.t1), cast("JsonValue", change.t2)
            inner = child(place, *change.path(output_format="list"))
            gone, come = kind.endswith("_removed"), kind.endswith("_added")
            if come or gone:
                drawn.append(
                    FileDifference(
                        inner, None if come else _format_value(before), None if gone else _format_value(after)
                    )
                )
            elif not equal(before, after):
                drawn.append(FileDifference(inner, *_format_pair(before, after)))
    yield from sorted(drawn, key=str) or [FileDifference(place, *_format_pair(old, new))]


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


def _require_readable(inventory: JsonObject) -> JsonObject:
    """Return a described inventory; raises ``ConformanceError`` if it could not be loaded again."""
    load_any_inventory(to_document(inventory))
    return inventory


def unevaluated_schemas(inventory: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield each tool whose schema must not be evaluated, with the reason."""
    for tool in load_any_inventory(to_document(inventory)).tools:
        for key, schema in (("input_schema", tool.input_schema), ("success_result_schema", tool.success_result_schema)):
            refusal = refusal_of(schema)
            if refusal is not None:
                yield tool.name, f"{code_text(f'/{key}{refusal.pointer}', 200)} {refusal.reason}"


def is_foreign(path: Path) -> bool:
    """Return whether a file is the inventory of a system other than the reference contract."""
    return _is_other_system(as_object(reader.read(path).value), reference_inventory())


def _file_text(inventory: JsonObject) -> str:
    """Return the text of the file; a lone surrogate, which UTF-8 cannot encode, is written as a JSON escape."""
    return stable_text(inventory).encode("utf-8", "backslashreplace").decode()


def _reject_replacement(path: Path, wanted: JsonObject, replace_foreign: bool) -> None:
    shown = code_text(str(path), 200)
    try:
        document = reader.read(path)
    except ConformanceError:
        if path.is_file() and _looks_like_inventory(reader.read_bytes(path)):
            return  # refresh replaces a truncated file and one with merge conflicts
        raise
    top = as_object(document.value)
    if "tools" not in top or "version" not in top:
        message = f"{shown} is not an inventory and was not changed"
        raise ConformanceError(ErrorKind.USAGE, message, "pass the path of the inventory, or remove this file first")
    load_any_inventory(document)
    if not replace_foreign:
        _reject_foreign(path, top, wanted)


def _reject_foreign(path: Path, inventory: JsonObject, wanted: JsonObject) -> None:
    if _is_other_system(inventory, wanted):
        message = f"{code_text(str(path), 200)} is the inventory of another system, by its `source_of_truth`"
        command = code_text(f"conformance refresh {path.name} --source SOURCE", 200)
        hint = f"to compare or replace it anyway, run {command}; source `reference` is the reference contract"
        raise ConformanceError(ErrorKind.USAGE, message, hint)


def _is_other_system(inventory: JsonObject, wanted: JsonObject) -> bool:
    """Return the origin stated by ``source_of_truth``, without any versions that it mentions."""
    ours, theirs = (as_object(one.get("source_of_truth")) for one in (wanted, inventory))
    return not equal(ours.get("tool_definitions"), theirs.get("tool_definitions"))


def _looks_like_inventory(data: bytes) -> bool:
    return not data.strip() or b'"source_of_truth"' in data
