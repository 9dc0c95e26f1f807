"""The use cases ``lower`` and ``cost``: what is sent to a provider, what that loses, and what it costs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.display import quoted, visible
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.inventory import Inventory, Tool
from conformance.inventory.lowering import Loss, LossKind, lower
from conformance.inventory.lowering.cost import cost_of
from conformance.inventory.lowering.objections import (
    Objection,
    of_keywords,
    of_property_names,
    of_references,
    of_root,
    of_strictness,
)
from conformance.names import nearest
from conformance.settings.profiles import Profile, load_profile, profile_names
from conformance.settings.profiles.provider import Provider

_WEIGHTS = {
    LossKind.REQUIREMENT: Level.WARNING,
    LossKind.NULL: Level.WARNING,
    LossKind.DICTIONARY: Level.WARNING,
    LossKind.CONSTRAINT: Level.INFO,
    LossKind.OPENNESS: Level.INFO,
}
_SAYS = {
    LossKind.REQUIREMENT: "no longer required or refused",
    LossKind.NULL: "may now be null, which the contract refuses",
    LossKind.DICTIONARY: "can no longer hold names of its own",
    LossKind.CONSTRAINT: "no longer constrained",
    LossKind.OPENNESS: "unknown fields are refused by the runtime only",
}


@dataclass(frozen=True, slots=True)
class LoweredCatalog:
    """The tools as they are sent, a line for each thing that is lost or still refused, and the heaviest of them."""

    sent: Sequence[JsonObject]
    lines: Sequence[str]
    heaviest_rank: int


@dataclass(frozen=True, slots=True)
class PriceList:
    """What the tools cost: as JSON, as lines, and whether a budget is exceeded."""

    value: JsonObject
    lines: Sequence[str]
    exceeded: bool


def lowered_catalog(inventory: Inventory, target: str, only: Sequence[str] = ()) -> LoweredCatalog:
    """Return the tools in the form for one provider; raises ``ConformanceError`` for an unknown profile or tool."""
    provider = load_profile(target).provider
    if provider is None:
        able = ", ".join(name for name in profile_names() if load_profile(name).provider is not None)
        raise ConformanceError(
            ErrorKind.USAGE, f"the profile {quoted(target)} is that of no provider", f"lower to one of {able}"
        )
    sent: list[JsonObject] = []
    lines: list[str] = []
    ranks = [0]
    for tool in _chosen(inventory, only):
        lowered = lower(tool.input_schema, provider.dialect)
        sent.append({"name": tool.name, "description": tool.description, "parameters": lowered.schema})
        lines.extend(_lines_of_losses(tool, lowered.losses))
        refused = [] if lowered.schema is None else list(_still_refused(lowered.schema, provider))
        lines.extend(_refusal(tool, one, provider) for one in refused)
        ranks.extend([*(_WEIGHTS[loss.kind].rank for loss in lowered.losses), *(Level.ERROR.rank for _ in refused)])
    return LoweredCatalog(sent, lines, max(ranks))


def _chosen(inventory: Inventory, only: Sequence[str]) -> Iterator[Tool]:
    for name in only:
        if inventory.tool(name) is None:
            meant = nearest(name, (tool.name for tool in inventory.tools))
            hint = f"did you mean '{meant}'?" if meant else "`conformance cost` lists the tools"
            raise ConformanceError(ErrorKind.USAGE, f"there is no tool {quoted(name)}", hint)
    yield from (tool for tool in inventory.tools if not only or tool.name in only)


def _lines_of_losses(tool: Tool, losses: Sequence[Loss]) -> Iterator[str]:
    for loss in losses:
        place = visible(loss.pointer or "the root")
        yield f"{visible(tool.name)}: lost at {place}: {visible(loss.said)}: {_SAYS[loss.kind]} ({loss.kind.value})"


def _still_refused(schema: JsonValue, provider: Provider) -> Iterator[Objection]:
    yield from of_root(schema, provider.dialect)
    yield from of_keywords(schema, provider.dialect)
    yield from of_references(schema)
    yield from of_strictness(schema, provider.dialect)
    yield from of_property_names(schema, provider)


def _refusal(tool: Tool, objection: Objection, provider: Provider) -> str:
    place = visible(objection.pointer or "the root")
    named = (
        replace(objection, what=f"the name {quoted(objection.what)}") if objection.topic == "property" else objection
    )
    return f"{visible(tool.name)}: cannot be lowered at {place}: {named.told_of(provider.label)}"


def price_list(inventory: Inventory, profile: Profile) -> PriceList:
    """Return what the tools cost in every request, the dearest first, against the budget of the profile."""
    budget = profile.budget
    dialect = profile.provider.dialect if profile.provider else None
    cost = cost_of(inventory, dialect, budget.tokenizer)
    most = budget.request_tokens
    value: JsonObject = {
        "tokens": cost.tokens,
        "counted": cost.counted,
        "budget": most,
        "tools": [
            {"tool": one.tool, "tokens": one.tokens, "description": one.description, "schema": one.schema}
            for one in cost.tools
        ],
    }
    width = max([len(visible(one.tool)) for one in cost.tools], default=4)
    lines = [f"{'tool':{width}}  tokens  description  schema"]
    lines += [
        f"{visible(one.tool):{width}}  {one.tokens:6,}  {one.description:11,}  {one.schema:6,}" for one in cost.tools
    ]
    end = f" of {most:,}" if most is not None else ""
    count = f"{len(cost.tools)} tool{'' if len(cost.tools) == 1 else 's'}"
    lines.append(f"{count}: {cost.tokens:,} tokens{end} in every request ({cost.counted})")
    return PriceList(value, lines, most is not None and cost.tokens > most)
