"""Masks the secrets of two inventories in the changes between them, which quote values, names and descriptions."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from conformance.commands.masking import Mask, mask_of_values, mask_value
from conformance.drift.report import DriftReport, RuledChange
from conformance.inventory import Inventory, Tool
from conformance.schema.containment.witness import Witness


def mask_report(report: DriftReport, inventories: Iterable[Inventory]) -> DriftReport:
    """Return the report with the secrets of the compared inventories masked."""
    mask = mask_of_values(value for one in inventories for value in (one.raw, *(tool.stated for tool in one.built_in)))
    tools = _mask_tools(report.changes, mask)
    return replace(report, changes=[_mask_change(ruled, mask, tools) for ruled in report.changes])


def _mask_tools(changes: Iterable[RuledChange], mask: Mask) -> Mapping[int, Tool]:
    """Return the masked tools by the identity of the old ones, because all changes of a tool share one."""
    tools = {id(tool): tool for one in changes for tool in (one.change.old_tool, one.change.new_tool) if tool}
    return {key: _mask_tool(tool, mask) for key, tool in tools.items()}


def _mask_change(ruled: RuledChange, mask: Mask, tools: Mapping[int, Tool]) -> RuledChange:
    change = ruled.change
    evidence = change.evidence
    if evidence is not None and evidence.witness is not None:
        evidence = replace(evidence, witness=Witness(mask_value(evidence.witness.instance, mask)))
    masked = replace(
        change,
        pointer=mask(change.pointer),
        before=mask_value(change.before, mask),
        after=mask_value(change.after, mask),
        tool=change.tool and mask(change.tool),
        old_tool=tools.get(id(change.old_tool)),
        new_tool=tools.get(id(change.new_tool)),
        evidence=evidence,
        field=mask(change.field),
    )
    source = None if ruled.source_pointer is None else mask(ruled.source_pointer)
    return replace(ruled, change=masked, message=mask(ruled.message), hint=mask(ruled.hint), source_pointer=source)


def _mask_tool(tool: Tool, mask: Mask) -> Tool:
    """Return the tool with what reports show of it masked: its name, its description and its definition."""
    raw = {mask(name): mask_value(value, mask) for name, value in tool.raw.items()}
    return replace(tool, name=mask(tool.name), description=tool.description and mask(tool.description), raw=raw)
