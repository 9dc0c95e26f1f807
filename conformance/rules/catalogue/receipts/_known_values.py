"""What result and input of a call have beside the members that a receipt names, found once for all that it states."""

from base64 import b64decode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from msgspec import Struct

from conformance.documents.pointers import child, parent
from conformance.documents.values import JsonValue, is_number
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.receipts._stated_numbers import NUMBER, number_of
from conformance.systems.surface.envelopes import scalars_of
from conformance.systems.surface.labels import LabelledValue
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.statements import Statements
from conformance.systems.surface.states.words import meaning_of

Member = tuple[str, str, JsonValue]
"""The pointer, the key and the value of a member of the result."""
# A whole number in a text, the sign before it, and what makes it a fraction.
_IN_TEXT = LazyPattern(r"(?P<sign>-?)(?<!\d)(?<!\d\.)(?P<digits>\d{1,18})(?!\d)(?=(?P<fraction>\.\d{1,15}(?!\d))?)")
# A number of the receipt that is no part of a name, a date or a path.
_SHOWN = LazyPattern(r"(?<![\w.,/:-])(?:\d{1,3}(?:,\d{3}){1,6}|\d{1,15})(?:\.\d{1,15})?(?![\w/:-]|[.,]\d)")
# The place of an item of a list: "2. ".
_PLACE = LazyPattern(r"^\s{0,8}\d{1,3}[.)] ")
# A text that is a file in itself, which may have any value.
_BASE64 = LazyPattern(r"[A-Za-z0-9+/]{12,20000}={0,2}")
# What is stated of another time.
_OTHER_TIME = LazyPattern(r"(?i:next|previous|last|old|target|expected|desired|requested|initial|on_)")
# So many objects of a result are looked at for another state.
_MOST_LEVELS = 200


class KnownValues(Struct, frozen=True, dict=True):
    """The values of a record, and the members of its result by the labels that name them."""

    record: ReceiptRecord
    statements: Statements
    members: Mapping[str, Sequence[Member]]

    def has_elsewhere(self, shown: str, labels: AbstractSet[str]) -> bool:
        """Say whether result or input have a value somewhere else than in the members that some labels name."""
        if NUMBER.fullmatch(shown) is None:
            return self.statements.is_in_envelope(shown)
        number = number_of(shown)
        # "Status" names what "Task status" names, too.
        apart = [one for one in labels if labels.isdisjoint(_ends_of(one))]
        named = sum(self._member_numbers(one)[number] for one in apart)
        return self._numbers.alone[number] > named or str(number) in self._numbers.in_texts

    def is_about_another(self, first: LabelledValue, pointer: str) -> bool:
        """Say whether the first label of a line names what neither is a member nor is called as the object of one.

        That is so in "Table: users, rows: 7", unless the object with the rows has "users" as well.
        """
        is_name = first.label not in self.members and NUMBER.fullmatch(first.value) is None
        return is_name and normalise_words(first.value) not in self._texts_by_level.get(parent(pointer), ())

    def is_shown(self, value: JsonValue) -> bool:
        """Say whether the receipt states a number of the result otherwise than as that of another member."""
        return is_number(value) and self._other_numbers[value] > 0

    def has_state(self, shown: str, own: Counter[str]) -> bool:
        """Say whether a state is that of another member than these: of ``conclusion`` beside a ``status``."""
        meaning = meaning_of(shown)
        return meaning is not None and self._states.total[meaning] > own[meaning]

    def states_at(self, pointers: Sequence[str]) -> Counter[str]:
        """Return how often members have a state of each meaning."""
        return Counter(self._states.at[one] for one in pointers if one in self._states.at)

    def _member_numbers(self, label: str) -> Counter[float]:
        """Return how often the members that a label names are each number."""
        if label not in self._counts_by_label:
            values = (value for _, _, value in self.members.get(label, ()))
            self._counts_by_label[label] = Counter(one for one in values if is_number(one))
        return self._counts_by_label[label]

    @cached_property
    def _counts_by_label(self) -> dict[str, Counter[float]]:
        return {}

    @cached_property
    def _texts_by_level(self) -> dict[str, frozenset[str]]:
        levels = self.record.record.levels[:_MOST_LEVELS]
        texts = ((one.pointer, [text for text in one.members.values() if isinstance(text, str)]) for one in levels)
        return {pointer: frozenset(normalise_words(text) for text in found) for pointer, found in texts}

    @cached_property
    def _other_numbers(self) -> Counter[float]:
        lines = [_PLACE.sub("", line) for line in self.statements.own_lines]
        shown = Counter(number_of(found) for line in lines for found in _SHOWN.findall(line))
        named = [one.value for one in self.statements.labelled_values if one.label in self.members]
        shown.subtract(number_of(one) for one in named if NUMBER.fullmatch(one))
        return shown

    @cached_property
    def _numbers(self) -> "Numbers":
        return numbers_of(self.record)

    @cached_property
    def _states(self) -> "_States":
        members = (
            (child(level.pointer, key), meaning_of(value))
            for level in self.record.record.levels[:_MOST_LEVELS]
            for key, value in level.members.items()
            # What was or will be is not the state.
            if isinstance(value, str) and not _OTHER_TIME.search(key)
        )
        at = {pointer: meaning for pointer, meaning in members if meaning is not None}
        return _States(at, Counter(at.values()))


class _States(Struct, frozen=True):
    """What the states of members mean, by pointer, and how often there is each meaning."""

    at: Mapping[str, str]
    total: Counter[str]


class Numbers(Struct, frozen=True):
    """How often result, input and the rest of the envelope have each number alone, and the numbers in their texts."""

    alone: Counter[float]
    in_texts: frozenset[str]

    def __contains__(self, number: float) -> bool:
        return self.alone[number] > 0 or str(number) in self.in_texts


def numbers_of(record: ReceiptRecord) -> Numbers:
    """Return the numbers that a record has."""
    values = [*scalars_of(record.envelope), *scalars_of(record.input)]
    texts = [one for one in values if isinstance(one, str)]
    in_texts = frozenset(number for text in texts for number in _numbers_in(text))
    return Numbers(Counter(one for one in values if not isinstance(one, str)), in_texts)


def _numbers_in(text: str) -> Iterator[str]:
    for found in _IN_TEXT.finditer(f"{text} {_content_of(text)}"):
        for digits in (found["digits"], f"{found['digits']}{found['fraction'] or ''}"):
            yield digits
            yield f"{found['sign']}{digits}"


def _content_of(text: str) -> str:
    try:
        return b64decode(text).decode() if len(text) % 4 == 0 and _BASE64.fullmatch(text) else ""
    except ValueError:
        return ""


def _ends_of(label: str) -> Iterator[str]:
    """Yield what a label ends with: "status" of "task status"."""
    words = label.split()
    return (" ".join(words[at:]) for at in range(1, len(words)))
