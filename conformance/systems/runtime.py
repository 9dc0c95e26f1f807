"""What every adapter offers: a Runtime that answers seven questions, and how it is opened within bounds.

A runtime answers what it can and raises ``UnsupportedError`` for what it lacks; a fault of the system under test (it
hangs, dies, talks nonsense) is a ``ConformanceError`` of kind ``unreachable``, never a finding.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError

Operation = Literal["describe", "catalog", "parse", "call", "project", "render", "compact", "transport"]
PROVENANCES = ("operator", "timer", "callback", "webhook", "channel", "task_rejoin")
"""Where the message comes from that a turn answers; the tools must not depend on it."""


class SlowAnswerError(ConformanceError):
    """A request was not answered in time, while the system itself may still be alive."""


class DeclinedError(ConformanceError):
    """The system answered that it could not do what it was asked this once; it is alive, and may be asked more."""


class UnsupportedError(Exception):
    """The runtime does not answer this kind of question."""

    def __init__(self, operation: Operation) -> None:
        super().__init__(operation)
        self.operation = operation


@dataclass(frozen=True, slots=True)
class ParseOutcome:
    """What a runtime says of an input without executing anything: accepted, or refused with a ToolError.

    ``arguments`` are the arguments as the tool would get them, where the runtime tells (``None`` where it does not);
    ``notice`` is what it tells the caller of an input that it accepts.
    """

    accepted: bool
    error: JsonObject = field(default_factory=dict[str, JsonValue])
    arguments: JsonObject | None = None
    notice: str = ""


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """What came back from a call: the canonical envelope, the receipt that the model sees, the reply as it was.

    ``refused_by_protocol`` is true when the transport itself answered with an error. ``structured`` holds the
    structured content of a protocol that has one, as a list of one, empty where the reply carries none; it is ``None``
    where the protocol knows no such thing.
    """

    envelope: JsonValue
    receipt: str | None = None
    raw: JsonValue = None
    refused_by_protocol: bool = False
    structured: Sequence[JsonValue] | None = None


class Runtime(Protocol):
    """A system under test that answers. Each method raises ``UnsupportedError`` when the runtime lacks it."""

    def describe(self) -> JsonObject:
        """Return the inventory, in the inventory's file format."""
        ...

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of the tools that a turn of this provenance sees."""
        ...

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Judge an input; execute nothing."""
        ...

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Call the tool."""
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
        """Return the message that tells a provider of a result; ``provider`` is the name of a transport."""
        ...

    def close(self) -> None:
        """End the conversation and everything that was started for it."""
        ...


class SilentRuntime:
    """Answers nothing; adapters override what their system can answer."""

    def describe(self) -> JsonObject:
        """Lack the inventory."""
        raise UnsupportedError("describe")

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Lack the catalog."""
        raise UnsupportedError("catalog")

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Lack the parser."""
        raise UnsupportedError("parse")

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Lack calls."""
        raise UnsupportedError("call")

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Lack the projection."""
        raise UnsupportedError("project")

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Lack the renderer."""
        raise UnsupportedError("render")

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Lack compaction."""
        raise UnsupportedError("compact")

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Lack the provider."""
        raise UnsupportedError("transport")

    def close(self) -> None:
        """Have nothing to end."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one runtime: seconds to start and per request, bytes per answer, bytes of memory, processes."""

    start_seconds: float | None = None
    """``None`` leaves it to the adapter: 8 seconds, longer where the command may have to install something first."""
    request_seconds: float = 10.0
    answer_bytes: int = 8 * 2**20
    memory_bytes: int = 4 * 2**30
    processes: int = 128


@dataclass(frozen=True, slots=True)
class Opening:
    """How a system is opened: its bounds, what of the environment it sees, where it runs.

    ``environment`` is added to the few variables that every program needs; ``folder`` is the working folder, a fresh
    empty one where it is ``None``. A runtime that dies is started again at most ``restarts`` times.
    """

    limits: Limits = field(default_factory=Limits)
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    folder: Path | None = None
    restarts: int = 1
    base: Path = field(default_factory=Path.cwd)
    """The folder that relative paths in a source are relative to."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """One way to reach a system: the schemes of its sources, and how one is opened.

    ``profile`` is the one that fits such systems, ``None`` for the default one. ``parallel`` says that several runtimes
    of one source may answer at once. ``harmless`` says that a call has no effect, so that it needs no permission.
    """

    schemes: Sequence[str]
    open: Callable[[str, Opening], Runtime]
    """Arguments: what follows the scheme in the source, and the bounds."""
    profile: str | None = None
    parallel: bool = True
    harmless: bool = False
    takes_scheme: bool = False
    """Whether ``open`` gets the source with its scheme, because the scheme is part of an address or chooses a way."""
