"""An observed receipt, and what can be said of it whoever rendered it: does it show this text, how does it begin.

A receipt may be prose or JSON, may wrap a message, and must write hidden characters as escapes: a value counts as shown
in any of these forms.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from itertools import islice

from conformance.display import escape_text
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.inventory import Inventory, Tool
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord

_FENCE = re.compile(r"\s*```[\w-]*\n(.*?)\n?```\s*", re.DOTALL)
_NO_WORD = re.compile(r"[\W_]+")
_IN_WORD = re.compile(r"\w")
_WORD_CONTINUES = re.compile(r"[./-]?\w")
_MAX_POSITIONS = 20
_RECOGNISED_CHARS = 200
_QUOTED_VERBATIM, _MOST_QUOTED = 40, 200


@dataclass(frozen=True)
class ReceiptRecord:
    """One observed receipt with the envelope that it was rendered from."""

    receipt: str
    envelope: JsonObject
    inventory: Inventory
    second_receipt: str | None = None
    other_receipt_at: str = ""

    @cached_property
    def record(self) -> EnvelopeRecord:
        """The envelope with its parts."""
        return EnvelopeRecord(self.envelope, self.inventory, self.receipt)

    @property
    def tool(self) -> Tool | None:
        """The tool that the envelope names, if the inventory has it."""
        return self.record.tool

    def is_failure(self, profile: Profile) -> bool:
        """Say whether the call failed, by its status."""
        return self.record.expects_result(profile) is False

    @property
    def declared_rendering(self) -> str | None:
        """What the inventory says that the model sees of this tool."""
        envelope = self.tool.result_envelope if self.tool else None
        return envelope.model_rendering if envelope else None

    @property
    def first_line(self) -> str:
        """The first line, without the spaces around it."""
        return self.receipt.partition("\n")[0].strip()

    @cached_property
    def json_value(self) -> JsonValue:
        """The JSON value that the receipt is, code fence or not; ``None`` where it is prose."""
        fenced = _FENCE.fullmatch(self.receipt)
        text = fenced[1] if fenced else self.receipt
        if not text.lstrip().startswith(("{", "[")):
            return None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return None

    @cached_property
    def own_words(self) -> str:
        """The receipt without the longer texts that it quotes verbatim from the envelope: what the renderer wrote."""
        text = self.receipt
        for quoted in nlargest(_MOST_QUOTED, (quoted for _, quoted in self.record.texts), key=len):
            if len(quoted) >= _QUOTED_VERBATIM:
                text = text.replace(quoted, "")
        return text

    def positions_of(self, value: str) -> list[int]:
        """Return where the receipt first shows a handle or a path as a whole word, whatever form it has there."""
        return [
            place for form in _forms(value) for place in islice(_word_positions(self.receipt, form), _MAX_POSITIONS)
        ]

    def contains(self, text: str) -> bool:
        """Say whether the receipt holds the beginning of a text, wrapped, quoted or escaped as it may be."""
        return any(contains_words(self._normalised_receipt, form) for form in _forms(text))

    @cached_property
    def _normalised_receipt(self) -> str:
        return normalise_words(self.receipt)


def contains_words(shown: str, text: str) -> bool:
    """Say whether a text that was squashed holds the beginning of another one."""
    wanted = normalise_words(text[: 2 * _RECOGNISED_CHARS])[:_RECOGNISED_CHARS].strip()
    return f" {wanted} " in f" {shown} " or (len(wanted) > _RECOGNISED_CHARS // 2 and wanted in shown)


def normalise_words(text: str) -> str:
    """Return the words of a text in lower case with one space between them."""
    return _NO_WORD.sub(" ", text).strip().casefold()


def leading_keys(value: JsonValue) -> Iterator[str]:
    """Yield the keys of an object up to and with the first one that holds more than a short scalar."""
    for key, member in as_object(value).items():
        yield key
        if not isinstance(member, bool | int | float | None) and not (isinstance(member, str) and len(member) < 80):
            return


def _word_positions(text: str, word: str) -> Iterator[int]:
    """``task_1`` is no word in ``task_12``, ``/a/b`` none in ``/a/b.log``; ``task_1.`` ends a sentence."""
    place = text.find(word)
    while place >= 0:
        end = place + len(word)
        if not _IN_WORD.match(text[max(place - 1, 0) : place]) and not _WORD_CONTINUES.match(text, end):
            yield place
        place = text.find(word, place + 1)


def _forms(value: str) -> Sequence[str]:
    escaped = json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1]
    return list(dict.fromkeys((value, escape_text(value), escape_text(value, keep="\n\t"), *escaped)))
