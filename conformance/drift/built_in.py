"""The changes of the provider's own tools in a list: no schema of theirs is known, so little of them is decided."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, equal, texts_in
from conformance.drift.changes import Change, ChangeSurface
from conformance.inventory.model import BuiltInTool

_ALLOWED = "allowed_tools"


def changes_of_built_in(before: Sequence[BuiltInTool], after: Sequence[BuiltInTool]) -> Iterator[Change]:
    """Yield what a list newly asks for, asks for in another way, and asks for no more."""
    old, new = _tools_by_key(before), _tools_by_key(after)
    for key, tool in new.items():
        if key not in old:
            yield Change("built_in_added", ChangeSurface.INVENTORY, tool.pointer, None, tool.name, tool.name)
        else:
            yield from _member_changes(old[key], tool)
    for key, tool in old.items():
        if key not in new:
            gone = tool.name
            yield Change("built_in_removed", ChangeSurface.INVENTORY, tool.pointer, gone, None, gone, is_gone=True)


def _tools_by_key(tools: Sequence[BuiltInTool]) -> Mapping[tuple[str, int], BuiltInTool]:
    """Return the tools by their keys; of several with one key each has a key of its own."""
    seen: Counter[str] = Counter()
    found: dict[tuple[str, int], BuiltInTool] = {}
    for tool in tools:
        found[tool.key, seen[tool.key]] = tool
        seen[tool.key] += 1
    return found


def _member_changes(was: BuiltInTool, now: BuiltInTool) -> Iterator[Change]:
    for member in dict.fromkeys((*now.stated, *was.stated)):
        before, after = was.stated.get(member), now.stated.get(member)
        if equal(before, after):
            continue
        is_gone = member not in now.stated
        pointer = child((was if is_gone else now).pointer, member)
        kind = _kind(member, before, after)
        # What is set of a tool may be a credential, which no report shows.
        shown = (before, after) if kind != "built_in_changed" else (None, None)
        yield Change(kind, ChangeSurface.INVENTORY, pointer, *shown, now.name, field=member, is_gone=is_gone)


def _kind(member: str, before: JsonValue, after: JsonValue) -> str:
    if member == "type":
        return "built_in_version_changed"
    if member != _ALLOWED or not isinstance(before, list):
        return "built_in_changed"
    # Without the member a server offers all of its tools.
    if after is None or (isinstance(after, list) and set(texts_in(before)) <= set(texts_in(after))):
        return "allowed_tools_widened"
    return "allowed_tools_narrowed" if isinstance(after, list) else "built_in_changed"
