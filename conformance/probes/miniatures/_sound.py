"""The system without any fault, and the steps of its work that a miniature can change."""

import json
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from conformance.documents.values import JsonObject, JsonValue, as_object, as_text
from conformance.systems.adapters.reference import ReferenceRuntime
from conformance.systems.refusals import Complaint, invalid_input, schema_complaints, unknown_tool
from conformance.systems.runtime import CallOutcome, ParseOutcome, Runtime, SilentRuntime, UnsupportedError

OBSERVER, OBSERVED_FAMILIES = "observer", ("core_agent",)
"""An agent profile that has the authority for these families of tools only; every other profile has all."""
_COMMAND: JsonObject = {
    "cmd": {"type": "string", "minLength": 1, "description": "The command."},
    "workdir": {"type": "string", "minLength": 1, "description": "Where to run it."},
}
SCHEMAS: Mapping[str, JsonObject] = {
    "ExecCommand": {
        "type": "object",
        "additionalProperties": False,
        "required": ["cmd"],
        "properties": {
            **_COMMAND,
            "login": {"type": "boolean", "description": "Whether to use a login shell."},
            "yield_time_ms": {"type": "integer", "minimum": 0, "maximum": 60_000, "description": "How long to wait."},
        },
    },
    "ExecCommandBatch": {
        "type": "object",
        "additionalProperties": False,
        "required": ["items"],
        "properties": {
            "items": {
                "type": "array",
                "minItems": 1,
                "maxItems": 3,
                "uniqueItems": True,
                "description": "The commands.",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["cmd"],
                    "properties": _COMMAND,
                },
            },
            "stop_on_error": {"type": "boolean", "description": "Whether the first failure ends the batch."},
        },
    },
    "WaitFor": {
        "type": "object",
        "additionalProperties": False,
        "required": ["wake"],
        "properties": {
            "wake": {"type": "string", "enum": ["operator", "task_result"], "description": "What to wait for."},
            "task_id": {"type": "string", "description": "The task whose result is awaited."},
            "reason": {"type": "string", "description": "Why."},
        },
        "allOf": [
            {
                "if": {"properties": {"wake": {"const": "task_result"}}, "required": ["wake"]},
                "then": {"required": ["task_id"]},
            }
        ],
    },
}
RESULT_SCHEMA: JsonObject = {
    "type": "object",
    "required": ["heard"],
    "properties": {"heard": {"type": "object"}, "count": {"type": "integer"}},
}


Projection = Callable[[JsonValue], JsonValue]
Rendering = Callable[[JsonValue], str]


class EchoContract(SilentRuntime):
    """Renders each result as an echo of the input; has no projection, compaction or transport."""

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the summary and the result, or all of the error."""
        members = as_object(envelope)
        error = as_object(members.get("error"))
        if error and members.get("result") is None:
            again = "can help" if error.get("retryable") else "does not help"
            head = f"{members.get('tool_name')} failed [{error.get('kind')}]: {error.get('message')}"
            return f"{head}\nHint: {error.get('recovery_hint')}\nA retry {again} (retryable: {error.get('retryable')})"
        result = as_object(members.get("result"))
        heard, count = (json.dumps(result.get(key), sort_keys=True) for key in ("heard", "count"))
        return f"{as_text(members.get('summary_text')) or 'nothing'}\nHeard: {heard}\nCount: {count}"


class Changes(Struct, frozen=True, kw_only=True):
    """What a system does differently: each function gets what the sound system made, as its last argument."""

    tool: Callable[[JsonObject], JsonObject] = lambda entry: entry
    """Changes the inventory's entry for one tool."""
    catalog: Callable[[str, Sequence[str]], Sequence[str]] = lambda _provenance, names: names
    agent_profile: Callable[[str | None], str | None] = lambda profile: profile
    """Changes the agent profile for which a catalog is asked."""
    prepare: Callable[[JsonValue], JsonValue] = lambda arguments: arguments
    """Changes an input before it is validated; the tool still gets what was sent."""
    complaints: Callable[[JsonValue, Sequence[Complaint]], Sequence[Complaint]] = lambda _arguments, found: found
    overlooks: Callable[[str, Complaint, JsonValue], bool] = lambda _tool, _complaint, _arguments: False
    """Says which complaint about the arguments of a tool to overlook."""
    interpret: Callable[[str, JsonValue], JsonValue] = lambda _tool, arguments: arguments
    """Changes the arguments on their way to the tool."""
    error: Callable[[Sequence[Complaint], JsonObject], JsonObject] = lambda _complaints, error: error
    unknown_tool: Callable[[ParseOutcome], ParseOutcome] = lambda refused: refused
    parse: Callable[[str, JsonValue, ParseOutcome], ParseOutcome] = lambda _tool, _arguments, parsed: parsed
    """Changes the outcome of ``parse``; calls are not affected."""
    result: Callable[[JsonObject], JsonObject] = lambda result: result
    envelope: Callable[[str, ParseOutcome, JsonObject], JsonObject] = lambda _tool, _parsed, envelope: envelope
    call: Callable[[CallOutcome], CallOutcome] = lambda outcome: outcome
    render: Callable[[str], str] = lambda receipt: receipt
    receipt: Callable[[JsonValue, Rendering], str] = lambda envelope, render: render(envelope)
    """Gets an envelope and the sound rendering as a function."""
    project: Callable[[JsonValue, Callable[[JsonValue], JsonValue]], JsonValue] = lambda output, project: project(
        output
    )
    """Gets the sound projection as a function, which rejects an envelope of another system."""
    compact: Callable[[JsonValue, JsonValue], JsonValue] = lambda _envelope, compacted: compacted
    word: Callable[[str, str], str] = lambda _provider, receipt: receipt
    """Changes the message that carries a receipt to a provider."""
    transport: Callable[[JsonObject], JsonObject] = lambda message: message


class SoundRuntime(Struct, frozen=True):
    """Validates against its schemas, echoes its arguments, and renders the same receipt each time."""

    changes: Changes = field(default_factory=Changes)
    contract: Runtime = field(default_factory=EchoContract)
    """How this system handles results."""

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return {
            "version": 2,
            "source_of_truth": {
                "tool_definitions": "conformance.probes.miniatures",
                "input_schemas": "conformance.probes.miniatures",
            },
            "stability_policy": {"stable": "kept", "experimental": "may change", "deprecated": "goes"},
            "tools": [self.changes.tool(_tool_entry(name, schema)) for name, schema in SCHEMAS.items()],
        }

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return all tools, or those that an observer has the authority for, whatever started the turn."""
        is_observer = self.changes.agent_profile(profile) == OBSERVER
        names = [name for name in SCHEMAS if _family_of(name) in OBSERVED_FAMILIES or not is_observer]
        return self.changes.catalog(provenance, names)

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Validate an input against the schema of the tool."""
        return self.changes.parse(tool, arguments, self._judge(tool, arguments))

    def _judge(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        if tool not in SCHEMAS:
            return self.changes.unknown_tool(ParseOutcome(accepted=False, error=unknown_tool(tool, list(SCHEMAS))))
        complaints = self._complaints(tool, self.changes.prepare(arguments))
        if complaints:
            return ParseOutcome(accepted=False, error=self.error(tool, complaints))
        return ParseOutcome(accepted=True, arguments=as_object(self.changes.interpret(tool, arguments)))

    def _complaints(self, tool: str, arguments: JsonValue) -> Sequence[Complaint]:
        found = self.changes.complaints(arguments, schema_complaints(SCHEMAS[tool], arguments))
        return [complaint for complaint in found if not self.changes.overlooks(tool, complaint, arguments)]

    def error(self, tool: str, complaints: Sequence[Complaint]) -> JsonObject:
        """Return the ToolError of a rejection."""
        return self.changes.error(complaints, invalid_input(tool, SCHEMAS[tool], complaints))

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Answer with an echo of the arguments, or with the rejection."""
        parsed = self._judge(tool, arguments)
        envelope = self.changes.envelope(tool, parsed, self.envelope(tool, parsed))
        return self.changes.call(CallOutcome(envelope, self.render(envelope, {}), raw=envelope))

    def envelope(self, tool: str, parsed: ParseOutcome) -> JsonObject:
        """Return the canonical envelope of a call."""
        if not parsed.accepted:
            summary = parsed.error.get("message")
            return {
                "tool_name": tool,
                "status": "error",
                "summary_text": summary,
                "result": None,
                "error": parsed.error,
            }
        heard = parsed.arguments or {}
        return {
            "tool_name": tool,
            "status": "success",
            "summary_text": f"{tool} heard {len(heard)} fields",
            "result": self.changes.result({"heard": heard, "count": len(heard)}),
            "error": None,
        }

    def samples(self) -> Sequence[JsonValue]:
        """Return no output: those of the reference contract and of the result schemas suffice."""
        return []

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the canonical envelope of a complete output."""
        return self.changes.project(complete_output, lambda output: self.contract.project(output, policy))

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the receipt of an envelope."""
        receipt = self.changes.receipt(envelope, lambda other: self.contract.render(other, policy))
        return self.changes.render(receipt)

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the compacted envelope."""
        return self.changes.compact(envelope, self.contract.compact(envelope, policy))

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Return the message for a provider."""
        words = self.changes.word(provider, receipt)
        return self.changes.transport(as_object(self.contract.transport(envelope, words, provider)))

    def close(self) -> None:
        """Do nothing: there is no process or connection to close."""


def lack_parser(_tool: str, _arguments: JsonValue, _parsed: ParseOutcome) -> ParseOutcome:
    """Raise ``UnsupportedError``: a replacement of ``parse`` for a system that only answers calls."""
    raise UnsupportedError("parse")


def sound_results(changes: Changes | None = None) -> SoundRuntime:
    """Return a system that projects, renders, compacts and transports results as the reference contract does."""
    return SoundRuntime(changes or Changes(), ReferenceRuntime({}))


def _family_of(tool: str) -> str:
    return "core_agent" if tool == "WaitFor" else "local_environment"


def _tool_entry(name: str, schema: JsonObject) -> JsonObject:
    return {
        "name": name,
        "family": _family_of(name),
        "stability": "stable",
        "description": f"{name} of a miniature: answers with what it heard.",
        "input_schema": schema,
        "freeform_grammar": None,
        "related_surfaces": [],
        "result_envelope": {
            "canonical": "ToolResultEnvelope",
            "success_result": f"{name}Result",
            "success_result_schema": RESULT_SCHEMA,
            "error_result": "ToolError",
            "model_rendering": "custom_text_receipt",
        },
    }
