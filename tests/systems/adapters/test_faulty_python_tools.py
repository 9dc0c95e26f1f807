"""A tool that breaks down is a finding on that tool, and the others are asked as well."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel, field_validator

from conformance.commands.probe import Plan, probe
from conformance.commands.registry import applied_probes
from conformance.documents.values import as_object
from conformance.errors import ConformanceError
from conformance.findings import Level
from conformance.probes.interview import RunLimits
from conformance.probes.interview.permission import Permissions
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.python_object import runtime_of
from conformance.systems.runtime import Limits, Runtime

PYTHON = load_profile("python")


class Mute(Exception):  # noqa: N818  a name of its own
    """Has no text."""

    def __str__(self) -> str:
        """Fail to give a text."""
        raise RuntimeError("no text")


class Odd(BaseModel):
    """Take small numbers."""

    number: int

    @field_validator("number")
    @classmethod
    def _look_up(cls, number: int) -> int:
        return {0: 0, 1: 1, 2: 2}[number]


class Other(BaseModel):
    """Take any number."""

    number: int


def give_bytes(number: int) -> bytes:
    """Give bytes back."""
    return bytes([255, number % 256])


def fail_mutely(number: int) -> None:
    """Fail without a text."""
    raise Mute(number)


def take_bytes(data: bytes = b"\xff") -> int:
    """Take bytes."""
    return len(data)


def _runtime(*tools: Any) -> Runtime:
    return runtime_of([*tools], "python:tools:TOOLS", Limits())


def _error_of_call(tool: Any) -> Any:
    return as_object(_runtime(tool).call(tool.__name__, {"number": 1}).envelope).get("error")


def test_a_validator_that_raises_refuses_the_input() -> None:
    outcome = _runtime(Odd).parse("Odd", {"number": 7})
    assert not outcome.accepted
    assert outcome.error["message"] == "the validation raised KeyError: 7"


def test_what_is_not_json_and_what_has_no_text_are_failures_of_the_call() -> None:
    assert "`bytes` is not JSON" in _error_of_call(give_bytes)["message"]
    assert _error_of_call(give_bytes)["kind"] == "result_not_json"
    assert _error_of_call(fail_mutely)["message"].startswith("Mute: its text could not be read")


def test_what_json_can_not_show_is_accepted_all_the_same() -> None:
    assert _runtime(take_bytes).parse("take_bytes", {"data": "abc"}).arguments == {"data": "abc"}
    assert _runtime(take_bytes).parse("take_bytes", {}).accepted


def test_such_tools_are_found_with_the_input_and_the_run_goes_on() -> None:
    plan = Plan(applied_probes(PYTHON), PYTHON, Permissions(harmless=True), limits=RunLimits(max_examples=30))
    report = probe(_runtime(Odd, give_bytes, Other), "python:tools:TOOLS", plan)
    errors = [(one.rule, one.tool, one.evidence.get("call")) for one in report.findings if one.level is Level.ERROR]
    # each number that is refused has a reason of its own, of which one or two are met
    assert list(dict.fromkeys((rule, tool) for rule, tool, _ in errors)) == [
        ("valid_input_accepted", "Odd"),
        ("result_matches_schema", "give_bytes"),
    ]
    assert all("input" in as_object(call) for _, _, call in errors)
    assert {one.tool for one in report.findings} >= {"Odd", "give_bytes", "Other"}


def test_two_functions_of_one_name_are_an_error_and_not_one_tool() -> None:
    def decorated() -> Callable[[int], int]:
        def wrapper(count: int) -> int:
            return count

        return wrapper

    one, two = decorated(), decorated()
    with pytest.raises(ConformanceError, match="cannot be read, as two of its tools are named `wrapper`"):
        runtime_of([one, two], "python:m:tools", Limits())
    assert runtime_of({"one": one, "two": two}, "python:m:tools", Limits()).catalog("chat") == ["one", "two"]
    assert runtime_of([one, one], "python:m:tools", Limits()).catalog("chat") == ["wrapper"]
