"""Schemas of our own judge at native speed, and a pattern that Rust cannot read is an error at once."""

import pytest

from conformance.schema.native import compile_schema


def test_a_compiled_schema_judges_without_formats() -> None:
    accepts = compile_schema({"type": "string", "minLength": 2, "format": "date"})
    assert accepts("ab")
    assert not accepts("a")
    assert not accepts(1)


def test_a_pattern_that_looks_around_is_refused() -> None:
    with pytest.raises(ValueError):
        compile_schema({"pattern": "(?=a)b"})
