"""The frozen values of an inventory, both format versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.subschemas import Subschemas

FORMAT_VERSIONS = (1, 2)
AS_LISTED = "as_listed"
"""The member that keeps what a list says of a tool where an inventory has no place for it."""
REVISION_KEY = "protocol_version"
"""What a tool list says that it was spoken in, kept in ``source_of_truth``."""


@dataclass(frozen=True, slots=True)
class ResultEnvelope:
    """What a tool promises about its result; a value of the wrong JSON type is kept in ``raw`` and reads as ``None``.

    ``success_result_schema`` exists since format version 2 and is ``None`` where the payload has no published schema.
    """

    canonical: str | None
    success_result: str | None
    success_result_schema: JsonValue
    error_result: str | None
    model_rendering: str | None
    raw: JsonObject


@dataclass(frozen=True)
class Tool:
    """One tool as the inventory promises it; ``capability`` is the key ``family`` of the file."""

    index: int
    name: str
    capability: str | None
    stability: str | None
    description: str | None
    input_schema: JsonValue
    freeform_grammar: JsonValue
    related_surfaces: Sequence[str]
    result_envelope: ResultEnvelope | None
    unknown_keys: Sequence[str]
    raw: JsonObject

    @property
    def pointer(self) -> str:
        """The JSON Pointer of this tool in its inventory."""
        return child("", "tools", self.index)

    @property
    def success_result_schema(self) -> JsonValue:
        """The published schema of the success payload, or ``None``."""
        return self.result_envelope.success_result_schema if self.result_envelope else None

    @cached_property
    def input_subschemas(self) -> Subschemas:
        """The subschemas of the input schema; all rules share one reading."""
        return Subschemas(self.input_schema)

    @cached_property
    def result_subschemas(self) -> Subschemas:
        """The subschemas of the published schema of the success payload."""
        return Subschemas(self.success_result_schema)


@dataclass(frozen=True)
class Inventory:
    """All tools of one system; ``raw`` holds the document as it was, unknown keys included."""

    version: int
    source_of_truth: JsonObject
    stability_policy: JsonObject
    tools: Sequence[Tool]
    unknown_keys: Sequence[str]
    raw: JsonObject

    @cached_property
    def tools_by_name(self) -> Mapping[str, Tool]:
        """The tools by name; of twins the first counts."""
        return {tool.name: tool for tool in reversed(self.tools)}

    @cached_property
    def first_tool_by_field(self) -> Mapping[str, Tool]:
        """For each field at the top level of some tool's input, the first tool that takes it."""
        return {name: tool for tool in reversed(self.tools) for name in tool.input_subschemas.names_at("")}

    def tool(self, name: str) -> Tool | None:
        """Return the tool of that exact name."""
        return self.tools_by_name.get(name)


EMPTY_INVENTORY = Inventory(2, {}, {}, (), (), {})
"""The promise of a system of which only results or messages are known."""
