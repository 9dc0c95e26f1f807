"""JSON Pointers name every place of a document, whatever its keys are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.documents.pointers import child, lineage, move, nearest, parent, resolve, split, walk
from conformance.documents.values import JsonValue


@given(st.lists(st.text(max_size=4), max_size=5))
def test_tokens_survive_the_way_into_a_pointer_and_back(tokens: list[str]) -> None:
    assert split(child("", *tokens)) == tokens


def test_keys_with_slash_and_tilde_are_escaped() -> None:
    assert child("/a", "b/c~d", 3) == "/a/b~1c~0d/3"
    assert parent("/a/b~1c") == "/a"


def test_a_pointer_knows_all_that_hold_its_place() -> None:
    assert lineage("/a/b~1c/0") == ["/a/b~1c/0", "/a/b~1c", "/a", ""]


def test_every_value_that_is_walked_is_resolved_by_its_pointer() -> None:
    value: JsonValue = {"": [1, {"a/b": None}], "~1": {"x": []}}
    found = dict(walk(value))
    assert set(found) == {"", "/", "//0", "//1", "//1/a~1b", "/~01", "/~01/x"}
    assert all(resolve(value, pointer) == inner for pointer, inner in found.items())


@pytest.mark.parametrize("pointer", ["/b", "/a/2", "/a/-", "/a/01", "/a/+1", "/a/0/x", "/a/" + "9" * 5000, "/a/\u0661"])
def test_a_pointer_that_names_nothing_is_a_key_error(pointer: str) -> None:
    with pytest.raises(KeyError):
        resolve({"a": [0, "text"]}, pointer)


def test_a_pointer_moves_with_what_holds_its_place_and_with_nothing_of_a_similar_name() -> None:
    moves = {"/a": "/b/c", "/x": ""}
    assert move("/a", moves) == "/b/c"
    assert move("/a/0", moves) == "/b/c/0"
    assert move("/ab", moves) == "/ab"
    assert move("/x/y", moves) == "/y"


def test_the_nearest_pointer_ends_where_the_value_does() -> None:
    assert nearest({"a": [{"b": 1}]}, "/a/0/b") == "/a/0/b"
    assert nearest({"a": [{"b": 1}]}, "/a/0/c/d") == "/a/0"
    assert nearest({}, "/a") == ""
