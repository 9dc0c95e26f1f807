"""``lower`` and ``cost``: what is sent to a provider, what lowering loses, and what the tools cost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.display import code_text, escape_text, list_codes, quote_text
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.inventory import Inventory, Tool
from conformance.inventory.lowering import Loss, LossKind, lower
from conformance.inventory.lowering.cost import cost_of
from conformance.inventory.lowering.objections import (
    ProviderObjection,
    keyword_objections,
    property_name_objections,
    reference_objections,
    root_objections,
    strictness_objections,
)
from conformance.names import suggest
from conformance.settings.profiles import Profile, load_profile, profile_names
from conformance.settings.profiles.provider import Provider

_LOSS_LEVELS = {
    LossKind.REQUIREMENT: Level.WARNING,
    LossKind.NULL: Level.WARNING,
    LossKind.DICTIONARY: Level.WARNING,
    LossKind.CONSTRAINT: Level.INFO,
    LossKind.OPENNESS: Level.INFO,
}
_LOSS_DESCRIPTIONS = {
    LossKind.REQUIREMENT: "is no longer required or rejected",
    LossKind.NULL: "may now be null, which the contract rejects",
    LossKind.DICTIONARY: "can no longer have names of its own",
    LossKind.CONSTRAINT: "no longer constrained",
    LossKind.OPENNESS: "rejects unknown fields only at run time",
}


@dataclass(frozen=True, slots=True)
class LoweredCatalog:
    """The lowered tools, one line per loss or remaining objection, and the most severe of them."""

    sent: Sequence[JsonObject]
    lines: Sequence[str]
    highest_rank: int


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
            ErrorKind.USAGE, f"profile {code_text(target)} does not describe a provider", f"lower to one of {able}"
        )
    sent: list[JsonObject] = []
    lines: list[str] = []
    ranks = [0]
    for tool in _chosen_tools(inventory, only):
        lowered = lower(tool.input_schema, provider.dialect)
        sent.append({"name": tool.name, "description": tool.description, "parameters": lowered.schema})
        lines.extend(_loss_lines(tool, lowered.losses))
        refused = [] if lowered.schema is None else list(_remaining_objections(lowered.schema, provider))
        lines.extend(_refusal_line(tool, one, provider) for one in refused)
        ranks.extend([*(_LOSS_LEVELS[loss.kind].rank for loss in lowered.losses), *(Level.ERROR.rank for _ in refused)])
    return LoweredCatalog(sent, lines, max(ranks))


def _chosen_tools(inventory: Inventory, only: Sequence[str]) -> Iterator[Tool]:
    for name in only:
        if inventory.tool(name) is None:
            names = [tool.name for tool in inventory.tools]
            hint = suggest(name, names, f"use one of {list_codes(names)}")
            raise ConformanceError(ErrorKind.USAGE, f"there is no tool {code_text(name)}", hint)
    yield from (tool for tool in inventory.tools if not only or tool.name in only)


def _loss_lines(tool: Tool, losses: Sequence[Loss]) -> Iterator[str]:
    for loss in losses:
        place = escape_text(loss.pointer or "the root")
        yield (
            f"{escape_text(tool.name)}: lost at {place}: {escape_text(loss.description)}: "
            f"{_LOSS_DESCRIPTIONS[loss.kind]} ({loss.kind.value})"
        )


def _remaining_objections(schema: JsonValue, provider: Provider) -> Iterator[ProviderObjection]:
    yield from root_objections(schema, provider.dialect)
    yield from keyword_objections(schema, provider.dialect)
    yield from reference_objections(schema)
    yield from strictness_objections(schema, provider.dialect)
    yield from property_name_objections(schema, provider)


def _refusal_line(tool: Tool, objection: ProviderObjection, provider: Provider) -> str:
    place = escape_text(objection.pointer or "the root")
    named = (
        replace(objection, what=f"the name {quote_text(objection.what)}")
        if objection.topic == "property"
        else objection
    )
    return f"{escape_text(tool.name)}: cannot be lowered at {place}: {named.message_for(provider.label)}"


def price_list(inventory: Inventory, profile: Profile) -> PriceList:
    """Return the token cost of each tool per request, most expensive first, with the profile's budget."""
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
    width = max([len(escape_text(one.tool)) for one in cost.tools], default=4)
    lines = [f"{'tool':{width}}  tokens  description  schema"]
    lines += [
        f"{escape_text(one.tool):{width}}  {one.tokens:6,}  {one.description:11,}  {one.schema:6,}"
        for one in cost.tools
    ]
    end = f" of {most:,}" if most is not None else ""
    count = f"{len(cost.tools)} tool{'' if len(cost.tools) == 1 else 's'}"
    lines.append(f"{count}: {cost.tokens:,} tokens{end} in every request ({cost.counted})")
    return PriceList(value, lines, most is not None and cost.tokens > most)
