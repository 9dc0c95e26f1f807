"""Is an unknown field rejected, at the root and in every nested object?

Silently dropping a field is the worst answer a tool can give: the model believes that the field took effect. A closed
schema promises the rejection; where the schema is open, nothing else warns the model. The policy may settle for a
notice instead.
"""

from collections.abc import Iterator

from conformance.display import code_text, list_codes
from conformance.documents.pointers import parent
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview, Treatment
from conformance.probes.interview.probe import mutation_objection, tool_probe
from conformance.schema.generation import MutationKind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each object of the input in which a made-up field is accepted."""
    for mutation in tool.mutations(MutationKind.UNKNOWN_FIELD):
        answer = tool.ask_mutation(mutation)
        tolerated = {"reject": (), "notice": (Treatment.NOTICED,), "ignore": (Treatment.NOTICED, Treatment.ACCEPTED)}
        if not answer.is_accepted or answer.verdict in tolerated[tool.unknown_fields]:
            continue
        place = parent(mutation.pointer)
        where = f" in {code_text(place)}" if place else ""
        schema = "but the schema forbids it" if mutation.keyword else "as the schema is open"
        how = "accepted with a notice" if answer.verdict is Treatment.NOTICED else "silently accepted"
        closing = "" if mutation.keyword else " and set `additionalProperties` to false"
        names = tool.inputs.subschemas.names_at(place)
        known = f"the valid ones are {list_codes(names)}" if names else "no field is valid"
        yield mutation_objection(
            tool,
            mutation,
            answer,
            f"unknown field{where} is {how}, {schema}",
            f"reject unknown fields{closing}; {known}",
        )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
