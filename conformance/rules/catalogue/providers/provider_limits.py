"""A catalog stays within the provider's limits on tools, depth, properties, enum values and characters.

Limits are hit late: the tool added last breaks the requests of all the tools that were there before.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from conformance.display import list_codes
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.lowering.measures import Measures, measures_of
from conformance.rules.catalogue.providers.provider_accepts import profile_of_tool
from conformance.rules.examples import closed_object
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile
from conformance.settings.profiles.provider import Provider, ProviderLimits


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each limit of the provider that one tool, or all tools together, exceed."""
    judged: dict[str, tuple[Provider, list[tuple[str, Measures]]]] = {}
    for tool in inventory.tools:
        judging = profile_of_tool(tool, profile)
        if judging.provider is not None:
            name, size = tool.name, measures_of(tool.input_schema)
            judged.setdefault(judging.name, (judging.provider, []))[1].append((name, size))
            excesses = schema_excesses(size, judging.provider)
            yield from (replace(one, pointer=f"{tool.pointer}/input_schema") for one in excesses)
    # a limit of strict mode counts the tools that ask for it, and any other limit all of them
    every = [one for _, measures in judged.values() for one in measures]
    for name, (provider, measures) in judged.items():
        yield from request_excesses(every if name == profile.name else measures, provider)


def schema_excesses(size: Measures, provider: Provider) -> Iterator[Problem]:
    """Yield a problem for each limit that one schema exceeds."""
    for noun, number, most in _tool_measures(size, provider.limits):
        if most is not None and number > most:
            hint = "simplify the schema, or split the tool"
            yield _problem(provider, "input schema", noun, number, most, hint, "/input_schema")


def _tool_measures(size: Measures, limits: ProviderLimits) -> Iterator[tuple[str, int, int | None]]:
    yield "levels of nesting", size.depth, limits.depth
    yield "properties", size.properties, limits.properties
    yield "enum values", size.enum_values, limits.enum_values
    yield "characters of names, enum values and constants", size.characters, limits.characters
    # OpenAI limits the total length of an enum only once it has many values
    large = [characters for count, characters in size.large_enums if count > (limits.large_enum or count)]
    yield "characters in one large enum", max(large, default=0), limits.large_enum_characters


def request_excesses(measures: Sequence[tuple[str, Measures]], provider: Provider) -> Iterator[Problem]:
    """Yield a problem for each limit that all tools of a request exceed together, given the name and size of each."""
    limits = provider.limits
    if limits.tools is not None and len(measures) > limits.tools:
        hint = f"send at most {limits.tools} tools per request"
        yield _problem(provider, "request", "tools", len(measures), limits.tools, hint, "/tools")
    for noun, counts, most in (
        ("optional fields", {name: size.optional_fields for name, size in measures}, limits.optional_fields),
        ("fields of several types", {name: size.union_fields for name, size in measures}, limits.union_fields),
    ):
        if most is not None and sum(counts.values()) > most:
            largest = sorted(counts, key=lambda name: -counts[name])[:3]
            hint = f"send fewer tools per request, or simplify {list_codes(largest)}, which have most of them"
            yield _problem(provider, "request", noun, sum(counts.values()), most, hint, "/tools")


def _problem(provider: Provider, subject: str, noun: str, number: int, most: int, hint: str, pointer: str) -> Problem:
    message = f"{subject} has {number:,} {noun}, but {provider.label} allows {most:,}{provider.citation('limits')}"
    return Problem(message, hint, pointer)


def _nested_schema(depth: int) -> JsonObject:
    schema: JsonObject = {"type": "string"}
    for _ in range(depth):
        schema = closed_object("next", next={**schema, "description": "What follows."})
    return schema


RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="provider-and-mcp-limits#openai",
    profile="openai_strict",
    good=([{"name": "ListTasks", "input_schema": _nested_schema(10)}],),
    bad=(
        BadExample(
            [{"name": "ListTasks", "input_schema": _nested_schema(11)}],
            says="input schema has 11 levels of nesting, but",
            at="/tools/0/input_schema",
        ),
    ),
)
