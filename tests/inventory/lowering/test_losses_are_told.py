"""Whatever a lowered schema admits and the contract refuses is told as a loss of the kind that explains it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.documents.values import JsonValue
from conformance.inventory.lowering import LossKind, lower
from conformance.settings.profiles import load_profile
from conformance.settings.profiles.provider import ProviderDialect

TARGETS = ("openai", "openai_strict", "anthropic", "anthropic_strict", "gemini", "portable")
VALUES: list[Any] = ["", "a", "b", "ab", 0, 1, 2, -1, 1.5, True, False, None, [], ["a"], [1, "a"], {}, {"p": "a"}]
NAMES = ("p", "q", "r")

_UNIONS = frozenset(("AnyOf", "OneOfNotValid"))
"""No branch took it, and what each of them held against it is not told."""
_NAMES = frozenset(("AdditionalProperties", "UnevaluatedProperties", "Type"))


def _mapping(needed: dict[str, Any], **optional: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    fixed = {key: value if isinstance(value, st.SearchStrategy) else st.just(value) for key, value in needed.items()}
    return st.fixed_dictionaries(fixed, optional=optional)


_TYPES = st.lists(st.sampled_from(["string", "integer", "null", "boolean"]), min_size=1, max_size=3, unique=True)
_SCALARS = st.one_of(
    _mapping({"type": "string"}, minLength=st.just(1), pattern=st.sampled_from(["^a", "b$"])),
    _mapping({"type": st.sampled_from(["integer", "number"])}, minimum=st.just(0), exclusiveMaximum=st.just(2)),
    _mapping({"enum": st.lists(st.sampled_from(["a", "b", 1, None, True]), min_size=1, max_size=3, unique_by=repr)}),
    _mapping(
        {"type": st.one_of(_TYPES, st.sampled_from(["string", "integer"])), "enum": st.sampled_from([["a"], ["a", 1]])}
    ),
    _mapping({"const": st.sampled_from(["a", 1, True, None])}),
    _mapping({"type": _TYPES}, minLength=st.just(1)),
    st.sampled_from([{"type": "null"}, {"type": "boolean"}, {"$ref": "#/$defs/d"}, True, False, {}]),
)


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return _mapping(
        {"type": "object", "properties": st.dictionaries(st.sampled_from(NAMES), inner, min_size=1, max_size=2)},
        required=st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
        additionalProperties=st.sampled_from([False, False, True, {"type": "string"}]),
        unevaluatedProperties=st.just(False),
        patternProperties=st.just({"^r": {"type": "string"}}),
        minProperties=st.just(1),
        dependentRequired=st.just({"p": ["q"]}),
        allOf=st.tuples(_mapping({"properties": st.dictionaries(st.sampled_from(NAMES), inner, max_size=1)})).map(list),
    )


def _compounds(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    branches = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        _objects(inner),
        _mapping({"type": "array", "items": inner}, minItems=st.sampled_from([0, 1, 2]), uniqueItems=st.booleans()),
        _mapping(
            {"type": "array", "prefixItems": st.lists(inner, min_size=1, max_size=2)},
            items=st.one_of(st.just(False), inner),
            maxItems=st.just(2),
        ),
        *(_mapping({keyword: branches}, type=_TYPES) for keyword in ("anyOf", "oneOf")),
        _mapping({"allOf": branches}),
        _mapping({"type": "string", "not": inner}),
        _mapping({"if": inner, "then": inner}),
    )


SCHEMAS = _objects(st.recursive(_SCALARS, _compounds, max_leaves=4))


def _dialect(target: str) -> ProviderDialect:
    provider = load_profile(target).provider
    assert provider is not None
    return provider.dialect


def _as_json_schema(schema: Any) -> Any:
    """What a provider's ``nullable`` means, said in JSON Schema."""
    if isinstance(schema, list):
        return [_as_json_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: value if key in ("enum", "const") else _as_json_schema(value) for key, value in schema.items()}
    return {"anyOf": [plain, {"type": "null"}]} if plain.pop("nullable", False) is True else plain


def _explains(keyword: str, value: JsonValue, told: set[LossKind]) -> bool:
    """Say whether one of the losses is of a kind that a refusal by this keyword can come from."""
    if value is None and LossKind.NULL in told:
        return True
    if keyword in _UNIONS:
        return bool(told)
    if keyword in _NAMES:
        return bool(told - {LossKind.NULL})
    return bool(told & {LossKind.CONSTRAINT, LossKind.REQUIREMENT, LossKind.DICTIONARY})


def _instances() -> Iterator[dict[str, Any]]:
    for name, value in product(NAMES, VALUES):
        yield {name: value}
        yield from ({name: {inner: value}} for inner in NAMES)
        yield from ({name: [value]}, {name: [value, "a"]}, {name: [value, value]})
        yield from ({other: rest, name: value} for other in NAMES if other < name for rest in ("a", 1, None))


INSTANCES = [{}, *_instances()]


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=150, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(schema=SCHEMAS, definition=_SCALARS.filter(lambda one: "$ref" not in repr(one)))
def test_what_only_the_lowered_form_admits_is_told(target: str, schema: dict[str, Any], definition: Any) -> None:
    contract = {**schema, "$defs": {"d": definition}}
    lowered = lower(contract, _dialect(target))
    sent = _as_json_schema(lowered.schema if lowered.schema is not None else {})
    told = {loss.kind for loss in lowered.losses}
    admits, contracted = jsonschema_rs.validator_for(sent).is_valid, jsonschema_rs.validator_for(contract)
    for instance in INSTANCES:
        if admits(instance) and not contracted.is_valid(instance):
            refusals = [(type(error.kind).__name__, error.instance) for error in contracted.iter_errors(instance)]
            assert any(_explains(*refusal, told) for refusal in refusals), (instance, lowered)
