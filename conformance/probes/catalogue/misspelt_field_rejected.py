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
from conformance.probes.interview.limits import unrepeatable_error
from conformance.probes.interview.probe import mutation_objection, tool_probe
from conformance.probes.interview.verdicts import differs_only_in_name, has_same_text, is_same_but_for_name
from conformance.schema.generation import Mutation, MutationKind
from conformance.schema.generation.edits import remove
from conformance.systems.runtime import CallOutcome


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object once to each field whose misspelt name is accepted.

    Raises ``InconclusiveError`` when nothing is found and replies vary, so that a lost value would not show.
    """
    if tool.unknown_fields == "ignore":
        return
    seen: set[str] = set()
    varies = False
    for mutation in tool.mutations(MutationKind.MISSPELT_FIELD):
        place = parent(mutation.pointer)
        meant = child(place, str(mutation.before))
        if meant in seen:
            continue
        answer, harm = _answer_and_harm(tool, mutation)
        tolerated = tool.unknown_fields == "notice" and answer.verdict is Treatment.NOTICED
        varies = varies or (harm is None and answer.is_accepted)
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
                f"for {code_text(str(mutation.before))}{harm or ''}",
                f"reject it, and suggest {code_text(str(mutation.before))} in the error",
            )
    if varies and not seen:
        raise unrepeatable_error()


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


def _answer_and_harm(tool: ToolInterview, mutation: Mutation) -> tuple[Reply, str | None]:
    """Return the answer, and how the call misbehaves when the field is misspelt.

    That is empty when nothing is observed, and ``None`` when nothing can be: the good input is answered in two ways.
    """
    if tool.can_parse:
        return tool.ask_mutation(mutation), ""
    before, again = tool.call(mutation.base, again=True), tool.call(mutation.base, again=True)
    answer = tool.ask_mutation(mutation)
    if answer.called is None or not answer.is_accepted:
        return answer, ""
    if not has_same_text(before, again):
        return answer, None
    value = code_text(compact_json(resolve(mutation.base, child(parent(mutation.pointer), str(mutation.before)))))
    loss = f", and its value {value} is lost"
    if not differs_only_in_name(before, answer.called, str(mutation.before), str(mutation.after)):
        return answer, loss
    if not has_same_text(before, tool.call(mutation.base, again=True)):
        return answer, f"; its value {value} is lost, and the baseline call answers differently afterwards"
    return answer, loss if _changes_the_reply(tool, mutation, before, answer.called) else ""


def _changes_the_reply(tool: ToolInterview, mutation: Mutation, before: CallOutcome, first: CallOutcome) -> bool:
    """Say whether a tool that repeats its replies to the last digit answers the misspelt field with another reply.

    What a price, a count or an image is made of shows nowhere but in its digits. Those may also be a clock or a count
    of calls, so the good input has to be answered alike before and after. What the ``first`` call with the misspelt
    field has deleted is not deleted once more.
    """
    misspelt = tool.call(mutation.input, again=True) if tool.permission.harmless else first
    if is_same_but_for_name(before, misspelt, str(mutation.before), str(mutation.after)):
        return False
    after = tool.call(mutation.base, again=True)
    return equal(before.raw, after.raw)


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract", disturbs=True)
