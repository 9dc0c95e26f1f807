"""Does each published field do something: change what is accepted, or what comes back?

A field that the runtime ignores is the worst kind of drift: the model believes that it uses a part of the tool which
does not exist. Such a field is honoured, refused, or taken out of the schema.
"""

from collections.abc import Iterator, Mapping

from conformance.findings import Level
from conformance.interview import Objection, ToolInterview
from conformance.interview.judging import flagged
from conformance.interview.probe import tool_probe
from conformance.json_values import JsonValue, as_object, identity
from conformance.pointers import child, split
from conformance.strategies.hosts import general, hosts
from conformance.words import quoted

_FEWEST_VARIANTS = 2
_MOST_VARIANTS = 6
_HINT = "honour the field, refuse it, or take it out of the schema"


def ask(tool: ToolInterview) -> Iterator[Objection]:
    """Object to each field that the parser drops, or that changes nothing in any call."""
    if any(answer.understood is not None for _, answer in tool.tried):
        yield from _dropped(tool)
    else:
        yield from _without_effect(tool)


def _dropped(tool: ToolInterview) -> Iterator[Objection]:
    """Fields that are accepted and then missing among the arguments."""
    seen: set[str] = set()
    for pointer, _, base in hosts(tool.usable):
        answer = tool.ask(base)
        place = general(pointer)
        if place in seen or answer.understood is None or split(pointer)[-1:] == ["0"] or not pointer:
            continue
        if not _has(answer.understood, pointer) and _has(answer.understood, pointer.rpartition("/")[0]):
            seen.add(place)
            yield Objection(
                f"accepts {quoted(pointer)} and drops it: it is missing among the arguments that the tool gets",
                _HINT,
                "/input_schema" + tool.inputs.places.schema_pointer_at(pointer),
                place,
                {**answer.evidence, "understood": answer.understood},
            )


def _has(value: JsonValue, pointer: str) -> bool:
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


def _without_effect(tool: ToolInterview) -> Iterator[Objection]:
    """Fields whose presence and value change no reply, where replies to the same call are the same.

    In a real environment that may be chance, there was perhaps nothing to sort: then it is worth knowing, no more, and
    only for a good input that the user has given: any other finds nothing there.
    """
    tool.require_calls()
    if not (tool.permission.harmless or tool.has_given_inputs):
        return
    good = tool.usable.known_good()
    first, again = tool.call(good), tool.call(good, again=True)
    if flagged(first) or identity(first.raw) != identity(again.raw):
        return
    for name in tool.inputs.places.names_at(""):
        variants = _variants(tool, good, name)
        if len(variants) > _FEWEST_VARIANTS and len({identity(tool.call(variant).raw) for variant in variants}) == 1:
            yield Objection(
                f"{quoted(name)} changed nothing in {len(variants)} calls, neither by its value nor by its absence",
                _HINT,
                "/input_schema" + tool.inputs.places.schema_pointer_at(child("", name)),
                name,
                {"calls": [{"op": "call", "tool": tool.tool.name, "input": variant} for variant in variants]},
                None if tool.permission.harmless else Level.INFO,
            )


def _variants(tool: ToolInterview, good: JsonValue, name: str) -> list[JsonValue]:
    """The good input with the field in each of its values, and without it."""
    others = {key: identity(value) for key, value in as_object(good).items() if key != name}
    alike = [
        entry.value
        for entry in tool.usable.pool
        if {key: identity(value) for key, value in as_object(entry.value).items() if key != name} == others
    ]
    return alike[:_MOST_VARIANTS]


PROBE = tool_probe(ask, level=Level.WARNING, source="tool-contract-consistency#5-no-dormant-public-fields")
