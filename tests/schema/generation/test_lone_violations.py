"""Values that violate one bound of several: the others are kept, as far as the value keeps them."""

from typing import Any

from conformance.documents.values import JsonValue, as_object
from conformance.schema.generation.candidates import MutationTarget
from conformance.schema.generation.elements import Parts
from conformance.schema.generation.lone_violations import lone_violations
from conformance.schema.generation.patterns import TextDemands, fitting_texts
from conformance.schema.generation.valid import Inputs
from conformance.schema.validation import violations
from tests.cases import check_each

CASES: list[tuple[Any, JsonValue, set[str]]] = [
    ({"pattern": "^[a-z]+$", "minLength": 3, "maxLength": 3}, "abc", {"pattern", "minLength", "maxLength"}),
    ({"pattern": "^a", "not": {"pattern": "b$"}, "maxLength": 4}, "aa", {"pattern", "not", "maxLength"}),
    ({"minimum": 15, "maximum": 25, "multipleOf": 10}, 20, {"minimum", "maximum", "multipleOf"}),
    ({"exclusiveMinimum": 0, "exclusiveMaximum": 1, "multipleOf": 0.25}, 0.5, {"exclusiveMinimum", "exclusiveMaximum"}),
    ({"required": ["b"], "minProperties": 2}, {"a": 1, "b": 2}, {"minProperties"}),
    ({"propertyNames": {"minLength": 2, "pattern": "^x"}}, {"xy": 1}, {"minLength", "pattern"}),
    ({"type": "integer", "minimum": 2, "maximum": 4, "multipleOf": 0.5}, 3, {"type", "minimum", "maximum"}),
    ({"multipleOf": 2, "allOf": [{"multipleOf": 3}]}, 6, {"multipleOf"}),
    ({"minimum": True, "pattern": 5, "maxLength": "x"}, "a", set()),
    ({"minimum": 3}, True, set()),
]


@check_each(("schema", "value", "keywords"), CASES)
def test_each_bound_is_violated_alone(schema: Any, value: JsonValue, keywords: set[str]) -> None:
    inputs = Inputs(schema)
    target = MutationTarget(value, inputs.subschemas.schemas_at(""), Parts(inputs, value, ""))
    found = [list(violations(one, schema)) for one in lone_violations(target)] if keywords else []
    assert keywords <= {each[0].keyword for each in found if len(each) == 1}
    assert keywords or not list(lone_violations(target)) or schema == {"minimum": 3}


def test_texts_that_meet_demands_are_found_or_surely_missing_or_unknown() -> None:
    assert fitting_texts(TextDemands(("^a",), ("b$",), 2, 2)) == ("aa",)
    assert fitting_texts(TextDemands(("^[a-z]{3}$",), (), 0, 2)) == ()
    assert fitting_texts(TextDemands((), (), 3, 2)) == ()
    # no regular language, and one that takes too long
    assert fitting_texts(TextDemands(("^a",), (r"^(a*)\1",), 1, 1)) is None
    assert fitting_texts(TextDemands(("^(a|b)*a(a|b){40}$",), (), 100_000, None)) is None


def test_a_name_that_the_object_has_is_not_added_again() -> None:
    schema: Any = {"propertyNames": {"anyOf": [{"maxLength": 1}, {"maxLength": 3}]}}

    def names(value: dict[str, JsonValue]) -> list[list[str]]:
        inputs = Inputs(schema)
        target = MutationTarget(value, inputs.subschemas.schemas_at(""), Parts(inputs, value, ""))
        return [[*as_object(one)] for one in lone_violations(target)]

    (_, added), *_ = names({"b": 1})
    assert len(added) == 2
    assert all(len(dict.fromkeys(each)) == 3 for each in names({"b": 1, added: 1}))
