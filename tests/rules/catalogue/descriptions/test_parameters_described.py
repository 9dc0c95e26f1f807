"""Parameters that no text is about, in one finding for a list."""

from conformance.documents.values import JsonObject, JsonValue
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found

_TEXT: JsonObject = {"type": "string"}


def _tool(name: str, description: str, **properties: JsonValue) -> JsonValue:
    schema: JsonValue = {"type": "object", "additionalProperties": False, "properties": properties}
    return {"name": name, "description": description, "input_schema": schema}


def _messages(*tools: JsonValue) -> list[str]:
    return [one.message for one in found("parameters_described", [*tools], load_profile("mcp"))]


def test_the_parameters_that_nothing_describes_are_counted_over_the_list() -> None:
    stated = {"type": "string", "description": "Where it lies."}
    first = _tool(
        "moor_ship", "Moor it.", ship=_TEXT, berth=stated, lines={"type": "object", "properties": {"bow": _TEXT}}
    )
    second = _tool("tow_ship", "Tow it.", ship=_TEXT)
    third = _tool("find_berth", "Find one.", harbour={"type": "string", "description": "Where to look."})
    assert _messages(first, second, third) == [
        "nothing describes 4 of the 5 parameters of 2 tools: `ship`, `lines`, `bow`"
    ]


def test_a_list_that_describes_no_parameter_is_stated() -> None:
    tools = (_tool("moor_ship", "Moor it.", ship=_TEXT, berth=_TEXT), _tool("tow_ship", "Tow it.", ship=_TEXT))
    assert _messages(*tools) == ["nothing describes any of the 3 parameters of 2 tools: `ship`, `berth`"]


def test_where_another_tool_describes_a_parameter_is_said() -> None:
    stated = _tool(
        "moor_ship", "Moor it.", ship={"type": "string", "description": "Call sign."}, lines={"type": "integer"}
    )
    (finding,) = found("parameters_described", [_tool("tow_ship", "Tow it.", ship=_TEXT), stated], load_profile("mcp"))
    assert finding.hint.endswith("; described elsewhere: `ship` in `moor_ship`")


def test_the_text_of_another_tool_without_the_parameter_may_be_about_it() -> None:
    voiced = _tool("say_line", "Say it.", voice_a=_TEXT)
    assert _messages(voiced, _tool("list_voices", "Voices for ``voice_a`` and `kind`.")) == []
    assert _messages(voiced, _tool("list_voices", "Voices for voice_a.")) == [
        "nothing describes the parameter `voice_a` of `say_line`"
    ]


def test_an_article_describes_no_parameter() -> None:
    article, named = (_tool("add_hours", text, a={"type": "integer"}) for text in ("Add a day.", "Add `a` hours."))
    assert _messages(article, named) == ["nothing describes the parameter `a` of `add_hours`"]


@check_each(
    ("said", "is_described"),
    [
        ("Parameter: sail_area", False),
        ("The sailArea argument.", False),
        ("Sail area", True),
        ("Sail area of the boat", True),
        ("Parameter: sail_area of the boat", True),
    ],
)
def test_a_text_that_only_calls_a_parameter_one_describes_nothing(said: str, is_described: bool) -> None:
    tool = _tool("rig", "Rig a boat.", sail_area={"type": "number", "description": said})
    assert bool(_messages(tool)) != is_described
