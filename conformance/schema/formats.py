"""The formats of JSON Schema and its neighbours: what conforms to each, and samples that do.

For a validator a format is an annotation, so accepting another value is no fault. But a tool may assert it, so a valid
input is one that conforms, and refusing another one is right.
"""

import base64
import binascii
import datetime
import ipaddress
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from conformance.documents.values import JsonValue
from conformance.pattern_store import compile_pattern
from conformance.schema.patterns.matching import is_readable


class ValueFormat(Struct, frozen=True):
    """One format: which values conform to it, and texts that do, the plainest first."""

    conforms: Callable[[Any], bool]
    samples: Sequence[str] = ()


def _text_format(check: Callable[[str], bool], *samples: str) -> ValueFormat:
    """A format of texts; values of other types are none of its business."""
    return ValueFormat(lambda value: not isinstance(value, str) or check(value), samples)


def _pattern_format(pattern: str, *samples: str) -> ValueFormat:
    compiled = compile_pattern(pattern)
    return _text_format(lambda text: compiled.fullmatch(text) is not None, *samples)


def _number_format(low: int, high: int) -> ValueFormat:
    return ValueFormat(
        lambda value: isinstance(value, bool) or not isinstance(value, int | float) or low <= value <= high,
    )


def _parses(read: Callable[[str], object]) -> Callable[[str], bool]:
    def check(text: str) -> bool:
        try:
            read(text)
        except ValueError:
            return False
        return True

    return check


def _is_date(text: str) -> bool:
    # `fromisoformat` also reads `20260131` and `2026-W05-6`, which RFC 3339 does not have
    return re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is not None and _parses(datetime.date.fromisoformat)(text)


# A leap second (`:60`) is legal but rarely accepted, so it does not conform here and is never sent.
_TIME = re.compile(
    r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)


def _is_time(text: str) -> bool:
    return _TIME.fullmatch(text) is not None


def _is_date_time(text: str) -> bool:
    return text[10:11] in ("T", "t") and _is_date(text[:10]) and _is_time(text[11:])


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _is_address(text: str) -> bool:
    # an IPv6 address with a zone (`fe80::1%eth0`) is not one in JSON Schema
    return "%" not in text and _parses(ipaddress.ip_address)(text)


def _is_ipv6(text: str) -> bool:
    return "%" not in text and _parses(ipaddress.IPv6Address)(text)


_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST = rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*"
# The characters of RFC 3986, and percent signs only before two digits.
_URI_PART = r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})"
_IRI_PART = r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2}|[^\x00-\x9f\s])"
_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]*:"
_PLAIN_URI = "https://example.com/"
_URIS = (_PLAIN_URI, "https://example.com/a/b?c=d#e")
_UUID = r"[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
_UUID_SAMPLE = "123e4567-e89b-{}2d3-a456-426614174000"
_DURATION = (
    r"P(?:[0-9]+W|(?=[0-9T])(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?"
    r"(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]+)?S)?)?)"
)
_ANYTHING = ValueFormat(lambda _value: True)

FORMATS: Mapping[str, ValueFormat] = {
    "date": _text_format(_is_date, "2026-01-31", "2024-02-29"),
    "time": _text_format(_is_time, "12:30:00Z"),
    "date-time": _text_format(_is_date_time, "2026-01-31T12:30:00Z", "2024-02-29T23:59:59Z"),
    "duration": _pattern_format(_DURATION, "PT5M", "P1D"),
    "email": _pattern_format(rf"[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~.-]+@{_HOST}", "someone@example.com"),
    "idn-email": _pattern_format(r"[^\s@]+@[^\s@]+", "someone@example.com"),
    "hostname": _pattern_format(_HOST, "example.com", "localhost"),
    "idn-hostname": _pattern_format(r"[^\s/@:]{1,253}", "example.com"),
    "ipv4": _text_format(_parses(ipaddress.IPv4Address), "127.0.0.1"),
    "ipv6": _text_format(_is_ipv6, "::1", "2001:db8::1"),
    "uri": _pattern_format(_SCHEME + _URI_PART + "*", *_URIS),
    "uri-reference": _pattern_format(_URI_PART + "*", _PLAIN_URI, "a/b"),
    "iri": _pattern_format(_SCHEME + _IRI_PART + "*", *_URIS),
    "iri-reference": _pattern_format(_IRI_PART + "*", _PLAIN_URI, "a/b"),
    "uri-template": _pattern_format(
        rf"(?:{_IRI_PART}|\{{[A-Za-z0-9_.,%*:+#/;?&=!@|-]+\}})*", "https://example.com/{name}"
    ),
    "uuid": _pattern_format(_UUID, _UUID_SAMPLE.format(4)),
    "json-pointer": _pattern_format(r"(?:/(?:[^~/]|~[01])*)*", "/a/0"),
    "relative-json-pointer": _pattern_format(r"(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~[01])*)*)", "0/a"),
    "regex": _text_format(is_readable, "^[a-z]+$"),
    # names that libraries write: zod, pydantic, schemars, OpenAPI
    "url": _pattern_format(rf"https?://{_URI_PART}+", *_URIS),
    "http-url": _pattern_format(rf"https?://{_URI_PART}+", *_URIS),
    **{f"uuid{n}": _pattern_format(_UUID, _UUID_SAMPLE.format(n)) for n in range(1, 9)},
    "ipvanyaddress": _text_format(_is_address, "127.0.0.1", "::1"),
    "ipv4network": _text_format(_parses(ipaddress.IPv4Network), "127.0.0.0/8"),
    "ipv6network": _text_format(_parses(ipaddress.IPv6Network), "2001:db8::/32"),
    "base64": _text_format(_is_base64, "dGV4dA=="),
    "byte": _text_format(_is_base64, "dGV4dA=="),
    "base64url": _pattern_format(r"(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3}={0,2})?", "dGV4"),
    "json-string": _text_format(_parses(json.loads), "{}"),
    **{f"int{n}": _number_format(-(2 ** (n - 1)), 2 ** (n - 1) - 1) for n in (8, 16, 32, 64)},
    **{f"uint{n}": _number_format(0, 2**n - 1) for n in (8, 16, 32, 64)},
    "uint": _number_format(0, 2**64 - 1),
    "int": _number_format(-(2**63), 2**63 - 1),
    # hints for a form, which any value satisfies
    **dict.fromkeys(("password", "binary", "path", "textarea", "multi-line", "float", "double"), _ANYTHING),
}
"""Every format that is known here; what another one demands cannot be judged."""


# What other languages call a format.
_OTHER_NAMES = {"guid": "uuid", "emailaddress": "email", "urireference": "uri-reference"}


def conforms_to(name: str, value: JsonValue) -> bool:
    """Say whether a value conforms to a format; every value conforms to an unknown one."""
    return name not in FORMATS or FORMATS[name].conforms(value)


def closest_format(name: str) -> str | None:
    """Return the known format that an unknown name means, ``None`` if it is known or may be somebody's own."""
    plain = re.sub(r"[^a-z0-9]", "", name.lower())
    if name in FORMATS or not plain:
        return None
    return _OTHER_NAMES.get(plain) or next((one for one in FORMATS if one.replace("-", "") == plain), None)


def format_samples(names: Sequence[str]) -> list[str]:
    """Return texts that conform to all the formats."""
    samples = [text for name in names if name in FORMATS for text in FORMATS[name].samples]
    return [text for text in dict.fromkeys(samples) if all(conforms_to(name, text) for name in names)]
