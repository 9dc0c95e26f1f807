"""Chooses among alike elements by number instead of one by one, so that long arrays are as cheap as short ones."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from conformance.documents.values import JsonValue, identity

Key = TypeVar("Key")
Kind = TypeVar("Kind")


def group_alike(keys: Sequence[Key]) -> dict[Key, list[int]]:
    """Return the indexes of each key, in the order in which the keys come first."""
    found: dict[Key, list[int]] = {}
    for index, key in enumerate(keys):
        found.setdefault(key, []).append(index)
    return found


def distributions(total: int, ranges: Sequence[range]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to take a number from each range so that they add up to ``total``, the first ones largest first.

    Each range has the step 1.
    """
    if not ranges:
        yield from [()] if total == 0 else []
        return
    first, *rest = ranges
    least, most = sum(each.start for each in rest), sum(each.stop - 1 for each in rest)
    for number in range(min(first.stop - 1, total - least), max(first.start, total - most) - 1, -1):
        yield from ((number, *others) for others in distributions(total - number, rest))


def distinct_choices(
    kinds: Sequence[Kind], values: Mapping[Kind, Sequence[JsonValue]], spend: Callable[[], None]
) -> Iterator[list[JsonValue]]:
    """Yield lists of different values, one of each kind; elements of one kind are interchangeable and come in order."""
    options = {kind: [(identity(value), value) for value in values[kind]] for kind in values}
    if any(len({key for key, _ in options[kind]}) < len(indexes) for kind, indexes in group_alike(kinds).items()):
        return  # no search is needed where one kind has too few values
    known: dict[Kind, int] = {}
    previous: list[int | None] = []
    for index, kind in enumerate(kinds):
        previous.append(known.get(kind))
        known[kind] = index
    chosen: list[int] = []
    used: set[object] = set()
    start = 0
    while True:
        index = len(chosen)
        if index == len(kinds):
            yield [options[kind][number][1] for kind, number in zip(kinds, chosen, strict=True)]
        else:
            spend()
            pool = options[kinds[index]]
            found = next((number for number in range(start, len(pool)) if pool[number][0] not in used), None)
            if found is not None:
                chosen.append(found)
                used.add(pool[found][0])
                before = previous[index + 1] if index + 1 < len(kinds) else None
                start = 0 if before is None else chosen[before] + 1
                continue
        if not chosen:
            return
        last = chosen.pop()
        used.discard(options[kinds[len(chosen)]][last][0])
        start = last + 1
