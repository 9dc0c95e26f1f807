"""The interview of a runtime as a whole: what it offers, and what it says of a tool that it does not have."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.adapters.spec import Runtime
from conformance.interview.tools import Rules, ToolInterview
from conformance.inventory import Inventory
from conformance.profiles import Profile


@dataclass(frozen=True, slots=True)
class RuntimeInterview:
    """A runtime, its promise, and the interviews of its tools."""

    runtime: Runtime
    inventory: Inventory
    profile: Profile
    tools: Sequence[ToolInterview]
    rules: Rules
    asked: list[int] = field(default_factory=lambda: [0])

    def count(self) -> None:
        """Count one more question that was put to the runtime."""
        self.asked[0] += 1
