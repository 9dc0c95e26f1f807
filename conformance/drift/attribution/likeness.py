"""How similar two named things are, to recognize a removal and an addition as a rename.

Each pair is compared where there are few. Of many, an index of what they say finds those that may be alike, and the
comparisons have a budget in steps; whatever it does not reach was removed and added, which is true of a rename too.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Generic, TypeVar

from msgspec import Struct

from conformance.names import words_of

Thing = TypeVar("Thing")
# Matching takes quadratic time; the beginning of a description is enough to recognize it.
_LONGEST_TEXT = 2_000
_MOST_WORDS = 200
# Where words repeat so often, their order costs too much and says little.
_MOST_EQUAL_PAIRS = 2_000
# Two lists of fifty are compared completely.
_FEW_PAIRS = 2_500
# Most pairs cost one step, of a tenth of a millisecond.
_MOST_STEPS = 10_000
# What more things say than this tells none of them from the others.
_MOST_WITH_FEATURE = 20
# A thing is looked up by the features that fewest share, and compared with those that have most of them.
_FEATURES_ASKED = 12
_MOST_CANDIDATES = 4


class Features(Struct, frozen=True):
    """What a thing says of itself, and the steps that one comparison with it costs."""

    words: frozenset[str]
    steps: int = 1


class Likeness(Struct, Generic[Thing], frozen=True):
    """How alike two things are, from 0 to 1, the least that counts, and what finds the things that may be alike."""

    of_pair: Callable[[Thing, Thing], float]
    least: float
    features: Callable[[Thing], Features]


def text_similarity(left: str, right: str) -> float:
    """Return the similarity of two texts from 0 to 1; the order of words matters, unless they keep repeating."""
    if left == right:
        return 1.0
    words = [text[:_LONGEST_TEXT].split()[:_MOST_WORDS] for text in (left, right)]
    counts = [Counter(one) for one in words]
    if sum(count * counts[1][word] for word, count in counts[0].items()) > _MOST_EQUAL_PAIRS:
        return 2 * (counts[0] & counts[1]).total() / (len(words[0]) + len(words[1]))
    return SequenceMatcher(None, *words, autojunk=False).ratio()


def name_similarity(left: str, right: str) -> float:
    """Return the share of words that two names have in common, from 0 to 1; a plural is the same word."""
    first, second = (name_words(name) for name in (left, right))
    return len(first & second) / len(first | second) if first | second else 0.0


def name_words(name: str) -> frozenset[str]:
    """Return the words of a name, in the singular."""
    return frozenset(word.removesuffix("s") for word in words_of(name))


def text_words(text: str) -> frozenset[str]:
    """Return the words of a text by which it is found."""
    return frozenset(text[:_LONGEST_TEXT].split()[:_MOST_WORDS])


def pair_by_similarity(
    removed: Iterable[Thing], added: Iterable[Thing], likeness: Likeness[Thing]
) -> list[tuple[Thing, Thing]]:
    """Pair removed with added things, most similar first and each at most once; pairs below the least are dropped."""
    gone, come = list(removed), list(added)
    scores = [(likeness.of_pair(gone[i], come[j]), i, j) for i, j in _pairs_to_compare(gone, come, likeness)]
    pairs: list[tuple[Thing, Thing]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    # Ties are broken by position, so the same inputs always give the same pairs.
    for score, i, j in sorted(scores, key=lambda each: (-each[0], each[1], each[2])):
        if score >= likeness.least and i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            pairs.append((gone[i], come[j]))
    return pairs


def _pairs_to_compare(
    gone: Sequence[Thing], come: Sequence[Thing], likeness: Likeness[Thing]
) -> Iterator[tuple[int, int]]:
    """Yield the positions of the pairs to compare, until their steps are spent."""
    if not gone or not come:
        return
    old, new = ([likeness.features(one) for one in things] for things in (gone, come))
    is_short = len(old) * len(new) <= _FEW_PAIRS
    left = _MOST_STEPS
    for i, j in ((i, j) for i in range(len(old)) for j in range(len(new))) if is_short else _pairs_by_index(old, new):
        left -= min(old[i].steps, new[j].steps)
        if left < 0:
            return
        yield i, j


def _pairs_by_index(old: Sequence[Features], new: Sequence[Features]) -> Iterator[tuple[int, int]]:
    """Yield the pairs that share what few others say: the best one of each old thing, then the second best ones."""
    index: dict[str, list[int]] = {}
    for j, thing in enumerate(new):
        for word in thing.words:
            index.setdefault(word, []).append(j)
    ranked = [_best_of(thing, index) for thing in old]
    for rank in range(_MOST_CANDIDATES):
        yield from ((i, best[rank]) for i, best in enumerate(ranked) if rank < len(best))


def _best_of(thing: Features, index: Mapping[str, Sequence[int]]) -> list[int]:
    rare = [word for word in thing.words if 0 < len(index.get(word, ())) <= _MOST_WITH_FEATURE]
    # Sorted by the word too: a set of texts has another order in each process.
    asked = sorted(rare, key=lambda word: (len(index[word]), word))[:_FEATURES_ASKED]
    shared = Counter(j for word in asked for j in index[word])
    return sorted(shared, key=lambda j: (-shared[j], j))[:_MOST_CANDIDATES]
