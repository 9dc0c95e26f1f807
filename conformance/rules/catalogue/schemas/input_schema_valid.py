"""An input schema is valid in its dialect, and every keyword in it has an effect.

A keyword without effect is a promise that nobody keeps: a misspelled ``maxLength``, one hidden by a ``$ref`` next to
it, or a pattern that only one language can read binds the model and nobody else.
"""

from collections.abc import Iterator
from itertools import islice

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.examples import closed_object
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.faults import schema_faults
from conformance.settings.profiles import Profile

# Enough to start fixing; a schema that is wrong throughout must not bury the rest of the report.
_MAX_PROBLEMS = 50


def check(tool: Tool, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each fault of the schema, at most fifty."""
    for fault in islice(schema_faults(tool.input_schema), _MAX_PROBLEMS):
        yield Problem(fault.message, fault.hint, f"/input_schema{fault.pointer}")


def _tool_with_label(label: JsonObject, **top: JsonValue) -> JsonObject:
    return {"input_schema": {**closed_object(label=label), **top}}


_DRAFT_07 = "http://json-schema.org/draft-07/schema#"

RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(
        _tool_with_label({"type": "string", "maxLength": 40, "pattern": "^[a-z]+$", "x-order": 3}),
        _tool_with_label(
            {"$ref": "#/definitions/Name"}, definitions={"Name": {"type": "string"}}, **{"$schema": _DRAFT_07}
        ),
    ),
    bad=(
        BadExample(
            _tool_with_label({"type": "str"}),
            says="`str` is not a JSON type",
            at="/tools/0/input_schema/properties/label/type",
        ),
        BadExample(
            _tool_with_label({"type": "string", "maxLenght": 40}),
            says="`maxLenght` is not a JSON Schema keyword",
            at="/tools/0/input_schema/properties/label/maxLenght",
        ),
        BadExample(
            _tool_with_label({"type": "string", "pattern": "^(?P<word>[a-z]+)$"}),
            says="is not an ECMA-262 regular expression",
            at="/tools/0/input_schema/properties/label/pattern",
        ),
        BadExample(_tool_with_label({"type": "string", "pattern": "^([a-z]+)+$"}), says="exponential time"),
        BadExample(
            _tool_with_label(
                {"$ref": "#/definitions/Name", "maxLength": 40},
                definitions={"Name": {"type": "string"}},
                **{"$schema": _DRAFT_07},
            ),
            says="`maxLength` next to `$ref` is ignored",
        ),
    ),
)
