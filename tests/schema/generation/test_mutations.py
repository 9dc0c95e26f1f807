"""Each mutation changes one thing, and the reference validator objects to exactly that."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.schema.formats import FORMATS
from conformance.schema.generation import Inputs, Mutation, MutationKind
from conformance.schema.generation.mutations import (
    MAX_PER_LOCATION,
    added_field,
    broken_conditions,
    missing_required_fields,
    misspelt_fields,
    replacements,
    unknown_fields,
)
from conformance.schema.validation import is_valid, violations
from tests.cases import check_each
from tests.schema.generation.schemas import corpus_schemas

TOOL: dict[str, JsonValue] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["cmd"],
    "properties": {
        "cmd": {"type": "string", "minLength": 1, "maxLength": 8},
        "yield_time_ms": {"type": ["integer", "null"], "minimum": 0, "maximum": 60},
        "mode": {"enum": ["fast", "slow"]},
        "tty": {"type": "boolean"},
        "items": {
            "type": "array",
            "maxItems": 2,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["cmd"],
                "properties": {"cmd": {"type": "string"}, "exitCode": {"type": "integer", "multipleOf": 5}},
            },
        },
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}
CONDITIONAL: dict[str, JsonValue] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"kind": {"enum": ["public", "private"]}, "id": {"type": "string"}, "path": {"type": "string"}},
    "required": ["kind"],
    "allOf": [
        {"if": {"properties": {"kind": {"const": "public"}}}, "then": {"required": ["id"]}},
        {"anyOf": [{"required": ["id"]}, {"required": ["path"]}]},
    ],
}


def everything(schema: JsonValue) -> Iterator[Mutation]:
    inputs = Inputs(schema)
    for enumerate_kind in (unknown_fields, misspelt_fields, missing_required_fields, broken_conditions):
        yield from enumerate_kind(inputs)
    for kind in (
        MutationKind.WRONG_TYPE,
        MutationKind.NULL,
        MutationKind.LOOSE_TYPE,
        MutationKind.OUT_OF_BOUND,
        MutationKind.NOT_IN_ENUM,
    ):
        yield from replacements(inputs, kind)


def seen(mutations: Iterator[Mutation]) -> set[tuple[str, str]]:
    return {(mutation.general_pointer, mutation.keyword) for mutation in mutations}


def test_an_unknown_field_is_tried_at_every_object_that_names_its_members() -> None:
    assert seen(unknown_fields(Inputs(TOOL))) == {
        ("/conformance_unknown_field", "additionalProperties"),
        ("/items/0/conformance_unknown_field", "additionalProperties"),
    }


def test_an_unknown_field_is_tried_where_nothing_speaks_against_it() -> None:
    open_tool = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
    assert seen(unknown_fields(Inputs(open_tool))) == {("/conformance_unknown_field", "")}


def test_optional_fields_are_misspelt_by_a_letter_and_by_case() -> None:
    found = {mutation.after for mutation in misspelt_fields(Inputs(TOOL))}
    assert {"yieldTimeMs", "yield_time_m", "mod", "exit_code", "exitCod"} <= found
    assert "labels" not in found
    assert "cm" not in found


def test_a_field_is_misspelt_with_a_value_other_than_its_default_where_there_is_one() -> None:
    """A tool that ignores the misspelt field uses the default, so that losing the default makes no difference."""
    schema: JsonValue = {"type": "object", "properties": {"size": {"enum": [1, 2], "default": 1}}}
    inputs = Inputs(schema, given=({"size": 1}, {"size": 2}), given_only=True)
    assert [mutation.base for mutation in misspelt_fields(inputs)] == [{"size": 2}]
    only_default = Inputs(schema, given=({"size": 1},), given_only=True)
    assert [mutation.input for mutation in misspelt_fields(only_default)] == [{"siz": 1}]


def test_a_field_is_not_added_where_the_schema_would_report_another_fault() -> None:
    few: JsonValue = {"type": "object", "properties": {"a": {}, "b": {}}, "maxProperties": 2}
    schema: JsonValue = {"type": "array", "items": few}
    free = Inputs(schema, given=([{"a": 1}],), given_only=True)
    assert [found.input for found in added_field(free, "/0", "c", 3)] == [[{"a": 1, "c": 3}]]
    full = Inputs(schema, given=([{"a": 1, "b": 2}],), given_only=True)
    assert list(added_field(full, "/0", "c", 3)) == []


def test_required_fields_are_left_out_one_at_a_time() -> None:
    assert seen(missing_required_fields(Inputs(TOOL))) == {("/cmd", "required"), ("/items/0/cmd", "required")}


def test_a_value_that_is_not_listed_is_tried_in_the_other_case_too() -> None:
    for listed, other in (("fast", "FAST"), ("FAST", "fast")):
        inputs = Inputs({"type": "object", "properties": {"mode": {"enum": [listed]}}, "required": ["mode"]})
        assert {"mode": other} in [one.input for one in replacements(inputs, MutationKind.NOT_IN_ENUM)]


def test_a_condition_is_broken_and_nothing_else() -> None:
    found = {mutation.schema_pointer: mutation.input for mutation in broken_conditions(Inputs(CONDITIONAL))}
    assert found == {"/allOf/0/then/required": {"kind": "public"}, "/allOf/1/anyOf/0/required": {"kind": "private"}}
    assert list(broken_conditions(Inputs(TOOL))) == []


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (MutationKind.NULL, {("/mode", "enum"), ("/tty", "type"), ("/cmd", "type")}),
        (MutationKind.OUT_OF_BOUND, {("/cmd", "minLength"), ("/cmd", "maxLength"), ("/yield_time_ms", "minimum")}),
        (
            MutationKind.OUT_OF_BOUND,
            {("/yield_time_ms", "maximum"), ("/items", "maxItems"), ("/items/0/exitCode", "multipleOf")},
        ),
        (MutationKind.NOT_IN_ENUM, {("/mode", "enum")}),
        (MutationKind.WRONG_TYPE, {("/cmd", "type"), ("/items", "type"), ("/items/0", "type"), ("/labels", "type")}),
    ],
)
def test_values_are_replaced_by_ones_that_break_the_keyword(kind: MutationKind, expected: set[tuple[str, str]]) -> None:
    assert expected <= seen(replacements(Inputs(TOOL), kind))


def test_a_set_is_either_too_large_or_has_an_element_twice() -> None:
    """A runtime that makes a set of the array drops repeated elements, and may rightly accept the rest."""
    labels: JsonValue = {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "maxItems": 5}
    schema: JsonValue = {"type": "object", "properties": {"labels": labels}}
    tried = list(replacements(Inputs(schema), MutationKind.OUT_OF_BOUND))
    assert seen(iter(tried)) == {("/labels", "maxItems"), ("/labels", "uniqueItems")}
    for mutation in tried:
        assert [each.keyword for each in violations(mutation.input, schema)] == [mutation.keyword]


def test_null_is_not_tried_where_null_is_allowed() -> None:
    assert ("/yield_time_ms", "type") not in seen(replacements(Inputs(TOOL), MutationKind.NULL))


def test_look_alikes_are_what_a_lenient_runtime_takes() -> None:
    found = [(m.general_pointer, m.after) for m in replacements(Inputs(TOOL), MutationKind.LOOSE_TYPE)]
    assert ("/tty", "false") in found
    assert ("/cmd", 5) in found
    assert any(place == "/yield_time_ms" and isinstance(value, str) for place, value in found)


def test_a_list_and_an_object_look_like_their_text() -> None:
    members = {"list": {"type": "array", "items": {"const": 1}, "minItems": 1}, "object": {"type": "object"}}
    schema = {"type": "object", "properties": members, "required": list(members)}
    found = [(m.general_pointer, m.after) for m in replacements(Inputs(schema), MutationKind.LOOSE_TYPE)]
    assert ("/list", "[1]") in found
    assert ("/object", "{}") in found


def test_an_integer_of_more_digits_than_a_double_has_looks_like_no_fraction() -> None:
    huge = int("9" * 399)
    inputs = Inputs({"properties": {"a": {"type": "integer", "minimum": huge}}}, given=[{"a": huge}])
    found = [m.after for m in replacements(inputs, MutationKind.LOOSE_TYPE)]
    assert str(huge) in found
    assert not any(isinstance(value, float) for value in found)


def test_a_bound_of_more_digits_than_a_double_has_is_violated_by_an_integer() -> None:
    huge = int("9" * 399)
    for step in (0.1, huge, 1):
        bounded = {"type": "number", "minimum": huge, "multipleOf": step}
        inputs = Inputs({"properties": {"a": bounded}}, given=[{"a": huge}])
        found = list(replacements(inputs, MutationKind.OUT_OF_BOUND))
        assert huge - 1 in [mutation.after for mutation in found if mutation.keyword == "minimum"]


def test_a_named_field_is_added_once_and_only_where_the_schema_does_not_know_it() -> None:
    assert [m.input for m in added_field(Inputs(TOOL), "", "status", "queued")] == [{"cmd": "text", "status": "queued"}]
    assert list(added_field(Inputs(TOOL), "", "tty", "queued")) == []


def test_every_mutation_comes_from_a_valid_input_and_is_wrong_only_where_it_says() -> None:
    for schema in (TOOL, CONDITIONAL):
        for mutation in everything(schema):
            _judge(mutation, schema)


@pytest.mark.long
def test_every_mutation_of_a_tool_of_the_corpus_is_wrong_only_where_it_says(corpus: Path) -> None:
    schemas = list(corpus_schemas(corpus))[::4]
    count = 0
    for _, schema in schemas:
        for mutation in everything(schema):
            count += 1
            _judge(mutation, schema)
    assert count > 1000


def _judge(mutation: Mutation, schema: JsonValue) -> None:
    assert is_valid(mutation.base, schema)
    found = list(violations(mutation.input, schema))
    assert {mutation.keyword} <= {violation.keyword for violation in found} or not (mutation.keyword or found)
    assert all(mutation.pointer.startswith(violation.pointer) for violation in found)


@pytest.mark.parametrize("name", ["date", "date-time", "uuid", "email", "uri", "ipv4"])
def test_a_list_of_formatted_texts_is_violated_by_a_text_of_the_format(name: str) -> None:
    members: JsonObject = {"a": {"type": "string", "format": name, "enum": [FORMATS[name].samples[0]]}}
    inputs = Inputs({"type": "object", "properties": members, "required": ["a"]})
    assert any(FORMATS[name].conforms(one.after) for one in replacements(inputs, MutationKind.NOT_IN_ENUM))


@check_each(
    ("names", "added"),
    [("^x", ["conformance_unknown_field"]), ("^[a-z_]+$", [""]), ("", [])],
)
def test_a_map_that_excludes_some_names_gets_one_of_those(names: str, added: list[str]) -> None:
    closed: JsonValue = {
        "type": "object",
        "patternProperties": {names: {"type": "integer"}},
        "additionalProperties": False,
    }
    inputs = Inputs(closed, given=({"x": 1},), given_only=True)
    assert [[*as_object(made.input)][1:] for made in unknown_fields(inputs)] == [[name] for name in added]


def test_each_of_two_lists_of_values_is_violated_alone() -> None:
    lists: list[tuple[list[JsonValue], list[JsonValue]]] = [
        ([1, 2], [1, 3]),
        (["a", "b"], ["a", "c"]),
        ([[1]], [[1], [2]]),
        ([{"b": 1}], [{"b": 1}, {"b": 2}]),
    ]
    for first, second in lists:
        schema: JsonValue = {"type": "object", "properties": {"a": {"enum": first, "allOf": [{"enum": second}]}}}
        found = replacements(Inputs(schema, given=({"a": first[0]},), given_only=True), MutationKind.NOT_IN_ENUM)
        alone = {place for made in found if len(made.broken) == 1 for place in made.broken}
        beside = {"/properties/a/allOf/0/enum"} if len(first) > 1 else set[str]()
        assert alone == {"/properties/a/enum"} | beside


def test_of_many_values_that_break_the_same_list_only_some_are_tried() -> None:
    others: list[JsonValue] = [f"b{number}" for number in range(20)]
    schema: JsonValue = {"type": "object", "properties": {"a": {"enum": ["a"], "allOf": [{"enum": ["a", *others]}]}}}
    found = replacements(Inputs(schema, given=({"a": "a"},), given_only=True), MutationKind.NOT_IN_ENUM)
    assert [made.broken for made in found].count(frozenset({"/properties/a/enum"})) == MAX_PER_LOCATION


def test_a_value_that_no_branch_lists_is_tried_beside_the_members_of_each_branch() -> None:
    branches: list[JsonValue] = [
        {"properties": {"kind": {"const": name}}, "required": ["kind", other]}
        for name, other in (("a", "v"), ("b", "w"))
    ]
    inputs = Inputs(
        {"type": "object", "oneOf": branches}, given=({"kind": "a", "v": 1}, {"kind": "b", "w": 1}), given_only=True
    )
    found = [as_object(made.input) for made in replacements(inputs, MutationKind.NOT_IN_ENUM)]
    unlisted = [[*made] for made in found if made["kind"] == "conformance_not_a_member"]
    assert unlisted == [["kind", "v"], ["kind", "w"]]
