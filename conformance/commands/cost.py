"""``lower`` and ``cost``: what is sent to a provider, what lowering loses, and what the tools cost."""

from collections.abc import Container, Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.judge import locate_findings
from conformance.commands.masking import mask_finding
from conformance.display import code_text, escape_text, list_codes
from conformance.documents.pointers import child, resolve, split
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level, fingerprint
from conformance.inventory import Inventory, Tool
from conformance.inventory.formats import Format, ListDocument, all_formats
from conformance.inventory.lowering import Loss, LossKind, lower
from conformance.inventory.lowering.cost import CatalogCost, cost_of
from conformance.inventory.lowering.losses import LOSS_ADVICE, existing_pointer
from conformance.inventory.lowering.measures import Measures, measures_of
from conformance.inventory.lowering.objections import (
    ProviderObjection,
    keyword_objections,
    property_name_objections,
    reference_objections,
    root_objections,
    strictness_objections,
)
from conformance.inventory.lowering.request import (
    kept_members,
    omitted_members,
    request_tool,
    request_tools,
    schema_to_send,
)
from conformance.inventory.model import RESULT_SCHEMA
from conformance.names import suggest
from conformance.rules.catalogue.providers import lowering_keeps_contract, provider_accepts, provider_limits
from conformance.rules.catalogue.providers.provider_accepts import name_problems
from conformance.rules.catalogue.providers.provider_limits import request_excesses, schema_excesses
from conformance.settings.profiles import Profile, load_profile, profile_names, suggest_profile
from conformance.settings.profiles.provider import Provider
from conformance.systems.credentials import mask_printed

# A message with more names than this would hide what it says; each has its location.
_MAX_NAMED = 5
_LOSS_LEVELS = {
    LossKind.REQUIREMENT: Level.WARNING,
    LossKind.NULL: Level.WARNING,
    LossKind.DICTIONARY: Level.WARNING,
    LossKind.CONSTRAINT: Level.INFO,
    LossKind.OPENNESS: Level.INFO,
}
# The rules that report the same under a provider's profile; the id of a rule is the name of its module.
_LOSS_RULE, _REFUSAL_RULE, _LIMIT_RULE = (
    module.__name__.rpartition(".")[2] for module in (lowering_keeps_contract, provider_accepts, provider_limits)
)


class LoweredCatalog(Struct, frozen=True):
    """The tools as a request writes them, and a finding for each loss and each objection that remains."""

    sent: Sequence[JsonObject]
    findings: Sequence[Finding]

    def loses(self, level: Level) -> bool:
        """Say whether a loss or objection is at or above ``level``."""
        return any(finding.level.rank >= level.rank for finding in self.findings)


class PriceList(Struct, frozen=True):
    """What the tools cost: as JSON, as lines, and whether a budget is exceeded."""

    value: JsonObject
    lines: Sequence[str]
    exceeded: bool


def lowered_catalog(
    inventory: Inventory,
    target: str,
    only: Sequence[str] = (),
    document: Document | None = None,
    form: str | None = None,
) -> LoweredCatalog:
    """Return the tools in the form for one provider; ``document`` gives the findings their location.

    ``form`` names another of the provider's forms than the usual one. Raises ``ConformanceError`` for an unknown
    profile, form or tool.
    """
    provider = _chosen_provider(target, form)
    origin, known = _members_known(inventory, target)
    sent: list[tuple[Tool, JsonObject]] = []
    findings: list[Finding] = []
    for tool in _chosen_tools(inventory, only):
        if tool.is_freeform:
            findings.append(_freeform_finding(tool))
            continue
        lowered = lower(tool.input_schema, provider.dialect)
        schema = schema_to_send(lowered.schema, provider)
        body = _listed_body(tool, origin, document)
        written = request_tool(tool, schema, provider.request, kept_members(body, known, provider.request))
        sent.append((tool, written))
        findings.extend(_loss_findings(tool, lowered.losses))
        findings.extend(
            _omission_findings(tool, body, as_object(written.get(provider.request.wrapper or "")) or written, provider)
        )
        if tool.input_schema is None:
            findings.extend(_missing_schema_findings(tool, schema))
        elif schema is not None:
            objections = _remaining_objections(schema, provider)
            findings.extend(_refusal_finding(tool, one, provider, target) for one in objections)
    findings.extend(_request_findings(sent, provider))
    located = findings if document is None else locate_findings(findings, document)
    mask = cache(mask_printed)
    return LoweredCatalog(request_tools(sent, provider.request), [mask_finding(one, mask) for one in located])


def _chosen_provider(target: str, form: str | None) -> Provider:
    is_known = target in profile_names() or target.endswith(".toml")
    provider = load_profile(target).provider if is_known else None
    if provider is None:
        able = [name for name in profile_names() if load_profile(name).provider is not None]
        hint = suggest_profile(target, able, f"lower to one of {', '.join(able)}")
        what = f"profile {code_text(target)} does not describe" if is_known else f"{code_text(target)} is not"
        raise ConformanceError(ErrorKind.USAGE, f"{what} a provider", hint)
    if form is None:
        return provider
    if form not in provider.forms:
        known = f"use one of {list_codes(provider.forms)}" if provider.forms else "omit `--form`"
        message = f"profile {code_text(target)} has no form {code_text(form)} of a request"
        raise ConformanceError(ErrorKind.USAGE, message, suggest(form, list(provider.forms), known))
    return provider.variant(form)


def _members_known(inventory: Inventory, target: str) -> tuple[Format | None, Container[str]]:
    """Return the format of the list that the tools are from, and the members of its tools that the target knows."""
    stated = inventory.source_of_truth
    formats = all_formats().values()
    origin = next((one for one in formats if one.is_named(stated.get("input_schemas")) or one.is_origin(stated)), None)
    protocol = load_profile(target).protocol
    if protocol is not None:
        # what an inventory of any origin says of clients, MCP says by the same names
        return origin, protocol.tool_keys
    is_own = origin is not None and target in (origin.profile, origin.strict_profile)
    return origin, origin.members if origin is not None and is_own else ()


def _listed_body(tool: Tool, origin: Format | None, document: Document | None) -> JsonObject:
    """Return what the list states of a tool; of one in an inventory, what that kept of it."""
    if isinstance(document, ListDocument):
        listed = document.origins[tool.index]
        entry = as_object(listed.entry)
        return as_object(resolve(entry, listed.translation.body(entry)))
    kept: JsonObject = {key: tool.raw[key] for key in tool.unknown_keys}
    translation = origin.translation if origin is not None else None
    result = None if translation is None else translation.origins.get(RESULT_SCHEMA)
    if result is None or tool.success_result_schema is None:
        return kept
    return {**kept, result[1:]: tool.success_result_schema}


def _omission_findings(tool: Tool, body: JsonObject, written: JsonObject, provider: Provider) -> Iterator[Finding]:
    """Yield that a list states of a tool what its request has no place for."""
    names = omitted_members(body, written)
    if names:
        verb = "is" if len(names) == 1 else "are"
        message = f"{list_codes(names, 5)} {verb} left out of what is sent to {provider.label}"
        hint = "say in the description what the model has to know of it, or add it to the request yourself"
        yield _finding(tool, _LOSS_RULE, Level.INFO, message, hint, "", child("", names[0]))


def _chosen_tools(inventory: Inventory, only: Sequence[str]) -> Iterator[Tool]:
    for name in only:
        if inventory.tool(name) is None:
            names = [tool.name for tool in inventory.tools]
            hint = suggest(name, names, f"use one of {list_codes(names)}")
            raise ConformanceError(ErrorKind.USAGE, f"tool {code_text(name)} is not in the inventory", hint)
    yield from (tool for tool in inventory.tools if not only or tool.name in only)


def _loss_findings(tool: Tool, losses: Sequence[Loss]) -> Iterator[Finding]:
    """Yield a finding for each loss; those of one kind say the same, so that a report shows them as one."""
    for kind in LossKind:
        own = [loss for loss in losses if loss.kind is kind]
        message = _loss_message(kind, own) if own else ""
        for loss in own:
            yield _finding(tool, _LOSS_RULE, _LOSS_LEVELS[kind], message, LOSS_ADVICE[kind], loss.pointer)


def _loss_message(kind: LossKind, losses: Sequence[Loss]) -> str:
    if kind is LossKind.OPENNESS:
        return "unknown fields are rejected at run time only, as the sent schema cannot forbid them"
    if kind is LossKind.DICTIONARY:
        subjects = " and ".join(sorted({loss.description for loss in losses}))
        return f"only declared fields, if any, are left of {subjects} in the sent schema"
    names = list(dict.fromkeys(_quote_subject(loss.description) for loss in losses))
    shown = ", ".join(names[:_MAX_NAMED]) + (f" and {len(names) - _MAX_NAMED} more" if len(names) > _MAX_NAMED else "")
    plural = len(names) > 1
    if kind is LossKind.NULL:
        # The properties of the root are parameters; what is below them are fields.
        noun = "parameter" if all(len(split(loss.pointer)) == 2 for loss in losses) else "field"
        verb = "become" if plural else "becomes"
        return f"{noun}{'s' if plural else ''} {shown} {verb} nullable, but the contract rejects null"
    noun = "condition" if kind is LossKind.REQUIREMENT else "constraint"
    return f"{noun}{'s' if plural else ''} {shown} {'are' if plural else 'is'} dropped from the sent schema"


def _quote_subject(description: str) -> str:
    """Return a description, such as ``oneOf (at most one branch)``, with its subject in backticks."""
    subject, parenthesis, rest = description.partition(" (")
    return f"{code_text(subject)}{parenthesis}{escape_text(rest)}"


def _finding(
    tool: Tool, rule: str, level: Level, message: str, hint: str, pointer: str, place: str | None = None
) -> Finding:
    """Return a finding about a part of the input schema, or about another ``place`` in the tool."""
    place = place or f"/input_schema{existing_pointer(tool.input_schema, pointer)}"
    return Finding(rule, level, tool.name, tool.pointer + place, message, hint, fingerprint(rule, tool.name, place))


def _remaining_objections(schema: JsonValue, provider: Provider) -> Iterator[ProviderObjection]:
    yield from root_objections(schema, provider.dialect)
    yield from keyword_objections(schema, provider.dialect)
    yield from reference_objections(schema)
    yield from strictness_objections(schema, provider.dialect)
    yield from property_name_objections(schema, provider)


def _refusal_finding(tool: Tool, objection: ProviderObjection, provider: Provider, target: str) -> Finding:
    what = f"the name {code_text(objection.what)}" if objection.topic == "property" else objection.what
    message = f"{replace(objection, what=what).message_for(provider.label)}, even after lowering"
    hint = f"change the schema; `conformance check --profile {target}` says how"
    return _finding(tool, _REFUSAL_RULE, Level.ERROR, message, hint, objection.pointer)


def _request_findings(sent: Sequence[tuple[Tool, JsonObject]], provider: Provider) -> Iterator[Finding]:
    """Yield what the provider has against the names in a request and its size, by which it refuses all of the tools."""
    first: dict[str, Tool] = {}
    measures: list[tuple[str, Measures]] = []
    for tool, written in sent:
        form = provider.request
        members = written if form.wrapper is None else as_object(written[form.wrapper])
        name, size = str(members["name"]), measures_of(members.get(form.schema_key))
        measures.append((name, size))
        for one in name_problems(name, provider):
            yield _finding(tool, _REFUSAL_RULE, Level.ERROR, one.message, one.hint, "", "/name")
        # A namespace of the request keeps equal names apart.
        if (twin := first.setdefault(tool.name if form.namespaces else name, tool)) is not tool:
            message = f"tool name {code_text(name)} is sent twice, also for {code_text(twin.name)}"
            yield _finding(tool, _REFUSAL_RULE, Level.ERROR, message, "rename or remove one of the two", "", "/name")
        for one in schema_excesses(size, provider):
            yield _finding(tool, _LIMIT_RULE, Level.ERROR, one.message, one.hint, "")
    for one in request_excesses(measures, provider):
        mark = fingerprint(_LIMIT_RULE, None, "/tools", one.message)
        yield Finding(_LIMIT_RULE, Level.ERROR, None, "/tools", one.message, one.hint, mark)


def _freeform_finding(tool: Tool) -> Finding:
    """Return that a tool is left out, since a function with a schema would be another tool."""
    message = "tool takes free-form text, which no schema states, so it is left out"
    hint = "add it to the request yourself, as OpenAI's `custom` does, or publish it with a schema"
    return _finding(tool, _REFUSAL_RULE, Level.WARNING, message, hint, "")


def _missing_schema_findings(tool: Tool, sent: JsonValue) -> Iterator[Finding]:
    """Yield that the sent tool takes nothing, where its file does not say so in the provider's own way."""
    if sent is not None or tool.stated_schema is not None:
        message = f"{tool.schema_fault}, so the tool is sent without parameters"
        hint = "state the schema of its input, or remove the tool from the list"
        yield _finding(tool, _REFUSAL_RULE, Level.ERROR, message, hint, "")


def price_list(inventory: Inventory, profile: Profile) -> PriceList:
    """Return the token cost of each tool per request, most expensive first, with the profile's budget."""
    budget = profile.budget
    dialect = profile.provider.dialect if profile.provider else None
    cost = cost_of(inventory, dialect, budget.tokenizer)
    most = budget.request_tokens
    names = [mask_printed(one.tool) for one in cost.tools]
    value: JsonObject = {
        "tokens": cost.tokens,
        "counted": cost.counted,
        "budget": most,
        "tools": [
            {"tool": name, "tokens": one.tokens, "description": one.description, "schema": one.schema}
            for name, one in zip(names, cost.tools, strict=True)
        ],
    }
    width = max([len(escape_text(name)) for name in names], default=4)
    lines = [f"{'tool':{width}}  tokens  description  schema"]
    lines += [
        f"{escape_text(name):{width}}  {one.tokens:6,}  {one.description:11,}  {one.schema:6,}"
        for name, one in zip(names, cost.tools, strict=True)
    ]
    lines.append(_total_line(len(cost.tools), cost, most))
    return PriceList(value, lines, most is not None and cost.tokens > most)


def _total_line(count: int, cost: CatalogCost, budget: int | None) -> str:
    verb = "tool costs" if count == 1 else "tools cost"
    relation = "" if budget is None else f", {'over' if cost.tokens > budget else 'within'} the budget of {budget:,}"
    return f"{count} {verb} {cost.tokens:,} tokens per request{relation} ({cost.counted.partition(':')[0]})"
