"""Checks the tools and inputs named by the user against the inventory: a typo must fail, not test nothing."""

import math
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from conformance.display import code_text, list_codes
from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory, Tool
from conformance.names import suggest
from conformance.probes.interview.permission import ToolSettings
from conformance.schema.safe_validation import validate_instance


def chosen_tools(inventory: Inventory, globs: Sequence[str] = ()) -> list[Tool]:
    """Return the tools to ask, all of them without ``globs``.

    Raises ``ConformanceError`` when the system has no tools, or none that matches a glob: the run would prove nothing.
    """
    if not inventory.tools:
        hint = "probe a system that has tools, or check why this one lists none"
        raise ConformanceError(ErrorKind.UNSUPPORTED, "the system lists no tools, so nothing was probed", hint)
    for glob in globs:
        if not any(fnmatchcase(tool.name, glob) for tool in inventory.tools):
            raise _unknown_tool_error(glob, inventory)
    return [tool for tool in inventory.tools if not globs or any(fnmatchcase(tool.name, glob) for glob in globs)]


def validate_settings(settings: Mapping[str, ToolSettings], inventory: Inventory) -> None:
    """Raise ``ConformanceError`` for settings of a tool that does not exist, or an input that its schema rejects."""
    for name, stated in settings.items():
        tool = inventory.tool(name)
        if tool is None:
            raise _unknown_tool_error(name, inventory)
        for given in stated.inputs:
            for fault in _faults(given, tool):
                raise ConformanceError(
                    ErrorKind.USAGE,
                    f"input given for {code_text(name)} is invalid, as {fault}",
                    f"fix it in --allow, or in the table `probe.tools.{name}` of the configuration",
                )


def _unknown_tool_error(name: str, inventory: Inventory) -> ConformanceError:
    names = [tool.name for tool in inventory.tools]
    hint = suggest(name, names, f"use one of {list_codes(names)}")
    return ConformanceError(ErrorKind.USAGE, f"the system has no tool {code_text(name)}", hint)


def _faults(given: JsonValue, tool: Tool) -> Iterator[str]:
    for pointer, part in walk(given):
        if not _is_json(part):
            yield f"{_format_pointer(pointer)} is {part!r}, which JSON can't represent"
    found = validate_instance(given, tool.input_schema, most=1)
    for violation in found if isinstance(found, list) else ():  # an unusable schema is reported by the interview
        yield f"{_format_pointer(violation.pointer)} violates `{violation.keyword}`: {violation.message[:160]}"


def _format_pointer(pointer: str) -> str:
    return code_text(pointer) if pointer else "it"


def _is_json(value: Any) -> bool:
    """Say whether JSON can represent the value: Python's parser accepts NaN, and TOML has dates."""
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, bool | int | str | Mapping | list | tuple)
