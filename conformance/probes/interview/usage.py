"""Checks the tools and inputs named by the user against the inventory: a typo must fail, not test nothing."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from conformance.display import list_names, quote_text
from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory, Tool
from conformance.names import closest_match
from conformance.probes.interview.permission import ToolSettings
from conformance.schema.safe_validation import validate_instance


def chosen_tools(inventory: Inventory, wanted: Callable[[str], bool] | None) -> list[Tool]:
    """Return the tools to ask; raises ``ConformanceError`` when there are none, since the run would prove nothing."""
    if not inventory.tools:
        hint = "probe a system that has tools, or check why this one lists none"
        raise ConformanceError(ErrorKind.UNSUPPORTED, "the system lists no tools, so there is nothing to probe", hint)
    chosen = [tool for tool in inventory.tools if wanted is None or wanted(tool.name)]
    if not chosen:
        raise ConformanceError(ErrorKind.USAGE, "the system has no tool of that name", f"tools: {_names(inventory)}")
    return chosen


def validate_settings(settings: Mapping[str, ToolSettings], inventory: Inventory) -> None:
    """Raise ``ConformanceError`` for settings of a tool that does not exist, or an input that its schema rejects."""
    for name, stated in settings.items():
        tool = inventory.tool(name)
        if tool is None:
            meant = closest_match(name, [known.name for known in inventory.tools])
            hint = f"did you mean {quote_text(meant)}?" if meant else f"tools: {_names(inventory)}"
            raise ConformanceError(
                ErrorKind.USAGE, f"the settings name {quote_text(name)}, which is not a tool of this system", hint
            )
        for given in stated.inputs:
            for fault in _faults(given, tool):
                raise ConformanceError(
                    ErrorKind.USAGE,
                    f"the input given for {quote_text(name)} is invalid: {fault}",
                    f"fix it in --allow, or in the table `probe.tools.{name}` of the configuration",
                )


def _names(inventory: Inventory) -> str:
    return list_names([tool.name for tool in inventory.tools])


def _faults(given: JsonValue, tool: Tool) -> Iterator[str]:
    for pointer, part in walk(given):
        if not _is_json(part):
            yield f"{_format_pointer(pointer)} is {part!r}, which JSON can't represent"
    found = validate_instance(given, tool.input_schema, most=1)
    for violation in found if isinstance(found, list) else ():  # an unusable schema is reported by the interview
        yield f"{_format_pointer(violation.pointer)} violates `{violation.keyword}`: {violation.message[:160]}"


def _format_pointer(pointer: str) -> str:
    return quote_text(pointer) if pointer else "it"


def _is_json(value: Any) -> bool:
    """Say whether JSON can represent the value: Python's parser accepts NaN, and TOML has dates."""
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, bool | int | str | Mapping | list | tuple)
