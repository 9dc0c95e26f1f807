"""What a family declares: its tools, its budget, how it projects and renders, and samples of every outcome."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from conformance.contract.bounds import Bounds
from conformance.contract.budgets import Budget
from conformance.contract.complete_output import CompleteOutput
from conformance.contract.receipt import Part, View
from conformance.contract.shapes import Arguments, Complete, Result

Capability: TypeAlias = Literal["core_agent", "local_environment", "web", "agent_creation"]
Plane: TypeAlias = Literal["work", "command", "agent", "workspace", "memory", "web", "waiting"]
Stability: TypeAlias = Literal["stable", "experimental", "deprecated"]


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """One tool: what a model is told, what it may pass, and the shapes of what comes back, one for each outcome."""

    name: str
    capability: Capability
    plane: Plane
    description: str
    arguments: type[Arguments]
    results: tuple[type[Result], ...]
    complete_shapes: tuple[type[Complete], ...] = ()
    """What the tool produces in full, where that differs from its results."""
    related_surfaces: tuple[str, ...] = ()
    stability: Stability = "stable"

    @property
    def result_name(self) -> str:
        """The name of the payload's type in the inventory."""
        return f"{self.name}Result"

    @property
    def outputs(self) -> tuple[type[Complete], ...]:
        """Every shape that a complete output of the tool may have; a small result is its own."""
        return (*self.complete_shapes, *self.results) if self.complete_shapes else self.results


@dataclass(frozen=True, slots=True)
class Sample:
    """One complete output worth showing; ``name`` is unique in its family."""

    name: str
    output: CompleteOutput


@dataclass(frozen=True, slots=True)
class Family:
    """Who projects and renders the results of some tools."""

    tools: Sequence[ToolDefinition]
    budget: Budget
    project: Callable[[Complete, Bounds], Result]
    """Complete output to bounded result; what is small already is returned as it is."""
    render: Callable[[str, View], Iterator[Part]]
    """Tool name and result, as it may have been compacted, to the parts of the receipt, the outcome first."""
    samples: Sequence[Sample]
    name: str = ""


def require_result(output: Complete) -> Result:
    """Return a complete output that is its own result; raises ``TypeError`` for one that a projector forgot."""
    if isinstance(output, Result):
        return output
    raise TypeError(f"no projection for {type(output).__name__}")
