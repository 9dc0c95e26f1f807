"""Does the error for an unknown field name it and list the valid fields?

A model fixes its call in one step when the error says which field is wrong and which fields exist; from "invalid input"
it can only guess.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from conformance.display import code_text
from conformance.documents.pointers import parent, split
from conformance.findings import Level, Problem
from conformance.probes.interview import Reply, ToolInterview
from conformance.probes.interview.probe import mutation_objection, tool_probe
from conformance.schema.generation import Mutation, MutationKind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to an error that does not name the unknown field, and as an info to one that lists no valid fields."""
    for mutation in tool.mutations(MutationKind.UNKNOWN_FIELD):
        answer = tool.ask_mutation(mutation)
        if not answer.is_refused:
            continue
        name, names = split(mutation.pointer)[-1], tool.inputs.subschemas.names_at(parent(mutation.pointer))
        if name not in answer.text:
            yield _objection(
                tool, mutation, answer, f"error for the unknown field {code_text(name)} does not name it", names
            )
        elif names and not any(known in answer.text for known in names):
            message = f"error for the unknown field {code_text(name)} does not list the valid ones"
            yield _objection(tool, mutation, answer, message, names, Level.INFO)


def _objection(
    tool: ToolInterview, mutation: Mutation, answer: Reply, message: str, names: list[str], level: Level = Level.ERROR
) -> Problem:
    # the names are evidence, as one advice for all tools is printed once
    hint = "name the unknown field in the error" + (", and list the valid ones" if names else "")
    found = mutation_objection(tool, mutation, answer, message, hint, level)
    return replace(found, evidence={**found.evidence, "valid_fields": list(names)})


PROBE = tool_probe(ask, level=Level.WARNING, source="tool-result-envelope#error")
