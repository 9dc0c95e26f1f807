"""Finds additional elements and members for a valid array or object, each valid on its own."""

import itertools
import string
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from msgspec import Struct

from conformance.documents.pointers import child, resolve, walk
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, identity, is_number
from conformance.schema.generation.edits import put
from conformance.schema.generation.object_positions import generalize_pointer
from conformance.schema.generation.valid import Inputs
from conformance.schema.validation import violations

# Candidates that may fail before the search for more parts gives up.
_TRIES = 60
_COUNTED = frozenset(("maxItems", "uniqueItems", "maxContains", "contains", "maxProperties"))
"""Keywords that more parts may violate: their number is judged separately from the validity of each part."""


class Parts(Struct, frozen=True):
    """What else the array or object at one location of a valid input could contain."""

    inputs: Inputs
    base: JsonValue
    pointer: str

    def elements(self, count: int) -> list[JsonValue]:
        """Return up to ``count`` distinct elements, those of the array first."""
        own = as_array(resolve(self.base, self.pointer))
        found = {identity(value): value for value in own}
        for value in itertools.islice(_interleave_variants([*own, *self._known_values("/0")]), 2 * count + _TRIES):
            if len(found) >= count:
                break
            if identity(value) not in found and self._is_valid_addition([*own, value], len(own)):
                found[identity(value)] = value
        return list(found.values())[:count]

    def members(self, count: int) -> JsonObject:
        """Return up to ``count`` members, those of the object first."""
        found = dict(as_object(resolve(self.base, self.pointer)))
        seen, usual = self._seen_members(), self.usual_member
        for name in itertools.islice(_interleave_variants([*found, *seen, "key"]), 2 * count + _TRIES):
            if len(found) >= count:
                break
            member = {str(name): seen.get(str(name), usual)}
            if str(name) not in found and self._is_valid_addition({**found, **member}, str(name)):
                found |= member
        return found

    @property
    def usual_member(self) -> JsonValue:
        """The value of an existing member, which is likely to be valid for a new one as well."""
        own = as_object(resolve(self.base, self.pointer))
        return next(iter({**own, **self._seen_members()}.values()), "text")

    def _seen_members(self) -> JsonObject:
        return {name: value for other in self._known_values("") for name, value in as_object(other).items()}

    def _known_values(self, below: str) -> list[JsonValue]:
        """Return the values of all valid inputs at this location, or below it."""
        location = generalize_pointer(self.pointer) + below
        return [
            value for entry in self.inputs.pool for at, value in walk(entry.value) if generalize_pointer(at) == location
        ]

    def _is_valid_addition(self, holder: JsonValue, added: str | int) -> bool:
        self.inputs.tick()
        part = child(self.pointer, added)
        return not any(
            violation.pointer == part
            or violation.pointer.startswith(f"{part}/")
            or (violation.pointer == self.pointer and violation.keyword not in _COUNTED)
            for violation in violations(put(self.base, self.pointer, holder), self.inputs.schema)
        )


def _interleave_variants(values: Sequence[JsonValue]) -> Iterator[JsonValue]:
    """Yield the values, then variants of each in turn."""
    yield from values
    rows = [_variants_of(value) for value in {str(identity(value)): value for value in values}.values()]
    for row in itertools.zip_longest(*rows):
        yield from (value for value in row if value is not None)


def _variants_of(value: JsonValue) -> Iterator[JsonValue]:
    """Yield other values of the same type: for texts, ones of the same length and ones with a number appended."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, str):
        signs = string.ascii_lowercase + string.digits if value else ""
        same_length = (value[:-1] + sign for sign in signs)
        longer = (f"{value}{number}" for number in itertools.count(1))
        yield from itertools.chain.from_iterable((text, *itertools.islice(same_length, 1)) for text in longer)
    elif is_number(value):
        yield from (cast("float", value) + number for number in itertools.count(1))
    elif isinstance(value, Mapping):
        for name, member in value.items():
            yield from ({**value, name: other} for other in itertools.islice(_variants_of(member), _TRIES))
