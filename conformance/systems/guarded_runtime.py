"""The runtime of a plugin's adapter: what it raises by mistake, in any operation, is an error that names the plugin."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError
from conformance.plugins import failure_of
from conformance.systems.runtime import (
    CallOutcome,
    NoCall,
    ObservedRuntime,
    ParseOutcome,
    Runtime,
    SelectiveRuntime,
    UnsupportedError,
)

if TYPE_CHECKING:
    from conformance.systems.conduct import Conduct

Answer = TypeVar("Answer")


class GuardedRuntime:
    """Passes every operation on; ``what`` names the adapter and its plugin."""

    def __init__(self, inner: Runtime, what: str) -> None:
        self._inner = inner
        self._what = what

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return self._ask(lambda: self._inner.describe())

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of the tools that a turn of this provenance offers."""
        return self._ask(lambda: self._inner.catalog(provenance, profile))

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Validate an input without executing anything."""
        return self._ask(lambda: self._inner.parse(tool, arguments))

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Call the tool."""
        return self._ask(lambda: self._inner.call(tool, arguments))

    def samples(self) -> Sequence[JsonValue]:
        """Return complete outputs of the system's own tools."""
        return self._ask(lambda: self._inner.samples())

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the canonical envelope of a complete output."""
        return self._ask(lambda: self._inner.project(complete_output, policy))

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the receipt of an envelope."""
        return self._ask(lambda: self._inner.render(envelope, policy))

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the compacted envelope."""
        return self._ask(lambda: self._inner.compact(envelope, policy))

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Return the message that reports a result to a provider."""
        return self._ask(lambda: self._inner.transport(envelope, receipt, provider))

    def refusal_to_call(self, tool: str) -> NoCall | None:
        """Return why a tool is never called; ``None`` where the adapter has nothing to say."""
        inner = self._inner
        return self._ask(lambda: inner.refusal_to_call(tool)) if isinstance(inner, SelectiveRuntime) else None

    def take_conduct(self) -> "Conduct":
        """Return what the system did beside its answers, as far as the adapter knows."""
        from conformance.systems.conduct import Conduct

        inner = self._inner
        return self._ask(lambda: inner.take_conduct()) if isinstance(inner, ObservedRuntime) else Conduct()

    def close(self) -> None:
        """Close the connection."""
        self._ask(lambda: self._inner.close())

    def _ask(self, operation: Callable[[], Answer]) -> Answer:
        try:
            return operation()
        except (ConformanceError, UnsupportedError):
            raise
        except Exception as error:
            raise failure_of(error, self._what) from error
