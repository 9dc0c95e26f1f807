"""Hides texts such as tokens in what a system answers: a server may echo the headers that it gets."""

import base64
import functools
import html
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar, cast
from urllib.parse import quote, quote_plus

from conformance.callback.masking import MASK
from conformance.documents.values import JsonValue

# The two characters of Base64 that are others in a URL.
_URL_SAFE = str.maketrans("+/", "-_")

# JSON in JSON, in a log that is JSON; a URL in a URL.
_MOST_LAYERS = 3
# A line of a key has 64 characters, its last one fewer.
_SHORTEST_LINE = 12

Value = TypeVar("Value", bound=JsonValue)


def hide_texts(value: Value, secrets: Sequence[str]) -> Value:
    """Return a JSON value with each secret in any of its texts and names replaced by ``***``, the longest first."""
    if not secrets:
        return value
    return cast("Value", _hide(value, _forms_of(tuple(secrets))))


@functools.lru_cache(maxsize=64)
def _forms_of(secrets: tuple[str, ...]) -> Sequence[str]:
    """Return secrets as they are written in a text, a URL, a page, JSON, Base64 and capitals, the longest first."""
    known = [value for one in secrets for value in _readings_of(one)]
    made = [form for one in known for make in (_written_forms, _escaped_forms, _base64_forms) for form in make(one)]
    made += [form for one in secrets for line in _lines_of(one) for form in _written_forms(line)]
    return sorted(filter(None, dict.fromkeys(made)), key=len, reverse=True)


def _readings_of(secret: str) -> Iterator[str]:
    """Yield a secret as it was given, and without the blanks around and the line ends that a reader of it changes.

    A variable that was read from a file ends with a line break, which no header can have.
    """
    unix = secret.replace("\r\n", "\n")
    yield from (secret, unix, unix.replace("\n", "\r\n"), *(one for one in (secret.strip(), unix.strip()) if one))
    yield " ".join(secret.split())


def _lines_of(secret: str) -> Iterator[str]:
    """Yield the lines of a secret of several, such as a key, since a program prints and quotes lines."""
    lines = [line.strip() for line in secret.strip().splitlines()]
    # A short line, or the frame of a key, is no secret by itself, and may be anywhere.
    yield from (line for line in lines if len(lines) > 1 and len(line) >= _SHORTEST_LINE and not line.startswith("--"))


def _written_forms(secret: str) -> Iterator[str]:
    """Yield a secret as it is written where only what needs an escape has one."""
    yield from (secret, secret.upper(), secret.lower())
    yield from (
        quote_plus(secret),
        quote(quote_plus(secret), safe=""),
        html.escape(secret),
        html.escape(secret, quote=False),
    )
    in_url = secret
    for _ in range(_MOST_LAYERS):
        in_url = quote(in_url, safe="")
        yield in_url
    text = secret
    for _ in range(_MOST_LAYERS):
        yield json.dumps(text, ensure_ascii=False)[1:-1]
        text = json.dumps(text)[1:-1]
        yield text


def _escaped_forms(secret: str) -> Iterator[str]:
    """Yield a secret of which each character, or each byte, is an escape."""
    data = secret.encode("utf-8", "surrogatepass")
    for digits in ("02x", "02X"):
        yield data.hex() if digits == "02x" else data.hex().upper()
        yield "".join(f"%{byte:{digits}}" for byte in data)
        yield "".join(f"\\x{byte:{digits}}" for byte in data)
        yield "".join(f"\\u{ord(one):0>4{digits[-1]}}" for one in secret)
        yield "".join(f"&#x{ord(one):{digits[-1]}};" for one in secret)
    yield "".join(f"&#{ord(one)};" for one in secret)


def _base64_forms(secret: str) -> Iterator[str]:
    """Yield a secret in Base64, also behind and before other bytes, such as a user's name: what is the same then."""
    data = secret.encode("utf-8", "surrogatepass")
    for before in range(3):
        whole = base64.b64encode(b"\0" * before + data).decode()
        # Of each 6 bits that make a character, only whole ones are of the secret alone.
        form = whole[-(-before * 8 // 6) : (before + len(data)) * 8 // 6]
        yield from (form, form.translate(_URL_SAFE))
    yield from (whole := base64.b64encode(data).decode().rstrip("="), whole.translate(_URL_SAFE))


def _hide(value: JsonValue, secrets: Sequence[str]) -> JsonValue:
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, MASK)
        return value
    if isinstance(value, Mapping):
        return {str(_hide(name, secrets)): _hide(member, secrets) for name, member in value.items()}
    if isinstance(value, list):
        return [_hide(item, secrets) for item in value]
    return value
