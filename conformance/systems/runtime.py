"""The interface of every adapter: a Runtime with nine operations, and the limits within which it is opened.

A runtime raises ``UnsupportedError`` for an operation it lacks. A fault of the system under test (it hangs, crashes or
violates the protocol) is a ``ConformanceError`` of kind ``unreachable``, never a finding.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from msgspec import Struct, field

from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError
from conformance.inventory.provenance import Provenance

if TYPE_CHECKING:
    from conformance.systems.conduct import Conduct

Operation = Literal["describe", "catalog", "parse", "call", "samples", "project", "render", "compact", "transport"]
PROVENANCES = ("operator", "timer", "callback", "webhook", "channel", "task_rejoin")
"""What starts a turn; the tools on offer must not depend on it."""


# A start or a request that begins when the run is over fails, but in order.
_LEAST_SECONDS = 0.1


class SlowAnswerError(ConformanceError):
    """A request was not answered in time; the system itself may still be alive."""


class RunEndedError(SlowAnswerError):
    """The run ended before a request was answered, which says nothing of the system."""


class DeclinedError(ConformanceError):
    """The system answered this one request with an error of its own; it is alive and can be asked further questions."""


class InvalidReplyError(ConformanceError):
    """The system answered this one request with what nobody can read; it can be asked further questions."""


class UnavailableError(InvalidReplyError):
    """The system, or a gateway before it, turned this one request away, which says nothing of the tool."""

    status: int = 0
    """The HTTP status with which it did."""
    retry_after: float | None = None
    """How many seconds it asks to wait before the request is sent again."""


class UnsupportedError(Exception):
    """The runtime lacks an operation."""

    def __init__(self, operation: Operation) -> None:
        super().__init__(operation)
        self.operation = operation


class ParseOutcome(Struct, frozen=True):
    """The verdict of a runtime on an input, without executing anything: accepted, or rejected with a ToolError.

    ``arguments`` are the arguments as the tool would receive them, ``None`` where the runtime does not report them;
    ``notice`` is its message to the caller about an accepted input.
    """

    accepted: bool
    error: JsonObject = field(default_factory=dict[str, JsonValue])
    arguments: JsonObject | None = None
    notice: str = ""


class CallOutcome(Struct, frozen=True):
    """What a call returned: the canonical envelope, the receipt that the model sees, and the raw reply.

    ``refused_by_protocol`` is true when the transport itself answered with an error. ``structured`` is the structured
    content as a list of one, empty where the reply has none, and ``None`` where the protocol has no such thing.
    ``is_unfinished`` is true when the tool wants more of its client, and has neither accepted nor rejected the input.
    """

    envelope: JsonValue
    receipt: str | None = None
    raw: JsonValue = None
    refused_by_protocol: bool = False
    structured: Sequence[JsonValue] | None = None
    is_unfinished: bool = False


class Runtime(Protocol):
    """A system under test that answers. Each method raises ``UnsupportedError`` when the runtime lacks it."""

    def describe(self) -> JsonObject:
        """Return the inventory, in the inventory's file format."""
        ...

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of the tools that a turn of this provenance offers."""
        ...

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Validate an input without executing anything."""
        ...

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Call the tool."""
        ...

    def samples(self) -> Sequence[JsonValue]:
        """Return complete outputs of the system's own tools, to be projected and rendered."""
        ...

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the canonical envelope of a complete output."""
        ...

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the receipt of an envelope."""
        ...

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the compacted envelope."""
        ...

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Return the message that reports a result to a provider; ``provider`` is the name of a transport."""
        ...

    def close(self) -> None:
        """Close the connection and stop everything that was started for it."""
        ...


class SilentRuntime:
    """Lacks every operation; adapters override those that their system has."""

    def describe(self) -> JsonObject:
        """Raise ``UnsupportedError``."""
        raise UnsupportedError("describe")

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Raise ``UnsupportedError``."""
        raise UnsupportedError("catalog")

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Raise ``UnsupportedError``."""
        raise UnsupportedError("parse")

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Raise ``UnsupportedError``."""
        raise UnsupportedError("call")

    def samples(self) -> Sequence[JsonValue]:
        """Raise ``UnsupportedError``."""
        raise UnsupportedError("samples")

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Raise ``UnsupportedError``."""
        raise UnsupportedError("project")

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Raise ``UnsupportedError``."""
        raise UnsupportedError("render")

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Raise ``UnsupportedError``."""
        raise UnsupportedError("compact")

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Raise ``UnsupportedError``."""
        raise UnsupportedError("transport")

    def close(self) -> None:
        """Do nothing: nothing was started."""


class Limits(Struct, frozen=True):
    """Limits of one runtime: seconds to start and per request, bytes per answer, bytes of memory, processes."""

    start_seconds: float | None = None
    """``None`` leaves it to the adapter: 30 seconds, or 90 for a command that may have to install something first."""
    request_seconds: float = 10.0
    answer_bytes: int = 8 * 2**20
    memory_bytes: int = 4 * 2**30
    processes: int = 128
    end: float = math.inf
    """The moment (monotonic seconds) at which the run ends: no start and no request takes longer."""

    def start_within(self, usual: float) -> float:
        """Return the seconds in which a start must be done: as stated, else ``usual``, and not beyond the run."""
        return self._limit_to_run(usual if self.start_seconds is None else self.start_seconds)

    def request_within(self) -> float:
        """Return the seconds in which the next request must be answered, which is not beyond the run."""
        return self._limit_to_run(self.request_seconds)

    def advice_on(self, option: str) -> str:
        """Return what to raise where no answer came in time: ``option``, unless it was the run that ended."""
        return f"raise {'--max-time' if time.monotonic() >= self.end else option}"

    def slow_error(self, fault: ConformanceError, option: str) -> SlowAnswerError:
        """Return the error for a request that got no answer in time, with the limit that cut it."""
        kind = RunEndedError if time.monotonic() >= self.end else SlowAnswerError
        return kind(fault.kind, fault.message, self.advice_on(option))

    def _limit_to_run(self, seconds: float) -> float:
        return max(_LEAST_SECONDS, min(seconds, self.end - time.monotonic()))


class Header(Struct, frozen=True):
    """The value of a header to send, and the texts that no output may contain."""

    value: str
    secrets: tuple[str, ...]

    def __repr__(self) -> str:
        """Return the name of the class alone, since a traceback prints it."""
        return "Header()"


class Opening(Struct, frozen=True):
    """How to open a system: its limits, the environment it sees, and where it runs.

    ``environment`` is added to the few variables that every program needs; ``folder`` is the working folder, a fresh
    empty one where it is ``None``. A runtime that dies is restarted at most ``restarts`` times.
    """

    limits: Limits = field(default_factory=Limits)
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    folder: Path | None = None
    restarts: int = 1
    headers: Mapping[str, Header] = field(default_factory=dict[str, Header])
    """What each request to an MCP server over HTTP carries besides the protocol's own headers."""
    base: Path = field(default_factory=Path.cwd)
    """The folder to which relative paths in a source refer."""


class NoCall(Struct, frozen=True):
    """Why a tool can never be called, as in "it is ...", and what to do to have it called."""

    reason: str
    cure: str


@runtime_checkable
class SelectiveRuntime(Protocol):
    """A runtime that answers calls of some of its tools only."""

    def refusal_to_call(self, tool: str) -> NoCall | None:
        """Return why a tool is never called; ``None`` for one that may be."""
        ...


@runtime_checkable
class ObservedRuntime(Protocol):
    """A runtime that knows what its system did beside its answers."""

    def take_conduct(self) -> "Conduct":
        """Return what the system did since this was last asked."""
        ...


class Adapter(Struct, frozen=True):
    """One way to reach a system: the schemes of its sources, and how to open one.

    ``profile`` is the profile for such systems, ``None`` for the default one; ``noun`` is what one is called.
    ``parallel`` says that several runtimes of one source may run at once. ``harmless`` says that a call has no effect
    and so needs no permission.
    """

    schemes: Sequence[str]
    open: Callable[[str, Opening], Runtime]
    """Arguments: what follows the scheme in the source, and how to open it."""
    profile: str | None = None
    noun: str = "system"
    parallel: bool = True
    harmless: bool = False
    takes_scheme: bool = False
    """Whether ``open`` gets the source with its scheme, which is part of an address or selects a format."""
    has_messages: bool = False
    """Whether its runtimes know what a system sends that is not an answer."""
    provenance: Callable[[str, Opening], Provenance] | None = None
    """Says what a system is where that depends on more than the scheme, without starting anything."""
