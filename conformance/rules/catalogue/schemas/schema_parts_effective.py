"""Every part of a schema has an effect: no value, type or branch is impossible, and no keyword is idle.

A value that the schema offers and rejects costs the model a call. A keyword that says nothing, such as ``minimum`` on a
string, ``then`` without ``if`` or ``nullable`` of OpenAPI, states a limit or a permission that nobody checks. Only what
is proved is reported.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from conformance.documents.values import JsonValue
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.model import INPUT_SCHEMA, RESULT_SCHEMA
from conformance.rules.examples import tool_with
from conformance.rules.scopes import TOOL, BadExample, Kind
from conformance.schema.faults import SchemaFault
from conformance.schema.ineffective import Effects
from conformance.schema.subschemas import once_per_schema, subschemas_of
from conformance.settings.profiles import Profile

# Enough to start fixing; a schema that is wrong throughout must not bury the rest of the report.
_MAX_PROBLEMS = 20

_PARTS: Mapping[str, Callable[[Effects], Iterator[SchemaFault]]] = {
    "impossible_value": Effects.impossible_values,
    "impossible_type": Effects.impossible_types,
    "impossible_branch": Effects.impossible_branches,
    "repeated_value": Effects.repeated_values,
    "idle_keyword": Effects.idle_keywords,
    "lonely_keyword": Effects.lonely_keywords,
    "nullable_keyword": Effects.nullable_keywords,
    "foreign_keyword": Effects.foreign_keywords,
    "example_keyword": Effects.example_keywords,
}


def check(tool: Tool, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each part of the input or result schema without effect, at most twenty of each kind."""
    # a provider that lists its keywords may have `example` and reject `examples`: `provider_accepts` says which
    provider = profile.provider and profile.provider.reader_of(tool.schema_key)
    left_out = {"example_keyword"} if provider is not None and provider.dialect.keywords else ()
    for base, schema in ((INPUT_SCHEMA, tool.input_schema), (RESULT_SCHEMA, tool.success_result_schema)):
        for kind, fault in _idle_parts(schema):
            if kind not in left_out:
                yield Problem(fault.message, fault.hint, base + fault.pointer, kind=kind)


@once_per_schema
def _idle_parts(schema: JsonValue) -> Sequence[tuple[str, SchemaFault]]:
    effects = Effects(subschemas_of(schema))
    return [(kind, fault) for kind, find in _PARTS.items() for fault in islice(find(effects), _MAX_PROBLEMS)]


_ORDERS: JsonValue = ["oldest", "newest"]

RULE = TOOL.rule(
    check,
    level=Level.WARNING,
    source="tools-contract#tool-definition-contract",
    kinds=(
        Kind("impossible_value", Level.ERROR),
        Kind("impossible_type"),
        Kind("impossible_branch"),
        Kind("repeated_value"),
        Kind("idle_keyword"),
        Kind("lonely_keyword"),
        Kind("nullable_keyword"),
        Kind("foreign_keyword"),
        Kind("example_keyword", Level.INFO),
    ),
    good=(
        tool_with(label={"type": ["string", "null"], "enum": ["oldest", "newest", None]}),
        tool_with(label={"type": ["integer", "null"], "minimum": 1}),
        tool_with(label={"type": "string", "minLength": 1, "anyOf": [{"maxLength": 8}, {"pattern": "^[a-z]+$"}]}),
    ),
    bad=(
        BadExample(
            tool_with(label={"type": "string", "enum": ["oldest", 1]}),
            says="enum value `1` is rejected by `type`",
            at="/tools/0/input_schema/properties/label/enum/1",
        ),
        BadExample(
            tool_with(label={"type": "string", "maxLength": 7, "enum": ["oldest", "newest", "alphabetical"]}),
            says="enum value `alphabetical` is rejected by `maxLength`",
        ),
        BadExample(
            tool_with(label={"type": "string", "enum": ["oldest", "newest", "oldest"]}),
            says="enum value `oldest` is listed twice",
            at="/tools/0/input_schema/properties/label/enum/2",
        ),
        BadExample(
            tool_with(label={"type": ["string", "null"], "enum": _ORDERS}),
            says="type `null` is listed, but the other keywords reject every such value",
            at="/tools/0/input_schema/properties/label/type/1",
        ),
        BadExample(
            tool_with(label={"type": ["string", "null"], "allOf": [{"pattern": "^a+$"}, {"pattern": "^b+$"}]}),
            says="type `string` is listed",
        ),
        BadExample(
            tool_with(label={"allOf": [{"pattern": "^a+$"}, {"pattern": "^b+$"}]}),
            says="keywords about values of type `string` contradict each other",
            at="/tools/0/input_schema/properties/label",
        ),
        BadExample(
            tool_with(label={"type": "string", "anyOf": [{"maxLength": 8}, {"type": "null"}]}),
            says="the keywords next to `anyOf` reject every value of this branch",
            at="/tools/0/input_schema/properties/label/anyOf/1",
        ),
        BadExample(
            tool_with(label={"oneOf": [{"type": "number"}, {"type": "integer"}]}),
            says="each value of this branch fits branch 0 as well, so `oneOf` rejects it",
            at="/tools/0/input_schema/properties/label/oneOf/1",
        ),
        BadExample(
            tool_with(label={"type": "string", "minimum": 1}),
            says="`minimum` has no effect on a value of type `string`",
            at="/tools/0/input_schema/properties/label/minimum",
        ),
        BadExample(
            tool_with(label={"type": "string", "then": {"minLength": 1}}),
            says="`then` has no effect without `if`",
            at="/tools/0/input_schema/properties/label/then",
        ),
        BadExample(
            tool_with(label={"type": "string", "nullable": True}),
            says="`nullable` is not a JSON Schema keyword, so null is rejected",
            at="/tools/0/input_schema/properties/label/nullable",
        ),
        BadExample(
            tool_with(label={"type": "string", "max": 8}),
            says="`max` is not a JSON Schema keyword and has no effect",
            at="/tools/0/input_schema/properties/label/max",
        ),
        BadExample(
            tool_with(label={"type": "string", "example": "fragile"}),
            says="`example` is not a JSON Schema keyword",
            at="/tools/0/input_schema/properties/label/example",
        ),
        BadExample(
            tool_with(label={"type": "string", "format": "datetime"}),
            says="`datetime` is not a known format",
            at="/tools/0/input_schema/properties/label/format",
        ),
        BadExample(
            {
                "result_envelope": {
                    "success_result_schema": {
                        "type": "object",
                        "properties": {"order": {"type": "string", "enum": ["oldest", "oldest"]}},
                    }
                }
            },
            says="enum value `oldest` is listed twice",
            at="/tools/0/result_envelope/success_result_schema/properties/order/enum/1",
        ),
    ),
)
