"""A number of seconds as the value of an option."""

import math
from typing import Any

import click

_MOST_SECONDS = 1_000_000.0


class Seconds(click.FloatRange):
    """A positive, finite number of seconds."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=_MOST_SECONDS)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; NaN is rejected explicitly because no comparison does."""
        seconds = super().convert(value, param, ctx)
        return self.fail("must be a number of seconds", param, ctx) if math.isnan(seconds) else seconds
