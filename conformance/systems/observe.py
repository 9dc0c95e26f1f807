"""Observes what a runtime does with results: projection, rendering, compaction and provider messages.

Questions are repeated where a second answer can reveal a difference. An operation that the runtime lacks is asked for
once only. Nothing is judged here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.contract import complete_output_json
from conformance.contract.families import all_families
from conformance.contract.transports import all_transports
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError
from conformance.inventory import EMPTY_INVENTORY, Inventory
from conformance.systems.rerendering import LeafChange, is_meaningful, leaf_changes, outcome_lines
from conformance.systems.runtime import DeclinedError, RunEndedError, Runtime, UnsupportedError
from conformance.systems.shared_receipts import Rendered, add_shared, tool_of
from conformance.systems.surface import Record
from conformance.systems.surface.behaviour import (
    Behaviour,
    ChangedRendering,
    ObservedCompaction,
    ObservedProjection,
    ObservedRendering,
    ObservedTransport,
)

Answer = TypeVar("Answer")
REPROJECT = "project of an envelope"
"""The projection of what is projected already, which a runtime may lack."""
PROJECTION_POLICIES: Sequence[JsonObject] = ({}, {"preview_chars": 400})
# Stands for the receipt of a runtime that cannot render, but writes messages for providers.
_SUMMARY = "The call is done"
COMPACTION_POLICIES: Sequence[JsonObject] = ({"text_chars": 200},)


class DeclinedRequest(Struct, frozen=True):
    """One operation that failed or was declined for one output of a tool, with its reason.

    ``what`` begins with the operation, as in ``transport to anthropic``.
    """

    name: str
    what: str
    reason: str
    tool: str = ""


class Observation(Struct, frozen=True):
    """What was observed: behaviour, each envelope with its receipts, declined requests, and the error that ended it."""

    behaviour: Behaviour
    records: Sequence[Record]
    declined: Sequence[DeclinedRequest] = ()
    broke_off: ConformanceError | None = None

    @property
    def tools(self) -> frozenset[str]:
        """The tools of the results with which the runtime did anything."""
        done = self.behaviour
        values = [one.complete for one in done.projections]
        values += [one.envelope for one in (*done.renderings, *done.compactions, *done.transports)]
        return frozenset(map(tool_of, values))


def sample_outputs(tools: Iterable[str]) -> Mapping[str, JsonValue]:
    """Return the sample outputs of the reference contract for these tools, by ``family/sample``."""
    wanted = set(tools)
    return {
        f"{name}/{sample.name}": complete_output_json.to_json(sample.output)
        for name, family in all_families().items()
        for sample in family.samples
        if sample.output.tool_name in wanted
    }


def observe(
    runtime: Runtime,
    outputs: Mapping[str, JsonValue],
    inventory: Inventory = EMPTY_INVENTORY,
    *,
    are_canonical: bool = False,
    is_over: Callable[[], bool] = lambda: False,
) -> Observation:
    """Return what the runtime does with these complete outputs.

    The inventory says which other words a result may have. A runtime that lacks ``project`` is asked about outputs that
    are canonical already, as they are. Declined requests are recorded and the rest continues; when the runtime fails,
    or once ``is_over``, what was observed before is kept.
    """
    observer = _Observer(runtime, inventory, are_canonical)
    try:
        observer.observe_all(outputs, is_over)
    except RunEndedError:
        return observer.observation(None)
    except ConformanceError as error:
        return observer.observation(error)
    return observer.observation(None)


class _Observer(Struct, frozen=True):
    """Collects the answers, and remembers which operations the runtime lacks."""

    runtime: Runtime
    inventory: Inventory
    are_canonical: bool
    unsupported: set[str] = field(default_factory=set[str])
    declined: list[DeclinedRequest] = field(default_factory=list[DeclinedRequest])
    projections: list[ObservedProjection] = field(default_factory=list[ObservedProjection])
    compactions: list[ObservedCompaction] = field(default_factory=list[ObservedCompaction])
    transports: list[ObservedTransport] = field(default_factory=list[ObservedTransport])
    renderings: list[ObservedRendering] = field(default_factory=list[ObservedRendering])
    records: list[Record] = field(default_factory=list[Record])
    rendered: list[Rendered] = field(default_factory=list[Rendered])

    def observe_all(self, outputs: Mapping[str, JsonValue], is_over: Callable[[], bool]) -> None:
        for name, output in outputs.items():
            if is_over():
                return
            for policy in PROJECTION_POLICIES:
                for envelope in self._project(name, output, policy):
                    self._observe_envelope(_case_name(name, policy), envelope, is_full=not policy)
            if self.are_canonical and "project" in self.unsupported:
                self._observe_given(name, output)

    def _observe_given(self, name: str, envelope: JsonValue) -> None:
        """Observe an envelope that the runtime did not make: it counts as a record only with the runtime's receipt."""
        record = self._render(name, envelope)
        if record.receipt is not None:
            self.records.append(record)
        self._observe_work(name, envelope, record.receipt)

    def observation(self, broke_off: ConformanceError | None) -> Observation:
        renderings = list(add_shared(_add_outcome_lines(self.renderings), self.rendered))
        behaviour = Behaviour(self.projections, self.compactions, self.transports, renderings=renderings)
        return Observation(behaviour, self.records, self.declined, broke_off)

    def _project(self, name: str, output: JsonValue, policy: JsonObject) -> Iterator[JsonValue]:
        case = _case_name(name, policy)
        for envelope in self._answer(case, "project", self.runtime.project, output, policy):
            again = self._answer(case, "project", self.runtime.project, output, policy)
            reprojected = self._answer(case, REPROJECT, self.runtime.project, envelope, policy)
            self.projections.append(ObservedProjection(case, output, envelope, policy, again, reprojected))
            yield envelope

    def _observe_envelope(self, name: str, envelope: JsonValue, *, is_full: bool) -> None:
        """Render an envelope; where no policy has narrowed it, also compact it and write it for every provider."""
        record = self._render(name, envelope)
        self.records.append(record)
        if is_full:
            self._observe_work(name, envelope, record.receipt)

    def _observe_work(self, name: str, envelope: JsonValue, receipt: str | None) -> None:
        self._compact(name, envelope)
        if receipt is not None:
            self._render_changes(name, envelope, receipt)
        # Only a runtime that has no receipts is asked to report another text.
        if receipt is not None or "render" in self.unsupported:
            self._transport(name, envelope, receipt or _SUMMARY)

    def _render(self, name: str, envelope: JsonValue) -> Record:
        no_policy: JsonObject = {}
        first, again = (self._answer(name, "render", self.runtime.render, envelope, no_policy) for _ in range(2))
        return Record(name, envelope, first[0] if first else None, again[0] if again else None)

    def _render_changes(self, name: str, envelope: JsonValue, receipt: str) -> None:
        """Render the envelope with single leaves changed, then unchanged again; a refusal to render one is no fault."""
        changes = [(change, self._render_change(change)) for change in leaf_changes(envelope, self.inventory, receipt)]
        seen = [
            ChangedRendering(one.pointer, one.before, one.after, other, is_meaningful(one.pointer) or one.is_stated)
            for one, others in changes
            for other in others
        ]
        self.rendered.append(Rendered(name, "", envelope, receipt))
        self.rendered.extend(
            Rendered(name, one.pointer, one.envelope, other) for one, others in changes for other in others
        )
        restored = self._answer(name, "render", self.runtime.render, envelope, {}) if seen else []
        self.renderings.append(ObservedRendering(name, envelope, receipt, seen, restored[0] if restored else None))

    def _render_change(self, change: LeafChange) -> list[str]:
        try:
            return [self.runtime.render(change.envelope, {})]
        except (UnsupportedError, DeclinedError):
            return []

    def _compact(self, name: str, envelope: JsonValue) -> None:
        for policy in COMPACTION_POLICIES:
            for compacted in self._answer(name, "compact", self.runtime.compact, envelope, policy):
                again = self._answer(name, "compact", self.runtime.compact, compacted, policy)
                self.compactions.append(ObservedCompaction(name, envelope, compacted, policy, again))
                self.records.append(self._render(f"{name}, compacted", compacted))

    def _transport(self, name: str, envelope: JsonValue, receipt: str) -> None:
        for provider in all_transports():
            case = f"{name} to {provider}"
            for message in self._answer(
                case, f"transport to {provider}", self.runtime.transport, envelope, receipt, provider
            ):
                self.transports.append(ObservedTransport(case, provider, envelope, receipt, message))

    def _answer(self, name: str, what: str, ask: Callable[..., Answer], *arguments: JsonValue) -> list[Answer]:
        if what in self.unsupported:
            return []
        try:
            return [ask(*arguments)]
        except UnsupportedError:
            self.unsupported.add(what)
        except DeclinedError as error:
            self.declined.append(DeclinedRequest(name, what, str(error), tool_of(arguments[0])))
        return []


def _add_outcome_lines(renderings: Sequence[ObservedRendering]) -> Iterator[ObservedRendering]:
    """Yield each rendering with the lines that state an exit status in the receipts of its tool."""
    by_tool: dict[str, list[ObservedRendering]] = {}
    for one in renderings:
        by_tool.setdefault(tool_of(one.envelope), []).append(one)
    lines = {tool: outcome_lines(group) for tool, group in by_tool.items()}
    for one in renderings:
        yield replace(one, outcome_lines=lines[tool_of(one.envelope)])


def _case_name(name: str, policy: JsonObject) -> str:
    return name if not policy else f"{name} within {', '.join(f'{key} {value}' for key, value in policy.items())}"
