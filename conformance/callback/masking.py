"""Masks the secrets of messages and results in texts: more people read a report than a result.

A quotation is often shortened, and part of a secret no longer looks like one; a name that a rule proposes has the words
of a secret in another case. Therefore every piece of a known secret is masked, in any case and however its words are
joined, as well as everything that looks like a secret.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from conformance.callback.sensitive import Patterns, possible_secrets, secrets_in
from conformance.documents.values import JsonValue, as_array

if TYPE_CHECKING:
    from conformance.callback.observed import ObservedMessage

MASK = "***"
# Short enough to find a cut secret, long enough not to hit ordinary words.
_PIECE = 8
# What a name of another style puts between two words.
_JOINTS = "_-"
# So many texts are looked at together: all texts of a long list are as large as its file.
_TOGETHER = 4096


def secret_pieces(texts: Iterable[str], patterns: Patterns) -> frozenset[str]:
    """Return every substring of ``_PIECE`` characters of every secret in the texts, and of its letters and digits."""
    given = list(set(texts))  # most are names of members, which are the same in each schema
    return frozenset(
        piece
        for start in range(0, len(given), _TOGETHER)
        for piece in _pieces_in(given[start : start + _TOGETHER], patterns)
    )


def _pieces_in(texts: Sequence[str], patterns: Patterns) -> Iterator[str]:
    possible = possible_secrets(texts, patterns)
    for text in texts if possible else ():
        for secret in secrets_in(text, possible):
            written = text[secret.start : secret.start + secret.length]
            plain = "".join(character.lower() for character in written if character.isalnum())
            yield from (each[at : at + _PIECE] for each in (written, plain) for at in range(len(each) - _PIECE + 1))


def mask_text(text: str, pieces: frozenset[str], patterns: Patterns) -> str:
    """Return the text with pieces of secrets, and what looks like a secret, replaced by ``***``."""
    secrets = list(secrets_in(text, patterns))
    if not secrets and not pieces:
        return text
    hidden = bytearray(len(text))
    for secret in secrets:
        hidden[secret.start : secret.start + secret.length] = b"\1" * secret.length
    for start, end in _places_of(pieces, text) if pieces else ():
        hidden[start:end] = b"\1" * (end - start)
    covered = "".join("\0" if cover else character for character, cover in zip(text, hidden, strict=True))
    return re.sub("\0+", MASK, covered) if any(hidden) else text


def _places_of(pieces: frozenset[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield where the text has a piece, or its letters and digits in another case, with other marks between words."""
    for at in range(len(text) - _PIECE + 1):
        if text[at : at + _PIECE] in pieces:
            yield at, at + _PIECE
    inside = [at for at, character in enumerate(text) if character not in _JOINTS]
    plain = "".join(text[at].lower()[:1] for at in inside)
    for at in range(len(plain) - _PIECE + 1):
        if plain[at : at + _PIECE] in pieces:
            yield inside[at], inside[at + _PIECE - 1] + 1


def texts_of_message(message: "ObservedMessage") -> Iterator[str]:
    """Yield every text of a message, of its headers, and of an earlier result of the same call."""
    yield from (message.media_type or "", message.encoding)
    for document in (message.body, message.earlier):
        yield from texts_and_names(document)


def texts_and_names(value: JsonValue) -> Sequence[str]:
    """Return every string and every member name in a value, in no particular order."""
    texts, pending = list[str](), [value]
    while pending:
        inner = pending.pop()
        if isinstance(inner, str):
            texts.append(inner)
        elif isinstance(inner, list | tuple):
            pending += as_array(inner)
        elif isinstance(inner, dict | Mapping):  # the abstract class is only asked about what no parser returns
            texts += inner
            pending += inner.values()
    return texts
