"""The interview of a runtime: which tools it lists, and how it answers a call to a tool that it does not have."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from conformance.documents.values import JsonValue
from conformance.inventory import Inventory
from conformance.probes.interview.answers import LiveCall
from conformance.probes.interview.limits import InconclusiveError, OutOfTimeError, RunLimits
from conformance.probes.interview.tool_interview import ToolInterview
from conformance.settings.profiles import Profile
from conformance.systems.runtime import CallOutcome, RunEndedError, Runtime, SlowAnswerError


class RuntimeInterview(Struct):
    """A runtime, its inventory, the interviews of its tools, and the number of questions to the runtime itself."""

    runtime: Runtime
    inventory: Inventory
    profile: Profile
    tools: Sequence[ToolInterview]
    limits: RunLimits
    question_count: int = 0
    authority: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """The families of tools that each agent profile has the authority for; ``*`` stands for all."""
    live_calls: list[LiveCall] = field(default_factory=list[LiveCall])
    """Every call that was made to the runtime itself, in order, with what came back."""

    def count(self) -> None:
        """Count one more question to the runtime; raises ``OutOfTimeError`` when the time of the run has passed."""
        self.limits.check_deadline()
        self.question_count += 1

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Call a tool, which need not exist; raises ``InconclusiveError`` when no answer comes in time."""
        self.count()
        self.limits.pace.wait(self.limits.seconds_left())
        try:
            outcome = self.runtime.call(tool, arguments)
        except RunEndedError:
            raise OutOfTimeError from None
        except SlowAnswerError as error:
            if not self.limits.slow_tools.spend():
                raise
            raise InconclusiveError(str(error), error.recovery_hint) from None
        self.live_calls.append(LiveCall(tool, arguments, outcome))
        return outcome
