"""Is every input that the schema allows accepted?

This is the other half of drift: a schema that allows an empty string, a list of a hundred items or the word "true"
promises that they work. Each valid input that the runtime rejects costs the model a turn.
"""

import re
from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue, compact_json, identity
from conformance.findings import Level, Problem
from conformance.probes.interview import Reply, ToolInterview
from conformance.probes.interview.probe import name_position, tool_probe
from conformance.probes.interview.tool_interview import MAX_CALLS_FOR_INPUTS
from conformance.probes.interview.verdicts import blames_input

# The rest of a long list repeats itself: six different reasons are enough to see what is wrong.
_MAX_REASONS = 6
# Shrinking may go on for ever on a slow tool; this much time finds a small enough input.
_MAX_SECONDS = 10.0
# Quoted words and numbers vary from one error text to the next; without them, texts with the same cause are equal.
_VARIABLE_PARTS = re.compile(r"""(["'`]).*?\1|\d+""")


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each reason for which a valid input is rejected, showing the accepted input closest to it."""
    good = [answer.arguments for _, answer in tool.trials if answer.is_accepted]
    reasons: dict[tuple[str, str], Reply] = {}
    for answer in _refused_answers(tool):
        place, _ = _difference(answer.arguments, good)
        reasons.setdefault((place, _VARIABLE_PARTS.sub("…", answer.text)), answer)
    for (place, _), answer in list(reasons.items())[:_MAX_REASONS]:
        yield _objection(tool, answer, place, good)


def _refused_answers(tool: ToolInterview) -> Iterator[Reply]:
    for _, answer in tool.trials:
        if _is_refused(tool, answer):
            yield answer
    if not tool.can_parse and (tool.permission.exactly or not tool.permission.allowed):
        return  # a tool with side effects is called only with the inputs that the user has given
    if any(answer.is_accepted for _, answer in tool.trials):
        yield from _generated_refusals(tool)


def _generated_refusals(tool: ToolInterview) -> Iterator[Reply]:
    """Yield the answer to the smallest generated input that is rejected; calls are limited, as they cost more."""
    from conformance.schema.generation.search import find_smallest

    strategy, rules = tool.inputs.strategy(), tool.limits
    most = (
        rules.max_examples
        if tool.can_parse or tool.permission.harmless
        else min(rules.max_examples, MAX_CALLS_FOR_INPUTS)
    )
    if strategy is not None:
        found = find_smallest(
            strategy,
            lambda value: _is_refused(tool, tool.ask(value)),
            seed=rules.seed,
            max_examples=most,
            max_seconds=min(_MAX_SECONDS, rules.seconds_left()),
        )
        yield from map(tool.ask, found)


def _is_refused(tool: ToolInterview, answer: Reply) -> bool:
    return not answer.is_accepted and blames_input(answer, tool.profile.probing)


def _difference(refused: JsonValue, good: list[JsonValue]) -> tuple[str, JsonValue]:
    """Return where a rejected input differs from the accepted input closest to it (a pointer), and that input."""
    fewest: list[str] | None = None
    nearest: JsonValue = None
    for other in good:
        differing = _differing_pointers(refused, other)
        if fewest is None or len(differing) < len(fewest):
            fewest, nearest = differing, other
    return (fewest[0], nearest) if fewest else ("", None)


def _differing_pointers(left: JsonValue, right: JsonValue) -> list[str]:
    ours, theirs = _leaves(left), _leaves(right)
    return sorted(pointer for pointer in ours.keys() | theirs.keys() if ours.get(pointer) != theirs.get(pointer))


def _leaves(value: JsonValue) -> dict[str, object]:
    inner = [(pointer, part) for pointer, part in walk(value) if not isinstance(part, dict | list) or not part]
    return {pointer: identity(part) for pointer, part in inner}


def _objection(tool: ToolInterview, answer: Reply, place: str, good: list[JsonValue]) -> Problem:
    found = dict(walk(answer.arguments))
    what = "valid input is rejected"
    if place:
        # The input that differs least may differ in a field that it lacks.
        value = code_text(compact_json(found[place])) if place in found else "its absence"
        what = f"{name_position(place)} rejects {value}, but its schema allows it"
    _, nearest = _difference(answer.arguments, good)
    return Problem(
        what,
        "accept it, or state the restriction in the schema (minLength, maximum, pattern, enum, required)",
        "/input_schema" + tool.inputs.subschemas.nearest_pointer(place),
        detail=_VARIABLE_PARTS.sub("…", answer.text)[:200],
        evidence={
            **answer.evidence,
            "mutation": {"kind": "valid_input", "pointer": place},
            "known_good_input": nearest,
        },
    )


PROBE = tool_probe(ask, level=Level.ERROR, source="tools-contract#tool-definition-contract")
