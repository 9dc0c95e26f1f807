"""What must not be evaluated is refused before anything is, at the very limit and with the reason."""

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.schema.complexity import MAX_CHAIN, MAX_EXPANSION
from conformance.schema.limits import LIMIT_VARIABLE, MAX_SUBSCHEMAS, cost_refusal, refusal_of
from conformance.schema.references import References


def chain(length: int) -> JsonObject:
    """A schema of so many subschemas, each inside the one before."""
    schema: JsonObject = {}
    for _ in range(length - 1):
        schema = {"items": schema}
    return schema


def product(*sizes: int) -> JsonObject:
    """A schema that has as many combinations of branches as the product of the sizes."""
    unions: list[JsonValue] = [{"anyOf": [{}] * size} for size in sizes]
    return {"allOf": unions}


def test_a_harmless_schema_is_not_refused() -> None:
    for schema in (True, {}, {"$ref": "#/$defs/a", "$defs": {"a": {}}}):
        assert refusal_of(schema) is None
        assert cost_refusal(schema) is None


def test_a_reference_to_elsewhere_is_refused_but_costs_nothing() -> None:
    schema: JsonValue = {
        "properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "https://example.com/x"}},
        "$defs": {"a": {}},
    }
    refused = refusal_of(schema)
    assert refused is not None
    assert (refused.kind, refused.pointer) == (ErrorKind.UNSUPPORTED, "/properties/b/$ref")
    assert refused.reason == (
        "refers to `https://example.com/x`, which is not in this schema; references to files and URLs are never opened"
    )
    assert refused.fix == "copy that schema into `$defs` and refer to `#/$defs/...`"
    assert cost_refusal(schema) is None


def test_a_chain_is_refused_from_the_first_subschema_beyond_the_limit_on() -> None:
    assert cost_refusal(chain(MAX_CHAIN)) is None
    for refused in (cost_refusal(chain(MAX_CHAIN + 1)), refusal_of(chain(MAX_CHAIN + 1))):
        assert refused is not None
        assert (refused.kind, refused.pointer) == (ErrorKind.TOO_LARGE, "")
        assert refused.reason == "chains more than 256 subschemas, each leading to the next"
        assert refused.fix == "shorten its chain of references"


def test_combinations_are_refused_from_the_first_beyond_the_limit_on() -> None:
    assert MAX_EXPANSION == 10**6
    assert cost_refusal(product(10, 10, 10, 10, 10, 10)) is None
    assert MAX_EXPANSION + 1 == 101 * 9901
    for refused in (cost_refusal(product(101, 9901)), refusal_of(product(101, 9901))):
        assert refused is not None
        assert (refused.kind, refused.pointer) == (ErrorKind.TOO_LARGE, "")
        assert refused.reason == "needs more than 1,000,000 evaluations for one instance"
        assert refused.fix.startswith("its references or alternatives multiply")


def test_subschemas_are_refused_from_the_first_beyond_the_limit_on() -> None:
    def many(count: int) -> JsonObject:
        return {"properties": {f"member_{number}": {} for number in range(count - 1)}}

    assert cost_refusal(many(MAX_SUBSCHEMAS)) is None
    for refused in (cost_refusal(many(MAX_SUBSCHEMAS + 1)), refusal_of(many(MAX_SUBSCHEMAS + 1))):
        assert refused is not None
        assert (refused.kind, refused.pointer) == (ErrorKind.TOO_LARGE, "")
        assert refused.reason == "has more than 12,000 subschemas"
        assert refused.fix.startswith("use definitions for what it repeats, or split the tool; `CONFORMANCE_MAX_SUB")


def test_the_environment_sets_another_limit_of_subschemas(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = {"properties": {f"member_{number}": {} for number in range(2_000)}}
    monkeypatch.setenv(LIMIT_VARIABLE, "2000")
    refused = refusal_of(schema)
    assert refused is not None
    assert refused.reason == "has more than 2,000 subschemas"
    monkeypatch.setenv(LIMIT_VARIABLE, "2001")
    assert refusal_of(schema) is None
    monkeypatch.setenv(LIMIT_VARIABLE, "many")
    with pytest.raises(ConformanceError, match="CONFORMANCE_MAX_SUBSCHEMAS is `many`, which is not a number"):
        refusal_of(schema)


def test_references_that_are_known_are_not_read_again() -> None:
    known = References({"$ref": "https://example.com/x"})
    assert refusal_of({}, known) is not None
    assert cost_refusal({}, References(chain(MAX_CHAIN + 1))) is not None
