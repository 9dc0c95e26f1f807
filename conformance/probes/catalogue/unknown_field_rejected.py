"""Is an unknown field rejected, at the root and in every nested object?

Silently dropping a field is the worst answer a tool can give: the model believes that the field took effect. A closed
schema promises the rejection; where the schema is open, nothing else warns the model. The policy may settle for a
notice instead.
"""

from collections.abc import Iterator

from conformance.display import list_names, quote_text
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
        where = f" in {quote_text(place)}" if place else ""
        schema = "although its schema forbids it" if mutation.keyword else "and its schema allows it"
        how = "accepts (with a notice)" if answer.verdict is Treatment.NOTICED else "silently accepts"
        known = list_names(tool.inputs.subschemas.names_at(place)) or "none"
        yield mutation_objection(
            tool,
            mutation,
            answer,
            f"{how} an unknown field{where}, {schema}",
            f"reject fields that the schema does not name; valid fields{where}: {known}",
        )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
