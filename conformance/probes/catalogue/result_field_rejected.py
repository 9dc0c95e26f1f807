"""Is a field that belongs to results rejected as input?

A model that passes ``status`` or ``task_handle`` to start a command has confused input with output; the rejection
teaches it the difference. The probe tries the fields that results have in general, those that the profile lists as
result-only, and those of the tool's own result schema, unless the input has a field of that name. A tool that ignores
every unknown field is left to ``unknown_field_rejected``; this probe reports one that rejects others but accepts these.
"""

from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.values import JsonValue
from conformance.findings import Level, Problem
from conformance.probes.interview import Reply, ToolInterview
from conformance.probes.interview.probe import mutation_objection, tool_probe
from conformance.schema.generation import Mutation
from conformance.schema.generation.mutations import added_field
from conformance.schema.subschemas import Subschemas

_VALUES: dict[str, JsonValue] = {
    "task_handle": {"task_id": "task_1", "kind": "command_task"},
    "exit_status": 0,
    "result": {},
    "error": None,
    "is_error": False,
}
# A call costs more than parsing, so only the first names are tried by calling.
_MAX_CALLS = 12


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object once to all result-only fields that the tool accepts as input."""
    if tool.ignores_unknown_fields(""):
        return
    taken: list[tuple[Mutation, Reply]] = []
    for name in _names(tool):
        value: JsonValue = False if name.endswith("_truncated") else _VALUES.get(name, "completed")
        for mutation in added_field(tool.usable_inputs, "", name, value):
            answer = tool.ask_mutation(mutation)
            if answer.is_accepted:
                taken.append((mutation, answer))
    if taken:
        names = [str(mutation.pointer).removeprefix("/") for mutation, _ in taken]
        subject = "result field" if len(names) == 1 else "result fields"
        message = f"{subject} {list_codes(names)} {'is' if len(names) == 1 else 'are'} accepted as input"
        found = mutation_objection(
            tool, *taken[0], message, "reject result fields in the input, and list the valid input fields"
        )
        yield Problem(
            found.message,
            found.hint,
            found.pointer,
            detail="result fields",
            evidence={**found.evidence, "taken": [*names]},
        )


def _names(tool: ToolInterview) -> Sequence[str]:
    promised = Subschemas(tool.tool.success_result_schema).names_at("")
    known = (*tool.profile.probing.result_fields, *promised, *tool.profile.result_only_fields)
    names = [name for name in dict.fromkeys(known) if name not in tool.inputs.subschemas.names_at("")]
    return names if tool.can_parse else names[:_MAX_CALLS]


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#inputresult-separation")
