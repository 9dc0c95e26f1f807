"""An open object is closed only where that refuses nothing but fields that nothing describes."""

from typing import Any

import pytest

from conformance.inventory.closing import closing_edits, undeclared_names
from conformance.inventory.input_schema import object_levels_of
from tests.drift.inventories import inventory, tool

DRAFT_7 = "http://json-schema.org/draft-07/schema#"


@pytest.mark.parametrize(
    ("schema", "is_closed"),
    [
        ({"properties": {"a": {}}, "required": ["a"]}, True),
        ({"required": ["a"]}, False),
        ({"properties": {"a": {}}, "required": ["a", "b"]}, False),
        ({}, True),
        ({"properties": {"a": {}}, "dependentRequired": {"a": ["b"]}}, False),
        ({"$schema": DRAFT_7, "properties": {"a": {}}, "dependencies": {"a": ["b"]}}, False),
        ({"properties": {"a": {}}, "dependentRequired": {"b": ["c"]}}, True),
        ({"properties": {"a": {}, "b": {}}, "dependentRequired": {"a": ["b"]}}, True),
    ],
)
def test_an_object_is_not_closed_against_a_field_that_it_requires(schema: Any, is_closed: bool) -> None:
    (level,) = object_levels_of(inventory(tool(input_schema={"type": "object", **schema})).tools[0])
    assert bool(closing_edits(level)) is is_closed
    assert bool(undeclared_names(level)) is not is_closed


def test_an_object_is_not_closed_against_names_that_it_excludes_itself() -> None:
    schema = {"type": "object", "properties": {"a": {}}, "propertyNames": {"pattern": "^b"}}
    (level,) = object_levels_of(inventory(tool(input_schema=schema)).tools[0])
    assert not closing_edits(level)


@pytest.mark.parametrize(("least", "is_closed"), [(1, True), (1.0, True), (2, False), ("2", True)])
def test_an_object_is_not_closed_against_the_number_of_its_fields(least: object, is_closed: bool) -> None:
    schema: Any = {"type": "object", "properties": {"a": {}}, "minProperties": least}
    (level,) = object_levels_of(inventory(tool(input_schema=schema)).tools[0])
    assert bool(closing_edits(level)) is is_closed
