"""Does a tool refuse the fields that only its batch form has, and the batch those that only the single form has?

Two tools that share most of their fields are easily mixed up, and no schema of the one speaks of the other. Where the
tool ignores any unknown field, ``unknown_field_rejected`` says so.
"""

from collections.abc import Iterator

from conformance.display import quoted
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue
from conformance.findings import Level
from conformance.inventory import Tool
from conformance.probes.interview import Objection, ToolInterview
from conformance.probes.interview.probe import about_mutation, tool_probe
from conformance.schema.generation import Inputs
from conformance.schema.generation.mutations import added_field
from conformance.schema.generation.object_positions import hosts, object_places


def ask(tool: ToolInterview) -> Iterator[Objection]:
    """Object to each field of the sibling that goes through."""
    ending, name = tool.profile.batch_ending, tool.tool.name
    batch = tool.inventory.tool(f"{name}{ending}")
    single = tool.inventory.tool(name.removesuffix(ending)) if name.endswith(ending) else None
    if batch is not None:
        yield from _strangers(tool, "", batch)
    if single is not None:
        for place in object_places(tool.usable):
            if place.endswith("/0"):
                yield from _strangers(tool, place, single)


def _strangers(tool: ToolInterview, place: str, sibling: Tool) -> Iterator[Objection]:
    if tool.ignores_unknown_fields(place):
        return
    known = set(tool.inputs.places.names_at(place))
    for name, value in _fields(sibling):
        for mutation in added_field(tool.usable, place, name, value) if name not in known else ():
            answer = tool.asked(mutation)
            if answer.accepted:
                where = f" in {quoted(place)}" if place else ""
                message = f"takes {quoted(name)}{where}, which only {quoted(sibling.name)} has"
                yield about_mutation(tool, mutation, answer, message, f"refuse it, and name {sibling.name} for it")


def _fields(sibling: Tool) -> Iterator[tuple[str, JsonValue]]:
    inputs = Inputs(sibling.input_schema)
    values = {pointer: value for pointer, value, _ in hosts(inputs)}
    for name in inputs.places.names_at(""):
        if child("", name) in values:
            yield name, values[child("", name)]


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#known-gaps")
