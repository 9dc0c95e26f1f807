"""Families: the tools, budget, projector, renderer and sample outcomes that each of them declares."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field

from conformance.contract.bounds import Bounds
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import CompleteOutput
from conformance.contract.receipt import Part, View
from conformance.contract.shapes import Arguments, Complete, Result

Capability: TypeAlias = Literal["core_agent", "local_environment", "web", "agent_creation"]
Plane: TypeAlias = Literal["work", "command", "agent", "workspace", "memory", "web", "waiting"]
Stability: TypeAlias = Literal["stable", "experimental", "deprecated"]


class ToolDefinition(Struct, frozen=True):
    """One tool: its description for the model, its arguments, and the shapes of its results, one per outcome."""

    name: str
    capability: Capability
    plane: Plane
    description: str
    arguments: type[Arguments]
    results: tuple[type[Result], ...]
    complete_shapes: tuple[type[Complete], ...] = ()
    """The complete outputs of the tool, where they differ from its results."""
    related_surfaces: tuple[str, ...] = ()
    stability: Stability = "stable"

    @property
    def result_name(self) -> str:
        """The name of the payload type in the inventory."""
        return f"{self.name}Result"

    @property
    def outputs(self) -> tuple[type[Complete], ...]:
        """Every shape that a complete output of the tool may have; a small result is its own complete output."""
        return (*self.complete_shapes, *self.results) if self.complete_shapes else self.results


class Sample(Struct, frozen=True):
    """One representative complete output; ``name`` is unique in its family."""

    name: str
    output: CompleteOutput


class Family(Struct, frozen=True):
    """The projector and renderer of some tools' results."""

    tools: Sequence[ToolDefinition]
    budget: Budget
    project: Callable[[Complete, Bounds], Result]
    """Turns a complete output into a bounded result; small ones are returned unchanged."""
    render: Callable[[str, View], Iterator[Part]]
    """Turns a tool name and a possibly compacted result into the parts of the receipt, outcome first."""
    samples: Sequence[Sample]
    hidden_fields: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Fields of a result that the receipt of a tool leaves out on purpose: patterns such as ``task/*_at`` by tool."""
    name: str = ""


def require_result(output: Complete) -> Result:
    """Return a complete output that is its own result; raises ``TypeError`` if it lacks a projection."""
    if isinstance(output, Result):
        return output
    raise TypeError(f"no projection for {type(output).__name__}")
