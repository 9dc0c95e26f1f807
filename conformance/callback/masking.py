"""Findings without the secrets that messages or results hold: a report is read by more people than a result.

A rule quotes what it blames, often only the beginning or the end of it, so a cut secret has no longer the form of one.
That is why what is masked are the pieces of the secrets of what was judged itself, and whatever else has the form of
one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from conformance.callback.observed import ObservedMessage
from conformance.callback.sensitive import secrets_in
from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue
from conformance.findings import Finding

MASK = "***"
_PIECE = 8
_USER_INFO = re.compile(r"(?<=//)[^/\s]*@")
_RULES_WITHOUT_QUOTES = ("no_secrets",)

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


def mask_finding(finding: Finding, pieces: frozenset[str], patterns: Patterns) -> Finding:
    """Return the finding with everything that is a piece of a secret, or looks like one, replaced by stars."""

    def mask(text: str) -> str:
        return mask_text(text, pieces, patterns)

    placed = replace(finding, pointer=mask(finding.pointer), tool=finding.tool and mask(finding.tool))
    if finding.rule in _RULES_WITHOUT_QUOTES:
        return placed
    evidence = {name: _mask_value(value, pieces, patterns) for name, value in finding.evidence.items()}
    return replace(placed, message=mask(finding.message), hint=mask(finding.hint), evidence=evidence)


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


def _mask_value(value: JsonValue, pieces: frozenset[str], patterns: Patterns) -> JsonValue:
    if isinstance(value, str):
        return mask_text(value, pieces, patterns)
    if isinstance(value, Mapping):
        inside = value.items()
        return {mask_text(name, pieces, patterns): _mask_value(one, pieces, patterns) for name, one in inside}
    return [_mask_value(one, pieces, patterns) for one in value] if isinstance(value, list) else value


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
