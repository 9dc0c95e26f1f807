"""Random valid inputs: a hypothesis strategy for any schema, built from its canonical form.

A strategy may be wider than the canonical form where no generator can express it; ``inputs`` filters with the reference
validator, so every result is valid and conforms to the formats.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from conformance.documents.values import JsonValue
from conformance.schema.canonical import canonicalize
from conformance.schema.formats import conforms_to, format_samples
from conformance.schema.generation.patterns import any_character, matches, strategy_for
from conformance.schema.generation.search import suspend_storage
from conformance.schema.validation import conformity_test, is_valid

# Beyond it, readers that use floats lose digits.
LARGEST_INTEGER = 2**53
# Most elements and characters where the schema has no bound.
_USUAL_ARRAY = 8
_USUAL_TEXT = 40
# Characters and elements: hypothesis cannot generate much longer values.
_LONGEST_GENERATED, _MOST_GENERATED = 4_000, 200
_MOST_EXTRA_MEMBERS = 2
# References nest further only by recursion, which stops here.
_DEEPEST = 5

Strategy = SearchStrategy[Any]


def inputs(schema: JsonValue, texts: Strategy | None = None, *, tick: Callable[[], None] = lambda: None) -> Strategy:
    """Return a strategy for valid instances; raises ``ValueError`` if the schema has no canonical form.

    ``texts`` generates the strings that the schema does not restrict. ``tick`` is called before each validation, and
    may raise to stop a search that takes too long.
    """
    root = canonicalize(schema, formats=True)
    plain = st.text(any_character(), max_size=_USUAL_TEXT) if texts is None else texts
    with suspend_storage():
        made = _Strategies(root, plain, tick).strategy_for(root, 0)

    conforms = conformity_test(schema)

    def is_fit(value: JsonValue) -> bool:
        tick()
        return conforms(value)

    return made.filter(is_fit)


class _Strategies:
    def __init__(self, root: Any, texts: Strategy, tick: Callable[[], None]) -> None:
        self._tick = tick
        self._root = root
        self._definitions: Mapping[str, Any] = root.definitions()
        self._plain: dict[str, Strategy] = {
            "string": texts,
            "integer": st.integers(-LARGEST_INTEGER, LARGEST_INTEGER),
            "number": st.floats(allow_nan=False, allow_infinity=False, width=32),
            "boolean": st.booleans(),
            "null": st.none(),
            "array": st.lists(st.text(any_character(), max_size=10), max_size=3),
            "object": st.dictionaries(st.text(any_character(), max_size=10), st.integers(0, 9), max_size=3),
        }

    def strategy_for(self, node: Any, depth: int) -> Strategy:
        makers: dict[str, Callable[[Any, int], Strategy]] = {
            "multi_type": lambda view, _: st.one_of([self._plain[name] for name in view.types]),
            "string": lambda view, _: self._text(view),
            "integer": lambda view, _: self._integer(view),
            "number": lambda view, _: self._number(view),
            "const": lambda view, _: st.just(view.value),
            "enum": lambda view, _: st.sampled_from(view.values),
            "object": self._object,
            "array": self._array,
            "any_of": self._union,
            "one_of": self._union,
            "all_of": lambda view, depth: self._narrow(view.branches[0], node, depth),
            "typed_group": lambda view, _: self._filter_valid(self._plain[view.type_name], node),
            "reference": self._reference,
            "true": lambda _view, _: self._any_value(),
            "false": lambda _view, _: st.nothing(),
        }
        self._tick()
        if depth > _DEEPEST:
            return st.nothing()
        make = makers.get(node.kind.value)
        return make(node.view(), depth) if make else self._filter_valid(self._any_value(), node)

    def _any_value(self) -> Strategy:
        return st.one_of(list(self._plain.values()))

    def _filter_valid(self, strategy: Strategy, node: Any) -> Strategy:
        schema: JsonValue = node.to_json_schema()

        def is_fit(value: JsonValue) -> bool:
            self._tick()
            return is_valid(value, schema)

        return strategy.filter(is_fit)

    def _narrow(self, branch: Any, whole: Any, depth: int) -> Strategy:
        return self._filter_valid(self.strategy_for(branch, depth + 1), whole)

    def _union(self, view: Any, depth: int) -> Strategy:
        return st.one_of([self.strategy_for(branch, depth) for branch in view.branches])

    def _reference(self, view: Any, depth: int) -> Strategy:
        target = self._root if view.uri == "#" else self._definitions.get(view.uri)
        return st.nothing() if target is None else self.strategy_for(target, depth + 1)

    def _text(self, view: Any) -> Strategy:
        low, high = view.min_length or 0, view.max_length
        samples = format_samples(view.formats)
        if not low and high is None and not view.patterns and not view.excluded_patterns and not samples:
            return self._plain["string"]
        if low > _LONGEST_GENERATED:
            return st.nothing()
        longest = min(high if high is not None else low + _USUAL_TEXT, low + 200)
        # A strategy has no truth value, so `filter` cannot tell one from none.
        readable = next((one for one in map(strategy_for, view.patterns) if one is not None), None)
        if samples:
            made = cast("Strategy", st.sampled_from(samples))
        elif readable is not None:
            made = readable
        else:
            made = cast("Strategy", st.text(any_character(), min_size=low, max_size=longest))
        return made.filter(
            lambda text: (
                low <= len(text)
                and (high is None or len(text) <= high)
                and all(matches(pattern, text) for pattern in view.patterns)
                and not any(matches(pattern, text) for pattern in view.excluded_patterns)
                and all(conforms_to(name, text) for name in view.formats)
            )
        )

    def _integer(self, view: Any) -> Strategy:
        step = next((int(d) for d in view.multiple_of if d and d == int(d)), 1)
        low = -LARGEST_INTEGER if view.minimum is None else int(view.minimum)
        high = max(low, LARGEST_INTEGER) if view.maximum is None else int(view.maximum)
        # The multiples of the step between the bounds: rounded up, and rounded down.
        first, last = -(-low // step), high // step
        return st.integers(first, last).map(lambda number: number * step) if first <= last else st.nothing()

    def _number(self, view: Any) -> Strategy:
        try:
            low, high = (None if one is None else float(one) for one in (view.minimum, view.maximum))
            step = next((float(d) for d in view.multiple_of if d), None)
        except OverflowError:  # more digits than a double has
            return st.nothing()
        if step:
            return self._multiples(step, low, high)
        return st.floats(
            low,
            high,
            exclude_min=view.exclusive_minimum and low is not None,
            exclude_max=view.exclusive_maximum and high is not None,
            allow_nan=False,
            allow_infinity=False,
        )

    def _multiples(self, step: float, low: float | None, high: float | None) -> Strategy:
        first = -1000 if low is None else low // step + 1
        last = first + 1000 if high is None else min(high // step, LARGEST_INTEGER)
        # A number of so many steps is rounded, or has more digits than a double has.
        if not -LARGEST_INTEGER <= first <= min(last, LARGEST_INTEGER):
            return st.nothing()
        return st.integers(int(first), int(last)).map(lambda number: number * step)

    def _array(self, view: Any, depth: int) -> Strategy:
        low = view.min_items or 0
        if low > _MOST_GENERATED:
            return st.nothing()
        high = min(low + _USUAL_ARRAY, view.max_items if view.max_items is not None else low + _USUAL_ARRAY)
        prefix = [self.strategy_for(node, depth + 1) for node in view.prefix_items]
        element = self._any_value() if view.items is None else self.strategy_for(view.items, depth + 1)
        least, most = max(0, low - len(prefix)), max(0, high - len(prefix))
        rest = st.just([]) if view.items is not None and element.is_empty else None
        rest = rest if rest is not None else st.lists(element, min_size=least, max_size=most)
        return st.tuples(st.tuples(*prefix), rest).map(lambda parts: [*parts[0], *parts[1]])

    def _object(self, view: Any, depth: int) -> Strategy:
        known = {name: self.strategy_for(node, depth + 1) for name, node in view.properties.items()}
        required = {name: known.pop(name, self._additional_member(view, depth)) for name in view.required}
        optional = {name: strategy for name, strategy in known.items() if not strategy.is_empty}
        named = st.fixed_dictionaries(required, optional=optional)
        if view.additional_properties is None:
            return named  # an open object: unknown members are the business of mutations
        extra = self._additional_member(view, depth)
        if extra.is_empty:
            return named
        keys = st.text(any_character(), min_size=1, max_size=8).filter(lambda name: name not in view.properties)
        extras = st.dictionaries(keys, extra, max_size=_MOST_EXTRA_MEMBERS)
        return st.tuples(extras, named).map(lambda parts: {**parts[0], **parts[1]})

    def _additional_member(self, view: Any, depth: int) -> Strategy:
        if view.additional_properties is None:
            return self._plain["string"]
        return self.strategy_for(view.additional_properties, depth + 1)
