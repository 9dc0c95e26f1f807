"""Hides texts such as tokens in what a system answers: a server may echo the headers that it gets."""

import base64
import functools
import json
from collections.abc import Mapping, Sequence
from typing import TypeVar, cast
from urllib.parse import quote, quote_plus

from conformance.callback.masking import MASK
from conformance.documents.values import JsonValue

# The two characters of Base64 that are others in a URL.
_URL_SAFE = str.maketrans("+/", "-_")

Value = TypeVar("Value", bound=JsonValue)


def hide_texts(value: Value, secrets: Sequence[str]) -> Value:
    """Return a JSON value with each secret in any of its texts and names replaced by ``***``, the longest first."""
    if not secrets:
        return value
    return cast("Value", _hide(value, _forms_of(tuple(secrets))))


@functools.lru_cache(maxsize=64)
def _forms_of(secrets: tuple[str, ...]) -> Sequence[str]:
    """Return secrets as they are written in a text, a URL, JSON in a text, Base64 and capitals, the longest first."""
    forms = {form for one in secrets for form in (one, quote(one, safe=""), quote_plus(one), json.dumps(one)[1:-1])}
    encoded = {base64.b64encode(one.encode("utf-8", "surrogatepass")).decode().rstrip("=") for one in secrets}
    urls = {one.translate(_URL_SAFE) for one in encoded}
    cases = {form for one in secrets for form in (one.upper(), one.lower())}
    return sorted(filter(None, forms | encoded | urls | cases), key=len, reverse=True)


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
