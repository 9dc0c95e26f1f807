"""Places in the text of a JSON document are found in one pass, hostile texts included."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.documents import positions
from conformance.documents.pointers import resolve, walk
from conformance.documents.positions import (
    Span,
    first_excess_depth,
    first_fault,
    offsets,
    space_before_plain_element,
    value_span,
)
from conformance.documents.values import JsonValue

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_every_pointer_of_a_document_leads_to_where_its_value_stands(
    value: JsonValue, indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    pointers = [pointer for pointer, _ in walk(value)]
    found = offsets(text, pointers)
    assert found.keys() == set(pointers)
    decoder = json.JSONDecoder()
    for pointer, offset in found.items():
        first, end = decoder.raw_decode(text, offset)
        rest = text[end:].lstrip()
        is_key = rest.startswith(":")
        there = decoder.raw_decode(rest[1:].lstrip())[0] if is_key else first
        assert there == resolve(value, pointer)


def test_a_pointer_that_names_nothing_has_no_place() -> None:
    assert offsets('{"a": [1]}', ["/b", "/a/1", "/a/0"]) == {"/a/0": 7}


def test_a_pointer_into_a_scalar_has_no_place() -> None:
    assert offsets(" 5", ["", "/a"]) == {"": 1}


def test_a_text_is_scanned_once_for_pointers_that_are_asked_for_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log may have thousands of calls in one line, each with a finding of its own."""
    ends: list[int] = []
    end_of = positions._end_of

    def count(text: str, start: int) -> int:
        ends.append(start)
        return end_of(text, start)

    monkeypatch.setattr(positions, "_end_of", count)
    text = json.dumps({"calls": [{"input": {"a": number}} for number in range(100)]})
    for number in range(100):
        pointer = f"/calls/{number}/input/a"
        assert text[offsets(text, [pointer])[pointer] :].startswith(f'"a": {number}}}')
    assert len(ends) == len(set(ends))


@pytest.mark.parametrize(
    ("text", "space"),
    [
        ('{"a": [ 1]}', " "),
        ('[[], [ ], {"b": [\n  "x"]}]', "\n  "),
        ("[1]", ""),
        ('{"a": 1}', None),
        ("[ [], {} ]", None),
    ],
)
def test_the_space_before_a_plain_element_is_that_of_the_first_one(text: str, space: str | None) -> None:
    assert space_before_plain_element(text) == space


def test_brackets_inside_texts_do_not_nest() -> None:
    assert first_excess_depth('["[[[[", "\\"[[["]', 1) is None


def test_the_first_bracket_beyond_the_limit_is_named() -> None:
    assert first_excess_depth("[[1], [[2]]]", 2) == 7


def test_a_repeated_key_is_named_with_the_place_of_the_first() -> None:
    fault = first_fault('{"a": {"k": 1, "l": 2, "k": 3}}', lambda _: True)
    assert fault is not None
    assert (fault.pointer, fault.offset, fault.lexeme, fault.first_offset) == ("/a/k", 23, '"k"', 7)


def test_the_same_key_in_two_objects_is_no_repetition() -> None:
    assert first_fault('[{"k": 1}, {"k": 2}]', lambda _: True) is None


def test_a_refused_scalar_is_named_with_its_pointer() -> None:
    fault = first_fault('{"a/b": [0, NaN]}', lambda lexeme: lexeme != "NaN")
    assert fault is not None
    assert (fault.pointer, fault.lexeme) == ("/a~1b/1", "NaN")


@pytest.mark.parametrize("text", ['["' + '\\"' * 300_000, "[" * 40 + '"' * 300_000, '["' + "a" * 3_000_000])
def test_unterminated_texts_are_scanned_once(text: str) -> None:
    assert first_excess_depth("[" * 30 + text, 25) == 25
    assert first_excess_depth(text, 128) is None


def test_a_value_ends_with_its_own_bracket_whatever_its_texts_hold() -> None:
    text = '{"a": [1, {"b]": "}"}, []], "c": []}'
    assert value_span(text, "/a") == Span(6, 26)
    assert value_span(text, "") == Span(0, len(text))


@pytest.mark.parametrize("text", ["3", '"a]"', "null", "-1.5e3", '"[{"'])
def test_a_document_that_is_one_scalar_is_a_value_from_its_first_to_its_last_character(text: str) -> None:
    assert value_span(f" {text} \n", "") == Span(1, 1 + len(text))
    with pytest.raises(KeyError):
        value_span(text, "/0")
