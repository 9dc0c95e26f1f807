"""Members of JSON state a failure by what they hold, and a text by its words."""

import json
from typing import Any

import pytest

from conformance.settings.profiles import load_profile
from conformance.systems.reported_failures import may_be_failure

TABLES = load_profile("mcp").probing


@pytest.mark.parametrize(
    "value",
    [
        {"error": None, "result": 1},
        {"errors": [], "result": 1},
        {"error": "", "items": []},
        {"error": "none", "status": "ok"},
        {"required": True, "missing": 0},
        {"failed": 0, "passed": 12},
        {"is_error": False, "errorMessage": None, "hasFailed": "false"},
        {"status": 200, "code": 0, "success": True},
        {"data": {"error": None}, "list": [{"errors": []}]},
        {"labels": ["required", "invalid"]},
        [{"required": True}],
        [],
        {"error": {}},
        {"a": {"b": {"c": {"error": "too deep"}}}},
    ],
)
def test_json_whose_members_state_no_failure_is_none(value: Any) -> None:
    assert not may_be_failure(value, "", TABLES)
    assert not may_be_failure(value, json.dumps(value), TABLES)


@pytest.mark.parametrize(
    "value",
    [
        {"result": None, "error": "boom"},
        {"errors": [{"message": "boom"}]},
        {"isError": True, "message": "boom"},
        {"error_message": "boom", "status": "error"},
        {"items": [], "success": False},
        {"message": "Invalid input: a must be an integer"},
        {"detail": "Not Found", "title": "Not found"},
        {"status": 404, "body": ""},
        {"code": 500, "message": ""},
        {"status": "failed"},
        {"response": {"error": {"code": 3}}},
        [{"error": "boom"}],
        {"failed": 3},
        "a is required",
    ],
)
def test_json_whose_members_may_state_a_failure_may_be_one(value: Any) -> None:
    assert may_be_failure(value, "", TABLES)


def test_the_words_of_a_long_result_are_content_and_its_members_are_not() -> None:
    page = {"text": "what is missing here " + "x" * 600}
    assert not may_be_failure(page, "", TABLES)
    assert may_be_failure({**page, "error": "boom"}, "", TABLES)
