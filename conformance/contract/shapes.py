"""Base models of the families: arguments, complete outputs, results.

Arguments are closed and strict, so schema and parser accept the same inputs; results are open, so a new field breaks
no reader. A result omits an absent optional field and writes an absent required one as ``null``.
"""

import functools
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias, TypeVar, cast

from pydantic import (
    ConfigDict,
    Field,
    PlainValidator,
    Strict,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from conformance.contract.plain_values import copy_json
from conformance.contract.references import ROLE_ENDING
from conformance.contract.strict_model import Model, first_error
from conformance.display import quote_text
from conformance.documents.values import JsonObject, JsonValue, as_array
from conformance.errors import ConformanceError, ErrorKind

Item = TypeVar("Item")


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise ValueError("must be a string")


Text: TypeAlias = Annotated[str, PlainValidator(_text), WithJsonSchema({"type": "string"})]
"""Any string, unchanged: never copied or re-encoded, lone surrogates of binary output included."""
Name: TypeAlias = Annotated[str, Field(min_length=1)]
"""A string of at least one character."""
Count: TypeAlias = Annotated[int, Field(ge=0)]
"""A JSON integer of at least 0."""
Instant: TypeAlias = Annotated[Text, WithJsonSchema({"type": "string", "format": "date-time"})]
"""An RFC 3339 timestamp."""
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
        """JSON Schema counts ``5.0`` as an integer, so the strict parser accepts it too."""
        if not isinstance(values, dict):
            return values
        members = cast("dict[str, Any]", values)
        return {
            key: int(value) if _is_integral(value) and not key.endswith(ROLE_ENDING) else value
            for key, value in members.items()
        }


class Arguments(Shape):
    """The input of a tool: unknown fields are rejected at every level, values are never coerced."""


class Complete(Shape):
    """The complete output of a tool, which the family's projector turns into a result."""


class Result(Complete):
    """The bounded payload of a Success; a small result is its own complete output."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)
    if not TYPE_CHECKING:  # pydantic declares the type of extra members; the type checker accepts no other
        __pydantic_extra__: dict[str, Annotated[Any, PlainValidator(copy_json), WithJsonSchema({})]]
    list_counts: ClassVar[Mapping[str, str]] = {}
    """The members that count the listed items, each with the name of its list."""

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
        """Return the payload with bounded members, in the order of this shape and with updated counts."""
        counts = {count: len(as_array(members.get(items))) for count, items in self.list_counts.items()}
        try:
            return type(self).model_validate({**members, **counts}).to_json()
        except ValidationError as error:
            raise _own_json_error(type(self), error) from None


def _own_json_error(shape: type[Result], error: ValidationError) -> ConformanceError:
    """A shape of another package may hold what it cannot be read from, such as a tuple that is an array in JSON."""
    pointer, reason = first_error(error)
    message = f"{shape.__name__} cannot be read from its own JSON: field {quote_text(pointer, 200)} {reason}"
    return ConformanceError(ErrorKind.INVALID_VALUE, message, "declare an array as `Many[...]`")


def unknown_members(value: object) -> Iterator[JsonValue]:
    """Yield the values of the members that the shape of a result does not declare, at any depth."""
    if isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from unknown_members(item)
    elif isinstance(value, Complete):
        yield from (value.model_extra or {}).values()
        for name in type(value).model_fields:
            yield from unknown_members(getattr(value, name))


class _PlainSchemas(GenerateJsonSchema):
    """Generates schemas without noise: no developer docstrings, ``default: null`` or ``additionalProperties: true``."""

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


@functools.cache
def schema_of(*shapes: Any) -> JsonObject:
    """Return the JSON Schema for a union of the given models; its root is always of type ``object``.

    It is built once for the same models, of which there are as many as the package has.
    """
    union = shapes[0]
    for shape in shapes[1:]:
        union = union | shape
    return {"type": "object", **TypeAdapter[Any](union).json_schema(schema_generator=_PlainSchemas)}
