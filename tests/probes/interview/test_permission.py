"""Only tools that say that they read, or that the user has named with an input, are called."""

from typing import Any

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.inventory import Tool
from conformance.probes.interview.permission import Permissions, ToolSettings
from conformance.rules.examples import from_tool


def tool(**hints: Any) -> Tool:
    return from_tool({"name": "t", "annotations": hints} if hints else {"name": "t"}).inventory.tools[0]


@pytest.mark.parametrize(
    ("hints", "allowed"),
    [
        ({}, False),
        ({"readOnlyHint": True}, True),
        ({"readOnlyHint": True, "destructiveHint": False}, True),
        ({"readOnlyHint": True, "destructiveHint": True}, False),
        ({"readOnlyHint": False}, False),
        ({"readOnlyHint": "true"}, False),
        ({"readonlyhint": True}, False),
    ],
)
def test_a_tool_that_says_that_it_reads_may_be_called(hints: dict[str, Any], allowed: bool) -> None:
    assert Permissions().permission_for(tool(**hints)).allowed is allowed


def test_a_tool_that_is_named_with_an_input_may_be_called_with_exactly_that() -> None:
    permission = Permissions({"t": ToolSettings(inputs=({"a": 1},))}).permission_for(tool())
    assert (permission.allowed, permission.exactly) == (True, True)
    reading = Permissions({"t": ToolSettings(inputs=({"a": 1},))}).permission_for(tool(readOnlyHint=True))
    assert (reading.allowed, reading.exactly) == (True, False)


def test_a_forbidden_tool_is_never_called() -> None:
    settings = {"t": ToolSettings(inputs=({"a": 1},), call=False)}
    permission = Permissions(settings, harmless=True).permission_for(tool(readOnlyHint=True))
    assert (permission.allowed, permission.reason) == (False, "the configuration forbids calling it (`call = false`)")
    assert "`call = false`" in permission.cure
    assert "example input" in Permissions().permission_for(tool()).cure


@pytest.mark.parametrize(
    ("support", "allowed"), [("required", False), ("optional", True), ("forbidden", True), (5, True)]
)
def test_a_tool_that_runs_only_as_a_task_is_not_called(support: JsonValue, allowed: bool) -> None:
    stated: JsonObject = {"name": "t", "annotations": {"readOnlyHint": True}, "execution": {"taskSupport": support}}
    tasked = from_tool(stated).inventory.tools[0]
    given = {"t": ToolSettings(inputs=({"a": 1},))}
    assert [Permissions(one).permission_for(tasked).allowed for one in ({}, given)] == [allowed, allowed]
    assert Permissions(harmless=True).permission_for(tasked).allowed  # what was recorded is no call


def test_every_answer_has_a_reason() -> None:
    reasons = [Permissions(harmless=harmless).permission_for(tool()).reason for harmless in (True, False)]
    assert all(reasons)
    assert len(set(reasons)) == 2
