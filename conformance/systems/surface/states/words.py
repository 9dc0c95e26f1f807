"""Words for states by what they mean, and which of them cannot be true of one thing at once."""

from collections.abc import Sequence

from conformance.systems.surface.receipts import normalise_words

# "Finished" leaves open how it ended, so it contradicts no end.
_WORDS = {
    "going": "running|in progress|ongoing",
    "waiting": "queued|pending|scheduled|enqueued",
    "good": "completed|complete|succeeded|successful|success|passed",
    "over": "finished|ended|done|exited|terminated",
    "bad": "failed|failure|crashed|errored|timed out|timeout",
    "stopped": "cancelled|canceled|stopped|aborted|killed|interrupted",
    "stopping": "cancelling|canceling|stopping",
    "open": "open|reopened",
    "closed": "closed",
}
_MEANINGS = {word: meaning for meaning, words in _WORDS.items() for word in words.split("|")}
STATE_WORDS = tuple(_MEANINGS)
"""The words for states that are read, beside those of a closed set in "The door is ajar"."""
STATE_PATTERN = "|".join(word.replace(" ", "[ _-]") for word in _MEANINGS)
"""The same as a pattern."""
ENDS = ("good", "over", "bad", "stopped")
"""What the words for an end mean."""
_EXCLUSIVE = {
    *(frozenset((begun, end)) for begun in ("going", "waiting", "open", "stopping") for end in ENDS),
    *map(frozenset, (("going", "waiting"), ("good", "bad"), ("good", "stopped"), ("open", "closed"))),
}


def meaning_of(text: str) -> str | None:
    """Return what a word for a state means; ``None`` for any other text."""
    return _MEANINGS.get(normalise_words(text))


def words_for(meaning: str | None) -> Sequence[str]:
    """Return the words that have a meaning."""
    return [word for word, one in _MEANINGS.items() if one == meaning]


def exclude_each_other(one: str, other: str) -> bool:
    """Say whether two meanings cannot be true of one thing at once."""
    return frozenset((one, other)) in _EXCLUSIVE
