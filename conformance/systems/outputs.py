"""Complete outputs of a system's own tools: handed in by its owner or itself, or made from result schemas.

A value that matches the published schema of a result is already canonical, and projecting a canonical result changes
nothing, so it serves as a complete output of a tool that no reference knows. A system that projects nothing gets the
results of the reference contract that its own schemas allow.
"""

from collections.abc import Mapping
from pathlib import Path

from conformance.contract import complete_output_json
from conformance.contract import envelope as envelopes
from conformance.contract.artifacts import MemorySink
from conformance.contract.complete_output import invalid_input_output
from conformance.contract.projection import project
from conformance.display import code_text, escape_text
from conformance.documents.lines import Line, read_lines
from conformance.documents.values import JsonObject, JsonValue, as_object, type_phrase
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory, Tool
from conformance.systems.credentials import mask_printed
from conformance.systems.generated_results import generated_results
from conformance.systems.observe import sample_outputs
from conformance.systems.runtime import Runtime, UnsupportedError
from conformance.systems.shared_receipts import tool_of
from conformance.systems.surface.outputs import is_canonical

_SHAPE = '{"tool_name": ..., "status": ..., "summary_text": ..., "result": ..., "error": ...}'


def own_samples(runtime: Runtime) -> Mapping[str, JsonValue]:
    """Return the complete outputs that a system hands in itself, by ``samples:N``; none where it lacks the operation.

    Raises ``ConformanceError`` when it cannot be asked, or hands in something else.
    """
    try:
        outputs = runtime.samples()
    except UnsupportedError:
        return {}
    if not isinstance(outputs, list | tuple):  # a method in Python may return anything
        raise _sample_error(f"`samples` returned {type_phrase(outputs)}, not a list")
    for number, output in enumerate(outputs, 1):
        if not tool_of(output):
            raise _sample_error(f"sample {number} of the system has no `tool_name`")
    return {f"samples:{number}": output for number, output in enumerate(outputs, 1)}


def _sample_error(message: str) -> ConformanceError:
    return ConformanceError(ErrorKind.UNREACHABLE, message, f"return a list of objects like {_SHAPE}")


def reference_results(inventory: Inventory) -> Mapping[str, JsonValue]:
    """Return the samples of the reference contract as it projects them, as far as they are results of these tools.

    Errors have one form for all tools. A successful result is one of a tool that publishes no schema, or a schema that
    allows it and names each of its members: a tool may share only its name with one of the reference contract.
    """
    projected = {name: _project(output) for name, output in sample_outputs(inventory.tools_by_name).items()}
    return {name: envelope for name, envelope in projected.items() if _is_own(envelope, inventory)}


def _project(output: JsonValue) -> JsonObject:
    return envelopes.to_json(project(complete_output_json.from_json(output), sink=MemorySink()))


def _is_own(envelope: JsonObject, inventory: Inventory) -> bool:
    tool, result = inventory.tool(tool_of(envelope)), envelope["result"]
    if tool is None or result is None or tool.success_result_schema is None:
        return True
    return is_canonical(envelope, inventory) and set(as_object(result)) <= set(tool.result_subschemas.names_at(""))


def generated_outputs(tool: Tool) -> Mapping[str, JsonValue]:
    """Return outputs made from the result schema of a tool, by ``tool/generated N``; none without a schema."""
    results = generated_results(tool.success_result_schema)
    return {
        f"{mask_printed(tool.name)}/generated {number}": _success(tool.name, result)
        for number, result in enumerate(results, 1)
    }


def generated_failure(tool: Tool) -> Mapping[str, JsonValue]:
    """Return the error of a call with wrong input, which every tool can return in the same form."""
    refused = invalid_input_output(tool.name, "unknown field `example`")
    return {f"{mask_printed(tool.name)}/generated error": complete_output_json.to_json(refused)}


def _success(tool: str, result: JsonValue) -> JsonObject:
    return {
        "tool_name": tool,
        "status": "success",
        "summary_text": f"{tool} returned a result",
        "result": result,
        "error": None,
    }


def read_outputs(path: Path) -> Mapping[str, JsonValue]:
    """Return the complete outputs of a file, one JSON object per line, by the file's name and their line.

    Raises ``ConformanceError`` when the file cannot be read, or a line is not an output of a tool.
    """
    shown = escape_text(path.name)
    outputs = {f"{shown}:{line.number}": _output(line, escape_text(str(path))) for line in read_lines(path)}
    if not outputs:
        message = f"{code_text(str(path), 200)} contains no output"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "write one complete output per line")
    return outputs


def _output(line: Line, name: str) -> JsonValue:
    position = line.position_in(name)
    if line.document is None:
        raise ConformanceError(ErrorKind.UNREADABLE, line.reason, line.hint, position)
    if not tool_of(line.document.value):
        hint = f"write {_SHAPE} on each line"
        raise ConformanceError(ErrorKind.UNREADABLE, "the line has no output with a `tool_name`", hint, position)
    return line.document.value
