"""Does the runtime list the same tools whatever started the turn, and every time it is asked?

A long-lived agent that has a tool on an operator's message but not when a timer fires plans with tools that are not
there. A list that changes between two requests cannot be reviewed.
"""

from collections.abc import Iterator, Sequence

from conformance.display import code_text, list_codes
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, equal
from conformance.findings import Level, Problem
from conformance.probes.interview import RuntimeInterview
from conformance.probes.interview.probe import runtime_probe
from conformance.systems.runtime import PROVENANCES, UnsupportedError


def ask(runtime: RuntimeInterview) -> Iterator[Problem]:
    """Object to catalogs that depend on the provenance of a turn, and to tools that change between two listings."""
    yield from _provenance_objections(runtime)
    yield from _repetition_objections(runtime)


def _provenance_objections(runtime: RuntimeInterview) -> Iterator[Problem]:
    seen: dict[str, Sequence[str]] = {}
    for provenance in PROVENANCES:
        try:
            runtime.count()
            seen[provenance] = runtime.runtime.catalog(provenance)
        except UnsupportedError:
            return
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
