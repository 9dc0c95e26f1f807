"""An open object is closed only where that refuses nothing but fields that nothing describes."""

from typing import Any

import pytest

from conformance.inventory.closing import closing_edits, undeclared_names
from conformance.inventory.input_schema import object_levels_of
from tests.drift.inventories import inventory, tool


@pytest.mark.parametrize(
    ("schema", "is_closed"),
    [
        ({"properties": {"a": {}}, "required": ["a"]}, True),
        ({"required": ["a"]}, False),
        ({"properties": {"a": {}}, "required": ["a", "b"]}, False),
        ({}, True),
    ],
)
def test_an_object_is_not_closed_against_a_field_that_it_requires(schema: Any, is_closed: bool) -> None:
    (level,) = object_levels_of(inventory(tool(input_schema={"type": "object", **schema})).tools[0])
    assert bool(closing_edits(level)) is is_closed
    assert bool(undeclared_names(level)) is not is_closed
