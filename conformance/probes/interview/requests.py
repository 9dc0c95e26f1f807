"""Requests to a running system: each keeps to the limits of the run and is counted, whoever has the question."""

from msgspec import Struct, field

from conformance.documents.values import JsonValue
from conformance.probes.interview.answers import LiveCall
from conformance.probes.interview.limits import (
    InconclusiveError,
    OutOfTimeError,
    RunLimits,
    SlowToolError,
    TurnedAwayError,
    UnreadableReplyError,
)
from conformance.systems.runtime import (
    CallOutcome,
    InvalidReplyError,
    ParseOutcome,
    RunEndedError,
    Runtime,
    SlowAnswerError,
    UnavailableError,
)


class Requests(Struct):
    """The requests to a runtime by one interview: how many there were, and every call with what came back."""

    runtime: Runtime
    limits: RunLimits
    count: int = 0
    live_calls: list[LiveCall] = field(default_factory=list[LiveCall])
    """Every call that was made, in order, with what came back."""

    def begin(self) -> None:
        """Count one more request; raises ``OutOfTimeError`` when the time of the run has passed."""
        self.limits.check_deadline()
        self.count += 1

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Call a tool, which need not exist; the request has begun.

        Raises ``SlowToolError`` when no answer comes in time, unless too many tools were as slow, which ends the run,
        and what ``lost_reply_error`` returns when nobody can read the answer.
        """
        self.limits.pace.wait(self.limits.seconds_left())
        try:
            outcome = self.runtime.call(tool, arguments)
        except RunEndedError:
            raise OutOfTimeError from None
        except SlowAnswerError as error:
            if not self.limits.slow_tools.spend():
                raise
            raise SlowToolError(str(error), error.recovery_hint) from None
        except InvalidReplyError as error:
            raise lost_reply_error(error) from None
        self.live_calls.append(LiveCall(tool, arguments, outcome))
        return outcome

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Have an input of a tool parsed; the request has begun.

        Raises what ``lost_reply_error`` returns when nobody can read the answer.
        """
        self.limits.pace.wait(self.limits.seconds_left())
        try:
            return self.runtime.parse(tool, arguments)
        except RunEndedError:
            raise OutOfTimeError from None
        except InvalidReplyError as error:
            raise lost_reply_error(error) from None


def lost_reply_error(error: InvalidReplyError) -> InconclusiveError:
    """Return the error for an unreadable answer: its tool is not at fault where the request was turned away."""
    kind = TurnedAwayError if isinstance(error, UnavailableError) else UnreadableReplyError
    return kind(str(error), error.recovery_hint)
