"""The reference contract as a system under test: it parses for real, and answers calls with its own samples.

Nothing is executed: a call is answered by the first sample of a success of its tool, projected and rendered like any
other result.
"""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from conformance.adapters.refusals import invalid_input, pydantic_complaints, unknown_tool
from conformance.adapters.spec import Called, Parsed, SilentRuntime, UnsupportedError
from conformance.contract.budgets import RECEIPT_CHARS, RenderPolicy
from conformance.contract.complete_output import CompleteOutput, failed
from conformance.contract.envelope import ToolError, from_json, to_json
from conformance.contract.families import all_families, all_tools
from conformance.contract.family import ToolDefinition
from conformance.contract.projection import project
from conformance.contract.rendering import render
from conformance.contract.shapes import schema_of
from conformance.json_values import JsonObject, JsonValue


class ReferenceRuntime(SilentRuntime):
    """Answers for the families of ``conformance.contract``."""

    def __init__(self, inventory: JsonObject) -> None:
        self._inventory = inventory
        self._tools: Mapping[str, ToolDefinition] = {tool.name: tool for tool in all_tools()}

    def describe(self) -> JsonObject:
        """Return the embedded inventory."""
        return self._inventory

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return all tools: the catalog depends on no message."""
        return list(self._tools)

    def parse(self, tool: str, arguments: JsonValue) -> Parsed:
        """Judge an input by the arguments of the tool."""
        definition = self._tools.get(tool)
        if definition is None:
            return Parsed(accepted=False, error=unknown_tool(tool, list(self._tools)))
        try:
            parsed = definition.arguments.model_validate(arguments)
        except ValidationError as error:
            complaints = pydantic_complaints(error.errors(include_url=False))
            return Parsed(accepted=False, error=invalid_input(tool, schema_of(definition.arguments), complaints))
        return Parsed(accepted=True, arguments=parsed.model_dump(mode="json", exclude_unset=True))

    def call(self, tool: str, arguments: JsonValue) -> Called:
        """Answer with a sample of the tool, or with the error that the input deserves."""
        parsed = self.parse(tool, arguments)
        output = self._sample(tool) if parsed.accepted else failed(tool, ToolError.model_validate(parsed.error))
        envelope = project(output)
        return Called(to_json(envelope), render(envelope), raw=to_json(envelope))

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the receipt of an envelope."""
        chars = policy.get("receipt_chars")
        return render(from_json(envelope), RenderPolicy(chars if isinstance(chars, int) else RECEIPT_CHARS))

    def _sample(self, tool: str) -> CompleteOutput:
        for family in all_families().values():
            for sample in family.samples:
                if sample.output.tool_name == tool and sample.output.status == "success":
                    return sample.output
        raise UnsupportedError("call")
