"""The values of an inventory are found by name and know their place."""

from conformance.documents.values import JsonValue
from conformance.inventory import Tool
from conformance.rules.examples import from_inventory


def test_a_tool_knows_its_pointer_and_its_published_result() -> None:
    published = {"success_result_schema": {"type": "object"}}
    inventory = from_inventory([{"name": "A"}, {"name": "B", "result_envelope": published}]).inventory
    assert [tool.pointer for tool in inventory.tools] == ["/tools/0", "/tools/1"]
    assert inventory.tools[0].success_result_schema is None
    assert inventory.tools[1].success_result_schema == {"type": "object"}


def test_of_twins_the_first_is_found_by_name() -> None:
    inventory = from_inventory(
        [{"name": "A", "stability": "stable"}, {"name": "A", "stability": "deprecated"}]
    ).inventory
    tool = inventory.tool("A")
    assert tool is not None
    assert tool.stability == "stable"
    assert inventory.tool("a") is None


def test_a_tool_without_an_envelope_publishes_nothing() -> None:
    (tool,) = from_inventory([{"result_envelope": None}]).inventory.tools
    assert tool.result_envelope is None
    assert tool.success_result_schema is None


def test_the_first_tool_of_each_field_is_found_without_an_analysis_of_each_tool_that_is_kept() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    tools: list[JsonValue] = [{"name": name, "input_schema": schema} for name in ("get_a", "set_a")]
    inventory = from_inventory({"tools": tools}).inventory
    assert {name: tool.name for name, tool in inventory.first_tool_by_field.items()} == {"a": "get_a"}
    assert not any("input_subschemas" in vars(tool) for tool in inventory.tools)


def test_what_is_gathered_of_each_tool_is_computed_once_and_not_forgotten() -> None:
    inventory = from_inventory([{"name": name} for name in ("A", "B", "C")]).inventory
    asked: list[str] = []

    def name_of(tool: Tool) -> str:
        asked.append(tool.name)
        return tool.name.lower()

    assert list(inventory.gather(name_of, 2)) == ["a", "b"]
    for tool in inventory.tools:
        tool.forget()
    assert list(inventory.gather(name_of)) == ["a", "b", "c"]
    assert list(inventory.gather(name_of)) == ["a", "b", "c"]
    assert asked == ["A", "B", "C"]
