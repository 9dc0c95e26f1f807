"""What has another shape is refused with its place; what is merely wrong is kept."""

import json
from pathlib import Path

import pytest

from conformance.documents.reader import Document
from conformance.documents.values import JsonValue, as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory, load_inventory, read_inventory
from conformance.inventory.load import known_keys
from conformance.rules.examples import INVENTORY, TOOL
from tests.cases import check_each


def loaded(value: JsonValue) -> Inventory:
    return load_inventory(Document("given.json", json.dumps(value), value))


def with_tools(*tools: JsonValue) -> JsonValue:
    return {**INVENTORY, "tools": list(tools)}


def with_schema(schema: JsonValue) -> JsonValue:
    return with_tools({**TOOL, "input_schema": schema})


def refusal(value: JsonValue) -> ConformanceError:
    with pytest.raises(ConformanceError) as caught:
        loaded(value)
    return caught.value


def test_both_format_versions_are_read() -> None:
    for version in (1, 2):
        assert loaded({**INVENTORY, "version": version, "tools": [TOOL]}).version == version


def test_unknown_keys_are_kept_and_named() -> None:
    inventory = loaded({**INVENTORY, "tool": 1, "tools": [{**TOOL, "inputSchema": {}}]})
    assert list(inventory.unknown_keys) == ["tool"]
    assert list(inventory.tools[0].unknown_keys) == ["inputSchema"]
    assert inventory.raw["tool"] == 1
    assert inventory.tools[0].raw["inputSchema"] == {}


def test_a_version_may_be_written_with_a_fraction_of_nothing() -> None:
    assert loaded({**INVENTORY, "tools": [TOOL], "version": 2.0}).version == 2


def test_a_wrong_value_is_kept_and_reads_as_nothing() -> None:
    (tool,) = loaded(with_tools({**TOOL, "stability": 7, "description": None, "related_surfaces": "X"})).tools
    assert (tool.stability, tool.description, list(tool.related_surfaces)) == (None, None, ["X"])
    assert tool.raw["stability"] == 7


@check_each(
    ("value", "message"),
    [
        ([], "given.json:1:1: the document must be an inventory, an object; found array"),
        (True, "given.json:1:1: the document must be an inventory, an object; found boolean"),
        ({**INVENTORY}, "given.json:1:1: '/tools' must be an array of tools; it is missing"),
        ({**INVENTORY, "tools": None}, "'/tools' must be an array of tools; found null"),
        ({"tools": []}, "'/version' must be the format version, an integer; it is missing"),
        ({**INVENTORY, "tools": [], "stability_policy": []}, "'/stability_policy' must be an object; found array"),
        ({**INVENTORY, "tools": [], "source_of_truth": 7}, "'/source_of_truth' must be an object; found integer"),
        ({**INVENTORY, "version": 1.5, "tools": []}, "'/version' must be the format version, an integer; found number"),
        (
            {**INVENTORY, "version": True, "tools": []},
            "'/version' must be the format version, an integer; found boolean",
        ),
        ({**INVENTORY, "version": "2", "tools": []}, "found string"),
        ({**INVENTORY, "version": 99, "tools": []}, "version 99 at '/version' is newer than this tool knows (1 and 2)"),
        ({**INVENTORY, "version": -1, "tools": []}, "version -1 at '/version' is not one this tool knows"),
        (with_tools(None), "'/tools/0' must be a tool, an object; found null"),
        (with_tools({**TOOL, "name": 7}), "'/tools/0/name' must be the tool's name, a string; found integer"),
        (with_tools({"input_schema": {}}), "'/tools/0/name' must be the tool's name, a string; it is missing"),
        (with_tools({"name": "A"}), "'/tools/0/input_schema' must be a JSON Schema"),
        (with_schema(7), "'/tools/0/input_schema' must be a JSON Schema (an object, a boolean or null); found integer"),
        (with_schema("{}"), "found string"),
    ],
)
def test_another_shape_is_refused_with_the_pointer_and_what_was_expected(value: JsonValue, message: str) -> None:
    error = refusal(value)
    assert message in str(error)
    assert error.kind in (ErrorKind.UNREADABLE, ErrorKind.UNSUPPORTED)


@pytest.mark.parametrize(
    "text",
    [
        "file:///etc/passwd",
        "../../etc/passwd",
        "https://example.com/schema.json",
        "//example.com/x",
        "data:application/json,{}",
        "http://[::1",
        "other.json#/$defs/A",
    ],
)
def test_a_reference_out_of_the_schema_is_refused_and_nothing_is_opened(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(*_args: object, **_more: object) -> None:
        raise AssertionError("something was opened")

    monkeypatch.setattr("builtins.open", opened)
    monkeypatch.setattr("socket.socket", opened)
    error = refusal(with_schema({"type": "object", "properties": {"a": {"$ref": text}}}))
    assert error.kind is ErrorKind.UNSUPPORTED
    assert "'/tools/0/input_schema/properties/a/$ref'" in error.message
    assert "are never opened" in error.message


def test_a_reference_to_an_embedded_id_is_local() -> None:
    member: JsonValue = {"$ref": "https://example.com/x"}
    definitions: JsonValue = {"x": {"$id": "https://example.com/x", "type": "string"}}
    assert loaded(with_schema({"type": "object", "properties": {"a": member}, "$defs": definitions})).tools


@pytest.mark.parametrize("where", ["root", "property"])
@pytest.mark.parametrize("keyword", ["allOf", "anyOf"])
def test_a_schema_that_multiplies_is_refused_wherever_it_does(where: str, keyword: str) -> None:
    definitions: dict[str, JsonValue] = {"d30": {"type": "string"}}
    for number in range(30):
        definitions[f"d{number}"] = {keyword: [{"$ref": f"#/$defs/d{number + 1}"}] * 2}
    start: JsonValue = {"$ref": "#/$defs/d0"}
    schema: JsonValue = {"$ref": "#/$defs/d0"} if where == "root" else {"properties": {"a": start}}
    error = refusal(with_schema({**schema, "$defs": definitions}))
    assert error.kind is ErrorKind.TOO_LARGE
    assert "'/tools/0/input_schema' needs more than 1,000,000 evaluations" in error.message


def test_a_chain_of_references_that_would_exhaust_a_stack_is_refused() -> None:
    definitions: dict[str, JsonValue] = {f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(3000)}
    error = refusal(with_schema({"$ref": "#/$defs/d0", "$defs": {**definitions, "d3000": {}}}))
    assert error.kind is ErrorKind.TOO_LARGE
    assert "more than 256 subschemas" in error.message


def test_a_result_schema_is_guarded_in_the_same_way() -> None:
    envelope: JsonValue = {"success_result_schema": {"$ref": "file:///etc/passwd"}}
    assert "success_result_schema/$ref" in refusal(with_tools({**TOOL, "result_envelope": envelope})).message


def test_tools_share_a_schema_that_is_written_in_the_same_way_so_that_it_is_judged_once() -> None:
    alike: list[JsonValue] = [{"type": "object", "minProperties": 1}, {"type": "object", "minProperties": 1}]
    unlike: list[JsonValue] = [{"minProperties": 1, "type": "object"}, {"type": "object", "minProperties": 1.0}]
    schemas = [
        tool.input_schema
        for tool in loaded(with_tools(*({**TOOL, "input_schema": one} for one in alike + unlike))).tools
    ]
    assert schemas[0] is schemas[1]
    assert len({id(one) for one in schemas}) == 3
    assert [list(as_object(one)) for one in schemas[2:]] == [["minProperties", "type"], ["type", "minProperties"]]


def test_the_keys_of_the_format_are_known() -> None:
    assert "source_of_truth" in known_keys("")
    assert "input_schema" in known_keys("tool")
    assert "success_result_schema" in known_keys("result_envelope")


def test_every_real_inventory_is_read(corpus: Path) -> None:
    for path in sorted((corpus / "inventories").glob("*.json")):
        inventory, document = read_inventory(path)
        assert len(inventory.tools) > 20
        assert inventory.raw == document.value
