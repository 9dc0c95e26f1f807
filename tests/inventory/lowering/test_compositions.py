"""A dialect that closes every object gets objects of several parts as one, so that what is valid stays valid."""

from itertools import product
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.documents.values import JsonObject
from conformance.inventory.lowering import LossKind, LoweredSchema, lower
from conformance.settings.profiles import load_profile

STRICT = ("openai_strict", "anthropic_strict")
NAMES = ("p", "q", "r")
TEXT = {"type": "string"}
BASE = {"type": "object", "properties": {"x": TEXT}, "required": ["x"]}
MORE = {"type": "object", "properties": {"y": TEXT}, "required": ["y"]}


def _lower(field: dict[str, Any], target: str, **definitions: Any) -> LoweredSchema:
    provider = load_profile(target).provider
    assert provider is not None
    root = {"type": "object", "properties": {"f": field}, "required": ["f"], "$defs": definitions}
    return lower(root, provider.dialect)


def _admits(lowered: LoweredSchema, value: Any) -> bool:
    return jsonschema_rs.validator_for(lowered.schema).is_valid({"f": value})


@pytest.mark.parametrize("target", STRICT)
@pytest.mark.parametrize(
    "field",
    [
        {"allOf": [{"$ref": "#/$defs/Base"}, MORE]},
        {"allOf": [BASE, MORE]},
        {"allOf": [{"allOf": [{"$ref": "#/$defs/Base"}]}, MORE]},
        {"allOf": [{"$ref": "#/$defs/Extended"}, {"properties": {"y": {"minLength": 1}}}]},
        {"$ref": "#/$defs/Base", **MORE},
        {"$ref": "#/$defs/Extended"},
        {"allOf": [{"$ref": "#/$defs/Base"}, {**MORE, "properties": {"x": TEXT, "y": TEXT}}]},
        {**BASE, "anyOf": [MORE, {"properties": {"z": TEXT}, "required": ["z"]}]},
        {**BASE, "oneOf": [MORE, {"type": "object", "properties": {"z": TEXT}, "required": ["z"]}]},
        {**BASE, "anyOf": [{"$ref": "#/$defs/More"}]},
        {"$ref": "#/$defs/Base", "anyOf": [{"$ref": "#/$defs/More"}, {"type": "object", "required": ["z"]}]},
    ],
)
def test_an_object_of_several_parts_is_closed_as_one(field: dict[str, Any], target: str) -> None:
    extended = {"allOf": [{"$ref": "#/$defs/Base"}, MORE]}
    lowered = _lower(field, target, Base=BASE, More=MORE, Extended=extended)
    assert _admits(lowered, {"x": "a", "y": "b"})
    assert not _admits(lowered, {"x": "a", "y": "b", "other": 1})
    assert not _admits(lowered, {"y": "b"})


@pytest.mark.parametrize("target", STRICT)
def test_an_object_of_one_part_keeps_its_reference(target: str) -> None:
    described: JsonObject = {"$ref": "#/$defs/Base", "description": "A base."}
    # OpenAI takes a reference only alone
    for field in ({"$ref": "#/$defs/Base", "type": "object"}, *([described] if target != "openai_strict" else [])):
        sent: Any = _lower(field, target, Base=BASE).schema
        assert sent["properties"]["f"]["$ref"] == "#/$defs/Base"
    either = {"type": "object", "anyOf": [{"$ref": "#/$defs/Base"}, {"$ref": "#/$defs/More"}]}
    sent = _lower(either, target, Base=BASE, More=MORE).schema
    assert sent["properties"]["f"] == {"anyOf": either["anyOf"]}


@pytest.mark.parametrize("target", STRICT)
def test_what_describes_itself_beside_more_is_lost_and_told(target: str) -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node", "required": ["name"]}, "name": TEXT}}
    lowered = _lower({"$ref": "#/$defs/Node"}, target, Node=node)
    assert LossKind.REQUIREMENT in {loss.kind for loss in lowered.losses}
    assert _admits(lowered, {"next": {"name": "a", "next": None}, "name": "b"})


@pytest.mark.parametrize("target", STRICT)
def test_parts_that_double_at_each_level_stay_small(target: str) -> None:
    levels = {
        f"L{level}": {"allOf": [{"$ref": f"#/$defs/L{level - 1}"}, {"properties": {f"n{level}": _twice(level)}}]}
        for level in range(1, 40)
    }
    lowered = _lower({"$ref": "#/$defs/L39"}, target, L0=BASE, **levels)
    assert len(repr(lowered.schema)) < 3_000_000


def _twice(level: int) -> dict[str, Any]:
    return {"$ref": f"#/$defs/L{level - 1}", "properties": {"more": {"$ref": f"#/$defs/L{level - 1}"}}}


def _part(names: list[str], required: list[str], typed: bool) -> dict[str, Any]:
    kind = {"type": "object"} if typed else {}
    return {**kind, "properties": dict.fromkeys(names, TEXT), "required": [name for name in required if name in names]}


_NAMED = st.lists(st.sampled_from(NAMES), unique=True, max_size=2)
_PARTS = st.builds(_part, _NAMED, _NAMED, st.booleans())
_REFERENCES = st.sampled_from([{"$ref": "#/$defs/One"}, {"$ref": "#/$defs/Two"}])


def _compositions(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        st.builds(lambda own, parts: {**own, "allOf": parts}, _PARTS, several),
        st.builds(lambda parts: {"allOf": parts}, several),
        st.builds(lambda own, branches: {**own, "anyOf": branches}, _PARTS, several),
        st.builds(lambda own, reference: {**own, **reference}, _PARTS, _REFERENCES),
    )


COMPOSITIONS = st.recursive(st.one_of(_PARTS, _REFERENCES), _compositions, max_leaves=5)


def _values() -> list[dict[str, Any]]:
    chosen = product(("a", None, ...), repeat=len(NAMES))
    return [{name: value for name, value in zip(NAMES, one, strict=True) if value is not ...} for one in chosen]


VALUES = _values()


@pytest.mark.parametrize("target", STRICT)
@settings(max_examples=300, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(field=COMPOSITIONS, one=_PARTS, two=COMPOSITIONS.filter(lambda schema: "Two" not in repr(schema)))
def test_what_has_a_valid_value_has_one_when_it_is_sent(target: str, field: Any, one: Any, two: Any) -> None:
    contract = {**field, "$defs": {"One": one, "Two": two}}
    is_contracted = jsonschema_rs.validator_for(contract).is_valid
    lowered = _lower(field, target, One=one, Two=two)
    sent = [value for value in VALUES if _admits(lowered, value)]
    meant = [{name: text for name, text in value.items() if text is not None} for value in sent]
    assert sent, lowered
    assert any(map(is_contracted, meant)) or LossKind.REQUIREMENT in {loss.kind for loss in lowered.losses}, lowered
