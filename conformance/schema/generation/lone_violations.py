"""Values that violate one bound of a location and keep the others, where the nearest values violate several."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, is_number, texts_in
from conformance.schema.generation.candidates import MutationTarget
from conformance.schema.generation.patterns import TextDemands, fitting_texts, matches
from conformance.schema.generation.size_limits import LONGEST_TEXT, integer_bound

TEXT_BOUNDS = ("minLength", "maxLength", "pattern")
_Bound = tuple[str, JsonValue]


def lone_violations(spot: MutationTarget) -> Iterator[JsonValue]:
    """Yield values that violate one of the bounds that the value keeps, and none of the others."""
    value = spot.value
    if isinstance(value, str):
        yield from lone_texts(value, spot.schemas)
    elif is_number(value):
        yield from _lone_numbers(value, spot.schemas)
    elif isinstance(value, Mapping):
        yield from _smaller_objects(value, spot.schemas)
        yield from _misnamed_members(spot, value)


def lone_texts(value: str, schemas: Sequence[JsonObject]) -> Iterator[str]:
    """Yield texts that violate one bound that ``value`` keeps; those that it does not keep apply in other cases."""
    kept = [bound for bound in _text_bounds(schemas) if _keeps(value, bound)]
    for bound in kept:
        yield from fitting_texts(_opposite(bound, [other for other in kept if other != bound])) or ()


def is_implied_for_texts(schemas: Iterable[JsonObject], keyword: str, schema: JsonObject) -> bool:
    """Say whether surely no text violates a bound of one of the schemas of a location and keeps the others."""
    bound = (keyword, schema[keyword])
    others = [other for other in _text_bounds(schemas) if other != bound]
    found = fitting_texts(_opposite(bound, others)) if bound in _text_bounds([schema]) else None
    return found is not None and not found


def _text_bounds(schemas: Iterable[JsonObject]) -> list[_Bound]:
    found: dict[_Bound, None] = {}
    for schema in schemas:
        for key in TEXT_BOUNDS:
            if isinstance(schema.get(key), str) if key == "pattern" else integer_bound(schema, key) is not None:
                found[key, schema[key]] = None
        # Of what `not` excludes only a pattern is a language.
        if isinstance(excluded := as_object(schema.get("not")).get("pattern"), str):
            found["not", excluded] = None
    return list(found)


def _keeps(value: str, bound: _Bound) -> bool:
    key, limit = bound
    if key in ("pattern", "not"):
        return matches(str(limit), value) == (key == "pattern")
    length, count = len(value), integer_bound({key: limit}, key) or 0
    return length >= count if key == "minLength" else length <= count


def _opposite(bound: _Bound, others: Sequence[_Bound]) -> TextDemands:
    """Return the demands on a text that violates one bound and keeps the others."""
    key, limit = bound
    count = integer_bound({key: limit}, key) or 0
    least = [integer_bound({name: value}, name) or 0 for name, value in others if name == "minLength"]
    most = [integer_bound({name: value}, name) or 0 for name, value in others if name == "maxLength"]
    if key == "minLength":
        most.append(count - 1)
    if key == "maxLength":
        # A text of more characters is not sent, so that nothing is known of it.
        least.append(min(count + 1, LONGEST_TEXT))
    matched = [str(value) for name, value in others if name == "pattern"] + [str(limit)] * (key == "not")
    unmatched = [str(value) for name, value in others if name == "not"] + [str(limit)] * (key == "pattern")
    return TextDemands(tuple(matched), tuple(unmatched), max(least, default=0), min(most, default=None))


def _lone_numbers(value: JsonValue, schemas: Sequence[JsonObject]) -> Iterator[JsonValue]:
    """Yield numbers next to each bound on the grid that all steps share, and beside the grid of each step."""
    number, steps = _exact(value), [_exact(schema["multipleOf"]) for schema in schemas if _is_step(schema)]
    if any("integer" in (types := _types(schema)) and "number" not in types for schema in schemas):
        steps.append(Fraction(1))
    grid = _shared_step(steps)
    for schema in schemas:
        for key, way in (("minimum", -1), ("maximum", 1), ("exclusiveMinimum", -1), ("exclusiveMaximum", 1)):
            if is_number(schema.get(key)):
                edge = _exact(schema[key]) / grid
                yield from _plain((math.floor(edge) + 1 if way > 0 else math.ceil(edge) - 1) * grid)
                yield from _plain((math.ceil(edge) if way > 0 else math.floor(edge)) * grid)
    for step in dict.fromkeys(steps):
        beside = _shared_step([other for other in steps if other != step])
        for moved in (beside, -beside, step / 2, -step / 2):
            yield from _plain(number + moved)


def _is_step(schema: JsonObject) -> bool:
    return is_number(schema.get("multipleOf")) and _exact(schema["multipleOf"]) > 0


def _types(schema: JsonObject) -> list[str]:
    return texts_in(as_array(schema.get("type")) or [schema.get("type")])


def _exact(number: JsonValue) -> Fraction:
    return Fraction(str(number))


def _shared_step(steps: Sequence[Fraction]) -> Fraction:
    """Return the least number that is a multiple of all steps, 1 without any."""
    shared = steps[0] if steps else Fraction(1)
    for step in steps[1:]:
        scale = math.lcm(shared.denominator, step.denominator)
        shared = Fraction(math.lcm(int(shared * scale), int(step * scale)), scale)
    return shared


def _plain(number: Fraction) -> Iterator[JsonValue]:
    with suppress(OverflowError):  # no double holds a fraction of so many digits
        yield int(number) if number.denominator == 1 else float(number)


def _smaller_objects(members: JsonObject, schemas: Sequence[JsonObject]) -> Iterator[JsonValue]:
    """Yield objects with too few members that still have each member that is required."""
    required = {name for schema in schemas for name in texts_in(as_array(schema.get("required")))}
    order = sorted(members.items(), key=lambda member: member[0] not in required)
    for schema in schemas:
        if fewest := integer_bound(schema, "minProperties"):
            yield from (dict(order[:count]) for count in {fewest - 1, len(required & members.keys())} if count < fewest)


def _misnamed_members(spot: MutationTarget, members: JsonObject) -> Iterator[JsonValue]:
    """Yield objects with one more member, whose name violates one bound of names."""
    subschemas, usual = spot.parts.inputs.subschemas, spot.parts.usual_member
    for holder in subschemas.pointers_at(spot.parts.pointer):
        if "propertyNames" not in subschemas.keywords_of(holder):
            continue
        rules = [subschemas.keywords_of(one) for one in subschemas.closure([child(holder, "propertyNames")])]
        for name in dict.fromkeys((*members, *spot.parts.members(1), "key", "a", "A", "0")):
            for made in lone_texts(name, rules):
                if made not in members:
                    yield {**members, made: usual}
