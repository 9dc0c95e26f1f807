"""Which values of another type does the runtime take for the right one: ``"5"`` for 5, ``"true"``, 1 for true?

Coercion mends small mistakes and hides large ones: a string that happens to look like a number is turned into one
where a string was meant. What is coerced is reported, and judged by the policy ``none`` or ``lenient``.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.values import JsonValue, compact_json, type_name
from conformance.findings import Level, Problem
from conformance.probes.interview import Answer, ToolInterview
from conformance.probes.interview.answers import truncate
from conformance.probes.interview.probe import tool_probe
from conformance.schema.generation import Kind, Mutation
from conformance.schema.generation.edits import put
from conformance.schema.generation.object_positions import located_values
from conformance.schema.validation import is_valid

_MAX_SHOWN = 4


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Report in one objection all that is coerced; a refusal of 5.0 where an integer is wanted is worth knowing."""
    taken = [
        (mutation, answer)
        for mutation in tool.mutations(Kind.LOOSE_TYPE)
        if (answer := tool.ask_mutation(mutation)).is_accepted
    ]
    if taken:
        yield _coercion_objection(tool, taken)
    if refused := _integral_objection(tool):
        yield refused


def _coercion_objection(tool: ToolInterview, taken: list[tuple[Mutation, Answer]]) -> Problem:
    shown = [f"{compact_json(truncate(m.after, 40))} for {quote_text(m.pointer)}" for m, _ in taken[:_MAX_SHOWN]]
    more = f" and {len(taken) - len(shown)} more" if len(taken) > len(shown) else ""
    pairs = sorted({f"{type_name(m.after)} for {type_name(m.before)}" for m, _ in taken})
    calls: list[JsonValue] = [answer.evidence for _, answer in taken[:_MAX_SHOWN]]
    return Problem(
        f"takes values of another type ({', '.join(pairs)}): {', '.join(shown)}{more}",
        "refuse them and say which type is wanted, or allow both types in the schema",
        "/input_schema",
        evidence={**taken[0][1].evidence, "coerced": [*pairs], "calls": calls, "policy": tool.coercion},
        max_level=Level.INFO if tool.coercion == "lenient" else Level.ERROR,
    )


def _integral_objection(tool: ToolInterview) -> Problem | None:
    """To JSON Schema ``5.0`` is an integer."""
    for pointer, value, base in located_values(tool.usable_inputs):
        if pointer and isinstance(value, int) and not isinstance(value, bool):
            changed = put(base, pointer, float(value))
            answer = tool.ask(changed, base)
            if is_valid(changed, tool.tool.input_schema) and not answer.is_accepted:
                message = f"refuses {float(value)} for {quote_text(pointer)}, which JSON Schema counts as an integer"
                return Problem(
                    message,
                    "take it: some writers of JSON know no other numbers",
                    "/input_schema" + tool.inputs.subschemas.nearest_pointer(pointer),
                    detail="integral",
                    evidence=answer.evidence,
                    max_level=Level.INFO,
                )
            return None
    return None


PROBE = tool_probe(ask, level=Level.ERROR, source="tool-contract-consistency#3-typed-parse-before-semantic-validation")
