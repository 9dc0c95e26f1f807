"""A short list of valid values for any schema: its own examples, then the boundaries of each keyword.

The values are built from the canonical form, in which unions are expanded, ``allOf`` is merged and conditions are
branches.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from conformance.documents.pointers import child, walk
from conformance.documents.values import JsonValue, identity
from conformance.schema.canonical import canonicalize
from conformance.schema.generation.patterns import matches, shortest_match
from conformance.schema.generation.scalars import PLAIN, numbers, texts
from conformance.schema.generation.size_limits import LONGEST_ARRAY, is_small
from conformance.schema.subschemas import Subschemas
from conformance.schema.validation import conforms, is_valid

MOST_VALUES = 24
"""Most values for one location below the root."""
MOST_INPUTS = 400
# Recursive schemas stop at the first depth, where each step multiplies the values to build; others end by themselves.
_DEEPEST_RECURSIVE, _DEEPEST = 6, 14
# Definitions that are referred to many times multiply like recursion: after so many locations the first depth holds.
_MOST_LOCATIONS = 5_000


class Samples:
    """Builds values for the locations of one schema; raises ``ValueError`` if the schema has no canonical form.

    ``tick`` is called for each location and each value, and may raise to stop what takes too long.
    """

    def __init__(self, schema: JsonValue, tick: Callable[[], None] = lambda: None) -> None:
        self._tick = tick
        self._subschemas = Subschemas(schema)
        self._root = canonicalize(schema, formats=True)
        self._definitions: Mapping[str, Any] = self._root.definitions()
        self._deepest = _DEEPEST_RECURSIVE if _is_recursive(self._root, self._definitions) else _DEEPEST
        self.location_count = 0
        """How many locations were built so far."""

    def inputs(self) -> list[JsonValue]:
        """Return distinct values for the complete schema, not yet judged by the reference validator."""
        return self._first(self._make_values(self._root, "", 0), MOST_INPUTS)

    def _values(self, node: Any, pointer: str, depth: int) -> list[JsonValue]:
        examples = [hint for hint in self._subschemas.hints_at(pointer) if conforms(hint, node.to_json_schema())]
        return self._first(itertools.chain(examples, self._make_values(node, pointer, depth)), MOST_VALUES)

    def _first(self, values: Iterable[JsonValue], most: int) -> list[JsonValue]:
        """Return the first distinct values that are not too large, and build no others."""
        found: dict[object, JsonValue] = {}
        for value in values:
            self._tick()
            if is_small(value):
                found.setdefault(identity(value), value)
            if len(found) == most:
                break
        return list(found.values())

    def _make_values(self, node: Any, pointer: str, depth: int) -> Iterable[JsonValue]:
        self._tick()
        self.location_count += 1
        if depth > (self._deepest if self.location_count < _MOST_LOCATIONS else _DEEPEST_RECURSIVE):
            return ()
        makers: dict[str, Callable[[Any, str, int], Iterable[JsonValue]]] = {
            "object": self._objects,
            "array": self._arrays,
            "any_of": self._branches,
            "one_of": self._branches,
            "all_of": self._branches,
            "reference": self._reference_values,
        }
        view, kind = node.view(), node.kind.value
        if kind in makers:
            return makers[kind](view, pointer, depth)
        made = _simple_values(kind, view)
        return (
            made if made is not None else [value for value in _plain_values() if is_valid(value, node.to_json_schema())]
        )

    def _branches(self, view: Any, pointer: str, depth: int) -> Iterable[JsonValue]:
        lists = [list(self._make_values(branch, pointer, depth + 1)) for branch in view.branches]
        # One value of each branch in turn, so that a limit on their number keeps every branch.
        rows = itertools.zip_longest(*lists, fillvalue=_NOTHING)
        return [value for row in rows for value in row if value is not _NOTHING]

    def _reference_values(self, view: Any, pointer: str, depth: int) -> Iterable[JsonValue]:
        target = self._root if view.uri == "#" else self._definitions.get(view.uri)
        return () if target is None else self._make_values(target, pointer, depth + 1)

    def _arrays(self, view: Any, pointer: str, depth: int) -> Iterable[JsonValue]:
        low, high = view.min_items or 0, view.max_items
        prefix = [self._values(node, child(pointer, i), depth + 1) for i, node in enumerate(view.prefix_items)]
        usual, wanted = self._elements(view, child(pointer, len(prefix)), depth)
        rest = deduplicate(wanted) + usual if wanted or not view.contains else []
        heads = [values[0] for values in prefix if values]
        for size in _sizes(low, high):
            if size <= len(heads):
                yield heads[:size]
            elif rest:
                yield [*heads, *itertools.islice(itertools.cycle(rest), size - len(heads))]
        # `contains` may demand more elements than `minItems`, and equal ones.
        if 1 < len(wanted) <= LONGEST_ARRAY:
            yield [*heads, *wanted, *itertools.islice(itertools.cycle(rest), max(low - len(heads) - len(wanted), 0))]
        least = max(low, 1)
        for value in rest[1:] if least <= LONGEST_ARRAY else ():
            yield [*heads, value, *([rest[0]] * (least - len(heads) - 1))]

    def _elements(self, view: Any, pointer: str, depth: int) -> tuple[list[JsonValue], list[JsonValue]]:
        """Return the values that any element may have, and one for each element that ``contains`` demands."""
        usual: list[JsonValue] = ["text"] if view.items is None else self._values(view.items, pointer, depth + 1)
        wanted = [
            value for need in view.contains for value in self._required_elements(need, view, usual, pointer, depth)
        ]
        return usual, wanted

    def _required_elements(
        self, need: Any, view: Any, usual: list[JsonValue], pointer: str, depth: int
    ) -> list[JsonValue]:
        """Return elements that ``contains`` demands, as many as it demands, equal ones if there are too few others."""
        wanted, allowed = need.schema.to_json_schema(), view.items.to_json_schema() if view.items is not None else True
        made = deduplicate([*usual, *self._values(need.schema, pointer, depth + 1)])
        fitting = [value for value in made if is_valid(value, wanted) and is_valid(value, allowed)]
        return list(itertools.islice(itertools.cycle(fitting), min(need.min_contains or 1, LONGEST_ARRAY + 1)))

    def _objects(self, view: Any, pointer: str, depth: int) -> Iterable[JsonValue]:
        values = {name: self._values(node, child(pointer, name), depth + 1) for name, node in view.properties.items()}
        for name in view.required:
            values.setdefault(name, self._unknown_member_values(view, name, pointer, depth))
        few = view.min_properties or 0
        # Without a value for each required member, or with more members than an input may have, there is none.
        if few > LONGEST_ARRAY or any(not values[name] for name in view.required):
            return
        least = {name: values[name][0] for name in view.required}
        usable = {name: listed for name, listed in values.items() if listed}
        if view.additional_properties is not None or view.pattern_properties or len(usable) < few:
            usable |= self._unknown_members(view, usable, pointer, depth)
        full = {**least, **{name: listed[0] for name, listed in usable.items()}}
        # The smallest object: the required members, filled up to `minProperties`.
        start = least if len(least) >= few else {**dict(itertools.islice(full.items(), few)), **least}
        yield start
        yield full
        # Each value of each member once, next to the smallest object, a value of every member in turn.
        columns = [[(name, value) for value in listed] for name, listed in usable.items()]
        for row in itertools.zip_longest(*columns):
            yield from ({**start, member[0]: member[1]} for member in row if member is not None)

    def _unknown_members(
        self, view: Any, known: Mapping[str, list[JsonValue]], pointer: str, depth: int
    ) -> dict[str, list[JsonValue]]:
        """Return undeclared members: one, or as many as ``minProperties`` demands and ``maxProperties`` allows."""
        count = max(1, (view.min_properties or 0) - len(known))
        if view.max_properties is not None:
            count = min(count, int(view.max_properties) - len(known))
        found: dict[str, list[JsonValue]] = {}
        for name in self._unknown_names(view, pointer, depth):
            if len(found) >= count:
                break
            if name not in known and name not in view.properties:
                found[name] = self._unknown_member_values(view, name, pointer, depth)
        return {name: listed for name, listed in found.items() if listed}

    def _unknown_names(self, view: Any, pointer: str, depth: int) -> Iterator[str]:
        matching = (text for pattern in view.pattern_properties for text in shortest_match((pattern,), 0, None))
        named = [] if view.property_names is None else self._values(view.property_names, pointer, depth + 1)
        allowed = True if view.property_names is None else view.property_names.to_json_schema()
        plain = (f"{stem}{number or ''}" for number in range(LONGEST_ARRAY) for stem in ("key", "name"))
        for name in itertools.chain(matching, (n for n in named if isinstance(n, str) and n), plain):
            if is_valid(name, allowed):
                yield name

    def _unknown_member_values(self, view: Any, name: str, pointer: str, depth: int) -> list[JsonValue]:
        """Return values for an undeclared member."""
        for pattern, node in view.pattern_properties.items():
            if matches(pattern, name):
                return self._values(node, child(pointer, name), depth + 1)
        if view.additional_properties is None:
            return ["text"]
        return self._values(view.additional_properties, child(pointer, name), depth + 1)


def _is_recursive(root: Any, definitions: Mapping[str, Any]) -> bool:
    """Say whether a reference leads back to what contains it."""
    targets = {uri: _references(node) for uri, node in definitions.items()}
    left = {"#": _references(root), **targets}
    # Definitions that refer to none of those left are no part of a cycle, nor are then those that refer to them only.
    while done := [uri for uri, named in left.items() if not named & left.keys()]:
        left = {uri: named for uri, named in left.items() if uri not in done}
    return bool(left)


def _references(node: Any) -> set[str]:
    found = walk(node.to_json_schema())
    return {value for pointer, value in found if pointer.endswith("/$ref") and isinstance(value, str)}


_NOTHING: Any = object()


def _simple_values(kind: str, view: Any) -> Iterable[JsonValue] | None:
    """Return values of a node without inner nodes, or ``None`` for a node that only a validator understands."""
    if kind == "string":
        return texts(view)
    if kind in ("integer", "number"):
        return _filter_valid(numbers(view, integral=kind == "integer"), view)
    if kind == "multi_type":
        rows = itertools.zip_longest(*(PLAIN[name] for name in view.types), fillvalue=_NOTHING)
        return [value for row in rows for value in row if value is not _NOTHING]
    return {"const": lambda: [view.value], "enum": lambda: list(view.values), "false": list}.get(kind, lambda: None)()


def _filter_valid(candidates: Iterable[JsonValue], view: Any) -> list[JsonValue]:
    schema = {
        ("exclusiveMinimum" if getattr(view, "exclusive_minimum", False) else "minimum"): view.minimum,
        ("exclusiveMaximum" if getattr(view, "exclusive_maximum", False) else "maximum"): view.maximum,
    }
    bounds: dict[str, JsonValue] = {key: _to_json(value) for key, value in schema.items() if value is not None}
    divisors: list[JsonValue] = [{"multipleOf": _to_json(divisor)} for divisor in view.multiple_of]
    return [value for value in candidates if is_valid(value, {**bounds, "allOf": divisors})]


def _to_json(bound: Any) -> int | float:
    """Return a bound, which the library has as an integer or a decimal number, as a number of JSON."""
    return int(bound) if bound == int(bound) else float(bound)


def _plain_values() -> list[JsonValue]:
    return [value for values in PLAIN.values() for value in values]


def _sizes(low: int, high: int | None) -> list[int]:
    sizes = [max(low, 1), low, low + 1, *([high] if high is not None and high <= 64 else [])]
    return [size for size in dict.fromkeys(sizes) if (high is None or size <= high) and size <= LONGEST_ARRAY]


def deduplicate(values: Iterable[JsonValue]) -> list[JsonValue]:
    """Return the values without repeats, compared as JSON."""
    seen: dict[object, JsonValue] = {}
    for value in values:
        seen.setdefault(identity(value), value)
    return list(seen.values())
