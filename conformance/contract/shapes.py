"""The kinds of model that families are written in: arguments, complete outputs, results.

Arguments are closed and strict, so that the schema and the parser accept the same; results are open, so that a new
field breaks no reader. A result leaves out an optional field that is absent and writes a required one as ``null``.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias, TypeVar, cast

from pydantic import (
    ConfigDict,
    Field,
    PlainValidator,
    Strict,
    TypeAdapter,
    WithJsonSchema,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from conformance.contract.plain_values import copy_json
from conformance.contract.references import ROLE_ENDING
from conformance.contract.strict_model import Model
from conformance.documents.values import JsonObject, as_array

Item = TypeVar("Item")


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise ValueError("must be a string")


Text: TypeAlias = Annotated[str, PlainValidator(_text), WithJsonSchema({"type": "string"})]
"""Any string, taken as it is: never copied, never re-encoded, lone surrogates of a binary output included."""
Name: TypeAlias = Annotated[str, Field(min_length=1)]
"""A string with at least one character."""
Count: TypeAlias = Annotated[int, Field(ge=0)]
"""A JSON integer from 0."""
Instant: TypeAlias = Annotated[Text, WithJsonSchema({"type": "string", "format": "date-time"})]
"""A point in time as RFC 3339 text."""
Many: TypeAlias = Annotated[tuple[Item, ...], Strict(strict=False)]
"""An array, held as a tuple."""


def _is_integral(value: object) -> bool:
    return isinstance(value, float) and value.is_integer()


class Shape(Model):
    """Closed, frozen, never coerced."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _coerce_integers(cls, values: Any) -> Any:
        """In JSON Schema ``5.0`` is an integer; the strict parser is told so, but for an index: a fraction is none."""
        if not isinstance(values, dict):
            return values
        members = cast("dict[str, Any]", values)
        return {
            key: int(value) if _is_integral(value) and not key.endswith(ROLE_ENDING) else value
            for key, value in members.items()
        }


class Arguments(Shape):
    """The input of a tool: unknown fields are refused at every level, values are never coerced."""


class Complete(Shape):
    """What a tool produced in full; the family's projector makes a result of it."""


class Result(Complete):
    """The bounded payload of a Success; a small one is its own complete output."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)
    if not TYPE_CHECKING:  # the type checker knows no other type of extra members than pydantic's own
        __pydantic_extra__: dict[str, Annotated[Any, PlainValidator(copy_json), WithJsonSchema({})]]
    list_counts: ClassVar[Mapping[str, str]] = {}
    """The members that say how many items of a list are shown, each with the name of that list."""

    @model_serializer(mode="wrap")
    def _omit_absent(self, serialize: Any) -> dict[str, Any]:
        fields = type(self).model_fields
        members: dict[str, Any] = serialize(self)
        return {
            key: list(cast("tuple[Any, ...]", value)) if isinstance(value, tuple) else value
            for key, value in members.items()
            if value is not None or (key in fields and fields[key].is_required())
        }

    def to_json(self) -> JsonObject:
        """Return the payload as a JSON object."""
        return self.model_dump(mode="python")

    def to_bounded_json(self, members: JsonObject) -> JsonObject:
        """Return the payload with its members bounded: in the order of this shape, its counts those of its lists."""
        counts = {count: len(as_array(members.get(items))) for count, items in self.list_counts.items()}
        return type(self).model_validate({**members, **counts}).to_json()


class _PlainSchemas(GenerateJsonSchema):
    """Leaves out what says nothing: developers' docstrings, ``default: null``, ``additionalProperties: true``."""

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        generated = super().model_schema(schema)
        generated.pop("description", None)
        generated.setdefault("required", [])
        if generated.get("additionalProperties") in (True, {}):
            del generated["additionalProperties"]
        for name, member in generated.get("properties", {}).items():
            if "const" in member and member.pop("default", None) is not None:
                generated["required"].append(name)  # a tag is always written
        return generated

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        generated = super().default_schema(schema)
        if generated.get("default", self) is None:
            del generated["default"]
        return generated

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        generated = super().tagged_union_schema(schema)
        generated.pop("discriminator", None)
        return {("anyOf" if key == "oneOf" else key): value for key, value in generated.items()}


def schema_of(*shapes: Any) -> JsonObject:
    """Return the JSON Schema of one of the given models; its root is always of type ``object``."""
    union = shapes[0]
    for shape in shapes[1:]:
        union = union | shape
    return {"type": "object", **TypeAdapter[Any](union).json_schema(schema_generator=_PlainSchemas)}
