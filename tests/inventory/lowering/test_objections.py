"""What a provider rejects of the values of keywords that it knows, and that lowering leaves nothing of it."""

from conformance.documents.values import JsonObject
from conformance.inventory.lowering import LossKind, lower
from conformance.inventory.lowering.objections import keyword_objections
from conformance.settings.profiles import load_profile
from conformance.settings.profiles.provider import ProviderDialect
from tests.cases import check_each


def _dialect(name: str) -> ProviderDialect:
    provider = load_profile(name).provider
    assert provider is not None
    return provider.dialect


def _tool(field: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": {"a": field},
        "required": ["a"],
        "additionalProperties": False,
        "$defs": {"Unit": {"type": "string", "enum": ["c", "f"]}, "Word": {"type": "string"}},
    }


def _rejected(schema: object) -> list[str]:
    return [one.what for one in keyword_objections(schema, _dialect("anthropic_strict"))]  # type: ignore[arg-type]


@check_each(
    "field",
    [
        {"type": ["string", "null"], "description": "A note."},
        {"type": "string", "pattern": "^[A-Z]{3}$"},
        {"type": "string", "pattern": r"(?:a|b)+\\d"},
        {"type": "string", "pattern": "[(?=]"},
        {"type": ["string", "null"], "enum": ["a", None]},
        {"allOf": [{"type": "string"}]},
        {"$ref": "#/$defs/Unit", "description": "A unit."},
    ],
)
def test_strict_mode_of_anthropic_takes_what_its_page_says(field: JsonObject) -> None:
    assert _rejected(_tool(field)) == []


_REJECTED = {
    "a pattern with a lookaround, a backreference or a word boundary": [
        {"type": "string", "pattern": "^(?=a)a+$"},
        {"type": "string", "pattern": "(?<!a)b"},
        {"type": "string", "pattern": r"(a)\1"},
        {"type": "string", "pattern": r"\bword\b"},
    ],
    "an enum with objects or arrays": [
        {"type": ["object", "string"], "enum": [{"a": 1}, "x"]},
        {"type": "array", "items": {"type": "string"}, "enum": [["x"]]},
    ],
    "a reference in `allOf`": [
        {"allOf": [{"$ref": "#/$defs/Unit"}], "description": "A unit."},
        {"allOf": [{"$ref": "#/$defs/Unit"}, {"$ref": "#/$defs/Word"}]},
    ],
}


@check_each(("what", "field"), [(what, field) for what, fields in _REJECTED.items() for field in fields])
def test_strict_mode_of_anthropic_rejects_what_its_page_says_and_lowering_leaves_none_of_it(
    what: str, field: JsonObject
) -> None:
    assert what in _rejected(_tool(field))
    assert _rejected(lower(_tool(field), _dialect("anthropic_strict")).schema) == []


def test_a_described_reference_in_all_of_is_lowered_without_a_loss() -> None:
    field: JsonObject = {"allOf": [{"$ref": "#/$defs/Unit"}], "description": "A unit."}
    lowered = lower(_tool(field), _dialect("anthropic_strict"))
    assert lowered.schema["properties"]["a"] == {"$ref": "#/$defs/Unit", "description": "A unit."}  # type: ignore[index,call-overload]
    assert lowered.losses == ()


def test_a_second_reference_is_lost_as_a_requirement_and_a_pattern_or_enum_as_a_constraint() -> None:
    for field, kind in (
        ({"allOf": [{"$ref": "#/$defs/Unit"}, {"$ref": "#/$defs/Word"}]}, LossKind.REQUIREMENT),
        ({"type": "string", "pattern": "^(?=a)a+$"}, LossKind.CONSTRAINT),
        ({"type": ["object", "string"], "enum": [{"a": 1}, "x"]}, LossKind.CONSTRAINT),
    ):
        losses = lower(_tool(field), _dialect("anthropic_strict")).losses
        assert [loss.kind for loss in losses if loss.kind is not LossKind.DICTIONARY] == [kind]
