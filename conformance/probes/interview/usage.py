"""What the user has named, held against what the system promises: a slip of the user's must not pass for an answer."""

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
    """Return the tools to ask; raises ``ConformanceError`` where there is none, for then nothing can be found wrong."""
    if not inventory.tools:
        hint = "probe a system that has tools, or see why this one lists none"
        raise ConformanceError(ErrorKind.UNSUPPORTED, "the system lists no tools: there is nothing to ask", hint)
    chosen = [tool for tool in inventory.tools if wanted is None or wanted(tool.name)]
    if not chosen:
        raise ConformanceError(ErrorKind.USAGE, "the system has no tool of that name", f"tools: {_names(inventory)}")
    return chosen


def validate_settings(settings: Mapping[str, ToolSettings], inventory: Inventory) -> None:
    """Raise ``ConformanceError`` for settings of a tool that is not there, or an input that its own schema refuses."""
    for name, stated in settings.items():
        tool = inventory.tool(name)
        if tool is None:
            meant = closest_match(name, [known.name for known in inventory.tools])
            hint = f"did you mean {quote_text(meant)}?" if meant else f"tools: {_names(inventory)}"
            raise ConformanceError(
                ErrorKind.USAGE, f"an input or a setting is given for {quote_text(name)}, which is no tool", hint
            )
        for given in stated.inputs:
            for fault in _faults(given, tool):
                raise ConformanceError(
                    ErrorKind.USAGE,
                    f"the input that is given for {quote_text(name)} is not valid: {fault}",
                    f"mend it where it is given: --allow, or the table probe.tools.{name} of the configuration",
                )


def _names(inventory: Inventory) -> str:
    return list_names([tool.name for tool in inventory.tools])


def _faults(given: JsonValue, tool: Tool) -> Iterator[str]:
    for pointer, part in walk(given):
        if not _is_json(part):
            yield f"{_format_pointer(pointer)} is {part!r}, which JSON can't say"
    found = validate_instance(given, tool.input_schema, most=1)
    for violation in found if isinstance(found, list) else ():  # a schema that can't judge is told elsewhere
        yield f"{_format_pointer(violation.pointer)} breaks `{violation.keyword}`: {violation.message[:160]}"


def _format_pointer(pointer: str) -> str:
    return quote_text(pointer) if pointer else "it"


def _is_json(value: Any) -> bool:
    """Python's reader of JSON takes NaN, and TOML has dates."""
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, bool | int | str | Mapping | list | tuple)
