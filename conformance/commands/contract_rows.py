"""How much of the contract of each tool calls have shown, as reports have it."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from conformance.commands.recorded_calls import CallLog
from conformance.commands.report import ContractCoverage
from conformance.inventory import Inventory, Tool
from conformance.probes.interview import ToolInterview
from conformance.systems.contract_coverage import ContractParts
from conformance.systems.credentials import mask_printed


def contract_rows(parts: ContractParts) -> list[ContractCoverage]:
    """Return one row for each tool, with the pointers of what was never seen."""
    rows: list[ContractCoverage] = []
    for name, one in parts.tools.items():
        found = one.parts
        never = [pointer for pointer, is_seen in found.items() if not is_seen]
        errors = Counter[str]()
        for kind, count in sorted(one.errors.items()):
            errors[mask_printed(kind)] += count  # the log states it, and not the inventory
        rows.append(ContractCoverage(name, one.calls, len(found) - len(never), len(found), never, dict(errors)))
    return rows


def recorded_parts(log: CallLog, inventory: Inventory) -> ContractParts:
    """Return what recorded calls have shown of an inventory; raises ``ConformanceError`` if there is no call."""
    parts = ContractParts(inventory)
    for use in log.uses():
        tool = parts.tools.get(use.tool)
        if tool is None:
            continue
        tool.calls += 1
        if use.has_input:
            tool.input.add(use.input)
        if use.has_result:
            tool.result.add(use.result)
    return parts


def probed_rows(interviews: Sequence[ToolInterview], inventory: Inventory) -> list[ContractCoverage]:
    """Return what a run has shown of the contract: by calls, and by inputs that were parsed without one."""
    parts = ContractParts(replace(inventory, tools=[one.tool for one in interviews]))
    for interview in interviews:
        for call in interview.requests.live_calls:
            parts.add(call.tool, call.arguments, call.outcome.envelope)
        for given in interview.parsed_inputs:
            parts.tools[interview.tool.name].input.add(given)
    return contract_rows(parts)


def sort_by_unseen(tools: Sequence[Tool], shown: ContractParts | None) -> Sequence[Tool]:
    """Return the tools with those first of whose contract calls have shown the smallest share; as they are without."""
    if shown is None:
        return tools

    def share(tool: Tool) -> float:
        parts = shown.tools[tool.name].parts
        return sum(parts.values()) / len(parts) if parts else 1

    return sorted(tools, key=share)
