"""A number keeps its spelling where a text is written anew."""

import json

import pytest

from conformance.documents.number_spelling import respell, spelt_value
from conformance.documents.values import JsonValue, stable_text


def rewritten(earlier: str, value: JsonValue) -> str:
    return " ".join(respell(stable_text(value), value, spelt_value(earlier)).split())


@pytest.mark.parametrize("number", ["0.10", "1e-7", "1E+2", "-0", "-0.0", "100.00", "12345678901234567890", "2.50e1"])
def test_a_number_that_is_the_same_is_spelt_as_before(number: str) -> None:
    for text in (f'{{ "a": {number} }}', f'{{ "a": [ 1, {number} ] }}'):
        assert rewritten(text, json.loads(text)) == text


@pytest.mark.parametrize(
    ("earlier", "value", "text"),
    [
        ('{"a": 0.10}', {"a": 0.2}, '{ "a": 0.2 }'),
        ('{"a": 1.0}', {"a": 1}, '{ "a": 1.0 }'),
        ('{"a": 1.0}', {"a": True}, '{ "a": true }'),
        ('{"a": "0.10"}', {"a": 0.1}, '{ "a": 0.1 }'),
        ('{"a": 0.10}', {"a": "0.10", "b": 0.1}, '{ "a": "0.10", "b": 0.1 }'),
        ('{"a": [0.10]}', {"a": [0.1, 0.1]}, '{ "a": [ 0.10, 0.1 ] }'),
        ('{"a": 0.10}', {"a": {"b": 0.1}}, '{ "a": { "b": 0.1 } }'),
        ('{"b": 2e0, "a": 1e0}', {"a": 1, "b": 2}, '{ "a": 1e0, "b": 2e0 }'),
        ('{"a": 0.10}', {'1.5 " 2.5': 0.5, "a": 0.1}, '{ "1.5 \\" 2.5": 0.5, "a": 0.10 }'),
        ('\ufeff{"a": 0.10}', {"a": 0.1}, '{ "a": 0.10 }'),
        ("{}", {"a": [0.1]}, '{ "a": [ 0.1 ] }'),
    ],
)
def test_only_an_equal_number_in_the_same_place_lends_its_spelling(earlier: str, value: JsonValue, text: str) -> None:
    assert rewritten(earlier, value) == text
