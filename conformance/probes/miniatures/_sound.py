"""The system that is right in every way; each miniature changes one thing about it."""

import json
from collections.abc import Mapping, Sequence

from conformance.documents.values import JsonObject, JsonValue, as_object, as_text
from conformance.systems.refusals import Complaint, invalid_input, schema_complaints, unknown_tool
from conformance.systems.runtime import CallOutcome, ParseOutcome, SilentRuntime

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


class SoundRuntime(SilentRuntime):
    """Validates by its schemas, answers with what it heard, and renders the same receipt each time."""

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return {
            "version": 2,
            "source_of_truth": {
                "tool_definitions": "conformance.probes.miniatures",
                "input_schemas": "conformance.probes.miniatures",
            },
            "stability_policy": {"stable": "kept", "experimental": "may change", "deprecated": "goes"},
            "tools": [self.tool(name, schema) for name, schema in SCHEMAS.items()],
        }

    def tool(self, name: str, schema: JsonObject) -> JsonObject:
        """Return what the inventory says of one tool."""
        return {
            "name": name,
            "family": "core_agent" if name == "WaitFor" else "local_environment",
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

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return all tools, whatever started the turn."""
        return list(SCHEMAS)

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Judge an input by the schema of the tool."""
        if tool not in SCHEMAS:
            return ParseOutcome(accepted=False, error=self.unknown_tool_error(tool))
        complaints = self.complaints(tool, self.prepare(tool, arguments))
        if complaints:
            return ParseOutcome(accepted=False, error=self.error(tool, complaints))
        return ParseOutcome(accepted=True, arguments=as_object(self.interpret(tool, arguments)))

    def prepare(self, tool: str, arguments: JsonValue) -> JsonValue:
        """Change an input before it is judged; the sound system changes nothing."""
        return arguments

    def complaints(self, tool: str, arguments: JsonValue) -> Sequence[Complaint]:
        """Return what is wrong with an input."""
        found = schema_complaints(SCHEMAS[tool], arguments)
        return [complaint for complaint in found if not self.overlooks(tool, complaint, arguments)]

    def overlooks(self, tool: str, complaint: Complaint, arguments: JsonValue) -> bool:
        """Say whether to let something pass; the sound system lets nothing pass."""
        return False

    def interpret(self, tool: str, arguments: JsonValue) -> JsonValue:
        """Return the arguments as the tool gets them."""
        return arguments

    def error(self, tool: str, complaints: Sequence[Complaint]) -> JsonObject:
        """Return the ToolError of a refusal."""
        return invalid_input(tool, SCHEMAS[tool], complaints)

    def unknown_tool_error(self, tool: str) -> JsonObject:
        """Return the ToolError for a tool that does not exist."""
        return unknown_tool(tool, list(SCHEMAS))

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Answer with what was heard, or with the refusal."""
        parsed = self.parse(tool, arguments)
        envelope = self.envelope(tool, parsed)
        return CallOutcome(envelope, self.render(envelope, {}), raw=envelope)

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
        return {
            "tool_name": tool,
            "status": "success",
            "summary_text": f"{tool} heard {len(parsed.arguments or {})} fields",
            "result": self.result(parsed.arguments or {}),
            "error": None,
        }

    def result(self, arguments: JsonObject) -> JsonObject:
        """Return the success payload."""
        return {"heard": arguments, "count": len(arguments)}

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the receipt."""
        members = as_object(envelope)
        heard = json.dumps(as_object(members.get("result")).get("heard"), sort_keys=True)
        return f"{as_text(members.get('summary_text')) or 'nothing'}\nHeard: {heard}"
