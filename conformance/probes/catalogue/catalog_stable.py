"""Does the runtime offer the tools of its inventory, each agent profile its own, whatever started the turn?

A long-lived agent that has a tool on an operator's message but not when a timer fires plans with tools that are not
there. A tool that is in no inventory was never reviewed, one that no turn offers is an empty promise, and one of a
family that a profile has no authority for is a way around it. A list that changes between two requests cannot be
reviewed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from conformance.display import code_text, list_codes
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, equal
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.probes.interview import InconclusiveError, RuntimeInterview
from conformance.probes.interview.answers import LiveCall
from conformance.probes.interview.environment import NO_INPUT, NO_SUCH_TOOL, is_unknown
from conformance.probes.interview.probe import runtime_probe
from conformance.systems.runtime import PROVENANCES, DeclinedError, UnsupportedError
from conformance.systems.surface.listings import legacy_names

_Catalogs: TypeAlias = Mapping[str, Sequence[str]]
"""The names that a profile is offered, by provenance."""
_EVERY_FAMILY = "*"


def ask(runtime: RuntimeInterview) -> Iterator[Problem]:
    """Object to catalogs that differ among themselves, from the inventory or from the authority of a profile, and to
    tools that change.

    Raises ``InconclusiveError`` for a profile that the runtime cannot be asked about.
    """
    undetermined = None
    profiles: dict[str | None, _Catalogs] = {None: _catalogs(runtime, None)}
    if profiles[None]:
        try:
            profiles |= {name: _catalogs(runtime, name) for name in runtime.authority}
        except DeclinedError as error:
            undetermined = InconclusiveError(str(error), "name the runtime's own profiles in `probe.profiles`")
        for name, seen in profiles.items():
            yield from _provenance_objections(seen, name)
            if name is not None:
                yield from _authority_objections(runtime, seen, name)
        yield from _inventory_objections(runtime, profiles)
    yield from _missing_objections(runtime)
    yield from _repetition_objections(runtime)
    if undetermined is not None:
        raise undetermined


def _catalogs(runtime: RuntimeInterview, profile: str | None) -> _Catalogs:
    """Return what a profile is offered for each provenance, nothing where the runtime has no catalog."""
    seen: dict[str, Sequence[str]] = {}
    for provenance in PROVENANCES:
        try:
            runtime.requests.begin()
            seen[provenance] = runtime.runtime.catalog(provenance, profile)
        except UnsupportedError:
            return {}
    return seen


def _request(provenance: str, profile: str | None) -> JsonObject:
    """Return the question, as evidence."""
    asked: JsonObject = {"op": "catalog", "provenance": provenance}
    return asked if profile is None else {**asked, "profile": profile}


def _authority_objections(runtime: RuntimeInterview, seen: _Catalogs, profile: str) -> Iterator[Problem]:
    """Object to tools of families that the profile has no authority for, and to families of which it gets nothing."""
    allowed = runtime.authority[profile]
    if _EVERY_FAMILY in allowed:
        return
    offered = {name: provenance for provenance in reversed([*seen]) for name in seen[provenance]}
    for tool in runtime.inventory.tools:
        name = next((name for name in (tool.name, *_aliases([tool])) if name in offered), None)
        if name is not None and tool.capability not in allowed:
            yield Problem(
                f"tool {code_text(name)} is offered to profile {code_text(profile)}, which has no authority for it",
                f"do not offer it, or add {code_text(str(tool.capability))} to `probe.profiles.{profile}`",
                f"{tool.pointer}/family",
                detail=f"{name} for {profile}",
                evidence={"call": _request(offered[name], profile)},
            )
    families = {tool.capability for tool in runtime.inventory.tools if tool.name in offered}
    for family in (one for one in allowed if one not in families):
        yield Problem(
            f"no tool of the family {code_text(family)} is offered to profile {code_text(profile)}",
            f"offer its tools, or remove it from `probe.profiles.{profile}`",
            "/tools",
            detail=f"{family} for {profile}",
            evidence={"calls": [_request(provenance, profile) for provenance in seen]},
            max_level=Level.WARNING,
        )


def _inventory_objections(runtime: RuntimeInterview, profiles: Mapping[str | None, _Catalogs]) -> Iterator[Problem]:
    """Object to tools that the inventory lacks, and to tools that no turn offers; legacy aliases are expected."""
    tools = runtime.inventory.tools
    asked = [(provenance, profile) for profile, seen in profiles.items() for provenance in seen]
    offered = {name: one for one in reversed(asked) for name in profiles[one[1]][one[0]]}
    for name in sorted(offered.keys() - {tool.name for tool in tools} - _aliases(tools)):
        is_owned = name in runtime.profile.runtime_owned_tools
        fault = "belongs to the runtime" if is_owned else "is not in the inventory"
        yield Problem(
            f"tool {code_text(name)} is offered to the model but {fault}",
            "do not offer it to the model" if is_owned else "add it to the inventory, or stop offering it",
            "/tools",
            detail=name,
            evidence={"call": _request(*offered[name])},
        )
    calls: list[JsonValue] = [_request(*one) for one in asked]
    for tool in tools:
        if tool.freeform_grammar is None and not offered.keys() & {tool.name, *_aliases([tool])}:
            yield Problem(
                f"tool {code_text(tool.name)} is in the inventory but in no catalog",
                "offer it, or remove it from the inventory; if only some agent profiles have it, set `probe.profiles`",
                tool.pointer,
                detail=f"{tool.name} is not offered",
                evidence={"calls": calls},
                max_level=Level.WARNING,
            )


def _aliases(tools: Iterable[Tool]) -> set[str]:
    return {name for tool in tools for name, _ in legacy_names(tool)}


def _provenance_objections(seen: _Catalogs, profile: str | None) -> Iterator[Problem]:
    first = code_text(PROVENANCES[0])
    usual = set(seen.get(PROVENANCES[0], ()))
    of_profile = "" if profile is None else f" in profile {code_text(profile)}"
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
                f"catalog for provenance {code_text(provenance)}{of_profile} {what}, unlike the one for {first}",
                "derive the catalog from the agent's profile, not from the message",
                "/tools",
                detail=provenance if profile is None else f"{provenance} for {profile}",
                evidence={
                    "call": _request(provenance, profile),
                    "catalogs": {k: [*v] for k, v in seen.items()},
                },
            )


def _missing_objections(runtime: RuntimeInterview) -> Iterator[Problem]:
    """Object to tools of which each call was answered as that of a tool that does not exist."""
    missing: list[tuple[Tool, LiveCall]] = []
    for interview in runtime.tools:
        name = interview.tool.name
        calls = [call for call in interview.requests.live_calls if call.tool == name]
        if calls and all(is_unknown(call.outcome, name) for call in calls):
            missing.append((interview.tool, calls[0]))
    # A server that knows no tool mentions tools for another reason.
    if not missing or not is_unknown(runtime.call(NO_SUCH_TOOL, NO_INPUT), NO_SUCH_TOOL):
        return
    for tool, call in missing:
        yield Problem(
            f"tool {code_text(tool.name)} is listed, but calls of it are answered like those of an unknown tool",
            "implement it, or stop listing it",
            tool.pointer,
            detail=f"{tool.name} is unknown",
            evidence=call.evidence,
        )


def _repetition_objections(runtime: RuntimeInterview) -> Iterator[Problem]:
    try:
        runtime.requests.begin()
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
