"""Transports: a canonical result and its receipt in the form each provider expects, one provider per file.

The text is always the unchanged receipt. A failure sets the provider's error flag if it has one; otherwise the receipt
states it, so no model has to know which provider it runs on.
"""

import functools
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from conformance import discovery
from conformance.contract.envelope import Envelope
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text


class ReceivedResult(Struct, frozen=True):
    """What arrives at the other end: the text that the model sees, and the provider's error flag.

    ``text`` is ``None`` if the message has none, ``is_error`` is ``None`` if the provider has no flag.
    ``text_at`` and ``flag_at`` are JSON Pointers into the message.
    """

    text: str | None
    text_pointer: str
    is_error: bool | None = None
    flag_pointer: str = ""


class Transport(Struct, frozen=True):
    """How one provider receives a result."""

    write: Callable[[Envelope, str, str], JsonObject]
    """Turns the canonical result, the receipt and the id of the call into the provider's message."""
    read: Callable[[JsonValue], ReceivedResult]
    """Turns a message of any shape into what a model learns from it; never raises."""
    title: str
    fixed_members: Mapping[str, str] = field(default_factory=dict[str, str])
    """The members that identify the message as the result of a call to the provider."""
    object_members: Sequence[str] = ()
    """The members that may be missing, but are objects where they are not."""
    id_member: str = ""
    """The member that says which call this is the result of, where the message does."""
    block_member: str = ""
    """The member whose items are content blocks, each with a type, where it is an array."""
    block_faults: Callable[[JsonObject], Iterable[tuple[str, str]]] = lambda _message: ()
    """Yields the pointer of each block of a message that the provider refuses, with what is wrong with it."""
    array_members: Sequence[str] = ()
    """The members that are arrays, where the message has them."""
    name_pointer: str = ""
    """Where the message repeats the name of the tool."""
    name: str = ""


@functools.cache
def all_transports() -> Mapping[str, Transport]:
    """Return every transport by name, in alphabetical order."""
    found = discovery.members(sys.modules[__name__], "TRANSPORT", Transport)
    return {name: replace(one, name=name) for name, one, _ in found}


def joined_texts(value: JsonValue) -> str | None:
    """Return a text, or the texts of content blocks, one per line; ``None`` if there is neither."""
    if isinstance(value, str):
        return value
    texts = [text for text in (as_text(as_object(block).get("text")) for block in as_array(value)) if text is not None]
    return "\n".join(texts) if texts else None
