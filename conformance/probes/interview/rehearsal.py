"""A runtime that does exactly what an inventory promises, and records every request.

Interviewed in place of the real one, it shows what would be sent, and that the inventory itself satisfies every probe.
"""

from collections.abc import Sequence

from conformance.documents.values import JsonObject, JsonValue, as_object, compact_json
from conformance.inventory import Inventory
from conformance.schema.generation import Inputs
from conformance.systems.refusals import invalid_input, schema_complaints, unknown_tool
from conformance.systems.runtime import CallOutcome, Operation, ParseOutcome, SilentRuntime, UnsupportedError

Question = tuple[Operation, str, JsonValue]
"""One request: the operation, the tool, the input."""


class Rehearsal(SilentRuntime):
    """Validates inputs against the schemas of an inventory; ``only_calls`` imitates a system that can't parse."""

    def __init__(self, inventory: Inventory, *, only_calls: bool = False) -> None:
        self._inventory = inventory
        self._only_calls = only_calls
        self.questions: list[Question] = []

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return self._inventory.raw

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of all tools."""
        return [tool.name for tool in self._inventory.tools]

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Validate an input against the tool's schema."""
        if self._only_calls:
            raise UnsupportedError("parse")
        self.questions.append(("parse", tool, arguments))
        return self._judge(tool, arguments)

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Answer as if the tool had been called."""
        self.questions.append(("call", tool, arguments))
        parsed = self._judge(tool, arguments)
        error = None if parsed.accepted else parsed.error
        summary = f"heard {compact_json(arguments)}" if parsed.accepted else parsed.error.get("message")
        envelope: JsonObject = {
            "tool_name": tool,
            "status": "success" if parsed.accepted else "error",
            "summary_text": summary,
            "result": self._result(tool) if parsed.accepted else None,
            "error": error,
        }
        return CallOutcome(envelope, str(summary), raw=envelope)

    def _result(self, tool: str) -> JsonValue:
        """Return a result that matches the tool's result schema."""
        promised = self._inventory.tool(tool)
        shapes = Inputs(promised.success_result_schema if promised else None).pool
        return shapes[0].value if shapes else {}

    def _judge(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        promised = self._inventory.tool(tool)
        if promised is None:
            return ParseOutcome(
                accepted=False, error=unknown_tool(tool, [known.name for known in self._inventory.tools])
            )
        complaints = schema_complaints(promised.input_schema, arguments)
        if complaints:
            return ParseOutcome(accepted=False, error=invalid_input(tool, promised.input_schema, complaints))
        return ParseOutcome(accepted=True, arguments=as_object(arguments))
