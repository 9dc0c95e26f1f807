"""Does each published field do something: change what is accepted, or what comes back?

A field that the runtime ignores is the worst kind of drift: the model believes that it uses a part of the tool which
does not exist. Such a field is honoured, refused, or taken out of the schema.
"""

from collections.abc import Iterator, Mapping

from conformance.display import list_names, quote_text
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonValue, as_object, identity
from conformance.findings import Level, Problem
from conformance.probes.interview import InconclusiveError, ToolInterview
from conformance.probes.interview.probe import tool_probe
from conformance.probes.interview.verdicts import is_flagged, reports_failure
from conformance.schema.generation.object_positions import generalize_pointer, located_values

_FEWEST_VARIANTS = 2
_MAX_VARIANTS = 6
_MAX_SHOWN = 12
_HINT = "honour the field, refuse it, or take it out of the schema"


def ask(tool: ToolInterview) -> Iterator[Problem]:
    """Object to each field that the parser drops, or that changes nothing in any call."""
    if any(answer.understood is not None for _, answer in tool.trials):
        yield from _dropped_fields(tool)
    else:
        yield from _ineffective_fields(tool)


def _dropped_fields(tool: ToolInterview) -> Iterator[Problem]:
    """Fields that are accepted and then missing among the arguments."""
    seen: set[str] = set()
    for pointer, _, base in located_values(tool.usable_inputs):
        answer = tool.ask(base)
        place = generalize_pointer(pointer)
        if place in seen or answer.understood is None or split(pointer)[-1:] == ["0"] or not pointer:
            continue
        if not _has_pointer(answer.understood, pointer) and _has_pointer(answer.understood, pointer.rpartition("/")[0]):
            seen.add(place)
            yield Problem(
                f"accepts {quote_text(pointer)} and drops it: it is missing among the arguments that the tool gets",
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
    """Fields whose presence and value change no reply, where replies to the same call are the same.

    Where nothing was found, or the environment is empty, that is chance: there was perhaps nothing to sort. So it is no
    more than worth knowing, but where calls have no effect at all, and so no environment; and when no field at all
    changes anything, that is said once.
    """
    tool.require_calls()
    good = tool.usable_inputs.first_valid()
    first, again = tool.call(good), tool.call(good, again=True)
    if is_flagged(first) or reports_failure(first, tool.profile.probing):
        raise InconclusiveError("its known good call fails, so that no field could change what comes back")
    if identity(first.raw) != identity(again.raw):
        raise InconclusiveError("it answers the same call in two ways, so that no field can be seen to change anything")
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
    what = list_names(names) if len(names) == 1 else f"none of {list_names(names)}"
    how = "changed nothing" if len(names) == 1 else "changed anything"
    place = child("", names[0]) if len(names) == 1 else ""
    return Problem(
        f"{what} {how} in {len(variants)} calls, neither by its value nor by its absence",
        _HINT,
        "/input_schema" + tool.inputs.subschemas.nearest_pointer(place),
        detail=" ".join(names),
        evidence={"calls": [{"op": "call", "tool": tool.tool.name, "input": variant} for variant in variants]},
        max_level=Level.ERROR if tool.permission.harmless else Level.INFO,
    )


def _variants(tool: ToolInterview, good: JsonValue, name: str) -> list[JsonValue]:
    """The good input with the field in each of its values, and without it."""
    others = {key: identity(value) for key, value in as_object(good).items() if key != name}
    alike = [
        entry.value
        for entry in tool.usable_inputs.pool
        if {key: identity(value) for key, value in as_object(entry.value).items() if key != name} == others
    ]
    return alike[:_MAX_VARIANTS]


PROBE = tool_probe(ask, level=Level.WARNING, source="tool-contract-consistency#5-no-dormant-public-fields")
