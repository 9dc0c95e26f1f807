"""What is read at native speed is what the strict reader reads, or is left to it."""

import pytest

from conformance.documents.plain_json import read_object


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[1]",
        b'"text"',
        b"null",
        b'{"a": NaN}',
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 1}}',
        b'{"a": "\xff"}',
    ],
)
def test_what_is_no_object_or_may_be_read_in_two_ways_is_left_to_the_strict_reader(line: bytes) -> None:
    assert read_object(line) is None


@pytest.mark.parametrize(
    ("line", "value"),
    [(b'{"a":1}\n', {"a": 1}), (b' { "a" : [true, null] } ', {"a": [True, None]}), (b'{"\\u00e9":"/"}', {"é": "/"})],
)
def test_an_object_of_one_reading_is_read_however_it_is_laid_out(line: bytes, value: object) -> None:
    assert read_object(line) == value
