"""The state of one lowering: the dialect, the original schema, and the losses so far."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import TypeAlias
from urllib.parse import unquote

from msgspec import Struct, field

from conformance.documents.pointers import resolve
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, texts_in
from conformance.inventory.lowering.losses import CONDITIONS, Loss, LossKind
from conformance.schema.positions import positions
from conformance.schema.safe_validation import is_sound
from conformance.schema.validation import is_valid
from conformance.settings.profiles.provider import ProviderDialect

DEFINITIONS = ("$defs", "definitions")
# Subschemas in the unions of one schema: to compare so many takes seconds.
_MOST_COMPARED = 10_000
# References that are replaced in one schema; parts that use each other twice would double at each level.
_MOST_OPENED = 1_000
OUTSIDE = ("title", "description", "default", "examples")
"""Annotations that stay outside of a union into which a schema is turned."""


class GatheredSchema(Struct, frozen=True):
    """A schema with plain references, and where each definition that was added was found."""

    schema: JsonValue
    origins: Mapping[str, str] = {}

    def origin_of(self, pointer: str) -> str:
        """Return where in the original schema a part of this one was."""
        for head, origin in self.origins.items():
            if f"{pointer}/".startswith(f"{head}/"):
                return origin + pointer[len(head) :]
        return pointer


class Lowering(Struct):
    """One lowering: the dialect, the original root schema, and the losses so far."""

    dialect: ProviderDialect
    root: JsonValue
    losses: list[Loss] = field(default_factory=list[Loss])
    _compared: int = 0
    _opened: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """The references that were replaced by what they lead to, by where."""
    _opened_count: int = 0

    @property
    def splits_types(self) -> bool:
        """Whether a list of types is written in another way."""
        return self.dialect.one_type or self.dialect.splits_types

    def may_compare(self, schema: JsonObject) -> bool:
        """Say whether the branches of one more union may be compared: those of nested unions are read at each level."""
        self._compared += sum(1 for _ in islice(positions(schema), _MOST_COMPARED))
        return self._compared < _MOST_COMPARED

    def resolve_reference(self, text: JsonValue) -> JsonObject | None:
        """Return the object that a reference by pointer leads to."""
        if not isinstance(text, str) or not text.startswith("#"):
            return None
        try:
            found = resolve(self.root, unquote(text[1:]))
        except KeyError:
            return None
        return found if isinstance(found, Mapping) else None

    def open_reference(self, pointer: str, text: str) -> JsonObject | None:
        """Return what a reference leads to, for use in its place; ``None`` inside of the same, or after too many."""
        inside = any(text in texts and f"{pointer}/".startswith(f"{head}/") for head, texts in self._opened.items())
        if inside or self._opened_count > _MOST_OPENED:
            return None
        self._opened_count += 1
        self._opened.setdefault(pointer, set()).add(text)
        return self.resolve_reference(text)

    def record_loss(self, kind: LossKind, pointer: str, description: str) -> None:
        """Record one loss."""
        self.losses.append(Loss(kind, pointer, description))

    def supports(self, keyword: str) -> bool:
        """Say whether the dialect accepts a keyword and enforces it."""
        known = not self.dialect.keywords or keyword in self.dialect.keywords
        return known and keyword not in self.dialect.refused

    def refuses_null(self, schema: JsonObject) -> bool:
        """Say whether a subschema of the original schema is known to reject null."""
        if CONDITIONS.isdisjoint(schema) and "$ref" not in schema:
            values = as_array(schema["enum"]) if "enum" in schema else [schema.get("const")]
            return ("type" in schema and "null" not in texts_in(schema["type"])) or None not in values
        kept = {key: value for key, value in as_object(self.root).items() if key in ("$schema", *DEFINITIONS)}
        question: JsonObject = {**kept, "allOf": [schema]}
        return is_sound(question) and not is_valid(None, question)


Step: TypeAlias = Callable[[Lowering, str, JsonObject], JsonObject]
"""Maps a lowering, the pointer of a subschema and the subschema to its replacement in the dialect."""
