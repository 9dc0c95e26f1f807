"""Parameters that no text is about, in one finding for a list."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.settings.profiles import load_profile
from tests.rules.judging import found

_TEXT: JsonObject = {"type": "string"}


def _tool(name: str, description: str, **properties: JsonValue) -> JsonValue:
    schema: JsonValue = {"type": "object", "additionalProperties": False, "properties": properties}
    return {"name": name, "description": description, "input_schema": schema}


def _messages(*tools: JsonValue) -> list[str]:
    return [one.message for one in found("parameters_described", [*tools], load_profile("mcp"))]


def test_the_parameters_that_nothing_describes_are_counted_over_the_list() -> None:
    told = {"type": "string", "description": "Where it lies."}
    first = _tool(
        "moor_ship", "Moor it.", ship=_TEXT, berth=told, lines={"type": "object", "properties": {"bow": _TEXT}}
    )
    second = _tool("tow_ship", "Tow it.", ship=_TEXT)
    third = _tool("find_berth", "Find one.", harbour={"type": "string", "description": "Where to look."})
    assert _messages(first, second, third) == [
        "nothing describes 4 of the 5 parameters of 2 tools: `ship`, `lines`, `bow`"
    ]


def test_a_list_that_describes_no_parameter_is_told_so() -> None:
    tools = (_tool("moor_ship", "Moor it.", ship=_TEXT, berth=_TEXT), _tool("tow_ship", "Tow it.", ship=_TEXT))
    assert _messages(*tools) == ["nothing describes any of the 3 parameters of 2 tools: `ship`, `berth`"]


def test_an_article_describes_no_parameter() -> None:
    article, named = (_tool("add_hours", text, a={"type": "integer"}) for text in ("Add a day.", "Add `a` hours."))
    assert _messages(article, named) == ["nothing describes the parameter `a` of `add_hours`"]
