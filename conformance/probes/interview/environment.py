"""Tells a tool that looks at its input from one whose environment fails first: no network, no browser, no database.

Such a tool answers a good input, a wrong one and a call of a tool that does not exist with the same words, which prove
nothing about any of them.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from conformance.documents.values import JsonObject, JsonValue
from conformance.probes.interview import verdicts
from conformance.schema.generation import Inputs, MutationKind, ValidInput
from conformance.schema.generation import mutations as made
from conformance.settings.profiles.probing import ProbeTables
from conformance.systems.runtime import CallOutcome

NO_SUCH_TOOL = "ConformanceNoSuchTool"
"""The name of a tool that no system has."""
NO_INPUT: JsonObject = {}
"""The input that the tool which does not exist is called with."""
# Good inputs that are spoilt, and wrong inputs made of each: a tool that checks its input shows it with the first ones.
_MOST_GOOD, _MOST_WRONG = 3, 2

Call = Callable[[JsonValue], CallOutcome]


def fails_for_any_input(
    inputs: Inputs,
    failing: Sequence[ValidInput],
    call: Call,
    call_unknown_tool: Callable[[], CallOutcome],
    tables: ProbeTables,
) -> bool:
    """Say whether failing good inputs get the words of a wrong input, or those of a tool that does not exist.

    Returns ``False`` where a wrong input gets other words, as the tool has looked at that one.
    """
    same = [verdicts.has_same_text(call(wrong), call(good)) for good, wrong in _canaries(inputs, failing)]
    if same:
        return all(same)
    unknown = call_unknown_tool()
    return verdicts.seems_failed(unknown, tables) and any(
        verdicts.has_same_text(call(entry.value), unknown) for entry in failing[:_MOST_GOOD]
    )


def _canaries(inputs: Inputs, entries: Sequence[ValidInput]) -> Iterator[tuple[JsonValue, JsonValue]]:
    """Yield good inputs, each with an input made from it that is certainly wrong."""
    spoilt = (
        [(entry.value, mutation.input) for mutation in islice(_wrong(inputs.restrict_to([entry])), _MOST_WRONG)]
        for entry in entries
    )
    yield from chain.from_iterable(islice(filter(None, spoilt), _MOST_GOOD))


def _wrong(inputs: Inputs) -> Iterator[made.Mutation]:
    yield from made.missing_required_fields(inputs)
    yield from made.replacements(inputs, MutationKind.WRONG_TYPE)
