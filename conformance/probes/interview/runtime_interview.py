"""The interview of a runtime: which tools it lists, and how it answers a call to a tool that it does not have."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from conformance.documents.values import JsonValue
from conformance.inventory import Inventory
from conformance.probes.interview.requests import Requests
from conformance.probes.interview.tool_interview import ToolInterview
from conformance.settings.profiles import Profile
from conformance.systems.runtime import CallOutcome, Runtime


class RuntimeInterview(Struct):
    """A runtime, its inventory, the interviews of its tools, and the requests to the runtime itself."""

    requests: Requests
    inventory: Inventory
    profile: Profile
    tools: Sequence[ToolInterview]
    authority: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """The families of tools that each agent profile has the authority for; ``*`` stands for all."""

    @property
    def runtime(self) -> Runtime:
        """The runtime that is asked."""
        return self.requests.runtime

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Call a tool, which need not exist; raises ``InconclusiveError`` when no answer comes in time."""
        self.requests.begin()
        return self.requests.call(tool, arguments)
