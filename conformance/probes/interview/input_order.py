"""Which of the valid inputs of a tool are tried first."""

from conformance.schema.generation import Inputs, ValidInput
from conformance.systems.contract_coverage import SchemaParts


def sort_by_unseen(inputs: Inputs, shown: SchemaParts) -> Inputs:
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
