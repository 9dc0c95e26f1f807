"""What a model rejects is said in the words of JSON, whoever reads it: a record, a message, an adapter's answer."""

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field, ValidationError

from conformance.callback.message import ToolResult, shape_faults
from conformance.contract.audit_record import from_json
from conformance.documents.model_faults import fault_text
from conformance.errors import ConformanceError


class Shape(BaseModel):
    """One member of each kind."""

    text: Annotated[str, Field(max_length=3)] = ""
    word: Annotated[str, Field(pattern="^[a-z]+$")] = "a"
    flag: bool = True
    count: Annotated[int, Field(ge=1, lt=9)] = 1
    items: Annotated[list[int], Field(min_length=1, max_length=2)] = [1]
    choice: Literal["a", "b"] = "a"
    only: Literal["a"] = "a"
    pair: Annotated[int, Field(multiple_of=2)] = 2
    nothing: None = None
    inner: "Shape | None" = None


def test_every_kind_of_fault_has_a_text_of_its_own() -> None:
    cases: list[tuple[str, object, str]] = [
        ("text", 1, "must be a string"),
        ("text", "long", "must have at most 3 characters"),
        ("word", "A", "must match the pattern ^[a-z]+$"),
        ("flag", [], "must be `true` or `false`"),
        ("count", "x", "must be an integer"),
        ("count", 0, "must be at least 1"),
        ("count", 9, "must be less than 9"),
        ("items", 1, "must be an array"),
        ("items", [], "must not be empty"),
        ("items", [1, 2, 3], "must have at most 2 items"),
        ("choice", "c", "must be one of `a`, `b`"),
        ("only", "b", "must be `a`"),
        ("pair", 3, "has a value that is not allowed here"),
        ("nothing", 1, "must be null"),
        ("inner", 1, "must be an object"),
    ]
    for name, value, says in cases:
        with pytest.raises(ValidationError) as refused:
            Shape.model_validate({name: value})
        assert fault_text([*refused.value.errors()]) == says, (name, value)


def test_records_and_messages_use_these_words() -> None:
    envelope = {"tool_name": "A", "status": "success", "summary_text": "x", "result": {}, "error": None}
    with pytest.raises(ConformanceError, match="'/rendered_receipt' must be a string"):
        from_json({"canonical_result": envelope, "rendered_receipt": 1})
    message = {"type": "tool_result", "group_id": 7, "id": "call", "text": "x"}
    assert shape_faults(message, ToolResult) == [("/group_id", "must be a string")]
