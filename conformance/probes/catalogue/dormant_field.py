"""Does each published field have an effect on what is accepted or returned?

A field that the runtime ignores is the worst kind of drift: the model relies on a feature that does not exist. Such a
field should be honoured, rejected, or removed from the schema.
"""

from collections.abc import Iterator, Mapping

from conformance.display import list_codes
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonValue, as_object, identity
from conformance.findings import Level, Problem
from conformance.probes.interview import ToolInterview
from conformance.probes.interview.limits import unrepeatable_error
from conformance.probes.interview.positions import name_position
from conformance.probes.interview.probe import tool_probe
from conformance.schema.generation.object_positions import generalize_pointer, located_values

# Two inputs (one with the field, one without) are too few to say that neither its value nor its presence matters.
_FEWEST_VARIANTS = 2
# Each variant is a real call, so their number is bounded.
_MAX_VARIANTS = 6
_MAX_SHOWN = 12
_HINT = "honour the field, reject it, or remove it from the schema"


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each field that the parser drops, or that makes no difference to any call."""
    if any(answer.understood is not None for _, answer in tool.trials):
        yield from _dropped_fields(tool)
    else:
        yield from _ineffective_fields(tool)


def _dropped_fields(tool: ToolInterview) -> Iterator[Problem]:
    """Yield an objection for each field that is accepted but missing from the parsed arguments."""
    seen: set[str] = set()
    for pointer, _, base in located_values(tool.usable_inputs):
        answer = tool.ask(base)
        place = generalize_pointer(pointer)
        if place in seen or answer.understood is None or split(pointer)[-1:] == ["0"] or not pointer:
            continue
        if not _has_pointer(answer.understood, pointer) and _has_pointer(answer.understood, pointer.rpartition("/")[0]):
            seen.add(place)
            yield Problem(
                f"{name_position(pointer)} is accepted, but dropped from the arguments passed to the tool",
                _HINT,
                "/input_schema" + tool.inputs.subschemas.nearest_pointer(pointer),
                detail=place,
                evidence={**answer.evidence, "understood": answer.understood},
            )


def _has_pointer(value: JsonValue, pointer: str) -> bool:
    for token in split(pointer):
        if isinstance(value, Mapping):
            if token not in value:
                return False
            value = value[token]
        elif isinstance(value, list) and token.isdigit() and int(token) < len(value):
            value = value[int(token)]
        else:
            return False
    return True


def _ineffective_fields(tool: ToolInterview) -> Iterator[Problem]:
    """Yield an objection for each field whose presence and value never change the reply.

    In an empty environment that may be chance (there may be nothing to sort), so it is only an info unless calls have
    no effect at all and hence no environment. When no field changes anything, that is reported once.

    Raises ``InconclusiveError`` when the baseline call fails or its reply varies.
    """
    tool.require_calls()
    good = tool.usable_inputs.first_valid()
    first, again = tool.call(good), tool.call(good, again=True)
    if not tool.works(good):
        raise tool.failing_calls_error()
    if identity(first.raw) != identity(again.raw):
        raise unrepeatable_error()
    varied = {
        name: variants for name in _names(tool) if len(variants := _variants(tool, good, name)) > _FEWEST_VARIANTS
    }
    idle = [name for name in varied if len({identity(tool.call(variant).raw) for variant in varied[name]}) == 1]
    if len(idle) > 1 and len(idle) == len(varied) and not tool.permission.harmless:
        yield _objection(tool, idle, [variant for name in idle for variant in varied[name]][:_MAX_SHOWN])
        return
    yield from (_objection(tool, [name], varied[name]) for name in idle)


def _names(tool: ToolInterview) -> list[str]:
    return tool.inputs.subschemas.names_at("")


def _objection(tool: ToolInterview, names: list[str], variants: list[JsonValue]) -> Problem:
    subject = f"parameter {list_codes(names)} has" if len(names) == 1 else f"parameters {list_codes(names)} have"
    place = child("", names[0]) if len(names) == 1 else ""
    return Problem(
        f"{subject} no effect on the reply in {len(variants)} calls",
        _HINT,
        "/input_schema" + tool.inputs.subschemas.nearest_pointer(place),
        detail=" ".join(names),
        evidence={"calls": [{"op": "call", "tool": tool.tool.name, "input": variant} for variant in variants]},
        max_level=Level.ERROR if tool.permission.harmless else Level.INFO,
    )


def _variants(tool: ToolInterview, good: JsonValue, name: str) -> list[JsonValue]:
    """Return the good input with each known value of the field, and without the field."""
    others = {key: identity(value) for key, value in as_object(good).items() if key != name}
    alike = [
        entry.value
        for entry in tool.usable_inputs.pool
        if {key: identity(value) for key, value in as_object(entry.value).items() if key != name} == others
    ]
    return alike[:_MAX_VARIANTS]


PROBE = tool_probe(ask, level=Level.WARNING, source="tool-contract-consistency#5-no-dormant-public-fields")
