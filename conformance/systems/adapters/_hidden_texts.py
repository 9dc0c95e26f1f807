"""Hides texts such as tokens in what a system answers: a server may echo the headers that it gets."""

from collections.abc import Mapping, Sequence
from typing import TypeVar, cast

from conformance.callback.masking import MASK
from conformance.documents.values import JsonValue

Value = TypeVar("Value", bound=JsonValue)


def hide_texts(value: Value, secrets: Sequence[str]) -> Value:
    """Return a JSON value with each secret in any of its texts and names replaced by ``***``, the longest first."""
    if not secrets:
        return value
    return cast("Value", _hide(value, sorted(filter(None, secrets), key=len, reverse=True)))


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
