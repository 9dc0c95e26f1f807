"""Asks a runtime what it does with results: it projects, compacts and hands over, twice where that tells something.

What the runtime lacks is not observed. Nothing is judged here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from conformance.adapters.spec import Runtime, UnsupportedError
from conformance.contract import complete_form
from conformance.contract.families import all_families
from conformance.contract.transports import all_transports
from conformance.json_values import JsonObject, JsonValue
from conformance.surface.behaviour import (
    Behaviour,
    ObservedCompaction,
    ObservedProjection,
    ObservedTransport,
)

Answer = TypeVar("Answer")
PROJECTION_POLICIES: Sequence[JsonObject] = ({}, {"preview_chars": 400})
COMPACTION_POLICIES: Sequence[JsonObject] = ({"text_chars": 200},)


def sample_outputs(tools: Iterable[str]) -> Mapping[str, JsonValue]:
    """Return the complete outputs that the reference contract shows for these tools, by name."""
    wanted = set(tools)
    return {
        f"{name}/{sample.name}": complete_form.to_json(sample.output)
        for name, family in all_families().items()
        for sample in family.samples
        if sample.output.tool_name in wanted
    }


def observe(runtime: Runtime, outputs: Mapping[str, JsonValue]) -> Behaviour:
    """Return what the runtime does with these complete outputs; raises ``ConformanceError`` when it fails to answer."""
    projections = [seen for name, output in outputs.items() for seen in _projections(runtime, name, output)]
    envelopes = {seen.name: seen.envelope for seen in projections}
    return Behaviour(
        projections,
        [seen for name, envelope in envelopes.items() for seen in _compactions(runtime, name, envelope)],
        [seen for name, envelope in envelopes.items() for seen in _transports(runtime, name, envelope)],
    )


def _projections(runtime: Runtime, name: str, output: JsonValue) -> Iterator[ObservedProjection]:
    for policy in PROJECTION_POLICIES:
        for envelope in _answer(runtime.project, output, policy):
            again = _answer(runtime.project, output, policy)
            reprojected = _answer(runtime.project, envelope, policy)
            yield ObservedProjection(_named(name, policy), output, envelope, policy, again, reprojected)


def _compactions(runtime: Runtime, name: str, envelope: JsonValue) -> Iterator[ObservedCompaction]:
    for policy in COMPACTION_POLICIES:
        for compacted in _answer(runtime.compact, envelope, policy):
            again = _answer(runtime.compact, compacted, policy)
            yield ObservedCompaction(name, envelope, compacted, policy, again)


def _transports(runtime: Runtime, name: str, envelope: JsonValue) -> Iterator[ObservedTransport]:
    no_policy: JsonObject = {}
    for receipt in _answer(runtime.render, envelope, no_policy):
        for provider in all_transports():
            for message in _answer(runtime.transport, envelope, receipt, provider):
                yield ObservedTransport(f"{name} to {provider}", provider, envelope, receipt, message)


def _answer(ask: Callable[..., Answer], *arguments: JsonValue) -> list[Answer]:
    try:
        return [ask(*arguments)]
    except UnsupportedError:
        return []


def _named(name: str, policy: JsonObject) -> str:
    return name if not policy else f"{name} within {', '.join(f'{key} {value}' for key, value in policy.items())}"
