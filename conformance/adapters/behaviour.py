"""Asks a runtime what it does with results: it projects, compacts and hands over, twice where that tells something.

What the runtime lacks is asked once and not observed. Nothing is judged here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
    asking = _Asking(runtime)
    projections = [seen for name, output in outputs.items() for seen in asking.projections(name, output)]
    envelopes = {seen.name: seen.envelope for seen in projections if not seen.policy}
    return Behaviour(
        projections,
        [seen for name, envelope in envelopes.items() for seen in asking.compactions(name, envelope)],
        [seen for name, envelope in envelopes.items() for seen in asking.transports(name, envelope)],
    )


@dataclass(frozen=True)
class _Asking:
    """Remembers what the runtime lacks: that is asked once."""

    runtime: Runtime
    lacks: set[str] = field(default_factory=set[str])

    def projections(self, name: str, output: JsonValue) -> Iterator[ObservedProjection]:
        for policy in PROJECTION_POLICIES:
            for envelope in self._answer("projection", self.runtime.project, output, policy):
                again = self._answer("projection", self.runtime.project, output, policy)
                reprojected = self._answer("projection of an envelope", self.runtime.project, envelope, policy)
                yield ObservedProjection(_named(name, policy), output, envelope, policy, again, reprojected)

    def compactions(self, name: str, envelope: JsonValue) -> Iterator[ObservedCompaction]:
        for policy in COMPACTION_POLICIES:
            for compacted in self._answer("compaction", self.runtime.compact, envelope, policy):
                again = self._answer("compaction", self.runtime.compact, compacted, policy)
                yield ObservedCompaction(name, envelope, compacted, policy, again)

    def transports(self, name: str, envelope: JsonValue) -> Iterator[ObservedTransport]:
        no_policy: JsonObject = {}
        for receipt in self._answer("rendering", self.runtime.render, envelope, no_policy):
            for provider in all_transports():
                for message in self._answer(provider, self.runtime.transport, envelope, receipt, provider):
                    yield ObservedTransport(f"{name} to {provider}", provider, envelope, receipt, message)

    def _answer(self, what: str, ask: Callable[..., Answer], *arguments: JsonValue) -> list[Answer]:
        if what in self.lacks:
            return []
        try:
            return [ask(*arguments)]
        except UnsupportedError:
            self.lacks.add(what)
            return []


def _named(name: str, policy: JsonObject) -> str:
    return name if not policy else f"{name} within {', '.join(f'{key} {value}' for key, value in policy.items())}"
