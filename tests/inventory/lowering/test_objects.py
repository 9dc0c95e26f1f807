"""Objects as a provider requires them."""

from conformance.documents.values import JsonObject
from conformance.inventory.lowering import lower
from conformance.settings.profiles import load_profile
from tests.cases import check_each

_BARE: JsonObject = {"type": "object", "additionalProperties": False}
_EMPTY: JsonObject = {**_BARE, "properties": {}}
_STRICT: JsonObject = {**_EMPTY, "required": []}


def _object_of(inner: JsonObject) -> JsonObject:
    return {**_BARE, "properties": {"meta": inner}, "required": ["meta"]}


@check_each(
    ("target", "schema", "sent"),
    [
        ("openai", _BARE, _EMPTY),
        ("openai", {"type": "object"}, {"type": "object", "properties": {}}),
        ("openai", _object_of(_BARE), _object_of(_BARE)),
        ("openai_strict", _BARE, _STRICT),
        ("openai_strict", _object_of(_BARE), _object_of(_STRICT)),
        ("anthropic", _BARE, _BARE),
        ("anthropic_strict", _BARE, _EMPTY),
    ],
)
def test_an_object_without_properties_gets_empty_ones_where_the_provider_needs_them(
    target: str, schema: JsonObject, sent: JsonObject
) -> None:
    provider = load_profile(target).provider
    assert provider is not None
    lowered = lower(schema, provider.dialect)
    assert lowered.schema == sent
    assert lowered.losses == ()
