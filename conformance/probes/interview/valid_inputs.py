"""The valid inputs to ask a tool with: which of them are tried first, and why there are none."""

from conformance.display import code_text
from conformance.documents.values import JsonValue
from conformance.inventory import Tool
from conformance.probes.interview.limits import InconclusiveError
from conformance.schema.generation import Inputs, ValidInput
from conformance.schema.generation.size_limits import oversized_demands
from conformance.schema.limits import refusal_of
from conformance.systems.contract_coverage import SchemaParts


def sort_inputs_by_unseen(inputs: Inputs, shown: SchemaParts) -> Inputs:
    """Return inputs of which those come first that show most of what no recorded call has; given ones stay first."""
    given = [one for one in inputs.pool if one.origin == "given"]
    rest: dict[int, frozenset[str]]
    rest = {number: shown.unseen_in(one.value) for number, one in enumerate(inputs.pool) if one.origin != "given"}
    ordered: list[ValidInput] = []
    while rest:
        best = max(rest, key=lambda number: (len(rest[number]), -number))
        newly = rest.pop(best)
        ordered.append(inputs.pool[best])
        rest = {number: unseen - newly for number, unseen in rest.items()}
    return inputs.restrict_to([*given, *ordered])


def missing_schema_error(tool: Tool) -> InconclusiveError:
    """Return the error for a tool whose input schema is missing or can't be evaluated."""
    if (refusal := refusal_of(tool.raw.get("input_schema"))) is None:
        return InconclusiveError("the tool has no input schema", "publish the schema of its input")
    place = code_text(f"/input_schema{refusal.pointer}", 200)
    return InconclusiveError(f"the input schema can't be evaluated, as {place} {refusal.reason}", refusal.fix)


def missing_inputs_error(inputs: Inputs, schema: JsonValue, input_advice: str) -> InconclusiveError:
    """Return the error for a schema that no value is known to satisfy; ``input_advice`` says how to give one."""
    if not inputs.is_usable:
        advice = "fix the faults of the schema that `conformance check` reports"
        return InconclusiveError("no value can be validated against the input schema", advice)
    why = next(oversized_demands(schema), "")
    reason = f", as {why}" if why else ""
    return InconclusiveError(f"no valid input could be generated from the input schema{reason}", input_advice)
