"""JSON values compare as JSON Schema says, not as Python does."""

import json
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.documents import values
from conformance.documents.values import (
    JsonValue,
    as_array,
    as_object,
    as_text,
    compact_json,
    equal,
    equal_text,
    identity,
    is_number,
    plain_bytes,
    plain_value,
    readable_json,
    shorten,
    stable_text,
    texts_in,
    type_name,
    type_phrase,
)
from tests.cases import check_each

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 0.5]) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=1), inner, max_size=3),
    max_leaves=8,
)


@check_each(
    ("left", "right", "same"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        ([1, {"a": 2.0}], [1.0, {"a": 2}], True),
        ([1, 2], [2, 1], False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": None}, {}, False),
        ("1", 1, False),
        ([], {}, False),
        (None, False, False),
        (10**400, 10**400, True),
    ],
)
def test_equality_knows_types_and_ignores_order_of_members(left: JsonValue, right: JsonValue, same: bool) -> None:
    assert equal(left, right) is same
    assert equal([left], [right]) is same
    assert (identity(left) == identity(right)) is same
    assert (identity({"a": left}) == identity({"a": right})) is same


@given(VALUES, VALUES)
def test_two_values_share_an_identity_exactly_when_they_are_equal(left: JsonValue, right: JsonValue) -> None:
    assert equal(left, right) == (identity(left) == identity(right))
    assert identity(left) == identity(json.loads(compact_json(left)))
    assert hash(identity(left)) == hash(identity(json.loads(stable_text(left))))


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (True, "boolean"),
        (1, "integer"),
        (1.0, "integer"),
        (1.5, "number"),
        ("", "string"),
        ([], "array"),
        ({}, "object"),
    ],
)
def test_every_value_has_its_json_type(value: JsonValue, name: str) -> None:
    assert type_name(value) == name


def test_a_value_of_another_type_reads_as_nothing() -> None:
    assert as_object([1]) == {}
    assert list(as_array({"a": 1})) == []
    assert list(as_array("text")) == []
    assert as_text(1) is None
    assert not is_number(True)
    assert texts_in("one") == ["one"]
    assert texts_in(["a", 1, "b"]) == ["a", "b"]


def test_written_json_is_stable() -> None:
    assert compact_json({"b": "é", "a": [1]}) == '{"a":[1],"b":"\\u00e9"}'
    assert stable_text({"b": "é", "a": []}) == '{\n  "a": [],\n  "b": "é"\n}\n'


def test_written_json_holds_no_raw_mark_that_acts_on_a_terminal_or_hides_and_is_the_same_value() -> None:
    marks = "\x07\x1b]0;a\x9b\u202e\u200b\U000e0041\ud800 a\u200db"
    text = stable_text({marks: marks})
    assert text.isascii()
    assert json.loads(text) == {marks: marks}
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert family in stable_text(family)


def test_a_value_for_people_has_beginnings_of_long_texts_and_arrays_and_says_what_is_left_out() -> None:
    value: JsonValue = {"a": ["x" * 1_200, "y"], "b": [1] * 20, "c": {"d": None}}
    assert shorten(value, 3, 4) == {
        "a": ["xxx… (1,200 characters)", "y"],
        "b": [1, 1, 1, 1, "… (16 more)"],
        "c": {"d": None},
    }
    assert shorten(value, 1_200) == value
    assert shorten([1, 2], 3, 1) == [1, "… (1 more)"]
    assert shorten([1, 2], 3, 2) == [1, 2]


def test_a_type_has_its_article_in_a_sentence() -> None:
    values: list[JsonValue] = [None, True, 1, 0.5, "", {}, []]
    assert [type_phrase(value) for value in values] == [
        "null", "a boolean", "an integer", "a number", "a string", "an object", "an array"
    ]  # fmt: skip


def test_deep_values_and_foreign_mappings_are_compared_by_their_members() -> None:
    third = MappingProxyType({"a": 1})
    assert equal(deep(200, 0), deep(200, 0))
    assert not equal(deep(200, 0), deep(200, 1))
    assert equal([third], [third])
    assert equal([third], [{"a": 1.0}])
    assert not equal([third], [{"a": True}])


def deep(levels: int, value: JsonValue) -> JsonValue:
    for _ in range(levels):
        value = [value]
    return value


def test_the_spelling_that_a_value_was_read_in_twice_does_not_tell_two_equal_values_apart() -> None:
    text = "a name that two readings hold as two texts"
    assert equal([text, text], [text, "".join(list(text))])


def test_values_that_are_written_alike_are_equal_without_a_look_at_their_members(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left, right = ([{"a": [1.0, None], "b": "x"}] for _ in range(2))
    monkeypatch.setattr(values, "as_array", None)
    assert equal(left, right)
    with pytest.raises(TypeError):
        equal(left, [{"b": "x", "a": [1.0, None]}])


def test_equal_values_have_an_equal_text_and_others_have_not() -> None:
    assert equal_text({"a": [1.0, (2.0, 1e3)]}) == equal_text({"a": [1, [2, 1000]]})
    assert equal_text(1.5) != equal_text(1)
    assert equal_text("1.0") == '"1.0"'
    # beyond 2**53 a double is no exact number
    assert equal_text(1e300) != equal_text(10**300)


def test_a_value_that_was_kept_as_bytes_comes_back() -> None:
    kept = plain_bytes({"a": [1, None, "\ud800"]})
    assert kept is not None
    assert plain_value(kept) == {"a": [1, None, "\ud800"]}
    assert plain_bytes(MappingProxyType({"a": 1})) is None


def test_json_for_people_keeps_the_letters_of_all_scripts() -> None:
    assert readable_json({"b": 1, "a": "\u4e00"}) == '{"a":"\u4e00","b":1}'
