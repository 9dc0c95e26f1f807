"""Whether one line says the opposite of another, or another number, where both have the same words otherwise."""

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from conformance.lazy_patterns import LazyPattern

# A word with its underscores, a number, or one other character: "needs_input", "task", "_", "12".
_PART = LazyPattern(r"[^\W\d_]+(?:_[^\W\d_]+)*|\d+|\S")
# What is one word here: "not yet accepted" is `not_accepted`, "timed out" is `timed_out`, "exit code 0" is `exit_zero`.
_DENIED = LazyPattern(r"\b(?:not|never|no longer)(?: (?:yet|been|be|a|an|the))? (?=[a-z])")
_EXIT_ZERO = LazyPattern(r"\bexit code 0\b")
_PAIRS = {"timed out": "timed_out", "in progress": "in_progress", "up to date": "fresh"}
# Words that may come with a state or go with it: "is not ready" and "retrieved", "wait timed out" and "retrieved".
_FILLERS = frozenset(("is", "was", "are", "were", "has", "have", "been", "now", "still", "already", "wait"))
# What a renderer may call an act that took place, and one that did not or was undone.
_ACT = (
    "accepted added applied changed chosen completed created delivered done edited enqueued fetched finished found "
    "loaded made modified opened patched picked promoted queued read received recorded requested retrieved saved "
    "selected sent spawned started launched stored updated written succeeded"
)
_COUNTER = (
    "aborted cancelled canceled declined deleted denied discarded dropped failed forgotten ignored killed lost missing "
    "refused rejected removed skipped stopped terminated unavailable not_accepted not_found not_ready not_sent"
)
# Words of one line say the same; one that is in two lines may be meant as either.
_SENSES: Sequence[frozenset[str]] = [
    frozenset(words.split())
    for words in (
        _ACT,
        _COUNTER,
        "running active working busy alive in_progress started launched spawned ongoing ~",
        "queued enqueued pending waiting scheduled idle blocked not_ready not_started",
        "open active pending draft",
        "completed complete done finished ended over succeeded success successful passed ok exit_zero closed exited x",
        "failed failure error errored broken timed_out timeout crashed aborted killed interrupted",
        "stopped cancelled canceled ended terminated killed aborted interrupted exited idle",
        "cancelling canceling stopping",
        "deleted removed",
        "complete whole full untruncated not_truncated",
        "truncated cut shortened clipped partial incomplete not_complete",
        "yes true on enabled",
        "no false off disabled",
        "with",
        "without",
        "stale old outdated",
        "fresh current recent",
    )
]
# A line of more parts is no statement of a renderer, and takes long to compare.
_MOST_PARTS = 200
# So many words may replace others.
_MOST_CHANGED = 3


_Change = tuple[int, Sequence[str], Sequence[str]]
"""Where the true line has other parts than the stated one, which these are, and those in their place."""


def contradicts(stated: str, true: str, closed_sets: Sequence[Collection[str]] = ()) -> bool:
    """Say whether a line differs from the true one in numbers alone, or in one word that excludes the other.

    Words of one of the ``closed_sets``, from which a value is taken, exclude each other whatever they mean.
    """
    ours, theirs = parts_of(true), parts_of(stated)
    # Most lines have nothing to do with each other, and need no comparison.
    is_near = ours[:1] == theirs[:1] or ours[-1:] == theirs[-1:]
    if not is_near or ours == theirs or max(len(ours), len(theirs)) > _MOST_PARTS:
        return False
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    changes = [
        (start, ours[start:end], theirs[first:last])
        for kind, start, end, first, last in matcher.get_opcodes()
        if kind != "equal"
    ]
    kept = (part for block in matcher.get_matching_blocks() for part in ours[block.a : block.a + block.size])
    if not any(part[0].isalnum() for part in kept):
        return False
    if _are_other_numbers(changes):
        return not _counts_from_zero(ours, changes)
    return len(changes) == 1 and _exclude(*changes[0][1:], closed_sets)


def _are_other_numbers(changes: Sequence[_Change]) -> bool:
    """Say whether all changes are numbers, beside words that are plural with another number: "1 file", "9 files"."""
    if any(len(old) != len(new) for _, old, new in changes):
        return False
    pairs = [pair for _, old, new in changes for pair in zip(old, new, strict=True) if pair[0] != pair[1]]
    numbers = [(old, new) for old, new in pairs if old.isdecimal() and new.isdecimal()]
    words = [(old, new) for old, new in pairs if (old, new) not in numbers]
    are_plural = all(old.removesuffix("s") == new.removesuffix("s") for old, new in words)
    return are_plural and any(int(old) != int(new) for old, new in numbers)


def _counts_from_zero(ours: Sequence[str], changes: Sequence[_Change]) -> bool:
    """Say whether a line only begins with another number of its item, which some renderers count from zero."""
    at, old, new = changes[0]
    return len(changes) == len(old) == at == 1 and ours[0] in "[#" and int(new[0]) == int(old[0]) - 1


def _exclude(old: Sequence[str], new: Sequence[str], closed_sets: Sequence[Collection[str]]) -> bool:
    """Say whether both are one word beside fillers, and these two can not be meant at once."""
    if max(len(old), len(new)) > _MOST_CHANGED:
        return False
    if len(old) == len(new) == 1 and (f"not_{old[0]}" == new[0] or f"not_{new[0]}" == old[0]):
        return True
    words = [[part for part in parts if part not in _FILLERS] for parts in (old, new)]
    if [len(one) for one in words] != [1, 1]:
        return False
    one, other = words[0][0], words[1][0]
    if any(one in known and other in known for known in closed_sets):
        return True
    senses = [{at for at, known in enumerate(_SENSES) if word in known} for word in (one, other)]
    return all(senses) and senses[0].isdisjoint(senses[1])


@lru_cache(maxsize=1_024)
def parts_of(line: str) -> tuple[str, ...]:
    """Return the words, numbers and signs of a line, the same for two lines that differ in blanks and capitals."""
    text = line.casefold()
    for words, one in _PAIRS.items():
        text = text.replace(words, one)
    return tuple(_PART.findall(_EXIT_ZERO.sub("exit_zero", _DENIED.sub("not_", text))))
