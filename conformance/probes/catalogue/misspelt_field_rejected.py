"""Is an optional field refused when it is misspelt by one letter, or written in the other case?

``dry_run`` for ``dryRun`` is what a model writes; where it is dropped, the "dry run" writes the file. Where the tool
ignores any unknown field, that is said once, by ``unknown_field_rejected``; a twin is reported then when it is seen to
change what the call does.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.pointers import child, parent, resolve
from conformance.documents.values import compact_json
from conformance.findings import Level, Problem
from conformance.probes.interview import Answer, ToolInterview, Verdict
from conformance.probes.interview.probe import mutation_objection, tool_probe
from conformance.probes.interview.verdicts import differs_only_in_name, has_same_text
from conformance.schema.generation import Kind, Mutation


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each misspelt field that goes through, once for each field."""
    if tool.unknown_fields == "ignore":
        return
    seen: set[str] = set()
    for mutation in tool.mutations(Kind.MISSPELT_FIELD):
        place = parent(mutation.pointer)
        meant = child(place, str(mutation.before))
        if meant in seen:
            continue
        answer, harm = _answer_and_harm(tool, mutation)
        tolerated = tool.unknown_fields == "notice" and answer.verdict is Verdict.NOTICED
        if answer.is_accepted and not tolerated and (harm or not tool.ignores_unknown_fields(place)):
            seen.add(meant)
            yield mutation_objection(
                tool,
                mutation,
                answer,
                f"takes {quote_text(str(mutation.after))} for {quote_text(str(mutation.before))} without a word{harm}",
                f"refuse it, and name {quote_text(str(mutation.before))} as what was probably meant",
            )


def _answer_and_harm(tool: ToolInterview, mutation: Mutation) -> tuple[Answer, str]:
    """The answer, and what the call does otherwise when the field is misspelt; empty where nothing can be seen."""
    if tool.can_parse:
        return tool.ask_mutation(mutation), ""
    before, again = tool.call(mutation.base, again=True), tool.call(mutation.base, again=True)
    answer = tool.ask_mutation(mutation)
    if answer.called is None or not answer.is_accepted or not has_same_text(before, again):
        return answer, ""
    value = compact_json(resolve(mutation.base, child(parent(mutation.pointer), str(mutation.before))))
    if not differs_only_in_name(before, answer.called, str(mutation.before), str(mutation.after)):
        return answer, f", and the call does something else: its {value} is lost"
    if not has_same_text(before, tool.call(mutation.base, again=True)):
        return answer, f", and the call changes something: its {value} is lost, and the good call answers otherwise now"
    return answer, ""


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract", disturbs=True)
