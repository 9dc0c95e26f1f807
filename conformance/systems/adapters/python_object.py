"""Tools in a Python module: ``python:my_tools.registry:TOOLS``.

The name refers to a pydantic model (the arguments of one tool), a function (its parameters are the arguments), a list
of these, a mapping of names to them, or an object with methods of the ``Runtime`` protocol. Only ``call`` runs a
function.
"""

import copy
import inspect
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast, get_args

from pydantic import BaseModel

from conformance.display import code_text, escape_text, list_codes
from conformance.documents.reader import document_of
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.external import inventory_value, tool_value
from conformance.inventory.provenance import PYDANTIC, PYTHON_PROVENANCE, Provenance
from conformance.systems.adapters._answers import copy_answer, copy_json
from conformance.systems.adapters._deadline import run_request
from conformance.systems.adapters._input_text import format_input, quote_call
from conformance.systems.adapters._liveness import HangDetector
from conformance.systems.adapters._loading import attribute
from conformance.systems.adapters._python_tools import PythonTool, name_culprit, tool_of
from conformance.systems.refusals import unknown_tool
from conformance.systems.runtime import (
    Adapter,
    CallOutcome,
    Limits,
    NoCall,
    Opening,
    Operation,
    ParseOutcome,
    Runtime,
    SilentRuntime,
    UnsupportedError,
)

LOG = logging.getLogger("conformance.systems")
Made = TypeVar("Made")
_OPERATIONS: Sequence[Operation] = get_args(Operation)
# The member of an answer in the adapter protocol, where there is only one. No value of these kinds has it alone.
_MEMBERS: Mapping[Operation, str] = {
    "describe": "inventory",
    "catalog": "tools",
    "samples": "outputs",
    "project": "envelope",
    "render": "receipt",
    "compact": "envelope",
    "transport": "message",
}
_MODEL = NoCall(
    "it is only parsed: a pydantic model has nothing to call",
    "to have it called, pass the function that does the work instead",
)


class PythonTools(SilentRuntime):
    """Answers for pydantic models and functions."""

    def __init__(self, tools: Sequence[PythonTool], source: str, limits: Limits) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._source = source
        self._limits = limits

    def describe(self) -> JsonObject:
        """Return the inventory with the schemas that pydantic derives."""
        values = run_request(self._values, self._limits, "deriving the schemas with pydantic")
        return inventory_value(values, self._source, PYDANTIC)

    def _values(self) -> list[JsonObject]:
        return [tool_value(tool.name, tool.description, _schema_of(tool)) for tool in self._tools.values()]

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of all tools."""
        return list(self._tools)

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Validate the arguments; the function is not called."""
        found = self._tools.get(tool)
        if found is None:
            return ParseOutcome(accepted=False, error=unknown_tool(tool, list(self._tools)))
        return run_request(
            lambda: found.parse(arguments),
            self._limits,
            f"the validation of {quote_call(tool, arguments)}",
        )

    def refusal_to_call(self, tool: str) -> NoCall | None:
        """Return why a model is not called: it parses inputs, and there is no code behind it."""
        found = self._tools.get(tool)
        is_model = found is not None and found.run is None
        return _MODEL if is_model else None

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Call the function with a valid input; raises ``UnsupportedError`` for a model, which has none."""
        found = self._tools.get(tool)
        if found is not None and found.run is None:
            raise UnsupportedError("call")
        parsed = self.parse(tool, arguments)
        if found is None or not parsed.accepted:
            return CallOutcome(_failure(tool, parsed.error))
        what = f"the call of {quote_call(tool, arguments)}"
        return CallOutcome(run_request(lambda: found.call(arguments), self._limits, what))


class DuckRuntime:
    """An object with some methods of the Runtime protocol; missing ones are unsupported, and every call is bounded."""

    def __init__(self, target: Any, limits: Limits) -> None:
        self._target = target
        self._limits = limits
        self._hang_detector = HangDetector()

    def describe(self) -> JsonObject:
        """Return the inventory as JSON would carry it: the code under test may keep and change what it returned."""
        return self._invoke("describe")

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of the tools that a turn sees."""
        return self._invoke("catalog", provenance, profile)

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Validate an input without executing anything."""
        return self._hang_detector.ask(self._parse, tool, arguments)

    def _parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        return _coerce(ParseOutcome, self._invoke("parse", tool, arguments))

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Call the tool."""
        return self._hang_detector.ask(self._call, tool, arguments)

    def _call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        return _coerce(CallOutcome, self._invoke("call", tool, arguments))

    def samples(self) -> Sequence[JsonValue]:
        """Return complete outputs of the system's own tools."""
        return self._invoke("samples")

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the canonical envelope of a complete output."""
        return self._invoke("project", complete_output, policy)

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the receipt of an envelope."""
        return self._invoke("render", envelope, policy)

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the compacted envelope."""
        return self._invoke("compact", envelope, policy)

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Return the message for a provider."""
        return self._invoke("transport", envelope, receipt, provider)

    def close(self) -> None:
        """Close the object if it has a method ``close``; one that fails or hangs is a warning."""
        try:
            run_request(self._close, self._limits, "`close()`")
        except ConformanceError as error:
            LOG.warning("%s", escape_text(error.message))

    def _close(self) -> None:
        close = getattr(self._target, "close", None)
        if callable(close):
            close()

    def _invoke(self, operation: Operation, *arguments: Any) -> Any:
        """Ask for an answer, as JSON would carry question and answer: the code may keep and change both."""
        call = f"`{operation}({', '.join(map(format_input, arguments))})`"
        answer = run_request(lambda: self._ask(operation, arguments), self._limits, call)
        return _unwrap(_json_copy(answer, operation), operation)

    def _ask(self, operation: Operation, arguments: Sequence[Any]) -> Any:
        # an object may compute its members, and fail at that
        method = getattr(self._target, operation, None)
        if not callable(method):
            raise UnsupportedError(operation)
        return copy_answer(method(*copy.deepcopy(arguments)), operation)


def _json_copy(answer: Any, operation: Operation) -> Any:
    """Return an answer, or the members of an outcome, as JSON carries them; raises ``ConformanceError`` if it cannot.

    The code under test may keep and change what it returned.
    """
    if isinstance(answer, ParseOutcome | CallOutcome):
        members = {name: _json_copy(getattr(answer, name), operation) for name in answer.__struct_fields__}
        return type(answer)(**members)
    if not isinstance(answer, Mapping | list | tuple):
        return answer
    hint = f"return only JSON values from `{operation}`"
    return document_of(answer, f"the answer to `{operation}`", ErrorKind.UNREACHABLE, hint).value


def _unwrap(answer: Any, operation: Operation) -> Any:
    """Return the one member of an answer that has the shape of the adapter protocol: ``{"outputs": [...]}``."""
    member = _MEMBERS.get(operation)
    if isinstance(answer, Mapping) and list(cast("Mapping[Any, Any]", answer)) == [member]:
        return cast("Mapping[Any, Any]", answer)[member]
    return cast("Any", answer)


def _coerce(kind: type[Made], answer: Any) -> Made:
    """Return an answer that is a ``kind``, or a mapping of its members, as a ``kind``."""
    if isinstance(answer, kind):
        return answer
    try:
        return kind(**answer)
    except TypeError:
        message = f"the runtime returned a `{type(answer).__name__}`, which is not a `{kind.__name__}`"
        raise ConformanceError(
            ErrorKind.UNREACHABLE, message, f"return a `{kind.__name__}`, or a mapping of its members"
        ) from None


def _failure(tool: str, error: JsonObject) -> JsonObject:
    return {"tool_name": tool, "status": "error", "summary_text": error.get("message"), "result": None, "error": error}


def runtime_of(value: Any, source: str, limits: Limits) -> Runtime:
    """Return the runtime for a Python object; raises ``ConformanceError`` when it contains no tools."""
    if _is_runtime(value):
        return DuckRuntime(value() if isinstance(value, type) else value, limits)
    if methods := _runtime_methods(value):
        what = f"{code_text(source)} has {list_codes(methods)} but not `describe`, which lists the tools"
        raise ConformanceError(ErrorKind.USAGE, what, "add `def describe(self) -> dict`, which returns an inventory")
    try:
        tools = list(_tools(value))
    except ConformanceError as error:
        message = f"{code_text(source)} cannot be read, as {error.message}"
        raise ConformanceError(error.kind, message, error.recovery_hint) from None
    return PythonTools(tools, source, limits)


def _schema_of(tool: PythonTool) -> JsonValue:
    return name_culprit(tool.name, lambda: copy_json(tool.schema))


def _is_runtime(value: Any) -> bool:
    """Say whether a value is a runtime, or a class of runtimes; a model is a tool, and a mapping names tools."""
    describes = callable(getattr(value, "describe", None))
    if not describes or isinstance(value, Mapping) or (isinstance(value, type) and issubclass(value, BaseModel)):
        return False
    # A function may have an attribute ``describe`` by chance; only with a second operation is it a runtime.
    is_plain_object = isinstance(value, type) or not callable(value)
    return is_plain_object or any(hasattr(value, name) for name in _OPERATIONS[1:])


def _runtime_methods(value: Any) -> list[str]:
    """Return the operations that an object with other methods than a tool has, which is a runtime without a list."""
    is_tool = inspect.isroutine(value) or (isinstance(value, type) and issubclass(value, BaseModel))
    if is_tool or isinstance(value, Mapping | list | tuple):
        return []
    return [name for name in _OPERATIONS if callable(getattr(cast("Any", value), name, None))]


def _tools(value: Any) -> Iterator[PythonTool]:
    if isinstance(value, Mapping):
        for name, target in cast("Mapping[Any, Any]", value).items():
            yield tool_of(target, str(name))
    elif isinstance(value, list | tuple):
        yield from _distinct_tools(cast("Sequence[Any]", value))
    else:
        yield tool_of(value)


def _distinct_tools(targets: Sequence[Any]) -> Iterator[PythonTool]:
    named: dict[str, Any] = {}
    for target in targets:
        tool = tool_of(target)
        # The second would be judged, and called, in place of the first.
        if named.setdefault(tool.name, target) is not target:
            message = f"two of its tools are named {code_text(tool.name)}"
            hint = "decorate functions with `functools.wraps`, or pass a mapping of names to tools"
            raise ConformanceError(ErrorKind.USAGE, message, hint)
        yield tool


def open_python(text: str, opening: Opening) -> Runtime:
    """Import the module and return the runtime for the named object."""
    value, source, limits = attribute(text, opening), f"python:{text}", opening.limits
    return run_request(
        lambda: runtime_of(value, source, limits), limits, f"creating a runtime from {code_text(source)}"
    )


def _provenance(text: str, opening: Opening) -> Provenance:
    """Return what an object is; a runtime alone knows what its tools are made of."""
    value, limits = attribute(text, opening), opening.limits
    is_runtime = run_request(lambda: _is_runtime(value), limits, f"looking at {code_text(f'python:{text}')}")
    return Provenance() if is_runtime else PYTHON_PROVENANCE


ADAPTER = Adapter(schemes=("python",), open=open_python, parallel=False, provenance=_provenance)
