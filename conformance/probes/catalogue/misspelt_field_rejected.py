"""Is an optional field rejected when it is misspelt by one letter, or written in another case style?

Models write ``dry_run`` for ``dryRun``; where that is dropped, the "dry run" writes the file. A tool that ignores every
unknown field is reported once, by ``unknown_field_rejected``; a misspelt field is then reported only when it visibly
changes what the call does. A spelling that is parsed like the field itself is another name of it, which is an info.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child, parent, resolve
from conformance.documents.values import compact_json, equal
from conformance.findings import Level, Problem
from conformance.probes.interview import Reply, ToolInterview, Treatment
from conformance.probes.interview.probe import mutation_objection, tool_probe
from conformance.probes.interview.verdicts import differs_only_in_name, has_same_text
from conformance.schema.generation import Mutation, MutationKind
from conformance.schema.generation.edits import remove


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object once to each field whose misspelt name is accepted."""
    if tool.unknown_fields == "ignore":
        return
    seen: set[str] = set()
    for mutation in tool.mutations(MutationKind.MISSPELT_FIELD):
        place = parent(mutation.pointer)
        meant = child(place, str(mutation.before))
        if meant in seen:
            continue
        answer, harm = _answer_and_harm(tool, mutation)
        tolerated = tool.unknown_fields == "notice" and answer.verdict is Treatment.NOTICED
        if answer.is_accepted and not tolerated and (harm or not tool.ignores_unknown_fields(place)):
            seen.add(meant)
            if _is_other_name(tool, mutation, answer):
                yield mutation_objection(tool, mutation, answer, *_other_name(mutation), Level.INFO)
                continue
            yield mutation_objection(
                tool,
                mutation,
                answer,
                f"misspelled field {code_text(str(mutation.after))} is silently accepted "
                f"for {code_text(str(mutation.before))}{harm}",
                f"reject it, and suggest {code_text(str(mutation.before))} in the error",
            )


def _is_other_name(tool: ToolInterview, mutation: Mutation, answer: Reply) -> bool:
    """Say whether the runtime parses both spellings alike, and the input without the field differently."""
    if answer.understood is None:
        return False
    meant = child(parent(mutation.pointer), str(mutation.before))
    # a default that is filled in makes a field that was dropped look as if it had been read
    absent = tool.ask(remove(mutation.base, meant))
    return equal(answer.understood, tool.ask(mutation.base).understood) and not equal(
        answer.understood, absent.understood
    )


def _other_name(mutation: Mutation) -> tuple[str, str]:
    other, name = code_text(str(mutation.after)), code_text(str(mutation.before))
    return (
        f"{other} is read as another name of {name}, which the schema does not list",
        f"leave it if both names are meant, as with `populate_by_name` of pydantic, else reject {other}",
    )


def _answer_and_harm(tool: ToolInterview, mutation: Mutation) -> tuple[Reply, str]:
    """Return the answer, and how the call misbehaves when the field is misspelt; empty when nothing is observed."""
    if tool.can_parse:
        return tool.ask_mutation(mutation), ""
    before, again = tool.call(mutation.base, again=True), tool.call(mutation.base, again=True)
    answer = tool.ask_mutation(mutation)
    if answer.called is None or not answer.is_accepted or not has_same_text(before, again):
        return answer, ""
    value = code_text(compact_json(resolve(mutation.base, child(parent(mutation.pointer), str(mutation.before)))))
    if not differs_only_in_name(before, answer.called, str(mutation.before), str(mutation.after)):
        return answer, f", and its value {value} is lost"
    if not has_same_text(before, tool.call(mutation.base, again=True)):
        return (
            answer,
            f"; its value {value} is lost, and the baseline call answers differently afterwards",
        )
    return answer, ""


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract", disturbs=True)
