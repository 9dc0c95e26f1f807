"""Does the runtime offer the tools of its inventory, the same whatever started the turn and every time it is asked?

A long-lived agent that has a tool on an operator's message but not when a timer fires plans with tools that are not
there. A tool that is in no inventory was never reviewed, and one that no turn offers is an empty promise. A list that
changes between two requests cannot be reviewed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from conformance.display import code_text, list_codes
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, equal
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.probes.interview import RuntimeInterview
from conformance.probes.interview.probe import runtime_probe
from conformance.systems.runtime import PROVENANCES, UnsupportedError
from conformance.systems.surface.listings import legacy_names


def ask(runtime: RuntimeInterview) -> Iterator[Problem]:
    """Object to catalogs that differ among themselves or from the inventory, and to tools that change."""
    seen = _catalogs(runtime)
    if seen:
        yield from _provenance_objections(seen)
        yield from _inventory_objections(runtime, seen)
    yield from _repetition_objections(runtime)


def _catalogs(runtime: RuntimeInterview) -> dict[str, Sequence[str]]:
    """Return the catalog for each provenance, nothing where the runtime has none."""
    seen: dict[str, Sequence[str]] = {}
    for provenance in PROVENANCES:
        try:
            runtime.count()
            seen[provenance] = runtime.runtime.catalog(provenance)
        except UnsupportedError:
            return {}
    return seen


def _inventory_objections(runtime: RuntimeInterview, seen: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    """Object to tools that the inventory lacks, and to tools that no turn offers; legacy aliases are expected."""
    tools = runtime.inventory.tools
    offered = {name: provenance for provenance in reversed([*seen]) for name in seen[provenance]}
    for name in sorted(offered.keys() - {tool.name for tool in tools} - _aliases(tools)):
        is_owned = name in runtime.profile.runtime_owned_tools
        fault = "belongs to the runtime" if is_owned else "is not in the inventory"
        yield Problem(
            f"tool {code_text(name)} is offered to the model but {fault}",
            "do not offer it to the model" if is_owned else "add it to the inventory, or stop offering it",
            "/tools",
            detail=name,
            evidence={"call": {"op": "catalog", "provenance": offered[name]}},
        )
    asked: list[JsonValue] = [{"op": "catalog", "provenance": provenance} for provenance in seen]
    for tool in tools:
        if tool.freeform_grammar is None and not offered.keys() & {tool.name, *_aliases([tool])}:
            yield Problem(
                f"tool {code_text(tool.name)} is in the inventory but in no catalog",
                "offer it, or remove it from the inventory; a profile of its own may be what offers it",
                tool.pointer,
                detail=f"{tool.name} is not offered",
                evidence={"calls": asked},
                max_level=Level.WARNING,
            )


def _aliases(tools: Iterable[Tool]) -> set[str]:
    return {name for tool in tools for name, _ in legacy_names(tool)}


def _provenance_objections(seen: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    first = code_text(PROVENANCES[0])
    usual = set(seen[PROVENANCES[0]])
    for provenance, names in seen.items():
        if set(names) != usual:
            lost, more = sorted(usual - set(names)), sorted(set(names) - usual)
            what = " and ".join(
                [
                    *([f"lacks {list_codes(lost)}"] if lost else []),
                    *([f"adds {list_codes(more)}"] if more else []),
                ]
            )
            yield Problem(
                f"catalog for provenance {code_text(provenance)} {what}, unlike the one for {first}",
                "derive the catalog from the agent's profile, not from the message",
                "/tools",
                detail=provenance,
                evidence={
                    "call": {"op": "catalog", "provenance": provenance},
                    "catalogs": {k: [*v] for k, v in seen.items()},
                },
            )


def _repetition_objections(runtime: RuntimeInterview) -> Iterator[Problem]:
    try:
        runtime.count()
        again = runtime.runtime.describe()
    except UnsupportedError:
        return
    first, second = _tools_by_name(runtime.inventory.raw), _tools_by_name(again)
    changed = [name for name in first.keys() | second.keys() if not equal(first.get(name), second.get(name))]
    if changed:
        yield Problem(
            f"{'tool' if len(changed) == 1 else 'tools'} {list_codes(sorted(changed))} "
            f"{'differs' if len(changed) == 1 else 'differ'} in a second listing",
            "list the same tools each time, and announce a change (`notifications/tools/list_changed` in MCP)",
            "/tools",
            detail="again",
            evidence={"call": {"op": "describe"}, "changed": sorted(changed)},
        )
    elif list(first) != list(second):
        message = "a second listing has the same tools in a different order"
        yield Problem(
            message,
            "keep a fixed order, as a new one invalidates the cached prompt",
            "/tools",
            detail="order",
            max_level=Level.INFO,
        )


def _tools_by_name(inventory: JsonObject) -> dict[str, JsonValue]:
    tools = [as_object(tool) for tool in as_array(inventory.get("tools"))]
    return {as_text(tool.get("name")) or str(index): tool for index, tool in enumerate(tools)}


PROBE = runtime_probe(ask, level=Level.ERROR, source="tool-contract-consistency#6-stable-tool-surface-per-agent")
