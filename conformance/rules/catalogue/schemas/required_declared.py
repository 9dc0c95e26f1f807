"""Every required field is declared.

A name in ``required`` that no ``properties`` or ``patternProperties`` declares is a typo or a leftover. The model is
asked to send a field that it knows nothing about, and a closed object then rejects it: no call can succeed. In a result
schema it promises a field of which nobody knows what it holds.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_array, as_object
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.declarations import Declarations
from conformance.names import closest_match
from conformance.rules.examples import tool_with
from conformance.rules.scopes import TOOL, BadExample
from conformance.schema.positions import is_conditional
from conformance.schema.subschemas import Subschemas
from conformance.settings.profiles import Profile

# Finding the closest name is slow; further undeclared names get no suggestion.
_MAX_GUESSES = 20


def check(tool: Tool, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for every required name that no subschema of the same object declares."""
    for base, subschemas in tool.schemas:
        declarations = Declarations(subschemas)
        guesses = _MAX_GUESSES
        for holder, index, name in _required_alone(subschemas):
            if not declarations.declares(holder, name):
                declared = declarations.names(holder)
                meant = closest_match(name, declared) if guesses > 0 else None
                guesses -= 1
                yield _problem(name, meant, child(base + holder, "required", index))


def _required_alone(subschemas: Subschemas) -> Iterator[tuple[str, int, str]]:
    """Yield subschema pointer, index and name of every required name without a property in the same subschema.

    Conditions are left out: what an ``if`` or ``not`` requires is not demanded of the input.
    """
    for position in subschemas.positions():
        schema = subschemas.keywords_of(position.pointer)
        declared_here = as_object(schema.get("properties"))
        for index, name in enumerate(as_array(schema.get("required"))):
            if isinstance(name, str) and name not in declared_here and not is_conditional(position.pointer):
                yield position.pointer, index, name


def _problem(name: str, meant: str | None, pointer: str) -> Problem:
    hint = f"change it to {code_text(meant)}" if meant else "declare it in `properties`, or remove it from `required`"
    return Problem(f"required field {code_text(name)} is not declared", hint, pointer)


_COMMAND: JsonValue = {"cmd": {"type": "string"}, "script": {"type": "string"}}


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(
        tool_with(
            start={
                "type": "object",
                "additionalProperties": False,
                "properties": _COMMAND,
                "anyOf": [{"required": ["cmd"]}, {"required": ["script"]}],
            }
        ),
        tool_with(
            start={
                "type": "object",
                "unevaluatedProperties": False,
                "required": ["cmd"],
                "allOf": [{"properties": _COMMAND}],
            }
        ),
    ),
    bad=(
        BadExample(
            tool_with(
                start={
                    "type": "object",
                    "additionalProperties": False,
                    "properties": _COMMAND,
                    "anyOf": [{"required": ["cmd"]}, {"required": ["scirpt"]}],
                }
            ),
            says="required field `scirpt` is not declared",
            at="/tools/0/input_schema/properties/start/anyOf/1/required/0",
        ),
        BadExample(
            {
                "result_envelope": {
                    "success_result_schema": {
                        "type": "object",
                        "properties": {"returned": {"type": "integer"}},
                        "required": ["returned", "tasks"],
                    }
                }
            },
            says="required field `tasks` is not declared",
            at="/tools/0/result_envelope/success_result_schema/required/1",
        ),
    ),
)
