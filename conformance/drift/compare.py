"""Compares two inventories and yields neutral changes lazily, tool by tool.

A tool that was renamed is compared with itself under its new name, and the rename is one change.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_object, equal
from conformance.drift.built_in import changes_of_built_in
from conformance.drift.changes import Change, ChangeSurface
from conformance.drift.renames import renamed_tools
from conformance.drift.schema_changes import input_changes, result_changes
from conformance.inventory import Inventory, Tool
from conformance.inventory.model import AS_LISTED, SCHEMA_KEY
from conformance.schema.containment.budget import ProofBudget, SharedTime
from conformance.schema.containment.prover import Verdict
from conformance.schema.containment.questions import containment_verdict
from conformance.schema.limits import refusal_of

_TOP_LEVEL = ("version", "source_of_truth", "stability_policy")
# How a client of MCP may call a tool, by what `execution.taskSupport` states: as a task, and without one.
_NO_TASKS = "forbidden"
_WAYS_TO_CALL = {
    _NO_TASKS: frozenset({"plain"}),
    "optional": frozenset({"plain", "task"}),
    "required": frozenset({"task"}),
}


def compare(old: Inventory, new: Inventory, budget: ProofBudget | None = None) -> Iterator[Change]:
    """Yield the changes from one inventory to the other, in the order of the new one; removed tools come last."""
    # Before its first version and after its removal an inventory says nothing about itself.
    for key in _TOP_LEVEL if old.raw and new.raw else ():
        before, after = old.raw.get(key), new.raw.get(key)
        if not equal(before, after):
            yield Change(f"{key}_changed", ChangeSurface.INVENTORY, f"/{key}", before, after)
    removed = [tool for tool in _unique_tools(old) if tool.name not in new.tools_by_name]
    added = [tool for tool in _unique_tools(new) if tool.name not in old.tools_by_name]
    renamed = {after.name: before for before, after in renamed_tools(removed, added)}
    time = SharedTime(budget or ProofBudget())
    # Tools of the same name are all compared, since runtimes differ in which of them they use.
    for tool in new.tools:
        was = old.tools_by_name.get(tool.name) or renamed.get(tool.name)
        if was is None:
            yield Change("tool_added", ChangeSurface.INVENTORY, tool.pointer, None, tool.name, tool.name, new_tool=tool)
        elif not equal(was.raw, tool.raw):
            with time.count():
                found = list(_ToolComparison(was, tool, time.budget()).changes())
            yield from found
    gone = {was.name for was in renamed.values()}
    for tool in removed:
        if tool.name not in gone:
            with time.count():
                removal = _removal(tool, time.budget())
            yield removal
    yield from changes_of_built_in(old.built_in, new.built_in)


def _unique_tools(inventory: Inventory) -> list[Tool]:
    """Return the tools in order, the first one of each name."""
    return [tool for tool in inventory.tools if inventory.tools_by_name[tool.name] is tool]


def _input_evidence(tool: Tool, budget: ProofBudget) -> Verdict | None:
    """Return a verdict with an input that the removed tool accepted, which shows what breaks."""
    if tool.input_schema is None or refusal_of(tool.input_schema) is not None:
        return None
    return containment_verdict(tool.input_schema, False, budget=budget).short_form()


def _removal(tool: Tool, budget: ProofBudget) -> Change:
    return Change(
        "tool_removed",
        ChangeSurface.INVENTORY,
        tool.pointer,
        tool.name,
        None,
        tool.name,
        old_tool=tool,
        evidence=_input_evidence(tool, budget),
        is_gone=True,
    )


class _ToolComparison(Struct, frozen=True):
    """One tool before and after the change."""

    was: Tool
    now: Tool
    budget: ProofBudget

    def changes(self) -> Iterator[Change]:
        """Yield the changes of every surface of the tool."""
        for change in self._surface_changes():
            yield replace(change, tool=self.now.name, old_tool=self.was, new_tool=self.now)

    def _surface_changes(self) -> Iterator[Change]:
        was, now = self.was, self.now
        if was.name != now.name:
            evidence = (
                containment_verdict(was.input_schema, False, budget=self.budget).short_form()
                if was.input_schema is not None
                else None
            )
            pointer = child(now.pointer, "name")
            yield Change("tool_renamed", ChangeSurface.INVENTORY, pointer, was.name, now.name, evidence=evidence)
        yield from self._member_changes("family", ChangeSurface.CAPABILITY, "capability_changed")
        yield from self._member_changes("stability", ChangeSurface.STABILITY, "stability_changed")
        yield from self._member_changes("description", ChangeSurface.DESCRIPTION, "description_changed")
        yield from input_changes(was, now, self.budget)
        # A text that became an object has no grammar any more, which is the same change.
        if (was.input_schema is None) is (now.input_schema is None):
            yield from self._member_changes("freeform_grammar", ChangeSurface.INPUT, "grammar_changed")
        yield from self._envelope_changes()
        yield from result_changes(was, now, self.budget)
        yield from self._member_changes("related_surfaces", ChangeSurface.INVENTORY, "related_surfaces_changed")
        # That no schema is stated is the schema of no parameters, which was compared.
        stated = {SCHEMA_KEY} if was.omits_schema or now.omits_schema else set[str]()
        for key in (one for one in dict.fromkeys((*was.unknown_keys, *now.unknown_keys)) if one not in stated):
            kind = "hints_changed" if key == "annotations" else "other_key_changed"
            if key == AS_LISTED:
                yield from self._listed_changes()
                continue
            if key != "execution" or not (support := list(self._task_support_changes())):
                support = self._member_changes(key, ChangeSurface.INVENTORY, kind)
            yield from support

    def _listed_changes(self) -> Iterator[Change]:
        """Yield the changes of members that the list names like members of an inventory, and that say others there."""
        before, after = self.was.entry, self.now.entry
        for key in dict.fromkeys((*after, *before)):
            if _is_same(before.get(key), after.get(key)) or (_tells(self.was, key) and _tells(self.now, key)):
                continue
            is_gone = key not in after
            pointer = child((self.was if is_gone else self.now).pointer, key)
            yield Change(
                "other_key_changed",
                ChangeSurface.INVENTORY,
                pointer,
                before.get(key),
                after.get(key),
                is_gone=is_gone,
            )

    def _task_support_changes(self) -> Iterator[Change]:
        """Yield the change of how MCP lets the tool be called: as a task, without one, or both."""
        before, after = (_task_support(one.raw.get("execution")) for one in (self.was, self.now))
        if before != after:
            is_narrower = not _WAYS_TO_CALL[before] <= _WAYS_TO_CALL[after]
            kind = "task_support_narrowed" if is_narrower else "task_support_widened"
            pointer = child(self.now.pointer, *(("execution",) if "execution" in self.now.raw else ()))
            yield Change(kind, ChangeSurface.INVENTORY, pointer, before, after)

    def _member_changes(self, key: str, surface: ChangeSurface, kind: str) -> Iterator[Change]:
        before, after = self.was.raw.get(key), self.now.raw.get(key)
        if not _is_same(before, after):
            is_gone = key not in self.now.raw
            pointer = child(self.was.pointer if is_gone else self.now.pointer, key)
            yield Change(kind, surface, pointer, before, after, is_gone=is_gone)

    def _envelope_changes(self) -> Iterator[Change]:
        before, after = self.was.result_envelope, self.now.result_envelope
        if before is None or after is None:
            # a list whose form has a place for a result schema declares that at most, which is compared by itself
            declared = [one.raw.get("result_envelope") for one in (self.was, self.now) if "result_envelope" in one.raw]
            if any(set(as_object(one)) != {"success_result_schema"} for one in declared):
                yield from self._member_changes("result_envelope", ChangeSurface.ENVELOPE, "envelope_changed")
            return
        for key in dict.fromkeys((*after.raw, *before.raw)):
            was, now = before.raw.get(key), after.raw.get(key)
            if key == "success_result_schema" or _is_same(was, now):
                continue
            surface = ChangeSurface.RENDERING if key == "model_rendering" else ChangeSurface.ENVELOPE
            is_gone = key not in after.raw
            pointer = child((self.was if is_gone else self.now).pointer, "result_envelope", key)
            yield Change(self._envelope_kind(key), surface, pointer, was, now, is_gone=is_gone)

    def _envelope_kind(self, key: str) -> str:
        if key != "success_result":
            return f"{key}_changed"
        return "result_type_changed" if self.now.success_result_schema is None else "result_type_renamed"


def _tells(tool: Tool, key: str) -> bool:
    """Say whether the tool itself holds what its entry in a list states, under this or another name."""
    own = (tool.raw.get(key), tool.input_schema, tool.success_result_schema)
    return key not in tool.entry or any(equal(tool.entry[key], one) for one in own)


def _task_support(execution: JsonValue) -> str:
    stated = as_object(execution).get("taskSupport")
    return stated if isinstance(stated, str) and stated in _WAYS_TO_CALL else _NO_TASKS


def _is_same(before: JsonValue, after: JsonValue) -> bool:
    # Rewrapped text is not a change.
    if isinstance(before, str) and isinstance(after, str):
        return before.split() == after.split()
    return equal(before, after)
