"""What a refusal says as a whole, so that a test compares its kind, its sentence, its hint and its place at once."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from conformance.errors import ConformanceError, ErrorKind


class Refusal(NamedTuple):
    """The parts of a ``ConformanceError``."""

    kind: ErrorKind
    message: str
    hint: str
    location: str = ""


def refusal_of(call: Callable[..., object], *arguments: object) -> Refusal:
    """Return what a call is refused with; it fails the test where the call is not refused."""
    with pytest.raises(ConformanceError) as refused:
        call(*arguments)
    return Refusal(refused.value.kind, refused.value.message, refused.value.recovery_hint, refused.value.location)
