"""How alike two named things are: what was removed under one name and added under another was renamed."""

from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from typing import TypeVar

from conformance.names import words_of

Thing = TypeVar("Thing")
_LONGEST_TEXT = 2_000


def text_similarity(left: str, right: str) -> float:
    """Return how alike two texts are, from 0 to 1; the order of words counts."""
    if left == right:
        return 1.0
    return SequenceMatcher(None, left[:_LONGEST_TEXT].split(), right[:_LONGEST_TEXT].split(), autojunk=False).ratio()


def name_similarity(left: str, right: str) -> float:
    """Return how many of the words two names share, from 0 to 1; a plural is the same word."""
    first, second = ({word.removesuffix("s") for word in words_of(name)} for name in (left, right))
    return len(first & second) / len(first | second) if first | second else 0.0


def pair_by_similarity(
    removed: Iterable[Thing], added: Iterable[Thing], likeness: Callable[[Thing, Thing], float], least: float
) -> list[tuple[Thing, Thing]]:
    """Pair what was removed with what was added, the most alike first, each at most once."""
    gone, come = list(removed), list(added)
    scores = [(likeness(old, new), i, j) for i, old in enumerate(gone) for j, new in enumerate(come)]
    pairs: list[tuple[Thing, Thing]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for score, i, j in sorted(scores, key=lambda each: (-each[0], each[1], each[2])):
        if score >= least and i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            pairs.append((gone[i], come[j]))
    return pairs
