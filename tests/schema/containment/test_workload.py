"""How often the reference validator evaluates something for one instance is counted before it starts."""

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.containment.workload import Workload


@pytest.mark.parametrize(
    ("schema", "instance", "count"),
    [
        (True, {"a": 1}, 1),
        ({}, [1, 2], 1),
        # once for the schema, and once for each part that a subschema applies to
        ({"items": {}}, [1, 2, 3], 4),
        ({"items": {}}, {"a": 1}, 1),
        # each schema of a list judges the one element at its place
        ({"prefixItems": [{}, {}, {}]}, [1, 2], 3),
        (
            {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{}, {}, {}], "additionalItems": {}},
            [1, 2],
            5,
        ),
        ({"properties": {"items": {"prefixItems": [{}]}}}, {"items": [1, 2]}, 3),
        ({"properties": {"a": {}, "b": {}}}, {"a": 1, "c": 1}, 2),
        ({"properties": {"a/b": {}}}, {"a/b": 1}, 2),
        ({"additionalProperties": {}}, {"a": 1, "c": 1}, 3),
        ({"propertyNames": {}}, {"a": 1, "c": 1}, 3),
        ({"allOf": [{}, {"items": {}}], "not": {}}, [1, 2], 6),
        ({"$defs": {"x": {}}}, {"x": 1}, 1),
        ({"$ref": "#/$defs/x", "$defs": {"x": {"items": {}}}}, [1, 2], 4),
        # a pair of subschema and value is counted in each alternative, though computed once
        ({"anyOf": [{"$ref": "#/$defs/x"}, {"$ref": "#/$defs/x"}], "$defs": {"x": {}}}, 1, 5),
    ],
)
def test_each_subschema_counts_for_each_part_that_it_applies_to(
    schema: JsonValue, instance: JsonValue, count: int
) -> None:
    assert Workload(schema, 100).evaluations(instance) == count


def test_what_never_ends_or_exceeds_the_limit_counts_as_more_than_the_limit() -> None:
    assert Workload({"$ref": "#"}, 10).evaluations(1) > 10
    assert Workload({"items": {}}, 3).evaluations([1, 2]) == 3
    assert Workload({"items": {}}, 3).evaluations([1, 2, 3]) > 3
    tree: JsonValue = {"anyOf": [{"type": "integer"}, {"items": {"$ref": "#"}}]}
    assert Workload(tree, 100).evaluations([[1], 2]) < 100
