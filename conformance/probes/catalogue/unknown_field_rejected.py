"""Is a field that does not exist refused, at the root and in every nested object?

A field that is silently dropped is the worst answer a tool can give: the model believes that it was heard. A closed
schema promises the refusal; where the schema is open, nothing else warns the model. The policy may ask for a notice
instead.
"""

from collections.abc import Iterator

from conformance.display import list_names, quote_text
from conformance.documents.pointers import parent
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview, Verdict
from conformance.probes.interview.probe import mutation_objection, tool_probe
from conformance.schema.generation import Kind


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each object of the input that takes a field of a meaningless name."""
    for mutation in tool.mutations(Kind.UNKNOWN_FIELD):
        answer = tool.ask_mutation(mutation)
        tolerated = {"reject": (), "notice": (Verdict.NOTICED,), "ignore": (Verdict.NOTICED, Verdict.ACCEPTED)}
        if not answer.is_accepted or answer.verdict in tolerated[tool.unknown_fields]:
            continue
        place = parent(mutation.pointer)
        where = f" in {quote_text(place)}" if place else ""
        schema = "though its schema is closed" if mutation.keyword else "and its schema leaves that open"
        how = "with a notice" if answer.verdict is Verdict.NOTICED else "without a word"
        known = list_names(tool.inputs.subschemas.names_at(place)) or "none"
        yield mutation_objection(
            tool,
            mutation,
            answer,
            f"takes a field that does not exist{where} {how}, {schema}",
            f"refuse fields that the schema does not name; valid fields{where}: {known}",
        )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
