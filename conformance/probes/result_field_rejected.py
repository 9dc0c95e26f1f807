"""Is a field of results refused as input?

A model that passes ``status`` or ``task_handle`` to start a command has confused what it says with what it is told; the
refusal is what teaches it the difference. Where the tool ignores any unknown field, ``unknown_field_rejected`` says so.
"""

from collections.abc import Iterator

from conformance.findings import Level
from conformance.interview import Objection, ToolInterview
from conformance.interview.probe import about_mutation, tool_probe
from conformance.json_values import JsonValue
from conformance.strategies.mutations import added_field
from conformance.words import quoted

_VALUES: dict[str, JsonValue] = {"task_handle": {"task_id": "task_1", "kind": "command_task"}, "exit_status": 0}


def ask(tool: ToolInterview) -> Iterator[Objection]:
    """Object to each result-only field that a tool which starts something takes."""
    if tool.tool.name not in tool.profile.startup_tools or tool.ignores_unknown_fields(""):
        return
    for name in tool.profile.result_only_fields:
        value: JsonValue = False if name.endswith("_truncated") else _VALUES.get(name, "completed")
        for mutation in added_field(tool.usable, "", name, value):
            answer = tool.asked(mutation)
            if answer.accepted:
                message = f"takes {quoted(name)} as input, which only a result has"
                yield about_mutation(tool, mutation, answer, message, "refuse it: pass only what starts the command")


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#inputresult-separation")
