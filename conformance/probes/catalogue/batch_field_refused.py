"""Does a tool reject the fields that only its batch form has, and the batch form those of the single one?

Two tools that share most of their fields are easily mixed up, and neither schema mentions the other. A tool that
ignores every unknown field is left to ``unknown_field_rejected``.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue
from conformance.findings import Level, Problem
from conformance.inventory import Tool
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.positions import name_position
from conformance.probes.interview.probe import mutation_objection, tool_probe
from conformance.schema.generation import Inputs
from conformance.schema.generation.mutations import added_field
from conformance.schema.generation.object_positions import located_values, object_pointers


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each field of the sibling tool that is accepted."""
    ending, name = tool.profile.batch_ending, tool.tool.name
    batch = tool.inventory.tool(f"{name}{ending}")
    single = tool.inventory.tool(name.removesuffix(ending)) if name.endswith(ending) else None
    if batch is not None:
        yield from _accepted_sibling_fields(tool, "", batch)
    if single is not None:
        for place in object_pointers(tool.usable_inputs):
            if place.endswith("/0"):
                yield from _accepted_sibling_fields(tool, place, single)


def _accepted_sibling_fields(tool: ToolInterview, place: str, sibling: Tool) -> Iterator[Problem]:
    if tool.ignores_unknown_fields(place):
        return
    known = set(tool.inputs.subschemas.names_at(place))
    for name, value in _fields(sibling):
        for mutation in added_field(tool.usable_inputs, place, name, value) if name not in known else ():
            answer = tool.ask_mutation(mutation)
            if answer.is_accepted:
                message = (
                    f"{name_position(child(place, name))} is accepted, but only {code_text(sibling.name)} declares it"
                )
                yield mutation_objection(
                    tool, mutation, answer, message, f"reject it, and suggest {code_text(sibling.name)} in the error"
                )


def _fields(sibling: Tool) -> Iterator[tuple[str, JsonValue]]:
    inputs = Inputs(sibling.input_schema)
    values = {pointer: value for pointer, value, _ in located_values(inputs)}
    for name in inputs.subschemas.names_at(""):
        if child("", name) in values:
            yield name, values[child("", name)]


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#known-gaps")
