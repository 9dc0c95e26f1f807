"""A value is changed at one place, and the old one stays as it is."""

from conformance.schema.generation.edits import put, remove, rename

VALUE = {"a": {"b": [1, {"c/d": 2}]}}


def test_a_member_is_set_and_the_old_value_stays() -> None:
    assert put(VALUE, "/a/b/1/c~1d", 3) == {"a": {"b": [1, {"c/d": 3}]}}
    assert VALUE == {"a": {"b": [1, {"c/d": 2}]}}


def test_the_root_is_replaced_by_the_empty_pointer() -> None:
    assert put(VALUE, "", 1) == 1


def test_a_member_and_an_element_are_removed() -> None:
    assert remove(VALUE, "/a/b/1/c~1d") == {"a": {"b": [1, {}]}}
    assert remove(VALUE, "/a/b/0") == {"a": {"b": [{"c/d": 2}]}}


def test_a_renamed_member_keeps_its_position_and_value() -> None:
    assert list(rename({"x": 1, "y": 2}, "/x", "z").items()) == [("z", 1), ("y", 2)]  # type: ignore[union-attr]
