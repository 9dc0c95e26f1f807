"""Texts without the secrets that messages or results hold: a report is read by more people than a result.

What quotes a secret often quotes only its beginning or its end, and a cut secret no longer has the form of one. That is
why the pieces of known secrets are masked, and whatever else has the form of one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from conformance.callback.observed import ObservedMessage
from conformance.callback.sensitive import secrets_in
from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue

MASK = "***"
_PIECE = 8
_USER_INFO = re.compile(r"(?<=//)[^/\s]*@")

Patterns = Mapping[str, re.Pattern[str]]


def mask_user_info(url: str) -> str:
    """Return a URL without the name and password before its host."""
    return _USER_INFO.sub(f"{MASK}@", url)


def secret_pieces(texts: Iterable[str], patterns: Patterns) -> frozenset[str]:
    """Return every piece of a few characters of every secret that the texts hold."""
    return frozenset(
        text[at : at + _PIECE]
        for text in texts
        for secret in secrets_in(text, patterns)
        for at in range(secret.start, secret.start + secret.length - _PIECE + 1)
    )


def mask_text(text: str, pieces: frozenset[str], patterns: Patterns) -> str:
    """Return the text with stars for pieces of secrets and for what looks like one."""
    hidden = bytearray(len(text))
    for secret in secrets_in(text, patterns):
        hidden[secret.start : secret.start + secret.length] = b"\1" * secret.length
    for at in range(len(text) - _PIECE + 1) if pieces else ():
        if text[at : at + _PIECE] in pieces:
            hidden[at : at + _PIECE] = b"\1" * _PIECE
    shown = "".join("\0" if cover else character for character, cover in zip(text, hidden, strict=True))
    return re.sub("\0+", MASK, shown) if any(hidden) else text


def texts_of_message(message: ObservedMessage) -> Iterator[str]:
    """Yield every text of a message, of its headers, and of the result that came before it."""
    yield from (message.media_type or "", message.encoding)
    for document in (message.body, message.earlier):
        yield from texts_and_names(document)


def texts_and_names(value: JsonValue) -> Iterator[str]:
    """Yield every string of a value, and every name of a member."""
    for _, inner in walk(value):
        if isinstance(inner, Mapping):
            yield from inner
        elif isinstance(inner, str):
            yield inner
