"""Which tools may be called: those annotated read-only, and those for which the user has given an input."""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from conformance.display import code_choice
from conformance.documents.values import JsonObject, JsonValue, as_object, as_text
from conformance.inventory import Tool
from conformance.settings.profiles.probing import Coercion, UnknownFields
from conformance.systems.runtime import NoCall


class ToolSettings(Struct, frozen=True):
    """The user's settings for one tool: known good inputs, which also permit calls, and policies.

    ``call`` set to ``False`` forbids calls, whatever the tool's annotations say.
    """

    inputs: Sequence[JsonObject] = ()
    call: bool | None = None
    unknown_fields: UnknownFields | None = None
    coercion: Coercion | None = None


class Permission(Struct, frozen=True):
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


class Permissions(Struct, frozen=True):
    """Decides for every tool whether it may be called; ``harmless`` marks a system whose calls have no effect."""

    tools: Mapping[str, ToolSettings] = field(default_factory=dict[str, ToolSettings])
    harmless: bool = False
    open_world: bool = False
    """Whether read-only tools that reach beyond the machine may be called with generated inputs too."""

    def settings(self, tool: Tool) -> ToolSettings:
        """Return the user's settings for a tool, empty ones if there are none."""
        return self.tools.get(tool.name, ToolSettings())

    def permission_for(self, tool: Tool, refusal: NoCall | None = None) -> Permission:
        """Return whether the tool may be called, and why; ``refusal`` is why its system never runs it."""
        stated = self.settings(tool)
        if refusal is not None:
            return Permission(False, refusal.reason, cure=refusal.cure)
        if stated.call is False:
            cure = f"to have it called, remove `call = false` from `probe.tools.{tool.name}` of the configuration"
            return Permission(
                False, "the configuration forbids calling it (`call = false`)", cure=cure, is_forbidden=True
            )
        if self.harmless:
            return Permission(True, "calls to this system have no effect", harmless=True)
        if as_object(tool.raw.get("execution")).get("taskSupport") == "required":
            cure = "state `optional` if it answers plain calls too; probes do not start tasks"
            return Permission(False, "it is callable only as a task (`execution.taskSupport`)", cure=cure)
        reaches_out = _is_read_only(tool) and _hints(tool).get("openWorldHint") is True and not self.open_world
        if _is_read_only(tool) and not reaches_out:
            return Permission(True, "it is annotated read-only")
        if stated.inputs:
            return Permission(True, "it is allow-listed with an example input", exactly=True)
        if reaches_out:
            cure = "pass --open-world to call it with generated inputs, or give an example input with `--allow`"
            return Permission(False, "it is annotated to reach external systems (`openWorldHint`)", cure=cure)
        cure = "give an example input with `--allow 'TOOL={...}'`, or in `probe.tools` of the configuration"
        return Permission(False, "it is neither annotated read-only nor allow-listed with an example input", cure=cure)


def _is_read_only(tool: Tool) -> bool:
    hints = _hints(tool)
    return hints.get("readOnlyHint") is True and not _is_true(hints.get("destructiveHint"))


def _hints(tool: Tool) -> JsonObject:
    return as_object(tool.raw.get("annotations"))


def written_files(tool: Tool) -> list[str]:
    """Return the parameters that name a file to write to, as far as their names and descriptions say."""
    properties = as_object(as_object(tool.input_schema).get("properties"))
    return [
        name
        for name, schema in properties.items()
        if _OUTPUT_NAME.search(name)
        or (_FILE_NAME.search(name) and _WRITTEN.search(as_text(as_object(schema).get("description")) or ""))
    ]


def file_notes(called: Sequence[Tool]) -> list[str]:
    """Return a note on the called tools that are annotated read-only but can write to a file."""
    writing = [f"`{tool.name}` ({code_choice(names)})" for tool in called if (names := written_files(tool))]
    if not writing:
        return []
    subject = "tool annotated read-only writes" if len(writing) == 1 else "tools annotated read-only write"
    return [f"{subject} to a file that a parameter names: {', '.join(writing)}"]


# `outputPath`, `save_to_file`; `filename` and `path` only where the description says that something is written.
_OUTPUT_NAME = re.compile(r"(?i)\A(?:output|save|dest|export)(?:_?to)?_?(?:file|path|dir)")
_FILE_NAME = re.compile(r"(?i)(?:file_?name|file_?path|path|file)\Z")
_WRITTEN = re.compile(r"(?i)\b(?:save|saves|saved|saving|write|writes|written) (?:\w+ ){0,4}(?:to|as|in|into)\b")


def _is_true(value: JsonValue) -> bool:
    return value is True
