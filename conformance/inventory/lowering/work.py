"""One lowering at work: what the dialect takes, the schema as it was, and what was lost so far."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, texts_in
from conformance.inventory.lowering.losses import CONDITIONS, Loss, LossKind
from conformance.schema.safe_validation import is_sound
from conformance.schema.validation import is_valid
from conformance.settings.profiles.provider import Dialect

DEFINITIONS = ("$defs", "definitions")
OUTSIDE = ("title", "description", "default", "examples")
"""Remarks that stay outside of a union that is made of a schema."""


@dataclass
class Lowering:
    """One lowering: the dialect, the whole schema as it was, and what was lost so far."""

    dialect: Dialect
    root: JsonValue
    losses: list[Loss] = field(default_factory=list[Loss])

    def record_loss(self, kind: LossKind, pointer: str, said: str) -> None:
        """Note one loss."""
        self.losses.append(Loss(kind, pointer, said))

    def supports(self, keyword: str) -> bool:
        """Say whether the dialect takes a keyword and means it."""
        known = not self.dialect.keywords or keyword in self.dialect.keywords
        return known and keyword not in self.dialect.refused

    def refuses_null(self, schema: JsonObject) -> bool:
        """Say whether a subschema of the schema as it was is known to refuse null."""
        if CONDITIONS.isdisjoint(schema) and "$ref" not in schema:
            values = as_array(schema["enum"]) if "enum" in schema else [schema.get("const")]
            return ("type" in schema and "null" not in texts_in(schema["type"])) or None not in values
        kept = {key: value for key, value in as_object(self.root).items() if key in ("$schema", *DEFINITIONS)}
        question: JsonObject = {**kept, "allOf": [schema]}
        return is_sound(question) and not is_valid(None, question)


Step: TypeAlias = Callable[[Lowering, str, JsonObject], JsonObject]
"""From a lowering, the pointer of a subschema and the subschema to what the dialect takes in its place."""
