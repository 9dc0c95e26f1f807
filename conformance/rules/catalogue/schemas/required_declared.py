"""Every required field is declared.

A name in ``required`` that no ``properties`` or ``patternProperties`` declares is a misspelling or a leftover. The
model is told to send a field of which it knows nothing, and a closed object then refuses it: no call can succeed.
"""

from collections.abc import Collection, Iterator

from conformance.display import listed, quoted
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.inventory.fields import is_conditional
from conformance.inventory.places import Places
from conformance.names import nearest
from conformance.rules.scopes import TOOL, Bad
from conformance.schema.positions import positions
from conformance.settings.profiles import Profile

_MOST_GUESSES = 20


def check(tool: Tool, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for every required name that no schema at the same place declares."""
    places: Places | None = None
    guesses = _MOST_GUESSES
    for place, index, name in _not_beside(tool):
        places = places or Places(tool.input_schema)
        if not places.declares(place, name):
            declared = places.declared(place)
            meant = nearest(name, declared) if guesses > 0 else None
            guesses -= 1
            yield _problem(name, declared, meant, child(f"/input_schema{place}", "required", index))


def _not_beside(tool: Tool) -> Iterator[tuple[str, int, str]]:
    """Place, index and name of every required name without a property right beside it; conditions require nothing."""
    for position in positions(tool.input_schema):
        schema = as_object(position.schema)
        beside = as_object(schema.get("properties"))
        for index, name in enumerate(as_array(schema.get("required"))):
            if isinstance(name, str) and name not in beside and not is_conditional(position.pointer):
                yield position.pointer, index, name


def _problem(name: str, declared: Collection[str], meant: str | None, pointer: str) -> Problem:
    known = f"declared are {listed(sorted(declared))}" if declared else "nothing is declared there"
    hint = f"write {quoted(meant)}" if meant else "declare it in properties, or remove it from required"
    return Problem(f"{quoted(name)} is required and nowhere declared; {known}", hint, pointer)


_COMMAND: JsonValue = {"cmd": {"type": "string"}, "script": {"type": "string"}}


def _with(start: JsonObject) -> JsonObject:
    return {"input_schema": {"type": "object", "additionalProperties": False, "properties": {"start": start}}}


RULE = TOOL.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tool-definition-contract",
    good=(
        _with(
            {
                "type": "object",
                "additionalProperties": False,
                "properties": _COMMAND,
                "anyOf": [{"required": ["cmd"]}, {"required": ["script"]}],
            }
        ),
        _with(
            {
                "type": "object",
                "unevaluatedProperties": False,
                "required": ["cmd"],
                "allOf": [{"properties": _COMMAND}],
            }
        ),
    ),
    bad=(
        Bad(
            _with(
                {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": _COMMAND,
                    "anyOf": [{"required": ["cmd"]}, {"required": ["scirpt"]}],
                }
            ),
            says="'scirpt'",
            at="/tools/0/input_schema/properties/start/anyOf/1/required/0",
        ),
    ),
)
