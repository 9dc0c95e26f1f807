"""The name of a result type is not that of another tool, and means one schema.

Whoever reads a result looks its type up by this name. `TaskStatusResult` on `TaskList` is probably a copied line, and
one name with two schemas sends every reader of one of them to the wrong one. Tools may share a type with one schema.
"""

import re
from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.values import JsonObject, JsonValue, equal
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# What a result type adds to the name of its tool. Matches "TaskStatusResult", "MemorySearchResponse".
_RESULT_NAME = LazyPattern(r"(?P<tool>.+?)_?(?:Result|Response|Output|Payload)", re.IGNORECASE)


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each result type that another tool owns, or declares with another schema."""
    first: dict[str, Tool] = {}
    for tool in inventory.tools:
        name = tool.result_envelope.success_result if tool.result_envelope else None
        if name and tool.name_fault is None:
            owner = _owner(name, tool, inventory)
            earlier = first.setdefault(name, tool) if tool.success_result_schema is not None else tool
            if owner is not None:
                yield _owned_name(name, tool, owner)
            elif not equal(earlier.success_result_schema, tool.success_result_schema):
                message = f"success result {code_text(name)} has another schema in {code_text(earlier.name)}"
                hint = "publish the same schema in both, or rename one of the two"
                yield Problem(message, hint, _pointer(tool), {"twin": _pointer(earlier)})


def _owned_name(name: str, tool: Tool, owner: Tool) -> Problem:
    message = f"success result {code_text(name)} is named after {code_text(owner.name)}"
    schema = tool.success_result_schema
    if schema is None or not equal(schema, owner.success_result_schema):
        return Problem(message, f"rename it to {code_text(f'{tool.name}Result')}", _pointer(tool))
    # Both may return the same on purpose, but then the name misleads whoever reads it.
    hint = f"rename it to {code_text(f'{tool.name}Result')}, or name the shared type after neither tool"
    return Problem(f"{message}, whose schema it shares", hint, _pointer(tool), max_level=Level.INFO)


def _owner(name: str, tool: Tool, inventory: Inventory) -> Tool | None:
    """Return the other tool after which a result type is named."""
    match = _RESULT_NAME.fullmatch(name)
    owner = inventory.tool(match["tool"]) if match else None
    return None if owner is None or owner.name == tool.name else owner


def _pointer(tool: Tool) -> str:
    return f"{tool.pointer}/result_envelope/success_result"


def _tool(name: str, result: str, schema: JsonValue = None) -> JsonObject:
    return {"name": name, "result_envelope": {"success_result": result, "success_result_schema": schema}}


_COUNT: JsonObject = {"type": "object", "properties": {"returned": {"type": "integer"}}}
_TASK: JsonObject = {"type": "object", "properties": {"task_id": {"type": "string"}}}

RULE = INVENTORY.rule(
    check,
    level=Level.WARNING,
    source="tool-result-envelope#result",
    good=(
        [_tool("ListTasks", "Vec<TaskDigest>"), _tool("TaskStatus", "TaskStatusResult")],
        [_tool("ListTasks", "TaskSnapshot", _TASK), _tool("TaskStatus", "TaskSnapshot", _TASK)],
    ),
    bad=(
        BadExample(
            [_tool("ListTasks", "TaskStatusResult"), _tool("TaskStatus", "TaskStatusResult")],
            says="success result `TaskStatusResult` is named after `TaskStatus`",
            at="/tools/0/result_envelope/success_result",
        ),
        BadExample(
            [_tool("ListTasks", "TaskStatusResult", _TASK), _tool("TaskStatus", "TaskStatusResult", _TASK)],
            says="success result `TaskStatusResult` is named after `TaskStatus`, whose schema it shares",
            at="/tools/0/result_envelope/success_result",
        ),
        BadExample(
            [_tool("ListTasks", "TaskSnapshot", _COUNT), _tool("TaskStatus", "TaskSnapshot", _TASK)],
            says="success result `TaskSnapshot` has another schema in `ListTasks`",
            at="/tools/1/result_envelope/success_result",
        ),
    ),
)
