"""JSON in an output reads as JSON, never as JSON escaped inside a string."""

import json

import pytest

from conformance.contract.readable_json import format_json_text, format_json_value


def test_json_is_indented() -> None:
    assert format_json_text('{"a":[1,{"b":null}],"c":{}}', 1_000) == (
        '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {}\n}'
    )


def test_json_that_does_not_fit_when_indented_stays_on_one_line() -> None:
    assert format_json_text('{"a":[1,2]}', 20) == '{"a": [1, 2]}'


def test_a_string_that_holds_json_is_shown_as_that_json() -> None:
    inner = json.dumps({"b": json.dumps({"c": 1})})
    assert format_json_text(json.dumps({"a": inner}), 12) == '{"a": {"b": {"c": 1}}}'


def test_a_string_that_only_contains_json_is_shown_without_escapes() -> None:
    shown = format_json_text(json.dumps({"log": 'got {"a": 1} back'}), 5)
    assert shown == """{"log": 'got {"a": 1} back'}"""
    assert '\\"' not in shown


def test_a_return_before_the_end_of_a_line_is_left_to_be_made_visible() -> None:
    assert format_json_text(json.dumps(["50%\r\r\ndone"]), 5) == '[\n  """\n  50%\r\r\n  done\n  """\n]'
    assert format_json_text(json.dumps(["50%\r\ndone"]), 5) == '[\n  """\n  50%\n  done\n  """\n]'


def test_a_quotation_stays_a_json_string() -> None:
    assert format_json_text(json.dumps(['she said "no"']), 5) == '["she said \\"no\\""]'


@pytest.mark.parametrize("number", ["1.10", "1e5", "100000000000000000000000001", "-0.0", "1E400"])
def test_numbers_keep_their_digits(number: str) -> None:
    assert format_json_text(f"[{number}]", 5) == f"[{number}]"


@pytest.mark.parametrize(
    "text",
    ["", "plain", "42", '"text"', "{not json}", '{"a": 1} trailing', '{"a": 1, "a": 2}', "[" * 200_000, "{" * 10],
)
def test_what_is_no_strict_json_document_is_left_as_it_is(text: str) -> None:
    assert format_json_text(text, 1_000) == text


def test_space_around_json_goes() -> None:
    assert format_json_text('\n {"a": 1}\n', 5) == '{"a": 1}'


def test_a_value_is_shown_with_sorted_keys_and_a_string_as_itself() -> None:
    assert format_json_value({"b": 1, "a": True}, 5) == '{"a": true, "b": 1}'
    assert format_json_value("plain", 5) == "plain"
    assert format_json_value(None, 5) == "null"


def test_a_string_of_several_lines_is_shown_as_lines() -> None:
    text = json.dumps({"code": 'def f():\r\n\r\n    return "x"\n', "n": 1})
    assert format_json_text(text, 5) == ('{\n  "code": """\n  def f():\n\n      return "x"\n  """,\n  "n": 1\n}')


def test_one_line_with_its_line_feed_stays_a_json_string() -> None:
    assert format_json_text('["done\\n"]', 5) == '["done\\n"]'


def test_a_text_that_would_end_its_own_block_is_shown_with_escapes() -> None:
    forged = 'mallory\n""",\n"approved": true,\n"note": """\nfine'
    shown = format_json_text(json.dumps({"author": forged, "approved": False}), 1_000)
    assert '"approved": true' not in shown
    assert [line for line in shown.split("\n") if "approved" in line and "author" not in line] == [
        '  "approved": false'
    ]
