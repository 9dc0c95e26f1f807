"""Which tools may be called: only such as say that they read, or such as the user has named with an input to use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.inventory import Tool
from conformance.settings.profiles.probing import Coercion, UnknownFields


@dataclass(frozen=True, slots=True)
class ToolSettings:
    """What the user says of one tool: known good inputs, which also allow calls; policies of its own.

    ``call`` set to ``False`` forbids calls whatever the tool says of itself.
    """

    inputs: Sequence[JsonObject] = ()
    call: bool | None = None
    unknown_fields: UnknownFields | None = None
    coercion: Coercion | None = None


@dataclass(frozen=True, slots=True)
class Permission:
    """Whether a tool may be called, and why (not); ``cure`` says what would let it be called.

    ``harmless`` calls have no effect at all. Where ``exactly`` is set, the tool may change things: the only good inputs
    that it is called with are those that the user has given, never a variation of them.
    """

    allowed: bool
    reason: str
    harmless: bool = False
    exactly: bool = False
    cure: str = ""


@dataclass(frozen=True, slots=True)
class Permissions:
    """Decides for every tool; ``harmless`` is a system whose calls have no effect at all."""

    tools: Mapping[str, ToolSettings] = field(default_factory=dict[str, ToolSettings])
    harmless: bool = False

    def settings(self, tool: Tool) -> ToolSettings:
        """Return what the user says of a tool."""
        return self.tools.get(tool.name, ToolSettings())

    def permission_for(self, tool: Tool) -> Permission:
        """Say whether the tool may be called."""
        stated = self.settings(tool)
        if stated.call is False:
            cure = "take `call = false` out of its table under [tool.conformance.probe.tools] to have it called"
            return Permission(False, "the configuration forbids its calls", cure=cure)
        if self.harmless:
            return Permission(True, "calls of this system have no effect", harmless=True)
        if _is_read_only(tool):
            return Permission(True, "it is annotated read-only")
        if stated.inputs:
            return Permission(True, "it is allow-listed with an example input", exactly=True)
        cure = "name a tool with an example input under [tool.conformance.probe.tools] to have it called"
        return Permission(False, "it is neither annotated read-only nor allow-listed with an example input", cure=cure)


def _is_read_only(tool: Tool) -> bool:
    hints = as_object(tool.raw.get("annotations"))
    return hints.get("readOnlyHint") is True and not _is_true(hints.get("destructiveHint"))


def _is_true(value: JsonValue) -> bool:
    return value is True
