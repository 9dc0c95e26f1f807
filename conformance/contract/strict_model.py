"""Models that refuse what they can't hold with ``ConformanceError`` that names the field.

Pydantic raises an error of its own, which a caller of ours need not know. Only a construction is translated: reading a
larger form meets pydantic's error inside, so that the pointer of a field is the one in the whole.
"""

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from conformance.display import quote_text
from conformance.documents.model_faults import fault_text
from conformance.documents.pointers import child
from conformance.documents.values import type_name
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    Model = BaseModel
else:  # the type checker only knows pydantic's own constructors

    class _Construction(type(BaseModel)):
        def __call__(cls, *positional: Any, **members: Any) -> Any:
            try:
                return super().__call__(*positional, **members)
            except ValidationError as error:
                pointer, reason = first_error(error)
                place = f"{cls.__name__} field {quote_text(pointer, 200)}" if pointer else cls.__name__
                hint = f"construct a {cls.__name__} with the fields of its schema"
                raise ConformanceError(ErrorKind.INVALID_VALUE, f"{place} {reason}", hint) from None

    class Model(BaseModel, metaclass=_Construction):
        """A model whose construction raises ``ConformanceError`` naming the field."""


def first_error(error: ValidationError) -> tuple[str, str]:
    """Return the pointer of the first invalid field, and what is wrong with it."""
    first = error.errors(include_url=False)[0]
    reasons = {
        "reference": str(first["msg"]),  # a type of our own, with our text
        "string_pattern_mismatch": f"must be a snake_case word; found {describe_found(first['input'])}",
        "bool_type": f"must be true or false; found {describe_found(first['input'])}",
    }
    reason = reasons.get(first["type"]) or fault_text([first])
    return child("", *first["loc"]), reason


def describe_found(value: Any) -> str:
    """Return a short description of the value that was found instead."""
    return quote_text(value) if isinstance(value, str) else "nothing" if value is None else type_name(value)
