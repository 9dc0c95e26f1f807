"""The keywords that Python reads otherwise than the specification are judged as the specification says."""

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.schema.validation import violations, violations_at


def found(schema: JsonValue, instance: JsonValue) -> list[tuple[str, str]]:
    return [(one.pointer, one.message) for one in violations(instance, schema)]


def rejected(schema: JsonObject, instance: JsonObject) -> set[str]:
    """The names that ``unevaluatedProperties`` rejects."""
    [*messages] = [message for _, message in found({**schema, "unevaluatedProperties": False}, instance)]
    return {name for name in instance if any(f"'{name}'" in message or f"`{name}`" in message for message in messages)}


def test_a_pattern_is_found_anywhere_in_a_text_and_judges_nothing_else() -> None:
    assert found({"pattern": "b$"}, "ab") == []
    assert found({"pattern": "b$"}, 7) == []
    assert [message for _, message in found({"pattern": "b$"}, "b\n")] == [r"'b\x0a' does not match 'b$'"]


def test_a_value_is_listed_if_it_equals_one_of_the_values_as_json() -> None:
    schema: JsonValue = {"enum": [1, "a", None, {"b": [1.0, True]}]}
    for same in (1.0, "a", None, {"b": [1, True]}):
        assert found(schema, same) == []
    for other in (True, "1", False, {"b": [1, 1]}, {"b": [True, 1]}, []):
        assert len(found(schema, other)) == 1


def test_members_are_judged_by_each_pattern_that_their_names_match() -> None:
    schema: JsonValue = {"patternProperties": {"^a": {"type": "string"}, "b$": {"type": "integer"}}}
    assert [pointer for pointer, _ in found(schema, {"a": 1, "ab": 1, "b": 1, "c": None})] == ["/a", "/ab"]
    assert found(schema, ["a"]) == []


def test_additional_members_are_those_of_no_property_and_no_pattern() -> None:
    schema: JsonObject = {"properties": {"a": {}}, "patternProperties": {"^x-": {}}}
    closed: JsonObject = {**schema, "additionalProperties": False}
    assert found(closed, {"a": 1, "x-b": 1}) == []
    assert "is not expected: no additional properties are allowed" in found(closed, {"a": 1, "b": 1})[0][1]
    assert "are not expected" in found(closed, {"c": 1, "b": 1})[0][1]
    typed: JsonObject = {**schema, "additionalProperties": {"type": "string"}}
    assert [pointer for pointer, _ in found(typed, {"a": 1, "x-b": 1, "c": 1, "d": "text"})] == ["/c"]


APPLIED: list[tuple[JsonObject, set[str]]] = [
    ({}, {"a", "b"}),
    ({"properties": {"a": {}}}, {"b"}),
    ({"patternProperties": {"^b": {}}}, {"a"}),
    ({"additionalProperties": {"type": "integer"}}, set()),
    ({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, set()),
    ({"anyOf": [{"properties": {"a": {"type": "integer"}}}, {"properties": {"b": {"type": "string"}}}]}, {"b"}),
    ({"oneOf": [{"properties": {"a": {}}}, {"required": ["c"], "properties": {"b": {}}}]}, {"b"}),
    ({"dependentSchemas": {"a": {"properties": {"a": {}}}, "c": {"properties": {"b": {}}}}}, {"b"}),
    ({"if": {"properties": {"a": {}}}, "then": {"properties": {"b": {}}}}, set()),
    ({"if": {"properties": {"a": {}}}}, {"b"}),
    ({"if": {"required": ["c"], "properties": {"a": {}}}, "else": {"properties": {"b": {}}}}, {"a"}),
    ({"if": {"required": ["c"], "properties": {"a": {}}}, "then": {"properties": {"b": {}}}}, {"a", "b"}),
    ({"$ref": "#/$defs/x", "$defs": {"x": {"properties": {"a": {}}}}}, {"b"}),
    ({"$dynamicRef": "#/$defs/x", "$defs": {"x": {"properties": {"b": {}}}}}, {"a"}),
    ({"allOf": [{"unevaluatedProperties": {"type": "integer"}}]}, set()),
]


@pytest.mark.parametrize(("schema", "names"), APPLIED)
def test_a_member_is_evaluated_by_each_part_that_accepts_the_object(schema: JsonObject, names: set[str]) -> None:
    assert rejected(schema, {"a": 1, "b": 2}) == names


def test_the_number_of_members_that_are_not_evaluated_decides_the_verb() -> None:
    schema: JsonValue = {"properties": {"a": {}}, "unevaluatedProperties": {"type": "string"}}
    says = "not expected: no unevaluated properties are allowed"
    assert found(schema, {"a": 1, "b": 1, "c": "text"})[0][1].endswith(f"is {says}")
    assert found(schema, {"b": 1, "c": 1})[0][1].endswith(f"are {says}")
    assert found(schema, ["b"]) == []


def test_a_recursive_reference_evaluates_as_its_outermost_target_does() -> None:
    schema: JsonObject = {
        "$schema": "https://json-schema.org/draft/2019-09/schema",
        "$recursiveAnchor": True,
        "properties": {"a": {}, "child": {"$recursiveRef": "#"}},
        "unevaluatedProperties": False,
    }
    assert found(schema, {"a": 1, "child": {"a": 1}}) == []
    assert [pointer for pointer, _ in found(schema, {"child": {"b": 1}})] == ["/child"]
    inner: JsonObject = {"$recursiveRef": "#", "unevaluatedProperties": False}
    tree: JsonObject = {
        "$schema": "https://json-schema.org/draft/2019-09/schema",
        "$recursiveAnchor": True,
        "properties": {"a": {}, "child": inner},
    }
    assert found(tree, {"child": {"a": 1}}) == []
    assert [pointer for pointer, _ in found(tree, {"child": {"b": 1}})] == ["/child"]


@pytest.mark.parametrize(
    ("items", "is_unique"),
    [
        ([], True),
        ([1, 1.0], False),
        ([1, True], True),
        ([0, False], True),
        ([{"a": 1, "b": 2}, {"b": 2, "a": 1}], False),
    ],
)
def test_elements_are_unique_as_json_compares_them(items: JsonValue, is_unique: bool) -> None:
    assert (found({"uniqueItems": True}, items) == []) is is_unique
    assert found({"uniqueItems": False}, items) == []
    assert found({"uniqueItems": True}, "aa") == []


@pytest.mark.parametrize(
    ("factor", "number", "is_multiple"),
    [
        (0.1, 0.7, True),
        (0.1, 0.75, False),
        (0.01, 19.99, True),
        (1e-8, 12391239123, True),
        (3, 7, False),
        (3, 9.0, True),
    ],
)
def test_a_multiple_is_one_of_the_decimal_digits(factor: float, number: float, is_multiple: bool) -> None:
    assert (found({"multipleOf": factor}, number) == []) is is_multiple
    assert found({"multipleOf": factor}, True) == []


@pytest.mark.parametrize(
    ("pattern", "why", "hint"),
    [
        ("(", "is not an ECMA-262 regular expression: unclosed group", "write it in JavaScript syntax"),
        ("(?i)^a$", "is not an ECMA-262 regular expression: unknown group", "write it in JavaScript syntax"),
        (r"^a\Z", "is not an ECMA-262 regular expression: unknown escape", "write it in JavaScript syntax"),
        ("(?:a{999}){999}", "is unsafe to evaluate: its counted repetitions", "limit the length with `minLength`"),
        (r"\p{Script=Elvish}", "has syntax that cannot be evaluated here", "simplify it and use JavaScript syntax"),
        (r"^(a|aa)+\1$|!$", "cannot be evaluated within the step limit", "simplify it and use JavaScript syntax"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_an_error_with_the_reason_and_a_way_out(
    pattern: str, why: str, hint: str
) -> None:
    text = "a" * 60 + "!"
    for schema in ({"pattern": pattern}, {"patternProperties": {pattern: True}}):
        with pytest.raises(ConformanceError) as refused:
            found(schema, text if "pattern" in schema else {text: 1})
        assert refused.value.kind is ErrorKind.UNSUPPORTED
        assert why in refused.value.message
        assert refused.value.recovery_hint.startswith(hint)


def test_a_reference_in_a_part_with_a_name_of_its_own_is_resolved_from_that_name() -> None:
    schema: JsonObject = {
        "$id": "https://example.com/a/root",
        "allOf": [{"$id": "b/part", "properties": {"a": {}}, "$ref": "other"}],
        "$defs": {"other": {"$id": "b/other", "properties": {"b": {}}}},
        "unevaluatedProperties": False,
    }
    assert found(schema, {"a": 1, "b": 2}) == []
    assert [message[:4] for _, message in found(schema, {"a": 1, "c": 2})] == ["'c' "]


def test_the_branch_of_a_part_is_named_by_what_its_references_lead_to() -> None:
    branches: JsonValue = [{"properties": {"kind": {"$ref": f"#/$defs/{name}"}}, "required": ["x"]} for name in "ab"]
    schema: JsonValue = {
        "properties": {"one": {"anyOf": branches}},
        "$defs": {"a": {"const": "a"}, "b": {"const": "b"}},
    }
    [at_part] = violations_at("/properties/one", {"kind": "b"}, schema)
    [at_root] = violations({"one": {"kind": "b"}}, schema)
    assert (at_part.pointer, at_root.pointer) == ("", "/one")
    assert at_part.message == at_root.message == "'x' is a required property"
