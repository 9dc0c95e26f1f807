"""How the things of a result are, by its flags and states: ``closed: false``, ``index_status: stale``.

Both are words that a receipt may state or deny of a thing, and that the result says are so or are not.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from conformance.documents.pointers import child, split
from conformance.documents.values import JsonValue
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.systems.surface.envelopes import EnvelopeRecord, ResultLevel
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.states.things import MOST_LEVELS
from conformance.systems.surface.states.words import excluded_words, meaning_of, words_for

# Words that say how a thing is: participles, and these.
_ADJECTIVES = frozenset(
    """public private open unread read sent kept lost paid live valid draft online offline active inactive
    healthy ready secure secret current pinned built shut running""".split()  # noqa: SIM905
)
_ENDINGS = ("ed", "en", "able", "ible")
# Words of a name that say something else than how a thing is now: what it may do, shall do or should have.
_OTHER = frozenset(
    """can should must may will would allow allows allowed require requires required needs needed wants wanted
    requested expected auto if on by has have dry last previous next first old default used truncated based
    cached""".split()  # noqa: SIM905
)
_VERBS = ("is", "was", "are", "were", "been")
_STATES = ("status", "state", "phase")
_MOST_CHARS, _MOST_WORDS, _MOST_FLAGS = 40, 3, 20
# "mergeable" is "can be merged"; "closable" is read as it is.
_ABLE = LazyPattern(r"(?P<stem>[a-z]{2,20}e)able")


# Words that cannot both be true of a thing; "un-" before a word is read as its denial.
_CONTRARIES = {
    one: frozenset(others.split())
    for pair in (
        ("closed", "open reopened"),
        ("private", "public"),
        ("active enabled", "inactive disabled"),
        ("online", "offline"),
        ("visible", "hidden"),
        ("deleted removed", "kept"),
        ("valid", "invalid"),
        ("passed", "failed"),
        ("accepted approved", "rejected declined"),
        ("secure", "insecure"),
    )
    for words, others in (pair, pair[::-1])
    for one in words.split()
}


class Quality(Struct, frozen=True):
    """What a member of a result says of its thing, as the words that agree with it and those that contradict it.

    ``nouns`` are what of the thing it is about: ``branch`` of ``branch_deleted``. ``others`` are those of the words
    that are not in the name of a flag, and may be about something else.
    """

    level: ResultLevel
    key: str
    value: JsonValue
    nouns: Sequence[str]
    true: frozenset[str]
    false: frozenset[str]
    others: frozenset[str] = frozenset()

    @property
    def pointer(self) -> str:
        """The pointer of the member."""
        return child(self.level.pointer, self.key)

    @property
    def is_flag(self) -> bool:
        """Whether it is a flag, so that its name has the word."""
        return isinstance(self.value, bool)

    @property
    def is_of_item(self) -> bool:
        """Whether the thing is an item of a list."""
        return any(part.isdecimal() for part in split(self.level.pointer))


def qualities_of(record: EnvelopeRecord) -> Iterator[Quality]:
    """Yield the flags of a result that are named by a participle or an adjective, and its states with a known word."""
    for level in islice(record.levels, MOST_LEVELS):
        flags = [key for key, value in level.members.items() if isinstance(value, bool)]
        for key, value in level.members.items():
            if isinstance(value, bool) and len(flags) <= _MOST_FLAGS:
                yield from _flag(level, key, value)
            elif isinstance(value, str) and len(value) <= _MOST_CHARS:
                yield from _state(level, key, value)


def _flag(level: ResultLevel, key: str, value: bool) -> Iterator[Quality]:
    names = [word for word in words_of(key) if word not in _VERBS]
    if not 1 <= len(names) <= _MOST_WORDS or not _OTHER.isdisjoint(names):
        return
    at = next((one for one in (len(names) - 1, 0) if _is_quality(names[one])), None)
    if at is None:
        return
    word = names[at]
    # "unread" is the contrary of "read".
    is_so = value != word.startswith("un") if word.removeprefix("un") in _ADJECTIVES else value
    word = word.removeprefix("un") if word.removeprefix("un") in _ADJECTIVES else word
    able = _ABLE.fullmatch(word)
    words = frozenset((word, f"can be {able['stem']}d") if able else (word,))
    nouns = [one for place, one in enumerate(names) if place != at]
    contrary = _CONTRARIES.get(word, frozenset[str]())
    true, false = (words, contrary) if is_so else (contrary, words)
    yield Quality(level, key, value, nouns, true, false, contrary)


def _is_quality(word: str) -> bool:
    return word.removeprefix("un") in _ADJECTIVES or (len(word) > 4 and word.endswith(_ENDINGS))


def _state(level: ResultLevel, key: str, value: str) -> Iterator[Quality]:
    *nouns, last = words_of(key) or [""]
    meaning = meaning_of(value)
    if last in _STATES and meaning is not None and len(nouns) < _MOST_WORDS and _OTHER.isdisjoint(nouns):
        own = singularize((split(level.pointer) or [""])[-1])
        about = [one for one in nouns if one != own]
        yield Quality(level, key, value, about, frozenset(words_for(meaning)), excluded_words(meaning))


def texts_beside(record: EnvelopeRecord, own: Quality) -> frozenset[str]:
    """Return the words of the short texts of a result beside a quality, and of the names of members with a value.

    For an item of a list they are those of the item.
    """
    levels = (own.level,) if own.is_of_item else record.levels
    return frozenset(
        word
        for level in islice(levels, MOST_LEVELS)
        for key, value in level.members.items()
        if child(level.pointer, key) != own.pointer
        for word in _words_beside(key, value)
    )


def _words_beside(key: str, value: JsonValue) -> Iterator[str]:
    if value not in (None, False, 0, "", [], ()):
        yield from words_of(key)
    for one in value if isinstance(value, list | tuple) else (value,):
        if isinstance(one, str):
            yield from normalise_words(one[:1_000]).split()
