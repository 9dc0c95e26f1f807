"""Is each bound of the schema enforced: minimum, length, number of items, pattern, what `not` excludes?

A bound that is silently clamped or ignored gives the model a different result than it asked for, and no reason to
suspect it. A set that merges repeated elements loses nothing, which is an info. A bound that no input within the size
limit violates on its own is reported as undetermined.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.display import code_text
from conformance.documents.pointers import resolve, walk
from conformance.documents.values import as_array, compact_json, identity
from conformance.findings import Level, Problem
from conformance.probes.interview import InconclusiveError, Reply, ToolInterview
from conformance.probes.interview.answers import truncate
from conformance.probes.interview.positions import name_position
from conformance.probes.interview.probe import objections_to_accepted, tool_probe
from conformance.schema.generation import Mutation, MutationKind
from conformance.schema.generation.object_positions import generalize_pointer
from conformance.schema.generation.untested_bounds import UntestedBound, untested_bounds

# A message with more bounds than this would hide what it says.
_MAX_NAMED = 4


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each bound that is not enforced; raises ``InconclusiveError`` for bounds that none violates."""
    yield from objections_to_accepted(tool, MutationKind.OUT_OF_BOUND, _message_and_hint, _merged_elements)
    untried = list(untested_bounds(tool.usable_inputs, tool.mutations(MutationKind.OUT_OF_BOUND)))
    if absent := _absent_fields(tool, untried):
        named, it = ", ".join(absent[:_MAX_NAMED]), "it" if len(absent) == 1 else "them"
        which = "given input" if tool.inputs.given_only else "valid input that the tool accepts"
        advice = f"give an input that has {it} with `--allow`, or in `probe.tools`"
        raise InconclusiveError(f"the bounds of {named} were not tested, as no {which} has {it}", advice)
    if untried:
        named = [f"`{one.keyword}` {compact_json(one.bound)[:40]} of {name_position(one.pointer)}" for one in untried]
        raise InconclusiveError(
            f"no input within the size limit was found that only violates {', '.join(named[:_MAX_NAMED])}",
            "cover the bound with a test of your own",
        )


def _absent_fields(tool: ToolInterview, untried: Sequence[UntestedBound]) -> list[str]:
    """Return the fields of untested bounds that no input has."""
    sent = {generalize_pointer(pointer) for entry in tool.usable_inputs.pool for pointer, _ in walk(entry.value)}
    pointers = dict.fromkeys(one.pointer for one in untried if generalize_pointer(one.pointer) not in sent)
    return [name_position(pointer) for pointer in pointers]


def _message_and_hint(mutation: Mutation) -> tuple[str, str]:
    value = code_text(compact_json(truncate(mutation.after, 60)), 100)
    return (
        f"{name_position(mutation.pointer)} accepts {value}, which violates its `{mutation.keyword}`",
        f"reject it and name the bound in the error, or remove `{mutation.keyword}` from the schema",
    )


def _merged_elements(mutation: Mutation, answer: Reply) -> tuple[str, str] | None:
    """Return what to say of a set: the parsed value has each repeated element once, so that nothing is lost."""
    try:
        parsed = as_array(resolve(answer.understood, mutation.pointer))
    except KeyError:
        return None
    sent, kept = (Counter(map(identity, elements)) for elements in (as_array(mutation.after), parsed))
    if mutation.keyword != "uniqueItems" or kept != Counter(set(sent)):
        return None
    value = code_text(compact_json(truncate(mutation.after, 60)), 100)
    accepts = f"{name_position(mutation.pointer)} accepts {value}"
    return (
        f"{accepts} and merges the repeated elements, as a set does; its `uniqueItems` excludes them",
        "leave it if merging is meant, else reject them, or remove `uniqueItems` from the schema",
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
