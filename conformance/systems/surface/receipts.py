"""An observed receipt, and questions that any renderer's receipt can answer: does it show a text, how does it start.

A receipt may be prose or JSON, may wrap a message, and must escape hidden characters: a value counts as shown in any of
these forms.
"""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from heapq import nlargest
from itertools import islice

from msgspec import Struct

from conformance.contract.escaping import escape_unsafe
from conformance.display import escape_text
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.inventory import Inventory, Tool
from conformance.lazy_patterns import LazyPattern
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord

# A receipt that is nothing but one Markdown code block.
_FENCE = LazyPattern(r"\s*```[\w-]*\n(.*?)\n?```\s*", re.DOTALL)
# Everything between words, so that wrapping and punctuation do not matter.
_NO_WORD = LazyPattern(r"[\W_]+")
_IN_WORD = LazyPattern(r"\w")
# "." and "-" and "/" continue a handle or a path only when a word character follows.
_WORD_CONTINUES = LazyPattern(r"[./-]?\w")
# So many short texts are remembered with their words.
_SHORT, _REMEMBERED = 120, 4_096
# Per spelling of a value; a receipt may repeat a short id thousands of times.
_MAX_POSITIONS = 20
# So many characters suffice to recognise a text; receipts may cut the rest.
_RECOGNISED_CHARS = 200
# Shorter texts may coincide with the renderer's own words, and more of them would cost quadratic time.
_QUOTED_VERBATIM, _MOST_QUOTED = 40, 200


class ReceiptRecord(Struct, frozen=True, dict=True):
    """One observed receipt with the envelope that it was rendered from, and input and latency of the call if known."""

    receipt: str
    envelope: JsonObject
    inventory: Inventory
    second_receipt: str | None = None
    other_receipt_at: str = ""
    input: JsonValue = None
    latency_ms: JsonValue = None

    @cached_property
    def record(self) -> EnvelopeRecord:
        """The envelope with its parts."""
        return EnvelopeRecord(self.envelope, self.inventory, self.receipt)

    @property
    def tool(self) -> Tool | None:
        """The tool named by the envelope, if the inventory has it."""
        return self.record.tool

    def is_failure(self, profile: Profile) -> bool:
        """Whether the call failed, judged by its status."""
        return self.record.expects_result(profile) is False

    @property
    def declared_rendering(self) -> str | None:
        """The ``model_rendering`` that the inventory declares for this tool."""
        envelope = self.tool.result_envelope if self.tool else None
        return envelope.model_rendering if envelope else None

    @property
    def first_line(self) -> str:
        """The first line, stripped."""
        return self.receipt.partition("\n")[0].strip()

    @cached_property
    def json_value(self) -> JsonValue:
        """The JSON value of the receipt, in a code fence or not; ``None`` where it is prose."""
        fenced = _FENCE.fullmatch(self.receipt)
        text = fenced[1] if fenced else self.receipt
        if not text.lstrip().startswith(("{", "[")):
            return None
        from conformance.systems.surface.member_names import to_usual_names

        try:
            return to_usual_names(json.loads(text))
        except (ValueError, RecursionError):
            return None

    @cached_property
    def own_words(self) -> str:
        """What the renderer itself wrote: the receipt without the longer texts quoted verbatim from the envelope."""
        text = self.receipt
        for quoted in nlargest(_MOST_QUOTED, (quoted for _, quoted in self.record.texts), key=len):
            if len(quoted) >= _QUOTED_VERBATIM:
                text = text.replace(quoted, "")
        return text

    def positions_of(self, value: str) -> list[int]:
        """Return the first positions where the receipt shows a handle or a path as a separate word, in any spelling."""
        return [
            position
            for form in spellings(value)
            for position in islice(_word_positions(self.receipt, form), _MAX_POSITIONS)
        ]

    def contains(self, text: str) -> bool:
        """Whether the receipt contains the beginning of a text, even wrapped, quoted or escaped."""
        return any(contains_words(self._normalised_receipt, form) for form in spellings(text))

    @cached_property
    def _normalised_receipt(self) -> str:
        return normalise_words(self.receipt)


def contains_words(words: str, text: str) -> bool:
    """Whether ``words``, the output of ``normalise_words``, contain the beginning of a text."""
    wanted = normalise_words(text[: 2 * _RECOGNISED_CHARS])[:_RECOGNISED_CHARS].strip()
    # A short text must match as separate words; a long one may also be cut in the middle of a word.
    return f" {wanted} " in f" {words} " or (len(wanted) > _RECOGNISED_CHARS // 2 and wanted in words)


def normalise_words(text: str) -> str:
    """Return the words of a text, case-folded and separated by single spaces."""
    return _short_words(text) if len(text) <= _SHORT else _words(text)


def _words(text: str) -> str:
    return _NO_WORD.sub(" ", text).strip().casefold()


# The rules ask about the same names, labels and lines again and again, within a record and in the next one.
_short_words = lru_cache(maxsize=_REMEMBERED)(_words)


def leading_keys(value: JsonValue) -> Iterator[str]:
    """Yield the keys of an object up to and including the first whose value is more than a short scalar."""
    for key, member in as_object(value).items():
        yield key
        if not isinstance(member, bool | int | float | None) and not (isinstance(member, str) and len(member) < 80):
            return


def _word_positions(text: str, word: str) -> Iterator[int]:
    """Positions of a separate word: not ``task_1`` in ``task_12`` or ``/a/b`` in ``/a/b.log``, but in ``task_1.``."""
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        if not _IN_WORD.match(text[max(start - 1, 0) : start]) and not _WORD_CONTINUES.match(text, end):
            yield start
        start = text.find(word, start + 1)


def spellings(value: str) -> Sequence[str]:
    """Return the spellings in which a receipt may show a text: unchanged, with escaped characters, or as in JSON."""
    # most texts are their only spelling
    if value.isascii() and value.isprintable() and "\\" not in value and '"' not in value:
        return [value]
    escaped = json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1]
    visible = escape_text(value), escape_text(value, keep="\n\t"), escape_unsafe(value)
    return list(dict.fromkeys((value, *visible, *escaped)))
