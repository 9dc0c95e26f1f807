"""Compaction: a smaller canonical envelope when context has to be saved.

What a next call needs is kept unchanged: tool, status, summary, kind, message and hint of an error, identifiers and
handles, states, artifacts with their roles. Free texts, mostly previews, share the remaining room. Only the envelope
is read, never a receipt.
"""

from msgspec import Struct

from conformance.contract.budgets import SMALLEST_PREVIEW, common_limit, refuse_unless_number
from conformance.contract.envelope import Envelope, Failure
from conformance.contract.free_texts import FreeText, free_texts, replace_texts, shorten
from conformance.documents.values import JsonValue, as_object


class CompactionPolicy(Struct, frozen=True):
    """Total characters that the free texts of a result may keep; 0 keeps as little as possible."""

    # A tenth of what a receipt may have.
    text_chars: int = 1_000

    def __post_init__(self) -> None:
        refuse_unless_number("text_chars", self.text_chars, 0)


def compact(envelope: Envelope, policy: CompactionPolicy | None = None) -> Envelope:
    """Return the envelope with its free texts shortened; compacting it again by the same policy changes nothing.

    A larger budget never keeps less. A preview always keeps 160 characters, enough for its marker and both ends.
    """
    room = (policy or CompactionPolicy()).text_chars
    if isinstance(envelope, Failure):
        details = _compact_value(envelope.error.details, room)
        return envelope.model_copy(update={"error": envelope.error.model_copy(update={"details": details})})
    return envelope.model_copy(update={"result": as_object(_compact_value(envelope.result, room))})


def _compact_value(value: JsonValue, room: int) -> JsonValue:
    texts = free_texts(value)
    size = common_limit([len(text.text) for text in texts], room)
    kept = [(text, _compact_text(text, size)) for text in texts]
    return replace_texts(value, {text.pointer: shorter for text, shorter in kept if shorter != text.text})


def _compact_text(text: FreeText, size: int) -> str:
    most = max(size, SMALLEST_PREVIEW) if text.is_preview else size
    return text.text if len(text.text) <= most else shorten(text, most)
