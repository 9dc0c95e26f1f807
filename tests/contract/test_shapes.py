"""Arguments are closed and strict, results open and sparing, and their schemas say so."""

from typing import Literal

import pytest
from pydantic import ValidationError

from conformance.contract.shapes import Arguments, Count, Many, Name, Result, Text, schema_of
from conformance.errors import ConformanceError


class Sleep(Arguments):
    """Not to be published."""

    duration_ms: Count
    note: Name | None = None
    deep: bool = False


class Slept(Result):
    """Not to be published either."""

    kind: Literal["slept"] = "slept"
    woken_by: Text | None
    note: Text | None = None
    steps: Many[Text] = ()


@pytest.mark.parametrize("value", ["5", True, -1, 5.5, None, [5]])
def test_no_value_is_coerced(value: object) -> None:
    with pytest.raises(ValidationError):
        Sleep.model_validate({"duration_ms": value})


def test_an_integer_may_be_written_as_a_number_without_fraction() -> None:
    assert Sleep.model_validate({"duration_ms": 5.0}).duration_ms == 5


def test_an_unknown_argument_is_refused_and_an_unknown_result_member_is_kept() -> None:
    with pytest.raises(ValidationError):
        Sleep.model_validate({"duration_ms": 5, "unit": "s"})
    assert Slept.model_validate({"woken_by": None, "later": 1}).to_json()["later"] == 1


def test_an_absent_member_is_left_out_and_a_required_one_is_null() -> None:
    assert Slept(woken_by=None).to_json() == {"kind": "slept", "woken_by": None, "steps": []}


def test_arrays_are_json_arrays() -> None:
    assert Slept(woken_by="x", steps=("a", "b")).to_json()["steps"] == ["a", "b"]


def test_a_text_is_taken_as_it_is() -> None:
    assert Slept(woken_by="\ud800\x00").woken_by == "\ud800\x00"
    with pytest.raises(ConformanceError, match="Slept field '/woken_by' must be a string"):
        Slept(woken_by=5)  # type: ignore[arg-type]


def test_the_schema_of_arguments_is_closed_and_says_nothing_idle() -> None:
    schema = schema_of(Sleep)
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["duration_ms"]
    assert "description" not in schema
    assert "default" not in schema["properties"]["note"]  # type: ignore[index, call-overload, operator]
    assert schema["properties"]["deep"]["default"] is False  # type: ignore[index, call-overload]


def test_the_schema_of_a_result_is_open_and_requires_its_tag() -> None:
    schema = schema_of(Slept)
    assert "additionalProperties" not in schema
    assert schema["required"] == ["woken_by", "kind"]


def test_a_union_is_an_object_at_its_root() -> None:
    schema = schema_of(Slept, Sleep)
    assert schema["type"] == "object"
    assert len(schema["anyOf"]) == 2  # type: ignore[arg-type]
