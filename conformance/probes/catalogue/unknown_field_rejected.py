"""Is an unknown field rejected, at the root and in every nested object?

Silently dropping a field is the worst answer a tool can give: the model believes that the field took effect. A closed
schema promises the rejection; the policy may settle for a notice instead. Open schemas are left to
``open_inputs_noticed``.
"""

from collections.abc import Iterator

from conformance.display import code_text, list_codes
from conformance.documents.pointers import parent
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview, Treatment
from conformance.probes.interview.probe import mutation_objection, tolerates, tool_probe
from conformance.schema.generation import MutationKind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each object of the input in which a made-up field is accepted although the schema forbids it."""
    for mutation in tool.mutations(MutationKind.UNKNOWN_FIELD):
        answer = tool.ask_mutation(mutation)
        if not mutation.keyword or not answer.is_accepted or tolerates(tool.unknown_fields, answer):
            continue
        place = parent(mutation.pointer)
        where = f" in {code_text(place)}" if place else ""
        how = "accepted with a notice" if answer.verdict is Treatment.NOTICED else "silently accepted"
        names = tool.inputs.subschemas.names_at(place)
        known = f"the valid ones are {list_codes(names)}" if names else "no field is valid"
        yield mutation_objection(
            tool,
            mutation,
            answer,
            f"unknown field{where} is {how}, but the schema forbids it",
            f"reject unknown fields; {known}",
        )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
