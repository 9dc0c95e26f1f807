"""Valid inputs: what the schema shows comes first, then the edges of each keyword, then what is generated."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.generation import Inputs
from conformance.schema.generation.samples import Samples
from conformance.schema.generation.valid import ValidInput
from conformance.schema.validation import is_valid
from tests.schema.generation.schemas import corpus_schemas

TOOL: dict[str, JsonValue] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["cmd"],
    "properties": {
        "cmd": {"type": "string", "minLength": 1, "examples": ["ls"]},
        "limit": {"type": "integer", "minimum": 2, "maximum": 9},
        "mode": {"enum": ["fast", "slow", None]},
        "ratio": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
        "code": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]+$"},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 3, "uniqueItems": True},
    },
}


def values(schema: JsonValue, **options: object) -> list[JsonValue]:
    return [entry.value for entry in Inputs(schema, **options).pool]  # type: ignore[arg-type]


def test_every_input_of_the_pool_is_valid() -> None:
    assert len(values(TOOL)) > 20
    assert all(is_valid(value, TOOL) for value in values(TOOL))


def test_what_the_schema_shows_comes_first() -> None:
    assert values(TOOL)[0] == {"cmd": "ls"}
    whole = {**TOOL, "examples": [{"cmd": "pwd", "limit": 3}]}
    assert Inputs(whole).pool[0].origin == "shown"
    assert values(whole)[0] == {"cmd": "pwd", "limit": 3}


@pytest.mark.parametrize(
    ("field", "edges"),
    [
        ("limit", {2, 3, 8, 9}),
        ("mode", {"fast", "slow", None}),
        ("ratio", {1, 0.5}),
    ],
)
def test_the_edges_of_a_keyword_are_among_the_inputs(field: str, edges: set[JsonValue]) -> None:
    seen = {value[field] for value in values(TOOL) if isinstance(value, dict) and field in value}  # type: ignore[misc]
    assert edges <= seen


def test_a_pattern_and_the_bounds_of_an_array_are_met() -> None:
    full = [value for value in values(TOOL) if isinstance(value, dict) and "code" in value]
    assert full
    sizes = {len(value["tags"]) for value in values(TOOL) if isinstance(value, dict) and "tags" in value}  # type: ignore[arg-type]
    assert sizes == {2, 3}


def test_strings_that_look_like_another_type_are_tried_where_a_string_is_promised() -> None:
    seen = {value["cmd"] for value in values(TOOL) if isinstance(value, dict)}  # type: ignore[index]
    assert {"true", "5", "{}", "null"} <= seen


def test_a_given_input_comes_first_and_its_free_texts_are_kept() -> None:
    pool = Inputs(TOOL, given=({"cmd": "make test", "limit": 4},)).pool
    assert pool[0].value == {"cmd": "make test", "limit": 4}
    assert {entry.value["cmd"] for entry in pool} == {"make test"}  # type: ignore[index]
    assert {entry.value.get("limit") for entry in pool} >= {2, 9, None}  # type: ignore[union-attr]


def test_of_exactly_given_inputs_there_is_no_variation() -> None:
    given = {"cmd": "make test", "limit": 4}
    inputs = Inputs(TOOL, given=(given,), given_only=True)
    assert [entry.value for entry in inputs.pool] == [given]
    assert list(inputs.generate(10)) == []


def test_inputs_that_are_restricted_keep_their_schema_and_only_the_chosen_pool() -> None:
    inputs = Inputs(TOOL)
    few = inputs.restrict_to(inputs.pool[1:2])
    assert few.pool == tuple(inputs.pool[1:2])
    assert few.simplest_inputs == list(few.pool)
    assert few.schema is inputs.schema
    assert len(inputs.pool) > 1


def test_a_boundary_value_is_put_only_where_a_given_input_has_the_object_around_it() -> None:
    inner: JsonObject = {"properties": {"n": {"enum": [1, 2]}}}
    schema: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}, "deep": inner}}
    made = values(schema, given=({"a": "keep", "deep": {"n": 1}}, {"a": "other", "deep": [3]}, {"a": "flat"}))
    assert {"a": "keep", "deep": {"n": 2}} in made
    # put whole, not into what is no object or not there
    assert {"a": "other", "deep": {"n": 2}} in made
    assert {"a": "flat", "deep": {"n": 2}} in made
    assert {value["a"] for value in made if isinstance(value, dict) and "a" in value} == {"keep", "other", "flat"}


def test_a_member_that_no_accepted_input_has_is_put_into_the_first_of_those() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"const": 1}, "c": {"const": True}},
        "not": {"required": ["a", "c"]},
    }
    accepted = [ValidInput({"a": "mine"}, "given"), ValidInput({}, "boundary")]
    assert list(Inputs(schema).transplants(accepted)) == [ValidInput({"a": "mine", "b": 1}, "boundary")]
    assert list(Inputs(schema).transplants([*accepted, ValidInput({"b": 1}, "boundary")])) == []
    assert list(Inputs(schema).transplants([])) == []
    assert list(Inputs(schema, given_only=True, given=({"b": 1},)).transplants(accepted)) == []


def test_what_works_comes_first_then_what_was_given_then_what_has_few_members() -> None:
    entries = [
        ValidInput({"a": {"b": 1, "c": 2}}, "shown"),
        ValidInput({"a": {}}, "generated"),
        ValidInput({"a": [{"b": 1}]}, "boundary", works=False),
        ValidInput({"a": 1, "b": 2, "c": 3, "d": 4}, "given"),
    ]
    pool = Inputs({}).restrict_to(entries).simplest_inputs
    assert list(pool) == [entries[3], entries[1], entries[0], entries[2]]


def test_of_a_schema_without_a_form_only_what_it_shows_is_an_input() -> None:
    conditions: list[JsonValue] = [{"if": {"required": [f"a{one}"]}, "then": {"required": ["b"]}} for one in range(30)]
    inputs = Inputs({"type": "object", "examples": [{"c": 1}], "allOf": conditions})
    assert inputs.pool == (ValidInput({"c": 1}, "shown"),)
    assert inputs.first_valid() == {"c": 1}
    assert list(inputs.generate(5)) == []


def test_a_generated_input_is_none_that_the_pool_has() -> None:
    inputs = Inputs({"type": "object", "properties": {"a": {"enum": [1, 2]}}, "maxProperties": 1})
    pool = [entry.value for entry in inputs.pool]
    made = list(inputs.generate(50))
    assert [entry for entry in made if entry.value in pool] == []
    assert {entry.origin for entry in made} <= {"generated"}
    # here the pool has them all
    assert list(Inputs({"enum": [1, 2]}).generate(50)) == []


def test_a_given_input_that_the_schema_refuses_is_left_out() -> None:
    assert all(entry.value != {"cmd": 1} for entry in Inputs(TOOL, given=({"cmd": 1},)).pool)


def test_a_conditional_contract_has_an_input_for_each_branch() -> None:
    schema = {
        "type": "object",
        "properties": {"kind": {"enum": ["public", "private"]}, "id": {"type": "string"}},
        "if": {"properties": {"kind": {"const": "public"}}, "required": ["kind"]},
        "then": {"required": ["id"]},
    }
    made = values(schema)
    assert any(isinstance(v, dict) and v.get("kind") == "public" and "id" in v for v in made)
    assert any(isinstance(v, dict) and v.get("kind") == "private" and "id" not in v for v in made)


def test_a_recursive_schema_gives_inputs_and_comes_to_an_end() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#"}, "name": {"type": "string"}}, "required": ["name"]}
    assert {"name": "text"} in values(node)


def test_a_schema_that_nothing_satisfies_has_no_inputs() -> None:
    inputs = Inputs({"type": "object", "required": ["a"], "properties": {"a": False}})
    assert inputs.pool == ()
    with pytest.raises(LookupError):
        inputs.first_valid()


def test_a_schema_that_cannot_judge_has_no_inputs() -> None:
    broken = {"type": "object", "properties": {"a": {"pattern": "("}}, "examples": [{}]}
    assert not Inputs(broken).is_usable
    assert list(Inputs(broken).pool) == []
    assert list(Inputs(broken).generate(3)) == []


def test_generated_inputs_are_valid_and_the_same_for_the_same_seed() -> None:
    first = [entry.value for entry in Inputs(TOOL, seed=7).generate(25)]
    again = [entry.value for entry in Inputs(TOOL, seed=7).generate(25)]
    other = [entry.value for entry in Inputs(TOOL, seed=8).generate(25)]
    assert first == again
    assert first != other
    assert len(first) > 10
    assert all(is_valid(value, TOOL) for value in first)


def test_every_tool_of_the_corpus_has_valid_inputs(corpus: Path) -> None:
    without = [name for name, schema in corpus_schemas(corpus) if not Inputs(schema).pool]
    assert without == []


@pytest.mark.long
def test_every_tool_of_the_corpus_generates(corpus: Path) -> None:
    silent = [name for name, schema in corpus_schemas(corpus) if _is_silent(schema)]
    assert silent == []


def _is_silent(schema: JsonValue) -> bool:
    made = list(Inputs(schema).generate(10))
    assert all(is_valid(entry.value, schema) for entry in made)
    return not made and len(Inputs(schema).pool) > 40


def test_definitions_that_refer_to_each_other_many_times_cost_no_more_than_recursive_ones() -> None:
    names = [f"level{number}" for number in range(9)]
    definitions: JsonObject = {
        name: {"type": "object", "properties": {f"p{i}": {"$ref": f"#/$defs/{below}"} for i in range(9)}}
        for name, below in pairwise(names)
    }
    schema: JsonObject = {"$ref": "#/$defs/level0", "$defs": {**definitions, names[-1]: {"type": "string"}}}
    samples = Samples(schema)
    assert samples.inputs()
    assert samples.location_count < 50_000


@pytest.mark.parametrize("size", [10**9, int("9" * 399)])
def test_no_array_is_built_that_is_longer_than_the_longest_of_inputs(size: int) -> None:
    # Two values of an element: each would be put into an array of that size.
    schema: JsonObject = {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": size}
    assert values(schema) == []


def test_numbers_that_no_double_holds_have_inputs_at_their_bounds() -> None:
    large = int("9" * 399)
    assert large + 1 in values({"type": "integer", "minimum": large})
    assert large + 1 in values({"type": "number", "exclusiveMinimum": large})
    assert -large in values({"type": "number", "multipleOf": 0.5, "maximum": -large})
    assert 0.3 in values({"type": "number", "multipleOf": 0.1, "minimum": 0.1})


def test_of_many_members_only_the_first_inputs_are_built() -> None:
    built = 0

    def tick() -> None:
        nonlocal built
        built += 1

    many: JsonObject = {f"member_{number}": {"enum": ["a", "b"]} for number in range(1_000)}
    inner: JsonObject = {"type": "object", "properties": many}
    Samples({"type": "object", "properties": {"inner": inner}}, tick).inputs()
    assert built < 4_000


def test_a_form_that_would_take_the_library_minutes_is_none() -> None:
    numbers: list[JsonValue] = list(range(9_000))
    assert values({"type": "integer", "not": {"enum": numbers}}) == []
    assert values({"type": "integer", "enum": numbers}) != []
    conditions: list[JsonValue] = [
        {"if": {"required": [f"a{number}"]}, "then": {"required": [f"b{number}"]}} for number in range(30)
    ]
    assert values({"type": "object", "allOf": conditions}) == []
    assert values({"type": "object", "allOf": conditions[:6]}) != []


def test_who_waits_may_stop_the_making_of_inputs_between_two_values() -> None:
    class StopError(Exception):
        pass

    def stop_after(ticks: int) -> Callable[[], None]:
        left = iter(range(ticks))

        def tick() -> None:
            if next(left, None) is None:
                raise StopError

        return tick

    schema: JsonObject = {"oneOf": [{"properties": {"a": {"const": one}}, "required": ["a"]} for one in range(50)]}
    for ticks in (0, 1, 20):
        with pytest.raises(StopError):
            _ = Inputs(schema, tick=stop_after(ticks)).pool
        with pytest.raises(StopError):
            list(Inputs(schema, tick=stop_after(ticks), chosen=()).generate(500))
