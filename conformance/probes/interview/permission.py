"""Which tools may be called: those annotated read-only, and those for which the user has given an input."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.inventory import Tool
from conformance.settings.profiles.probing import Coercion, UnknownFields


@dataclass(frozen=True, slots=True)
class ToolSettings:
    """The user's settings for one tool: known good inputs, which also permit calls, and policies.

    ``call`` set to ``False`` forbids calls, whatever the tool's annotations say.
    """

    inputs: Sequence[JsonObject] = ()
    call: bool | None = None
    unknown_fields: UnknownFields | None = None
    coercion: Coercion | None = None


@dataclass(frozen=True, slots=True)
class Permission:
    """Whether a tool may be called, and the reason; ``cure`` says how to permit it.

    ``harmless`` calls have no effect at all. ``exactly`` marks a tool that may have side effects: the only good inputs
    it is called with are those that the user has given, never a variation of them. ``is_forbidden`` says that the user
    does not want it to be called.
    """

    allowed: bool
    reason: str
    harmless: bool = False
    exactly: bool = False
    cure: str = ""
    is_forbidden: bool = False


@dataclass(frozen=True, slots=True)
class Permissions:
    """Decides for every tool whether it may be called; ``harmless`` marks a system whose calls have no effect."""

    tools: Mapping[str, ToolSettings] = field(default_factory=dict[str, ToolSettings])
    harmless: bool = False

    def settings(self, tool: Tool) -> ToolSettings:
        """Return the user's settings for a tool, empty ones if there are none."""
        return self.tools.get(tool.name, ToolSettings())

    def permission_for(self, tool: Tool) -> Permission:
        """Return whether the tool may be called, and why."""
        stated = self.settings(tool)
        if stated.call is False:
            cure = f"to have it called, remove `call = false` from `probe.tools.{tool.name}` of the configuration"
            return Permission(
                False, "the configuration forbids calling it (`call = false`)", cure=cure, is_forbidden=True
            )
        if self.harmless:
            return Permission(True, "calls to this system have no effect", harmless=True)
        if _is_read_only(tool):
            return Permission(True, "it is annotated read-only")
        if stated.inputs:
            return Permission(True, "it is allow-listed with an example input", exactly=True)
        cure = "give an example input with `--allow 'TOOL={...}'`, or in `probe.tools` of the configuration"
        return Permission(False, "it is neither annotated read-only nor allow-listed with an example input", cure=cure)


def _is_read_only(tool: Tool) -> bool:
    hints = as_object(tool.raw.get("annotations"))
    return hints.get("readOnlyHint") is True and not _is_true(hints.get("destructiveHint"))


def _is_true(value: JsonValue) -> bool:
    return value is True
