"""Hides the credentials of a source: those that a user writes into it, and those that the system prints.

A message, a report or a log has more readers than a command line. Where something is masked, its name stays.
"""

import shlex
from collections.abc import Mapping, Sequence

from conformance.callback.credentials import (
    is_secret_variable,
    join_words,
    mask_prose,
    mask_words,
    secret_values,
)
from conformance.callback.masking import mask_text
from conformance.settings.profiles.messages import seed_tables
from conformance.systems.adapters._hidden_texts import hide_texts

# Of a line that is quoted, this much is looked at, and this much kept.
_EXCERPT_BYTES, _EXCERPT_CHARS = 2048, 200


def mask_command(words: Sequence[str]) -> str:
    """Return a command as one line, with its secrets masked."""
    return _mask_patterns(join_words(mask_words(words)))


def mask_source(text: str) -> str:
    """Return the text of a source with its secrets masked; unchanged where it has none."""
    scheme, colon, rest = text.partition(":")
    return f"{scheme}:{mask_command_text(rest)}" if colon else mask_command_text(text)


def mask_command_text(text: str) -> str:
    """Return a command line, quoted or not, or an address with its secrets masked; unchanged where it has none."""
    words = _split(text)
    masked = mask_words(words)
    return _mask_patterns(text if masked == words else masked[0] if len(masked) == 1 else join_words(masked))


def mask_printed(text: str, known: Sequence[str] = ()) -> str:
    """Return what a system printed, or a message that quotes it, without ``known`` secrets and what looks like one."""
    return _mask_patterns(mask_prose(hide_texts(text, known)))


def mask_excerpt(data: bytes, known: Sequence[str] = ()) -> str:
    """Return the beginning of what a system printed, masked before it is cut: half a secret does not look like one."""
    return mask_printed(data[:_EXCERPT_BYTES].decode("utf-8", "replace"), known)[:_EXCERPT_CHARS]


def known_secrets(words: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Return the secrets that a program is given by its command line and its environment."""
    return [*secret_values(words), *(value for name, value in environment.items() if is_secret_variable(name, value))]


def mask_variable(text: str) -> str:
    """Return ``NAME`` for the variable ``NAME=VALUE`` if its value is a secret, else the text."""
    name, equals, value = text.partition("=")
    is_secret = bool(equals and value) and (mask_words([text]) != [text] or _mask_patterns(text) != text)
    return name if is_secret else text


def _split(text: str) -> list[str]:
    try:
        words = shlex.split(text)
        return shlex.split(words[0]) if len(words) == 1 else words
    except ValueError:  # a quote that is not closed
        return text.split()


def _mask_patterns(text: str) -> str:
    return mask_text(text, frozenset(), seed_tables().secrets)
