"""How similar two named things are, to recognize a removal and an addition as a rename."""

from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from typing import TypeVar

from conformance.names import words_of

Thing = TypeVar("Thing")
# Matching takes quadratic time; the beginning of a description is enough to recognize it.
_LONGEST_TEXT = 2_000


def text_similarity(left: str, right: str) -> float:
    """Return the similarity of two texts from 0 to 1; the order of words matters."""
    if left == right:
        return 1.0
    return SequenceMatcher(None, left[:_LONGEST_TEXT].split(), right[:_LONGEST_TEXT].split(), autojunk=False).ratio()


def name_similarity(left: str, right: str) -> float:
    """Return the share of words that two names have in common, from 0 to 1; a plural is the same word."""
    first, second = ({word.removesuffix("s") for word in words_of(name)} for name in (left, right))
    return len(first & second) / len(first | second) if first | second else 0.0


def pair_by_similarity(
    removed: Iterable[Thing], added: Iterable[Thing], likeness: Callable[[Thing, Thing], float], least: float
) -> list[tuple[Thing, Thing]]:
    """Pair removed with added things, most similar first and each at most once; pairs below ``least`` are dropped."""
    gone, come = list(removed), list(added)
    scores = [(likeness(old, new), i, j) for i, old in enumerate(gone) for j, new in enumerate(come)]
    pairs: list[tuple[Thing, Thing]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    # Ties are broken by position, so the same inputs always give the same pairs.
    for score, i, j in sorted(scores, key=lambda each: (-each[0], each[1], each[2])):
        if score >= least and i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            pairs.append((gone[i], come[j]))
    return pairs
