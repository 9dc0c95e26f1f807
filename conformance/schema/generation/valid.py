"""Valid inputs of one tool, most useful first: given, shown by the schema, at boundaries, generated."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.pointers import child, parent, resolve, split, walk
from conformance.documents.values import JsonValue, as_array, as_object, identity
from conformance.schema.generation.edits import put, remove
from conformance.schema.generation.samples import Samples, deduplicate
from conformance.schema.safe_validation import is_sound
from conformance.schema.subschemas import Subschemas
from conformance.schema.validation import conforms, is_valid

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Origin = Literal["given", "shown", "boundary", "generated"]


class ValidInput(Struct, frozen=True):
    """An input that the reference validator accepts, and its origin.

    It is ``given`` by the configuration, ``shown`` by the schema's examples and defaults, at a ``boundary`` of a
    keyword, or ``generated``.
    """

    value: JsonValue
    origin: Origin
    works: bool = True
    """Whether the tool succeeds with it, where that is known: one that does not comes after those that do."""


class Inputs(Struct, frozen=True, dict=True):
    """The inputs that one schema accepts; ``given`` ones are known to work and come first.

    For a schema without a canonical form only given and shown inputs are available.
    """

    schema: JsonValue
    given: Sequence[JsonValue] = ()
    seed: int = 0
    given_only: bool = False
    """Whether only the given inputs may be used, without variations or generated ones."""
    chosen: tuple[ValidInput, ...] | None = None
    """The pool if ``restrict_to`` has set it."""
    tick: Callable[[], None] = lambda: None
    """Called before each validation; it may raise to stop an operation that takes too long."""

    @cached_property
    def subschemas(self) -> Subschemas:
        """The subschemas of the schema."""
        return Subschemas(self.schema)

    @cached_property
    def pool(self) -> Sequence[ValidInput]:
        """The given, shown and boundary inputs, valid and distinct; empty if the schema cannot be evaluated."""
        if self.chosen is not None:
            return self.chosen
        if not self.is_usable:
            return ()
        self.tick()
        found: dict[object, ValidInput] = {}
        sources: list[tuple[Origin, Sequence[JsonValue]]] = [("given", self.given)]
        if not self.given_only:
            sources.append(("shown", self._example_inputs()))
            # With given inputs only variations of them are used: made-up values would name things that do not exist.
            sources.append(("boundary", self._given_variations() if self.given else self._boundary_inputs()))
        for origin, values in sources:
            for value in values:
                self.tick()
                # Each source may propose invalid values; only the reference validator decides. A given input is known
                # to work, whatever its formats; any other one must conform to them, as the tool may assert them.
                is_fit = is_valid if origin == "given" else conforms
                if identity(value) not in found and is_fit(value, self.schema):
                    found[identity(value)] = ValidInput(value, origin)
        return tuple(found.values())

    @cached_property
    def simplest_inputs(self) -> Sequence[ValidInput]:
        """The pool with what works first, then given inputs, then the fewest members, which make readable mutations."""
        return sorted(
            self.pool, key=lambda entry: (not entry.works, entry.origin != "given", _member_count(entry.value))
        )

    @cached_property
    def is_usable(self) -> bool:
        """Whether there is a schema that can be used for validation."""
        return isinstance(self.schema, Mapping | bool) and is_sound(self.schema)

    def restrict_to(self, pool: Sequence[ValidInput]) -> "Inputs":
        """Return a copy with only these inputs in its pool."""
        return replace(self, chosen=tuple(pool))

    def transplants(self, accepted: Sequence[ValidInput]) -> Iterator[ValidInput]:
        """Yield valid inputs for the root members that no accepted input has: each put into the first of those.

        A tool may reject all inputs that have a member for what stands next to it.
        """
        if self.given_only or not accepted:
            return
        having = {name for entry in accepted for name in as_object(entry.value)}
        members = {name: value for entry in self.pool for name, value in as_object(entry.value).items()}
        for name in sorted(members.keys() - having):
            made = put(accepted[0].value, child("", name), members[name])
            if conforms(made, self.schema):
                yield ValidInput(made, "boundary")

    def first_valid(self) -> JsonValue:
        """Return the first input of the pool; raises ``LookupError`` if the pool is empty."""
        if not self.pool:
            raise LookupError("no valid input could be generated")
        return self.pool[0].value

    def generate(self, count: int) -> Iterator[ValidInput]:
        """Yield up to ``count`` generated inputs that are not in the pool, the same ones for the same seed."""
        from conformance.schema.generation.search import generate_values

        known = {identity(entry.value) for entry in self.pool}
        strategy = None if self.given_only or not self.is_usable else self.strategy()
        for value in generate_values(strategy, seed=self.seed, count=count) if strategy is not None else ():
            if identity(value) not in known:
                yield ValidInput(value, "generated")

    def strategy(self) -> "SearchStrategy[Any] | None":
        """Return a hypothesis strategy for valid inputs, or ``None`` if the schema has no canonical form."""
        from conformance.schema.generation.random_inputs import inputs

        try:
            return inputs(self.schema, tick=self.tick)
        except ValueError:
            return None

    def _example_inputs(self) -> list[JsonValue]:
        return deduplicate(as_array(as_object(self.schema).get("examples")))

    def _boundary_inputs(self) -> list[JsonValue]:
        try:
            return Samples(self.schema, self.tick).inputs()
        except ValueError:
            return []

    def _given_variations(self) -> list[JsonValue]:
        """Return the given inputs with one member removed or set to a boundary value.

        Free texts stay unchanged, because they name existing things such as files.
        """
        without = [remove(given, child("", name)) for given in self.given for name in as_object(given)]
        return without + [
            put(given, pointer, value)
            for given in self.given
            for pointer, value in _located_values(self._boundary_inputs())
            if _can_hold(given, pointer) and not self._is_free_text(given, pointer)
        ]

    def _is_free_text(self, given: JsonValue, pointer: str) -> bool:
        holder = as_object(resolve(given, parent(pointer)))
        if not isinstance(holder.get(split(pointer)[-1]), str):
            return False
        return not any("enum" in schema or "const" in schema for schema in self.subschemas.schemas_at(pointer))


def _member_count(value: JsonValue) -> int:
    """Count the members at any depth outside of arrays, so that empty arrays are not preferred."""
    return sum(1 + _member_count(member) for member in as_object(value).values())


def _located_values(values: Sequence[JsonValue]) -> list[tuple[str, JsonValue]]:
    seen: dict[tuple[str, object], tuple[str, JsonValue]] = {}
    for value in values:
        for pointer, part in walk(value):
            if pointer and not split(pointer)[-1].isdigit():
                seen.setdefault((pointer, identity(part)), (pointer, part))
    return list(seen.values())


def _can_hold(value: JsonValue, pointer: str) -> bool:
    try:
        return isinstance(resolve(value, parent(pointer)), Mapping)
    except KeyError:
        return False
