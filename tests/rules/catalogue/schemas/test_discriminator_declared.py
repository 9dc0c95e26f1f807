"""Objects of a union that nothing distinguishes are named by their places in it."""

from conformance.documents.values import JsonObject
from tests.rules.judging import found


def _object(name: str) -> JsonObject:
    return {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}


def _messages(*members: JsonObject) -> list[str]:
    properties: JsonObject = {"target": {"anyOf": [*members]}}
    tool: JsonObject = {"input_schema": {"type": "object", "properties": properties}}
    return [f"{one.message}: {one.hint}" for one in found("discriminator_declared", tool)]


def test_two_objects_that_are_the_same_are_both_numbered() -> None:
    assert _messages(_object("berth"), _object("ship"), _object("ship")) == [
        "objects 2 and 3 of the union are the same: remove one of them"
    ]


def test_the_same_object_with_another_text_cannot_be_distinguished() -> None:
    told = "objects 1 and 2 of the union cannot be distinguished by their required fields"
    (message,) = _messages(_object("ship"), {**_object("ship"), "description": "A ship."})
    assert message.startswith(told)


def test_a_constant_of_an_object_that_both_require_distinguishes_them() -> None:
    def kind_of(constant: str, *required: str) -> JsonObject:
        mention: JsonObject = {"type": "object", "properties": {"type": {"const": constant}}, "required": [*required]}
        return {"type": "object", "properties": {"mention": mention}, "required": ["mention"]}

    assert not _messages(kind_of("date", "type"), kind_of("user", "type"))
    assert _messages(kind_of("date", "type"), kind_of("user"))
    assert _messages(kind_of("date", "type"), kind_of("date", "type")) != []
