"""A tool that starts something shows an input that is valid, and one that mistakes a field of its result for input.

What a command is started with and what comes back of it look alike: ``status`` and ``task_handle`` are read in one
turn and sent in the next. A pair of examples teaches the difference before a call is rejected for it.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, compact_json, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.rules.examples import closed_object
from conformance.rules.scopes import SURFACE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface
from conformance.systems.surface.input_examples import ExampleInput, example_inputs


def check(surface: Surface, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each startup tool without a valid example, or without an invalid one with a result field.

    Examples count in the description of the tool and in guidance; guidance that is not configured may have them.
    """
    level = Level.WARNING if surface.surroundings.guidance else Level.INFO
    shown = list(example_inputs(surface.inventory, surface.surroundings))
    for tool in surface.inventory.tools:
        if tool.name in profile.startup_tools and profile.result_only_fields and tool.input_schema is not None:
            missing = _missing_kinds([one for one in shown if one.tool.name == tool.name], profile)
            if missing:
                message = f"no example shows {' and '.join(missing)} startup input of {code_text(tool.name)}"
                yield Problem(message, _hint(tool, profile), child(tool.pointer, "description"), max_level=level)


def _missing_kinds(shown: list[ExampleInput], profile: Profile) -> list[str]:
    results = {*profile.result_only_fields, *profile.never_input_fields}
    has_valid = any(one.is_valid for one in shown)
    has_invalid = any(not one.is_valid and not results.isdisjoint(_names_in(one.value)) for one in shown)
    return ["valid"] * (not has_valid) + ["invalid"] * (not has_invalid)


def _hint(tool: Tool, profile: Profile) -> str:
    needed = texts_in(as_object(tool.input_schema).get("required"))
    start: JsonObject = dict.fromkeys(needed or tool.input_subschemas.names_at("")[:1], "...")
    wrong = compact_json({**start, profile.result_only_fields[0]: "..."})
    return f"write both into its description: `Valid: {compact_json(start)}. Invalid: {wrong}.`"


def _names_in(value: JsonValue) -> Iterator[str]:
    """Yield the names of all members, also of those inside a batch."""
    for name, member in as_object(value).items():
        yield name
        yield from _names_in(member)
    for item in as_array(value):
        yield from _names_in(item)


_STARTUP_INPUT: JsonValue = closed_object("cmd", cmd={"type": "string"})
_VALID, _INVALID = 'Valid: {"cmd": "make"}.', 'Invalid: {"cmd": "make", "exit_status": 0}.'


def _example_tool(description: str) -> JsonValue:
    return {
        "name": "ExecCommand",
        "family": "local_environment",
        "description": f"Start a shell command. {description}",
        "input_schema": _STARTUP_INPUT,
    }


RULE = SURFACE.rule(
    check,
    level=Level.WARNING,
    source="tools-contract#inputresult-separation",
    good=(
        _example_tool(f"{_VALID} {_INVALID}"),
        {"tools": [_example_tool("")], "guidance": f"# ExecCommand\n\n{_VALID}\n\n{_INVALID}\n"},
        {"name": "ListTasks"},
    ),
    bad=(
        BadExample(
            _example_tool(_INVALID),
            says="no example shows valid startup input of `ExecCommand`",
            at="/tools/0/description",
        ),
        BadExample(
            _example_tool(f'{_VALID} Invalid: {{"cmd": 7}}.'),
            says="no example shows invalid startup input of `ExecCommand`",
            at="/tools/0/description",
        ),
    ),
)
